// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/command_line.h"

#include "app/desktop/render/render_picture.h"

#include <QCommandLineParser>

namespace lanescope::desktop {
namespace {

constexpr int kSmallestPicturePx = 64;

constexpr char kHelp[] = R"(Usage: lanescope [OPTIONS] [FILES...]
Shows what the kernels of CUDA graphs were doing.

Arguments:
  FILES                   a Chrome trace (.json, .json.gz, .zip) and, if wanted, its annotation file

Options:
  -a, --annotations FILE  join this annotation file instead of the one found beside the trace
  --provenance FILE       show where kernels come from by this file of PyTorch's compiler instead of those found
                          beside the trace; may be given several times
  --render FILE           draw the timeline into FILE (.png, .svg or .pdf) without a screen and exit
  --theme light|dark      colours; default: what the settings say, light for pictures
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
    const QCommandLineOption help(QStringList{QStringLiteral("h"), QStringLiteral("help")});
    const QCommandLineOption version(QStringList{QStringLiteral("v"), QStringLiteral("version")});
    parser.addOptions({annotations, provenance, render, theme, size, help, version});
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
    if (parser.isSet(size)) {
        line.size = sizeOf(parser.value(size));
        if (!line.size)
            return wrongUsage(QStringLiteral("--size is WIDTHxHEIGHT with sides from %1 to %2 pixels, not “%3”")
                                  .arg(kSmallestPicturePx)
                                  .arg(kLargestPicturePx)
                                  .arg(parser.value(size)));
    }
    if (line.picture && line.files.isEmpty())
        return wrongUsage(QStringLiteral("--render needs a trace"));
    if (line.annotations && line.files.isEmpty())
        return wrongUsage(QStringLiteral("-a needs a trace"));
    if (!line.provenance.isEmpty() && line.files.isEmpty())
        return wrongUsage(QStringLiteral("--provenance needs a trace"));
    return line;
}

} // namespace lanescope::desktop
