// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export/annotated_json.h"
#include "core/export/annotation_args.h"
#include "core/export/edit_list.h"
#include "core/export/event_rewrite.h"
#include "core/export/python_ids.h"
#include "core/export/splice_writer.h"
#include "core/join/join.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace lanescope {

// The export that gives what torch's offline script gives (tests/data/golden/torch_rules.json): its tables are over all
// processes, its arithmetic is that of doubles. No header is added. `joined` and `edits` must outlive this.
class TorchCompatEdits : public EntryChanger {
public:
    TorchCompatEdits(const JoinedTrace& joined, const AnnotateOptions& options, EditList& edits);

    // Does all steps in the script's order. Errors: CannotRead, ChangedOnDisk, Stopped.
    [[nodiscard]] Result<void> collect(const JobControl& job);
    [[nodiscard]] const AnnotateCounts& counts() const { return m_counts; }

    void change(EntryRef entry, std::string_view text, std::string& out) override;

private:
    // A graphed event.
    struct Graphed {
        EventId event{};
        std::uint32_t annotation = JoinedTrace::kNone; // position in the set
        PythonId stream{};
        double tsUs = 0;
        double durUs = 0;
        bool hasTime = false;
        bool isKernel = false;
        bool isWork = false;
        bool isClamped = false;
    };

    [[nodiscard]] double fileMicroseconds(TimeNs at) const;
    void annotate();
    void moveArrowsOf(PythonId threadBefore, double tsUs, PythonId stream);
    void indexArrows();
    void findWork();
    void removeNoise();
    [[nodiscard]] Result<void> cleanMetadata();
    [[nodiscard]] Result<std::string> gpuProcessJson() const;
    void collectThreads(std::set<PythonId>& threads) const;
    void moveOverlapping();
    void clampOverlaps();
    void clampStream(std::vector<Graphed*>& work);
    void requestChanges();

    [[nodiscard]] PythonId threadOf(EventId e) const;
    [[nodiscard]] PythonId threadOfFlow(std::size_t flow) const;

    const JoinedTrace& m_joined;
    const Trace& m_trace;
    const AnnotateOptions& m_options;
    EditList& m_edits;
    AnnotationArgs m_args;
    EventRewrite m_rewrite;
    AnnotateCounts m_counts;
    PythonIds m_ids;
    std::vector<Graphed> m_graphed;                           // in file order
    std::vector<std::uint32_t> m_graphedOfRow;                // by Trace::launchRow()
    std::unordered_map<std::uint32_t, PythonId> m_movedFlows; // flow -> new thread
    std::map<std::pair<PythonId, double>, std::vector<std::uint32_t>> m_arrowsAt;
    std::set<PythonId> m_threadsWithWork;
    std::vector<char> m_isEventRemoved; // by event
    std::vector<char> m_isFlowRemoved;  // by flow
    std::string m_tidJson;
    std::string m_tsJson;
};

} // namespace lanescope
