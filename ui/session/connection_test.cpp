// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/connection_test.h"

#include "ui/format.h"

#include <QObject>

#include <poll.h>

namespace penstock {

namespace {

/// A private server takes a moment to start; a server that is there answers the first try.
constexpr int kTries = 10;
constexpr int kPatienceMs = 100;

} // namespace

ConnectionTest::ConnectionTest(const StoreSpec& spec)
{
    Result<std::unique_ptr<Store>> store = makeStore(spec);
    if (!store) {
        m_answer = Answer{false, QString::fromStdString(store.error().message)};
        return;
    }
    m_store = std::move(*store);
    m_thread =
        std::thread([this, timeout = spec.connectTimeout + spec.commandTimeout] { ask(timeout); });
}

ConnectionTest::~ConnectionTest()
{
    m_stop.request();
    if (m_thread.joinable())
        m_thread.join();
}

void ConnectionTest::ask(Micros timeout)
{
    const std::unique_ptr<CommandChannel> channel = m_store->openChannel(m_stop);
    Command ping;
    ping.clear().add("PING");
    ChannelReply reply;
    for (int i = 0; i < kTries && !m_stop.isRequested(); ++i) {
        const SteadyTime begin = std::chrono::steady_clock::now();
        channel->exchange({&ping, 1}, {&reply, 1}, begin + timeout);
        const SteadyTime end = std::chrono::steady_clock::now();
        if (reply) {
            const std::lock_guard lock(m_mutex);
            m_answer = Answer{
                true, QObject::tr("answered in %1 ms").arg(format::milliseconds(end - begin))};
            return;
        }
        pollfd stopped{m_stop.fd(), POLLIN, 0};
        ::poll(&stopped, 1, kPatienceMs); // until the next try, or the stop
    }
    const std::lock_guard lock(m_mutex);
    m_answer = Answer{
        false, QObject::tr("does not answer: %1").arg(QString::fromStdString(reply.error().text))};
}

std::optional<ConnectionTest::Answer> ConnectionTest::poll() const
{
    const std::lock_guard lock(m_mutex);
    return m_answer;
}

} // namespace penstock
