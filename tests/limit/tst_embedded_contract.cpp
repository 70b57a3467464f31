// SPDX-License-Identifier: MIT
#include "core/store/embedded/embedded_store.h"
#include "tests/support/channel_execution.h"
#include "tests/support/limiter_contract.h"

#include <QTest>

using namespace penstock;

/// The scripts in the embedded store, on a virtual clock.
class TestEmbeddedContract : public LimiterContract
{
    Q_OBJECT

protected:
    LimiterExecution& execution() override { return m_execution; }

private:
    VirtualStoreClock m_clock;
    EmbeddedServer m_server{m_clock};
    std::unique_ptr<CommandChannel> m_channel = makeDirectChannel(m_server);
    ChannelExecution m_execution{*m_channel, [this](StoreTime now) { m_clock.set(now); }};
};

QTEST_GUILESS_MAIN(TestEmbeddedContract)
#include "tst_embedded_contract.moc"
