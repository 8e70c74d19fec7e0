// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/command_line.h"
#include "app/desktop/dropped_files.h"
#include "app/desktop/load_job.h"
#include "app/desktop/main_window.h"
#include "app/desktop/open_request.h"
#include "app/desktop/render/render_picture.h"
#include "app/desktop/settings/language.h"
#include "app/desktop/style/icons.h"
#include "app/desktop/text.h"
#include "app/desktop/trace_document.h"
#include "core/viewport/time_text.h"

#include <QApplication>

#include <cstdio>
#include <cstdlib>

namespace lanescope::desktop {
namespace {

constexpr int kFine = 0;
constexpr int kInputAtFault = 1;
constexpr int kWrongUsage = 2;

int fail(const std::string& message, int status = kInputAtFault)
{
    std::fprintf(stderr, "lanescope: %s\n", message.c_str());
    return status;
}

bool hasDisplay()
{
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
           qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

QtMessageHandler& previousHandler()
{
    static QtMessageHandler handler = nullptr;
    return handler;
}

bool& isStarting()
{
    static bool is = true;
    return is;
}

// In containers nobody sets XDG_RUNTIME_DIR, Qt copes by itself, and its warning would be a second line beside ours.
// When no display can be reached, Qt tells it in many lines and aborts.
void dropHarmlessWarnings(QtMsgType type, const QMessageLogContext& context, const QString& text)
{
    if (isStarting() && type == QtFatalMsg) {
        fail("no display can be reached (DISPLAY=" + qgetenv("DISPLAY").toStdString() +
             "); use --render FILE to draw a picture, or lanescope-cli");
        std::_Exit(kInputAtFault);
    }
    if (isStarting() && QByteArrayView(context.category).startsWith("qt.qpa"))
        return;
    if (!text.startsWith(QLatin1String("QStandardPaths: XDG_RUNTIME_DIR not set")))
        previousHandler()(type, context, text);
}

Result<OpenRequest> requestOf(const CommandLine& line)
{
    DroppedFiles files = sortDroppedFiles(line.files);
    if (files.traces.isEmpty())
        return failure(ErrorCode::NotATrace,
                       (files.annotations ? *files.annotations : files.provenance.first()).toStdString() +
                           ": is no trace, but belongs to one; give the trace too");
    if (line.annotations)
        files.annotations = line.annotations;
    files.provenance += line.provenance;
    return requestFor(files);
}

// Shows the part of the trace that was asked for. Errors: WrongUsage.
Result<void> showRange(TraceDocument& document, const TimeRangeText& text)
{
    const Trace& trace = *document.opened()->trace;
    const auto range = placeTimeRange(text, trace);
    if (!range)
        return failure(range.error().code, "--range: " + range.error().message);
    const TimeRange all = trace.fullRange();
    if (!range->overlaps({all.beginNs, all.endNs + 1}))
        return failure(ErrorCode::WrongUsage,
                       "--range: nothing of the trace lies there: it goes from 0 to " + durationText(all.endNs));
    document.setVisibleRange(*range);
    return {};
}

// Why a view that was asked for looks like the recorded one, nothing where it need not.
const char* emptyViewText(TrackView view, const JoinedTrace& joined)
{
    if (view == TrackView::Captured && !joined.hasCapturedLanes())
        return "--view captured: the annotations tell of no captured streams; drawn as recorded";
    if ((view == TrackView::Annotated || view == TrackView::ByRegion) && !joined.annotations)
        return "--view: the trace has no annotations; drawn as recorded";
    return nullptr;
}

int renderToFile(const CommandLine& line)
{
    const auto request = requestOf(line);
    if (!request)
        return fail(request.error().message);
    // Nothing else runs here: no window waits.
    const auto loadedTrace = loadTrace(*request, line.view.value_or(TrackView::Recorded), JobControl());
    if (!loadedTrace)
        return fail(loadedTrace.error().message);
    for (const Finding& finding : loadedTrace->opened->warnings)
        std::fprintf(stderr, "lanescope: warning: %s\n", finding.line().c_str());
    if (const char* text = emptyViewText(line.view.value_or(TrackView::Recorded), *loadedTrace->opened->joined))
        std::fprintf(stderr, "lanescope: warning: %s\n", text);
    TraceDocument document;
    document.setTrace(*loadedTrace);
    if (line.range) {
        if (const auto shown = showRange(document, *line.range); !shown)
            return fail(shown.error().message, kWrongUsage);
    }
    PictureOptions options;
    options.theme = resolvedKind(line.theme.value_or(ThemeChoice::Light));
    options.sizePx = line.size;
    if (line.filter) {
        FilterConditions conditions;
        conditions.text = line.filter->toStdString();
        const auto filtered = filterArrangement(document.arrangement(), conditions, JobControl());
        if (!filtered)
            return fail(filtered.error().message, kWrongUsage);
        options.filtered = *filtered;
        options.filterText = *line.filter;
    }
    const auto written = renderPicture(document, *line.picture, options);
    return written ? kFine : fail(written.error().message);
}

int runWindow(const CommandLine& line)
{
    MainWindow window;
    if (line.theme)
        window.useThemeOnce(*line.theme);
    if (line.size)
        window.resize(*line.size);
    window.show();
    if (!line.files.isEmpty())
        window.openFiles(line.files, line.annotations, line.provenance);
    return QApplication::exec();
}

} // namespace
} // namespace lanescope::desktop

int main(int argc, char** argv)
{
    using namespace lanescope::desktop;
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    const CommandLine line = parseCommandLine(arguments);
    if (line.outcome != CommandLine::Outcome::Run) {
        const bool isHelp = line.outcome == CommandLine::Outcome::PrintAndExit;
        std::fprintf(isHelp ? stdout : stderr, isHelp ? "%s" : "%s\n", line.text.toLocal8Bit().constData());
        return isHelp ? kFine : kWrongUsage;
    }
    if (!line.picture && !hasDisplay())
        return fail("there is no display; use --render FILE to draw a picture, or lanescope-cli");
    if (line.picture && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");

    previousHandler() = qInstallMessageHandler(dropHarmlessWarnings);
    QApplication application(argc, argv);
    isStarting() = false;
    QApplication::setApplicationName(QStringLiteral("lanescope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Lanescope"));
    QApplication::setOrganizationName(QStringLiteral("lanescope"));
    QApplication::setApplicationVersion(QStringLiteral(LANESCOPE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("lanescope"));
    loadResources();
    useLanguage(line.language.value_or(desktopLanguage()));
    QApplication::setWindowIcon(programIcon());
    return line.picture ? renderToFile(line) : runWindow(line);
}
