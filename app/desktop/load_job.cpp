// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/load_job.h"

namespace lanescope::desktop {
namespace {

// Everything but the opening.
Result<LoadedTrace> prepare(Result<std::shared_ptr<const OpenedTrace>> opened, TrackView view, const JobControl& job)
{
    if (!opened)
        return failureOf(opened);
    auto arrangement = arrange((*opened)->joined, view, job);
    if (!arrangement)
        return failureOf(arrangement);
    auto workCounts = countWork(*(*opened)->joined, job);
    if (!workCounts)
        return failureOf(workCounts);
    auto found = diagnosesOf(**opened, job);
    if (!found)
        return failureOf(found);
    auto diagnoses = std::make_shared<const std::vector<Diagnosis>>(*std::move(found));
    auto arrows = ArrowIndex::of(*(*opened)->joined, job);
    if (!arrows)
        return failureOf(arrows);
    auto looks = SliceLooks::of(*(*opened)->joined, job);
    if (!looks)
        return failureOf(looks);
    return LoadedTrace{*std::move(opened),
                       *std::move(arrangement),
                       std::make_shared<const WorkCounts>(*std::move(workCounts)),
                       std::move(diagnoses),
                       std::make_shared<const ArrowIndex>(*std::move(arrows)),
                       std::make_shared<const SliceLooks>(*std::move(looks))};
}

} // namespace

Result<LoadedTrace> loadTrace(const OpenRequest& request, TrackView view, const JobControl& job)
{
    return prepare(openTrace(request, job), view, job);
}

Result<LoadedTrace> moveFiles(const OpenedTrace& session, const SessionTimes& times, TrackView view,
                              const JobControl& job)
{
    return prepare(withTimes(session, times, job), view, job);
}

LoadJob::LoadJob(QObject* parent) : QObject(parent)
{
    connect(&m_runner, &JobRunner::progressed, this, &LoadJob::progressed);
}

void LoadJob::start(const OpenRequest& request, TrackView view)
{
    m_request = request;
    m_kind = Kind::Opening;
    m_runner.start([this, request, view](const JobControl& job) -> JobRunner::Delivery {
        auto result = loadTrace(request, view, job);
        // `this` is touched by the delivery alone, which the runner, our member, calls on our thread.
        return [this, result = std::move(result)] { deliver(result); };
    });
    emit started();
}

void LoadJob::startMoving(std::shared_ptr<const OpenedTrace> session, const SessionTimes& times, TrackView view)
{
    m_request = session->request;
    m_kind = Kind::Moving;
    m_runner.start([this, session = std::move(session), times, view](const JobControl& job) -> JobRunner::Delivery {
        auto result = moveFiles(*session, times, view, job);
        return [this, result = std::move(result)] { deliver(result); };
    });
    emit started();
}

void LoadJob::startAligning(std::shared_ptr<const OpenedTrace> session, EventId slice, SliceEdge edge, TrackView view)
{
    m_request = session->request;
    m_kind = Kind::Moving;
    m_runner.start(
        [this, session = std::move(session), slice, edge, view](const JobControl& job) -> JobRunner::Delivery {
            auto aligned = alignedAt(*session, slice, edge, job);
            auto result =
                aligned ? moveFiles(*session, aligned->times, view, job) : Result<LoadedTrace>(failureOf(aligned));
            const std::size_t count = aligned ? aligned->aligned : 0;
            return [this, result = std::move(result), count, all = session->parts->size()] {
                deliver(result);
                if (result)
                    emit filesAligned(count, all);
            };
        });
    emit started();
}

void LoadJob::deliver(const Result<LoadedTrace>& result)
{
    if (result)
        emit loaded(*result);
    else if (result.error().code == ErrorCode::Stopped)
        emit cancelled();
    else
        emit failed(result.error());
    emit ended();
}

} // namespace lanescope::desktop
