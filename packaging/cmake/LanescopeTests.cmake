# SPDX-License-Identifier: Apache-2.0

# lanescope_add_tests(<name> SOURCES tst_a.cpp … [EXTRA helper.cpp …] LIBRARIES … [MAIN main.cpp] [LABELS …])
# One binary test_<name> from the folder's test classes, and one CTest entry `<name>/<stem>` for each tst_ file.
# Tests run with the source tree's tests/data as LANESCOPE_TEST_DATA.
function(lanescope_add_tests name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "MAIN" "SOURCES;EXTRA;LIBRARIES;LABELS;ENVIRONMENT")
    if(NOT arg_MAIN)
        set(arg_MAIN ${PROJECT_SOURCE_DIR}/tests/support/appless_main.cpp)
    endif()
    set(target test_${name})
    add_executable(${target} ${arg_SOURCES} ${arg_EXTRA} ${arg_MAIN})
    set_target_properties(${target} PROPERTIES AUTOMOC ON LANESCOPE_WITHOUT_UBSAN ON)
    # What they test is optimised; for themselves that would only take time.
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
    target_link_libraries(${target} PRIVATE lanescope_build_flags lanescope_test_support ${arg_LIBRARIES})
    # Qt Test's headers are most of what a small test compiles; below five files a header of their own does not pay.
    list(LENGTH arg_SOURCES source_count)
    if(source_count GREATER 4)
        target_precompile_headers(${target} PRIVATE <QtTest>)
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
