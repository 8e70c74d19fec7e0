// SPDX-License-Identifier: Apache-2.0
#include "core/trace/load_report.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope {

std::string beginningOf(std::string_view text)
{
    constexpr std::size_t kMostBytes = 120;
    if (text.size() <= kMostBytes)
        return std::string(text);
    std::size_t end = kMostBytes;
    // Not inside of a UTF-8 sequence.
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80)
        --end;
    return std::string(text.substr(0, end)) + "…";
}

std::string Finding::line() const
{
    std::string text = count > 1 ? fmt::format("{} ({} times", message, count) : message;
    if (!firstBytes.empty()) {
        text += fmt::format("{} byte {}", count > 1 ? ", first at" : " (at", firstBytes.front());
        if (!examples.empty() && !examples.front().empty())
            text += fmt::format(", \"{}\"", examples.front());
        text += ')';
    } else if (count > 1) {
        text += ')';
    }
    return text;
}

namespace {

// A place once: what is found there twice may come in either order, and only one of the two may know a name. Most are
// not kept: `example()` makes the text of those that are.
template<typename Example>
void keepPlace(Finding& finding, std::uint64_t atByte, Example example)
{
    const auto known = std::find(finding.firstBytes.begin(), finding.firstBytes.end(), atByte);
    if (known != finding.firstBytes.end()) {
        std::string& kept = finding.examples[static_cast<std::size_t>(known - finding.firstBytes.begin())];
        kept = std::max<std::string>(kept, example());
    } else if (finding.firstBytes.size() < LoadReport::kPlacesKept) {
        finding.firstBytes.push_back(atByte);
        finding.examples.push_back(example());
    }
}

} // namespace

Finding& LoadReport::findingOf(std::string_view code, std::string_view message)
{
    const auto known =
        std::find_if(m_findings.begin(), m_findings.end(), [&](const Finding& f) { return f.code == code; });
    if (known != m_findings.end())
        return *known;
    m_findings.push_back({std::string(code), std::string(message), 0, {}, {}});
    return m_findings.back();
}

void LoadReport::add(std::string_view code, std::string_view message, std::uint64_t atByte, std::string_view example,
                     std::uint64_t count)
{
    Finding& finding = findingOf(code, message);
    finding.count += count;
    keepPlace(finding, atByte, [&] { return beginningOf(example); });
}

void LoadReport::addWithoutPlace(std::string_view code, std::string_view message, std::uint64_t count)
{
    findingOf(code, message).count += count;
}

void LoadReport::append(const LoadReport& later)
{
    for (const Finding& from : later.m_findings) {
        Finding& to = findingOf(from.code, from.message);
        to.count += from.count;
        for (std::size_t i = 0; i < from.firstBytes.size(); ++i)
            keepPlace(to, from.firstBytes[i], [&] { return from.examples[i]; });
    }
}

void LoadReport::sortByPlace()
{
    for (Finding& finding : m_findings) {
        std::vector<std::pair<std::uint64_t, std::string>> places;
        for (std::size_t i = 0; i < finding.firstBytes.size(); ++i)
            places.emplace_back(finding.firstBytes[i], std::move(finding.examples[i]));
        std::sort(places.begin(), places.end());
        for (std::size_t i = 0; i < places.size(); ++i) {
            finding.firstBytes[i] = places[i].first;
            finding.examples[i] = std::move(places[i].second);
        }
    }
    const auto place = [](const Finding& f) { return f.firstBytes.empty() ? UINT64_MAX : f.firstBytes.front(); };
    std::sort(m_findings.begin(), m_findings.end(), [&](const Finding& a, const Finding& b) {
        return place(a) != place(b) ? place(a) < place(b) : a.code < b.code;
    });
}

const Finding* LoadReport::find(std::string_view code) const
{
    const auto known =
        std::find_if(m_findings.begin(), m_findings.end(), [&](const Finding& f) { return f.code == code; });
    return known == m_findings.end() ? nullptr : &*known;
}

} // namespace lanescope
