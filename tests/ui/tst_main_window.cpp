// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/unit_test.h"
#include "tests/ui/session_fixture.h"
#include "ui/controls/parameter_row.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/window_settings.h"
#include "ui/theme/theme_controller.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSettings>
#include <QTest>

#include <memory>

using namespace std::chrono_literals;

namespace penstock {

class TestMainWindow : public UnitTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void paintsBeforeTheStoreIsUp();
    void spacePausesAndRuns();
    void singleKeysAreOffInFields();
    void focusedButtonTakesSpace();
    void burstKeySendsTheBurst();
    void resetKeyStartsANewRun();
    void sliderActs();
    void refusedValueIsSaidInItsRow();
    void anotherScenario();
    void storeDownIsInlineAndGoes();
    void badgeLeadsToTheStore();
    void smallWindow();
    void presentation();
    void shortcutsOverlay();
    void copyCommandLine();
    void settingsAreKept();
    void everyControlHasAName();

private:
    template <class T>
    T* find(const char* name)
    {
        T* found = m_window->findChild<T*>(QLatin1String(name));
        if (found == nullptr)
            qFatal("no widget called %s", name);
        return found;
    }
    QString fieldText(const char* path)
    {
        return find<ParameterRow>(path)->findChild<QLineEdit*>()->text();
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QWidget* focus = QApplication::focusWidget();
        QTest::keyClick(focus != nullptr ? focus : m_window.get(), key, modifiers);
    }
    void makeWindow();

    std::unique_ptr<ThemeController> m_theme;
    std::unique_ptr<SessionFixture> m_fixture;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

void TestMainWindow::initTestCase()
{
    m_theme = std::make_unique<ThemeController>(*qApp);
}

void TestMainWindow::makeWindow()
{
    m_window = std::make_unique<MainWindow>(*m_fixture->session, *m_theme, *m_settings);
    m_window->resize(1280, 800);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TestMainWindow::init()
{
    UnitTest::init();
    m_fixture = std::make_unique<SessionFixture>();
    m_settings = std::make_unique<QSettings>(
        m_fixture->folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    QVERIFY(m_fixture->open());
    makeWindow();
    QVERIFY(m_fixture->pass(1s));
}

void TestMainWindow::cleanup()
{
    m_window.reset();
    m_settings.reset();
    m_fixture.reset();
    m_theme->setTypeScale(1.0);
    m_theme->setChoice(ThemeChoice::System);
}

void TestMainWindow::paintsBeforeTheStoreIsUp()
{
    SessionFixture waiting;
    waiting.world.store = StoreStatus::State::Starting;
    QVERIFY(waiting.open());
    MainWindow window(*waiting.session, *m_theme, *m_settings);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QVERIFY(waiting.pass(2s));
    auto* text = window.findChild<QLabel*>(QStringLiteral("messageText"));
    QTRY_VERIFY(text->isVisible());
    QVERIFY2(text->text().contains(QStringLiteral("Waiting for the store")),
             qPrintable(text->text()));
    waiting.world.store = StoreStatus::State::Ready;
    QVERIFY(waiting.pass(1s));
    QTRY_VERIFY(!text->isVisible());
}

void TestMainWindow::spacePausesAndRuns()
{
    auto* button = find<QAbstractButton>("runButton");
    auto* step = find<QAbstractButton>("stepButton");
    QCOMPARE(button->text(), QStringLiteral("Pause"));
    QVERIFY(!step->isEnabled());
    press(Qt::Key_Space);
    QTRY_COMPARE(button->text(), QStringLiteral("Run"));
    QVERIFY(step->isEnabled());
    const std::uint64_t before = m_fixture->session->frame().history.totals.requests();
    press(Qt::Key_Period);
    QVERIFY(m_fixture->pass(1ms));
    QTRY_COMPARE(m_fixture->session->frame().history.totals.requests(), before + 1);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE(button->text(), QStringLiteral("Pause"));
}

void TestMainWindow::singleKeysAreOffInFields()
{
    auto* url = find<QLineEdit>("feed.url");
    url->setFocus();
    url->selectAll();
    const std::size_t runs = m_fixture->world.started.size();
    QTest::keyClicks(url, QStringLiteral("r b.l1 "));
    QCOMPARE(url->text(), QStringLiteral("r b.l1 "));
    QCOMPARE(m_fixture->world.started.size(), runs);
    QCOMPARE(m_fixture->session->status().state, RunState::Running);
    QVERIFY(m_fixture->session->changes().empty());
    url->setText(m_fixture->feedPath);
}

void TestMainWindow::focusedButtonTakesSpace()
{
    auto* closed = find<QAbstractButton>("failClosed");
    closed->setFocus();
    press(Qt::Key_Space);
    QTRY_COMPARE(m_fixture->session->scenario().limiter.onStoreFailure, FailPolicy::FailClosed);
    QCOMPARE(m_fixture->session->status().state, RunState::Running);
}

void TestMainWindow::burstKeySendsTheBurst()
{
    const std::uint64_t before = m_fixture->session->frame().history.totals.requests();
    press(Qt::Key_B);
    QVERIFY(m_fixture->pass(1ms));
    QVERIFY(m_fixture->session->frame().history.totals.requests() >= before + 30);
    QVERIFY(find<QAbstractButton>("burstButton")->text().contains(QStringLiteral("30")));
}

void TestMainWindow::resetKeyStartsANewRun()
{
    const std::uint64_t run = m_fixture->session->frame().run;
    press(Qt::Key_R);
    QTRY_VERIFY(m_fixture->session->frame().run > run);
}

void TestMainWindow::sliderActs()
{
    auto* slider = find<QWidget>("limiter.capacity.slider");
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_PageUp);
    QCOMPARE(fieldText("limiter.capacity"), QStringLiteral("50 tokens"));
    QTRY_COMPARE(findValue(m_fixture->session->scenario().limiter.limit, "capacity")->tokens(),
                 MicroTokens::fromTokens(50));
    // A drag leaves a handful of changes, and the last value.
    const std::size_t before = m_fixture->session->changes().size();
    for (int x = 10; x < slider->width(); x += 2)
        QTest::mouseMove(slider, QPoint(x, slider->height() / 2));
    QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(10, slider->height() / 2));
    for (int x = 10; x < slider->width(); ++x) {
        QMouseEvent move(QEvent::MouseMove, QPointF(x, 8), slider->mapToGlobal(QPointF(x, 8)),
                         Qt::LeftButton, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(slider, &move);
    }
    QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(slider->width() - 1, 8));
    QTRY_COMPARE(findValue(m_fixture->session->scenario().limiter.limit, "capacity")->tokens(),
                 MicroTokens::fromTokens(100'000));
    QVERIFY(m_fixture->session->changes().size() - before < 20);
}

void TestMainWindow::refusedValueIsSaidInItsRow()
{
    auto* row = find<ParameterRow>("workers");
    auto* field = row->findChild<QLineEdit*>();
    auto* problem = find<QLabel>("workers.problem");
    field->parentWidget()->setFocus();
    field->selectAll();
    QTest::keyClicks(field->parentWidget(), QStringLiteral("0"));
    QTest::keyClick(field->parentWidget(), Qt::Key_Return);
    QTRY_VERIFY(problem->isVisible());
    QVERIFY(problem->text().contains(QStringLiteral("workers")));
    QCOMPARE(m_fixture->session->scenario().workers, 10U);
}

void TestMainWindow::anotherScenario()
{
    // A file with the feed of the fixture: nothing here may ask for a real address.
    Scenario scenario = *loadScenario("article");
    scenario.feed.url = m_fixture->feedPath.toStdString();
    const QString path = m_fixture->folder.filePath(QStringLiteral("mine.json"));
    QVERIFY(ScenarioFile(path).save(scenario));
    m_settings->setValue(QStringLiteral("scenario/recentFiles"), QStringList{path});
    m_window.reset();
    makeWindow();
    auto* choice = find<QComboBox>("scenario");
    const int index = choice->findData(path);
    QVERIFY(index > 0);
    // As a click on the entry does.
    choice->setCurrentIndex(index);
    emit choice->activated(index);
    QCOMPARE(m_fixture->session->source(), path);
    QCOMPARE(find<QComboBox>("limiter.algorithm")->currentData().toString(),
             QStringLiteral("article"));
    QCOMPARE(fieldText("limiter.capacity"), QStringLiteral("5 tokens"));
    QCOMPARE(find<QComboBox>("scenario")->currentData().toString(), path);
}

void TestMainWindow::storeDownIsInlineAndGoes()
{
    auto* bar = find<QWidget>("messageBar");
    QVERIFY(!bar->isVisible());
    m_fixture->world.store = StoreStatus::State::Down;
    QVERIFY(m_fixture->pass(1s));
    QTRY_VERIFY(bar->isVisible());
    QVERIFY(QApplication::activeModalWidget() == nullptr);
    QVERIFY(find<QAbstractButton>("storeBadge")->accessibleName().contains(QStringLiteral("down")));
    m_fixture->world.store = StoreStatus::State::Ready;
    QVERIFY(m_fixture->pass(1s));
    QTRY_VERIFY(!bar->isVisible());
}

void TestMainWindow::badgeLeadsToTheStore()
{
    QTest::mouseClick(find<QAbstractButton>("storeBadge"), Qt::LeftButton);
    QTRY_VERIFY(find<QComboBox>("store")->hasFocus());
    auto* area = find<QScrollArea>("sidePanel");
    const QRect box(find<QComboBox>("store")->mapTo(area, QPoint()),
                    find<QComboBox>("store")->size());
    QVERIFY(area->rect().contains(box));
}

void TestMainWindow::smallWindow()
{
    auto* step = find<QAbstractButton>("stepButton");
    auto* side = find<QWidget>("sidePanel");
    const int wide = step->width();
    QCOMPARE(side->width(), 318);
    m_window->resize(1024, 640);
    QTRY_COMPARE(m_window->width(), 1024); // nothing sets a larger least width
    QTRY_VERIFY(step->width() < wide);
    QCOMPARE(side->width(), 306);
    QCOMPARE(find<QAbstractButton>("spanButton")->text(), QStringLiteral("30 s"));
    QCOMPARE(step->accessibleName(), QStringLiteral("Step"));
}

void TestMainWindow::presentation()
{
    auto* side = find<QWidget>("sidePanel");
    press(Qt::Key_F11);
    QTRY_VERIFY(!side->isVisible());
    QVERIFY(m_theme->theme().typeScale > 1.0);
    press(Qt::Key_F11);
    QTRY_VERIFY(side->isVisible());
    QCOMPARE(m_theme->theme().typeScale, 1.0);
}

void TestMainWindow::shortcutsOverlay()
{
    auto* overlay = find<QWidget>("shortcutsOverlay");
    QVERIFY(!overlay->isVisible());
    press(Qt::Key_F1);
    QTRY_VERIFY(overlay->isVisible());
    QVERIFY(overlay->accessibleDescription().contains(QStringLiteral("Space: Run or pause")));
    press(Qt::Key_Escape);
    QTRY_VERIFY(!overlay->isVisible());
}

void TestMainWindow::copyCommandLine()
{
    find<QAction>("copyCommand")->trigger();
    QVERIFY(QApplication::clipboard()->text().startsWith(
        QStringLiteral("penstock-cli run first-look ")));
    QVERIFY(find<QWidget>("messageBar")->isVisible());
}

void TestMainWindow::settingsAreKept()
{
    find<QAction>("theme.dark")->trigger();
    QCOMPARE(m_theme->theme().id, ThemeId::Dark);
    m_window->close();
    m_window.reset();
    m_theme->setChoice(ThemeChoice::Light);
    const WindowSettings kept = WindowSettings::read(*m_settings);
    QCOMPARE(kept.theme, ThemeChoice::Dark);
    QVERIFY(!kept.geometry.isEmpty());
    makeWindow();
    QCOMPARE(m_theme->theme().id, ThemeId::Dark);
    // What someone wrote into the file by hand does no harm.
    m_settings->setValue(QStringLiteral("window/theme"), QStringLiteral("pink"));
    m_settings->setValue(QStringLiteral("charts/spanSeconds"), -7);
    QCOMPARE(WindowSettings::read(*m_settings).theme, ThemeChoice::System);
    QCOMPARE(WindowSettings::read(*m_settings).span, Nanos(30s));
}

void TestMainWindow::everyControlHasAName()
{
    int count = 0;
    for (QWidget* widget : m_window->findChildren<QWidget*>()) {
        if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisibleTo(m_window.get()) ||
            widget->focusProxy() != nullptr)
            continue;
        QAccessibleInterface* access = QAccessible::queryAccessibleInterface(widget);
        QVERIFY2(
            !access->text(QAccessible::Name).isEmpty(),
            qPrintable(QStringLiteral("%1 %2 in %3")
                           .arg(QLatin1String(widget->metaObject()->className()),
                                widget->objectName(),
                                QLatin1String(widget->parentWidget()->metaObject()->className()))));
        ++count;
    }
    QVERIFY(count > 30);
}

} // namespace penstock

QTEST_MAIN(penstock::TestMainWindow)
#include "tst_main_window.moc"
