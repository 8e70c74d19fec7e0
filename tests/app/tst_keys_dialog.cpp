// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/dialogs/keys_dialog.h"
#include "tests/support/test_main.h"

#include <QLabel>
#include <QScreen>
#include <QScrollArea>

using namespace lanescope::desktop;

class TestKeysDialog : public QObject {
    Q_OBJECT
private slots:
    void theSheetFitsOnItsScreen();
};

void TestKeysDialog::theSheetFitsOnItsScreen()
{
    KeysDialog dialog; // the screen of these tests has 800 x 800 pixels
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    QVERIFY(dialog.width() <= dialog.screen()->availableGeometry().width());
    QVERIFY(dialog.height() <= dialog.screen()->availableGeometry().height());
    const auto* scroll = dialog.findChild<QScrollArea*>();
    QVERIFY(scroll->widget()->width() <= scroll->viewport()->width()); // nothing to be scrolled for sideways
    for (const QLabel* label : dialog.findChildren<QLabel*>())
        QVERIFY2(label->width() >= label->minimumSizeHint().width(), qPrintable(label->text()));
}

LANESCOPE_TEST(TestKeysDialog)
#include "tst_keys_dialog.moc"
