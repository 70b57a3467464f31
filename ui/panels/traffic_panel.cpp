// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/traffic_panel.h"

#include "ui/controls/choice_box.h"
#include "ui/session/run_session.h"

namespace penstock {

namespace {

RowSpec countRow(const char* path, const QString& label, const QString& help, const QString& noun,
                 std::int64_t least, std::int64_t most, std::int64_t standard)
{
    return {QLatin1String(path),
            label,
            help,
            noun,
            ValueScale(ParameterUnit::Count, ParameterValue::ofCount(least),
                       ParameterValue::ofCount(most)),
            ParameterValue::ofCount(standard)};
}

} // namespace

TrafficPanel::TrafficPanel(RunSession& session, QWidget* parent) : RunPanel(session, parent)
{
    addHeading(tr("Traffic"));
    addRow({QStringLiteral("traffic.rate"),
            tr("Arrival rate"),
            tr("Requests that arrive per second in an open loop."),
            {},
            ValueScale(ParameterUnit::Rate, ParameterValue::of(Rate{}),
                       ParameterValue::of(Rate::perSecond(10'000))),
            ParameterValue::of(Rate::perSecond(8))});
    ChoiceBox& pattern = addChoice(tr("Pattern"), QStringLiteral("traffic.pattern"));
    pattern.addItem(tr("Poisson"), QStringLiteral("poisson"));
    pattern.addItem(tr("Constant"), QStringLiteral("constant"));
    addRow(countRow("workers", tr("Workers"), tr("How many ask and work at the same time."),
                    tr("at once"), 1, 256, 10));
    addRow({QStringLiteral("work"),
            tr("Work time"),
            tr("How long an allowed request is worked on."),
            {},
            ValueScale(ParameterUnit::Duration, ParameterValue::of(Micros(0)),
                       ParameterValue::of(Micros(10'000'000))),
            ParameterValue::of(Micros(100'000))});
    ChoiceBox& loop = addChoice(tr("Loop"), QStringLiteral("traffic.loop"));
    loop.addItem(tr("Open: they arrive"), QStringLiteral("open"));
    loop.addItem(tr("Closed: when free"), QStringLiteral("closed"));
    loop.setToolTip(tr("Open: requests arrive whatever the workers do. Closed: a worker takes the "
                       "next request as soon as it is free. A change starts a new run."));
    addRow(countRow("traffic.queue", tr("Queue"),
                    tr("Most requests that wait for a worker; more are shed. A change starts a new "
                       "run."),
                    {}, 1, 100'000, 1000));
    addRow(countRow("traffic.burst", tr("Burst"), tr("How many requests the Burst button sends."),
                    {}, 1, 10'000, 30));
}

void TrafficPanel::refresh()
{
    RunPanel::refresh();
    const bool isOpen = session().scenario().traffic.loop == Loop::Open;
    for (const char* path : {"traffic.rate", "traffic.pattern", "traffic.queue"}) {
        if (auto* row = findChild<QWidget*>(QLatin1String(path)))
            row->setEnabled(isOpen);
    }
}

} // namespace penstock
