// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/export_files.h"

#include "ui/charts/chart_card.h"
#include "ui/export/chart_export.h"

#include <QDir>
#include <QFileDialog>

namespace penstock {

ExportFiles::ExportFiles(ChartCard& charts, QWidget& window)
    : QObject(&window), m_charts(charts), m_window(window)
{
}

void ExportFiles::askAndWriteData()
{
    const QString path = QFileDialog::getSaveFileName(&m_window, tr("Export the data"),
                                                      QStringLiteral("penstock.csv"),
                                                      tr("Comma-separated values (*.csv)"));
    if (!path.isEmpty())
        report(path, exportCsv(m_charts, path));
}

void ExportFiles::askAndWritePicture(int scale)
{
    const QString path = QFileDialog::getSaveFileName(
        &m_window, tr("Export the charts"), QStringLiteral("penstock.png"), tr("Pictures (*.png)"));
    if (!path.isEmpty())
        report(path, exportPng(m_charts, path, scale));
}

void ExportFiles::report(const QString& path, const Result<void>& written)
{
    const QString id = QStringLiteral("export");
    if (written) {
        emit messageRaised(
            {.what = tr("Exported."), .meaning = QDir::toNativeSeparators(path), .id = id});
        return;
    }
    emit messageRaised(
        {.kind = Message::Kind::Warning,
         .what = tr("Nothing was exported."),
         .meaning = QString::fromStdString(written.error().message) % QLatin1Char('.'),
         .next = QString::fromStdString(written.error().hint),
         .id = id});
}

} // namespace penstock
