// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/driver.h"
#include "capture_lib/src/journal.h"
#include "capture_lib/src/open_scopes.h"
#include "capture_lib/src/recorded_graph.h"
#include "capture_lib/src/region_stack.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanescope::capture {

class HandleIndex;

struct RecorderOptions {
    std::optional<std::int32_t> rank;
    std::uint32_t firstStreamId = 0;    // 0: as it is
    std::uint64_t memoryLimitBytes = 0; // 0: as it is
};

enum class FileFormat : std::uint8_t { Lanescope, PlainMap };

// Do the marks of a running capture record?
enum class Recording : std::uint8_t { Off, On };

// What capture.h describes, over any driver: see there for the meaning of each function. Thread-safe; no lock is held
// while CUDA is asked or a file written.
class Recorder {
public:
    explicit Recorder(Driver& driver);
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    // Does no capture record, in any recorder? The one branch that marks cost a program when off.
    static bool isOff() noexcept { return s_recording.load(std::memory_order_acquire) == 0; }

    Availability available();
    Status configure(const RecorderOptions& options);

    Status captureBegin(StreamHandle stream, std::uint64_t& capture);
    Status setRecording(std::uint64_t capture, Recording recording);
    Status captureEnd(std::uint64_t capture, GraphHandle graph);
    Status instantiated(std::uint64_t capture, ExecHandle exec);
    Status captureOfGraph(GraphHandle graph, std::uint64_t& capture);
    Status nodeBodies(NodeHandle node, const std::vector<GraphHandle>& graphs);

    Status markBegin(StreamHandle stream, std::string_view annotation, AnnotationForm form, FreezesBackward freezes,
                     std::uint64_t& scope);
    Status markStreamBegin(StreamHandle from, StreamHandle to, std::string_view annotation, AnnotationForm form,
                           FreezesBackward freezes, std::uint64_t& scope);
    Status markBackwardBegin(StreamHandle stream, std::string_view annotation, AnnotationForm form,
                             std::uint64_t& scope);
    Status markEnd(std::uint64_t scope);
    std::uint32_t streamId(const StreamIds::Owner& owner);

    std::uint64_t freeze();
    Status backwardBegin(StreamHandle stream, std::uint64_t region);
    Status backwardEnd(std::uint64_t region);

    Status resolve(std::uint64_t capture);
    Status get(std::uint64_t key, std::string& json) const;
    // `visit` gives 0 to go on.
    void forEach(const std::function<int(std::uint64_t key, const std::string& json)>& visit) const;
    Status clear();
    Status remove(const std::vector<std::uint32_t>& execIds);

    Status save(const std::string& path, FileFormat format);
    std::string pathInFolder(const std::string& folder, FileFormat format) const;
    Status openJournal(const std::string& folder);
    Status closeJournal(JournalFile file);

    // Around fork(): no lock may be held by another thread in the child, and the child records nothing.
    void beforeFork();
    void afterForkInParent();
    void afterForkInChild();

private:
    // A closed scope of a capture that runs; its nodes are handles until the graph is read.
    struct ClosedScope {
        std::uint64_t opened;
        std::size_t firstNode;
        std::size_t nodeCount;
        std::size_t textBegin; // in the capture's texts
        std::size_t textSize;
        AnnotationPtr ready; // instead of the text
        AnnotationForm form;
        ScopeKind kind;
    };
    struct Capture {
        std::uint64_t sequence = 0;
        std::uint32_t graphId = 0;
        StreamHandle stream = nullptr;
        std::uint64_t generation = 0; // when its scopes were taken out to be merged
        Recording recording = Recording::On;
        std::vector<ClosedScope> closed;
        std::vector<NodeHandle> nodes; // of all closed scopes
        std::string texts;             // likewise
    };

    // The functions below are called with m_mutex held.
    Capture* findCapture(std::uint64_t sequence);
    Capture* findCaptureOfGraph(std::uint64_t graphId);
    void dropCapture(std::size_t index);
    void countRecording();
    RecordedGraph* findGraph(std::uint32_t id);
    bool isDead(const RegionEntry& entry);
    Annotation liveRegion(FreezesBackward& freezes);
    AnnotationPtr findRegion(std::uint64_t region) const;
    std::uint64_t heldBytes() const { return m_pendingBytes + m_recordBytes; }
    Status openScope(StreamHandle stream, std::uint64_t sequence, WalkStart& start, OpenScope*& scope,
                     std::uint64_t& handle);
    std::vector<std::uint32_t> forgetBodies(const GraphRecord& record);
    void publish(std::shared_ptr<const GraphRecord> record, GraphState state);

    // And these without.
    Status beginMark(StreamHandle stream, std::string_view text, AnnotationForm form, AnnotationPtr ready,
                     FreezesBackward freezes, ScopeKind kind, std::uint64_t& scope);
    Status closeScope(std::uint64_t scope);
    void dropBrackets(const std::vector<RegionEntry>& entries);
    Status addScopes(const Capture& capture, GraphHandle graph, GraphState state);
    std::vector<ScopeNodes> scopesOf(const Capture& capture, const HandleIndex& positions, GraphRecord& record,
                                     GraphState state);
    std::vector<ScopeNodes> takeScopesOfBodies(const GraphRecord& record);
    bool readEdges(const std::vector<NodeHandle>& handles, const HandleIndex& positions, GraphRecord& record);
    Status driverFailed() const;
    bool graphOfCapture(const Capture& capture, GraphHandle& graph);
    RegistrySnapshot snapshot() const;
    Status journalGraph(std::uint32_t id, const std::vector<std::uint32_t>& forgotten);
    Status tidyJournal();

    Driver& m_driver;
    std::mutex m_readMutex; // one graph is read and merged at a time; marks never wait for it
    static inline std::atomic<std::uint32_t> s_recording = 0; // captures that record

    mutable std::mutex m_mutex;
    std::uint32_t m_recording = 0;   // this recorder's part of it
    std::vector<Capture> m_captures; // running
    OpenScopes m_open;
    std::uint64_t m_openings = 0;
    std::atomic<std::uint64_t> m_generation; // unique among all recorders
    std::vector<RecordedGraph> m_graphs;     // in order of capture
    ToldBodies m_toldBodies;
    StreamIds m_streamIds;
    std::vector<AnnotationPtr> m_regions; // frozen since the last clear, each content once
    std::uint64_t m_firstRegion = 0;      // number of m_regions[0] among all ever frozen
    std::uint64_t m_freezes = 0;
    std::unordered_map<std::string, std::uint64_t> m_regionOfText;
    ProcessIdentity m_process;
    std::uint64_t m_memoryLimit;
    std::uint64_t m_pendingBytes = 0;
    std::uint64_t m_recordBytes = 0;
    std::uint64_t m_droppedScopes = 0;
    std::size_t m_journaledStreams = 0;
    std::atomic<bool> m_forked = false;

    Journal m_journal;
};

} // namespace lanescope::capture
