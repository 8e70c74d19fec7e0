// SPDX-License-Identifier: Apache-2.0
// Any text is an annotation set or an error; every value of a set is strict JSON.
#include "core/annotate/read_annotations.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/strict_json.h"

using namespace lanescope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto set = readAnnotationsJson({reinterpret_cast<const char*>(data), size});
    if (!set)
        return 0;
    for (const Annotation& annotation : set->annotations()) {
        LANESCOPE_CHECK(annotation.isEmpty() == annotation.title().empty() || !annotation.isEmpty(), "title");
        for (const AnnotationField& field : annotation.fields()) {
            LANESCOPE_CHECK(fuzz::isStrictJson(field.json), field.json.c_str());
        }
    }
    return 0;
}
