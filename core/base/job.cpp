// SPDX-License-Identifier: Apache-2.0
#include "core/base/job.h"

namespace lanescope {

void JobControl::report(const JobProgress& progress) const
{
    if (!m_onProgress)
        return;
    const auto now = std::chrono::steady_clock::now();
    const bool newStage = progress.stage != m_lastStage;
    if (!newStage && now - m_lastReport < std::chrono::milliseconds(33))
        return;
    m_lastReport = now;
    m_lastStage = progress.stage;
    m_onProgress(progress);
}

} // namespace lanescope
