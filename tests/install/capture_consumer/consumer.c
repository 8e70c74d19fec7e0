/* SPDX-License-Identifier: Apache-2.0 */
#include <lanescope/annotation_format.h>
#include <lanescope/capture.h>

#include <stdio.h>

/* Starts without CUDA too: then marks do nothing, and the file is empty but well-formed. */
int main(int argc, char** argv)
{
    uint64_t scope = 1;
    if (argc != 2 || lsc_api_version() != LSC_API_VERSION)
        return 1;
    if (lsc_available() != LSC_OK)
        printf("unavailable: %s\n", lsc_last_error());
    if (lsc_mark_begin(NULL, "a", 0, &scope) != LSC_OK || scope != 0 || lsc_mark_end(scope) != LSC_OK)
        return 2;
    if (lsc_save(argv[1], NULL) != LSC_OK) {
        printf("%s\n", lsc_last_error());
        return 3;
    }
    printf("format %d\n", LSC_FORMAT_VERSION);
    return 0;
}
