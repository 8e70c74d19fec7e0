// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/capture_lib/program.h"

namespace lanescope::test {

// A little of everything. Graph 1: nested scopes over kernels and a memset, a lane, a backward, two exec graphs (2, 3).
// Graph 4: one scope, exec graph 5. Graph 6: never instantiated.
inline void runSampleProgram(Program& program)
{
    FakeStream* communication = program.cuda.makeStream();
    program.begin();
    program.cuda.launch(program.stream, "_Z5embedPfi");
    const auto layer = program.open(R"({"name": "layer_0", "module": "layers.0", "dtype": "bf16"})");
    program.launch("attn", "_Z9attentionILi128EEvPKfPf");
    const auto region = program.recorder.freeze();
    program.cuda.add(program.stream, NodeKind::Memset, "");
    program.close(layer);
    const auto gather = program.openStream(program.stream, communication, "all_gather");
    program.cuda.join(communication, program.stream);
    program.cuda.launch(communication, "ncclDevKernel_AllGather_RING_LL");
    program.close(gather);
    program.cuda.join(program.stream, communication);
    program.recorder.backwardBegin(program.stream, region).ok();
    program.cuda.launch(program.stream, "triton_red_fused_sum_1");
    program.recorder.backwardEnd(region).ok();
    FakeGraph* graph = program.end();
    program.instantiate(graph, program.captureId);
    program.instantiate(graph, program.captureId);

    program.begin();
    program.launch("optimizer", "_Z4adamPf");
    program.endAndInstantiate();

    program.begin();
    program.launch("warmup", "_Z4adamPf");
    program.end();
}

} // namespace lanescope::test
