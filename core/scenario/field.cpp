// SPDX-License-Identifier: MIT
#include "core/scenario/field.h"

#include "core/limit/algorithm.h"
#include "core/util/nearest_name.h"

#include <charconv>
#include <limits>
#include <type_traits>
#include <utility>

namespace penstock {

namespace {

template <class T>
Parsed<T> parseWhole(const std::string& text)
{
    T value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc::result_out_of_range && rest == end)
        return tl::unexpected("must be at most " + std::to_string(std::numeric_limits<T>::max()));
    if (error != std::errc() || rest != end)
        return tl::unexpected("must be a whole number of 0 or more, not \"" + text + '"');
    return value;
}

/// The words of a short list, such as "open" and "closed".
template <class Enum>
struct Words
{
    std::vector<std::pair<std::string, Enum>> list;

    Parsed<Enum> parse(const std::string& text) const
    {
        std::vector<std::string> names;
        std::string all;
        for (const auto& entry : list) {
            if (entry.first == text)
                return entry.second;
            names.push_back(entry.first);
            all += (all.empty() ? "" : " or ") + entry.first;
        }
        return tl::unexpected("must be " + all + ", not \"" + text + '"' + didYouMean(text, names));
    }
    std::string textOf(Enum value) const
    {
        for (const auto& entry : list) {
            if (entry.second == value)
                return entry.first;
        }
        return {};
    }
};

const Words<Loop>& loopWords()
{
    static const Words<Loop> words{{{"open", Loop::Open}, {"closed", Loop::Closed}}};
    return words;
}

const Words<ArrivalPattern>& patternWords()
{
    static const Words<ArrivalPattern> words{
        {{"poisson", ArrivalPattern::Poisson}, {"constant", ArrivalPattern::Constant}}};
    return words;
}

const Words<FailPolicy>& policyWords()
{
    static const Words<FailPolicy> words{
        {{"fail_open", FailPolicy::FailOpen}, {"fail_closed", FailPolicy::FailClosed}}};
    return words;
}

enum class When
{
    AtStart,
    Live
};

/// A row for the member that @p member gives, read by @p parse and written by @p print.
template <class Member, class Parse, class Print>
Field row(std::string path, FieldForm form, When when, Member member, Parse parse, Print print)
{
    Field field{std::move(path), form, when == When::Live, {}, {}};
    field.set = [member, parse](Scenario& scenario, const std::string& text) -> Parsed<void> {
        auto value = parse(text);
        if (!value)
            return tl::unexpected(value.error());
        member(scenario) = *std::move(value);
        return {};
    };
    field.get = [member, print](const Scenario& scenario) { return print(member(scenario)); };
    return field;
}

template <class Member>
Field textRow(std::string path, Member member)
{
    return row(
        std::move(path), FieldForm::Text, When::AtStart, member,
        [](const std::string& text) { return Parsed<std::string>(text); },
        [](const std::string& text) { return text; });
}

template <class Count = std::uint32_t, class Member>
Field countRow(std::string path, When when, Member member)
{
    return row(std::move(path), FieldForm::Number, when, member, parseWhole<Count>,
               [](Count count) { return std::to_string(count); });
}

template <class Enum, class Member>
Field wordRow(std::string path, When when, Member member, const Words<Enum>& words)
{
    return row(
        std::move(path), FieldForm::Text, when, member,
        [&words](const std::string& text) { return words.parse(text); },
        [&words](Enum value) { return words.textOf(value); });
}

template <class Duration>
Parsed<Duration> parseDurationAs(const std::string& text)
{
    const Parsed<Nanos> value = parseDuration(text);
    if (!value)
        return tl::unexpected(value.error());
    const auto whole = std::chrono::duration_cast<Duration>(*value);
    if (whole != *value)
        return tl::unexpected("is finer than a microsecond: \"" + text + '"');
    return whole;
}

template <class Duration, class Member>
Field durationRow(std::string path, When when, Member member)
{
    return row(std::move(path), FieldForm::Text, when, member, parseDurationAs<Duration>,
               [](Duration value) { return toText(Nanos(value)); });
}

Field runDurationRow()
{
    return row(
        "duration", FieldForm::Text, When::AtStart,
        [](auto& scenario) -> auto& { return scenario.duration; },
        [](const std::string& text) -> Parsed<std::optional<Nanos>> {
            if (text == "unlimited")
                return std::optional<Nanos>();
            const Parsed<Nanos> value = parseDuration(text);
            if (!value)
                return tl::unexpected(value.error() + ", or \"unlimited\"");
            return std::optional<Nanos>(*value);
        },
        [](const std::optional<Nanos>& value) {
            return value ? toText(*value) : std::string("unlimited");
        });
}

/// 0 is written as a word, so that nobody has to know what it means.
Field roundsRow()
{
    return row(
        "feed.rounds", FieldForm::NumberOrWord, When::AtStart,
        [](auto& scenario) -> auto& { return scenario.feed.rounds; },
        [](const std::string& text) -> Parsed<std::uint32_t> {
            if (text == "endless")
                return 0U;
            const Parsed<std::uint32_t> count = parseWhole<std::uint32_t>(text);
            if (!count || *count == 0)
                return tl::unexpected("must be a whole number from 1 or \"endless\", not \"" +
                                      text + '"');
            return count;
        },
        [](std::uint32_t rounds) {
            return rounds == 0 ? std::string("endless") : std::to_string(rounds);
        });
}

/// Parameters of the same id and unit keep their value, the others start at their standard.
Parsed<void> setAlgorithm(Scenario& scenario, const std::string& id)
{
    const Algorithm* const algorithm = findAlgorithm(id);
    if (!algorithm) {
        std::vector<std::string> names;
        for (const Algorithm* known : catalogue())
            names.emplace_back(known->id);
        return tl::unexpected("there is no algorithm \"" + id + '"' + didYouMean(id, names));
    }
    Limit next = standardLimit(*algorithm);
    Limit& limit = scenario.limiter.limit;
    if (limit.algorithm) {
        for (std::size_t i = 0; i < algorithm->parameters.size(); ++i) {
            const ParameterSpec& spec = algorithm->parameters[i];
            for (const ParameterSpec& old : limit.algorithm->parameters) {
                if (old.id == spec.id && old.unit == spec.unit)
                    next.values[i] = *findValue(limit, old.id);
            }
        }
    }
    limit = next;
    return {};
}

Field algorithmRow()
{
    return {"limiter.algorithm", FieldForm::Text, false, setAlgorithm,
            [](const Scenario& scenario) {
                const Algorithm* const algorithm = scenario.limiter.limit.algorithm;
                return algorithm ? std::string(algorithm->id) : std::string();
            }};
}

Parsed<ParameterValue> parseParameter(ParameterUnit unit, const std::string& text)
{
    const auto pack = [](const auto& value) { return ParameterValue::of(value); };
    switch (unit) {
    case ParameterUnit::Tokens:
        return parseTokens(text).map(pack);
    case ParameterUnit::Rate:
        return parseRate(text).map(pack);
    case ParameterUnit::Duration:
        return parseDurationAs<Micros>(text).map(pack);
    case ParameterUnit::Count:
        return parseWhole<std::uint32_t>(text).map(
            [](std::uint32_t count) { return ParameterValue::ofCount(count); });
    }
    return tl::unexpected(std::string("has an unknown unit"));
}

std::string printParameter(ParameterUnit unit, ParameterValue value)
{
    switch (unit) {
    case ParameterUnit::Tokens:
        return toText(value.tokens());
    case ParameterUnit::Rate:
        return toText(value.rate());
    case ParameterUnit::Duration:
        return toText(Nanos(value.duration()));
    case ParameterUnit::Count:
        return std::to_string(value.count());
    }
    return {};
}

Field parameterRow(const ParameterSpec& spec)
{
    const bool isBare = spec.unit == ParameterUnit::Tokens || spec.unit == ParameterUnit::Count;
    return row(
        "limiter." + std::string(spec.id), isBare ? FieldForm::Number : FieldForm::Text, When::Live,
        [id = spec.id](auto& scenario) -> auto& { return *findValue(scenario.limiter.limit, id); },
        [unit = spec.unit](const std::string& text) { return parseParameter(unit, text); },
        [unit = spec.unit](ParameterValue value) { return printParameter(unit, value); });
}

Field storeRow()
{
    return {"store.use", FieldForm::Text, false,
            [](Scenario& scenario, const std::string& text) -> Parsed<void> {
                const Result<StoreSpec> spec = parseStoreSpec(text);
                if (!spec)
                    return tl::unexpected(spec.error().message);
                scenario.store.kind = spec->kind;
                scenario.store.address = spec->address;
                return {};
            },
            [](const Scenario& scenario) { return toText(scenario.store); }};
}

void addHead(std::vector<Field>& fields)
{
    fields.push_back(textRow(
        "name", [](auto& s) -> auto& { return s.name; }));
    fields.push_back(textRow(
        "title", [](auto& s) -> auto& { return s.title; }));
    fields.push_back(textRow(
        "notes", [](auto& s) -> auto& { return s.notes; }));
    fields.push_back(countRow<std::uint64_t>(
        "seed", When::AtStart, [](auto& s) -> auto& { return s.seed; }));
    fields.push_back(runDurationRow());
}

void addLimiter(std::vector<Field>& fields, const Scenario& scenario)
{
    fields.push_back(algorithmRow());
    if (const Algorithm* const algorithm = scenario.limiter.limit.algorithm) {
        for (const ParameterSpec& spec : algorithm->parameters)
            fields.push_back(parameterRow(spec));
    }
    fields.push_back(row(
        "limiter.cost", FieldForm::Number, When::Live,
        [](auto& s) -> auto& { return s.limiter.cost; },
        [](const std::string& text) { return parseTokens(text); },
        [](MicroTokens value) { return toText(value); }));
    fields.push_back(wordRow(
        "limiter.on_store_failure", When::Live,
        [](auto& s) -> auto& { return s.limiter.onStoreFailure; }, policyWords()));
}

void addTraffic(std::vector<Field>& fields)
{
    fields.push_back(textRow(
        "key", [](auto& s) -> auto& { return s.key; }));
    fields.push_back(wordRow(
        "traffic.loop", When::AtStart, [](auto& s) -> auto& { return s.traffic.loop; },
        loopWords()));
    fields.push_back(wordRow(
        "traffic.pattern", When::Live, [](auto& s) -> auto& { return s.traffic.pattern; },
        patternWords()));
    fields.push_back(row(
        "traffic.rate", FieldForm::Text, When::Live,
        [](auto& s) -> auto& { return s.traffic.rate; },
        [](const std::string& text) { return parseRate(text); },
        [](Rate value) { return toText(value); }));
    fields.push_back(countRow(
        "traffic.queue", When::AtStart, [](auto& s) -> auto& { return s.traffic.queue; }));
    fields.push_back(countRow(
        "traffic.burst", When::Live, [](auto& s) -> auto& { return s.traffic.burst; }));
    fields.push_back(countRow(
        "workers", When::Live, [](auto& s) -> auto& { return s.workers; }));
    fields.push_back(durationRow<Nanos>(
        "work", When::Live, [](auto& s) -> auto& { return s.work; }));
}

void addTail(std::vector<Field>& fields)
{
    fields.push_back(textRow(
        "feed.url", [](auto& s) -> auto& { return s.feed.url; }));
    fields.push_back(countRow(
        "feed.entries", When::AtStart, [](auto& s) -> auto& { return s.feed.entries; }));
    fields.push_back(roundsRow());
    fields.push_back(storeRow());
    fields.push_back(durationRow<Micros>(
        "store.connect_timeout", When::AtStart,
        [](auto& s) -> auto& { return s.store.connectTimeout; }));
    fields.push_back(durationRow<Micros>(
        "store.command_timeout", When::AtStart,
        [](auto& s) -> auto& { return s.store.commandTimeout; }));
}

} // namespace

std::vector<Field> fieldsOf(const Scenario& scenario)
{
    std::vector<Field> fields;
    addHead(fields);
    addLimiter(fields, scenario);
    addTraffic(fields);
    addTail(fields);
    return fields;
}

const Field* findField(const std::vector<Field>& fields, const std::string& path)
{
    for (const Field& field : fields) {
        if (field.path == path)
            return &field;
    }
    return nullptr;
}

std::vector<std::string> pathsOf(const std::vector<Field>& fields)
{
    std::vector<std::string> paths;
    paths.reserve(fields.size());
    for (const Field& field : fields)
        paths.push_back(field.path);
    return paths;
}

} // namespace penstock
