// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/statistics/statistics_tab.h"

#include "app/desktop/panels/elided_label.h"
#include "app/desktop/statistics/figure_view.h"
#include "app/desktop/text.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSaveFile>
#include <QVBoxLayout>

namespace lanescope::desktop {
namespace {

constexpr int kShownAfterMs = 250;

} // namespace

StatisticsTab::StatisticsTab(ScopeTracker& scope, QWidget* parent)
    : QWidget(parent), m_scope(scope), m_bar(new QHBoxLayout), m_body(new QVBoxLayout), m_state(new ElidedLabel(this)),
      m_stop(new QPushButton(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* barRow = new QHBoxLayout;
    barRow->setContentsMargins(8, 5, 8, 5);
    barRow->setSpacing(6);
    m_bar->setSpacing(6);
    m_state->setObjectName(QStringLiteral("mutedLabel"));
    m_state->setTextFormat(Qt::PlainText);
    m_stop->hide();
    barRow->addLayout(m_bar);
    barRow->addStretch(1);
    barRow->addWidget(m_state);
    barRow->addWidget(m_stop);
    layout->addLayout(barRow);
    layout->addLayout(m_body, 1);

    m_pause.setSingleShot(true);
    m_pause.setInterval(kShownAfterMs);
    connect(&m_pause, &QTimer::timeout, this, &StatisticsTab::showState);
    connect(m_stop, &QPushButton::clicked, this, [this] {
        if (m_runner.isRunning()) {
            m_runner.abandon();
            m_wasStopped = true;
            m_isStale = true;
            showState();
        } else {
            m_wasStopped = false;
            startIfSeen();
        }
    });
    connect(&m_runner, &JobRunner::runningChanged, this, [this](bool isRunning) {
        if (isRunning)
            m_pause.start();
        else
            showState();
    });
    connect(&scope, &ScopeTracker::changed, this, &StatisticsTab::askAgain);
}

void StatisticsTab::askAgain()
{
    m_isStale = true;
    m_wasStopped = false;
    m_runner.abandon();
    if (document().hasTrace())
        startIfSeen();
    else
        clear();
    showState();
}

void StatisticsTab::startIfSeen()
{
    if (!m_isStale || m_wasStopped || !isVisible() || !document().hasTrace())
        return;
    m_isStale = false;
    m_state->clear();
    m_runner.start(work());
}

void StatisticsTab::showState()
{
    const bool isSeenRunning = m_runner.isRunning() && !m_pause.isActive();
    m_stop->setVisible(isSeenRunning || m_wasStopped);
    m_stop->setText(m_wasStopped ? tr("Go on") : tr("Stop"));
    if (isSeenRunning)
        m_state->setText(tr("Computing…"));
    else if (m_wasStopped)
        m_state->setText(tr("Stopped"));
    else if (m_state->property("isError").toBool())
        m_state->setProperty("isError", false);
    else
        m_state->clear();
}

void StatisticsTab::showError(const Error& error)
{
    m_state->setText(toQString(error.message));
    m_state->setProperty("isError", true); // stays until the next question
}

void StatisticsTab::addExportButtons(FigureView& view, const QString& fileName)
{
    auto* copy = new QPushButton(tr("Copy"), this);
    copy->setObjectName(QStringLiteral("copyButton"));
    copy->setToolTip(tr("Copy the selected lines, or all, for a spreadsheet (tab-separated)"));
    connect(copy, &QPushButton::clicked, this, [&view] { QApplication::clipboard()->setText(view.tabSeparated()); });
    auto* save = new QPushButton(tr("Export CSV…"), this);
    connect(save, &QPushButton::clicked, this, [this, &view, fileName] {
        const QString path =
            QFileDialog::getSaveFileName(this, tr("Export CSV"), fileName, tr("Comma-separated values (*.csv)"));
        if (path.isEmpty())
            return;
        QSaveFile file(path);
        const QByteArray text = view.commaSeparated();
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
            showError(
                {ErrorCode::CannotWrite, tr("%1 was not written: %2").arg(path, file.errorString()).toStdString()});
    });
    m_bar->addWidget(copy);
    m_bar->addWidget(save);
}

void StatisticsTab::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    startIfSeen();
}

} // namespace lanescope::desktop
