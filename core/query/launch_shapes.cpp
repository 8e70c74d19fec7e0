// SPDX-License-Identifier: Apache-2.0
#include "core/query/launch_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

namespace lanescope {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

void skipSpace(std::string_view& text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

// The text behind `"key":`. A key that is the end of a longer text or a text itself has no colon behind it.
std::optional<std::string_view> valueOf(std::string_view event, std::string_view quotedKey)
{
    for (std::size_t at = event.find(quotedKey); at != std::string_view::npos; at = event.find(quotedKey, at + 1)) {
        std::string_view rest = event.substr(at + quotedKey.size());
        skipSpace(rest);
        const bool isEscaped = at > 0 && event[at - 1] == '\\';
        if (isEscaped || !rest.starts_with(':'))
            continue;
        rest.remove_prefix(1);
        skipSpace(rest);
        return rest;
    }
    return std::nullopt;
}

template<typename Number>
bool takeNumber(std::string_view& text, Number& number)
{
    skipSpace(text);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc())
        return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    skipSpace(text);
    return true;
}

std::optional<LaunchShape::Dimensions> dimensionsIn(std::string_view event, std::string_view quotedKey)
{
    auto text = valueOf(event, quotedKey);
    if (!text || !text->starts_with('['))
        return std::nullopt;
    LaunchShape::Dimensions dimensions{};
    for (std::size_t i = 0; i < dimensions.size(); ++i) {
        text->remove_prefix(1); // '[' or ','
        const char behind = i + 1 < dimensions.size() ? ',' : ']';
        if (!takeNumber(*text, dimensions[i]) || !text->starts_with(behind))
            return std::nullopt;
    }
    return dimensions;
}

std::string textOf(const LaunchShape::Dimensions& dimensions)
{
    return fmt::format("{}×{}×{}", dimensions[0], dimensions[1], dimensions[2]);
}

// The texts of events that come by place in the file.
class EventTexts {
public:
    explicit EventTexts(const OpenedFile& file) : m_file(file) {}

    Result<std::string_view> text(ByteRange range)
    {
        if (range.offset < m_at || range.end() > m_at + m_length) {
            m_block.resize(std::max<std::size_t>(kBlockBytes, range.length));
            const auto read = m_file.content->read(range.offset, m_block);
            if (!read)
                return failureOf(read);
            m_at = range.offset;
            m_length = *read;
            if (m_length < range.length)
                return failure(ErrorCode::ChangedOnDisk,
                               fmt::format("{} is shorter than it was; open it again", m_file.path.string()));
        }
        return std::string_view(m_block).substr(static_cast<std::size_t>(range.offset - m_at), range.length);
    }

private:
    const OpenedFile& m_file;
    std::string m_block;
    std::uint64_t m_at = 0;
    std::size_t m_length = 0;
};

struct Counted {
    std::uint64_t launches = 0;
    std::size_t first = 0; // when it was met
};
using ShapeCounts = std::map<std::pair<LaunchShape::Dimensions, LaunchShape::Dimensions>, Counted>;

void chooseMostFrequent(const ShapeCounts& counts, LaunchShapes& shapes)
{
    const auto isLess = [](const auto& a, const auto& b) {
        return a.second.launches != b.second.launches ? a.second.launches < b.second.launches
                                                      : a.second.first > b.second.first;
    };
    const auto most = std::max_element(counts.begin(), counts.end(), isLess);
    if (most == counts.end())
        return;
    shapes.grid = most->first.first;
    shapes.block = most->first.second;
    shapes.shapes = counts.size();
}

} // namespace

LaunchShape launchShapeIn(std::string_view event)
{
    LaunchShape shape;
    shape.grid = dimensionsIn(event, "\"grid\"");
    shape.block = dimensionsIn(event, "\"block\"");
    auto occupancy = valueOf(event, "\"est. achieved occupancy %\"");
    double percent = 0;
    if (occupancy && takeNumber(*occupancy, percent))
        shape.occupancyPercent = percent;
    return shape;
}

std::string LaunchShapes::text() const
{
    if (launches == 0)
        return {};
    std::string text = textOf(grid) + ", " + textOf(block);
    if (shapes > 1)
        text += fmt::format(" ({} shapes)", shapes);
    return text;
}

Result<std::vector<LaunchShapes>> launchShapesOf(const Trace& trace, std::span<const std::vector<EventId>> groups,
                                                 const JobControl& job)
{
    std::vector<std::pair<EventId, std::uint32_t>> launches; // file order, so that the file is read once
    for (std::size_t i = 0; i < groups.size(); ++i) {
        for (const EventId event : groups[i])
            launches.emplace_back(event, static_cast<std::uint32_t>(i));
    }
    std::sort(launches.begin(), launches.end());
    std::vector<LaunchShapes> result(groups.size());
    std::vector<ShapeCounts> counts(groups.size());
    EventTexts texts(trace.file());
    for (std::size_t i = 0; i < launches.size(); ++i) {
        if (i % 4096 == 0 && job.stopRequested())
            return JobControl::stopped();
        const auto [event, group] = launches[i];
        const auto text = texts.text(trace.bytes(event));
        if (!text)
            return failureOf(text);
        const LaunchShape shape = launchShapeIn(*text);
        LaunchShapes& shapes = result[group];
        if (shape.grid) {
            ++shapes.launches;
            Counted& counted = counts[group][{*shape.grid, shape.block.value_or(LaunchShape::Dimensions{})}];
            counted.first = counted.launches++ == 0 ? i : counted.first;
        }
        if (shape.occupancyPercent) {
            ++shapes.launchesWithOccupancy;
            shapes.occupancyPercent += *shape.occupancyPercent;
        }
    }
    for (std::size_t i = 0; i < result.size(); ++i) {
        chooseMostFrequent(counts[i], result[i]);
        if (result[i].launchesWithOccupancy > 0)
            result[i].occupancyPercent /= static_cast<double>(result[i].launchesWithOccupancy);
    }
    return result;
}

} // namespace lanescope
