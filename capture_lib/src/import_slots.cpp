// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/import_slots.h"

#include <cstdint>
#include <cstring>

#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

namespace lanescope::capture {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kJumpSlot = R_X86_64_JUMP_SLOT;
constexpr std::uint32_t kGlobalData = R_X86_64_GLOB_DAT;
#elif defined(__aarch64__)
constexpr std::uint32_t kJumpSlot = R_AARCH64_JUMP_SLOT;
constexpr std::uint32_t kGlobalData = R_AARCH64_GLOB_DAT;
#else
constexpr std::uint32_t kJumpSlot = 0xffffffffU; // matches nothing
constexpr std::uint32_t kGlobalData = 0xffffffffU;
#endif

struct Wanted {
    const std::string* libraryName;
    const char* function;
    ImportSlots found;
};

struct Dynamic {
    const ElfW(Sym) * symbols = nullptr;
    const char* names = nullptr;
    const ElfW(Rela) * tables[2] = {};
    std::size_t bytes[2] = {};
};

Dynamic readDynamic(const ElfW(Dyn) * entry)
{
    Dynamic dynamic;
    for (; entry->d_tag != DT_NULL; ++entry) {
        switch (entry->d_tag) { // glibc has turned these into addresses
        case DT_SYMTAB:
            dynamic.symbols = reinterpret_cast<const ElfW(Sym)*>(entry->d_un.d_ptr);
            break;
        case DT_STRTAB:
            dynamic.names = reinterpret_cast<const char*>(entry->d_un.d_ptr);
            break;
        case DT_JMPREL:
            dynamic.tables[0] = reinterpret_cast<const ElfW(Rela)*>(entry->d_un.d_ptr);
            break;
        case DT_PLTRELSZ:
            dynamic.bytes[0] = entry->d_un.d_val;
            break;
        case DT_RELA:
            dynamic.tables[1] = reinterpret_cast<const ElfW(Rela)*>(entry->d_un.d_ptr);
            break;
        case DT_RELASZ:
            dynamic.bytes[1] = entry->d_un.d_val;
            break;
        default:
            break;
        }
    }
    return dynamic;
}

bool isLibrary(const char* path, const std::string& name)
{
    const char* slash = std::strrchr(path, '/');
    return std::strncmp(slash ? slash + 1 : path, name.c_str(), name.size()) == 0;
}

int lookInto(dl_phdr_info* info, std::size_t, void* data)
{
    auto& wanted = *static_cast<Wanted*>(data);
    if (!info->dlpi_name || !isLibrary(info->dlpi_name, *wanted.libraryName))
        return 0;
    wanted.found.library = info->dlpi_name;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        if (info->dlpi_phdr[i].p_type != PT_DYNAMIC)
            continue;
        const Dynamic dynamic =
            readDynamic(reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr));
        for (int table = 0; table < 2; ++table) {
            const std::size_t count = dynamic.symbols && dynamic.names && dynamic.tables[table]
                                          ? dynamic.bytes[table] / sizeof(ElfW(Rela))
                                          : 0;
            for (std::size_t r = 0; r < count; ++r) {
                const ElfW(Rela)& entry = dynamic.tables[table][r];
                const auto type = static_cast<std::uint32_t>(ELF64_R_TYPE(entry.r_info));
                if (type != kJumpSlot && type != kGlobalData)
                    continue;
                const ElfW(Sym)& symbol = dynamic.symbols[ELF64_R_SYM(entry.r_info)];
                if (std::strcmp(dynamic.names + symbol.st_name, wanted.function) == 0)
                    wanted.found.slots.push_back(reinterpret_cast<void**>(info->dlpi_addr + entry.r_offset));
            }
        }
    }
    return 1;
}

} // namespace

ImportSlots findImportSlots(const std::string& libraryName, const char* function)
{
    Wanted wanted = {&libraryName, function, {}};
    dl_iterate_phdr(lookInto, &wanted);
    return wanted.found;
}

bool setImportSlot(void** slot, void* address)
{
    const auto pageBytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    auto* page = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(slot) & ~(pageBytes - 1));
    // Left writable afterwards: which pages were read-only is not told, and a writable table is what lazy binding has
    // too.
    if (mprotect(page, pageBytes, PROT_READ | PROT_WRITE) != 0)
        return false;
    __atomic_store_n(slot, address, __ATOMIC_RELEASE);
    return true;
}

} // namespace lanescope::capture
