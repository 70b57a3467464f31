// SPDX-License-Identifier: MIT
// parseScenario: JSON text to a scenario, with every problem at its path.
#include "core/scenario/field.h"
#include "core/scenario/json.h"
#include "core/util/nearest_name.h"

#include <algorithm>

namespace penstock {

namespace {

using Type = JsonValue::Type;

std::string placeOf(const JsonValue& value)
{
    return " (line " + std::to_string(value.line) + ')';
}

bool isDigits(std::string_view text)
{
    return text.find_first_not_of("0123456789") == std::string_view::npos;
}

class ScenarioReader
{
public:
    tl::expected<Scenario, Problems> read(const JsonValue& document)
    {
        if (!document.is(Type::Object)) {
            fail("", document,
                 "a scenario is an object, not " + std::string(nameOf(document.type)));
        } else if (checkFormat(document)) {
            setAlgorithmFirst(document);
            m_fields = fieldsOf(m_scenario);
            readObject("", document);
            addValidation();
        }
        if (!m_problems.empty())
            return tl::unexpected(std::move(m_problems));
        return std::move(m_scenario);
    }

private:
    void fail(std::string path, const JsonValue& value, std::string message)
    {
        m_problems.push_back({std::move(path), std::move(message) + placeOf(value)});
    }

    static const JsonValue* member(const JsonValue& object, std::string_view key)
    {
        const auto found = std::find(object.keys.begin(), object.keys.end(), key);
        if (!object.is(Type::Object) || found == object.keys.end())
            return nullptr;
        return &object.items[static_cast<std::size_t>(found - object.keys.begin())];
    }

    /// A document of another format is not read further: what else seems wrong may be right there.
    bool checkFormat(const JsonValue& document)
    {
        const JsonValue* const format = member(document, "format");
        const std::string known = std::to_string(Scenario::kFormat);
        if (!format) {
            m_problems.push_back({"format", "is missing; this Penstock reads format " + known});
            return true;
        }
        if (format->is(Type::Number) && format->text == known)
            return true;
        if (format->is(Type::Number) && isDigits(format->text) && format->text != "0") {
            fail("format", *format,
                 "is " + format->text + ", newer than this Penstock reads (" + known +
                     "): use a newer Penstock");
            return false;
        }
        fail("format", *format, "must be " + known);
        return true;
    }

    /// Which limiter.* there are depends on the algorithm, wherever in the file it stands.
    void setAlgorithmFirst(const JsonValue& document)
    {
        const std::vector<Field> fields = fieldsOf(m_scenario);
        const Field* const field = findField(fields, "limiter.algorithm");
        // Every build has it: the catalogue's contract suite names it.
        (void)field->set(m_scenario, "token_bucket");
        const JsonValue* const limiter = member(document, "limiter");
        const JsonValue* const id = limiter ? member(*limiter, "algorithm") : nullptr;
        if (id && id->is(Type::String))
            (void)field->set(m_scenario, id->text); // an unknown one is reported in its turn
    }

    /// What could be read is validated too; a value that could not has its default, which says
    /// nothing.
    void addValidation()
    {
        const Problems found = validate(m_scenario);
        const std::size_t readCount = m_problems.size();
        for (const Problem& problem : found) {
            const auto isSaid = [&problem](const Problem& said) {
                return said.field.starts_with(problem.field);
            };
            const auto end = m_problems.begin() + static_cast<std::ptrdiff_t>(readCount);
            if (std::none_of(m_problems.begin(), end, isSaid))
                m_problems.push_back(problem);
        }
    }

    /// Calls @p visit(path, value) for each member, once a key.
    template <class Visit>
    void eachMember(const std::string& path, const JsonValue& object, Visit visit)
    {
        for (std::size_t i = 0; i < object.keys.size(); ++i) {
            const std::string& key = object.keys[i];
            const std::string full = path.empty() ? key : path + '.' + key;
            const auto first = std::find(object.keys.begin(), object.keys.end(), key);
            if (first != object.keys.begin() + static_cast<std::ptrdiff_t>(i))
                fail(full, object.items[i], "is given twice");
            else
                visit(full, object.items[i]);
        }
    }

    void readObject(const std::string& path, const JsonValue& object)
    {
        eachMember(path, object, [this](const std::string& full, const JsonValue& value) {
            if (full == "format")
                return;
            if (full == "timeline")
                readTimeline(value);
            else if (full == "thresholds")
                readThresholds(value);
            else if (const Field* const field = findField(m_fields, full))
                readField(*field, value);
            else if (isGroup(full))
                readGroup(full, value);
            else
                fail(full, value, "unknown key" + didYouMean(full, knownKeys(full)));
        });
    }

    bool isGroup(const std::string& path) const
    {
        return std::any_of(m_fields.begin(), m_fields.end(), [&path](const Field& field) {
            return field.path.starts_with(path + '.');
        });
    }

    void readGroup(const std::string& path, const JsonValue& value)
    {
        if (value.is(Type::Object))
            readObject(path, value);
        else
            fail(path, value, "must be an object, not " + std::string(nameOf(value.type)));
    }

    /// The keys beside @p path for a key of a group; every key at the top, groups included.
    std::vector<std::string> knownKeys(const std::string& path) const
    {
        std::vector<std::string> keys = pathsOf(m_fields);
        if (path.find('.') == std::string::npos)
            keys.insert(keys.end(), {"format", "limiter", "traffic", "feed", "store", "timeline",
                                     "thresholds"});
        return keys;
    }

    void readField(const Field& field, const JsonValue& value)
    {
        const bool isNumber = value.is(Type::Number) && field.form != FieldForm::Text;
        const bool isText = value.is(Type::String) && field.form != FieldForm::Number &&
                            !(field.form == FieldForm::NumberOrWord && isDigits(value.text));
        if (!isNumber && !isText) {
            fail(field.path, value, wrongType(field, value));
            return;
        }
        if (const Parsed<void> isSet = field.set(m_scenario, value.text); !isSet)
            fail(field.path, value, isSet.error());
    }

    std::string wrongType(const Field& field, const JsonValue& value) const
    {
        const std::string example = field.get(m_scenario);
        std::string message = "must be ";
        if (field.form == FieldForm::Number)
            message += "a number, such as " + example;
        else if (field.form == FieldForm::Text)
            message += example.empty() ? "text" : "text, such as " + quoteJson(example);
        else
            message += "a number or " + quoteJson(example);
        return message + "; it is " + std::string(nameOf(value.type));
    }

    void readThresholds(const JsonValue& list)
    {
        if (!list.is(Type::Array)) {
            fail("thresholds", list, "must be a list, not " + std::string(nameOf(list.type)));
            return;
        }
        for (std::size_t i = 0; i < list.items.size(); ++i) {
            const JsonValue& item = list.items[i];
            const std::string path = "thresholds[" + std::to_string(i) + ']';
            if (!item.is(Type::String)) {
                fail(path, item, "must be text, such as \"deny_ratio < 0.05\"");
                continue;
            }
            Result<Threshold> threshold = parseThreshold(item.text);
            if (threshold)
                m_scenario.thresholds.push_back(*std::move(threshold));
            else
                fail(path, item, threshold.error().message);
        }
    }

    void readTimeline(const JsonValue& list)
    {
        if (!list.is(Type::Array)) {
            fail("timeline", list, "must be a list, not " + std::string(nameOf(list.type)));
            return;
        }
        for (std::size_t i = 0; i < list.items.size(); ++i) {
            const std::string path = "timeline[" + std::to_string(i) + ']';
            if (list.items[i].is(Type::Object))
                m_scenario.timeline.push_back(readEntry(path, list.items[i]));
            else
                fail(path, list.items[i],
                     "must be an object such as {\"at\": \"10s\", \"burst\": 30}");
        }
    }

    TimelineEntry readEntry(const std::string& path, const JsonValue& object)
    {
        TimelineEntry entry;
        bool hasTime = false;
        eachMember(path, object, [&](const std::string& full, const JsonValue& value) {
            const std::string key = full.substr(path.size() + 1);
            if (key == "at") {
                hasTime = true;
                readTime(full, value, entry);
            } else if (key == "burst") {
                readBurst(full, value, entry);
            } else if (key == "set") {
                readSet(full, value, entry);
            } else {
                const std::vector<std::string> known = {"at", "burst", "set"};
                fail(full, value, "unknown key" + didYouMean(key, known));
            }
        });
        if (!hasTime)
            fail(path + ".at", object, "is missing");
        return entry;
    }

    void readTime(const std::string& path, const JsonValue& value, TimelineEntry& entry)
    {
        if (!value.is(Type::String)) {
            fail(path, value,
                 "must be text, such as \"10s\"; it is " + std::string(nameOf(value.type)));
            return;
        }
        if (const Parsed<Nanos> at = parseDuration(value.text))
            entry.at = *at;
        else
            fail(path, value, at.error());
    }

    void readBurst(const std::string& path, const JsonValue& value, TimelineEntry& entry)
    {
        const Parsed<std::int64_t> count =
            value.is(Type::Number) ? parseCount(value.text, 1, 1'000'000)
                                   : tl::unexpected(std::string("must be a number, such as 30"));
        if (count)
            entry.changes.emplace_back(BurstChange{static_cast<std::uint32_t>(*count)});
        else
            fail(path, value, count.error());
    }

    /// The values are checked by validate(), which knows what the entries before left.
    void readSet(const std::string& path, const JsonValue& value, TimelineEntry& entry)
    {
        if (!value.is(Type::Object)) {
            fail(path, value, "must be an object such as {\"limiter.refill\": \"5/s\"}");
            return;
        }
        eachMember(path, value, [&](const std::string& full, const JsonValue& item) {
            const std::string target = full.substr(path.size() + 1);
            const Field* const field = findField(m_fields, target);
            const bool isValue = item.is(Type::String) || item.is(Type::Number);
            if (!isValue || (field && item.is(Type::Number) && field->form == FieldForm::Text) ||
                (field && item.is(Type::String) && field->form == FieldForm::Number))
                fail(full, item, field ? wrongType(*field, item) : "must be text or a number");
            else
                entry.changes.emplace_back(SetChange{target, item.text});
        });
    }

    Scenario m_scenario;
    std::vector<Field> m_fields;
    Problems m_problems;
};

} // namespace

tl::expected<Scenario, Problems> parseScenario(const std::string& json)
{
    const tl::expected<JsonValue, Problem> document = parseJson(json);
    if (!document)
        return tl::unexpected(Problems{document.error()});
    return ScenarioReader().read(*document);
}

} // namespace penstock
