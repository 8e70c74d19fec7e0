// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"

#include <map>

namespace lanescope::test {
namespace {

std::map<QString, TestFactory>& registry()
{
    static std::map<QString, TestFactory> tests;
    return tests;
}

} // namespace

bool registerTest(const char* file, TestFactory factory)
{
    const QString stem = QFileInfo(QString::fromUtf8(file)).completeBaseName();
    return registry().emplace(stem, std::move(factory)).second;
}

int runTests(int argc, char** argv)
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    QString only;
    if (arguments.size() > 1 && arguments[1].startsWith(u"tst_")) {
        only = arguments.takeAt(1);
        if (!registry().contains(only)) {
            qCritical("no test class named %s in this binary", qPrintable(only));
            return 1;
        }
    }
    int failed = 0;
    for (const auto& [name, factory] : registry()) {
        if (only.isEmpty() || only == name)
            failed += QTest::qExec(factory().get(), arguments) == 0 ? 0 : 1;
    }
    return failed;
}

} // namespace lanescope::test
