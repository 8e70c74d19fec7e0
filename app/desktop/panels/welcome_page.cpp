// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/panels/welcome_page.h"

#include "app/desktop/open_request.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lanescope::desktop {
namespace {

constexpr int kColumnPx = 560;
constexpr int kRecentShown = 6;
constexpr int kLogoPx = 56;
constexpr int kRecentLinePx = 30;

QLabel* label(const QString& text, const QString& objectName, QWidget* parent)
{
    auto* result = new QLabel(text, parent);
    result->setObjectName(objectName);
    result->setWordWrap(true);
    return result;
}

} // namespace

WelcomePage::WelcomePage(QWidget* parent) : QWidget(parent), m_recentSection(new QWidget(this)), m_recent(nullptr)
{
    setObjectName(QStringLiteral("welcomePage"));
    setAttribute(Qt::WA_StyledBackground);
    auto* column = new QWidget(this);
    column->setFixedWidth(kColumnPx);
    auto* layout = new QVBoxLayout(column);
    layout->setSpacing(8);

    auto* logo = new QLabel(column);
    logo->setPixmap(QIcon(QStringLiteral(":/lanescope/icons/lanescope.svg")).pixmap(kLogoPx, kLogoPx));
    layout->addWidget(logo);
    layout->addWidget(label(tr("Lanescope"), QStringLiteral("welcomeTitle"), column));
    layout->addWidget(
        label(tr("See which model region every kernel of a CUDA graph belongs to. Open a profiler's Chrome "
                 "trace (.json, .json.gz or .zip); its annotation file is found beside it, or opened after it."),
              QStringLiteral("welcomeText"), column));
    layout->addSpacing(10);
    auto* buttons = new QHBoxLayout;
    auto* open = new QPushButton(tr("Open trace…"), column);
    open->setObjectName(QStringLiteral("primaryButton"));
    auto* sample = new QPushButton(tr("Open the sample"), column);
    buttons->addWidget(open);
    buttons->addWidget(sample);
    buttons->addStretch(1);
    layout->addLayout(buttons);
    layout->addWidget(label(tr("Files can also be dropped here."), QStringLiteral("welcomeText"), column));
    connect(open, &QPushButton::clicked, this, &WelcomePage::openRequested);
    connect(sample, &QPushButton::clicked, this, &WelcomePage::sampleRequested);

    layout->addSpacing(16);
    m_recent = new QVBoxLayout(m_recentSection);
    m_recent->setContentsMargins(0, 0, 0, 0);
    m_recent->setSpacing(0);
    layout->addWidget(m_recentSection);

    auto* outer = new QVBoxLayout(this);
    outer->addStretch(2);
    // An alignment would take the column's height for one of unwrapped texts.
    auto* centred = new QHBoxLayout;
    centred->addStretch(1);
    centred->addWidget(column);
    centred->addStretch(1);
    outer->addLayout(centred);
    outer->addStretch(3);
    setRecentFiles({});
}

void WelcomePage::setRecentFiles(const QStringList& paths)
{
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_recentSection->setVisible(!paths.isEmpty());
    if (paths.isEmpty())
        return;
    m_recent->addWidget(label(tr("Recent"), QStringLiteral("sectionTitle"), m_recentSection));
    for (const QString& path : paths.mid(0, kRecentShown)) {
        const QFileInfo info(pathsOfEntry(path).value(0));
        auto* button = new QPushButton(m_recentSection);
        button->setObjectName(QStringLiteral("linkButton"));
        const QString text = QStringLiteral("%1    %2").arg(entryName(path), QDir::toNativeSeparators(info.path()));
        button->setText(button->fontMetrics().elidedText(text, Qt::ElideMiddle, kColumnPx - 40));
        button->setFixedHeight(kRecentLinePx);
        button->setToolTip(path);
        button->setCursor(Qt::PointingHandCursor);
        connect(button, &QPushButton::clicked, this, [this, path] { emit recentRequested(path); });
        m_recent->addWidget(button);
    }
}

} // namespace lanescope::desktop
