// SPDX-License-Identifier: MIT
#include "core/store/embedded/embedded_server.h"

#include "core/store/embedded/command_table.h"

#include <exception>
#include <random>

namespace penstock {

namespace {

constexpr std::string_view kOutOfMemory = "OOM not enough memory for the command";

std::string makeRunId()
{
    constexpr std::string_view kHex = "0123456789abcdef";
    std::random_device entropy;
    std::string id;
    while (id.size() < 40) {
        auto bits = entropy();
        for (int digit = 0; digit < 8; ++digit, bits >>= 4)
            id += kHex[bits & 15];
    }
    return id;
}

} // namespace

EmbeddedServer::EmbeddedServer(const StoreClock& clock, const EmbeddedServerOptions& options)
    : m_clock(clock), m_runId(options.runId.empty() ? makeRunId() : options.runId),
      m_interpreter(m_keys, clock, m_runId, options.lua)
{
}

Reply EmbeddedServer::execute(const Command& command, bool* isReload)
{
    try {
        m_words.clear();
        for (std::size_t i = 0; i < command.size(); ++i)
            m_words.push_back(command.word(i));
        const embedded::Words words(m_words);
        if (!command.script())
            return executeWords(words);
        const std::size_t keyCount = std::min(command.keyCount(), words.size());
        return callScript(*command.script(), {words.first(keyCount), words.subspan(keyCount)},
                          isReload);
    } catch (const std::exception&) { // std::bad_alloc and std::length_error
        return Reply::makeError(kOutOfMemory);
    }
}

Reply EmbeddedServer::execute(embedded::Words words)
{
    try {
        return executeWords(words);
    } catch (const std::exception&) {
        return Reply::makeError(kOutOfMemory);
    }
}

Reply EmbeddedServer::executeWords(embedded::Words words)
{
    Reply reply;
    if (words.empty())
        return Reply::makeError("ERR empty command");
    beginCommand();
    embedded::TreeReplyWriter writer(reply);
    embedded::CommandContext context{.words = words,
                                     .keys = m_keys,
                                     .clock = m_clock,
                                     .reply = writer,
                                     .name = {},
                                     .scripts = &m_interpreter,
                                     .runId = m_runId};
    embedded::runCommand(context);
    return reply;
}

Reply EmbeddedServer::callScript(const Script& script, const embedded::ScriptCall& call,
                                 bool* isReload)
{
    beginCommand();
    const embedded::LoadedScript* loaded = m_interpreter.find(script.sha);
    if (isReload)
        *isReload = !loaded;
    if (!loaded) {
        const auto fresh = m_interpreter.load(script.source);
        if (!fresh)
            return Reply::makeError(fresh.error());
        loaded = *fresh;
    }
    return m_interpreter.run(*loaded, call);
}

void EmbeddedServer::beginCommand()
{
    // A bucket a command on average: keys that nobody asks for again are gone after about as many
    // commands as there are keys.
    constexpr unsigned kSweepEvery = 64;
    m_keys.judgeAt(m_clock.nowMillis());
    if (++m_commandsSinceSweep == kSweepEvery) {
        m_commandsSinceSweep = 0;
        m_keys.sweep(kSweepEvery);
    }
}

void EmbeddedServer::sweep(std::size_t buckets)
{
    m_keys.judgeAt(m_clock.nowMillis());
    m_keys.sweep(buckets);
}

} // namespace penstock
