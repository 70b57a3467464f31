// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/limiter_panel.h"

#include "core/limit/algorithm.h"
#include "ui/controls/choice_box.h"
#include "ui/session/run_session.h"

namespace penstock {

namespace {

QString fromView(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

RowSpec costRow()
{
    const ParameterSpec spec{.id = "cost",
                             .label = "Cost",
                             .help = "Tokens that one request asks for.",
                             .unit = ParameterUnit::Tokens,
                             .least = ParameterValue::of(MicroTokens::fromMicros(100'000)),
                             .most = ParameterValue::of(MicroTokens::fromTokens(100)),
                             .standard = ParameterValue::of(MicroTokens::fromTokens(1))};
    return makeRowSpec(QStringLiteral("limiter.cost"), spec);
}

} // namespace

LimiterPanel::LimiterPanel(RunSession& session, QWidget* parent) : RunPanel(session, parent)
{
    addHeading(tr("Limiter"));
    m_choice = &addChoice(tr("Algorithm"), QStringLiteral("limiter.algorithm"));
    for (const Algorithm* algorithm : catalogue()) {
        m_choice->addItem(fromView(algorithm->title), fromView(algorithm->id));
        m_choice->setItemData(m_choice->count() - 1, fromView(algorithm->summary), Qt::ToolTipRole);
    }
}

void LimiterPanel::makeRows(const Algorithm& algorithm)
{
    m_algorithm = &algorithm;
    for (ParameterRow* row : findChildren<ParameterRow*>())
        delete row;
    for (const ParameterSpec& spec : algorithm.parameters)
        addRow(makeRowSpec(QStringLiteral("limiter.") % fromView(spec.id), spec));
    addRow(costRow());
    applyCompact();
}

void LimiterPanel::refresh()
{
    const Algorithm* algorithm = session().scenario().limiter.limit.algorithm;
    if (algorithm != nullptr && algorithm != m_algorithm)
        makeRows(*algorithm);
    RunPanel::refresh();
}

} // namespace penstock
