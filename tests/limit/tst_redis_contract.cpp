// SPDX-License-Identifier: MIT
#include "core/store/client/redis_channel.h"
#include "tests/support/channel_execution.h"
#include "tests/support/limiter_contract.h"
#include "tests/support/redis_server.h"

#include <QTest>

using namespace penstock;

/// The scripts on a real server, by its own clock.
class TestRedisContract : public LimiterContract
{
    Q_OBJECT

protected:
    LimiterExecution& execution() override { return m_execution; }

private:
    RedisServer m_server;
    StopSignal m_stop;
    RedisChannel m_channel{std::make_shared<RedisEndpoint>(m_server.address()), m_stop};
    ChannelExecution m_execution{m_channel};
};

QTEST_GUILESS_MAIN(TestRedisContract)
#include "tst_redis_contract.moc"
