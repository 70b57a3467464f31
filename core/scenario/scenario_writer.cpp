// SPDX-License-Identifier: MIT
// toJson: the whole document, keys in the order of the documentation.
#include "core/scenario/field.h"
#include "core/scenario/json.h"

namespace penstock {

namespace {

std::string valueText(FieldForm form, const std::string& text)
{
    const bool isDigits = text.find_first_not_of("0123456789.") == std::string::npos;
    const bool isBare = form == FieldForm::Number || (form == FieldForm::NumberOrWord && isDigits);
    return isBare ? text : quoteJson(text);
}

/// Writes members with their commas: `{ "a": 1, "b": 2 }` on one line, or one a line.
class MemberList
{
public:
    MemberList(std::string& out, std::string separator)
        : m_out(out), m_separator(std::move(separator))
    {
    }
    void add(std::string_view key, std::string_view value)
    {
        if (m_hasMembers)
            m_out += ',' + m_separator;
        m_hasMembers = true;
        ((m_out += quoteJson(key)) += ": ") += value;
    }

private:
    std::string& m_out;
    std::string m_separator;
    bool m_hasMembers = false;
};

/// All members of one group, such as "limiter", on one line.
std::string groupText(const Scenario& scenario, const std::vector<Field>& fields,
                      const std::string& prefix)
{
    std::string text = "{ ";
    MemberList members(text, " ");
    for (const Field& field : fields) {
        if (field.path.starts_with(prefix))
            members.add(field.path.substr(prefix.size()),
                        valueText(field.form, field.get(scenario)));
    }
    return text + " }";
}

std::string setText(const std::vector<Field>& fields, const std::vector<SetChange>& sets)
{
    std::string text = "{ ";
    MemberList members(text, " ");
    for (const SetChange& set : sets) {
        const Field* const field = findField(fields, set.path);
        members.add(set.path, valueText(field ? field->form : FieldForm::Text, set.value));
    }
    return text + " }";
}

/// One object can hold one burst and then one value a path; what does not fit starts another
/// object of the same time, so that the order of the changes is kept.
class TimelineWriter
{
public:
    TimelineWriter(const std::vector<Field>& fields, std::string& out)
        : m_fields(fields), m_out(out)
    {
    }

    void write(const TimelineEntry& entry)
    {
        m_at = quoteJson(toText(entry.at));
        for (const Change& change : entry.changes) {
            if (const auto* const burst = std::get_if<BurstChange>(&change)) {
                if (m_burst > 0 || !m_sets.empty())
                    flush();
                m_burst = burst->count;
                continue;
            }
            const auto& set = std::get<SetChange>(change);
            for (const SetChange& earlier : m_sets) {
                if (earlier.path == set.path) {
                    flush();
                    break;
                }
            }
            m_sets.push_back(set);
        }
        flush();
    }

private:
    void flush()
    {
        m_out += m_isFirst ? "\n    { " : ",\n    { ";
        m_isFirst = false;
        MemberList members(m_out, " ");
        members.add("at", m_at);
        if (m_burst > 0)
            members.add("burst", std::to_string(m_burst));
        if (!m_sets.empty())
            members.add("set", setText(m_fields, m_sets));
        m_out += " }";
        m_burst = 0;
        m_sets.clear();
    }

    const std::vector<Field>& m_fields;
    std::string& m_out;
    std::string m_at;
    std::uint32_t m_burst = 0;
    std::vector<SetChange> m_sets;
    bool m_isFirst = true;
};

std::string timelineText(const std::vector<Field>& fields,
                         const std::vector<TimelineEntry>& timeline)
{
    std::string text = "[";
    TimelineWriter writer(fields, text);
    for (const TimelineEntry& entry : timeline)
        writer.write(entry);
    return text + (timeline.empty() ? "]" : "\n  ]");
}

std::string thresholdsText(const std::vector<Threshold>& thresholds)
{
    std::string text = "[";
    for (const Threshold& threshold : thresholds)
        text += (text.size() == 1 ? " " : ", ") + quoteJson(toText(threshold));
    return text + (thresholds.empty() ? "]" : " ]");
}

} // namespace

std::string toJson(const Scenario& scenario)
{
    const std::vector<Field> fields = fieldsOf(scenario);
    std::string text = "{\n  ";
    MemberList members(text, "\n  ");
    members.add("format", std::to_string(Scenario::kFormat));
    std::string lastGroup;
    for (const Field& field : fields) {
        const std::size_t dot = field.path.find('.');
        if (dot == std::string::npos) {
            members.add(field.path, valueText(field.form, field.get(scenario)));
            continue;
        }
        const std::string group = field.path.substr(0, dot);
        if (group != lastGroup)
            members.add(group, groupText(scenario, fields, group + '.'));
        lastGroup = group;
    }
    members.add("timeline", timelineText(fields, scenario.timeline));
    members.add("thresholds", thresholdsText(scenario.thresholds));
    return text + "\n}\n";
}

} // namespace penstock
