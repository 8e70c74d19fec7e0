// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QtTest>

#include <functional>
#include <memory>

// One test binary holds the test classes of one folder. Each tst_<file>.cpp registers its class under the file's
// stem; `binary tst_<file> [Qt Test options]` runs that class alone, `binary` alone runs all.
namespace lanescope::test {

using TestFactory = std::function<std::unique_ptr<QObject>()>;

// Called before main() by LANESCOPE_TEST. `file` is __FILE__.
bool registerTest(const char* file, TestFactory factory);

// Runs the classes the arguments choose. The status is the number of failed classes; unknown names fail.
int runTests(int argc, char** argv);

} // namespace lanescope::test

#define LANESCOPE_TEST(Class)                                                                                          \
    static const bool registered##Class =                                                                              \
        lanescope::test::registerTest(__FILE__, [] { return std::make_unique<Class>(); });
