// SPDX-License-Identifier: Apache-2.0
#include "core/load/utf8.h"
#include "tests/support/test_main.h"

using namespace lanescope;

class TestUtf8 : public QObject {
    Q_OBJECT

private slots:
    void onlyWellFormedSequencesHaveALength_data();
    void onlyWellFormedSequencesHaveALength();
    void everyCodePointIsWrittenAsQtWritesIt();
};

void TestUtf8::onlyWellFormedSequencesHaveALength_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("length");
    QTest::newRow("ASCII") << QByteArray("a") << 1;
    QTest::newRow("NUL") << QByteArray(1, '\0') << 1;
    QTest::newRow("two bytes") << QByteArray("\xC3\xA9") << 2;
    QTest::newRow("three bytes") << QByteArray("\xE2\x82\xAC") << 3;
    QTest::newRow("four bytes") << QByteArray("\xF0\x9F\x94\x8D") << 4;
    QTest::newRow("last before the surrogates") << QByteArray("\xED\x9F\xBF") << 3;
    QTest::newRow("a surrogate") << QByteArray("\xED\xA0\x80") << 0;
    QTest::newRow("overlong slash") << QByteArray("\xC0\xAF") << 0;
    QTest::newRow("overlong three") << QByteArray("\xE0\x80\xAF") << 0;
    QTest::newRow("overlong four") << QByteArray("\xF0\x80\x80\xAF") << 0;
    QTest::newRow("U+10FFFF") << QByteArray("\xF4\x8F\xBF\xBF") << 4;
    QTest::newRow("beyond U+10FFFF") << QByteArray("\xF4\x90\x80\x80") << 0;
    QTest::newRow("continuation alone") << QByteArray("\x80") << 0;
    QTest::newRow("cut") << QByteArray("\xE2\x82") << 0;
    QTest::newRow("lead then ASCII") << QByteArray("\xC3(") << 0;
    QTest::newRow("0xFF") << QByteArray("\xFF") << 0;
}

void TestUtf8::onlyWellFormedSequencesHaveALength()
{
    QFETCH(QByteArray, text);
    QFETCH(int, length);
    const std::string_view view(text.data(), static_cast<std::size_t>(text.size()));
    QCOMPARE(static_cast<int>(utf8SequenceLengthAt(view, 0)), length);
}

void TestUtf8::everyCodePointIsWrittenAsQtWritesIt()
{
    for (char32_t c = 0; c <= 0x10FFFF; c += c < 0x3000 ? 1 : 97) {
        if (c >= 0xD800 && c <= 0xDFFF)
            continue;
        std::string ours;
        appendUtf8(c, ours);
        QCOMPARE(QByteArray::fromStdString(ours), QString::fromUcs4(&c, 1).toUtf8());
        QCOMPARE(utf8SequenceLengthAt(ours, 0), ours.size());
    }
}

LANESCOPE_TEST(TestUtf8)
#include "tst_utf8.moc"
