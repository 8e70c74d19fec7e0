// SPDX-License-Identifier: Apache-2.0
#include "app/cli/open_with_progress.h"

#include "app/cli/terminal_job.h"

#include <filesystem>
#include <system_error>

namespace lanescope::cli {

OpenRequest folderAsRanks(OpenRequest request)
{
    std::error_code ignored; // openTrace() tells what is wrong with it
    if (std::filesystem::is_directory(request.trace, ignored))
        request.session = {request.trace};
    return request;
}

Result<std::shared_ptr<const OpenedTrace>> openWithProgress(const OpenRequest& request)
{
    const TerminalJob job;
    return openTrace(request, job.control());
}

} // namespace lanescope::cli
