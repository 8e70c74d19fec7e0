# SPDX-License-Identifier: Apache-2.0

# How tests are compiled. What they test is optimised; for themselves that would only take time.
function(lanescope_compile_as_test target)
    set_target_properties(${target} PROPERTIES LANESCOPE_WITHOUT_UBSAN ON)
    target_compile_options(${target} PRIVATE -O0)
endfunction()

# lanescope_add_tests(<name> SOURCES tst_a.cpp … [EXTRA main.cpp …] LIBRARIES … [PRECOMPILE header …] [LABELS …])
# One binary test_<name> from the folder's test classes, and one CTest entry `<name>/<stem>` for each tst_ file.
# Tests run with the source tree's tests/data as LANESCOPE_TEST_DATA.
function(lanescope_add_tests name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;EXTRA;LIBRARIES;PRECOMPILE;LABELS;ENVIRONMENT")
    set(target test_${name})
    add_executable(${target} ${arg_SOURCES} ${arg_EXTRA})
    set_target_properties(${target} PROPERTIES AUTOMOC ON)
    lanescope_compile_as_test(${target})
    target_link_libraries(${target} PRIVATE lanescope_build_flags lanescope_test_support ${arg_LIBRARIES})
    # Qt Test's headers are most of what a small test compiles.
    if(arg_PRECOMPILE)
        target_precompile_headers(${target} PRIVATE ${arg_PRECOMPILE})
    else()
        target_precompile_headers(${target} REUSE_FROM lanescope_test_support)
    endif()
    target_compile_definitions(${target} PRIVATE
        LANESCOPE_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data" LANESCOPE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    foreach(source IN LISTS arg_SOURCES)
        get_filename_component(stem ${source} NAME_WE)
        add_test(NAME ${name}/${stem} COMMAND ${target} ${stem})
        set_tests_properties(${name}/${stem} PROPERTIES
            LABELS "${name};${arg_LABELS}" TIMEOUT 300
            ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;${arg_ENVIRONMENT}")
    endforeach()
endfunction()
