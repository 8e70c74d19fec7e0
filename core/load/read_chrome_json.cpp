// SPDX-License-Identifier: Apache-2.0
#include "core/load/read_chrome_json.h"

#include "core/load/chrome_json_reader.h"

namespace lanescope {

Result<std::shared_ptr<const Trace>> readChromeJson(OpenedFile file, const JobControl& job, const ReadOptions& options)
{
    return ChromeJsonReader(std::move(file), job, options).read();
}

} // namespace lanescope
