// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/render/render_picture.h"

#include "app/desktop/open_request.h"
#include "app/desktop/render/picture_parts.h"
#include "app/desktop/text.h"
#include "app/desktop/timeline/timeline_frame.h"
#include "app/desktop/timeline/timeline_plot.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPageLayout>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>

namespace lanescope::desktop {
namespace {

constexpr int kUsualWidthPx = 1600;
constexpr int kLowestPx = 240;
constexpr int kHighestUsualPx = 4000;
constexpr int kSpaceBelowRowsPx = 12;
constexpr int kPixelsPerInch = 96;

struct Render {
    Q_DECLARE_TR_FUNCTIONS(Render)
};

QString titleOf(const TraceDocument& document)
{
    return traceName(*document.opened());
}

QString rangeText(const TraceDocument& document)
{
    // A fitted view has a little room at both ends; what is named is the trace.
    const TimeRange shown = document.visibleRange();
    const TimeRange whole = document.opened()->trace->fullRange();
    const TimeRange range{std::max(shown.beginNs, whole.beginNs), std::min(shown.endNs, whole.endNs)};
    return Render::tr("%1 to %2 (%3)")
        .arg(durationLabel(range.beginNs), durationLabel(range.endNs), durationLabel(range.durationNs()));
}

QString shortened(const QString& text)
{
    constexpr qsizetype kLongest = 60;
    return text.size() > kLongest ? text.left(kLongest) + QChar(0x2026) : text;
}

Result<QByteArray> asPng(QCustomPlot& plot, QSize size)
{
    QImage image(size, QImage::Format_RGB32);
    if (image.isNull())
        return failure(ErrorCode::WrongUsage, "A picture of that size does not fit into memory.");
    QCPPainter painter(&image);
    plot.toPainter(&painter, size.width(), size.height());
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray asSvg(QCustomPlot& plot, QSize size, const QString& title)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(), size));
    svg.setResolution(kPixelsPerInch);
    svg.setTitle(title);
    QCPPainter painter(&svg);
    painter.setMode(QCPPainter::pmVectorized);
    plot.toPainter(&painter, size.width(), size.height());
    painter.end();
    const QByteArray family = timelineFont().family().toUtf8();
    return bytes.replace("font-family=\"" + family + '"', "font-family=\"" + family + ", sans-serif\"");
}

QByteArray asPdf(QCustomPlot& plot, QSize size, const QString& title)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setTitle(title);
    pdf.setCreator(QStringLiteral("Lanescope"));
    pdf.setResolution(kPixelsPerInch);
    const QSizeF points = QSizeF(size) * 72.0 / kPixelsPerInch;
    pdf.setPageSize(QPageSize(points, QPageSize::Point, {}, QPageSize::ExactMatch));
    pdf.setPageMargins(QMarginsF(0, 0, 0, 0));
    QCPPainter painter(&pdf);
    painter.setMode(QCPPainter::pmVectorized);
    plot.toPainter(&painter, size.width(), size.height());
    painter.end();
    return bytes;
}

Result<void> replaceFile(const QString& path, const QByteArray& bytes)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return failure(ErrorCode::CannotWrite,
                       path.toStdString() + " cannot be written: " + file.errorString().toStdString());
    return {};
}

} // namespace

Result<void> renderPicture(TraceDocument& document, const QString& path, const PictureOptions& options)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending != QLatin1String("png") && ending != QLatin1String("svg") && ending != QLatin1String("pdf"))
        return failure(ErrorCode::WrongUsage, path.toStdString() + ": a picture's name must end in .png, .svg or .pdf");
    const Theme& theme = themeOf(options.theme);
    TimelinePlot plot(document);
    plot.setTheme(options.theme);
    if (options.collapsed)
        plot.scene().setCollapsed(*options.collapsed);
    if (options.filtered)
        plot.scene().setFiltered(options.filtered, FilterEffect::Dim);

    auto* legend = new PictureLegend(&plot, theme, legendOf(*document.arrangement(), theme));
    QSize size = options.sizePx.value_or(QSize(kUsualWidthPx, 0));
    const int legendHeight = legend->heightFor(size.width());
    const int aroundRows = PictureTitle::kHeightPx + TimelineFrame::kAxisHeightPx + legendHeight;
    const int rowsHeight = plot.scene().layout().heightPx;
    if (!options.sizePx)
        size.setHeight(std::clamp(aroundRows + rowsHeight + kSpaceBelowRowsPx, kLowestPx, kHighestUsualPx));
    QString right = rangeText(document);
    if (!options.filterText.isEmpty())
        right = Render::tr("filter: %1 · %2").arg(shortened(options.filterText), right);
    if (aroundRows + rowsHeight > size.height())
        right = Render::tr("%1 · more tracks below, not in the picture").arg(right);

    plot.plotLayout()->insertRow(0);
    plot.plotLayout()->addElement(0, 0, new PictureTitle(&plot, theme, titleOf(document), right));
    plot.plotLayout()->addElement(2, 0, legend);
    plot.plotLayout()->setRowSpacing(0);
    legend->setMinimumSize(10, legendHeight);
    legend->setMaximumSize(QWIDGETSIZE_MAX, legendHeight);

    Result<QByteArray> bytes;
    if (ending == QLatin1String("png"))
        bytes = asPng(plot, size);
    else
        bytes = ending == QLatin1String("svg") ? asSvg(plot, size, titleOf(document))
                                               : asPdf(plot, size, titleOf(document));
    if (!bytes)
        return failureOf(bytes);
    return replaceFile(path, *bytes);
}

} // namespace lanescope::desktop
