// SPDX-License-Identifier: MIT
#include "core/limit/token_bucket.h"

#include "core/limit/bucket_parameters.h"

#include <algorithm>
#include <array>

namespace penstock {

namespace {

constexpr std::int64_t ceilDiv(std::int64_t a, std::int64_t b)
{
    return a / b + (a % b > 0 ? 1 : 0);
}

constexpr std::int64_t kLifetime = TokenBucket::kLifetimeWithoutRefill.count();

/// How long @p units take to flow in, or with a refill of zero: until the bucket is forgotten.
constexpr std::int64_t microsFor(std::int64_t units, Rate refill, std::int64_t elapsed)
{
    return refill.isZero() ? kLifetime - elapsed : ceilDiv(units, refill.num);
}

constexpr std::array kParameters{
    ParameterSpec{"capacity", "Capacity",
                  "The most tokens the bucket holds, and its largest burst.", ParameterUnit::Tokens,
                  ParameterValue::of(MicroTokens::fromTokens(1)),
                  ParameterValue::of(MicroTokens::fromTokens(100'000)),
                  ParameterValue::of(MicroTokens::fromTokens(20))},
    ParameterSpec{"refill", "Refill", "Tokens that flow in, as a rate; 0 never refills.",
                  ParameterUnit::Rate, ParameterValue::of(Rate{}),
                  ParameterValue::of(Rate::perSecond(10'000)),
                  ParameterValue::of(Rate::perSecond(10))},
};

/// One call of the script, one reply of six integers.
class TokenBucketStoreSide final : public StoreSide
{
public:
    void begin(const StoreQuestion& question, Command& command) override
    {
        static const Script* const script = findScript("token_bucket");
        const Rate refill = refillOf(question.limit);
        command.call(*script, 1)
            .add(question.key)
            .add(capacityOf(question.limit).micros())
            .add(refill.num)
            .add(refill.den)
            .add(question.cost.micros())
            .add(kLifetime);
    }

    tl::expected<StoreStep, std::string> advance(const Reply& reply, Command&) override
    {
        const auto isInteger = [](const Reply& item) { return item.type == Reply::Type::Integer; };
        const auto& items = reply.items;
        if (reply.type != Reply::Type::Array || items.size() != 6 ||
            !std::all_of(items.begin(), items.end(), isInteger))
            return tl::unexpected("six integers were due, not " + toText(reply));
        const std::int64_t verdict = items[0].integer;
        const auto isNegative = [](const Reply& item) { return item.integer < 0; };
        if (verdict < -1 || verdict > 1 || items[5].integer > 1 ||
            std::any_of(items.begin() + 1, items.end(), isNegative))
            return tl::unexpected("an answer that cannot be: " + toText(reply));
        return StoreAnswer{
            .verdict = verdict > 0   ? Verdict::Allowed
                       : verdict < 0 ? Verdict::NeverFits
                                     : Verdict::Denied,
            .tokensLeft = MicroTokens::fromMicros(items[1].integer),
            .retryAfter = Micros(items[2].integer),
            .resetAfter = Micros(items[3].integer),
            .storeTime = StoreTime(Micros(items[4].integer)),
            .fresh = items[5].integer == 1,
        };
    }
};

} // namespace

const Algorithm kTokenBucket{
    .id = "token_bucket",
    .title = "Token bucket",
    .summary = "Tokens flow in at a steady rate up to the capacity; each request takes some.",
    .parameters = kParameters,
    .scriptName = "token_bucket",
    .hasStoreTime = true,
    .usesBareKey = false,
    .validate = validateBucket,
    .makeNative = []() -> std::unique_ptr<NativeLimiter> {
        return std::make_unique<TokenBucket>();
    },
    .makeStoreSide = []() -> std::unique_ptr<StoreSide> {
        return std::make_unique<TokenBucketStoreSide>();
    },
    .bucket = bucketOf,
};

std::int64_t TokenBucket::flowIn(State& state, std::int64_t capacity, Rate refill,
                                 std::int64_t elapsed)
{
    if (state.den != refill.den)
        state.remainder = 0;
    state.den = refill.den;
    if (state.tokens < capacity) {
        const std::int64_t missing = (capacity - state.tokens) * refill.den - state.remainder;
        if (elapsed < microsFor(missing, refill, 0)) {
            const std::int64_t gained = elapsed * refill.num + state.remainder;
            state.tokens += gained / refill.den;
            state.remainder = gained % refill.den;
            return (capacity - state.tokens) * refill.den - state.remainder;
        }
    }
    state.tokens = capacity;
    state.remainder = 0;
    return 0;
}

StoreAnswer TokenBucket::decide(const Limit& limit, StoreTime time, MicroTokens cost)
{
    const std::int64_t capacity = capacityOf(limit).micros();
    const Rate refill = refillOf(limit);
    const std::int64_t now = time.time_since_epoch().count();
    const std::int64_t nowMillis = now / 1000;

    if (m_state && nowMillis > m_expiresAt)
        m_state.reset();
    StoreAnswer answer;
    answer.storeTime = time;
    answer.fresh = !m_state;

    State state = m_state.value_or(State{capacity, now, 0, refill.den});
    std::int64_t elapsed = std::max<std::int64_t>(0, now - state.last);
    std::int64_t missing = flowIn(state, capacity, refill, elapsed);
    bool isWritten = false;
    if (cost.micros() > capacity) {
        answer.verdict = Verdict::NeverFits;
    } else if (cost.micros() > state.tokens) {
        answer.verdict = Verdict::Denied;
        const std::int64_t lacking = (cost.micros() - state.tokens) * refill.den - state.remainder;
        answer.retryAfter = Micros(microsFor(lacking, refill, elapsed));
    } else {
        answer.verdict = Verdict::Allowed;
        isWritten = cost.micros() > 0;
    }
    if (isWritten) {
        state.tokens -= cost.micros();
        missing += cost.micros() * refill.den;
        state.last = std::max(state.last, now);
        elapsed = 0;
        m_state = state;
    }
    answer.tokensLeft = MicroTokens::fromMicros(state.tokens);
    answer.resetAfter = Micros(missing > 0 ? microsFor(missing, refill, elapsed) : 0);

    // Without a write only a change of the limit can make the key expire before its bucket is full.
    const auto full = ceilDiv(std::max(state.last, now) + answer.resetAfter.count(), 1000);
    if (isWritten || (missing > 0 && m_expiresAt < full))
        m_expiresAt = full + kExpiryMargin.count();
    return answer;
}

} // namespace penstock
