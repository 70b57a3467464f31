// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/script.h"
#include "core/store/embedded/interpreter.h"
#include "core/util/command.h"

namespace penstock {

struct EmbeddedServerOptions
{
    embedded::LuaLimits lua;
    std::string runId; ///< 40 hexadecimal digits; empty: made from the system's entropy
};

/// A Redis of its own inside this process: data, commands and scripts, without I/O and without
/// threads. One thread at a time; EmbeddedStore shares one among many. No exception leaves it but
/// std::bad_alloc of the constructor.
class EmbeddedServer
{
public:
    /// @p clock must outlive the server. With a virtual clock the same calls give the same answers.
    explicit EmbeddedServer(const StoreClock& clock, const EmbeddedServerOptions& options = {});

    /// Runs a plain command or a script call. A script that is not known is loaded; @p isReload
    /// tells that (where Redis would have answered NOSCRIPT).
    Reply execute(const Command& command, bool* isReload = nullptr);
    /// Runs a command given as words, the name first.
    Reply execute(embedded::Words words);

    const std::string& runId() const { return m_runId; }
    /// Keys held, expired ones included until they are swept.
    std::size_t keyCount() const { return m_keys.size(); }
    /// Removes expired keys in the next @p buckets places; every command does a little of it.
    void sweep(std::size_t buckets);

private:
    Reply executeWords(embedded::Words words);
    Reply callScript(const Script& script, const embedded::ScriptCall& call, bool* isReload);
    void beginCommand();

    const StoreClock& m_clock;
    std::string m_runId;
    embedded::Keyspace m_keys;
    embedded::Interpreter m_interpreter;
    std::vector<std::string_view> m_words; // of the command that runs; kept for its memory
    unsigned m_commandsSinceSweep = 0;
};

} // namespace penstock
