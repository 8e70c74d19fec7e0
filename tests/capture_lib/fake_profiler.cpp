// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>

extern "C" int cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t validBytes, void** record);

// A profiler's library: reads a buffer to its end. How many records there were.
extern "C" __attribute__((visibility("default"))) int readAll(std::uint8_t* buffer, std::size_t validBytes)
{
    int count = 0;
    void* record = nullptr;
    while (cuptiActivityGetNextRecord(buffer, validBytes, &record) == 0)
        ++count;
    return count;
}
