// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"

int main(int argc, char** argv)
{
    return lanescope::test::runTests(argc, argv);
}
