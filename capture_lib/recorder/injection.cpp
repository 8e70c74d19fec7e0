// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/recorder/recording.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

#include <dlfcn.h>

// How the recorder gets into a program. README.md says what its users see.
namespace lanescope::record {
namespace {

constexpr const char* kInjectionVariable = "CUDA_INJECTION64_PATH";

void finishAtExit()
{
    if (Recording* recording = processRecording())
        recording->finish();
}

// False: it must not or cannot record.
bool startRecording()
{
    Recording* recording = processRecording();
    if (!recording)
        return false;
    if (!recording->start())
        return false;
    // Exit handlers run backwards: registered now, this one runs before the destructors of CUPTI, which start() loaded.
    static const bool registered = std::atexit(finishAtExit) == 0;
    return registered;
}

void beginAsSet()
{
    static const bool begun = [] {
        RecordSettings settings;
        std::string problem;
        const auto getVariable = [](const char* name) -> const char* { return std::getenv(name); };
        // Wrong settings are told where the recording is made.
        if (!readSettings(getVariable, 0, settings, problem) || settings.begin == Begin::AtOnce)
            startRecording();
        return true;
    }();
    static_cast<void>(begun);
}

// Preloaded, the library is in a program before CUDA is: CUDA then calls it as if it were named for injection. Programs
// without CUDA are left alone.
__attribute__((constructor)) void arrangeInjection()
{
    const char* preloaded = std::getenv("LD_PRELOAD");
    Dl_info self = {};
    if (!preloaded || dladdr(reinterpret_cast<void*>(&beginAsSet), &self) == 0 || !self.dli_fname)
        return;
    const char* slash = std::strrchr(self.dli_fname, '/');
    if (!std::strstr(preloaded, slash ? slash + 1 : self.dli_fname))
        return;
    const char* other = std::getenv(kInjectionVariable);
    if (!other || !*other)
        setenv(kInjectionVariable, self.dli_fname, 1);
    else if (!std::strstr(other, "liblanescope-record"))
        std::fprintf(stderr,
                     "liblanescope-record: gives way to %s, which CUDA_INJECTION64_PATH names; nothing is recorded\n",
                     other);
}

} // namespace
} // namespace lanescope::record

#define LANESCOPE_RECORD_EXPORT extern "C" __attribute__((visibility("default")))

// CUDA calls this in the first cuInit. Never throws; not 0: go on.
LANESCOPE_RECORD_EXPORT int InitializeInjection()
{
    try {
        lanescope::record::beginAsSet();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "liblanescope-record: %s; nothing is recorded\n", error.what());
    }
    return 1;
}

// 0: records from here on.
LANESCOPE_RECORD_EXPORT int lanescope_record_start()
{
    try {
        return lanescope::record::startRecording() ? 0 : 1;
    } catch (const std::exception&) {
        return 1;
    }
}

LANESCOPE_RECORD_EXPORT void lanescope_record_stop()
{
    try {
        if (lanescope::record::Recording* recording = lanescope::record::processRecording())
            recording->stop();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "liblanescope-record: %s\n", error.what());
    }
}
