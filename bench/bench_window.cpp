// SPDX-License-Identifier: GPL-3.0-or-later
// What a frame of the window costs on the GUI thread: 9 series of 300 points, the strip, headline,
// workers and log, while a synthetic source feeds the recorder. Offscreen; real painting. The
// counter gui_share is the part of one core that 30 frames a second take.
#include "tests/support/synthetic_run.h"
#include "ui/charts/chart_card.h"
#include "ui/headline/headline_card.h"
#include "ui/log/log_panel.h"
#include "ui/theme/theme_controller.h"
#include "ui/workers/worker_row.h"

#include <QApplication>
#include <QVBoxLayout>

#include <benchmark/benchmark.h>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

constexpr Nanos kFrame = 33'333'333ns;

struct Views
{
    QWidget window;
    HeadlineCard headline;
    ChartCard charts;
    WorkerRow workers;
    LogPanel log;

    Views()
    {
        auto* column = new QVBoxLayout(&window);
        column->addWidget(&headline);
        column->addWidget(&charts, 1);
        column->addWidget(&workers);
        column->addWidget(&log);
        log.setFixedHeight(LogPanel::kHeight);
        window.resize(962, 726); // what 1280 x 800 leaves beside the panel
        window.show();
    }
};

Frame frameOf(const SyntheticRun& run)
{
    return {1, run.history(), run.status(), run.scenario(), run.labels(), run.keys(), run.now()};
}

enum Part
{
    All,
    Charts,
    Headline,
    Log
};

void setFrame(Views& views, const Frame& frame, int part)
{
    if (part == All || part == Charts)
        views.charts.setFrame(frame);
    if (part == All || part == Headline)
        views.headline.setFrame(frame);
    if (part == All || part == Log)
        views.log.setFrame(frame);
    if (part == All)
        views.workers.setFrame(frame);
}

/// Args: decisions per second, seconds of the window, part.
void frame(benchmark::State& state)
{
    SyntheticRun run({.perSecond = static_cast<double>(state.range(0)),
                      .workers = 64,
                      .capacity = MicroTokens::fromTokens(20'000),
                      .refill = Rate::perSecond(state.range(0) * 3 / 4)});
    Views views;
    views.charts.setSpan(std::chrono::seconds(state.range(1)));
    const int part = static_cast<int>(state.range(2));
    run.advanceTo(32s);
    for (auto _ : state) {
        state.PauseTiming();
        run.advanceTo(run.now() + kFrame);
        state.ResumeTiming();
        setFrame(views, frameOf(run), part);
        QCoreApplication::processEvents(); // layout and painting
    }
    state.counters["gui_share"] =
        benchmark::Counter(static_cast<double>(state.iterations()) / 30,
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

BENCHMARK(frame)
    ->ArgNames({"per_s", "window_s", "part"})
    ->Args({8, 30, All})
    ->Args({50'000, 30, All})
    ->Args({50'000, 30, Charts})
    ->Args({50'000, 30, Headline})
    ->Args({50'000, 30, Log})
    ->Args({50'000, 60, All})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->Iterations(150);

} // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const ThemeController theme(application);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
