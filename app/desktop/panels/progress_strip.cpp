// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/panels/progress_strip.h"

#include "app/desktop/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace lanescope::desktop {
namespace {

constexpr int kBarSteps = 1000;

} // namespace

ProgressStrip::ProgressStrip(QWidget* parent)
    : QFrame(parent), m_what(new QLabel(this)), m_stage(new QLabel(this)), m_bar(new QProgressBar(this)),
      m_cancel(new QPushButton(tr("Cancel"), this))
{
    setObjectName(QStringLiteral("progressStrip"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 8, 6);
    layout->setSpacing(12);
    m_what->setTextFormat(Qt::PlainText);
    m_stage->setObjectName(QStringLiteral("mutedLabel"));
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress"));
    m_bar->setFixedWidth(220);
    layout->addWidget(m_what);
    layout->addWidget(m_bar);
    layout->addWidget(m_stage, 1);
    layout->addWidget(m_cancel);
    connect(m_cancel, &QPushButton::clicked, this, &ProgressStrip::cancelRequested);
    hide();
}

void ProgressStrip::begin(const QString& what)
{
    m_what->setText(what);
    m_stage->clear();
    m_bar->setRange(0, 0);
    show();
}

void ProgressStrip::setProgress(const JobProgress& progress)
{
    if (progress.totalBytes > 0 && (progress.stage == JobStage::Reading || progress.stage == JobStage::Writing)) {
        const double part = static_cast<double>(progress.doneBytes) / static_cast<double>(progress.totalBytes);
        m_bar->setRange(0, kBarSteps);
        m_bar->setValue(static_cast<int>(part * kBarSteps));
    } else {
        m_bar->setRange(0, 0);
    }
    switch (progress.stage) {
    case JobStage::Reading:
        m_stage->setText(tr("reading, %1 events so far").arg(countText(progress.events)));
        break;
    case JobStage::Joining:
        m_stage->setText(tr("joining annotations"));
        break;
    case JobStage::Arranging:
        m_stage->setText(tr("arranging lanes"));
        break;
    case JobStage::Writing:
        m_stage->setText(tr("writing"));
        break;
    }
}

void ProgressStrip::end()
{
    hide();
}

} // namespace lanescope::desktop
