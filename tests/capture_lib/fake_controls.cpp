// SPDX-License-Identifier: Apache-2.0
#include "tests/capture_lib/fake_driver.h"

// A shared library of these, the fake driver and the C interface lets programs in other languages capture without CUDA.
using namespace lanescope::test;

#define FAKE_API __attribute__((visibility("default")))

extern "C" {

FAKE_API void* fake_stream()
{
    return fakeDriver().makeStream();
}
FAKE_API void fake_begin(void* stream)
{
    fakeDriver().beginCapture(static_cast<FakeStream*>(stream));
}
FAKE_API void* fake_end(void* stream)
{
    return fakeDriver().endCapture(static_cast<FakeStream*>(stream));
}
// Outside of captures it just runs, and leaves nothing.
FAKE_API void fake_launch(void* stream, const char* kernel)
{
    if (static_cast<FakeStream*>(stream)->capture)
        fakeDriver().launch(static_cast<FakeStream*>(stream), kernel);
}
// `stream` goes on after the present work of `from`.
FAKE_API void fake_join(void* stream, void* from)
{
    fakeDriver().join(static_cast<FakeStream*>(stream), static_cast<FakeStream*>(from));
}
FAKE_API void* fake_instantiate(void* graph)
{
    return fakeDriver().instantiate(static_cast<FakeGraph*>(graph));
}
// What the driver answers when asked whether ids can be had; "" for yes.
FAKE_API void fake_availability(const char* reason)
{
    const std::string text = reason;
    fakeDriver().answer = {text.empty(), true, text};
}
}
