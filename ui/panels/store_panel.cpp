// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/store_panel.h"

#include "ui/controls/button.h"
#include "ui/controls/choice_box.h"
#include "ui/controls/control_grid.h"
#include "ui/session/connection_test.h"
#include "ui/session/run_session.h"

#include <QHBoxLayout>
#include <QLineEdit>

namespace penstock {

namespace {

const QString kServer = QStringLiteral("server");
const QString kScenario; ///< what the scenario says

} // namespace

StorePanel::StorePanel(RunSession& session, QWidget* parent)
    : RunPanel(session, parent), m_choice(new ChoiceBox(this)), m_address(new QLineEdit),
      m_testButton(new Button(ButtonKind::Outlined, Icon::None, tr("Test the connection"))),
      m_result(new Caption)
{
    addHeading(tr("Store"));
    m_choice->setObjectName(QStringLiteral("store"));
    m_choice->addItem(tr("As the scenario says"), kScenario);
    m_choice->addItem(tr("Private Redis"), QStringLiteral("private"));
    m_choice->addItem(tr("Embedded store"), QStringLiteral("embedded"));
    m_choice->addItem(tr("Redis at an address"), kServer);
    column().addWidget(new LabelledRow(tr("Decides"), m_choice, this));
    m_address->setObjectName(QStringLiteral("store.address"));
    m_address->setPlaceholderText(QStringLiteral("redis://localhost:6379"));
    m_addressRow = new LabelledRow(tr("Address"), m_address, this);
    m_addressRow->hide();
    column().addWidget(m_addressRow);
    m_testButton->setObjectName(QStringLiteral("store.test"));
    m_result->setObjectName(QStringLiteral("store.result"));
    auto* line = new QHBoxLayout;
    line->setContentsMargins(grid::kLabel + grid::kReset + 2 * grid::kGap, 4, 0, 4);
    line->addWidget(m_testButton);
    line->addStretch();
    column().addLayout(line);
    m_result->setContentsMargins(grid::kLabel + grid::kReset + 2 * grid::kGap, 0, 0, 4);
    m_result->hide();
    column().addWidget(m_result);
    connect(m_choice, &QComboBox::activated, this, [this] {
        m_addressRow->setVisible(m_choice->currentData() == kServer);
        if (m_choice->currentData() == kServer && m_address->text().isEmpty())
            m_address->setFocus();
        else
            take();
    });
    connect(m_address, &QLineEdit::returnPressed, this, &StorePanel::take);
    connect(m_testButton, &Button::clicked, this, &StorePanel::test);
}

StorePanel::~StorePanel() = default;

std::string StorePanel::chosenText() const
{
    const QString choice = m_choice->currentData().toString();
    if (choice == kScenario)
        return toText(session().base().store);
    return (choice == kServer ? m_address->text().trimmed() : choice).toStdString();
}

void StorePanel::take()
{
    if (m_choice->currentData().toString() == kScenario) {
        session().chooseStore(std::nullopt);
        return;
    }
    const Result<StoreSpec> spec = parseStoreSpec(chosenText());
    m_result->setVisible(!spec);
    m_result->setWarning(!spec);
    if (spec)
        session().chooseStore(*spec);
    else
        m_result->setText(QString::fromStdString(spec.error().message));
}

void StorePanel::test()
{
    StoreSpec spec = session().base().store;
    if (m_choice->currentData().toString() != kScenario) {
        const Result<StoreSpec> chosen = parseStoreSpec(chosenText());
        if (!chosen) {
            take();
            return;
        }
        spec = *chosen;
    }
    m_result->setWarning(false);
    m_result->setText(tr("Asking ..."));
    m_result->show();
    m_testButton->setEnabled(false);
    m_test = std::make_unique<ConnectionTest>(spec);
}

void StorePanel::poll()
{
    if (m_test == nullptr)
        return;
    const std::optional<ConnectionTest::Answer> answer = m_test->poll();
    if (!answer)
        return;
    m_result->setWarning(!answer->isGood);
    m_result->setText(answer->text);
    m_testButton->setEnabled(true);
    m_test.reset();
}

void StorePanel::refresh()
{
    const std::optional<StoreSpec>& chosen = session().chosenStore();
    QString choice = kScenario;
    if (chosen) {
        const bool isServer = chosen->kind == StoreSpec::Kind::Server;
        choice = isServer ? kServer : QString::fromStdString(toText(*chosen));
        if (isServer && m_address->text().isEmpty())
            m_address->setText(QString::fromStdString(toText(*chosen)));
    }
    m_choice->select(choice);
    m_addressRow->setVisible(choice == kServer);
}

} // namespace penstock
