// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/style/icons.h"
#include "tests/support/test_main.h"

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>

int main(int argc, char** argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir home; // nothing of the user's is read or written
    qputenv("XDG_CONFIG_HOME", home.path().toLocal8Bit());
    qputenv("XDG_CACHE_HOME", home.path().toLocal8Bit());
    qputenv("XDG_RUNTIME_DIR", home.path().toLocal8Bit());
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("lanescope"));
    QApplication::setOrganizationName(QStringLiteral("lanescope"));
    lanescope::desktop::loadResources();
    return lanescope::test::runTests(argc, argv);
}
