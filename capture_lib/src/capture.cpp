// SPDX-License-Identifier: Apache-2.0
#include "lanescope/capture.h"

#include "capture_lib/src/process_recorder.h"
#include "capture_lib/src/profiler_records.h"
#include "capture_lib/src/recover_journal.h"

#include <algorithm>
#include <exception>
#include <new>

// The C functions: arguments checked, exceptions stopped, the last error kept. What they do is the Recorder's.
using namespace lanescope::capture;

namespace {

std::int32_t invalid(std::string_view what) noexcept
{
    return keepLastError(LSC_ERROR_INVALID_ARGUMENT, what);
}

// Nothing may leave an extern "C" function but a status.
template<typename Body>
std::int32_t guarded(const Body& body) noexcept
{
    try {
        const Status status = body();
        return keepLastError(status.code, status.text);
    } catch (const std::bad_alloc&) {
        return keepLastError(LSC_ERROR_INTERNAL, "out of memory");
    } catch (const std::exception& error) {
        return keepLastError(LSC_ERROR_INTERNAL, error.what());
    } catch (...) {
        return keepLastError(LSC_ERROR_INTERNAL, "an unknown error");
    }
}

constexpr std::uint32_t kMarkFlags = LSC_TEXT | LSC_NO_BACKWARD | LSC_BACKWARD;
constexpr std::uint32_t kStreamMarkFlags = LSC_TEXT | LSC_NO_BACKWARD;

AnnotationForm formOf(std::uint32_t flags)
{
    return (flags & LSC_TEXT) != 0 ? AnnotationForm::Text : AnnotationForm::Guess;
}

FreezesBackward freezesOf(std::uint32_t flags)
{
    return (flags & LSC_NO_BACKWARD) != 0 ? FreezesBackward::No : FreezesBackward::Yes;
}

// What is wrong with a mark's arguments; null when nothing is.
const char* markProblem(const char* annotation, std::uint32_t flags, std::uint32_t known, const std::uint64_t* scope)
{
    if (!scope)
        return "scope is null";
    if (!annotation)
        return "annotation is null";
    return (flags & ~known) != 0 ? "flags has unknown bits" : nullptr;
}

// Callers of an older version pass a shorter struct: missing fields are zero. A longer one is a newer caller's, whose
// extra fields must be zero, as we would not do what they ask for.
template<typename Options>
bool readSized(const Options* given, Options& options)
{
    if (given->size < sizeof(given->size))
        return false;
    const auto* bytes = reinterpret_cast<const unsigned char*>(given);
    std::copy_n(bytes, std::min<std::size_t>(given->size, sizeof(Options)), reinterpret_cast<unsigned char*>(&options));
    for (std::size_t i = sizeof(Options); i < given->size; ++i) {
        if (bytes[i] != 0)
            return false;
    }
    return true;
}

Status formatOf(const lsc_save_options* given, FileFormat& format)
{
    lsc_save_options options = {};
    if (given && !readSized(given, options))
        return {LSC_ERROR_INVALID_ARGUMENT, "options.size is wrong, or fields this version does not know are set"};
    if (options.format > LSC_FORMAT_PLAIN_MAP)
        return {LSC_ERROR_INVALID_ARGUMENT, "options.format is unknown"};
    format = options.format == LSC_FORMAT_PLAIN_MAP ? FileFormat::PlainMap : FileFormat::Lanescope;
    return {};
}

} // namespace

std::int32_t lsc_api_version(void)
{
    return LSC_API_VERSION;
}

const char* lsc_last_error(void)
{
    return lastErrorText();
}

std::int32_t lsc_available(void)
{
    return guarded([]() -> Status {
        const Availability found = processRecorder().available();
        return found.available ? Status{} : Status{LSC_ERROR_UNAVAILABLE, found.reason};
    });
}

std::int32_t lsc_configure(const lsc_options* options)
{
    if (!options)
        return invalid("options is null");
    return guarded([&]() -> Status {
        lsc_options given = {};
        given.rank = -1;
        if (!readSized(options, given) || given.reserved != 0)
            return {LSC_ERROR_INVALID_ARGUMENT, "options.size is wrong, or fields this version does not know are set"};
        RecorderOptions wanted;
        if (given.rank >= 0)
            wanted.rank = given.rank;
        wanted.firstStreamId = given.first_stream_id;
        wanted.memoryLimitBytes = given.memory_limit;
        return processRecorder().configure(wanted);
    });
}

std::int32_t lsc_capture_begin(void* stream, std::uint64_t* capture)
{
    if (!capture)
        return invalid("capture is null");
    return guarded([&] { return processRecorder().captureBegin(stream, *capture); });
}

std::int32_t lsc_capture_set_enabled(std::uint64_t capture, std::int32_t enabled)
{
    return guarded([&] { return processRecorder().setRecording(capture, enabled ? Recording::On : Recording::Off); });
}

std::int32_t lsc_capture_end(std::uint64_t capture, void* graph)
{
    return guarded([&] { return processRecorder().captureEnd(capture, graph); });
}

std::int32_t lsc_instantiated(std::uint64_t capture, void* exec)
{
    return guarded([&] { return processRecorder().instantiated(capture, exec); });
}

std::int32_t lsc_capture_of_graph(void* graph, std::uint64_t* capture)
{
    if (!graph || !capture)
        return invalid(graph ? "capture is null" : "graph is null");
    return guarded([&] { return processRecorder().captureOfGraph(graph, *capture); });
}

std::int32_t lsc_node_bodies(void* node, void* const* graphs, std::size_t count)
{
    if (!node || (count != 0 && !graphs))
        return invalid(node ? "graphs is null" : "node is null");
    if (std::find(graphs, graphs + count, nullptr) != graphs + count)
        return invalid("one of graphs is null");
    return guarded([&] { return processRecorder().nodeBodies(node, std::vector<void*>(graphs, graphs + count)); });
}

std::int32_t lsc_mark_begin(void* stream, const char* annotation, std::uint32_t flags, std::uint64_t* scope)
{
    if (Recorder::isOff()) {
        if (scope)
            *scope = 0;
        return LSC_OK;
    }
    if (const char* problem = markProblem(annotation, flags, kMarkFlags, scope))
        return invalid(problem);
    if ((flags & LSC_BACKWARD) != 0)
        return guarded([&] { return processRecorder().markBackwardBegin(stream, annotation, formOf(flags), *scope); });
    return guarded(
        [&] { return processRecorder().markBegin(stream, annotation, formOf(flags), freezesOf(flags), *scope); });
}

std::int32_t lsc_mark_stream_begin(void* from, void* to, const char* annotation, std::uint32_t flags,
                                   std::uint64_t* scope)
{
    if (Recorder::isOff()) {
        if (scope)
            *scope = 0;
        return LSC_OK;
    }
    if (const char* problem = markProblem(annotation, flags, kStreamMarkFlags, scope))
        return invalid(problem);
    return guarded([&] {
        return processRecorder().markStreamBegin(from, to, annotation, formOf(flags), freezesOf(flags), *scope);
    });
}

std::int32_t lsc_mark_end(std::uint64_t scope)
{
    if (scope == 0)
        return LSC_OK;
    return guarded([&] { return processRecorder().markEnd(scope); });
}

std::int32_t lsc_stream_id(void* stream, std::uint32_t* id)
{
    if (!id)
        return invalid("id is null");
    return guarded([&]() -> Status {
        *id = processRecorder().streamId(stream);
        return {};
    });
}

std::int32_t lsc_group_stream_id(const char* group, std::uint32_t* id)
{
    if (!group || !id)
        return invalid(group ? "id is null" : "group is null");
    return guarded([&]() -> Status {
        *id = processRecorder().streamId(std::string(group));
        return {};
    });
}

std::int32_t lsc_freeze(std::uint64_t* region)
{
    if (!region)
        return invalid("region is null");
    *region = 0;
    return guarded([&]() -> Status {
        *region = processRecorder().freeze();
        return {};
    });
}

std::int32_t lsc_backward_begin(void* stream, std::uint64_t region)
{
    if (region == 0)
        return LSC_OK;
    return guarded([&] { return processRecorder().backwardBegin(stream, region); });
}

std::int32_t lsc_backward_end(std::uint64_t region)
{
    if (region == 0)
        return LSC_OK;
    return guarded([&] { return processRecorder().backwardEnd(region); });
}

std::int32_t lsc_resolve(std::uint64_t capture)
{
    return guarded([&] { return processRecorder().resolve(capture); });
}

std::int32_t lsc_get(std::uint64_t key, char* json, std::size_t* size)
{
    if (!size)
        return invalid("size is null");
    return guarded([&]() -> Status {
        std::string text;
        if (Status status = processRecorder().get(key, text); !status.ok())
            return status;
        const std::size_t room = *size;
        *size = text.size() + 1;
        if (!json)
            return {};
        if (room < *size)
            return {LSC_ERROR_BUFFER_TOO_SMALL, "the buffer is too small: " + std::to_string(*size) + " bytes needed"};
        std::copy_n(text.c_str(), *size, json);
        return {};
    });
}

std::int32_t lsc_for_each(lsc_visit visit, void* user)
{
    if (!visit)
        return invalid("visit is null");
    return guarded([&]() -> Status {
        processRecorder().forEach(
            [&](std::uint64_t key, const std::string& json) { return visit(key, json.c_str(), user); });
        return {};
    });
}

std::int32_t lsc_clear(void)
{
    return guarded([] { return processRecorder().clear(); });
}

std::int32_t lsc_remove(const std::uint32_t* exec_ids, std::size_t count)
{
    if (count == 0)
        return LSC_OK;
    if (!exec_ids)
        return invalid("exec_ids is null");
    return guarded([&] { return processRecorder().remove(std::vector<std::uint32_t>(exec_ids, exec_ids + count)); });
}

std::int32_t lsc_save(const char* path, const lsc_save_options* options)
{
    if (!path)
        return invalid("path is null");
    return guarded([&]() -> Status {
        FileFormat format = FileFormat::Lanescope;
        if (Status status = formatOf(options, format); !status.ok())
            return status;
        return processRecorder().save(path, format);
    });
}

std::int32_t lsc_save_in_folder(const char* folder, const lsc_save_options* options, char* path_buffer,
                                std::size_t path_size)
{
    if (!folder)
        return invalid("folder is null");
    return guarded([&]() -> Status {
        FileFormat format = FileFormat::Lanescope;
        if (Status status = formatOf(options, format); !status.ok())
            return status;
        const std::string path = processRecorder().pathInFolder(folder, format);
        if (path_buffer && path_size != 0) {
            const std::size_t length = std::min(path.size(), path_size - 1);
            std::copy_n(path.data(), length, path_buffer);
            path_buffer[length] = '\0';
        }
        return processRecorder().save(path, format);
    });
}

std::int32_t lsc_journal_open(const char* folder)
{
    if (!folder)
        return invalid("folder is null");
    return guarded([&] { return processRecorder().openJournal(folder); });
}

std::int32_t lsc_journal_close(std::int32_t keep)
{
    return guarded([&] { return processRecorder().closeJournal(keep ? JournalFile::Keep : JournalFile::Remove); });
}

std::int32_t lsc_journal_recover(const char* journal, const char* path, std::uint64_t* skipped_lines)
{
    if (!journal || !path)
        return invalid(journal ? "path is null" : "journal is null");
    return guarded([&] {
        std::uint64_t skipped = 0;
        const Status status = recoverJournal(journal, path, skipped);
        if (skipped_lines)
            *skipped_lines = skipped;
        return status;
    });
}

std::int32_t lsc_profiler_watch(const char* library)
{
    if (!library || *library == '\0')
        return invalid("library is null or empty");
    return guarded([&] { return watchProfiler(library); });
}

std::int32_t lsc_profiler_take(lsc_graph_work* work, std::size_t* count)
{
    if (!count)
        return invalid("count is null");
    return guarded([&]() -> Status {
        NotedWork noted = takeNotedWork(work ? *count : 0);
        *count = noted.held;
        if (!work)
            return {};
        if (noted.taken.size() < noted.held)
            return {LSC_ERROR_BUFFER_TOO_SMALL, "there are " + std::to_string(noted.held) + " records"};
        std::copy(noted.taken.begin(), noted.taken.end(), work);
        if (noted.lost != 0)
            return {LSC_ERROR_LIMIT, std::to_string(noted.lost) + " records came when no more were kept"};
        return {};
    });
}
