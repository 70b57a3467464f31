// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

struct lua_State;
struct lua_Debug;

namespace penstock::embedded {

/// How much one script may use.
struct LuaLimits
{
    /// Virtual machine instructions; about 0.1 to 0.2 s. Above it the script ends with BUSY.
    std::int64_t instructions = 20'000'000;
    /// By the steady clock, looked at now and then; 0 is no limit, as virtual runs want it to be
    /// the same on every machine. For the few things that take long in a single instruction.
    std::chrono::milliseconds time{0};
    /// Of the whole interpreter: scripts, their values and garbage not yet collected.
    std::size_t bytes = std::size_t{64} * 1024 * 1024;
};

/// Counts what Lua uses: it is the allocator's data, and so can be reached from every Lua state.
class LuaBudget
{
public:
    explicit LuaBudget(const LuaLimits& limits) : m_limits(limits) {}
    ~LuaBudget();
    LuaBudget(const LuaBudget&) = delete;
    LuaBudget& operator=(const LuaBudget&) = delete;

    /// The budget of the interpreter that @p lua belongs to.
    static LuaBudget& of(lua_State* lua);

    /// The lua_Alloc function; @p self is the budget.
    static void* allocate(void* self, void* block, std::size_t oldSize, std::size_t newSize);
    std::size_t bytes() const { return m_bytes; }
    /// More than half of the memory is used: time to collect before the next script.
    bool isTight() const { return m_bytes > m_limits.bytes / 2; }

    /// A whole round of garbage collection, outside scripts. It may pass the limit for a moment:
    /// the collector needs memory to shrink its tables, and nobody is there to catch its error.
    void collect(lua_State* lua);

    /// Gives a script its full allowance; before every run.
    void refill(lua_State* lua);
    /// Takes one step of instructions away for a new coroutine, which counts its own from the start
    /// and so may run so many unseen. May raise the BUSY error.
    void chargeCoroutine(lua_State* lua);

    const LuaLimits& limits() const { return m_limits; }

private:
    static constexpr int kStep = 1000; // instructions between two looks
    static constexpr std::size_t kGrain = 16;
    static constexpr std::size_t kClasses = 16; // small blocks: up to kGrain * kClasses bytes
    static constexpr unsigned kMostSpare = 256; // of one class

    /// Freed small blocks of one size, to be used again: a script makes and drops dozens of them,
    /// and the heap is slower than a list. Linked through their first bytes.
    struct SpareBlocks
    {
        void* first = nullptr;
        unsigned count = 0;
    };

    static void onStep(lua_State* lua, lua_Debug* where);
    void spendStep(lua_State* lua);
    bool isTimeOver();
    [[noreturn]] void end(lua_State* lua, const std::string& text);
    void* take(std::size_t size);
    void giveBack(void* block, std::size_t size);
    void* resize(void* block, std::size_t oldSize, std::size_t newSize);

    LuaLimits m_limits;
    std::array<SpareBlocks, kClasses> m_spare;
    std::size_t m_bytes = 0;
    std::int64_t m_instructionsLeft = 0;
    std::optional<std::chrono::steady_clock::time_point>
        m_deadline; // set at the first step of a run
    bool m_isCollecting = false;
    bool m_isHooked = false; // at kStep, as a run begins
};

} // namespace penstock::embedded
