// SPDX-License-Identifier: Apache-2.0
#include "tests/support/entry_text.h"

#include "core/load/entry_parser.h"
#include "core/load/fast_entry_parser.h"
#include "core/load/text_window.h"

#include <fmt/format.h>

namespace lanescope::test {

std::string entryAsText(const ParsedEntry& entry)
{
    const auto time = [](const ParsedTime& t) { return fmt::format("{}:{}", static_cast<int>(t.state), t.ns); };
    const auto id = [](const ParsedId& i) { return fmt::format("{}:{}", i.isPresent, i.text); };
    const LaunchArgs& launch = entry.launch;
    const OpArgs& op = entry.op;
    return fmt::format("ph={} name={}:{} cat={} ts={} dur={} pid={} tid={} id={} scope={} bp={} repair={} "
                       "launch={}:{},{},{},{},{},{} op={}:{},{},{} meta={} sort={}",
                       entry.phase, entry.hasName, entry.name, entry.category, time(entry.begin), time(entry.duration),
                       id(entry.process), id(entry.thread), id(entry.id), entry.scope, entry.bindsToEnclosing,
                       entry.needsRepair, launch.present, launch.correlation, launch.externalId, launch.graphId,
                       launch.graphNodeId, launch.device, launch.stream, op.present, op.externalId, op.sequenceNumber,
                       op.forwardThread, entry.metadataText,
                       entry.metadataSortIndex ? fmt::to_string(*entry.metadataSortIndex) : "none");
}

namespace {

std::string differenceOfParsers(std::string_view text, FastEntryParser& fast)
{
    const std::string padded = std::string(text) + std::string(TextWindow::kPaddingBytes, '\0');
    ParsedEntry fastEntry;
    std::size_t fastLength = 0;
    if (!fast.parse(padded.data(), fastEntry, fastLength))
        return {};
    EntryParser careful;
    ParsedEntry carefulEntry;
    JsonCursor cursor(text, 0, JsonCursor::TextIs::Whole);
    if (careful.parse(cursor, carefulEntry) != JsonCursor::Outcome::Ok)
        return "only the fast parser accepts it";
    if (cursor.position() != fastLength)
        return fmt::format("the careful parser takes {} bytes, the fast one {}", cursor.position(), fastLength);
    const std::string carefulText = entryAsText(carefulEntry);
    const std::string fastText = entryAsText(fastEntry);
    return carefulText == fastText ? std::string() : "careful: " + carefulText + "\nfast:    " + fastText;
}

} // namespace

std::string differenceOfParsers(std::string_view text)
{
    // It must not matter what a parser has read before.
    FastEntryParser fresh;
    static FastEntryParser used;
    for (FastEntryParser* fast : {&fresh, &used, &used}) {
        if (std::string difference = differenceOfParsers(text, *fast); !difference.empty())
            return difference;
    }
    return {};
}

} // namespace lanescope::test
