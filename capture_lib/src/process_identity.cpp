// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/process_identity.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <string_view>

#include <unistd.h>

namespace lanescope::capture {
namespace {

std::optional<std::int32_t> rankFromEnvironment()
{
    const char* text = std::getenv("RANK");
    if (!text)
        return std::nullopt;
    const std::string_view view(text);
    std::int32_t rank = -1;
    const auto result = std::from_chars(view.data(), view.data() + view.size(), rank);
    if (result.ec != std::errc() || result.ptr != view.data() + view.size() || rank < 0)
        return std::nullopt;
    return rank;
}

bool isFileNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
}

} // namespace

std::string ProcessIdentity::fileStem() const
{
    std::string stem = rank ? "rank" + std::to_string(*rank) : std::string("rankunknown");
    stem += '_';
    for (const char c : host)
        stem += isFileNameCharacter(c) ? c : '-';
    std::array<char, 16> hex = {};
    const auto result = std::to_chars(hex.data(), hex.data() + hex.size(), startUnixNs, 16);
    return stem + "_" + std::to_string(pid) + "_" + std::string(hex.data(), result.ptr);
}

ProcessIdentity identifyProcess()
{
    ProcessIdentity identity;
    identity.pid = getpid();
    std::array<char, 256> host = {};
    // A host name that does not fit is cut without a zero by some systems.
    if (gethostname(host.data(), host.size() - 1) == 0)
        identity.host = host.data();
    using std::chrono::nanoseconds;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    identity.startUnixNs = std::chrono::duration_cast<nanoseconds>(now).count();
    identity.rank = rankFromEnvironment();
    return identity;
}

} // namespace lanescope::capture
