// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/discover.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

// A folder with more files than this is no place where annotations lie beside a trace.
constexpr std::size_t kFilesLookedAt = 100000;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string lowered(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

// A whole number of up to six digits at `at`; longer ones are dates and process ids.
std::optional<std::int64_t> shortNumberAt(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    if (end == at || end - at > 6)
        return std::nullopt;
    std::int64_t number = 0;
    std::from_chars(text.data() + at, text.data() + end, number);
    return number;
}

// The number behind "tp" in "dp0_pp0_tp1" or "-TP-1-DP-0", as a word of its own.
std::optional<std::int64_t> placeIn(std::string_view lowerName, std::string_view dimension)
{
    for (std::size_t at = lowerName.find(dimension); at != std::string_view::npos;
         at = lowerName.find(dimension, at + 1)) {
        std::size_t digits = at + dimension.size();
        if (digits < lowerName.size() && lowerName[digits] == '-')
            ++digits;
        const auto place = at == 0 || !isLetter(lowerName[at - 1]) ? shortNumberAt(lowerName, digits) : std::nullopt;
        if (place)
            return place;
    }
    return std::nullopt;
}

// Servers number workers by place. Ranks count tensor parallel workers first, so the place is the rank where it is the
// first of all other dimensions or names one alone; else the sizes would have to be known.
std::optional<std::int64_t> rankOfParallelPlaces(std::string_view lowerName)
{
    std::optional<std::int64_t> only;
    int dimensions = 0;
    bool othersAreFirst = true;
    for (const std::string_view dimension : {"tp", "pp", "dp"}) {
        const auto place = placeIn(lowerName, dimension);
        if (!place)
            continue;
        ++dimensions;
        othersAreFirst = othersAreFirst && (dimension == "tp" || *place == 0);
        if (!only || dimensions == 1)
            only = place; // "tp" where it is named, as it comes first
    }
    return dimensions == 1 || othersAreFirst ? only : std::nullopt;
}

// "x" of "x.annotations.json" and its like, nothing for other names.
std::optional<std::string> namedTraceStem(const std::string& fileName)
{
    const std::size_t at = fileName.rfind(".annotations.");
    if (at == std::string::npos || at == 0)
        return std::nullopt;
    return fileName.substr(0, at);
}

bool looksLikeAnnotations(const std::string& lowerName)
{
    std::string_view name = lowerName;
    if (name.ends_with(".gz"))
        name.remove_suffix(3);
    return name.find("annotations") != std::string_view::npos &&
           (name.ends_with(".json") || name.ends_with(".pkl") || name.ends_with(".pickle") ||
            name.ends_with(".journal"));
}

std::vector<std::string> fileNamesIn(const fs::path& folder)
{
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end && names.size() < kFilesLookedAt;
         it.increment(error)) {
        std::error_code ignored; // an entry that vanished is no file
        if (it->is_regular_file(ignored))
            names.push_back(it->path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

// What a trace asks of the annotation files around it.
struct Wanted {
    std::string traceName;
    std::string stem;
    std::optional<std::int64_t> rank;
    bool isBeside = true; // the folder that is looked at is the trace's own
};

// "x.json" for "x.pkl", "x.journal" and their like, nothing for other names: the same annotations, saved twice.
std::optional<std::string> jsonBeside(const std::string& fileName)
{
    for (const std::string_view ending : {".pkl", ".pickle", ".journal"}) {
        if (fileName.ends_with(ending))
            return fileName.substr(0, fileName.size() - ending.size()) + ".json";
    }
    return std::nullopt;
}

// Annotation files that may belong to the trace. `names` are sorted.
std::vector<std::string> candidatesOf(const std::vector<std::string>& names, const Wanted& wanted)
{
    std::vector<std::string> stems;
    for (const std::string& name : names)
        stems.push_back(traceStem(name));
    std::sort(stems.begin(), stems.end());
    std::vector<std::string> candidates;
    for (const std::string& name : names) {
        if (name == wanted.traceName || !looksLikeAnnotations(lowered(name)))
            continue;
        const std::optional<std::string> other = namedTraceStem(name);
        if (other && *other != wanted.stem &&
            (!wanted.isBeside || std::binary_search(stems.begin(), stems.end(), *other)))
            continue; // another trace's
        const std::optional<std::string> json = jsonBeside(name);
        if (json && (std::binary_search(names.begin(), names.end(), *json) ||
                     std::binary_search(names.begin(), names.end(), *json + ".gz")))
            continue;
        candidates.push_back(name);
    }
    return candidates;
}

// The names that fit best: one, several that fit equally, or none.
std::vector<std::string> bestFits(const std::vector<std::string>& names, const Wanted& wanted)
{
    for (const std::string_view ending : {".json", ".json.gz", ".pkl", ".journal"}) {
        const std::string exact = wanted.stem + ".annotations" + std::string(ending);
        if (exact != wanted.traceName && std::binary_search(names.begin(), names.end(), exact))
            return {exact};
    }
    const std::vector<std::string> candidates = candidatesOf(names, wanted);
    const auto those = [&candidates](auto fits) {
        std::vector<std::string> fitting;
        std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(fitting), fits);
        return fitting;
    };
    if (!wanted.rank)
        return candidates;
    const auto hasRank = [&wanted](const std::string& name) { return rankInFileName(name) == wanted.rank; };
    for (const std::string_view prefix : {"lanescope_annotations_", "kernel_annotations_", ""}) {
        auto fitting = those([&](const std::string& name) { return name.starts_with(prefix) && hasRank(name); });
        if (!fitting.empty())
            return fitting;
    }
    return those([](const std::string& name) { return !rankInFileName(name); });
}

} // namespace

bool isCoordinatorName(std::string_view fileName)
{
    return lowered(fileName).find("async_llm") != std::string::npos;
}

bool looksLikeAnnotationName(std::string_view fileName)
{
    return looksLikeAnnotations(lowered(fileName));
}

std::string traceStem(const fs::path& trace)
{
    std::string stem = trace.filename().string();
    constexpr std::array<std::string_view, 9> kEndings{".gz",      ".json",      ".trace",          ".pt",      ".zip",
                                                       ".pftrace", ".annotated", ".perfetto_trace", ".perfetto"};
    for (bool cut = true; cut;) {
        cut = false;
        for (const std::string_view ending : kEndings) {
            if (stem.size() > ending.size() && stem.ends_with(ending)) {
                stem.erase(stem.size() - ending.size());
                cut = true;
            }
        }
    }
    return stem;
}

std::optional<std::int64_t> rankInFileName(std::string_view fileName)
{
    const std::string name = lowered(fileName);
    for (std::size_t at = name.find("rank"); at != std::string::npos; at = name.find("rank", at + 4)) {
        if (at > 0 && isLetter(name[at - 1]))
            continue;
        std::size_t digits = at + 4;
        if (digits < name.size() && std::string_view("-_[=. ").find(name[digits]) != std::string_view::npos)
            ++digits;
        if (const auto rank = shortNumberAt(name, digits))
            return rank;
    }
    if (isCoordinatorName(name))
        return std::nullopt;
    if (const auto rank = rankOfParallelPlaces(name))
        return rank;
    const auto leading = shortNumberAt(name, 0);
    const std::size_t behind = name.find_first_not_of("0123456789");
    if (leading && (behind == std::string::npos || !isLetter(name[behind])))
        return leading;
    return std::nullopt;
}

AnnotationSearch findAnnotationsFor(const fs::path& trace, std::optional<std::int64_t> rankInTrace)
{
    AnnotationSearch search;
    std::error_code error;
    fs::path folder = fs::absolute(trace, error).lexically_normal().parent_path();
    if (error)
        return search;
    Wanted wanted{trace.filename().string(), traceStem(trace), rankInTrace, true};
    if (!wanted.rank)
        wanted.rank = rankInFileName(wanted.traceName);
    for (int level = 0; level < 3; ++level) {
        const std::vector<std::string> names = bestFits(fileNamesIn(folder), wanted);
        if (names.size() == 1) {
            search.found = folder / names.front();
            return search;
        }
        // Further up, files that say nothing of this trace are no riddle to ask the user about.
        if (level == 0 || wanted.rank) {
            for (const std::string& name : names)
                search.equals.push_back(folder / name);
        }
        if (!names.empty() || !folder.has_relative_path())
            return search;
        folder = folder.parent_path();
        wanted.traceName.clear();
        wanted.isBeside = false;
    }
    return search;
}

} // namespace lanescope
