// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/recorder/record_settings.h"

#include <charconv>
#include <string_view>

namespace lanescope::record {
namespace {

constexpr std::size_t kLeastMegabytes = 8;
constexpr std::size_t kMostMegabytes = 65536;

bool replacePlaceholders(std::string_view pattern, long pid, std::string& path)
{
    path.clear();
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '%') {
            path += pattern[i];
            continue;
        }
        const char placeholder = ++i < pattern.size() ? pattern[i] : '\0';
        if (placeholder == 'p')
            path += std::to_string(pid);
        else if (placeholder == '%')
            path += '%';
        else
            return false;
    }
    return !path.empty();
}

} // namespace

bool readSettings(const std::function<const char*(const char*)>& getVariable, long pid, RecordSettings& settings,
                  std::string& problem)
{
    const auto textOf = [&](const char* variable) {
        const char* text = getVariable(variable);
        return std::string_view(text ? text : "");
    };
    settings = RecordSettings();
    if (const std::string_view begin = textOf("LANESCOPE_RECORD"); begin == "off") {
        settings.begin = Begin::WhenAsked;
    } else if (!begin.empty() && begin != "on") {
        problem = "LANESCOPE_RECORD is \"" + std::string(begin) + "\": it may be on or off";
        return false;
    }
    std::string pattern(textOf("LANESCOPE_RECORD_OUTPUT"));
    if (pattern.empty())
        pattern = settings.output;
    if (!replacePlaceholders(pattern, pid, settings.output)) {
        problem = "LANESCOPE_RECORD_OUTPUT is \"" + pattern + "\": after % only p (the process id) or % may stand";
        return false;
    }
    if (const std::string_view limit = textOf("LANESCOPE_RECORD_BUFFER_MB"); !limit.empty()) {
        std::size_t megabytes = 0;
        const auto [end, error] = std::from_chars(limit.data(), limit.data() + limit.size(), megabytes);
        if (error != std::errc() || end != limit.data() + limit.size() || megabytes < kLeastMegabytes ||
            megabytes > kMostMegabytes) {
            problem = "LANESCOPE_RECORD_BUFFER_MB is \"" + std::string(limit) + "\": it may be a number from " +
                      std::to_string(kLeastMegabytes) + " to " + std::to_string(kMostMegabytes);
            return false;
        }
        settings.bufferBytes = megabytes << 20;
    }
    return true;
}

} // namespace lanescope::record
