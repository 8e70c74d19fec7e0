// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/panels/warnings_panel.h"

#include "app/desktop/text.h"

#include <QCoreApplication>
#include <QTextEdit>
#include <QVBoxLayout>

namespace lanescope::desktop {
namespace {

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

} // namespace

QStringList matchLines(const OpenedTrace& opened)
{
    const MatchReport& match = opened.joined->match;
    QStringList lines;
    if (opened.annotations != nullptr) {
        const QString file = pathText(opened.annotations->path);
        lines << (opened.annotationsWereDiscovered ? Report::tr("Annotations: %1 (found beside the trace)").arg(file)
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

QStringList warningLines(const OpenedTrace& opened)
{
    QStringList lines;
    for (const Finding& finding : opened.warnings)
        lines << toQString(finding.line());
    return lines;
}

WarningsPanel::WarningsPanel(QWidget* parent) : QWidget(parent), m_text(new QTextEdit(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_text->setReadOnly(true);
    m_text->setAccessibleName(tr("Warnings and match report"));
    m_text->document()->setDocumentMargin(10);
    layout->addWidget(m_text);
}

void WarningsPanel::show(const OpenedTrace* opened)
{
    if (opened == nullptr) {
        m_text->clear();
        return;
    }
    const QStringList warnings = warningLines(*opened);
    QString html;
    if (!warnings.isEmpty())
        html += asHtml(tr("Warnings"), warnings);
    html += asHtml(tr("Match report"), matchLines(*opened));
    m_text->setHtml(html);
}

QString WarningsPanel::text() const
{
    return m_text->toPlainText();
}

} // namespace lanescope::desktop
