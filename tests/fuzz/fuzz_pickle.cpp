// SPDX-License-Identifier: Apache-2.0
// Any bytes read as a pickle are an annotation set or an error of one line; every value of a set is strict JSON. The
// limits hold: nothing in a small file may take much time or memory.
#include "core/annotate/pickle_machine.h"
#include "core/annotate/read_annotations.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/strict_json.h"

using namespace lanescope;

namespace {

void checkMessage(const Error& error)
{
    LANESCOPE_CHECK(!error.message.empty(), "an error without a message");
    LANESCOPE_CHECK(error.message.find('\n') == std::string::npos, error.message.c_str());
    LANESCOPE_CHECK(error.message.size() < 1000, error.message.c_str());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    // A limit that some inputs reach: nothing is used of what was read by then.
    if (const auto small = readPickle(bytes, JobControl(), 2048); !small)
        checkMessage(small.error());
    const auto set = readAnnotationsPickle(bytes, JobControl());
    if (!set) {
        checkMessage(set.error());
        return 0;
    }
    for (const Annotation& annotation : set->annotations()) {
        for (const AnnotationField& field : annotation.fields())
            LANESCOPE_CHECK(fuzz::isStrictJson(field.json), field.json.c_str());
    }
    return 0;
}
