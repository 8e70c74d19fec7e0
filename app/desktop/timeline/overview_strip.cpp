// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/overview_strip.h"

#include "app/desktop/style/slice_palette.h"
#include "app/desktop/text.h"
#include "core/viewport/time_scale.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lanescope::desktop {
namespace {

constexpr int kTextLeftPx = 10;
constexpr int kAboveColumnsPx = 4;
constexpr int kHandleWidthPx = 5;
constexpr int kHandleHeightPx = 16;
constexpr int kLightShadeAlpha = 110; // of what is not in the view
constexpr int kDarkShadeAlpha = 150;
constexpr int kKeyPart = 10; // arrow keys move by a tenth of the view
constexpr double kKeyZoom = 1.25;

} // namespace

OverviewStrip::OverviewStrip(TraceDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_theme(&themeOf(ThemeKind::Light))
{
    setFixedHeight(kHeightPx);
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus); // a click leaves the keys with the timeline
    setAccessibleName(tr("Overview of the whole trace"));
    connect(&document, &TraceDocument::traceChanged, this, &OverviewStrip::summarize);
    connect(&document, &TraceDocument::arrangementChanged, this, &OverviewStrip::summarize);
    connect(&document, &TraceDocument::visibleRangeChanged, this, &OverviewStrip::showRange);
    connect(&document, &TraceDocument::markedRangeChanged, this, qOverload<>(&QWidget::update));
    summarize();
}

void OverviewStrip::setTheme(ThemeKind kind)
{
    m_theme = &themeOf(kind);
    forgetPicture();
}

void OverviewStrip::setCanvasLeft(int leftPx)
{
    if (leftPx == m_leftPx)
        return;
    m_leftPx = leftPx;
    forgetPicture();
}

void OverviewStrip::summarize()
{
    m_runner.abandon();
    m_overview = nullptr;
    m_drag.reset();
    forgetPicture();
    showRange();
    if (!m_document.arrangement())
        return;
    m_runner.start(
        [this, arrangement = m_document.arrangement(), range = whole()](const JobControl& job) -> JobRunner::Delivery {
            auto result = summarizeTime(*arrangement, range, kOverviewColumns, job);
            if (!result)
                return {};
            // `this` is touched by the delivery alone, which the runner, our member, calls on our thread.
            return [this, overview = std::make_shared<const Overview>(*std::move(result))] {
                m_overview = overview;
                forgetPicture();
            };
        });
}

void OverviewStrip::showRange()
{
    if (m_document.hasTrace()) {
        const TimeRange view = m_document.visibleRange();
        setAccessibleDescription(
            tr("%1 from %2 on are shown").arg(durationLabel(view.durationNs()), durationLabel(view.beginNs)));
    }
    update();
}

void OverviewStrip::forgetPicture()
{
    m_picture = {};
    update();
}

QRect OverviewStrip::canvasRect() const
{
    return QRect(m_leftPx, 0, std::max(width() - m_leftPx, 1), height() - 1);
}

OverviewWindow OverviewStrip::window() const
{
    return overviewWindow(whole(), m_document.visibleRange(), canvasRect().width());
}

QRect OverviewStrip::windowRect() const
{
    if (!m_document.hasTrace())
        return {};
    const QRect canvas = canvasRect();
    const OverviewWindow place = window();
    return QRect(canvas.left() + place.x0, canvas.top(), place.x1 - place.x0, canvas.height());
}

void OverviewStrip::drawColumns()
{
    const QRect canvas = canvasRect();
    const double ratio = devicePixelRatioF();
    m_picture = QPixmap(canvas.size() * ratio);
    m_picture.fill(m_theme->trackCanvas);
    const int width = m_picture.width();
    const int highest = m_picture.height() - static_cast<int>(std::lround(kAboveColumnsPx * ratio));
    fitColumns(*m_overview, width, m_columns);
    const SlicePalette palette(m_theme->kind);
    const char* category = m_overview->of == Overview::Of::Gpus ? "kernel" : "cpu_op";
    const QColor plain = QColor::fromRgb(palette.categoryColor(category, {}, Tone::Forward).fill);
    const auto& titles = m_document.arrangement()->titles;
    QPainter painter(&m_picture);
    std::uint32_t title = OverviewColumn::kNoTitle;
    QColor color = plain;
    for (int x = 0; x < width; ++x) {
        const OverviewColumn& column = m_columns[static_cast<std::size_t>(x)];
        if (column.busy == 0)
            continue;
        if (column.title != title) {
            title = column.title;
            color = title == OverviewColumn::kNoTitle
                        ? plain
                        : QColor::fromRgb(palette.regionColor(titles[title].text, Tone::Forward).fill);
        }
        const int columnHeight = std::max(1, highest * column.busy / OverviewColumn::kFullyBusy);
        painter.fillRect(x, m_picture.height() - columnHeight, 1, columnHeight, color);
    }
    painter.end();
    m_picture.setDevicePixelRatio(ratio);
}

void OverviewStrip::paintEvent(QPaintEvent* event)
{
    Q_UNUSED(event)
    QPainter painter(this);
    const QRect canvas = canvasRect();
    painter.fillRect(rect(), m_theme->trackHeader);
    if (!m_document.hasTrace())
        return;
    drawHeader(painter);
    painter.save();
    painter.setClipRect(canvas);
    painter.fillRect(canvas, m_theme->trackCanvas);
    if (m_overview) {
        if (m_picture.isNull())
            drawColumns();
        painter.drawPixmap(canvas.topLeft(), m_picture);
    }
    if (m_document.markedRange())
        drawSpan(painter, *m_document.markedRange());
    drawWindow(painter);
    if (m_drag && m_drag->hasMoved && m_drag->part == OverviewPart::Empty)
        drawSpan(painter,
                 draggedView(m_drag->part, whole(), m_drag->view, m_drag->fromPx, m_drag->toPx, canvas.width()));
    painter.restore();
    painter.fillRect(QRect(canvas.left() - 1, 0, 1, height()), m_theme->border);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme->border);
    if (hasFocus()) {
        painter.setPen(QPen(m_theme->accent, 2));
        painter.drawRect(QRect(1, 1, width() - 2, height() - 2));
    }
}

void OverviewStrip::drawHeader(QPainter& painter) const
{
    const QRect text = QRect(0, 0, m_leftPx, height() - 1).adjusted(kTextLeftPx, 5, -kTextLeftPx, -6);
    painter.setFont(timelineFont());
    painter.setPen(m_theme->text);
    const auto elided = [&](const QString& line) {
        return painter.fontMetrics().elidedText(line, Qt::ElideRight, text.width());
    };
    painter.drawText(text, Qt::AlignLeft | Qt::AlignTop,
                     elided(tr("%1 in all").arg(durationLabel(m_document.opened()->trace->fitRange().durationNs()))));
    painter.setPen(m_theme->mutedText);
    QString what = tr("summing up …");
    if (m_overview)
        what = m_overview->of == Overview::Of::Gpus ? tr("how busy the GPU is") : tr("how busy threads are");
    painter.drawText(text, Qt::AlignLeft | Qt::AlignBottom, elided(what));
}

void OverviewStrip::drawSpan(QPainter& painter, TimeRange span) const
{
    const QRect canvas = canvasRect();
    const TimeScale scale(whole(), canvas.width());
    const auto pixelOf = [&](TimeNs time) {
        return static_cast<int>(std::clamp(std::floor(scale.toPx(time)), -1.0, canvas.width() + 1.0));
    };
    const int left = pixelOf(span.beginNs);
    const int right = std::max(pixelOf(span.endNs), left + 1);
    painter.fillRect(QRect(canvas.left() + left, canvas.top(), right - left, canvas.height()), m_theme->marked);
    for (const int edge : {left, right - 1})
        painter.fillRect(QRect(canvas.left() + edge, canvas.top(), 1, canvas.height()), m_theme->accent);
}

void OverviewStrip::drawWindow(QPainter& painter) const
{
    const QRect canvas = canvasRect();
    const QRect frame = windowRect();
    QColor shade = m_theme->canvas;
    shade.setAlpha(m_theme->isDark() ? kDarkShadeAlpha : kLightShadeAlpha);
    painter.fillRect(QRect(canvas.topLeft(), QPoint(frame.left() - 1, canvas.bottom())), shade);
    painter.fillRect(QRect(QPoint(frame.right() + 1, canvas.top()), canvas.bottomRight()), shade);
    painter.setPen(QPen(m_theme->accent, 1));
    painter.drawRect(frame.adjusted(0, 0, -1, -1));
    if (frame.width() < 4 * kHandleWidthPx)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(m_theme->accent);
    painter.setPen(Qt::NoPen);
    const int top = frame.center().y() - kHandleHeightPx / 2;
    for (const int left : {frame.left(), frame.right() + 1 - kHandleWidthPx})
        painter.drawRoundedRect(QRect(left, top, kHandleWidthPx, kHandleHeightPx), 2, 2);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const int left : {frame.left(), frame.right() + 1 - kHandleWidthPx})
        painter.fillRect(QRect(left + 2, top + 4, 1, kHandleHeightPx - 8), m_theme->accentText);
}

void OverviewStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    forgetPicture();
}

QString OverviewStrip::textAt(int px) const
{
    const QRect canvas = canvasRect();
    const TimeNs atNs = TimeScale(whole(), canvas.width()).toNs(px);
    QString text = tr("at %1").arg(durationLabel(atNs));
    const double ratio = m_picture.isNull() ? 1.0 : m_picture.devicePixelRatio();
    const auto position = static_cast<std::size_t>(px * ratio);
    if (!m_overview || position >= m_columns.size())
        return text;
    const OverviewColumn& column = m_columns[position];
    text += tr(" · %1 % busy").arg(column.busy / (OverviewColumn::kFullyBusy / 100));
    if (column.title != OverviewColumn::kNoTitle)
        text += tr(" · mostly %1").arg(toQString(m_document.arrangement()->titles[column.title].text));
    return text.toHtmlEscaped();
}

bool OverviewStrip::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && m_document.hasTrace()) {
        const auto& help = static_cast<const QHelpEvent&>(*event);
        if (canvasRect().contains(help.pos()) && !m_drag)
            QToolTip::showText(help.globalPos(), textAt(help.pos().x() - canvasRect().left()), this);
        return true;
    }
    return QWidget::event(event);
}

void OverviewStrip::setPartCursor(OverviewPart part)
{
    switch (part) {
    case OverviewPart::LeftEdge:
    case OverviewPart::RightEdge:
        setCursor(Qt::SizeHorCursor);
        return;
    case OverviewPart::Window:
        setCursor(m_drag ? Qt::ClosedHandCursor : Qt::OpenHandCursor);
        return;
    case OverviewPart::Empty:
        setCursor(Qt::CrossCursor);
        return;
    }
}

void OverviewStrip::mousePressEvent(QMouseEvent* event)
{
    const QRect canvas = canvasRect();
    const QPoint point = event->position().toPoint();
    if (event->button() != Qt::LeftButton || !m_document.hasTrace() || !canvas.contains(point))
        return;
    const int px = point.x() - canvas.left();
    const OverviewPart part = overviewPartAt(window(), px, canvas.width());
    m_drag = Drag{part, px, px, m_document.visibleRange()};
    setPartCursor(part);
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event)
{
    const QRect canvas = canvasRect();
    const int px = event->position().toPoint().x() - canvas.left();
    if (!m_drag) {
        if (m_document.hasTrace() && px >= 0)
            setPartCursor(overviewPartAt(window(), px, canvas.width()));
        else
            unsetCursor();
        return;
    }
    // A press that is to be a click may tremble; an edge follows at once.
    const bool isEdge = m_drag->part == OverviewPart::LeftEdge || m_drag->part == OverviewPart::RightEdge;
    const int startPx = isEdge ? 1 : QApplication::startDragDistance();
    m_drag->hasMoved = m_drag->hasMoved || std::abs(px - m_drag->fromPx) >= startPx;
    m_drag->toPx = px;
    if (!m_drag->hasMoved)
        return;
    if (m_drag->part == OverviewPart::Empty)
        update();
    else
        m_document.setVisibleRange(
            draggedView(m_drag->part, whole(), m_drag->view, m_drag->fromPx, px, canvas.width()));
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_drag)
        return;
    const Drag drag = *m_drag;
    m_drag.reset();
    const int width = canvasRect().width();
    if (!drag.hasMoved)
        m_document.setVisibleRange(centredView(whole(), drag.view, drag.fromPx, width));
    else if (drag.part == OverviewPart::Empty)
        m_document.setVisibleRange(draggedView(drag.part, whole(), drag.view, drag.fromPx, drag.toPx, width));
    setPartCursor(overviewPartAt(window(), event->position().toPoint().x() - canvasRect().left(), width));
    update();
}

void OverviewStrip::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_document.hasTrace())
        m_document.fitAll();
}

void OverviewStrip::keyPressEvent(QKeyEvent* event)
{
    if (!m_document.hasTrace()) {
        QWidget::keyPressEvent(event);
        return;
    }
    const TimeRange view = m_document.visibleRange();
    const TimeNs stepNs = std::max<TimeNs>(view.durationNs() / kKeyPart, 1);
    const TimeNs middleNs = view.beginNs + view.durationNs() / 2;
    switch (event->key()) {
    case Qt::Key_Left:
        m_document.pan(-stepNs);
        return;
    case Qt::Key_Right:
        m_document.pan(stepNs);
        return;
    case Qt::Key_Up:
        m_document.zoom(1.0 / kKeyZoom, middleNs);
        return;
    case Qt::Key_Down:
        m_document.zoom(kKeyZoom, middleNs);
        return;
    case Qt::Key_Home:
        m_document.setVisibleRange({whole().beginNs, whole().beginNs + view.durationNs()});
        return;
    case Qt::Key_End:
        m_document.setVisibleRange({whole().endNs - view.durationNs(), whole().endNs});
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace lanescope::desktop
