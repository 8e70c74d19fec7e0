// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/recorder/trace_writer.h"

#include "capture_lib/src/json_text.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>

#include <cxxabi.h>

namespace lanescope::record {
namespace {

using capture::appendQuoted;

// Programs that make kernels without end must not fill the memory with their names.
constexpr std::size_t kMostNames = 65536;
constexpr std::int64_t kFirstDevicePlace = 5'000'000; // below the CPU's threads, as PyTorch's profiler sorts

// Exact decimal microseconds: a double of a long recording would lose nanoseconds.
void appendMicroseconds(std::string& text, std::int64_t ns)
{
    if (ns < 0)
        text += '-';
    const std::uint64_t size = ns < 0 ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
    text += std::to_string(size / 1000);
    const std::string fraction = std::to_string(size % 1000);
    text += '.';
    text.append(3 - fraction.size(), '0');
    text += fraction;
}

void appendMember(std::string& text, std::string_view key, std::uint64_t value)
{
    text += ", \"";
    text += key;
    text += "\": ";
    text += std::to_string(value);
}

void appendShape(std::string& text, std::string_view key, const std::array<std::int32_t, 3>& shape)
{
    text += ", \"";
    text += key;
    text +=
        "\": [" + std::to_string(shape[0]) + ", " + std::to_string(shape[1]) + ", " + std::to_string(shape[2]) + ']';
}

std::string demangled(const std::string& name)
{
    if (name.rfind("_Z", 0) != 0)
        return name;
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                      std::free);
    return status == 0 && text ? std::string(text.get()) : name;
}

// cudaGraphLaunch of cudaGraphLaunch_v10000 and of cudaGraphLaunch_ptsz_v10000. The driver's own cuMemcpyAsync_v2
// stays.
std::string plainCallName(std::string_view name, ApiCall::Api api)
{
    if (const std::size_t at = name.rfind("_v"); api == ApiCall::Api::Runtime && at != std::string_view::npos)
        name = name.substr(0, at);
    for (const std::string_view suffix : {"_ptsz", "_ptds"}) {
        if (name.size() > suffix.size() && name.substr(name.size() - suffix.size()) == suffix)
            name.remove_suffix(suffix.size());
    }
    return std::string(name);
}

std::string_view categoryOf(GpuWork::Kind kind)
{
    switch (kind) {
    case GpuWork::Kind::Kernel:
        return "kernel";
    case GpuWork::Kind::Memcpy:
        return "gpu_memcpy";
    case GpuWork::Kind::Memset:
        break;
    }
    return "gpu_memset";
}

std::string_view memoryName(std::size_t kind)
{
    constexpr std::array<std::string_view, 8> kNames = {"Unknown", "Pageable", "Pinned",        "Device",
                                                        "Array",   "Managed",  "Device Static", "Managed Static"};
    return kind < kNames.size() ? kNames[kind] : kNames[0];
}

std::string systemNameOfThread(std::uint32_t thread)
{
    std::string name;
    std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/comm");
    std::getline(file, name);
    return name;
}

} // namespace

std::string memcpyTitle(std::uint8_t copyKind, std::uint8_t sourceKind, std::uint8_t targetKind)
{
    constexpr std::array<std::string_view, 11> kNames = {"Unknown", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA",
                                                         "AtoD",    "DtoA", "DtoD", "HtoH", "PtoP"};
    std::string title = "Memcpy ";
    title += copyKind < kNames.size() ? kNames[copyKind] : kNames[0];
    title += " (";
    title += memoryName(sourceKind);
    title += " -> ";
    title += memoryName(targetKind);
    return title + ')';
}

std::string memsetTitle(std::uint16_t memoryKind)
{
    return "Memset (" + std::string(memoryName(memoryKind)) + ')';
}

TraceWriter::TraceWriter(capture::TextSink& sink, RecordedProcess process, std::int64_t baseNs)
    : m_sink(sink), m_process(std::move(process)), m_baseNs(baseNs)
{
    std::string head =
        "{\"schemaVersion\": 1, \"displayTimeUnit\": \"ms\", \"baseTimeNanoseconds\": " + std::to_string(m_baseNs);
    if (m_process.rank)
        head += ", \"distributedInfo\": {\"rank\": " + std::to_string(*m_process.rank) + '}';
    m_sink.write(head + ", \"traceEvents\": [");
    std::string args = "\"name\": ";
    appendQuoted(args, m_process.name);
    addMetadata("process_name", m_process.pid, 0, args);
    addMetadata("process_labels", m_process.pid, 0, "\"labels\": \"CPU\"");
}

void TraceWriter::beginEvent()
{
    m_text = m_first ? "\n" : ",\n";
    m_first = false;
}

void TraceWriter::addTimes(std::int64_t beginNs, std::int64_t endNs)
{
    m_text += ", \"ts\": ";
    appendMicroseconds(m_text, beginNs - m_baseNs);
    m_text += ", \"dur\": ";
    appendMicroseconds(m_text, std::max<std::int64_t>(endNs - beginNs, 0));
}

void TraceWriter::addMetadata(std::string_view kind, std::int64_t pid, std::int64_t tid, std::string_view args)
{
    beginEvent();
    m_text += "{\"ph\": \"M\", \"name\": \"";
    m_text += kind;
    m_text += "\", \"pid\": " + std::to_string(pid) + ", \"tid\": " + std::to_string(tid) + ", \"args\": {";
    m_text += args;
    m_text += "}}";
    m_sink.write(m_text);
}

void TraceWriter::nameStream(std::uint32_t device, std::uint32_t stream)
{
    if (m_devices.insert(device).second) {
        std::string args = "\"name\": ";
        appendQuoted(args, m_process.name);
        addMetadata("process_name", device, 0, args);
        addMetadata("process_labels", device, 0, "\"labels\": \"GPU " + std::to_string(device) + '"');
        addMetadata("process_sort_index", device, 0, "\"sort_index\": " + std::to_string(kFirstDevicePlace + device));
    }
    if (m_streams.insert({device, stream}).second) {
        addMetadata("thread_name", device, stream, "\"name\": \"stream " + std::to_string(stream) + '"');
        addMetadata("thread_sort_index", device, stream, "\"sort_index\": " + std::to_string(stream));
    }
}

void TraceWriter::nameThread(std::uint32_t thread)
{
    if (!m_threads.insert(thread).second)
        return;
    std::string args = "\"name\": ";
    const std::string name = systemNameOfThread(thread);
    appendQuoted(args, "thread " + std::to_string(thread) + (name.empty() ? "" : " (" + name + ')'));
    addMetadata("thread_name", m_process.pid, thread, args);
}

const std::string& TraceWriter::quotedKernelName(std::string_view name)
{
    if (m_kernelNames.size() >= kMostNames)
        m_kernelNames.clear();
    const auto [at, isNew] = m_kernelNames.try_emplace(std::string(name));
    if (isNew)
        appendQuoted(at->second, demangled(at->first));
    return at->second;
}

const std::string& TraceWriter::quotedCallName(const ApiCall& call)
{
    const auto [at, isNew] = m_callNames.try_emplace(std::string(call.name));
    if (isNew)
        appendQuoted(at->second, plainCallName(call.name, call.api));
    return at->second;
}

void TraceWriter::addWork(const GpuWork& work)
{
    nameStream(work.device, work.stream);
    beginEvent();
    m_text += "{\"ph\": \"X\", \"cat\": \"";
    m_text += categoryOf(work.kind);
    m_text += "\", \"name\": ";
    if (work.kind == GpuWork::Kind::Kernel)
        m_text += quotedKernelName(work.name);
    else
        appendQuoted(m_text, work.name);
    m_text += ", \"pid\": " + std::to_string(work.device) + ", \"tid\": " + std::to_string(work.stream);
    addTimes(work.beginNs, work.endNs);
    m_text += ", \"args\": {\"device\": " + std::to_string(work.device);
    appendMember(m_text, "context", work.context);
    appendMember(m_text, "stream", work.stream);
    appendMember(m_text, "correlation", work.correlation);
    if (work.kind == GpuWork::Kind::Kernel) {
        appendMember(m_text, "registers per thread", work.registers);
        appendMember(m_text, "shared memory", static_cast<std::uint64_t>(work.sharedBytes));
        appendShape(m_text, "grid", work.grid);
        appendShape(m_text, "block", work.block);
    } else {
        appendMember(m_text, "bytes", work.bytes);
    }
    if (work.graph != 0) {
        appendMember(m_text, "graph id", work.graph);
        appendMember(m_text, "graph node id", work.graphNode);
    }
    m_text += "}}";
    m_sink.write(m_text);
    ++m_events;
}

void TraceWriter::addCall(const ApiCall& call)
{
    nameThread(call.thread);
    beginEvent();
    m_text += "{\"ph\": \"X\", \"cat\": \"";
    m_text += call.api == ApiCall::Api::Runtime ? "cuda_runtime" : "cuda_driver";
    m_text += "\", \"name\": " + quotedCallName(call);
    m_text += ", \"pid\": " + std::to_string(m_process.pid) + ", \"tid\": " + std::to_string(call.thread);
    addTimes(call.beginNs, call.endNs);
    m_text += ", \"args\": {\"correlation\": " + std::to_string(call.correlation) + "}}";
    m_sink.write(m_text);
    ++m_events;
}

void TraceWriter::finish(const std::vector<RecordedDevice>& devices, const Losses& losses)
{
    std::string tail = "\n], \"deviceProperties\": [";
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const RecordedDevice& device = devices[i];
        tail += (i == 0 ? "{\"id\": " : ", {\"id\": ") + std::to_string(i) + ", \"name\": ";
        appendQuoted(tail, device.name);
        tail += ", \"computeMajor\": " + std::to_string(device.computeMajor);
        tail += ", \"computeMinor\": " + std::to_string(device.computeMinor);
        tail += ", \"numSms\": " + std::to_string(device.multiprocessors) + '}';
    }
    tail += "], \"lanescope_record\": {\"version\": \"" LANESCOPE_VERSION "\", \"events\": " + std::to_string(m_events);
    tail += ", \"dropped\": " + std::to_string(losses.dropped);
    tail += ", \"unfinished\": " + std::to_string(losses.unfinished) + "}}\n";
    m_sink.write(tail);
}

} // namespace lanescope::record
