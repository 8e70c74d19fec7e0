// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace lanescope::capture {

// The places in a loaded library that hold the address of a function it imports: what a call through the procedure
// linkage table, or a taken address, reads.
struct ImportSlots {
    std::string library;       // its path; empty: no library of that name is loaded
    std::vector<void**> slots; // empty: it does not import the function
};

// `libraryName`: the begin of a file name ("libtorch_cpu.so").
ImportSlots findImportSlots(const std::string& libraryName, const char* function);

// Writes `address` into a slot, also where the loader has made it read-only. False: the memory refuses.
bool setImportSlot(void** slot, void* address);

} // namespace lanescope::capture
