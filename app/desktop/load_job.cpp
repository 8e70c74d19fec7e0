// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/load_job.h"

namespace lanescope::desktop {
Result<LoadedTrace> loadTrace(const OpenRequest& request, TrackView view, const JobControl& job)
{
    auto opened = openTrace(request, job);
    if (!opened)
        return failureOf(opened);
    auto arrangement = arrange((*opened)->joined, view, job);
    if (!arrangement)
        return failureOf(arrangement);
    auto workCounts = countWork(*(*opened)->joined, job);
    if (!workCounts)
        return failureOf(workCounts);
    auto found = diagnose(*(*opened)->joined, (*opened)->warnings, job);
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

LoadJob::LoadJob(QObject* parent) : QObject(parent)
{
    connect(&m_runner, &JobRunner::progressed, this, &LoadJob::progressed);
}

void LoadJob::start(const OpenRequest& request, TrackView view)
{
    m_request = request;
    m_runner.start([this, request, view](const JobControl& job) -> JobRunner::Delivery {
        auto result = loadTrace(request, view, job);
        // `this` is touched by the delivery alone, which the runner, our member, calls on our thread.
        return [this, result = std::move(result)] { deliver(result); };
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
