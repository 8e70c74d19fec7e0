// SPDX-License-Identifier: Apache-2.0
#include "app/cli/open_with_progress.h"

#include "app/cli/terminal_job.h"

namespace lanescope::cli {

Result<std::shared_ptr<const OpenedTrace>> openWithProgress(const OpenRequest& request)
{
    const TerminalJob job;
    return openTrace(request, job.control());
}

} // namespace lanescope::cli
