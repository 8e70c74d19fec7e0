// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/models/source_details.h"

#include "app/desktop/text.h"
#include "core/annotate/stack_frames.h"
#include "core/load/decimal_time.h"
#include "core/load/json_walk.h"

#include <QCoreApplication>

#include <algorithm>

namespace lanescope::desktop {
namespace {

constexpr std::size_t kMostStacks = 64; // of one record; a fused kernel has a handful
constexpr std::size_t kMostCandidates = 64;

struct Source {
    Q_DECLARE_TR_FUNCTIONS(Source)
};

DetailNode line(const QString& name, const QString& value)
{
    DetailNode node;
    node.name = name;
    node.value = value;
    return node;
}

DetailNode group()
{
    DetailNode node;
    node.name = Source::tr("Source");
    node.isGroup = true;
    return node;
}

DetailNode frameLine(const StackFrame& frame)
{
    if (frame.file.empty())
        return line({}, toQString(frame.code));
    const std::size_t name = frame.file.find_last_of("/\\") + 1; // npos + 1 is 0
    DetailNode node = line(QStringLiteral("%1:%2").arg(toQString(frame.file.substr(name))).arg(frame.line),
                           toQString(frame.code.empty() ? frame.function : frame.code));
    node.fullText = QStringLiteral("%1:%2").arg(toQString(frame.file)).arg(frame.line);
    if (!frame.function.empty())
        node.fullText += Source::tr(" in %1").arg(toQString(frame.function));
    return node;
}

// The innermost call is what the kernel does; those around it stand below, from the inside out.
void addStacks(const std::vector<std::string>& stacks, DetailNode& parent)
{
    for (std::size_t i = 0; i < std::min(stacks.size(), kMostStacks); ++i) {
        const std::vector<StackFrame> frames = parseStack(stacks[i]);
        if (frames.empty())
            continue;
        DetailNode inner = frameLine(frames.back());
        for (auto frame = frames.rbegin() + 1; frame != frames.rend(); ++frame)
            inner.children.push_back(frameLine(*frame));
        parent.children.push_back(std::move(inner));
    }
    if (stacks.size() > kMostStacks)
        parent.children.push_back(line({}, Source::tr("and %1 more").arg(stacks.size() - kMostStacks)));
}

QString listText(const std::vector<std::string>& names)
{
    QStringList texts;
    for (const std::string& name : names)
        texts << toQString(name);
    return texts.join(QStringLiteral(", "));
}

void addNodes(const ProvenanceRecord& record, DetailNode& parent)
{
    if (!record.postGradNodes.empty())
        parent.children.push_back(line(Source::tr("Post-grad nodes"), listText(record.postGradNodes)));
    if (!record.preGradNodes.empty())
        parent.children.push_back(line(Source::tr("Pre-grad nodes"), listText(record.preGradNodes)));
}

QString howText(ProvenanceHow how)
{
    switch (how) {
    case ProvenanceHow::GraphNode:
        return Source::tr("its graph node");
    case ProvenanceHow::Name:
        return Source::tr("its name and compiled region");
    case ProvenanceHow::ExternCall:
        return Source::tr("its extern_kernels call");
    case ProvenanceHow::OnlyStack:
        return Source::tr("the only stack of its graph");
    case ProvenanceHow::NameAlone:
        return Source::tr("its name alone");
    }
    return {};
}

QString unknownWhich(std::size_t count)
{
    return Source::tr("%1: the trace does not say which").arg(count);
}

using Records = std::vector<const ProvenanceRecord*>;

// Candidates with equal stacks together, in order of the first.
std::vector<Records> bySameStacks(const Records& candidates)
{
    std::vector<Records> groups;
    for (const ProvenanceRecord* candidate : candidates) {
        const auto same = std::find_if(groups.begin(), groups.end(), [candidate](const Records& records) {
            return records.front()->stacks == candidate->stacks;
        });
        if (same != groups.end())
            (*same).push_back(candidate);
        else if (groups.size() < kMostCandidates)
            groups.push_back({candidate});
    }
    return groups;
}

void addCandidates(const Records& candidates, DetailNode& parent)
{
    const std::vector<Records> groups = bySameStacks(candidates);
    if (groups.size() == 1) {
        parent.children.push_back(
            line(Source::tr("Candidates"), Source::tr("%1, all with this stack").arg(candidates.size())));
        addStacks(candidates.front()->stacks, parent);
        return;
    }
    parent.children.push_back(line(Source::tr("Candidates"), unknownWhich(candidates.size())));
    for (const Records& records : groups) {
        QStringList labels;
        for (const ProvenanceRecord* record : records)
            labels << toQString(record->handle ? ":" + std::to_string(*record->handle) : record->label());
        DetailNode node = line(Source::tr("%1 of %2 candidates").arg(records.size()).arg(candidates.size()),
                               labels.join(QStringLiteral(", ")));
        addStacks(records.front()->stacks, node);
        if (records.size() == 1)
            addNodes(*records.front(), node);
        parent.children.push_back(std::move(node));
    }
}

} // namespace

DetailNode sourceGroup(const ProvenanceMatch& match)
{
    DetailNode node = group();
    if (match.candidates.size() > 1 && match.hasStack()) {
        addCandidates(match.candidates, node);
    } else if (match.hasStack()) {
        addStacks(match.candidates.front()->stacks, node);
        addNodes(*match.candidates.front(), node);
    } else {
        node.children.push_back(
            line(Source::tr("Stack"), Source::tr("none: the provenance files have names of nodes only")));
        addNodes(*match.candidates.front(), node);
    }
    node.children.push_back(line(Source::tr("Found by"), howText(match.how)));
    return node;
}

std::optional<DetailNode> sourceGroupOfArgs(std::string_view eventText)
{
    std::vector<std::string> stacks;
    std::uint64_t candidates = 1;
    const auto takeStack = [&stacks](const JsonCursor::Value& value) {
        if (value.kind == JsonCursor::ValueKind::String)
            decodeJsonString(value.inner(), stacks.emplace_back());
    };
    const bool isWhole = walkObject(eventText, [&](std::string_view member, const JsonCursor::Value& args) {
        if (member != "args" || args.kind != JsonCursor::ValueKind::Object)
            return;
        (void)walkObject(args.raw, [&](std::string_view key, const JsonCursor::Value& value) { // whole: it was read
            if (key == "stack_candidates")
                candidates = parseUnsigned(value.inner()).value_or(1);
            else if (key == "stack" && value.kind == JsonCursor::ValueKind::Array)
                (void)walkArray(value.raw, takeStack);
            else if (key == "stack")
                takeStack(value);
        });
    });
    if (!isWhole || std::none_of(stacks.begin(), stacks.end(), looksLikeStack))
        return std::nullopt;
    DetailNode node = group();
    if (candidates > 1) {
        node.children.push_back(line(Source::tr("Candidates"), unknownWhich(candidates)));
        DetailNode first = line(Source::tr("1 of %1 candidates").arg(candidates), Source::tr("the first"));
        addStacks(stacks, first);
        node.children.push_back(std::move(first));
    } else {
        addStacks(stacks, node);
    }
    node.children.push_back(line(Source::tr("Found by"), Source::tr("whoever wrote the trace")));
    return node;
}

} // namespace lanescope::desktop
