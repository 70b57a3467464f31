// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/limit.h"
#include "core/limit/native_limiter.h"
#include "core/limit/script.h"
#include "core/limit/store_side.h"
#include "core/util/error.h"

#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace penstock {

/// One row of the catalogue: everything the rest of Penstock needs to know of an algorithm. Adding
/// one means a native file, a .lua file and a row; no engine, window or test is edited.
struct Algorithm
{
    std::string_view id;      ///< such as "token_bucket"
    std::string_view title;   ///< such as "Token bucket"
    std::string_view summary; ///< one sentence
    std::span<const ParameterSpec> parameters;
    std::string_view scriptName; ///< in resources/lua; empty for a row of plain commands
    /// False where the script tells no store time: then over-admission cannot be audited.
    bool hasStoreTime = true;
    /// True where the key is used as it is, shared with other programs (the `article` key).
    bool usesBareKey = false;

    /// What is wrong with the limit and the cost it is used with; fields are "capacity", "cost".
    Problems (*validate)(const Limit& limit, MicroTokens cost) = nullptr;
    std::unique_ptr<NativeLimiter> (*makeNative)() = nullptr;
    std::unique_ptr<StoreSide> (*makeStoreSide)() = nullptr;
    /// The bucket that the limit is equal to, if there is one.
    std::optional<BucketShape> (*bucket)(const Limit& limit) = nullptr;
};

/// Every algorithm, in the order shown to people. Safe from any thread.
std::span<const Algorithm* const> catalogue();

/// The row called @p id, or nullptr.
const Algorithm* findAlgorithm(std::string_view id);

/// The limit of @p algorithm with every parameter at its standard value.
Limit standardLimit(const Algorithm& algorithm);

} // namespace penstock
