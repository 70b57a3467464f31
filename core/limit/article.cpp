// SPDX-License-Identifier: MIT
#include "core/limit/article.h"

#include "core/limit/bucket_parameters.h"
#include "core/util/units.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>

namespace penstock {

namespace {

constexpr std::array kParameters{
    ParameterSpec{"capacity", "Capacity",
                  "The most tokens the bucket holds, and its largest burst.", ParameterUnit::Tokens,
                  ParameterValue::of(MicroTokens::fromTokens(1)),
                  ParameterValue::of(MicroTokens::fromTokens(100'000)),
                  ParameterValue::of(MicroTokens::fromTokens(5))},
    ParameterSpec{"refill", "Refill", "Tokens that flow in, as a rate; it arrives once a second.",
                  ParameterUnit::Rate, ParameterValue::of(Rate{1, 100}),
                  ParameterValue::of(Rate::perSecond(10'000)), ParameterValue::of(Rate{1, 2})},
};

/// floor(capacity / rate) + 5 seconds; with a validated limit at most 2^52 / 10^6 and 5.
std::int64_t timeToLive(const Limit& limit)
{
    const Rate rate = refillOf(limit);
    return capacityOf(limit).micros() * rate.den / MicroTokens::kPerToken / rate.num + 5;
}

double asDouble(MicroTokens tokens)
{
    return static_cast<double>(tokens.micros()) / MicroTokens::kPerToken;
}

double asDouble(Rate rate)
{
    return static_cast<double>(rate.num) / static_cast<double>(rate.den);
}

std::int64_t wholeSeconds(StoreTime time)
{
    return std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count();
}

/// The shortest text that reads back as the same double.
void addNumber(Command& command, double number)
{
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    command.add(std::string_view(digits, static_cast<std::size_t>(end - digits)));
}

/// As Redis turns a number of Lua into an integer reply: the fraction is cut off.
MicroTokens cutOff(double tokens)
{
    return MicroTokens::fromTokens(static_cast<std::int64_t>(tokens));
}

/// The balance at @p now by the article's own formula; negative when the clock ran backwards.
double refilled(const Limit& limit, double tokens, double last, double now)
{
    const double sum = tokens + (now - last) * asDouble(refillOf(limit));
    const double capacity = asDouble(capacityOf(limit));
    return sum < capacity ? sum : capacity;
}

} // namespace

StoreAnswer ArticleBucket::decide(const Limit& limit, StoreTime time, MicroTokens cost)
{
    const auto nowMillis =
        std::chrono::floor<std::chrono::milliseconds>(time).time_since_epoch().count();
    if (m_state && nowMillis > m_expiresAt)
        m_state.reset();
    const auto now = static_cast<double>(wholeSeconds(time));
    State state = m_state.value_or(State{asDouble(capacityOf(limit)), now});
    state.tokens = refilled(limit, state.tokens, state.lastRefillTime, now);
    state.lastRefillTime = now;

    StoreAnswer answer;
    if (state.tokens >= asDouble(cost)) {
        state.tokens -= asDouble(cost);
        answer.verdict = Verdict::Allowed;
    }
    answer.tokensLeft = cutOff(state.tokens);
    if (cost > MicroTokens()) {
        m_state = state;
        m_expiresAt = nowMillis + timeToLive(limit) * 1000;
    }
    return answer;
}

namespace {

/// One call of the script; a peek reads the hash and computes here, because the script writes.
class ArticleStoreSide final : public StoreSide
{
public:
    void begin(const StoreQuestion& question, Command& command) override
    {
        m_now = wholeSeconds(question.callerClock);
        m_limit = question.limit;
        m_isPeek = question.cost == MicroTokens();
        if (m_isPeek) {
            command.clear(1).add("HMGET").add(question.key).add("tokens").add("last_refill_time");
            return;
        }
        static const Script* const script = findScript("article");
        command.call(*script, 1).add(question.key);
        addNumber(command, asDouble(capacityOf(m_limit)));
        addNumber(command, asDouble(refillOf(m_limit)));
        command.add(m_now);
        addNumber(command, asDouble(question.cost));
        command.add(timeToLive(m_limit));
    }

    tl::expected<StoreStep, std::string> advance(const Reply& reply, Command&) override
    {
        if (reply.type != Reply::Type::Array || reply.items.size() != 2)
            return tl::unexpected("two items were due, not " + toText(reply));
        if (m_isPeek)
            return peeked(reply.items[0], reply.items[1]);
        const Reply& allowed = reply.items[0];
        const Reply& tokens = reply.items[1];
        if (allowed.type != Reply::Type::Integer || tokens.type != Reply::Type::Integer)
            return tl::unexpected("two integers were due, not " + toText(reply));
        StoreAnswer answer;
        answer.verdict = allowed.integer == 1 ? Verdict::Allowed : Verdict::Denied;
        answer.tokensLeft = MicroTokens::fromTokens(tokens.integer);
        return answer;
    }

private:
    /// A missing field stands for a full bucket, last refilled now: as in the script.
    tl::expected<StoreStep, std::string> peeked(const Reply& tokensField,
                                                const Reply& lastField) const
    {
        const auto number = [](const Reply& field, double standard) -> std::optional<double> {
            if (field.type == Reply::Type::Nil)
                return standard;
            double value = 0;
            const char* const end = field.text.data() + field.text.size();
            const auto [rest, error] = std::from_chars(field.text.data(), end, value);
            if (error != std::errc() || rest != end || !std::isfinite(value))
                return std::nullopt;
            return value;
        };
        const auto now = static_cast<double>(m_now);
        const auto tokens = number(tokensField, asDouble(capacityOf(m_limit)));
        const auto last = number(lastField, now);
        if (!tokens || !last)
            return tl::unexpected("the bucket holds no numbers: " + toText(tokensField) + ", " +
                                  toText(lastField));
        const double balance = refilled(m_limit, *tokens, *last, now);
        StoreAnswer answer;
        answer.verdict = balance >= 0 ? Verdict::Allowed : Verdict::Denied;
        answer.tokensLeft = cutOff(balance);
        return answer;
    }

    Limit m_limit;
    std::int64_t m_now = 0;
    bool m_isPeek = false;
};

Problems validateArticle(const Limit& limit, MicroTokens cost)
{
    Problems problems = validateBucket(limit, cost);
    if (refillOf(limit).isZero())
        problems.push_back(
            {"refill", "must be more than 0: the time to live is capacity / refill"});
    return problems;
}

} // namespace

const Algorithm kArticle{
    .id = "article",
    .title = "Token bucket of the article",
    .summary = "The published script with its whole-second clock and its defects.",
    .parameters = kParameters,
    .scriptName = "article",
    .hasStoreTime = false,
    .usesBareKey = true,
    .validate = validateArticle,
    .makeNative = []() -> std::unique_ptr<NativeLimiter> {
        return std::make_unique<ArticleBucket>();
    },
    .makeStoreSide = []() -> std::unique_ptr<StoreSide> {
        return std::make_unique<ArticleStoreSide>();
    },
    .bucket = bucketOf,
};

} // namespace penstock
