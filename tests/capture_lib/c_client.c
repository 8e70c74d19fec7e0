// SPDX-License-Identifier: Apache-2.0
#include "tests/capture_lib/c_client.h"

#include "lanescope/annotation_format.h"
#include "lanescope/capture.h"

#include <string.h>

#define EXPECT(condition)                                                                                              \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            return __LINE__;                                                                                           \
    } while (0)

static int32_t count_node(uint64_t key, const char* json, void* user)
{
    int* count = (int*)user;
    ++*count;
    return key != 0 && json[0] == '[' ? 0 : 1;
}

int run_c_client(void* stream, void* second_stream, const char* folder)
{
    uint64_t capture = 0, found = 0, scope = 0, region = 0;
    uint32_t lane = 0, exec_to_remove = 0;
    void *graph, *exec;
    char json[256], path[1024];
    size_t size = sizeof json;
    int count = 0;
    lsc_options options;
    lsc_save_options save;

    EXPECT(lsc_api_version() == LSC_API_VERSION);
    EXPECT(lsc_available() == LSC_OK);
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.rank = 4;
    options.first_stream_id = LSC_FIRST_STREAM_ID_CLEAR;
    EXPECT(lsc_configure(&options) == LSC_OK);
    EXPECT(lsc_journal_open(folder) == LSC_OK);

    client_begin_capture(stream);
    EXPECT(lsc_capture_begin(stream, &capture) == LSC_OK && capture != 0);
    EXPECT(lsc_mark_begin(stream, "{\"name\": \"outer\"}", 0, &scope) == LSC_OK && scope != 0);
    client_launch(stream);
    EXPECT(lsc_freeze(&region) == LSC_OK && region != 0);
    EXPECT(lsc_mark_end(scope) == LSC_OK);
    EXPECT(lsc_resolve(capture) == LSC_OK);
    EXPECT(lsc_mark_stream_begin(stream, second_stream, "{lane}", LSC_TEXT | LSC_NO_BACKWARD, &scope) == LSC_OK);
    client_launch(stream);
    EXPECT(lsc_mark_end(scope) == LSC_OK);
    EXPECT(lsc_backward_begin(stream, region) == LSC_OK);
    client_launch(stream);
    EXPECT(lsc_backward_end(region) == LSC_OK);
    EXPECT(lsc_capture_set_enabled(capture, 0) == LSC_OK);
    graph = client_end_capture(stream);
    EXPECT(lsc_capture_end(capture, graph) == LSC_OK);
    EXPECT(lsc_capture_of_graph(graph, &found) == LSC_OK && found == capture);
    exec = client_instantiate(graph);
    EXPECT(lsc_instantiated(capture, exec) == LSC_OK);

    EXPECT(lsc_stream_id(second_stream, &lane) == LSC_OK && lane == LSC_FIRST_STREAM_ID_CLEAR);
    EXPECT(lsc_group_stream_id("tp", &lane) == LSC_OK && lane == LSC_FIRST_STREAM_ID_CLEAR + 1);
    exec_to_remove = (uint32_t)capture + 1; /* the counter's next */
    EXPECT(lsc_get(((uint64_t)exec_to_remove << 32) | 1, json, &size) == LSC_OK);
    EXPECT(strcmp(json, "[{\"name\": \"{lane}\", \"stream\": 100000}]") == 0);
    EXPECT(size == strlen(json) + 1);
    size = 3;
    EXPECT(lsc_get(((uint64_t)exec_to_remove << 32) | 1, json, &size) == LSC_ERROR_BUFFER_TOO_SMALL);
    EXPECT(strstr(lsc_last_error(), "too small") != NULL);
    EXPECT(lsc_for_each(count_node, &count) == LSC_OK && count == 3);

    EXPECT(lsc_save_in_folder(folder, NULL, path, sizeof path) == LSC_OK);
    EXPECT(strstr(path, "/lanescope_annotations_rank4_") != NULL);
    memset(&save, 0, sizeof save);
    save.size = sizeof save;
    save.format = LSC_FORMAT_PLAIN_MAP;
    EXPECT(lsc_save_in_folder(folder, &save, path, 20) == LSC_OK && strlen(path) == 19);
    EXPECT(lsc_save("/no/such/folder/a.json", &save) == LSC_ERROR_IO);
    EXPECT(lsc_journal_recover("/no/such.journal", path, &capture) == LSC_ERROR_IO && capture == 0);
    EXPECT(lsc_journal_recover(NULL, path, NULL) == LSC_ERROR_INVALID_ARGUMENT);
    EXPECT(lsc_remove(&exec_to_remove, 1) == LSC_OK);
    count = 0;
    EXPECT(lsc_for_each(count_node, &count) == LSC_OK && count == 0);
    EXPECT(lsc_clear() == LSC_OK);
    EXPECT(lsc_journal_close(0) == LSC_OK);
    return 0;
}
