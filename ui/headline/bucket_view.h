// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>

class QPainterPath;

namespace penstock {

struct Theme;

/// What the drawing of the bucket shows.
struct BucketLevel
{
    std::optional<double> tokens; ///< none: not known, then no water and no number
    double capacity = 0;          ///< 0: the limit is no bucket
    double refill = 0;            ///< per second
    double allowed = 0;           ///< per second
    bool isStoreDown = false;     ///< then the gate lets pass what the bucket does not know of
    double phase = 0;             ///< of the wave, in turns

    friend bool operator==(const BucketLevel&, const BucketLevel&) = default;
};

/// The bucket: a pipe that refills, a tapered tank with its level, a gate and what it lets out.
/// Drawn on a grid of 158 x 86, scaled to the widget's height.
class BucketView : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kWidth = 158;
    static constexpr int kHeight = 86;

    explicit BucketView(QWidget* parent = nullptr);

    void setLevel(const BucketLevel& level);
    const BucketLevel& level() const { return m_level; }
    void setScale(double scale); ///< 1, or 0.62 in a small window

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintPipes(QPainter& painter, const Theme& theme) const;
    void paintWater(QPainter& painter, const Theme& theme) const;
    void paintNumber(QPainter& painter, const Theme& theme) const;
    void paintRates(QPainter& painter, const Theme& theme) const;
    double surface() const; ///< y of the water
    QPainterPath water() const;

    BucketLevel m_level;
    double m_scale = 1;
};

} // namespace penstock
