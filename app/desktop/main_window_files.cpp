// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window does with several files on one axis.
#include "app/desktop/main_window.h"

#include "app/desktop/panels/files_panel.h"
#include "app/desktop/panels/message_bar.h"
#include "app/desktop/panels/progress_strip.h"
#include "app/desktop/settings/settings.h"
#include "app/desktop/text.h"
#include "core/export/annotated_json.h"
#include "core/open/merge_session.h"

#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>

#include <set>

namespace lanescope::desktop {
namespace {

struct PartTarget {
    OpenRequest request;
    std::filesystem::path target;
};

// Where the files of a session go; files of one name, from several folders, get their title before it.
std::vector<PartTarget> targetsIn(const std::filesystem::path& folder, const std::vector<OpenedPart>& parts)
{
    std::vector<PartTarget> targets;
    std::set<std::filesystem::path> taken;
    for (const OpenedPart& part : parts) {
        const std::filesystem::path name = defaultAnnotatedPath(part.request.trace).filename();
        std::filesystem::path target = folder / name;
        if (!taken.insert(target).second)
            target =
                folder / (QString(toQString(part.title)).replace(QLatin1Char('/'), QLatin1Char('-')).toStdString() +
                          " " + name.string());
        targets.push_back({part.request, std::move(target)});
    }
    return targets;
}

Result<std::uint64_t> writeParts(const std::vector<PartTarget>& targets, const AnnotateOptions& options,
                                 const JobControl& job)
{
    std::uint64_t annotated = 0;
    for (const PartTarget& part : targets) {
        // The session kept none of the file's own tables.
        const auto opened = openTrace(part.request, job);
        if (!opened)
            return failureOf(opened);
        const auto written = writeAnnotatedTrace(*(*opened)->joined, options, part.target, job);
        if (!written)
            return failureOf(written);
        annotated += written->annotated;
    }
    return annotated;
}

} // namespace

void MainWindow::connectFiles()
{
    connect(m_files, &FilesPanel::timesChosen, this, &MainWindow::moveFiles);
    connect(m_files, &FilesPanel::alignmentChosen, this, [this](EventId slice, SliceEdge edge) {
        m_loadJob.startAligning(m_document.opened(), slice, edge, m_document.view());
    });
    connect(m_files, &FilesPanel::refused, this,
            [this](const QString& why) { m_message->showMessage(MessageBar::Kind::Error, why); });
    connect(m_files, &FilesPanel::left, this, [this] { leavePanel(*m_filesDock); });
    connect(&m_loadJob, &LoadJob::filesAligned, this, [this](std::size_t aligned, std::size_t all) {
        if (aligned == all)
            m_message->showMessage(MessageBar::Kind::Done, tr("All %1 files aligned").arg(countText(all)));
        else
            m_message->showMessage(
                MessageBar::Kind::Warning,
                tr("%1 of %2 files aligned: the others have no such slice").arg(countText(aligned), countText(all)));
    });
}

void MainWindow::moveFiles(const SessionTimes& times)
{
    m_loadJob.startMoving(m_document.opened(), times, m_document.view());
}

void MainWindow::askForFolder()
{
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Open a folder of traces as ranks"), Settings::lastFolder());
    if (folder.isEmpty())
        return;
    Settings::setLastFolder(QFileInfo(folder).absolutePath());
    openFiles({folder});
}

void MainWindow::exportPartsTo(const QString& folder)
{
    if (!m_document.hasTrace() || !m_document.opened()->parts)
        return;
    const std::vector<PartTarget> targets = targetsIn(toPath(folder), *m_document.opened()->parts);
    for (const PartTarget& part : targets) {
        if (!QFileInfo::exists(pathText(part.target)))
            continue;
        m_message->showMessage(MessageBar::Kind::Error, tr("%1 exists already: choose another folder, or move it away")
                                                            .arg(QDir::toNativeSeparators(pathText(part.target))));
        emit exportFinished(false);
        return;
    }
    m_message->hide();
    m_exportStrip->begin(tr("Writing %1 files").arg(countText(targets.size())));
    AnnotateOptions options;
    options.toolVersion = LANESCOPE_VERSION;
    m_exporter.start([this, targets, options, folder](const JobControl& job) {
        auto result = writeParts(targets, options, job);
        return JobRunner::Delivery([this, result = std::move(result), count = targets.size(), folder] {
            m_exportStrip->end();
            if (result)
                m_message->showMessage(MessageBar::Kind::Done, tr("%1 annotated GPU slices written to %2 files in %3")
                                                                   .arg(countText(*result), countText(count), folder));
            else if (result.error().code != ErrorCode::Stopped)
                m_message->showMessage(MessageBar::Kind::Error, toQString(result.error().message));
            emit exportFinished(result.has_value());
        });
    });
}

} // namespace lanescope::desktop
