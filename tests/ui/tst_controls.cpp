// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/units.h"
#include "tests/support/unit_test.h"
#include "ui/controls/button.h"
#include "ui/controls/log_slider.h"
#include "ui/controls/message_bar.h"
#include "ui/controls/parameter_row.h"
#include "ui/controls/value_field.h"
#include "ui/theme/theme_controller.h"

#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <memory>

namespace penstock {

class TestControls : public UnitTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void arrowsGoToTheNextSensibleValue();
    void clickOnTheGrooveJumps();
    void wheelNeedsTheFocus();
    void typedValueIsTakenAsItIs();
    void nonsenseIsSaidInline();
    void escapeTakesBack();
    void typingIsLeftAloneByNewValues();
    void resetShowsOnlyWhenChanged();
    void screenReaderHearsUnits();
    void buttonWithMenu();
    void messageBar();

private:
    QLineEdit* edit() { return m_row->findChild<QLineEdit*>(); }
    QString shown() { return edit()->text(); }
    void wheel(QWidget* target, int notches);

    std::unique_ptr<ThemeController> m_theme;
    std::unique_ptr<QWidget> m_window;
    ParameterRow* m_row = nullptr;
    LogSlider* m_slider = nullptr;
    ValueField* m_field = nullptr;
};

void TestControls::initTestCase()
{
    m_theme = std::make_unique<ThemeController>(*qApp);
}

void TestControls::init()
{
    UnitTest::init();
    const ParameterSpec spec{.id = "refill",
                             .label = "Refill",
                             .help = "Tokens added per second",
                             .unit = ParameterUnit::Rate,
                             .least = ParameterValue::of(Rate{}),
                             .most = ParameterValue::of(Rate::perSecond(10'000)),
                             .standard = ParameterValue::of(Rate::perSecond(10))};
    m_window = std::make_unique<QWidget>();
    auto* layout = new QVBoxLayout(m_window.get());
    m_row = new ParameterRow(makeRowSpec(QStringLiteral("limiter.refill"), spec));
    layout->addWidget(m_row);
    m_window->resize(318, 60);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_slider = m_row->findChild<LogSlider*>(QStringLiteral("limiter.refill.slider"));
    m_field = m_row->findChild<ValueField*>(QStringLiteral("limiter.refill.field"));
    QVERIFY(m_slider != nullptr && m_field != nullptr);
}

void TestControls::cleanup()
{
    m_window.reset();
}

void TestControls::wheel(QWidget* target, int notches)
{
    const QPointF at = target->rect().center();
    QWheelEvent event(at, target->mapToGlobal(at), {}, QPoint(0, 120 * notches), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(target, &event);
}

void TestControls::arrowsGoToTheNextSensibleValue()
{
    QSignalSpy picked(m_row, &ParameterRow::picked);
    m_slider->setFocus();
    QTest::keyClick(m_slider, Qt::Key_Right);
    QCOMPARE(shown(), QStringLiteral("12.0 /s"));
    QTest::keyClick(m_slider, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(shown(), QStringLiteral("12.1 /s"));
    QTest::keyClick(m_slider, Qt::Key_PageUp);
    QCOMPARE(shown(), QStringLiteral("20.0 /s"));
    QTest::keyClick(m_slider, Qt::Key_Home);
    QCOMPARE(shown(), QStringLiteral("0.0 /s"));
    QTest::keyClick(m_slider, Qt::Key_End);
    QCOMPARE(
        shown(),
        QStringLiteral("10000.0 /s").replace(QStringLiteral("10000"), QStringLiteral("10,000")));
    QCOMPARE(picked.count(), 5);
    QCOMPARE(picked.last().at(1).value<ParameterValue>(),
             ParameterValue::of(Rate::perSecond(10'000)));
    // At the end a further press is no change.
    QTest::keyClick(m_slider, Qt::Key_Right);
    QCOMPARE(picked.count(), 5);
}

void TestControls::clickOnTheGrooveJumps()
{
    QTest::mouseClick(m_slider, Qt::LeftButton, {},
                      QPoint(m_slider->width() - 3, m_slider->height() / 2));
    QCOMPARE(m_row->amount(), ParameterValue::of(Rate::perSecond(10'000)));
    QTest::mouseClick(m_slider, Qt::LeftButton, {}, QPoint(2, m_slider->height() / 2));
    QCOMPARE(m_row->amount(), ParameterValue::of(Rate{}));
}

void TestControls::wheelNeedsTheFocus()
{
    m_field->clearFocus();
    m_slider->clearFocus();
    wheel(m_slider, 1);
    wheel(m_field, 1);
    QCOMPARE(shown(), QStringLiteral("10.0 /s"));
    m_slider->setFocus();
    wheel(m_slider, 1);
    QCOMPARE(shown(), QStringLiteral("12.0 /s"));
    m_field->setFocus();
    wheel(m_field, -1);
    QCOMPARE(shown(), QStringLiteral("10.0 /s"));
}

void TestControls::typedValueIsTakenAsItIs()
{
    QSignalSpy picked(m_row, &ParameterRow::picked);
    m_field->setFocus();
    m_field->selectAll();
    QTest::keyClicks(m_field, QStringLiteral("12345.7/s"));
    QCOMPARE(picked.count(), 0); // not while typing
    QTest::keyClick(m_field, Qt::Key_Return);
    QCOMPARE(picked.count(), 1);
    QCOMPARE(picked[0][0].toString(), QStringLiteral("limiter.refill"));
    QCOMPARE(m_row->amount(), ParameterValue::of(Rate::reduced(123457, 10)));
    QCOMPARE(m_slider->value(), m_slider->maximum()); // beyond the scale
}

void TestControls::nonsenseIsSaidInline()
{
    QSignalSpy picked(m_row, &ParameterRow::picked);
    auto* problem = m_row->findChild<QLabel*>(QStringLiteral("limiter.refill.problem"));
    m_field->setFocus();
    m_field->selectAll();
    QTest::keyClicks(m_field, QStringLiteral("fast"));
    QTest::keyClick(m_field, Qt::Key_Return);
    QVERIFY(problem->isVisible());
    QVERIFY2(problem->text().contains(QStringLiteral("10/s")), qPrintable(problem->text()));
    QCOMPARE(picked.count(), 0);
    QCOMPARE(shown(), QStringLiteral("fast"));
    m_field->selectAll();
    QTest::keyClicks(m_field, QStringLiteral("7"));
    QTest::keyClick(m_field, Qt::Key_Return);
    QVERIFY(!problem->isVisible());
    QCOMPARE(shown(), QStringLiteral("7.0 /s"));
}

void TestControls::escapeTakesBack()
{
    m_field->setFocus();
    m_field->selectAll();
    QTest::keyClicks(m_field, QStringLiteral("99"));
    QTest::keyClick(m_field, Qt::Key_Escape);
    QCOMPARE(shown(), QStringLiteral("10.0 /s"));
}

void TestControls::typingIsLeftAloneByNewValues()
{
    m_field->setFocus();
    m_field->selectAll();
    QTest::keyClicks(m_field, QStringLiteral("99"));
    m_row->setAmount(ParameterValue::of(Rate::perSecond(3))); // the timeline of the run
    QCOMPARE(shown(), QStringLiteral("99"));
    QTest::keyClick(m_field, Qt::Key_Return);
    QCOMPARE(shown(), QStringLiteral("99.0 /s"));
}

void TestControls::resetShowsOnlyWhenChanged()
{
    auto* reset = m_row->findChild<QAbstractButton*>(QStringLiteral("limiter.refill.reset"));
    QVERIFY(!reset->isVisible());
    const int left = m_slider->x();
    QTest::keyClick(m_slider, Qt::Key_Right);
    QVERIFY(reset->isVisible());
    QCOMPARE(m_slider->x(), left); // its room was kept
    QTest::mouseClick(reset, Qt::LeftButton);
    QCOMPARE(shown(), QStringLiteral("10.0 /s"));
    QVERIFY(!reset->isVisible());
}

void TestControls::screenReaderHearsUnits()
{
    QAccessibleInterface* slider = QAccessible::queryAccessibleInterface(m_slider);
    QCOMPARE(slider->text(QAccessible::Name), QStringLiteral("Refill"));
    QCOMPARE(slider->text(QAccessible::Value), QStringLiteral("10.0 /s"));
    QCOMPARE(slider->role(), QAccessible::Slider);
    QAccessibleInterface* field = QAccessible::queryAccessibleInterface(m_field);
    QCOMPARE(field->text(QAccessible::Name), QStringLiteral("Refill"));
    QCOMPARE(field->text(QAccessible::Value), QStringLiteral("10.0 /s"));
}

void TestControls::buttonWithMenu()
{
    Button button(ButtonKind::Outlined, Icon::Bolt, QStringLiteral("Burst 30"));
    QMenu menu;
    menu.addAction(QStringLiteral("100"));
    button.setMenu(&menu, false);
    button.resize(button.sizeHint());
    button.show();
    QSignalSpy clicked(&button, &Button::clicked);
    QTest::mouseClick(&button, Qt::LeftButton, {}, QPoint(20, 15));
    QCOMPARE(clicked.count(), 1);
    QVERIFY(!menu.isVisible());
    QTest::mouseClick(&button, Qt::LeftButton, {}, QPoint(button.width() - 8, 15));
    QCOMPARE(clicked.count(), 1);
    QTRY_VERIFY(menu.isVisible());
    menu.close();
    const int wide = button.sizeHint().width();
    button.setIconOnly(true);
    QVERIFY(button.sizeHint().width() < wide);
    QCOMPARE(button.accessibleName(), QStringLiteral("Burst 30"));
}

void TestControls::messageBar()
{
    MessageBar bar;
    QSignalSpy acted(&bar, &MessageBar::acted);
    const Message message{.kind = Message::Kind::Warning,
                          .what = QStringLiteral("The store does not answer."),
                          .meaning = QStringLiteral("Requests pass <unprotected>."),
                          .next = QStringLiteral("It is asked again every half second."),
                          .action = QStringLiteral("Use the embedded store"),
                          .id = QStringLiteral("store")};
    bar.showMessage(message);
    QVERIFY(bar.isVisible());
    const auto* text = bar.findChild<QLabel*>(QStringLiteral("messageText"));
    QVERIFY(text->text().contains(QStringLiteral("&lt;unprotected&gt;"))); // no markup of others
    QTest::mouseClick(bar.findChild<QAbstractButton*>(QStringLiteral("messageAction")),
                      Qt::LeftButton);
    QCOMPARE(acted.count(), 1);
    bar.clear(QStringLiteral("feed"));
    QVERIFY(bar.isVisible());
    bar.clear(QStringLiteral("store"));
    QVERIFY(!bar.isVisible());
}

} // namespace penstock

QTEST_MAIN(penstock::TestControls)
#include "tst_controls.moc"
