// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/recover_journal.h"

#include "lanescope/capture.h"
#include "tests/format/sample_program.h"
#include "tests/support/test_main.h"

using namespace lanescope::test;
using lanescope::capture::FileFormat;
using lanescope::capture::recoverJournal;

// The file that a killed program did not save.
class TestRecoverJournal : public QObject {
    Q_OBJECT

private slots:
    void init();
    void theFileIsWhatTheProgramWouldHaveSaved();
    void aJournalCutAnywhereGivesWhatItsWholeLinesSay();
    void damagedLinesCostThemselves();
    void removedAndClearedGraphsStayOut();
    void linesOfLaterWritersAreNoDamage();
    void deeplyNestedAnnotationsSurvive();
    void whatIsNoJournalIsRefused_data();
    void whatIsNoJournalIsRefused();
    void filesThatCannotBeReadOrWrittenAreTold();

private:
    int recover(const QByteArray& journal);
    QJsonObject recovered() const;
    QByteArray sampleJournal(Program& program);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::uint64_t m_skipped = 0;
    std::string m_text; // of the latest recovery's status
};

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

const char* const kHead = "{\"lanescope_journal\": 1, \"process\": {\"pid\": 5}}\n";

} // namespace

void TestRecoverJournal::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

int TestRecoverJournal::recover(const QByteArray& journal)
{
    QFile file(m_folder->filePath("a.journal"));
    if (!file.open(QIODevice::WriteOnly) || file.write(journal) != journal.size())
        return -1;
    file.close();
    const auto status =
        recoverJournal(file.fileName().toStdString(), m_folder->filePath("a.json").toStdString(), m_skipped);
    m_text = status.text;
    return status.code;
}

QJsonObject TestRecoverJournal::recovered() const
{
    return QJsonDocument::fromJson(contentOf(m_folder->filePath("a.json"))).object();
}

QByteArray TestRecoverJournal::sampleJournal(Program& program)
{
    program.recorder.openJournal(m_folder->path().toStdString()).ok();
    runSampleProgram(program);
    const QString name = QDir(m_folder->path()).entryList({"lanescope*.journal"}).value(0);
    return contentOf(m_folder->filePath(name));
}

void TestRecoverJournal::theFileIsWhatTheProgramWouldHaveSaved()
{
    Program program;
    const QByteArray journal = sampleJournal(program);
    const QString path = m_folder->filePath("saved.json");
    program.recorder.save(path.toStdString(), FileFormat::Lanescope).ok();
    QCOMPARE(recover(journal), LSC_OK);
    QCOMPARE(m_skipped, 0U);
    QCOMPARE(recovered(), QJsonDocument::fromJson(contentOf(path)).object());
    // The version comes first: it tells the file by its first bytes.
    QVERIFY(contentOf(m_folder->filePath("a.json")).startsWith("{\"lanescope_annotations\": 1, "));
}

void TestRecoverJournal::aJournalCutAnywhereGivesWhatItsWholeLinesSay()
{
    Program program;
    const QByteArray journal = sampleJournal(program);
    const qsizetype firstLine = journal.indexOf('\n');
    for (qsizetype cut = firstLine; cut <= journal.size(); cut += 7) {
        const QByteArray part = journal.left(cut);
        QCOMPARE(recover(part), LSC_OK);
        const QList<QByteArray> lines = part.split('\n');
        qsizetype graphs = 0;
        for (const QByteArray& line : lines)
            graphs += line.startsWith("{\"graph\"") && QJsonDocument::fromJson(line).isObject() ? 1 : 0;
        QCOMPARE(recovered()["graphs"].toArray().size(), graphs);
        const bool lastIsCut = !lines.last().isEmpty() && !QJsonDocument::fromJson(lines.last()).isObject();
        QCOMPARE(m_skipped, lastIsCut ? 1U : 0U);
    }
}

void TestRecoverJournal::damagedLinesCostThemselves()
{
    QCOMPARE(recover(QByteArray(kHead) +
                     "{\"graph\": {\"id\": 1, \"exec_ids\": [2], \"nodes\": []}}\n"
                     "{\"graph\": {\"id\": 3, \"exec\n" // cut, and the disk had room again
                     "\n"
                     "{\"graph\": 7}\n{\"graph\": {\"id\": -1}}\n{\"instantiated\": {\"graph\": 1}}\n"
                     "\xff\n[1]\n{}\n"
                     "{\"instantiated\": {\"graph\": 1, \"exec\": 4}}\n"
                     "{\"instantiated\": {\"graph\": 1, \"exec\": 2}}\n"    // known
                     "{\"instantiated\": {\"graph\": 99, \"exec\": 5}}\n"), // of no graph
             LSC_OK);
    QCOMPARE(m_skipped, 7U);
    QCOMPARE(
        QJsonDocument(recovered()).toJson(QJsonDocument::Compact),
        R"({"graphs":[{"exec_ids":[2,4],"id":1,"nodes":[]}],"lanescope_annotations":1,"process":{"pid":5},"streams":[]})");
}

void TestRecoverJournal::removedAndClearedGraphsStayOut()
{
    const QByteArray one = "{\"graph\": {\"id\": 1, \"exec_ids\": []}}\n";
    const QByteArray two = "{\"graph\": {\"id\": 2, \"exec_ids\": []}}\n";
    QCOMPARE(recover(kHead + one + two + "{\"removed\": {\"graph\": 1}}\n"), LSC_OK);
    QCOMPARE(recovered()["graphs"].toArray(), (QJsonArray{QJsonObject{{"id", 2}, {"exec_ids", QJsonArray{}}}}));
    QCOMPARE(recover(kHead + one + "{\"cleared\": true}\n" + two), LSC_OK);
    QCOMPARE(recovered()["graphs"].toArray(), (QJsonArray{QJsonObject{{"id", 2}, {"exec_ids", QJsonArray{}}}}));
    QCOMPARE(m_skipped, 0U);
}

void TestRecoverJournal::linesOfLaterWritersAreNoDamage()
{
    QCOMPARE(recover(QByteArray(kHead) + "{\"something_new\": 1}\n"), LSC_OK);
    QCOMPARE(m_skipped, 0U);
}

void TestRecoverJournal::deeplyNestedAnnotationsSurvive()
{
    // As deep as marks take them.
    Program program;
    program.recorder.openJournal(m_folder->path().toStdString()).ok();
    program.begin();
    program.launch("{\"a\": " + std::string(64, '[') + std::string(64, ']') + "}", "k");
    QCOMPARE(program.lastCode, LSC_OK);
    program.end();
    const QString name = QDir(m_folder->path()).entryList({"lanescope*.journal"}).value(0);
    QCOMPARE(recover(contentOf(m_folder->filePath(name))), LSC_OK);
    QCOMPARE(m_skipped, 0U);
    QCOMPARE(recovered()["graphs"].toArray().size(), 1);
}

void TestRecoverJournal::whatIsNoJournalIsRefused_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("a cut head") << QByteArray(kHead).left(30);
    QTest::newRow("an annotation file") << QByteArray("{\"lanescope_annotations\": 1, \"graphs\": []}\n");
    QTest::newRow("a later version") << QByteArray("{\"lanescope_journal\": 2}\n");
    QTest::newRow("version 0") << QByteArray("{\"lanescope_journal\": 0}\n");
    QTest::newRow("no JSON") << QByteArray("hello\nworld\n");
    QTest::newRow("binary") << QByteArray("\0\1\2\xff", 4);
}

void TestRecoverJournal::whatIsNoJournalIsRefused()
{
    QFETCH(QByteArray, content);
    QCOMPARE(recover(content), LSC_ERROR_INVALID_ARGUMENT);
    QVERIFY(QString::fromStdString(m_text).endsWith("a.journal is no journal, or one of a later version"));
    QVERIFY(!QFile::exists(m_folder->filePath("a.json")));
}

void TestRecoverJournal::filesThatCannotBeReadOrWrittenAreTold()
{
    const std::string journal = m_folder->filePath("b.journal").toStdString();
    const auto missing = recoverJournal(journal, m_folder->filePath("a.json").toStdString(), m_skipped);
    QCOMPARE(missing.code, LSC_ERROR_IO);
    QCOMPARE(missing.text, "cannot read " + journal + ": No such file or directory");
    QCOMPARE(recover(kHead), LSC_OK);
    const std::string nowhere = m_folder->filePath("no/a.json").toStdString();
    QCOMPARE(recoverJournal(m_folder->filePath("a.journal").toStdString(), nowhere, m_skipped).code, LSC_ERROR_IO);
}

LANESCOPE_TEST(TestRecoverJournal)
#include "tst_recover_journal.moc"
