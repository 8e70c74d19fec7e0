// SPDX-License-Identifier: Apache-2.0
#include "core/load/text_window.h"
#include "tests/support/test_main.h"

using namespace lanescope;

class TestTextWindow : public QObject {
    Q_OBJECT

private slots:
    void slidesOverTheContent();
    void growsForATextThatDoesNotFit();
    void aTextWithoutAnEndIsRefused();
    void anEmptyContentIsAtItsEnd();
};

void TestTextWindow::slidesOverTheContent()
{
    const auto source = contentInMemory("0123456789abcdef");
    TextWindow window(*source, 6);
    QVERIFY(window.more(0));
    QVERIFY(window.from(0) == "012345" && !window.isAtEnd());
    QVERIFY(window.more(4));
    QVERIFY(window.from(4) == "456789");
    QVERIFY(window.from(7) == "789");
    QVERIFY(window.more(10));
    QVERIFY(window.from(10) == "abcdef" && window.isAtEnd());
}

void TestTextWindow::growsForATextThatDoesNotFit()
{
    const std::string text(1000, 'x');
    const auto source = contentInMemory(text + "end");
    TextWindow window(*source, 4);
    QVERIFY(window.more(0));
    int calls = 1;
    for (; !window.isAtEnd(); ++calls)
        QVERIFY(window.more(0));
    QVERIFY(window.from(0) == text + "end");
    QVERIFY(calls < 15); // doubles: no more than log2(1003 / 4) + 1 readings
}

void TestTextWindow::aTextWithoutAnEndIsRefused()
{
    const auto source = contentInMemory(std::string(1000, 'x'));
    TextWindow window(*source, 64, 200);
    QVERIFY(window.more(0));
    Result<void> more = window.more(10);
    while (more && !window.isAtEnd())
        more = window.more(10);
    QVERIFY(!more);
    QCOMPARE(QString::fromStdString(more.error().message),
             QString("one value, which begins at byte 10, is longer than 200 bytes; no event of a trace is"));
}

void TestTextWindow::anEmptyContentIsAtItsEnd()
{
    const auto source = contentInMemory("");
    TextWindow window(*source);
    QVERIFY(window.isAtEnd());
    QVERIFY(window.more(0));
    QVERIFY(window.from(0).empty());
}

LANESCOPE_TEST(TestTextWindow)
#include "tst_text_window.moc"
