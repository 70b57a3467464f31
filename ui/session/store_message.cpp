// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/store_message.h"

#include <QObject>

namespace penstock {

namespace {

QString consequence(const RunStatus& status, FailPolicy policy)
{
    if (status.state == RunState::Waiting)
        return QObject::tr("Nothing is asked yet.");
    return policy == FailPolicy::FailOpen
               ? QObject::tr("Requests pass unprotected (fail open) and are counted apart.")
               : QObject::tr("Requests are refused (fail closed) and are counted apart.");
}

} // namespace

std::optional<Message> storeMessage(const RunStatus& status, FailPolicy policy)
{
    const StoreStatus& store = status.store;
    const bool isOver = status.state == RunState::Finished || status.state == RunState::Stopping;
    if (isOver || store.state == StoreStatus::State::Ready)
        return std::nullopt;
    const QString name = QString::fromStdString(store.name);
    const QString problem = QString::fromStdString(store.problem);
    Message message{.kind = Message::Kind::Warning, .id = kStoreMessage};
    message.meaning = consequence(status, policy);
    switch (store.state) {
    case StoreStatus::State::Ready:
        return std::nullopt;
    case StoreStatus::State::Starting:
        // The first moments are no news.
        if (status.elapsed < std::chrono::seconds(1) && problem.isEmpty())
            return std::nullopt;
        message.kind = Message::Kind::Note;
        message.what = QObject::tr("Waiting for the store: %1.").arg(name);
        message.next = QObject::tr("The run starts by itself when it answers.");
        break;
    case StoreStatus::State::Down:
        message.what = status.state == RunState::Waiting
                           ? QObject::tr("Waiting for the store: %1 does not answer.").arg(name)
                           : QObject::tr("The store is down: %1.").arg(name);
        message.next = QObject::tr("It is asked again all the time; the run recovers by itself.");
        break;
    case StoreStatus::State::Restarting:
        message.what = QObject::tr("The store died: %1.").arg(name);
        message.next = QObject::tr("It is started again, empty: buckets will be full.");
        break;
    }
    if (!problem.isEmpty())
        message.what += QLatin1Char(' ') % problem %
                        (problem.endsWith(QLatin1Char('.')) ? QString() : QStringLiteral("."));
    if (status.state == RunState::Waiting)
        message.action = QObject::tr("Use the embedded store");
    return message;
}

} // namespace penstock
