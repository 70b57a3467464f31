// SPDX-License-Identifier: MIT
#include "core/store/embedded/lua_budget.h"

#include "core/store/embedded/lua_errors.h"

#include <lua.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

namespace penstock::embedded {

LuaBudget& LuaBudget::of(lua_State* lua)
{
    void* self = nullptr;
    lua_getallocf(lua, &self);
    return *static_cast<LuaBudget*>(self);
}

void* LuaBudget::allocate(void* self, void* block, std::size_t oldSize, std::size_t newSize)
{
    auto& budget = *static_cast<LuaBudget*>(self);
    if (newSize == 0) {
        budget.giveBack(block, oldSize);
        budget.m_bytes -= oldSize;
        return nullptr;
    }
    const std::size_t bytes = budget.m_bytes - oldSize + newSize;
    // Lua takes it for granted that a block can shrink, so only growth is refused.
    if (newSize > oldSize && bytes > budget.m_limits.bytes && !budget.m_isCollecting)
        return nullptr;
    void* const moved = budget.resize(block, oldSize, newSize);
    if (moved)
        budget.m_bytes = bytes;
    return moved;
}

LuaBudget::~LuaBudget()
{
    for (SpareBlocks& spare : m_spare) {
        while (spare.first)
            std::free(std::exchange(spare.first, *static_cast<void**>(spare.first)));
    }
}

void* LuaBudget::take(std::size_t size)
{
    const std::size_t sizeClass = (size - 1) / kGrain;
    if (sizeClass >= kClasses)
        return std::malloc(size);
    SpareBlocks& spare = m_spare[sizeClass];
    if (!spare.first)
        return std::malloc((sizeClass + 1) * kGrain);
    --spare.count;
    return std::exchange(spare.first, *static_cast<void**>(spare.first));
}

void LuaBudget::giveBack(void* block, std::size_t size)
{
    if (!block)
        return;
    const std::size_t sizeClass = (size - 1) / kGrain;
    if (sizeClass >= kClasses || m_spare[sizeClass].count == kMostSpare)
        return std::free(block);
    SpareBlocks& spare = m_spare[sizeClass];
    ++spare.count;
    *static_cast<void**>(block) = std::exchange(spare.first, block);
}

void* LuaBudget::resize(void* block, std::size_t oldSize, std::size_t newSize)
{
    constexpr std::size_t kSmall = kGrain * kClasses;
    if (!block)
        return take(newSize);
    if (oldSize > kSmall && newSize > kSmall)
        return std::realloc(block, newSize);
    void* const moved = take(newSize);
    if (moved) {
        std::memcpy(moved, block, std::min(oldSize, newSize));
        giveBack(block, oldSize);
    }
    return moved;
}

void LuaBudget::collect(lua_State* lua)
{
    m_isCollecting = true;
    lua_gc(lua, LUA_GCCOLLECT, 0);
    m_isCollecting = false;
}

void LuaBudget::refill(lua_State* lua)
{
    m_instructionsLeft = m_limits.instructions;
    m_deadline.reset();
    if (!m_isHooked)
        lua_sethook(lua, onStep, LUA_MASKCOUNT, kStep);
    m_isHooked = true;
}

void LuaBudget::chargeCoroutine(lua_State* lua)
{
    spendStep(lua);
}

void LuaBudget::onStep(lua_State* lua, lua_Debug*)
{
    of(lua).spendStep(lua);
}

void LuaBudget::spendStep(lua_State* lua)
{
    m_instructionsLeft -= kStep;
    if (m_instructionsLeft <= 0)
        end(lua, "BUSY The script used up its " + std::to_string(m_limits.instructions) +
                     " instructions and was ended.");
    if (isTimeOver())
        end(lua, "BUSY The script took more than " + std::to_string(m_limits.time.count()) +
                     " ms and was ended.");
}

bool LuaBudget::isTimeOver()
{
    if (m_limits.time.count() == 0)
        return false;
    const auto now = std::chrono::steady_clock::now();
    if (!m_deadline)
        m_deadline = now + m_limits.time;
    return now > *m_deadline;
}

void LuaBudget::end(lua_State* lua, const std::string& text)
{
    // From now on every instruction fails, so that a script cannot live on by catching the error.
    m_instructionsLeft = 0;
    lua_sethook(lua, onStep, LUA_MASKCOUNT, 1);
    m_isHooked = false;
    raiseErrorTable(lua, text);
}

} // namespace penstock::embedded
