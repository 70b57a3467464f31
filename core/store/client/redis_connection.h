// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/client/redis_endpoint.h"
#include "core/store/client/reply_reader.h"
#include "core/store/client/stop_signal.h"
#include "core/store/client/store_error.h"
#include "core/util/time.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct redisContext;

namespace penstock {

/// One pipeline on its way: bytes out, replies in. Holds how far it came, so that it can go on
/// after a pause and so that a failure knows what may have reached the server.
struct Transfer
{
    std::string_view bytes;
    std::span<Reply* const> targets; ///< one a reply expected, filled in order
    std::size_t sent = 0;            ///< bytes that the kernel took
    std::size_t received = 0;        ///< replies complete
};

/// One socket to one server with hiredis as the protocol's reader. Private to client/.
///
///     Closed -> Connecting -> LoggingIn -> Ready
///
/// Each wait is one poll() on the socket and the stop signal, against the caller's deadline. A
/// connection being made survives a call whose deadline passes: the owner's next call goes on with
/// it, until the connect limit. One owner thread at a time.
class RedisConnection
{
public:
    RedisConnection(std::shared_ptr<RedisEndpoint> endpoint, const StopSignal& stop);
    ~RedisConnection();

    /// Ready to send, connecting where needed. No command has been sent when this fails.
    std::optional<StoreError> prepare(SteadyTime deadline);
    /// Sends and receives; drops the connection when it fails, because what is still under way
    /// would be taken for the answer to the next command.
    std::optional<StoreError> run(Transfer& transfer, SteadyTime deadline);

    /// By the server's run id at the last login; 0 unknown.
    std::uint64_t storeLife() const { return m_storeLife; }

private:
    enum class Phase : std::uint8_t
    {
        Closed,
        Connecting,
        LoggingIn,
        Ready
    };
    enum class Ending : std::uint8_t
    {
        Done,
        TimedOut,
        Stopped,
        Lost,
        Garbled
    };
    struct ContextDeleter
    {
        void operator()(redisContext* context) const;
    };

    std::optional<StoreError> connect(SteadyTime now, SteadyTime deadline);
    std::optional<StoreError> startConnecting(SteadyTime now);
    std::optional<StoreError> finishConnecting(SteadyTime deadline);
    std::optional<StoreError> logIn(SteadyTime deadline);
    std::optional<StoreError> checkLogin();
    bool openNextSocket();
    void composeLogin();

    Ending transfer(Transfer& transfer, SteadyTime until);
    bool sendSome(Transfer& transfer);
    Ending takeReplies(Transfer& transfer);
    Ending waitFor(short events, SteadyTime until) const;
    bool isStale() const;
    StoreError failed(Ending ending);
    StoreError notConnected(Ending ending, SteadyTime deadline);
    StoreError refused(StoreErrorClass errorClass, std::string text, StoreGate::Reason reason);
    void close();
    static std::string systemText(int error);

    std::shared_ptr<RedisEndpoint> m_endpoint;
    const StopSignal& m_stop;
    std::unique_ptr<redisContext, ContextDeleter> m_context;
    ReplySink m_sink;
    std::size_t m_replyBytes = 0; ///< read since the last complete reply
    int m_errno = 0;              ///< of the last failed system call; 0: closed by the server

    Phase m_phase = Phase::Closed;
    StoreGate::Pass m_pass = StoreGate::Pass::Enter;
    std::uint64_t m_epoch = 0;
    SteadyTime m_connectBy;
    SteadyTime m_lastUse;
    std::uint64_t m_storeLife = 0;

    std::shared_ptr<const RedisEndpoint::Sockets> m_sockets;
    std::size_t m_nextSocket = 0;
    std::string m_login;
    std::vector<Reply> m_loginReplies;
    std::vector<Reply*> m_loginTargets;
    Transfer m_loginTransfer;
};

} // namespace penstock
