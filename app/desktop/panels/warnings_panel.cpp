// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/panels/warnings_panel.h"

#include "app/desktop/text.h"
#include "app/desktop/trace_document.h"
#include "core/open/merge_session.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTextEdit>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::desktop {
namespace {

constexpr int kWidestColumnPx = 250;
constexpr int kColumnGapPx = 6;
constexpr int kFindingsUnfolded = 3; // with their places

struct Report {
    Q_DECLARE_TR_FUNCTIONS(Report)
};

QString asHtml(const QString& title, const QStringList& lines)
{
    QString html = QStringLiteral("<p style='margin:8px 0 4px 0'><b>%1</b></p>").arg(title.toHtmlEscaped());
    for (const QString& line : lines)
        html += QStringLiteral("<p style='margin:0 0 4px 0'>%1</p>").arg(line.toHtmlEscaped());
    return html;
}

QString graphLine(const GraphMatch& graph)
{
    QString line =
        Report::tr("Exec graph %1: %2 of %3 nodes in the trace are annotated, %4 nodes in the file, %5 replays")
            .arg(graph.execGraphId)
            .arg(countText(graph.matchedNodes), countText(graph.nodesInTrace), countText(graph.nodesInFile),
                 countText(graph.replays));
    if (!graph.reason.empty())
        line += QStringLiteral(". ") + toQString(graph.reason);
    return line;
}

QStringList linesOf(const AnnotationSet* annotations, bool wereDiscovered, const MatchReport& match)
{
    QStringList lines;
    if (annotations != nullptr) {
        const QString file = pathText(annotations->path);
        lines << (wereDiscovered ? Report::tr("Annotations: %1 (found beside the trace)").arg(file)
                                 : Report::tr("Annotations: %1").arg(file));
    } else if (!match.hadAnnotations) {
        lines << Report::tr("No annotation file is joined to this trace.");
    }
    lines << Report::tr("%1 pieces of GPU work, %2 of them from CUDA graphs, %3 annotated")
                 .arg(countText(match.gpuWork), countText(match.graphedWork), countText(match.annotatedWork));
    if (!match.problem.empty())
        lines << toQString(match.problem);
    for (const GraphMatch& graph : match.graphs)
        lines << graphLine(graph);
    return lines;
}

} // namespace

QStringList matchLines(const OpenedTrace& opened)
{
    if (!opened.parts)
        return linesOf(opened.annotations.get(), opened.annotationsWereDiscovered, opened.joined->match);
    QStringList lines;
    for (const OpenedPart& part : *opened.parts) {
        lines << QStringLiteral("%1 · %2").arg(toQString(part.title), pathText(part.request.trace.filename()));
        lines << linesOf(part.annotations.get(), part.annotationsWereDiscovered, part.match);
    }
    return lines;
}

WarningsPanel::WarningsPanel(TraceDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_model(new FindingsModel(this)), m_tree(new QTreeView(this)),
      m_pages(new QStackedWidget(this)), m_text(new QTextEdit(this))
{
    m_tree->setModel(m_model);
    m_tree->setAccessibleName(tr("Findings"));
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setUniformRowHeights(true);
    m_tree->setExpandsOnDoubleClick(false); // that jumps
    m_tree->setIndentation(16);
    m_tree->setTextElideMode(Qt::ElideRight);
    m_tree->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->header()->setStretchLastSection(true);
    m_tree->installEventFilter(this);
    connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex& index) {
        if (const auto event = m_model->eventAt(index))
            emit eventActivated(*event);
    });
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &WarningsPanel::showText);

    auto* nothing = new QLabel(tr("Nothing odd was found in this trace."), this);
    nothing->setObjectName(QStringLiteral("mutedLabel"));
    nothing->setAlignment(Qt::AlignCenter);
    auto* nothingPage = new QWidget(this);
    nothingPage->setObjectName(QStringLiteral("panelBody"));
    nothingPage->setAttribute(Qt::WA_StyledBackground);
    auto* nothingLayout = new QVBoxLayout(nothingPage);
    nothingLayout->addWidget(nothing);
    m_pages->addWidget(m_tree);
    m_pages->addWidget(nothingPage);

    m_text->setReadOnly(true);
    m_text->setAccessibleName(tr("What the finding means, and the match report"));
    m_text->document()->setDocumentMargin(10);

    auto* splitter = new QSplitter(this);
    splitter->addWidget(m_pages);
    splitter->addWidget(m_text);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 1);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    connect(&document, &TraceDocument::traceChanged, this, &WarningsPanel::showTrace);
    showTrace();
}

void WarningsPanel::setTheme(ThemeKind theme)
{
    m_model->setTheme(theme);
}

void WarningsPanel::showTrace()
{
    m_model->setFindings(m_document.diagnoses());
    m_pages->setCurrentIndex(m_document.hasTrace() && m_model->rowCount() == 0 ? 1 : 0);
    arrangeColumns();
    showText();
}

void WarningsPanel::arrangeColumns()
{
    m_tree->expandAll(); // columns fit to what is shown
    for (int column = 0; column < FindingsModel::WhatColumn; ++column) {
        m_tree->resizeColumnToContents(column);
        m_tree->setColumnWidth(column, std::min(m_tree->columnWidth(column) + kColumnGapPx, kWidestColumnPx));
    }
    m_tree->setColumnWidth(FindingsModel::WhatColumn, kColumnGapPx); // stretches from here
    if (m_model->rowCount() > kFindingsUnfolded)
        m_tree->collapseAll();
}

void WarningsPanel::showText()
{
    if (!m_document.hasTrace()) {
        m_text->clear();
        return;
    }
    QString html;
    if (const Diagnosis* finding = m_model->findingAt(m_tree->currentIndex())) {
        QStringList lines{toQString(lineOf(*finding))};
        if (!finding->meaning.empty())
            lines << toQString(finding->meaning);
        if (!finding->unreliable.empty()) {
            QStringList figures;
            for (const std::string& figure : finding->unreliable)
                figures << toQString(figure);
            lines << tr("Unreliable: %1").arg(figures.join(QStringLiteral("; ")));
        }
        html += asHtml(toQString(finding->code), lines);
    }
    html += asHtml(tr("Match report"), matchLines(*m_document.opened()));
    m_text->setHtml(html);
}

QString WarningsPanel::text() const
{
    return m_text->toPlainText();
}

bool WarningsPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_tree && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
        if (m_tree->currentIndex().isValid())
            QApplication::clipboard()->setText(m_model->lineText(m_tree->currentIndex()));
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace lanescope::desktop
