// SPDX-License-Identifier: GPL-3.0-or-later
// How long the real window takes to draw 54 lanes, to filter, and how long it does not answer while a trace loads,
// without a screen; frames against 100k fillRect calls of 1 to 3 px in the same run. `bench_frames [million events]
// [runs]`, 1 and 5 unless said; 10 make a file of about a gigabyte.
#include "app/desktop/main_window.h"
#include "app/desktop/style/icons.h"
#include "app/desktop/timeline/timeline_view.h"
#include "tests/bench/bench_files.h"

#include <QApplication>
#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QImage>
#include <QPainter>
#include <QTemporaryDir>
#include <QTimer>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <random>
#include <vector>

using namespace lanescope;
using namespace lanescope::bench;
using namespace lanescope::desktop;

namespace {

constexpr std::size_t kLanes = 54;
constexpr std::size_t kLanesAStream = 9;
constexpr QSize kWindow(1920, 1300); // so high that no lane has to be scrolled to
constexpr std::array<const char*, 5> kKernels{"gemm_bf16_128x128", "layer_norm", "softmax_warp_forward",
                                              "vectorized_elementwise_kernel", "flash_fwd_splitkv"};

double milliseconds(const QElapsedTimer& timer)
{
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

// What something took by the clock, and of this thread's processor: on a busy machine only the latter is steady.
struct Took {
    double ms = 0;
    double processorMs = 0;
};

class Stopwatch {
public:
    Stopwatch() : m_processorMs(processorMs()) { m_clock.start(); }
    [[nodiscard]] Took took() const { return {milliseconds(m_clock), processorMs() - m_processorMs}; }

private:
    static double processorMs()
    {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
    }

    double m_processorMs;
    QElapsedTimer m_clock;
};

Took medianOf(const std::vector<Took>& times)
{
    const auto median = [&](double Took::*member) {
        std::vector<double> values;
        for (const Took& took : times)
            values.push_back(took.*member);
        std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
        return values[values.size() / 2];
    };
    return {median(&Took::ms), median(&Took::processorMs)};
}

void printAgainst(const std::string& what, const Took& took, const Took& base)
{
    fmt::print("{}: {:.2f} ms, {:.2f}x ({:.2f} ms, {:.2f}x of processor time)\n", what, took.ms, took.ms / base.ms,
               took.processorMs, took.processorMs / base.processorMs);
}

// Kernels on a few streams, several at a time on each, in the order of their time.
void writeTrace(const std::filesystem::path& path, std::size_t events)
{
    std::mt19937_64 random(1);
    std::ofstream file(path, std::ios::binary);
    std::string text = "{\"traceEvents\": [";
    std::array<std::uint64_t, kLanes> freeAtNs{};
    for (std::size_t i = 0; i < events; ++i) {
        const std::size_t lane = i % kLanes;
        const std::uint64_t beginNs = freeAtNs[lane] + random() % 2000;
        const std::uint64_t lengthNs = 500 + random() % 8000;
        freeAtNs[lane] = beginNs + lengthNs;
        fmt::format_to(std::back_inserter(text),
                       "{}\n{{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"{}\",\"pid\":0,\"tid\":{},\"ts\":{}.{:03},"
                       "\"dur\":{}.{:03}}}",
                       i == 0 ? "" : ",", kKernels[random() % kKernels.size()], lane / kLanesAStream, beginNs / 1000,
                       beginNs % 1000, lengthNs / 1000, lengthNs % 1000);
        if (text.size() > (std::size_t{1} << 20)) {
            file << text;
            text.clear();
        }
    }
    file << text << "\n]}\n";
}

// 100k fillRect calls, the base of all figures.
class FillRects {
public:
    FillRects()
    {
        std::mt19937 random(1);
        for (int i = 0; i < 100'000; ++i)
            m_rects.emplace_back(static_cast<int>(random() % 1917), static_cast<int>(random() % 1060),
                                 1 + static_cast<int>(random() % 3), 18);
    }
    [[nodiscard]] Took draw()
    {
        const Stopwatch watch;
        QPainter painter(&m_image);
        QRgb color = 0xff3060a0;
        for (const QRect& rect : m_rects)
            painter.fillRect(rect, QColor::fromRgb(color++));
        painter.end();
        return watch.took();
    }

private:
    QImage m_image{1920, 1080, QImage::Format_ARGB32_Premultiplied};
    std::vector<QRect> m_rects;
};

// The longest time in which the event loop did not come round.
class Heartbeat {
public:
    Heartbeat()
    {
        QObject::connect(&m_timer, &QTimer::timeout, [this] { beat(); });
        m_sinceLast.start();
        m_timer.start(0);
    }
    [[nodiscard]] double longestMs()
    {
        beat();
        return m_longestMs;
    }

private:
    void beat()
    {
        m_longestMs = std::max(m_longestMs, milliseconds(m_sinceLast));
        m_sinceLast.restart();
    }

    QTimer m_timer;
    QElapsedTimer m_sinceLast;
    double m_longestMs = 0;
};

template<typename Object, typename Signal>
void waitFor(Object& object, Signal signal)
{
    QEventLoop loop;
    QObject::connect(&object, signal, &loop, [&] { loop.quit(); });
    loop.exec();
}

// Tells that a widget is being painted.
class PaintWatch : public QObject {
public:
    explicit PaintWatch(QWidget& widget) { widget.installEventFilter(this); }
    [[nodiscard]] bool isPainted() const { return m_isPainted; }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        m_isPainted = m_isPainted || event->type() == QEvent::Paint;
        return QObject::eventFilter(watched, event);
    }

private:
    bool m_isPainted = false;
};

// Lets the plot draw what was asked for, and the window show it.
void drawNow(MainWindow& window)
{
    const PaintWatch watch(window.timeline().plot());
    for (const QDeadlineTimer deadline(1000); !watch.isPainted() && !deadline.hasExpired();)
        QApplication::processEvents(QEventLoop::AllEvents);
    QApplication::processEvents();
}

Took frame(MainWindow& window, TimeRange range)
{
    const Stopwatch watch;
    window.document().setVisibleRange(range);
    drawNow(window);
    return watch.took();
}

struct WorstFrame {
    Took took;
    TimeNs rangeNs = 0;
    Took base; // what the base took in between: the machine's speed changes while this runs
};

// The slowest zoom by the median of its frames.
WorstFrame worstZoom(MainWindow& window, int runs)
{
    const TimeRange all = window.document().fittedRange();
    FillRects fillRects;
    std::vector<Took> bases;
    WorstFrame worst;
    for (TimeNs length = all.endNs - all.beginNs; length > 2000; length /= 2) {
        std::vector<Took> times;
        for (int run = 0; run < runs; ++run) {
            const TimeNs begin = all.beginNs + (all.endNs - all.beginNs - length) / (runs + 1) * run;
            window.document().setVisibleRange({begin + length / 2, begin + length}); // so that there is a change
            drawNow(window);
            times.push_back(frame(window, {begin, begin + length}));
            bases.push_back(fillRects.draw());
        }
        if (const Took took = medianOf(times); took.ms > worst.took.ms)
            worst = {took, length, {}};
    }
    worst.base = medianOf(bases);
    return worst;
}

Took pan(MainWindow& window, TimeNs rangeNs, int runs)
{
    const TimeRange all = window.document().fittedRange();
    const TimeNs pixelNs = std::max<TimeNs>(1, rangeNs / window.timeline().plot().canvasRect().width());
    TimeNs begin = all.beginNs + (all.endNs - all.beginNs - rangeNs) / 2;
    std::vector<Took> times;
    (void)frame(window, {begin, begin + rangeNs});
    for (int run = 0; run < runs * 10; ++run) {
        begin += 3 * pixelNs;
        times.push_back(frame(window, {begin, begin + rangeNs}));
    }
    return medianOf(times);
}

double filterMilliseconds(MainWindow& window, const char* text)
{
    TraceFilter filter;
    filter.text = text;
    QElapsedTimer timer;
    timer.start();
    window.document().setFilter(filter);
    waitFor(window.document(), &TraceDocument::filteredChanged);
    drawNow(window);
    const double ms = milliseconds(timer);
    window.document().setFilter({});
    drawNow(window);
    return ms;
}

struct Opening {
    double seconds = 0;
    double silentMs = 0;
};

// Up to the first frame.
Opening openIn(MainWindow& window, const QString& path)
{
    QElapsedTimer timer;
    timer.start();
    Heartbeat heartbeat;
    window.openFiles({path});
    waitFor(window.loadJob(), &LoadJob::ended);
    drawNow(window);
    return {milliseconds(timer) / 1e3, heartbeat.longestMs()};
}

void measure(double millionEvents, int runs)
{
    const TemporaryFolder folder;
    const auto path = folder.path("frames.json");
    writeTrace(path, static_cast<std::size_t>(millionEvents * 1e6));
    MainWindow window;
    window.resize(kWindow);
    window.show();
    QApplication::processEvents();

    fmt::print("{:g} M events, {:.0f} MB\n", millionEvents,
               static_cast<double>(std::filesystem::file_size(path)) / 1e6);
    for (const char* which : {"first", "second"}) { // the first one makes the panels
        const auto [seconds, silentMs] = openIn(window, QString::fromStdString(path.string()));
        fmt::print("{} opening: {:.2f} s, the window never longer silent than {:.1f} ms\n", which, seconds, silentMs);
    }
    if (!window.document().hasTrace())
        return;
    const WorstFrame worst = worstZoom(window, runs);
    const Took& base = worst.base;
    printAgainst("100k fillRect", base, base);
    printAgainst(fmt::format("frame, worst zoom ({} us shown)", worst.rangeNs / 1000), worst.took, base);
    printAgainst("pan by 3 px there", pan(window, worst.rangeNs, runs), base);
    for (const char* text : {"name:gemm*", "dur>5us", "stream:7 dur>5us"})
        fmt::print("filter {}: {:.1f} ms to the first changed frame\n", text, filterMilliseconds(window, text));
}

} // namespace

int main(int argc, char** argv)
{
    const double millionEvents = argc > 1 ? std::strtod(argv[1], nullptr) : 1;
    const int runs = argc > 2 ? std::atoi(argv[2]) : 5;
    if (!(millionEvents > 0) || runs < 1) {
        fmt::print(stderr, "usage: bench_frames [million events] [runs]\n");
        return 2;
    }
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const QTemporaryDir home; // nothing of the user's is read or written
    qputenv("XDG_CONFIG_HOME", home.path().toLocal8Bit());
    const QApplication application(argc, argv);
    loadResources();
    measure(millionEvents, runs);
    return 0;
}
