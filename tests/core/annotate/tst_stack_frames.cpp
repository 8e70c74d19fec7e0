// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/stack_frames.h"
#include "tests/support/test_main.h"

using namespace lanescope;

class TestStackFrames : public QObject {
    Q_OBJECT

private slots:
    void aStackIsReadFrameByFrame_data();
    void aStackIsReadFrameByFrame();
    void namesOfNodesAreNoStack_data();
    void namesOfNodesAreNoStack();
};

// "file:line function {code}" a line.
static QByteArray framesAsText(const std::vector<StackFrame>& frames)
{
    QByteArray text;
    for (const StackFrame& frame : frames)
        text += QByteArray::fromStdString(frame.file) + ':' + QByteArray::number(qulonglong(frame.line)) + ' ' +
                QByteArray::fromStdString(frame.function) + " {" + QByteArray::fromStdString(frame.code) + "}\n";
    return text;
}

void TestStackFrames::aStackIsReadFrameByFrame_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("frames");
    QTest::newRow("traceback") << QByteArray("  File \"/m.py\", line 94, in forward\n    for b in s.b: x = b(x)\n"
                                             "  File \"/m.py\", line 85, in forward\n    d[1:2:3]\n")
                               << QByteArray(
                                      "/m.py:94 forward {for b in s.b: x = b(x)}\n/m.py:85 forward {d[1:2:3]}\n");
    QTest::newRow("without code") << QByteArray("File \"a.py\", line 1, in f\nFile \"b.py\", line 2, in g\n")
                                  << QByteArray("a.py:1 f {}\nb.py:2 g {}\n");
    QTest::newRow("quote in the name") << QByteArray("File \"a\", line 2.py\", line 3, in f")
                                       << QByteArray("a\", line 2.py:3 f {}\n");
    QTest::newRow("module level") << QByteArray("File \"a.py\", line 3\n  x = 1") << QByteArray("a.py:3  {x = 1}\n");
    QTest::newRow("colons") << QByteArray("train.py:12:step\nC:\\m.py:7:<lambda>\n")
                            << QByteArray("train.py:12 step {}\nC:\\m.py:7 <lambda> {}\n");
    QTest::newRow("colons, no function") << QByteArray("train.py:12") << QByteArray("train.py:12  {}\n");
    QTest::newRow("C++ function") << QByteArray("a.cpp:3:ns::f") << QByteArray("a.cpp:3 ns::f {}\n");
    QTest::newRow("another line") << QByteArray("\r\n  [repeats 3 times]\r\n")
                                  << QByteArray(":0  {[repeats 3 times]}\n");
    QTest::newRow("number too large") << QByteArray("File \"a.py\", line 99999999999999999999, in f")
                                      << QByteArray(":0  {File \"a.py\", line 99999999999999999999, in f}\n");
    QTest::newRow("empty") << QByteArray("\n  \n") << QByteArray();
}

void TestStackFrames::aStackIsReadFrameByFrame()
{
    QFETCH(QByteArray, text);
    QTEST(framesAsText(parseStack(text.toStdString())), "frames");
}

void TestStackFrames::namesOfNodesAreNoStack_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isStack");
    QTest::newRow("traceback") << QByteArray("\n  File \"a.py\", line 3, in f\n") << true;
    QTest::newRow("colons") << QByteArray("a.py:3:f\nb.py:4:g") << true;
    QTest::newRow("node") << QByteArray("add_1") << false;
    QTest::newRow("place below a text") << QByteArray("hello\na.py:3:f") << false;
    QTest::newRow("colon without a number") << QByteArray("aten::add") << false;
    QTest::newRow("nothing but a number") << QByteArray(":3") << false;
    QTest::newRow("empty") << QByteArray() << false;
}

void TestStackFrames::namesOfNodesAreNoStack()
{
    QFETCH(QByteArray, text);
    QTEST(looksLikeStack(text.toStdString()), "isStack");
}

LANESCOPE_TEST(TestStackFrames)
#include "tst_stack_frames.moc"
