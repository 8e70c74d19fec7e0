// SPDX-License-Identifier: Apache-2.0
#ifndef LANESCOPE_CAPTURE_H
#define LANESCOPE_CAPTURE_H

/*
 * Records which region of a program every node of a captured CUDA graph belongs to, and writes it to a file that
 * Lanescope and PyTorch's trace script join to a profiler's trace. C99; capture.hpp wraps it for C++.
 *
 *     uint64_t capture, scope;
 *     cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
 *     lsc_capture_begin(stream, &capture);
 *     lsc_mark_begin(stream, "attention", 0, &scope);
 *     ... launches ...
 *     lsc_mark_end(scope);
 *     cudaStreamEndCapture(stream, &graph);
 *     lsc_capture_end(capture, graph);
 *     cudaGraphInstantiate(&exec, graph, 0);
 *     lsc_instantiated(capture, exec);
 *     lsc_save("annotations.json", NULL);
 *
 * Rules for all functions:
 * - Streams, graphs and exec graphs are passed as void*: cudaStream_t and CUstream, cudaGraph_t and CUgraph,
 *   cudaGraphExec_t and CUgraphExec alike. They must be alive during the call; none is kept past lsc_capture_end.
 * - Every function returns a status (0 is LSC_OK) unless it says otherwise, never throws, never exits, and may be
 * called from any thread. lsc_last_error() has the text of the calling thread's last failure.
 * - Where recording is not possible or not wanted, marks do nothing and return LSC_OK: a program needs no checks.
 *   A mark outside of a capture that was begun here costs one branch.
 * - Texts are UTF-8 and copied; out pointers marked "may be NULL" may be.
 * - Nothing here adds, removes or changes a graph node, synchronizes, or initialises CUDA.
 * - Two threads that work on one capture at the same time must not overlap with a mark on it, as CUDA's own graph
 *   functions demand: a mark reads the graph.
 * - After fork() the child records nothing.
 */

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define LSC_API __attribute__((visibility("default")))
#else
#define LSC_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when a function or a struct field is added; the shared library's SOVERSION when one changes or goes. */
#define LSC_API_VERSION 2

/* Status codes. */
enum {
    LSC_OK = 0,
    LSC_ERROR_INVALID_ARGUMENT = 1,   /* a null pointer, an unknown flag, a struct with an impossible size */
    LSC_ERROR_INVALID_ANNOTATION = 2, /* text that begins like a JSON object but is none, or is too long */
    LSC_ERROR_UNAVAILABLE = 3,        /* no CUDA device, driver or id source; the text says which */
    LSC_ERROR_NOT_CAPTURING = 4,      /* the stream is not capturing, or the scope's capture is over */
    LSC_ERROR_UNKNOWN = 5,            /* no such open scope, capture or region: closed, cleared or never there */
    LSC_ERROR_DRIVER = 6,             /* CUDA refused a query; the text names the call */
    LSC_ERROR_IO = 7,                 /* a file could not be written; the old one is as it was */
    LSC_ERROR_LIMIT = 8,              /* the memory limit is reached: not recorded, counted in the file */
    LSC_ERROR_BUFFER_TOO_SMALL = 9,   /* the needed size is in *size */
    LSC_ERROR_INTERNAL = 10           /* out of memory, or a fault of the library */
};

/* Flags of marks. */
enum {
    LSC_TEXT = 1u,        /* the annotation is a name even if it begins with a brace */
    LSC_NO_BACKWARD = 2u, /* this scope alone gives lsc_freeze no reason to freeze */
    LSC_BACKWARD = 4u     /* the scope is the execution of an autograd node: its annotation gets "autograd_phase":
                             "backward". For programs that keep regions themselves; others: lsc_backward_begin. Since 2 */
};

/* What lsc_save writes. */
enum {
    LSC_FORMAT_LANESCOPE = 0, /* FORMAT.md: everything */
    LSC_FORMAT_PLAIN_MAP = 1  /* {"<node key>": [annotations]}, keyed by exec graphs, as PyTorch's script reads it */
};

/* ---- The library ------------------------------------------------------------------------------------------------ */

/* LSC_API_VERSION of the library that is loaded. */
LSC_API int32_t lsc_api_version(void);

/* The calling thread's last failure, "" if there was none. Valid until the thread's next call that fails. */
LSC_API const char* lsc_last_error(void);

/* LSC_OK if marks can record: a CUDA device, and a source of node ids (driver >= 13.1, or libcupti). Else
   LSC_ERROR_UNAVAILABLE, the reason in lsc_last_error(). Never initialises CUDA: before the program has, the answer is
   "not yet"; afterwards it is found once and kept. LANESCOPE_CAPTURE=0 in the environment makes it unavailable. */
LSC_API int32_t lsc_available(void);

typedef struct lsc_options {
    uint32_t size;            /* sizeof(lsc_options) */
    int32_t rank;             /* of this process in a distributed job; -1: unknown. Default: RANK in the environment */
    uint32_t first_stream_id; /* lanes count from here; 0: as they are. LSC_FIRST_STREAM_ID or ..._CLEAR (60, 100000) */
    uint32_t reserved;        /* 0 */
    uint64_t memory_limit;    /* bytes that recording may hold, about; 0: as it is (2 GiB) */
} lsc_options;

/* Sets process-wide options. first_stream_id must come before the first stream id is given out
   (LSC_ERROR_INVALID_ARGUMENT otherwise; nothing is changed then). */
LSC_API int32_t lsc_configure(const lsc_options* options);

/* ---- Life of a graph -------------------------------------------------------------------------------------------- */

/* Call right after the capture began on `stream`: switches recording on for this capture. *capture is the capture
   graph's id, or 0 (and LSC_OK) when nothing will be recorded because recording is unavailable. A stream that is not
   capturing: LSC_ERROR_NOT_CAPTURING. */
LSC_API int32_t lsc_capture_begin(void* stream, uint64_t* capture);

/* Switches marks of a running capture off (0) and on again. Scopes that are open stay open. capture 0: no-op. */
LSC_API int32_t lsc_capture_set_enabled(uint64_t capture, int32_t enabled);

/* Call after the capture ended, with its graph, before the graph is changed or destroyed: reads the nodes, their kinds
   and kernel names (about 0.5 us a node) and resolves. Frameworks that destroy the graph themselves: call it just
   before the capture ends, with graph NULL. Scopes still open record nothing. A capture that failed: call it with graph
   NULL. capture 0: no-op. */
LSC_API int32_t lsc_capture_end(uint64_t capture, void* graph);

/* Call after each instantiation of the capture's graph: adds the exec graph's id, which is what profilers report. The
   graph itself may be gone. An exec updated in place from its own graph keeps its id: no call is needed. capture 0:
   no-op. */
LSC_API int32_t lsc_instantiated(uint64_t capture, void* exec);

/* The id that lsc_capture_begin gave for this graph, for code that has only the graph. */
LSC_API int32_t lsc_capture_of_graph(void* graph, uint64_t* capture);

/* Tells what runs inside a node of a capture's graph, or of a graph nested in it, so that its kernels can be annotated:
   the bodies of a conditional node, in order (the driver does not tell them), which must live until lsc_capture_end.
   Scopes inside a body: capture the body as a graph of its own (cudaStreamBeginCaptureToGraph, lsc_capture_begin,
   marks, cudaStreamEndCapture, lsc_capture_end with the body), and then the graph around it ends, which takes them
   over. For a child graph node, whose graph is known: the graph it is a copy of, to take over what was recorded of that
   one. Outside of a capture that records: no-op. Since 2 */
LSC_API int32_t lsc_node_bodies(void* node, void* const* graphs, size_t count);

/* ---- Scopes ----------------------------------------------------------------------------------------------------- */

/* Opens a scope on `stream`; close it with lsc_mark_end, from any thread. All kernel, memcpy, memset, batch memory
   operation, event and host nodes captured until then that come after the stream's present work, on this stream or on
   others that wait for it, get the annotation. `annotation`: a JSON object or a name `s`, which means {"name": s}.
   Where scopes share a node they are merged key by key, the scope closed first wins: inner before outer.
   *scope is 0, and LSC_OK returned, when nothing is to be recorded (not capturing, annotations off). */
LSC_API int32_t lsc_mark_begin(void* stream, const char* annotation, uint32_t flags, uint64_t* scope);

/* The same for work that moves from stream `from` to stream `to` (the caller makes `to` wait for `from`): the scope is
   taken on `from`, and the annotation's copy gets "stream": lsc_stream_id(to). from == to: a plain mark. */
LSC_API int32_t lsc_mark_stream_begin(void* from, void* to, const char* annotation, uint32_t flags, uint64_t* scope);

/* Closes a scope. 0: no-op. LSC_ERROR_NOT_CAPTURING: its capture is over, nothing is recorded. LSC_ERROR_UNKNOWN:
   closed before, or dropped because its capture ended first. A scope whose end is missing costs only its own record. */
LSC_API int32_t lsc_mark_end(uint64_t scope);

/* A small number for a stream, or for a process group's key, to show work on: stable, from one counter. */
LSC_API int32_t lsc_stream_id(void* stream, uint32_t* id);
LSC_API int32_t lsc_group_stream_id(const char* group, uint32_t* id);

/* ---- Backward --------------------------------------------------------------------------------------------------- */

/* The region that code running now belongs to: the annotations of all scopes open on this thread, merged, inner wins.
   Call it where an autograd node is made and keep *region with the node. 0: no scope is open that wants it. Needs no
   release; good until lsc_clear. */
LSC_API int32_t lsc_freeze(uint64_t* region);

/* Around the execution of an autograd node, on the thread that runs it: what it captures on `stream` gets the frozen
   region, over the live one, plus "autograd_phase": "backward". Works uncaptured too, so that nodes made inside
   inherit. Pairs nest per thread; the end closes the thread's latest begin of that region and drops what is open above
   it, so a missing end costs only itself. One region may run many times, on many threads at once. 0: no-op. */
LSC_API int32_t lsc_backward_begin(void* stream, uint64_t region);
LSC_API int32_t lsc_backward_end(uint64_t region);

/* ---- The registry ----------------------------------------------------------------------------------------------- */

/* Merges the scopes that a running capture has closed so far into one object a node, so that lsc_get sees them; a node
   resolved before gets one more object. lsc_capture_end does it for the rest. capture 0, or one that ended: no-op. */
LSC_API int32_t lsc_resolve(uint64_t capture);

/* The annotations of one node, as a JSON list. `key`: (exec graph id << 32) | node number, or the capture graph's id
   while there is no exec graph. *size: in, bytes at `json`; out, bytes needed with the closing zero. `json` may be NULL
   to ask for the size. LSC_ERROR_UNKNOWN: none. */
LSC_API int32_t lsc_get(uint64_t key, char* json, size_t* size);

/* Calls `visit` for every annotated node, by graph and node number, with what lsc_get gives; stops when it returns not
   0. `visit` runs without locks: it may call any function here, and sees the registry as it was at the call. */
typedef int32_t (*lsc_visit)(uint64_t key, const char* json, void* user);
LSC_API int32_t lsc_for_each(lsc_visit visit, void* user);

/* Forgets everything recorded. Scopes and frozen regions of before record nothing more; running captures go on. */
LSC_API int32_t lsc_clear(void);

/* Forgets the graphs whose latest exec graph is listed, in lsc_get and in files saved later. count 0: no-op. */
LSC_API int32_t lsc_remove(const uint32_t* exec_ids, size_t count);

/* ---- Files ------------------------------------------------------------------------------------------------------ */

typedef struct lsc_save_options {
    uint32_t size;   /* sizeof(lsc_save_options) */
    uint32_t format; /* LSC_FORMAT_... */
} lsc_save_options;

/* Writes the file beside `path` and renames it: a reader sees the old or the new file, whole.
   options NULL: LSC_FORMAT_LANESCOPE. */
LSC_API int32_t lsc_save(const char* path, const lsc_save_options* options);

/* The same into a folder that processes and ranks share, under a name of this process alone (FORMAT.md, Names).
   path_buffer (may be NULL) gets the path, cut to path_size bytes. */
LSC_API int32_t lsc_save_in_folder(const char* folder, const lsc_save_options* options, char* path_buffer,
                                   size_t path_size);

/* Keeps a journal in `folder` from now on, beside the name that lsc_save_in_folder takes: what is recorded survives a
   kill of this process. Written when captures end, on instantiation and on resolve, never inside a capture. A failed
   write is LSC_ERROR_IO of that call; recording goes on and the journal stays readable. */
LSC_API int32_t lsc_journal_open(const char* folder);

/* Ends the journal and removes it, unless `keep` is not 0. For after a successful save. */
LSC_API int32_t lsc_journal_close(int32_t keep);

/* Makes the annotation file that a killed program did not save from the journal it left. The journal stays. Lines that
   are cut or damaged are skipped and counted in *skipped_lines (may be NULL). Needs no CUDA. */
LSC_API int32_t lsc_journal_recover(const char* journal, const char* path, uint64_t* skipped_lines);

/* ---- Beside a profiler ------------------------------------------------------------------------------------------ */

/* For profilers that read which graph node a CUPTI record belongs to and do not write it (PyTorch's, until 2.11 at
   least). From now on such records are noted as the profiler's own library, whose file name begins with `library`
   ("libtorch_cpu.so"), takes them out of its buffers. Nothing is subscribed, enabled or taken: that library's import of
   cuptiActivityGetNextRecord is led through this one, for the rest of the process. A second call is a no-op.
   LSC_ERROR_UNAVAILABLE: that library or CUPTI is not loaded, or it does not import the function. Since 2 */
LSC_API int32_t lsc_profiler_watch(const char* library);

/* A kernel, memcpy or memset of a graph replay, as CUPTI recorded it: times on the clock that the profiler chose. */
typedef struct lsc_graph_work {
    uint64_t graph_node; /* exec graph id << 32 | node number */
    uint64_t start_ns;
    uint64_t end_ns;
    uint32_t graph; /* exec graph id */
    uint32_t correlation;
    uint32_t device;
    uint32_t stream;
} lsc_graph_work;

/* What was noted since the last call that took it, in the order in which the profiler read it. *count: in, room at
   `work`; out, records there are. `work` NULL: only tells. Too little room: LSC_ERROR_BUFFER_TOO_SMALL, and nothing is
   taken. LSC_ERROR_LIMIT: taken, but more came than is kept (4 Mi). Since 2 */
LSC_API int32_t lsc_profiler_take(lsc_graph_work* work, size_t* count);

#ifdef __cplusplus
}
#endif

#endif
