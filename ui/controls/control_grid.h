// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QString>

namespace penstock {

/// The grid that all rows of the left panel share, in px before scaling: label 72, reset icon 14,
/// slider, field 91, gap 8.
namespace grid {

inline constexpr int kLabel = 72;
inline constexpr int kReset = 14;
inline constexpr int kField = 91;
inline constexpr int kGap = 8;
inline constexpr int kMargin = 16; ///< from the region's edges
inline constexpr int kRow = 34;
inline constexpr int kCompactRow = 28;
inline constexpr int kHeading = 38;
inline constexpr int kCompactHeading = 27;

} // namespace grid

/// A row of @p label and any widget that spans slider and field. @p widget becomes a child.
class LabelledRow final : public QWidget
{
    Q_OBJECT

public:
    LabelledRow(const QString& label, QWidget* widget, QWidget* parent = nullptr);

    void setCompact(bool isCompact);

protected:
    void changeEvent(QEvent* event) override;

private:
    void applySizes();

    QLabel* m_label;
    bool m_isCompact = false;
};

/// The bold heading of a section, its text at the bottom.
class SectionHeading final : public QLabel
{
    Q_OBJECT

public:
    explicit SectionHeading(const QString& text, QWidget* parent = nullptr);

    void setCompact(bool isCompact);

protected:
    void changeEvent(QEvent* event) override;

private:
    void applySizes();

    bool m_isCompact = false;
};

/// Small text in the muted colour or, when it says that something is wrong, in the orange one.
/// Wraps and never widens its parent.
class Caption final : public QLabel
{
    Q_OBJECT

public:
    explicit Caption(const QString& text = {}, QWidget* parent = nullptr);

    void setWarning(bool isWarning);

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyTheme();

    bool m_isWarning = false;
    bool m_isApplying = false;
};

} // namespace penstock
