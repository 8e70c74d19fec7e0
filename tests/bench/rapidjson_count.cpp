// SPDX-License-Identifier: Apache-2.0
// Compiled twice, each time with a RAPIDJSON_NAMESPACE of its own, so that the linker cannot make one of the two.
#include "tests/bench/rapidjson_count.h"

#include <rapidjson/reader.h>

namespace lanescope::bench {
namespace {

struct CountingHandler : RAPIDJSON_NAMESPACE::BaseReaderHandler<RAPIDJSON_NAMESPACE::UTF8<>, CountingHandler> {
    std::uint64_t values = 0;
    bool Default()
    {
        ++values;
        return true;
    }
};

} // namespace

std::uint64_t LANESCOPE_COUNT_FUNCTION(const std::string& json)
{
    RAPIDJSON_NAMESPACE::StringStream stream(json.c_str());
    CountingHandler handler;
    RAPIDJSON_NAMESPACE::Reader reader;
    return reader.Parse(stream, handler).IsError() ? 0 : handler.values;
}

} // namespace lanescope::bench
