// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/open_trace_here.h"

#include "app/desktop/slice_place.h"
#include "app/desktop/timeline/timeline_view.h"

#include <QApplication>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace lanescope::desktop::fixture {
namespace {

void write(const QString& path, std::string_view text)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0)
        qFatal("cannot write %s", qPrintable(path));
}

} // namespace

void failOnQtWarnings()
{
    // The offscreen platform says these of windows with a size limit, docks and menus; no user ever sees them.
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support ).*$")));
}

LoadedTrace loadText(std::string_view trace, std::string_view annotations, TrackView view)
{
    // Lives until the process ends: traces read their bytes late.
    static const QTemporaryDir folder;
    static int number = 0;
    const QString stem = folder.filePath(QString::number(++number));
    OpenRequest request;
    request.trace = (stem + QStringLiteral(".json")).toStdString();
    request.discoverAnnotations = false;
    write(stem + QStringLiteral(".json"), trace);
    if (!annotations.empty()) {
        const QString path = stem + QStringLiteral(".annotations.json");
        write(path, annotations);
        request.annotations = path.toStdString();
    }
    auto loadedTrace = loadTrace(request, view, JobControl());
    if (!loadedTrace)
        qFatal("%s", loadedTrace.error().message.c_str());
    return *std::move(loadedTrace);
}

QString realTrace(const QString& fileName)
{
    return QStringLiteral(LANESCOPE_TEST_DATA "/real/") + fileName;
}

bool openSampleIn(MainWindow& window)
{
    window.resize(1400, 900);
    window.show();
    QApplication::setActiveWindow(&window);
    window.openSample();
    return QTest::qWaitFor([&window] { return window.document().hasTrace() && !window.loadJob().isRunning(); }, 20000);
}

EventId eventNamed(const Trace& trace, std::string_view name)
{
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        if (trace.name(idAt<EventId>(i)) == name)
            return idAt<EventId>(i);
    }
    qFatal("no event is named so");
    return kNoEvent;
}

QPoint pointOn(MainWindow& window, EventId event)
{
    TimelinePlot& plot = window.timeline().plot();
    const auto place = placeOf(*window.document().arrangement(), event);
    const auto row = place ? plot.scene().rowOf(*place) : std::nullopt;
    if (!row)
        return {};
    const Trace& trace = *window.document().opened()->trace;
    const QRect canvas = plot.canvasRect();
    const TimeScale scale(window.document().visibleRange(), canvas.width());
    const double middlePx = (scale.toPx(trace.beginNs(event)) + scale.toPx(trace.endNs(event))) / 2;
    const Row& rowPlace = plot.scene().layout().rows[*row];
    const QPoint point(canvas.left() + static_cast<int>(std::floor(middlePx)),
                       canvas.top() + rowPlace.yPx - plot.scrollPx() + rowPlace.heightPx / 2);
    return canvas.contains(point) ? point : QPoint();
}

} // namespace lanescope::desktop::fixture
