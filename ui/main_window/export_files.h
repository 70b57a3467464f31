// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/error.h"
#include "ui/controls/message.h"

#include <QObject>
#include <QString>

class QWidget;

namespace penstock {

class ChartCard;

/// Writes what the charts show into a file that the user names, and says how it went. GUI thread.
class ExportFiles final : public QObject
{
    Q_OBJECT

public:
    ExportFiles(ChartCard& charts, QWidget& window);

    void askAndWriteData();
    /// @p scale 1 to 4: the picture is that much larger than the window.
    void askAndWritePicture(int scale);

signals:
    void messageRaised(const penstock::Message& message);

private:
    void report(const QString& path, const Result<void>& written);

    ChartCard& m_charts;
    QWidget& m_window;
};

} // namespace penstock
