// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/driver.h"

#include "lanescope/annotation_format.h"

namespace lanescope::capture {

const char* nodeKindText(NodeKind kind)
{
    switch (kind) {
    case NodeKind::Kernel:
        return LSC_NODE_KERNEL;
    case NodeKind::Memcpy:
        return LSC_NODE_MEMCPY;
    case NodeKind::Memset:
        return LSC_NODE_MEMSET;
    case NodeKind::Host:
        return LSC_NODE_HOST;
    case NodeKind::ChildGraph:
        return LSC_NODE_CHILD_GRAPH;
    case NodeKind::Empty:
        return LSC_NODE_EMPTY;
    case NodeKind::EventWait:
        return LSC_NODE_EVENT_WAIT;
    case NodeKind::EventRecord:
        return LSC_NODE_EVENT_RECORD;
    case NodeKind::SemaphoreSignal:
        return LSC_NODE_SEMAPHORE_SIGNAL;
    case NodeKind::SemaphoreWait:
        return LSC_NODE_SEMAPHORE_WAIT;
    case NodeKind::MemAlloc:
        return LSC_NODE_MEM_ALLOC;
    case NodeKind::MemFree:
        return LSC_NODE_MEM_FREE;
    case NodeKind::BatchMemOp:
        return LSC_NODE_BATCH_MEM_OP;
    case NodeKind::Conditional:
        return LSC_NODE_CONDITIONAL;
    case NodeKind::Unknown:
        break;
    }
    return LSC_NODE_UNKNOWN;
}

} // namespace lanescope::capture
