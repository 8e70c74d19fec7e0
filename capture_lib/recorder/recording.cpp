// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/recorder/recording.h"

#include "capture_lib/recorder/read_records.h"
#include "capture_lib/recorder/record_calls.h"
#include "capture_lib/recorder/signal_watch.h"
#include "capture_lib/src/process_identity.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <system_error>

#include <unistd.h>

namespace lanescope::record {
namespace {

constexpr std::int64_t kSecondNs = 1'000'000'000;
// CUPTI's clock is the system's on Linux; a difference this small is the time between two readings.
constexpr std::int64_t kSameClockNs = 50'000'000;

constexpr std::array<CUpti_ActivityKind, 4> kWork = {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
                                                     CUPTI_ACTIVITY_KIND_MEMCPY2, CUPTI_ACTIVITY_KIND_MEMSET};

void say(const std::string& text)
{
    std::fprintf(stderr, "liblanescope-record: %s\n", text.c_str());
}

std::int64_t systemTimeNs()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::string processName()
{
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::string("unknown") : program.filename().string();
}

// Told at the begin: at the end of a long run it would be too late.
std::string outputProblem(const std::string& path)
{
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    if (access(folder.c_str(), W_OK) == 0)
        return {};
    return "cannot write " + path + ": " + std::generic_category().message(errno) +
           "; nothing is recorded (LANESCOPE_RECORD_OUTPUT names the file)";
}

std::string textOf(const CuptiFunctions& cupti, CUptiResult result)
{
    const char* text = nullptr;
    if (cupti.resultText)
        cupti.resultText(result, &text);
    return text ? text : "CUPTI error " + std::to_string(static_cast<int>(result));
}

void CUPTIAPI giveBuffer(std::uint8_t** memory, std::size_t* size, std::size_t* mostRecords)
{
    *memory = processRecording()->pool().take();
    *size = *memory ? BufferPool::kBufferBytes : 0;
    *mostRecords = 0; // as many as fit
}

void CUPTIAPI takeBuffer(CUcontext context, std::uint32_t stream, std::uint8_t* memory, std::size_t,
                         std::size_t validBytes)
{
    processRecording()->countDropped(context, stream);
    if (memory)
        processRecording()->pool().fill(memory, validBytes);
}

void CUPTIAPI ignoreCallback(void*, CUpti_CallbackDomain, CUpti_CallbackId, const void*) {}

} // namespace

Recording* processRecording()
{
    static Recording* const instance = []() -> Recording* {
        RecordSettings settings;
        std::string problem;
        const auto getVariable = [](const char* name) -> const char* { return std::getenv(name); };
        if (!readSettings(getVariable, getpid(), settings, problem)) {
            say(problem + "; nothing is recorded");
            return nullptr;
        }
        return new Recording(settings);
    }();
    return instance;
}

Recording::Recording(RecordSettings settings)
    : m_settings(std::move(settings)), m_process(getpid()), m_pool(m_settings.bufferBytes)
{}

bool Recording::start()
{
    const std::lock_guard<std::mutex> lock(m_mutex);
    if (m_finished || getpid() != m_process)
        return false;
    if (m_recording)
        return true;
    if (!m_cupti && !prepare())
        return false;
    if (!subscribe())
        return false;
    if (!enableAll()) {
        release();
        return false;
    }
    m_recording = true;
    return true;
}

bool Recording::prepare()
{
    if (const std::string problem = outputProblem(m_settings.output); !problem.empty()) {
        say(problem);
        return false;
    }
    std::string problem;
    const std::optional<CuptiFunctions> functions = loadCupti(problem);
    if (!functions) {
        say(problem + "; nothing is recorded");
        return false;
    }
    m_cupti = functions;
    return true;
}

bool Recording::subscribe()
{
    const CUptiResult result = m_cupti->subscribe(&m_subscriber, ignoreCallback, nullptr);
    if (result == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED) {
        say("another profiler holds CUPTI and keeps it; this recorder gives way and records nothing now");
        return false;
    }
    if (result != CUPTI_SUCCESS)
        say("CUPTI refuses (" + textOf(*m_cupti, result) + "); nothing is recorded");
    return result == CUPTI_SUCCESS;
}

bool Recording::enableAll()
{
    // Names of threads are looked up by the system's ids.
    m_cupti->setThreadIdType(CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM);
    CUptiResult result = m_cupti->registerCallbacks(giveBuffer, takeBuffer);
    for (const CUpti_ActivityKind kind : kWork) {
        if (result == CUPTI_SUCCESS)
            result = m_cupti->enable(kind);
    }
    if (result == CUPTI_SUCCESS)
        result = enableCalls(*m_cupti);
    if (result != CUPTI_SUCCESS) {
        say("CUPTI refuses (" + textOf(*m_cupti, result) + "); nothing is recorded");
        return false;
    }
    if (m_writerThread.joinable())
        return true;
    std::uint64_t cuptiNs = 0;
    const std::int64_t nowNs = systemTimeNs();
    if (m_cupti->timestamp(&cuptiNs) == CUPTI_SUCCESS) {
        const std::int64_t apart = nowNs - static_cast<std::int64_t>(cuptiNs);
        m_clockOffsetNs = std::abs(apart) < kSameClockNs ? 0 : apart;
    }
    m_baseNs = nowNs / kSecondNs * kSecondNs;
    try {
        m_writerThread = std::thread([this] { writeAll(); });
    } catch (const std::system_error& error) {
        say(std::string("no thread to write with: ") + error.what() + "; nothing is recorded");
        return false;
    }
    if (!watchSignals([] { processRecording()->finish(); }))
        say("SIGINT and SIGTERM are not watched: a recording that they end is lost");
    return true;
}

void Recording::release()
{
    for (const CUpti_ActivityKind kind : kWork)
        m_cupti->disable(kind);
    disableCalls(*m_cupti);
    m_cupti->flushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    m_cupti->unsubscribe(m_subscriber);
    m_recording = false;
}

void Recording::stop()
{
    const std::lock_guard<std::mutex> lock(m_mutex);
    if (m_recording && getpid() == m_process)
        release();
}

void Recording::countDropped(CUcontext context, std::uint32_t stream)
{
    std::size_t dropped = 0;
    if (m_cupti->droppedRecords(context, stream, &dropped) == CUPTI_SUCCESS)
        m_dropped += dropped;
}

// No exception may end the host program: what cannot be written for want of memory is lost like what was dropped.
void Recording::writeAll()
{
    pthread_setname_np(pthread_self(), "lanescope-rec");
    while (const std::optional<FilledBuffer> buffer = m_pool.next()) {
        try {
            if (!m_writer) {
                const capture::ProcessIdentity identity = capture::identifyProcess();
                m_file.emplace(m_settings.output);
                m_writer.emplace(*m_file, RecordedProcess{identity.pid, processName(), identity.rank}, m_baseNs);
            }
            m_unfinished += writeRecords(*m_cupti, *buffer, m_clockOffsetNs, *m_writer);
            if (m_devices.empty())
                m_devices = readDevices();
        } catch (const std::exception&) {
            ++m_dropped;
        }
        m_pool.giveBack(buffer->memory);
    }
}

void Recording::finish()
{
    if (getpid() != m_process)
        return;
    const std::lock_guard<std::mutex> lock(m_mutex);
    if (m_finished)
        return;
    m_finished = true;
    if (m_recording)
        release();
    if (!m_writerThread.joinable())
        return;
    m_pool.close();
    m_writerThread.join();
    if (!m_writer) {
        say("no CUDA work came to be recorded; no file is written");
        return;
    }
    m_writer->finish(m_devices, {m_dropped, m_unfinished});
    if (const capture::Status status = m_file->commit(); !status.ok()) {
        say(status.text + "; the recording is lost");
        return;
    }
    std::string line = "wrote " + m_settings.output + ": " + std::to_string(m_writer->eventCount()) + " events";
    if (const std::uint64_t dropped = m_dropped; dropped != 0)
        line += ", " + std::to_string(dropped) + " dropped (buffers of " +
                std::to_string(m_settings.bufferBytes >> 20) + " MiB were full: LANESCOPE_RECORD_BUFFER_MB)";
    if (m_unfinished != 0)
        line += ", " + std::to_string(m_unfinished) + " without an end left out";
    say(line);
}

} // namespace lanescope::record
