// SPDX-License-Identifier: Apache-2.0
#include "core/load/entry_boundary.h"
#include "tests/support/test_main.h"

using namespace lanescope;

namespace {

// The text from the guess on, "none", or "error".
QString guessed(const std::string& text, std::uint64_t from)
{
    const auto source = contentInMemory(text);
    const auto guess = guessEntryBegin(*source, from);
    if (!guess)
        return "error";
    return *guess ? QString::fromStdString(text.substr(**guess)).left(12) : QString("none");
}

} // namespace

class TestEntryBoundary : public QObject {
    Q_OBJECT

private slots:
    void theNextEntryIsFound_data();
    void theNextEntryIsFound();
    void aBoundaryAcrossTwoPiecesIsFound();
};

void TestEntryBoundary::theNextEntryIsFound_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("from");
    QTest::addColumn<QString>("begins");
    const QByteArray lines = "[{\"ph\":\"X\",\"args\":{\"a\":{}}},\n {\"name\":\"b\"},{\"x\":1}]";
    QTest::newRow("from the start") << lines << 0 << "{\"name\":\"b\"}";
    QTest::newRow("from its brace: the next") << lines << 30 << "none";
    QTest::newRow("keys that no entry has") << QByteArray("[{},{\"bar\":1}]") << 0 << "none";
    QTest::newRow("no comma") << QByteArray("[{} {\"ph\":1}]") << 0 << "none";
    QTest::newRow("nothing left") << lines << 400 << "none";
}

void TestEntryBoundary::theNextEntryIsFound()
{
    QFETCH(QByteArray, text);
    QFETCH(int, from);
    QFETCH(QString, begins);
    QCOMPARE(guessed(text.toStdString(), static_cast<std::uint64_t>(from)), begins);
}

void TestEntryBoundary::aBoundaryAcrossTwoPiecesIsFound()
{
    // 64 KiB is one piece: let the boundary begin at every place around its end.
    for (std::size_t before = 65536 - 20; before < 65536 + 5; ++before) {
        const std::string text = std::string(before, 'x') + "} \n, {  \"ts\":1}";
        QCOMPARE(guessed(text, 0), QString("{  \"ts\":1}"));
    }
}

LANESCOPE_TEST(TestEntryBoundary)
#include "tst_entry_boundary.moc"
