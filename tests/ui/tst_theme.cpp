// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/unit_test.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/theme/theme_controller.h"

#include <QApplication>
#include <QImage>
#include <QLineEdit>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

namespace penstock {

class TestTheme : public UnitTest
{
    Q_OBJECT

private slots:
    void contrasts_data();
    void contrasts();
    void everyIconPaintsInsideItsBox();
    void choiceReachesWidgets();
    void presentationEnlargesType();
    void choicesHaveWords();
};

namespace {

const Palette& paletteOf(ThemeId id)
{
    static const std::array<Theme, 3> themes{makeTheme(ThemeId::Light), makeTheme(ThemeId::Dark),
                                             makeTheme(ThemeId::HighContrast)};
    return themes[static_cast<std::size_t>(id)].colors;
}

} // namespace

void TestTheme::contrasts_data()
{
    QTest::addColumn<ThemeId>("id");
    QTest::addColumn<double>("leastText");
    QTest::newRow("light") << ThemeId::Light << 4.5;
    QTest::newRow("dark") << ThemeId::Dark << 4.5;
    QTest::newRow("high contrast") << ThemeId::HighContrast << 7.0;
}

void TestTheme::contrasts()
{
    QFETCH(ThemeId, id);
    QFETCH(double, leastText);
    const Palette& c = paletteOf(id);
    const auto check = [](const char* what, const QColor& a, const QColor& b, double least) {
        const double ratio = contrastRatio(a, b);
        QVERIFY2(ratio >= least, qPrintable(QStringLiteral("%1: %2 on %3 is %4, not %5")
                                                .arg(QLatin1String(what), a.name(), b.name())
                                                .arg(ratio)
                                                .arg(least)));
    };
    for (const QColor& ground : {c.canvas, c.surface, c.input, c.soft, c.hover}) {
        check("text", c.text, ground, leastText);
        check("muted", c.muted, ground, leastText);
        check("accent text", c.accentText, ground, leastText);
        check("deny text", c.denyText, ground, leastText);
    }
    check("button", c.onAccent, c.accent, leastText);
    check("hovered button", c.onAccent, c.accentHover, leastText);
    check("text in a message", c.text, c.denySoft, leastText);
    check("deny text in a message", c.denyText, c.denySoft, leastText);
    check("text on water", c.onWater, c.waterTop, id == ThemeId::HighContrast ? 4.5 : 3.0);
    for (const QColor& mark : {c.allow, c.deny, c.offered, c.reference, c.p50, c.p99, c.accent})
        check("mark", mark, c.surface, 3.0);
}

void TestTheme::everyIconPaintsInsideItsBox()
{
    for (int i = 1; i < kIconCount; ++i) {
        QImage image(32, 32, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        paintIcon(painter, static_cast<Icon>(i), QRectF(8, 8, 16, 16), Qt::black);
        painter.end();
        int inside = 0;
        int outside = 0;
        for (int y = 0; y < 32; ++y) {
            for (int x = 0; x < 32; ++x) {
                if (qAlpha(image.pixel(x, y)) > 0)
                    ++(QRect(8, 8, 16, 16).contains(x, y) ? inside : outside);
            }
        }
        QVERIFY2(inside > 8, qPrintable(QString::number(i)));
        QVERIFY2(outside == 0, qPrintable(QString::number(i)));
    }
}

void TestTheme::choiceReachesWidgets()
{
    ThemeController controller(*qApp);
    QLineEdit field;
    field.show();
    QSignalSpy changed(&controller, &ThemeController::changed);
    controller.setChoice(ThemeChoice::Dark);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(themeOf(field).colors, darkPalette());
    QTRY_COMPARE(field.palette().color(QPalette::Base), darkPalette().input);
    controller.setChoice(ThemeChoice::HighContrast);
    QCOMPARE(themeOf(field).id, ThemeId::HighContrast);
    QTRY_COMPARE(field.grab().toImage().pixelColor(field.width() / 2, field.height() / 2),
                 highContrastPalette().input);
    // The offscreen platform has a light palette.
    controller.setChoice(ThemeChoice::System);
    QCOMPARE(themeOf(field).id, ThemeId::Light);
}

void TestTheme::presentationEnlargesType()
{
    ThemeController controller(*qApp);
    QLineEdit field;
    field.show();
    const int height = field.sizeHint().height();
    QCOMPARE(height, 26);
    controller.setTypeScale(1.5);
    QTRY_COMPARE(field.font().pixelSize(), 18);
    QCOMPARE(field.sizeHint().height(), 39);
    QCOMPARE(themeOf(field).font(TextRole::Headline).pixelSize(), 29);
}

void TestTheme::choicesHaveWords()
{
    for (const ThemeChoice choice :
         {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::HighContrast})
        QCOMPARE(parseThemeChoice(toText(choice)), choice);
    QVERIFY(!parseThemeChoice(QStringLiteral("blue")));
}

} // namespace penstock

QTEST_MAIN(penstock::TestTheme)
#include "tst_theme.moc"
