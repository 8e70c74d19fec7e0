// SPDX-License-Identifier: Apache-2.0
#include "tests/support/json_equal.h"

#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <map>
#include <vector>

namespace lanescope::test {
namespace {

// A value as lines "path = scalar": two values are equal when their lines are.
using Lines = std::map<std::vector<std::string>, std::string>;

std::string pathText(const std::vector<std::string>& path)
{
    std::string text;
    for (const std::string& part : path)
        text += (text.empty() ? "" : "/") + part;
    return text;
}

std::string numberText(std::string_view raw, std::string_view key)
{
    const std::string text(raw);
    if (key == "ts" || key == "dur")
        return fmt::format("{} ns", std::llround(std::strtold(text.c_str(), nullptr) * 1000.0L));
    if (raw.find_first_of(".eE") == std::string_view::npos)
        return text;
    const double value = std::strtod(text.c_str(), nullptr);
    if (std::abs(value) < 1e15 && value == std::floor(value))
        return fmt::format("{}", static_cast<long long>(value));
    return fmt::format("{}", value);
}

class LineCollector : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, LineCollector> {
public:
    explicit LineCollector(bool keepsNumbers) : m_keepsNumbers(keepsNumbers) {}
    Lines lines;

    bool Null() { return scalar("null"); }
    bool Bool(bool value) { return scalar(value ? "true" : "false"); }
    bool RawNumber(const char* digits, rapidjson::SizeType length, bool)
    {
        const std::string_view raw(digits, length);
        std::string key;
        nameItem();
        if (!m_path.empty())
            key = m_path.back();
        lines[m_path] = m_keepsNumbers ? std::string(raw) : numberText(raw, key);
        return true;
    }
    bool String(const char* text, rapidjson::SizeType length, bool)
    {
        return scalar('"' + std::string(text, length) + '"');
    }
    bool Key(const char* text, rapidjson::SizeType length, bool)
    {
        m_path.back().assign(text, length);
        std::vector<std::string> above = m_path;
        above.push_back({});
        // The last of repeated members counts, whatever the others held.
        lines.erase(m_path);
        while (lines.lower_bound(above) != lines.end()) {
            const auto below = lines.lower_bound(above);
            if (below->first.size() <= m_path.size() || !std::equal(m_path.begin(), m_path.end(), below->first.begin()))
                break;
            lines.erase(below);
        }
        return true;
    }
    bool StartObject() { return open(-1, "{}"); }
    bool EndObject(rapidjson::SizeType) { return close(); }
    bool StartArray() { return open(0, "[]"); }
    bool EndArray(rapidjson::SizeType) { return close(); }

private:
    void nameItem()
    {
        if (!m_next.empty() && m_next.back() >= 0)
            m_path.back() = fmt::format("{:07}", m_next.back()++);
    }
    bool scalar(std::string text)
    {
        nameItem();
        lines[m_path] = std::move(text);
        return true;
    }
    bool open(long next, const char* text)
    {
        nameItem();
        lines[m_path] = text;
        m_path.emplace_back();
        m_next.push_back(next);
        return true;
    }
    bool close()
    {
        m_path.pop_back();
        m_next.pop_back();
        return true;
    }

    bool m_keepsNumbers;
    std::vector<std::string> m_path;
    std::vector<long> m_next; // of arrays; -1 in objects
};

std::string collect(std::string_view text, Lines& lines, bool keepsNumbers)
{
    constexpr unsigned kFlags =
        rapidjson::kParseNumbersAsStringsFlag | rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag;
    rapidjson::MemoryStream bytes(text.data(), text.size());
    rapidjson::EncodedInputStream<rapidjson::UTF8<>, rapidjson::MemoryStream> stream(bytes);
    rapidjson::Reader reader;
    LineCollector collector(keepsNumbers);
    if (text.starts_with("\xEF\xBB\xBF"))
        return "a byte order mark stands before the text";
    const auto result = reader.Parse<kFlags>(stream, collector);
    lines = std::move(collector.lines);
    if (!result)
        return fmt::format("{} at byte {}", rapidjson::GetParseError_En(result.Code()), result.Offset());
    return {};
}

} // namespace

std::string strictJsonError(std::string_view text)
{
    Lines lines;
    return collect(text, lines, false);
}

std::string jsonDifference(std::string_view actual, std::string_view expected)
{
    Lines actualLines;
    Lines expectedLines;
    if (const std::string error = collect(actual, actualLines, false); !error.empty())
        return "actual: " + error;
    if (const std::string error = collect(expected, expectedLines, false); !error.empty())
        return "expected: " + error;
    auto a = actualLines.begin();
    auto e = expectedLines.begin();
    for (; a != actualLines.end() && e != expectedLines.end(); ++a, ++e) {
        if (*a != *e)
            return fmt::format("{} = {}, expected {} = {}", pathText(a->first), a->second, pathText(e->first),
                               e->second);
    }
    if (a != actualLines.end())
        return fmt::format("too much: {} = {}", pathText(a->first), a->second);
    if (e != expectedLines.end())
        return fmt::format("missing: {} = {}", pathText(e->first), e->second);
    return {};
}

std::string jsonAt(std::string_view text, std::string_view path)
{
    Lines lines;
    if (const std::string error = collect(text, lines, true); !error.empty())
        return error;
    std::vector<std::string> parts;
    while (!path.empty()) {
        const std::size_t slash = path.find('/');
        std::string part(path.substr(0, slash));
        path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
        if (!part.empty() && part.find_first_not_of("0123456789") == std::string::npos && !lines.contains([&] {
                std::vector<std::string> asKey = parts;
                asKey.push_back(part);
                return asKey;
            }()))
            part.insert(0, 7 - std::min<std::size_t>(7, part.size()), '0');
        parts.push_back(std::move(part));
    }
    const auto found = lines.find(parts);
    return found == lines.end() ? "<none>" : found->second;
}

} // namespace lanescope::test
