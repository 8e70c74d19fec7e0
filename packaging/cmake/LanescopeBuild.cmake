# SPDX-License-Identifier: Apache-2.0
# How every own target is compiled: language level, warnings, sanitizers, compiler cache.

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# Programs together, where run.sh and the tests find them.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(LANESCOPE_CCACHE ccache)
if(LANESCOPE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # The precompiled header is part of what ccache must hash: these two settings are what its manual asks for.
    set(CMAKE_C_COMPILER_LAUNCHER ${LANESCOPE_CCACHE})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${LANESCOPE_CCACHE})
endif()

# Links to what every own target needs. Warnings are for C++ files only: nvcc's generated code trips -Wpedantic.
add_library(lanescope_build_flags INTERFACE)
target_compile_features(lanescope_build_flags INTERFACE cxx_std_20)
target_compile_options(lanescope_build_flags INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wconversion;-Wshadow;-Wold-style-cast>
    $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${LANESCOPE_WERROR}>>:-Werror>)
# g++ 12 sees overlapping, endless and misplaced copies in plain `"text" + string` when it optimises (GCC bug 105651).
target_compile_options(lanescope_build_flags INTERFACE
    $<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict;-Wno-stringop-overflow;-Wno-array-bounds>)
if(LANESCOPE_SANITIZE)
    target_compile_options(lanescope_build_flags INTERFACE
        -fsanitize=${LANESCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all
        # A fifth of the time that a file takes to compile: not spent on tests and the window, which compute little.
        $<$<BOOL:$<TARGET_PROPERTY:LANESCOPE_WITHOUT_UBSAN>>:-fno-sanitize=undefined>)
    target_link_options(lanescope_build_flags INTERFACE -fsanitize=${LANESCOPE_SANITIZE})
    target_compile_options(lanescope_build_flags INTERFACE
        $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-fsanitize-ignorelist=${CMAKE_CURRENT_LIST_DIR}/sanitizer_ignorelist.txt>
        # What the sanitizers insert keeps g++ from seeing that a std::optional has a value, says its manual.
        $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>)
endif()
if(LANESCOPE_FUZZ)
    # Every own object counts its edges, so that libFuzzer sees what an input reaches.
    target_compile_options(lanescope_build_flags INTERFACE -fsanitize=fuzzer-no-link)
    target_link_options(lanescope_build_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_LAUNCHER)
    target_compile_options(lanescope_build_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND CMAKE_CXX_COMPILER_LAUNCHER)
    target_compile_options(lanescope_build_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

find_package(Threads REQUIRED)
