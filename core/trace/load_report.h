// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// One kind of oddity in one file: what was odd, how often, where first.
struct Finding {
    std::string code;    // stable, for scripts: "invalid-utf8"
    std::string message; // one line for people, without count and place
    std::uint64_t count = 0;
    std::vector<std::uint64_t> firstBytes; // the first few offsets in the decompressed content, each once
    std::vector<std::string> examples;     // names of the events there, when known; of long ones the beginning

    // "12 × …, first at byte 345 ("name")": the line that is printed.
    [[nodiscard]] std::string line() const;
};

// A text from a file as far as a line of a message has room for it; "…" says that more follows.
[[nodiscard]] std::string beginningOf(std::string_view text);

// All oddities of one file, each kind once.
class LoadReport {
public:
    static constexpr std::size_t kPlacesKept = 8;

    // Counts `count` more of a kind, all at one place. `message` is used the first time.
    void add(std::string_view code, std::string_view message, std::uint64_t atByte, std::string_view example = {},
             std::uint64_t count = 1);
    // A finding that has no place in the file.
    void addWithoutPlace(std::string_view code, std::string_view message, std::uint64_t count = 1);

    // Adds what a later part of the same file reported.
    void append(const LoadReport& later);

    // Orders findings and their places by place in the file, whatever order they were found in; those without one last.
    void sortByPlace();

    [[nodiscard]] const std::vector<Finding>& findings() const { return m_findings; }
    [[nodiscard]] const Finding* find(std::string_view code) const;
    [[nodiscard]] bool isClean() const { return m_findings.empty(); }

private:
    Finding& findingOf(std::string_view code, std::string_view message);

    std::vector<Finding> m_findings;
};

} // namespace lanescope
