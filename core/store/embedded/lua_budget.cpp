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
    if (newSize > oldSize && bytes > budget.m_limits.bytes)
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

void LuaBudget::refill(lua_State* lua)
{
    m_instructionsLeft = m_limits.instructions;
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
    if (m_instructionsLeft > 0)
        return;
    // From now on every instruction fails, so that a script cannot live on by catching the error.
    lua_sethook(lua, onStep, LUA_MASKCOUNT, 1);
    m_isHooked = false;
    const std::string text = "BUSY The script used up its " +
                             std::to_string(m_limits.instructions) + " instructions and was ended.";
    pushErrorTable(lua, text);
    lua_error(lua);
}

} // namespace penstock::embedded
