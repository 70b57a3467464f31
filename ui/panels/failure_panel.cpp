// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/failure_panel.h"

#include "ui/controls/control_grid.h"
#include "ui/session/run_session.h"
#include "ui/widgets/segmented_bar.h"

#include <QSignalBlocker>

namespace penstock {

FailurePanel::FailurePanel(RunSession& session, QWidget* parent)
    : RunPanel(session, parent), m_policy(new SegmentedBar(this)), m_meaning(new Caption({}, this))
{
    addHeading(tr("On store failure"));
    m_policy->setObjectName(QStringLiteral("limiter.on_store_failure"));
    m_policy->setAccessibleName(tr("On store failure"));
    m_policy->setBarHeight(26);
    m_policy->addSegment(QStringLiteral("failOpen"), tr("Fail open"));
    m_policy->addSegment(QStringLiteral("failClosed"), tr("Fail closed"));
    m_policy->setStretched(true);
    m_meaning->setObjectName(QStringLiteral("failureMeaning"));
    m_meaning->setContentsMargins(0, 8, 0, 0);
    column().addWidget(m_policy);
    column().addWidget(m_meaning);
    connect(m_policy, &SegmentedBar::currentChanged, this, [this](int index) {
        set(QStringLiteral("limiter.on_store_failure"),
            index == 0 ? QStringLiteral("fail_open") : QStringLiteral("fail_closed"));
    });
}

void FailurePanel::refresh()
{
    const bool isOpen = session().scenario().limiter.onStoreFailure == FailPolicy::FailOpen;
    const QSignalBlocker blocker(m_policy);
    m_policy->setCurrent(isOpen ? 0 : 1);
    m_meaning->setText(isOpen ? tr("If the store does not answer, requests pass\nand are counted "
                                   "apart from allowed ones.")
                              : tr("If the store does not answer, requests are\nrefused and are "
                                   "counted apart from denied ones."));
}

} // namespace penstock
