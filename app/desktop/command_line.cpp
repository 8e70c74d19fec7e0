// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/command_line.h"

#include "app/desktop/render/render_picture.h"
#include "app/desktop/settings/language.h"
#include "app/desktop/text.h"
#include "core/query/filter_expression.h"

#include <QCommandLineParser>

namespace lanescope::desktop {
namespace {

constexpr int kSmallestPicturePx = 64;
const QString kRange = QStringLiteral("range");
const QString kView = QStringLiteral("view");
const QString kFilter = QStringLiteral("filter");

constexpr char kHelp[] = R"(Usage: lanescope [OPTIONS] [FILES...]
Shows what the kernels of CUDA graphs were doing.

Arguments:
  FILES                   a Chrome trace (.json, .json.gz, .zip) and, if wanted, its annotation file; or several traces,
                          or a folder of them, as ranks on one axis

Options:
  -a, --annotations FILE  join this annotation file instead of the one found beside the trace
  --provenance FILE       show where kernels come from by this file of PyTorch's compiler instead of those found
                          beside the trace; may be given several times
  --render FILE           draw the timeline into FILE (.png, .svg or .pdf) without a screen and exit
  --range FROM:TO         of --render: the time to draw, from the trace's start, for example 1.5ms:20ms or 2s:
  --view recorded|annotated|captured|region|group
                          of --render: work on the streams it was recorded on (the default), that annotations name,
                          on lanes as the program forked and joined its streams while it captured, on a track for
                          each annotation title, or for each process group
  --filter EXPRESSION     of --render: dim what does not match, for example "ann:layer_* phase:backward"
  --theme light|dark      colours; default: what the settings say, light for pictures
  --lang en|de            language of the window or picture; default: the desktop's
  --size WxH              size of the window or picture in pixels, for example 1600x900
  -h, --help              print this text
  -v, --version           print the version
)";

CommandLine wrongUsage(const QString& text)
{
    CommandLine line;
    line.outcome = CommandLine::Outcome::WrongUsage;
    line.text = QStringLiteral("lanescope: %1 (see --help)").arg(text);
    return line;
}

CommandLine printed(const QString& text)
{
    CommandLine line;
    line.outcome = CommandLine::Outcome::PrintAndExit;
    line.text = text;
    return line;
}

std::optional<QSize> sizeOf(const QString& text)
{
    const QStringList parts = text.toLower().split(QLatin1Char('x'));
    if (parts.size() != 2)
        return std::nullopt;
    bool isWidth = false;
    bool isHeight = false;
    const QSize size(parts[0].toInt(&isWidth), parts[1].toInt(&isHeight));
    const auto fits = [](int px) { return kSmallestPicturePx <= px && px <= kLargestPicturePx; };
    return isWidth && isHeight && fits(size.width()) && fits(size.height()) ? std::optional(size) : std::nullopt;
}

// The options of pictures alone; nothing, or what is wrong.
std::optional<QString> readPictureOptions(const QCommandLineParser& parser, CommandLine& line)
{
    if (!line.picture) {
        for (const QString& option : {kRange, kView, kFilter}) {
            if (parser.isSet(option))
                return QStringLiteral("--%1 needs --render").arg(option);
        }
        return std::nullopt;
    }
    if (parser.isSet(kRange)) {
        const auto range = parseTimeRange(parser.value(kRange).toStdString());
        if (!range)
            return QStringLiteral("--range: ") + toQString(range.error().message);
        line.range = *range;
    }
    if (parser.isSet(kView)) {
        const QString name = parser.value(kView);
        if (name == QLatin1String("recorded"))
            line.view = TrackView::Recorded;
        else if (name == QLatin1String("annotated"))
            line.view = TrackView::Annotated;
        else if (name == QLatin1String("captured"))
            line.view = TrackView::Captured;
        else if (name == QLatin1String("region"))
            line.view = TrackView::ByRegion;
        else if (name == QLatin1String("group"))
            line.view = TrackView::ByProcessGroup;
        else
            return QStringLiteral("--view is recorded, annotated, captured, region or group, not “%1”").arg(name);
    }
    if (parser.isSet(kFilter)) {
        line.filter = parser.value(kFilter);
        if (const auto expression = parseFilterOption(line.filter->toStdString()); !expression)
            return toQString(expression.error().message);
    }
    return std::nullopt;
}

// What is missing for what was asked; nothing when all is there.
std::optional<QString> missing(const CommandLine& line)
{
    if (!line.files.isEmpty())
        return std::nullopt;
    if (line.picture)
        return QStringLiteral("--render needs a trace");
    if (line.annotations)
        return QStringLiteral("-a needs a trace");
    if (!line.provenance.isEmpty())
        return QStringLiteral("--provenance needs a trace");
    return std::nullopt;
}

} // namespace

CommandLine parseCommandLine(const QStringList& arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption annotations({QStringLiteral("a"), QStringLiteral("annotations")}, {},
                                         QStringLiteral("file"));
    const QCommandLineOption provenance(QStringLiteral("provenance"), {}, QStringLiteral("file"));
    const QCommandLineOption render(QStringLiteral("render"), {}, QStringLiteral("file"));
    const QCommandLineOption theme(QStringLiteral("theme"), {}, QStringLiteral("theme"));
    const QCommandLineOption size(QStringLiteral("size"), {}, QStringLiteral("size"));
    const QCommandLineOption range(kRange, {}, QStringLiteral("range"));
    const QCommandLineOption view(kView, {}, QStringLiteral("view"));
    const QCommandLineOption filter(kFilter, {}, QStringLiteral("expression"));
    const QCommandLineOption language(QStringLiteral("lang"), {}, QStringLiteral("code"));
    const QCommandLineOption help(QStringList{QStringLiteral("h"), QStringLiteral("help")});
    const QCommandLineOption version(QStringList{QStringLiteral("v"), QStringLiteral("version")});
    parser.addOptions({annotations, provenance, render, range, view, filter, theme, language, size, help, version});
    if (!parser.parse(arguments))
        return wrongUsage(parser.errorText());
    if (parser.isSet(help))
        return printed(QString::fromLatin1(kHelp));
    if (parser.isSet(version))
        return printed(QStringLiteral("lanescope %1\n").arg(QStringLiteral(LANESCOPE_VERSION)));

    CommandLine line;
    line.files = parser.positionalArguments();
    if (parser.isSet(annotations))
        line.annotations = parser.value(annotations);
    line.provenance = parser.values(provenance);
    if (parser.isSet(render))
        line.picture = parser.value(render);
    if (parser.isSet(theme)) {
        const QString name = parser.value(theme);
        if (name != QLatin1String("light") && name != QLatin1String("dark"))
            return wrongUsage(QStringLiteral("--theme is light or dark, not “%1”").arg(name));
        line.theme = name == QLatin1String("dark") ? ThemeChoice::Dark : ThemeChoice::Light;
    }
    if (parser.isSet(language)) {
        line.language = parser.value(language);
        if (!languages().contains(*line.language))
            return wrongUsage(
                QStringLiteral("--lang is %1, not “%2”").arg(languages().join(QStringLiteral(" or ")), *line.language));
    }
    if (parser.isSet(size)) {
        line.size = sizeOf(parser.value(size));
        if (!line.size)
            return wrongUsage(QStringLiteral("--size is WIDTHxHEIGHT with sides from %1 to %2 pixels, not “%3”")
                                  .arg(kSmallestPicturePx)
                                  .arg(kLargestPicturePx)
                                  .arg(parser.value(size)));
    }
    if (const auto problem = missing(line))
        return wrongUsage(*problem);
    if (const auto problem = readPictureOptions(parser, line))
        return wrongUsage(*problem);
    return line;
}

} // namespace lanescope::desktop
