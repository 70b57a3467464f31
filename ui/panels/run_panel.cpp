// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/run_panel.h"

#include "ui/controls/choice_box.h"
#include "ui/controls/control_grid.h"
#include "ui/controls/value_text.h"
#include "ui/session/run_session.h"

namespace penstock {

namespace {

/// A slider acts within 100 ms, and a drag leaves a handful of marks, not hundreds.
constexpr auto kPace = std::chrono::milliseconds(80);

} // namespace

RunPanel::RunPanel(RunSession& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins({});
    m_column->setSpacing(0);
    m_pace.setSingleShot(true);
    m_pace.setInterval(kPace);
    connect(&m_pace, &QTimer::timeout, this, &RunPanel::flush);
}

void RunPanel::addHeading(const QString& text)
{
    m_column->addWidget(new SectionHeading(text, this));
}

ParameterRow& RunPanel::addRow(const RowSpec& spec)
{
    auto* row = new ParameterRow(spec, this);
    m_column->addWidget(row);
    m_units[spec.path] = row->unit();
    connect(row, &ParameterRow::picked, this,
            [this](const QString& path, const ParameterValue& value) {
                m_waiting[path] = value;
                if (!m_pace.isActive())
                    flush();
            });
    return *row;
}

ChoiceBox& RunPanel::addChoice(const QString& label, const QString& path)
{
    auto* box = new ChoiceBox(this);
    box->setObjectName(path);
    m_column->addWidget(new LabelledRow(label, box, this));
    connect(box, &QComboBox::activated, this,
            [this, box, path] { set(path, box->currentData().toString()); });
    return *box;
}

void RunPanel::flush()
{
    if (m_waiting.empty())
        return;
    const auto waiting = std::exchange(m_waiting, {});
    for (const auto& [path, value] : waiting)
        set(path, QString::fromStdString(toScenarioText(m_units.at(path), value)));
    m_pace.start();
}

void RunPanel::set(const QString& path, const QString& value)
{
    const Result<void> taken = m_session.setValue(path, value);
    showProblem(path, taken ? QString() : QString::fromStdString(taken.error().message));
}

void RunPanel::showProblem(const QString& path, const QString& problem)
{
    if (auto* row = findChild<ParameterRow*>(path))
        row->setProblem(problem);
}

void RunPanel::refresh()
{
    const Scenario& now = m_session.scenario();
    const Scenario& base = m_session.base();
    for (ParameterRow* row : findChildren<ParameterRow*>()) {
        const std::string path = row->path().toStdString();
        if (const Result<std::string> text = getValue(base, path)) {
            if (const auto value = fromScenarioText(row->unit(), *text))
                row->setStandard(*value);
        }
        const Result<std::string> text = getValue(now, path);
        if (!text || m_waiting.contains(row->path()))
            continue;
        if (const auto value = fromScenarioText(row->unit(), *text))
            row->setAmount(*value);
    }
    for (ChoiceBox* box : findChildren<ChoiceBox*>()) {
        if (const Result<std::string> text = getValue(now, box->objectName().toStdString()))
            box->select(QString::fromStdString(*text));
    }
}

void RunPanel::setCompact(bool isCompact)
{
    m_isCompact = isCompact;
    applyCompact();
}

void RunPanel::applyCompact()
{
    for (auto* row : findChildren<ParameterRow*>())
        row->setCompact(m_isCompact);
    for (auto* row : findChildren<LabelledRow*>())
        row->setCompact(m_isCompact);
    for (auto* heading : findChildren<SectionHeading*>())
        heading->setCompact(m_isCompact);
}

} // namespace penstock
