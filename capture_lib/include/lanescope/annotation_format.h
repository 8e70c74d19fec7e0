// SPDX-License-Identifier: Apache-2.0
#ifndef LANESCOPE_ANNOTATION_FORMAT_H
#define LANESCOPE_ANNOTATION_FORMAT_H

/*
 * Key names and fixed texts of the annotation file (FORMAT.md tells what they mean). For writers and readers alike:
 * macros only, no dependencies, C99 and C++.
 */

/* The version this header describes. A reader refuses files with a larger one. */
#define LSC_FORMAT_VERSION 1

/* Top level of the file; the first key, and the first key of a journal's first line. */
#define LSC_KEY_FILE_VERSION "lanescope_annotations"
#define LSC_KEY_JOURNAL_VERSION "lanescope_journal"
#define LSC_KEY_PRODUCER "producer"
#define LSC_KEY_PROCESS "process"
#define LSC_KEY_DRIVER "driver"
#define LSC_KEY_DROPPED_SCOPES "dropped_scopes"
#define LSC_KEY_STREAMS "streams"
#define LSC_KEY_GRAPHS "graphs"

/* producer, process, driver. `name` is also a kernel's and an annotation's. */
#define LSC_KEY_NAME "name"
#define LSC_KEY_VERSION "version"
#define LSC_KEY_PID "pid"
#define LSC_KEY_RANK "rank"
#define LSC_KEY_HOST "host"
#define LSC_KEY_START_UNIX_NS "start_unix_ns"
#define LSC_KEY_CUDA_VERSION "cuda_version"
#define LSC_KEY_ID_SOURCE "id_source"
#define LSC_ID_SOURCE_DRIVER "driver"
#define LSC_ID_SOURCE_CUPTI "cupti"

/* streams. `stream` is also the annotation key that chooses a lane. */
#define LSC_KEY_ID "id"
#define LSC_KEY_STREAM "stream"
#define LSC_KEY_GROUP "group"
#define LSC_FIRST_STREAM_ID 60
#define LSC_FIRST_STREAM_ID_CLEAR 100000

/* A graph. */
#define LSC_KEY_EXEC_IDS "exec_ids"
#define LSC_KEY_ALL_NODES "all_nodes"
#define LSC_KEY_NEXT_NODE "next_node"
#define LSC_KEY_SCOPES "scopes"
#define LSC_KEY_REGIONS "regions"
#define LSC_KEY_KERNELS "kernels"
#define LSC_KEY_NODES "nodes"
#define LSC_KEY_EDGES "edges"
#define LSC_KEY_LANES "lanes"

/* Scopes, regions, kernels. */
#define LSC_KEY_OPENED "opened"
#define LSC_KEY_KIND "kind"
#define LSC_KEY_ANNOTATION "annotation"
#define LSC_KEY_ANNOTATIONS "annotations"
#define LSC_KEY_MANGLED "mangled"
#define LSC_SCOPE_MARK "mark"
#define LSC_SCOPE_BACKWARD "backward"

/* A node. */
#define LSC_KEY_KERNEL "kernel"
#define LSC_KEY_REGION "region"
#define LSC_KEY_LANE "lane"
#define LSC_KEY_BODIES "bodies"
#define LSC_KEY_GRAPH "graph"

/* Node kinds. */
#define LSC_NODE_KERNEL "kernel"
#define LSC_NODE_MEMCPY "memcpy"
#define LSC_NODE_MEMSET "memset"
#define LSC_NODE_HOST "host"
#define LSC_NODE_CHILD_GRAPH "child_graph"
#define LSC_NODE_EMPTY "empty"
#define LSC_NODE_EVENT_WAIT "event_wait"
#define LSC_NODE_EVENT_RECORD "event_record"
#define LSC_NODE_SEMAPHORE_SIGNAL "semaphore_signal"
#define LSC_NODE_SEMAPHORE_WAIT "semaphore_wait"
#define LSC_NODE_MEM_ALLOC "mem_alloc"
#define LSC_NODE_MEM_FREE "mem_free"
#define LSC_NODE_BATCH_MEM_OP "batch_mem_op"
#define LSC_NODE_CONDITIONAL "conditional"
#define LSC_NODE_UNKNOWN "unknown"

/* Annotation keys with a meaning of their own, beside `name` and `stream`. */
#define LSC_KEY_AUTOGRAD_PHASE "autograd_phase"
#define LSC_PHASE_BACKWARD "backward"

/* Journal lines beside the header, `graph` and `streams`. */
#define LSC_KEY_INSTANTIATED "instantiated"
#define LSC_KEY_EXEC "exec"
#define LSC_KEY_REMOVED "removed"
#define LSC_KEY_CLEARED "cleared"

/* File names in a shared folder: a prefix, then rank<r>_<host>_<pid>_<start>, then an ending. */
#define LSC_FILE_PREFIX "lanescope_annotations_"
#define LSC_PLAIN_MAP_PREFIX "kernel_annotations_"
#define LSC_FILE_ENDING ".json"
#define LSC_JOURNAL_ENDING ".journal"

#endif
