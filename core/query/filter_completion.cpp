// SPDX-License-Identifier: Apache-2.0
#include "core/query/filter_completion.h"

#include "core/join/explain_match.h"
#include "core/query/filter_expression.h"
#include "core/query/filter_tables.h"

#include <algorithm>
#include <set>

namespace lanescope {
namespace {

// A word as it is being written: "-", key, colon, and the begin of a value.
struct OpenWord {
    std::size_t begin = 0;
    std::size_t end = 0;
    const FilterKeyName* key = nullptr;
    std::string_view start; // of the value, or of a word without a key
    bool isRegex = false;
};

char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool contains(std::string_view text, std::string_view part)
{
    return std::search(text.begin(), text.end(), part.begin(), part.end(),
                       [](char a, char b) { return lowered(a) == lowered(b); }) != text.end();
}

bool startsWith(std::string_view text, std::string_view start)
{
    return text.size() >= start.size() && std::equal(start.begin(), start.end(), text.begin(),
                                                     [](char a, char b) { return lowered(a) == lowered(b); });
}

OpenWord openWordAt(std::string_view text, std::size_t at)
{
    OpenWord word;
    bool isQuoted = false;
    for (std::size_t i = 0; i < at; ++i) {
        const char c = text[i];
        if (c == '\\')
            ++i;
        else if (c == '"')
            isQuoted = !isQuoted;
        else if (!isQuoted && (c == ' ' || c == '(' || c == ')' || (c == '-' && i == word.begin)))
            word.begin = i + 1;
    }
    word.begin = std::min(word.begin, at);
    word.end = at;
    while (!isQuoted && word.end < text.size() && text[word.end] != ' ' && text[word.end] != ')')
        ++word.end;
    word.start = text.substr(word.begin, at - word.begin);
    const std::size_t colon = word.start.find_first_of(":=");
    if (colon != std::string_view::npos) {
        word.key = filterKeyNamed(word.start.substr(0, colon));
        word.isRegex = word.key == nullptr; // some other text with a colon: nothing to offer either
        word.start.remove_prefix(colon + 1);
    }
    word.isRegex = word.isRegex || word.start.starts_with('/');
    if (word.start.starts_with('"'))
        word.start.remove_prefix(1);
    return word;
}

// Values that begin with what is written, then those that hold it.
void addValues(FilterCompletions& result, std::string_view keyName, const std::vector<std::string>& values,
               std::string_view start)
{
    for (const bool isBegin : {true, false}) {
        for (const std::string& value : values) {
            if (result.list.size() == kMostFilterCompletions)
                return;
            if (startsWith(value, start) == isBegin && contains(value, start))
                result.list.push_back({filterTermText(keyName, value), {}});
        }
    }
}

void addKeys(FilterCompletions& result, std::string_view start)
{
    for (const FilterKeyName& key : filterKeyNames()) {
        if (!key.isAlias && startsWith(key.name, start))
            result.list.push_back(
                {std::string(key.name) + (key.kind == FilterValueKind::Time ? ">" : ":"), std::string(key.meaning)});
    }
}

void addUnique(std::vector<std::string>& list, std::string text)
{
    if (!text.empty() && std::find(list.begin(), list.end(), text) == list.end())
        list.push_back(std::move(text));
}

void addTracks(FilterVocabulary& vocabulary, const Arrangement& arrangement)
{
    const Trace& trace = *arrangement.joined->trace;
    std::set<std::int64_t> streams;
    std::set<std::int64_t> devices;
    for (const ViewGroup& group : arrangement.groups) {
        addUnique(vocabulary.values[FilterKey::Process], trace.processTitle(group.process));
        if (const auto device = trace.process(group.process).device)
            devices.insert(*device);
        for (const ViewTrack& track : group.tracks) {
            if (track.source == kNoTrack)
                continue;
            if (const auto stream = filterStreamNumber(trace, track.source))
                streams.insert(*stream);
            else
                addUnique(vocabulary.values[FilterKey::Track], trace.trackTitle(track.source));
        }
    }
    std::set<std::int64_t> ranks;
    for (const TracePart& part : trace.parts()) {
        addUnique(vocabulary.values[FilterKey::File], part.path.filename().string());
        if (part.rank)
            ranks.insert(*part.rank);
    }
    if (const auto rank = trace.parts().empty() ? rankOfTrace(trace) : std::nullopt)
        ranks.insert(*rank);
    for (const std::int64_t rank : ranks)
        vocabulary.values[FilterKey::Rank].push_back(std::to_string(rank));
    for (const std::int64_t stream : streams)
        vocabulary.values[FilterKey::Stream].push_back(std::to_string(stream));
    for (const std::int64_t device : devices)
        vocabulary.values[FilterKey::Device].push_back(std::to_string(device));
}

void addJoined(FilterVocabulary& vocabulary, const JoinedTrace& joined)
{
    if (joined.annotations) {
        std::set<std::string> modules;
        for (const Annotation& annotation : joined.annotations->annotations()) {
            if (!annotation.modulePath().empty() && annotation.modulePath().find(" + ") == std::string::npos)
                modules.insert(annotation.modulePath());
        }
        std::vector<std::string>& sorted = vocabulary.values[FilterKey::Module];
        sorted.assign(modules.begin(), modules.end());
        std::sort(sorted.begin(), sorted.end(),
                  [](const std::string& a, const std::string& b) { return comesBefore(a, b); });
    }
    std::set<std::uint64_t> graphs;
    for (const Replay& replay : joined.replays)
        graphs.insert(replay.execGraphId);
    for (const std::uint64_t graph : graphs)
        vocabulary.values[FilterKey::Graph].push_back(std::to_string(graph));
    vocabulary.values[FilterKey::Phase] = joined.phases;
}

} // namespace

Result<FilterVocabulary> filterVocabulary(const Arrangement& arrangement, const JobControl& job)
{
    FilterVocabulary vocabulary;
    const Trace& trace = *arrangement.joined->trace;
    const std::vector<std::uint8_t> isCategory = textsThatAreCategories(trace, job);
    if (job.stopRequested())
        return JobControl::stopped();
    std::set<std::string> categories;
    for (std::size_t i = 0; i < isCategory.size(); ++i) {
        if (isCategory[i] != 0 && !trace.text(idAt<StringId>(i)).empty())
            categories.insert(std::string(trace.text(idAt<StringId>(i))));
    }
    vocabulary.values[FilterKey::Category].assign(categories.begin(), categories.end());
    for (const RegionTitle& title : arrangement.titles) {
        if (!title.isModuleParent)
            vocabulary.values[FilterKey::Annotation].push_back(title.text);
    }
    addTracks(vocabulary, arrangement);
    addJoined(vocabulary, *arrangement.joined);
    return vocabulary;
}

FilterCompletions completeFilter(std::string_view text, std::size_t at, const FilterVocabulary& vocabulary)
{
    FilterCompletions result;
    const OpenWord word = openWordAt(text, std::min(at, text.size()));
    result.begin = word.begin;
    result.end = word.end;
    if (word.isRegex)
        return result;
    const auto addOf = [&](FilterKey key, std::string_view name) {
        const auto values = vocabulary.values.find(key);
        if (values != vocabulary.values.end())
            addValues(result, name, values->second, word.start);
    };
    if (word.key != nullptr) {
        addOf(word.key->key, word.key->name);
        return result;
    }
    addKeys(result, word.start);
    if (!word.start.empty())
        addOf(FilterKey::Annotation, "ann");
    return result;
}

} // namespace lanescope
