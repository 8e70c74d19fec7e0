// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/annotation_writer.h"

#include "capture_lib/src/json_text.h"
#include "lanescope/annotation_format.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <string_view>

namespace lanescope::capture {
namespace {

constexpr std::string_view kProducerName = "liblanescope-capture";

// One object or list in the making: puts the commas.
class Members {
public:
    Members(std::string& out, char opening) : m_out(out), m_closing(opening == '{' ? '}' : ']')
    {
        m_out.push_back(opening);
    }
    void close() { m_out.push_back(m_closing); }
    std::string& item()
    {
        if (!m_first)
            m_out += ", ";
        m_first = false;
        return m_out;
    }
    std::string& key(std::string_view name)
    {
        item();
        m_out.push_back('"');
        m_out += name;
        m_out += "\": ";
        return m_out;
    }
    void text(std::string_view name, std::string_view value) { appendQuoted(key(name), value); }
    void number(std::string_view name, std::uint64_t value) { appendNumber(key(name), value); }

private:
    std::string& m_out;
    char m_closing;
    bool m_first = true;
};

// Long lists get a line an item, which keeps files readable and diffable.
class Lines {
public:
    Lines(TextSink& sink, std::string_view indent) : m_sink(sink), m_separator(",\n" + std::string(indent)) {}
    void write(std::string_view item)
    {
        m_sink.write(m_first ? std::string_view(m_separator).substr(1) : std::string_view(m_separator));
        m_sink.write(item);
        m_first = false;
    }

private:
    TextSink& m_sink;
    std::string m_separator;
    bool m_first = true;
};

// The same graph object goes into a file, a line an item, and into a journal, where it is one line. (Line ends inside
// texts are escaped, so these are all between items.)
class OneLineSink : public TextSink {
public:
    explicit OneLineSink(std::string& out) : m_out(out) {}
    void write(std::string_view text) override
    {
        while (!text.empty()) {
            const std::size_t end = text.find('\n');
            m_out += text.substr(0, end);
            if (end == std::string_view::npos)
                return;
            text.remove_prefix(end);
            text.remove_prefix(std::min(text.find_first_not_of("\n "), text.size()));
        }
    }

private:
    std::string& m_out;
};

void appendProcess(Members& top, const RegistrySnapshot& snapshot)
{
    Members producer(top.key(LSC_KEY_PRODUCER), '{');
    producer.text(LSC_KEY_NAME, kProducerName);
    producer.text(LSC_KEY_VERSION, LANESCOPE_VERSION);
    producer.close();
    Members process(top.key(LSC_KEY_PROCESS), '{');
    process.number(LSC_KEY_PID, static_cast<std::uint64_t>(snapshot.process.pid));
    if (snapshot.process.rank)
        process.number(LSC_KEY_RANK, static_cast<std::uint64_t>(*snapshot.process.rank));
    process.text(LSC_KEY_HOST, snapshot.process.host);
    process.number(LSC_KEY_START_UNIX_NS, static_cast<std::uint64_t>(snapshot.process.startUnixNs));
    process.close();
    if (snapshot.idSource == IdSource::None)
        return;
    Members driver(top.key(LSC_KEY_DRIVER), '{');
    driver.number(LSC_KEY_CUDA_VERSION, static_cast<std::uint64_t>(snapshot.cudaVersion));
    driver.text(LSC_KEY_ID_SOURCE, snapshot.idSource == IdSource::Cupti ? LSC_ID_SOURCE_CUPTI : LSC_ID_SOURCE_DRIVER);
    driver.close();
}

void appendStreams(Members& top, const std::vector<StreamIds::Entry>& entries)
{
    Members streams(top.key(LSC_KEY_STREAMS), '[');
    for (const StreamIds::Entry& entry : entries) {
        Members stream(streams.item(), '{');
        stream.number(LSC_KEY_ID, entry.id);
        if (const auto* group = std::get_if<std::string>(&entry.owner)) {
            stream.text(LSC_KEY_GROUP, *group);
        } else {
            std::array<char, 24> handle = {};
            std::snprintf(handle.data(), handle.size(), "%p", std::get<void*>(entry.owner));
            stream.text(LSC_KEY_STREAM, handle.data());
        }
        stream.close();
    }
    streams.close();
}

std::string scopeText(const ScopeRecord& scope)
{
    std::string out;
    Members members(out, '{');
    members.number(LSC_KEY_OPENED, scope.opened);
    members.text(LSC_KEY_KIND, scope.kind == ScopeKind::Backward ? LSC_SCOPE_BACKWARD : LSC_SCOPE_MARK);
    scope.annotation->appendJson(members.key(LSC_KEY_ANNOTATION));
    members.close();
    return out;
}

std::string regionText(const Region& region)
{
    std::string out;
    Members members(out, '{');
    members.key(LSC_KEY_ANNOTATIONS) += annotationList({&region});
    Members scopes(members.key(LSC_KEY_SCOPES), '[');
    for (const std::uint32_t scope : region.scopes)
        appendNumber(scopes.item(), scope);
    scopes.close();
    members.close();
    return out;
}

std::string kernelText(const KernelName& kernel)
{
    std::string out;
    Members members(out, '{');
    // A name that is not mangled (extern "C", generated code) is its own plain name.
    members.text(LSC_KEY_NAME, kernel.demangled.empty() ? kernel.mangled : kernel.demangled);
    if (!kernel.demangled.empty())
        members.text(LSC_KEY_MANGLED, kernel.mangled);
    members.close();
    return out;
}

void appendBody(std::string& out, const GraphRecord& record, const BodyRecord& body);

// Bodies nest some levels deep at most: readGraph sees to it.
void appendNode(std::string& out, const GraphRecord& record, const NodeRecord& node)
{
    Members members(out, '{');
    members.number(LSC_KEY_ID, node.number);
    members.text(LSC_KEY_KIND, nodeKindText(node.kind));
    if (node.kernel != kNone)
        members.number(LSC_KEY_KERNEL, node.kernel);
    if (node.region != kNone)
        members.number(LSC_KEY_REGION, node.region);
    if (node.bodyCount != 0) {
        Members bodies(members.key(LSC_KEY_BODIES), '[');
        for (std::uint32_t b = 0; b < node.bodyCount; ++b)
            appendBody(bodies.item(), record, record.bodies[node.firstBody + b]);
        bodies.close();
    }
    members.close();
}

void appendBody(std::string& out, const GraphRecord& record, const BodyRecord& body)
{
    Members members(out, '{');
    members.number(LSC_KEY_GRAPH, body.graphId);
    Members nodes(members.key(LSC_KEY_NODES), '[');
    for (std::uint32_t i = body.firstNode; i < body.firstNode + body.nodeCount; ++i)
        appendNode(nodes.item(), record, record.nodes[i]);
    nodes.close();
    members.close();
}

// As paths, each node of which depends on the one before it: work on one stream is one path, a number a node.
std::string edgePaths(const GraphRecord& record)
{
    const auto& edges = record.edges;
    std::vector<bool> isWritten(edges.size(), false);
    const auto firstUnwritten = [&](std::uint32_t from) {
        auto edge = std::lower_bound(edges.begin(), edges.end(), std::pair{from, std::uint32_t{0}});
        while (edge != edges.end() && edge->first == from && isWritten[static_cast<std::size_t>(edge - edges.begin())])
            ++edge;
        return edge != edges.end() && edge->first == from ? static_cast<std::size_t>(edge - edges.begin())
                                                          : edges.size();
    };
    std::string out = "[";
    for (std::size_t i = 0; i < edges.size(); ++i) {
        if (isWritten[i])
            continue;
        out += out.size() == 1 ? "[" : ", [";
        appendNumber(out, edges[i].first);
        for (std::size_t at = i; at != edges.size(); at = firstUnwritten(edges[at].second)) {
            isWritten[at] = true;
            out += ',';
            appendNumber(out, edges[at].second);
        }
        out += ']';
    }
    return out + "]";
}

template<typename Items, typename ToText>
void writeList(TextSink& sink, std::string_view key, const Items& items, const ToText& toText)
{
    sink.write(",\n   \"");
    sink.write(key);
    sink.write("\": [");
    Lines lines(sink, "    ");
    for (const auto& item : items)
        lines.write(toText(item));
    sink.write("]");
}

void writeGraph(const RecordedGraph& graph, TextSink& sink)
{
    const GraphRecord& record = *graph.record;
    const bool ended = graph.state == GraphState::Ended;
    std::string head;
    Members members(head, '{');
    members.number(LSC_KEY_ID, record.id);
    Members execs(members.key(LSC_KEY_EXEC_IDS), '[');
    for (const std::uint32_t exec : graph.execIds)
        appendNumber(execs.item(), exec);
    execs.close();
    members.key(LSC_KEY_ALL_NODES) += ended ? "true" : "false";
    if (ended)
        members.number(LSC_KEY_NEXT_NODE, record.nextNumber());
    sink.write(head);
    const std::span<const NodeRecord> ownNodes(record.nodes.data(), record.ownNodes);
    writeList(sink, LSC_KEY_SCOPES, record.scopes, scopeText);
    writeList(sink, LSC_KEY_REGIONS, record.regions, regionText);
    writeList(sink, LSC_KEY_KERNELS, record.kernels, kernelText);
    if (!record.edges.empty()) {
        sink.write(",\n   \"" LSC_KEY_EDGES "\": ");
        sink.write(edgePaths(record));
    }
    writeList(sink, LSC_KEY_NODES, ownNodes, [&record](const NodeRecord& node) {
        std::string out;
        appendNode(out, record, node);
        return out;
    });
    sink.write("}");
}

} // namespace

std::string annotationList(const std::vector<const Region*>& regions)
{
    std::string out;
    Members list(out, '[');
    for (const Region* region : regions) {
        for (const AnnotationPtr& annotation : region->annotations)
            annotation->appendJson(list.item());
    }
    list.close();
    return out;
}

void writeAnnotationFile(const RegistrySnapshot& snapshot, TextSink& sink)
{
    std::string head;
    Members top(head, '{');
    top.number(LSC_KEY_FILE_VERSION, LSC_FORMAT_VERSION);
    appendProcess(top, snapshot);
    if (snapshot.droppedScopes != 0)
        top.number(LSC_KEY_DROPPED_SCOPES, snapshot.droppedScopes);
    appendStreams(top, snapshot.streams);
    sink.write(head);
    sink.write(",\n \"" LSC_KEY_GRAPHS "\": [");
    bool first = true;
    for (const RecordedGraph& graph : snapshot.graphs) {
        sink.write(first ? "\n  " : ",\n  ");
        writeGraph(graph, sink);
        first = false;
    }
    sink.write("]}\n");
}

void writePlainMap(const RegistrySnapshot& snapshot, TextSink& sink)
{
    sink.write("{");
    Lines lines(sink, " ");
    for (const auto& [key, regions] : annotatedKeys(snapshot.graphs, KeysOf::AllExecs))
        lines.write("\"" + std::to_string(key) + "\": " + annotationList(regions));
    sink.write("}\n");
}

std::string journalHeaderLine(const RegistrySnapshot& snapshot)
{
    std::string line;
    Members top(line, '{');
    top.number(LSC_KEY_JOURNAL_VERSION, LSC_FORMAT_VERSION);
    appendProcess(top, snapshot);
    top.close();
    return line + "\n";
}

std::string journalGraphLine(const RecordedGraph& graph)
{
    std::string line = "{\"" LSC_KEY_GRAPH "\": ";
    OneLineSink sink(line);
    writeGraph(graph, sink);
    return line + "}\n";
}

std::string journalInstantiatedLine(std::uint32_t graph, std::uint32_t exec)
{
    std::string line;
    Members top(line, '{');
    Members pair(top.key(LSC_KEY_INSTANTIATED), '{');
    pair.number(LSC_KEY_GRAPH, graph);
    pair.number(LSC_KEY_EXEC, exec);
    pair.close();
    top.close();
    return line + "\n";
}

std::string journalRemovedLine(std::uint32_t graph)
{
    std::string line;
    Members top(line, '{');
    Members removed(top.key(LSC_KEY_REMOVED), '{');
    removed.number(LSC_KEY_GRAPH, graph);
    removed.close();
    top.close();
    return line + "\n";
}

std::string journalClearedLine()
{
    return "{\"" LSC_KEY_CLEARED "\": true}\n";
}

std::string journalStreamsLine(const std::vector<StreamIds::Entry>& streams)
{
    std::string line;
    Members top(line, '{');
    appendStreams(top, streams);
    top.close();
    return line + "\n";
}

} // namespace lanescope::capture
