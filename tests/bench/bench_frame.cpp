// SPDX-License-Identifier: GPL-3.0-or-later
// How long the timeline takes to draw, against 100 000 fillRect of 1 to 3 pixels in the same run: the ratios are what
// counts. Drives the window's own plot without a screen. `bench_frame [MB] [runs]`, 200 and 5 unless said; 200 MB are
// about 400 000 events. Linked with the GPL parts of the window.
#include "app/desktop/timeline/timeline_plot.h"
#include "app/desktop/trace_document.h"
#include "tests/bench/synthetic_trace.h"

#include "core/annotate/read_annotations.h"
#include "core/load/read_chrome_json.h"
#include "core/query/diagnose.h"

#include <fmt/format.h>

#include <QApplication>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <random>
#include <vector>

using namespace lanescope;
using namespace lanescope::desktop;

namespace {

constexpr QSize kCanvas{1600, 900};
constexpr int kRects = 100'000;

double milliseconds(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

double medianMs(int runs, const std::function<void()>& work)
{
    std::vector<double> times;
    for (int i = 0; i < runs; ++i)
        times.push_back(milliseconds(work));
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

double fillRectsMs(int runs)
{
    QImage image(kCanvas, QImage::Format_ARGB32_Premultiplied);
    std::mt19937 random(1);
    std::vector<QRect> rects;
    std::vector<QColor> colors;
    for (int i = 0; i < kRects; ++i) {
        rects.emplace_back(static_cast<int>(random() % 1597), static_cast<int>(random() % 45) * 20,
                           1 + static_cast<int>(random() % 3), 19);
        colors.push_back(QColor::fromRgb(static_cast<QRgb>(random()) | 0xff000000U));
    }
    return medianMs(runs, [&] {
        QPainter painter(&image);
        for (int i = 0; i < kRects; ++i)
            painter.fillRect(rects[static_cast<std::size_t>(i)], colors[static_cast<std::size_t>(i)]);
    });
}

LoadedTrace makeTrace(std::uint64_t sizeBytes)
{
    bench::SyntheticTrace made = bench::makeSyntheticTrace(sizeBytes);
    const std::uint64_t textBytes = made.json.size();
    auto trace = readChromeJson({"synthetic", textBytes, false, contentInMemory(std::move(made.json))}, JobControl());
    auto annotations = readAnnotationsJson(made.annotations);
    if (!trace || !annotations) {
        fmt::print(stderr, "the synthetic trace cannot be read\n");
        std::exit(1);
    }
    auto opened = std::make_shared<OpenedTrace>();
    opened->trace = *std::move(trace);
    opened->annotations = std::make_shared<AnnotationSet>(*std::move(annotations));
    opened->joined = *joinTrace(opened->trace, opened->annotations, JobControl());
    LoadedTrace loaded;
    loaded.arrangement = *arrange(opened->joined, TrackView::Recorded, JobControl());
    loaded.workOfPhase.resize(opened->joined->phases.size());
    loaded.diagnoses = std::make_shared<const std::vector<Diagnosis>>();
    loaded.arrows = std::make_shared<const ArrowIndex>(*ArrowIndex::of(*opened->joined, JobControl()));
    loaded.opened = std::move(opened);
    return loaded;
}

void print(const char* what, double ms, double baseMs)
{
    fmt::print("{:<44}{:>10.2f}{:>8.2f}\n", what, ms, ms / baseMs);
}

// The slowest of all zooms from the whole trace down to a microsecond a pixel.
double worstFrameMs(TraceDocument& document, TimelinePlot& plot, int runs)
{
    const TimeRange all = document.fittedRange();
    double worst = 0;
    for (TimeNs lengthNs = all.durationNs(); lengthNs > kCanvas.width() * 1000; lengthNs /= 3) {
        const TimeNs beginNs = all.beginNs + (all.durationNs() - lengthNs) / 2;
        TimeNs shiftNs = 0;
        worst = std::max(worst, medianMs(runs, [&] {
                             // Another range each time: nothing of the frame before can be used again.
                             shiftNs += std::max<TimeNs>(lengthNs / 7, 1);
                             document.setVisibleRange({beginNs + shiftNs, beginNs + shiftNs + lengthNs});
                             plot.replot(QCustomPlot::rpImmediateRefresh);
                         }));
    }
    return worst;
}

double panMs(TraceDocument& document, TimelinePlot& plot, int runs)
{
    const TimeRange all = document.fittedRange();
    const TimeNs lengthNs = all.durationNs() / 10;
    document.setVisibleRange({all.beginNs, all.beginNs + lengthNs});
    plot.replot(QCustomPlot::rpImmediateRefresh);
    return medianMs(runs * 4, [&] {
        document.pan(lengthNs / kCanvas.width() * 5);
        plot.replot(QCustomPlot::rpImmediateRefresh);
    });
}

double filterMs(TraceDocument& document, TimelinePlot& plot, int runs)
{
    document.fitAll();
    int number = 0;
    return medianMs(runs, [&] {
        TraceFilter filter;
        filter.text = ++number % 2 == 0 ? "dur>20us" : "gemm";
        bool isThere = false;
        const auto connection =
            QObject::connect(&document, &TraceDocument::filteredChanged, [&isThere] { isThere = true; });
        document.setFilter(filter);
        while (!isThere)
            QApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QObject::disconnect(connection);
        plot.replot(QCustomPlot::rpImmediateRefresh);
    });
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const std::uint64_t sizeBytes = (argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200) << 20;
    const int runs = argc > 2 ? std::atoi(argv[2]) : 5;
    TraceDocument document;
    TimelinePlot plot(document);
    plot.resize(kCanvas);
    plot.show();
    document.setTrace(makeTrace(sizeBytes));
    const double base = fillRectsMs(runs);
    fmt::print("{} events; 100k fillRect: {:.2f} ms\n", document.opened()->trace->eventCount(), base);
    fmt::print("{:<44}{:>10}{:>8}\n", "", "ms", "ratio");
    print("frame, worst zoom", worstFrameMs(document, plot, runs), base);
    print("pan by pixels", panMs(document, plot, runs), base);
    print("filter to the first changed frame", filterMs(document, plot, runs), base);
}
