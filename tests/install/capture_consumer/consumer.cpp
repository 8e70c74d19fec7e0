// SPDX-License-Identifier: Apache-2.0
#include <lanescope/capture.hpp>

#include <iostream>

int main()
{
    if (const char* reason = lanescope::whyUnavailable())
        std::cout << "unavailable: " << reason << '\n';
    const lanescope::Scope scope(nullptr, lanescope::Annotation("layer").set("index", 3));
    return scope.status() == LSC_OK && lanescope::freeze() == 0 ? 0 : 1;
}
