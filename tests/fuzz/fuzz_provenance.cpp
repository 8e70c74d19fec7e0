// SPDX-License-Identifier: Apache-2.0
// Any text is provenance or an error; every record is found by its own label, and its stacks have frames.
#include "core/annotate/provenance_text.h"
#include "core/annotate/stack_frames.h"
#include "tests/fuzz/check.h"

using namespace lanescope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto read = readProvenanceText({reinterpret_cast<const char*>(data), size}, CompiledPhase::Unknown);
    if (!read)
        return 0;
    for (const ProvenanceGraph& graph : read->graphs) {
        LANESCOPE_CHECK(graph.region().empty() || graph.phase() != CompiledPhase::Unknown, graph.region().c_str());
        for (const ProvenanceRecord& record : graph.records()) {
            const auto found = graph.find(record.label());
            LANESCOPE_CHECK(found.size() == 1 && graph.records()[found[0]] == record, record.label().c_str());
            LANESCOPE_CHECK(!record.handle || !graph.find(record.kernel).empty(), record.kernel.c_str());
            for (const std::string& stack : record.stacks)
                LANESCOPE_CHECK(!parseStack(stack).empty(), stack.c_str());
        }
    }
    for (const auto& [node, record] : read->ofNodes)
        LANESCOPE_CHECK(record.hasStack(), record.kernel.c_str());
    return 0;
}
