// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/cuda_node_kind.h"

namespace lanescope::capture {

NodeKind nodeKindOf(CUgraphNodeType type)
{
    switch (type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return NodeKind::Kernel;
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return NodeKind::Memcpy;
    case CU_GRAPH_NODE_TYPE_MEMSET:
        return NodeKind::Memset;
    case CU_GRAPH_NODE_TYPE_HOST:
        return NodeKind::Host;
    case CU_GRAPH_NODE_TYPE_GRAPH:
        return NodeKind::ChildGraph;
    case CU_GRAPH_NODE_TYPE_EMPTY:
        return NodeKind::Empty;
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
        return NodeKind::EventWait;
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        return NodeKind::EventRecord;
    case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
        return NodeKind::SemaphoreSignal;
    case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
        return NodeKind::SemaphoreWait;
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
        return NodeKind::MemAlloc;
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
        return NodeKind::MemFree;
    case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
        return NodeKind::BatchMemOp;
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
        return NodeKind::Conditional;
    default:
        return NodeKind::Unknown;
    }
}

} // namespace lanescope::capture
