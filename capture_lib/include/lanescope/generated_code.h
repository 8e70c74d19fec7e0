// SPDX-License-Identifier: Apache-2.0
#ifndef LANESCOPE_GENERATED_CODE_H
#define LANESCOPE_GENERATED_CODE_H

/*
 * Begin/end pairs for code that a compiler writes (AOTInductor's C++ wrapper, for one), which can print them without
 * knowing whether the user wants them: only with LANESCOPE_ANNOTATE defined to 1 do they expand to anything. Otherwise
 * neither their calls nor their texts are in the object file, nothing here needs to be linked, and arguments are not
 * evaluated. `scope` is a name for the pair's variable. An end that an exception skips costs only its own record.
 * C99 and C++. examples/aoti_wrapper.cpp shows them.
 */
#if defined(LANESCOPE_ANNOTATE) && LANESCOPE_ANNOTATE
#include "lanescope/capture.h"

#define LSC_BEGIN(scope, stream, annotation)                                                                           \
    uint64_t scope = 0;                                                                                                \
    (void)lsc_mark_begin((stream), (annotation), 0, &scope)
#define LSC_END(scope) (void)lsc_mark_end(scope)
#else
#define LSC_BEGIN(scope, stream, annotation) ((void)0)
#define LSC_END(scope) ((void)0)
#endif

#endif
