// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/shared_libraries.h"

#include <cstdlib>

#include <dlfcn.h>
#include <link.h>

namespace lanescope::capture {
namespace {

constexpr int kFlags = RTLD_NOW | RTLD_LOCAL;

std::vector<std::string> loadedLibraries()
{
    std::vector<std::string> paths;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* list) {
            if (info->dlpi_name && *info->dlpi_name)
                static_cast<std::vector<std::string>*>(list)->emplace_back(info->dlpi_name);
            return 0;
        },
        &paths);
    return paths;
}

// The driver's own version first, then any other this library knows to have the functions it needs.
std::vector<std::string> cuptiNames(int cudaMajor)
{
    std::vector<std::string> names = {"libcupti.so." + std::to_string(cudaMajor)};
    for (const char* name : {"libcupti.so.13", "libcupti.so.12", "libcupti.so"}) {
        if (names.front() != name)
            names.emplace_back(name);
    }
    return names;
}

void* openLoadedCupti(const std::vector<std::string>& loadedPaths)
{
    for (const std::string& path : loadedPaths) {
        if (path.find("/libcupti.so") == std::string::npos)
            continue;
        if (void* handle = dlopen(path.c_str(), kFlags | RTLD_NOLOAD))
            return handle;
    }
    // Linked into the program itself.
    return dlsym(RTLD_DEFAULT, "cuptiGetGraphNodeId") ? dlopen(nullptr, kFlags) : nullptr;
}

} // namespace

void* openLoadedCupti()
{
    return openLoadedCupti(loadedLibraries());
}

void* openByName(const std::string& soname)
{
    if (void* handle = dlopen(soname.c_str(), kFlags | RTLD_NOLOAD))
        return handle;
    return dlopen(soname.c_str(), kFlags);
}

std::vector<std::string> cuptiFolders(const std::vector<std::string>& loadedPaths)
{
    std::vector<std::string> folders;
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
        const char* root = std::getenv(variable);
        if (!root || !*root)
            continue;
        folders.push_back(std::string(root) + "/extras/CUPTI/lib64");
        folders.push_back(std::string(root) + "/lib64");
    }
    folders.emplace_back("/usr/local/cuda/extras/CUPTI/lib64");
    folders.emplace_back("/usr/local/cuda/lib64");
    // Python's packages lie beside each other: site-packages/nvidia/<package>/lib and site-packages/torch/lib.
    for (const std::string& path : loadedPaths) {
        for (const char* marker : {"/nvidia/", "/torch/lib/"}) {
            const std::size_t at = path.rfind(marker);
            if (at == std::string::npos)
                continue;
            const std::string packages = path.substr(0, at) + "/nvidia/";
            for (const char* package : {"cu13", "cuda_cupti"})
                folders.push_back(packages + package + "/lib");
        }
    }
    return folders;
}

void* openCupti(int cudaMajor)
{
    const std::vector<std::string> loaded = loadedLibraries();
    if (void* handle = openLoadedCupti(loaded))
        return handle;
    const std::vector<std::string> names = cuptiNames(cudaMajor);
    for (const std::string& name : names) {
        if (void* handle = openByName(name))
            return handle;
    }
    for (const std::string& folder : cuptiFolders(loaded)) {
        for (const std::string& name : names) {
            const std::string path = folder + "/" + name;
            if (void* handle = dlopen(path.c_str(), kFlags))
                return handle;
        }
    }
    return nullptr;
}

} // namespace lanescope::capture
