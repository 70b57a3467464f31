// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/icons.h"

#include <QColor>
#include <QWidget>

#include <functional>

class QButtonGroup;
class QHBoxLayout;

namespace penstock {

struct Palette;

/// A row of choices of which one holds, as one control: Latency | In flight | Queue. Every segment
/// is a button with an accessible name; arrow keys move between them.
class SegmentedBar : public QWidget
{
    Q_OBJECT

public:
    using Tint = std::function<QColor(const Palette&)>; ///< of an icon; follows the theme

    explicit SegmentedBar(QWidget* parent = nullptr);

    /// @p name is its objectName. The first one added is checked.
    void addSegment(const QString& name, const QString& text, Icon icon = Icon::None,
                    Tint tint = {});
    void setCurrent(int index);
    int current() const;
    /// Height of the bar at type scale 1.
    void setBarHeight(int height);
    /// Over the whole width, every choice as wide as the others.
    void setStretched(bool isStretched);

signals:
    void currentChanged(int index);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QHBoxLayout* m_layout;
    QButtonGroup* m_group;
    int m_height = 20;
};

} // namespace penstock
