// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/stack_frames.h"

#include "core/base/trimmed.h"

#include <charconv>
#include <optional>

namespace lanescope {
namespace {

constexpr std::string_view kSpaces = " \t\r";

std::optional<std::uint64_t> lineNumber(std::string_view text)
{
    std::uint64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (text.empty() || error != std::errc() || stop != end)
        return std::nullopt;
    return number;
}

// File "a.py", line 3, in f
std::optional<StackFrame> tracebackFrame(std::string_view line)
{
    constexpr std::string_view kFile = "File \"";
    constexpr std::string_view kLine = "\", line ";
    constexpr std::string_view kIn = ", in ";
    if (!line.starts_with(kFile))
        return std::nullopt;
    line.remove_prefix(kFile.size());
    const std::size_t fileEnd = line.rfind(kLine);
    if (fileEnd == std::string_view::npos)
        return std::nullopt;
    StackFrame frame;
    frame.file = line.substr(0, fileEnd);
    line.remove_prefix(fileEnd + kLine.size());
    const std::size_t numberEnd = line.find(kIn);
    const auto number = lineNumber(line.substr(0, numberEnd));
    if (!number)
        return std::nullopt;
    frame.line = *number;
    if (numberEnd != std::string_view::npos)
        frame.function = line.substr(numberEnd + kIn.size());
    return frame;
}

// a.py:3:f, also a.py:3; the file may hold colons (C:\a.py), the function may not begin with a digit.
std::optional<StackFrame> colonFrame(std::string_view line)
{
    for (std::size_t colon = line.find(':', 1); colon != std::string_view::npos; colon = line.find(':', colon + 1)) {
        const std::size_t next = line.find(':', colon + 1);
        const auto number =
            lineNumber(line.substr(colon + 1, next == std::string_view::npos ? next : next - colon - 1));
        if (!number)
            continue;
        StackFrame frame;
        frame.file = line.substr(0, colon);
        frame.line = *number;
        if (next != std::string_view::npos)
            frame.function = trimmed(line.substr(next + 1), kSpaces);
        return frame;
    }
    return std::nullopt;
}

std::optional<StackFrame> frameOf(std::string_view line)
{
    if (auto frame = tracebackFrame(line))
        return frame;
    return colonFrame(line);
}

// Calls `take(line)` for each line with text, without the spaces around it, until it says false.
template<typename Take>
void forEachLine(std::string_view text, Take take)
{
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = trimmed(text.substr(0, end), kSpaces);
        if (!line.empty() && !take(line))
            return;
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
}

} // namespace

std::vector<StackFrame> parseStack(std::string_view text)
{
    std::vector<StackFrame> frames;
    bool wantsCode = false;
    forEachLine(text, [&](std::string_view line) {
        std::optional<StackFrame> frame = tracebackFrame(line);
        const bool isTraceback = frame.has_value();
        // The code below a traceback's frame can hold anything, "d[1:2:3]" too.
        if (!frame && wantsCode) {
            frames.back().code = line;
            wantsCode = false;
            return true;
        }
        if (!frame)
            frame = colonFrame(line);
        if (!frame) {
            frame.emplace();
            frame->code = line;
        }
        wantsCode = isTraceback;
        frames.push_back(*std::move(frame));
        return true;
    });
    return frames;
}

bool looksLikeStack(std::string_view text)
{
    bool isPlace = false;
    forEachLine(text, [&isPlace](std::string_view line) {
        isPlace = frameOf(line).has_value();
        return false;
    });
    return isPlace;
}

} // namespace lanescope
