// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>

// The function of CUPTI that profilers read their buffers with. A buffer holds records of 256 bytes.
extern "C" __attribute__((visibility("default"))) int cuptiActivityGetNextRecord(std::uint8_t* buffer,
                                                                                 std::size_t validBytes, void** record)
{
    auto* next = static_cast<std::uint8_t*>(*record);
    next = next ? next + 256 : buffer;
    if (next >= buffer + validBytes)
        return 12; // CUPTI_ERROR_MAX_LIMIT_REACHED
    *record = next;
    return 0;
}
