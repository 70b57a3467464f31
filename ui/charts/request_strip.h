// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_scene.h"
#include "ui/charts/mark_atlas.h"
#include "ui/charts/strip_layout.h"

#include <QWidget>

#include <optional>

namespace penstock {

/// A request that is ringed in the strip: the selected row of the log.
struct RingedRequest
{
    Nanos at{0};
    bool isAdmitted = false;

    friend bool operator==(const RingedRequest&, const RingedRequest&) = default;
};

/// Every request as a mark: let through as dots that stack upwards, refused as crosses downwards.
class RequestStrip : public QWidget
{
    Q_OBJECT

public:
    RequestStrip(const ChartScene& scene, QWidget* parent);

    void setGrid(const SeriesGrid& grid, Nanos now);
    void setRinged(std::optional<RingedRequest> ringed);
    void setCompact(bool isCompact);
    const StripLayout& layoutOfMarks() const { return m_layout; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double base() const;
    int rows(double room) const;
    double pitch(int marks, double room) const;
    void paintGutter(QPainter& painter) const;
    void paintColumns(QPainter& painter, const TimeAxis& axis);
    void paintRing(QPainter& painter, const TimeAxis& axis) const;

    const ChartScene& m_scene;
    StripLayout m_layout;
    std::optional<RingedRequest> m_ringed;
    MarkAtlas m_dots;
    MarkAtlas m_rings;
    MarkAtlas m_crosses;
    MarkAtlas m_squares;
    bool m_isCompact = false;
    std::uint64_t m_leastPerMark = 1;
    std::optional<Nanos> m_finerSince; ///< marks could be finer since then
};

} // namespace penstock
