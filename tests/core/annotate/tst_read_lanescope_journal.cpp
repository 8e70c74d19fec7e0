// SPDX-License-Identifier: Apache-2.0
#include "tests/core/annotate/annotation_text.h"
#include "tests/support/test_main.h"

#include "core/annotate/read_annotations.h"

#include <QTemporaryDir>

using namespace lanescope;
using namespace lanescope::test;

class TestReadLanescopeJournal : public QObject {
    Q_OBJECT

private slots:
    void linesAreAppliedInOrder();
    void aCutLineCostsItself_data();
    void aCutLineCostsItself();
    void aJournalWithoutItsFirstLineIsRefused_data();
    void aJournalWithoutItsFirstLineIsRefused();
    void aLaterVersionIsRefused();
    void aJournalIsToldByItsContent();
    void theJournalBesideItsFileIsRead();
};

static std::uint64_t key(std::uint64_t graph, std::uint64_t node)
{
    return (graph << 32) | node;
}

static std::string graphLine(int id, const char* name)
{
    return R"({"graph": {"id": )" + std::to_string(id) +
           R"(, "exec_ids": [], "regions": [{"annotations": [{"name": ")" + name +
           R"("}]}], "nodes": [{"id": 1, "kind": "kernel", "region": 0}]}})" + "\n";
}

static const std::string kHead = R"({"lanescope_journal": 1, "process": {"pid": 7, "rank": 3}})"
                                 "\n";

void TestReadLanescopeJournal::linesAreAppliedInOrder()
{
    const auto set = readAnnotationsJson(
        kHead + graphLine(1, "gone") + graphLine(2, "removed") + "{\"cleared\": true}\n" + graphLine(2, "first") +
        graphLine(4, "other") + "{\"instantiated\": {\"graph\": 4, \"exec\": 5}}\n" + graphLine(6, "again") +
        "{\"removed\": {\"graph\": 6}}\n" + "{\"streams\": []}\n" + "{\"of a later writer\": 1}\n" +
        "{\"instantiated\": {\"graph\": 99, \"exec\": 5}}\n" + graphLine(2, "replaced") +
        "{\"instantiated\": {\"graph\": 2, \"exec\": 3}}\n{\"instantiated\": {\"graph\": 2, \"exec\": 3}}\n" +
        "{\"instantiated\": {\"graph\": 2, \"exec\": 9}}\n");
    QVERIFY2(set.has_value(), set ? "" : set.error().message.c_str());
    QCOMPARE(nodeAsText(*set, key(3, 1)), QByteArray(R"(name="replaced")"));
    QCOMPARE(nodeAsText(*set, key(9, 1)), QByteArray(R"(name="replaced")"));
    QCOMPARE(nodeAsText(*set, key(5, 1)), QByteArray(R"(name="other")"));
    QCOMPARE(nodeAsText(*set, key(1, 1)), QByteArray("(not listed)"));
    QCOMPARE(nodeAsText(*set, key(6, 1)), QByteArray("(not listed)"));
    QCOMPARE(set->rank, std::optional<std::int64_t>(3));
    QCOMPARE(findingsAsText(set->report), QByteArray("annotations-from-journal 1\n"));
}

void TestReadLanescopeJournal::aCutLineCostsItself_data()
{
    QTest::addColumn<QByteArray>("line");
    const QByteArray whole = QByteArray::fromStdString(graphLine(8, "x"));
    QTest::newRow("cut") << whole.left(60);
    QTest::newRow("cut, with its newline") << whole.left(60) + '\n';
    QTest::newRow("two in one") << whole.left(60) + whole;
    QTest::newRow("text behind") << whole.trimmed() + " {}\n";
    QTest::newRow("no JSON") << QByteArray("\0\0\0\0\n", 5);
    QTest::newRow("an empty object") << QByteArray("{}\n");
    QTest::newRow("a graph without an id") << QByteArray("{\"graph\": {\"nodes\": []}}\n");
    QTest::newRow("an exec id that is none") << QByteArray("{\"instantiated\": {\"graph\": 2, \"exec\": \"x\"}}\n");
    QTest::newRow("a removal of nothing") << QByteArray("{\"removed\": 5}\n");
}

void TestReadLanescopeJournal::aCutLineCostsItself()
{
    QFETCH(QByteArray, line);
    const auto set =
        readAnnotationsJson(kHead + graphLine(2, "a") + "{\"instantiated\": {\"graph\": 2, \"exec\": 3}}\n" +
                            line.toStdString() + (line.endsWith('\n') ? graphLine(4, "b") : ""));
    QVERIFY2(set.has_value(), set ? "" : set.error().message.c_str());
    QCOMPARE(nodeAsText(*set, key(3, 1)), QByteArray(R"(name="a")"));
    QCOMPARE(nodeAsText(*set, key(4, 1)), QByteArray(line.endsWith('\n') ? R"(name="b")" : "(not listed)"));
    const Finding* skipped = set->report.find("annotation-journal-lines-skipped");
    QVERIFY(skipped != nullptr);
    QCOMPARE(skipped->count, std::uint64_t(1));
}

void TestReadLanescopeJournal::aJournalWithoutItsFirstLineIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("cut") << QByteArray("{\"lanescope_journal\": 1, \"proc");
    QTest::newRow("no version") << QByteArray("{\"lanescope_journal\": \"x\"}\n");
}

void TestReadLanescopeJournal::aJournalWithoutItsFirstLineIsRefused()
{
    QFETCH(QByteArray, text);
    const auto set = readAnnotationsJson(text.toStdString());
    QVERIFY(!set.has_value());
    QCOMPARE(set.error().code, ErrorCode::NotAnnotations);
}

void TestReadLanescopeJournal::aLaterVersionIsRefused()
{
    const auto set = readAnnotationsJson("{\"lanescope_journal\": 2}\n");
    QVERIFY(!set.has_value());
    QCOMPARE(set.error().code, ErrorCode::Refused);
}

static QString write(const QTemporaryDir& folder, const char* name, const std::string& text)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) != qint64(text.size()))
        qFatal("cannot write a test file");
    return file.fileName();
}

void TestReadLanescopeJournal::aJournalIsToldByItsContent()
{
    const QTemporaryDir folder;
    const QString path = write(folder, "anything.bin", kHead + graphLine(2, "a"));
    const auto set = readAnnotations(path.toStdString(), JobControl());
    QVERIFY(set.has_value());
    QCOMPARE(nodeAsText(*set, key(2, 1)), QByteArray(R"(name="a")"));
}

void TestReadLanescopeJournal::theJournalBesideItsFileIsRead()
{
    const QTemporaryDir folder;
    const QString path = write(folder, "lanescope_annotations_rank0_h_1_a.json", R"({"lanescope_annotations": 1})");
    write(folder, "lanescope_annotations_rank0_h_1_a.journal", kHead + graphLine(2, "late"));
    write(folder, "lanescope_annotations_rank0_h_2_b.journal", kHead + graphLine(4, "another's"));
    const auto set = readAnnotations(path.toStdString(), JobControl());
    QVERIFY(set.has_value());
    QCOMPARE(nodeAsText(*set, key(2, 1)), QByteArray(R"(name="late")"));
    QCOMPARE(nodeAsText(*set, key(4, 1)), QByteArray("(not listed)"));
}

LANESCOPE_TEST(TestReadLanescopeJournal)
#include "tst_read_lanescope_journal.moc"
