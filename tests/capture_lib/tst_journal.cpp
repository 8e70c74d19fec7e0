// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/recover_journal.h"
#include "lanescope/annotation_format.h"
#include "lanescope/capture.h"
#include "tests/capture_lib/program.h"
#include "tests/support/test_main.h"

#include <csignal>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace lanescope::test;
using lanescope::capture::FileFormat;
using lanescope::capture::JournalFile;

// What is on disk when a program is killed, or the disk is full.
class TestJournal : public QObject {
    Q_OBJECT

private slots:
    void init();
    void linesFollowTheLifeOfGraphs();
    void whatIsThereWhenItOpensIsWritten();
    void linesHoldNoLineEnds();
    void removingAndClearingAreTold();
    void closingRemovesOrKeepsIt();
    void repeatedGraphsDoNotGrowItForEver();
    void openingInNoFolderIsAnError();
    void aKillAtAnyPointLeavesReadableFiles();
    void aFullDiskCostsTheLineOnly();
    void aFullDiskLeavesTheSavedFileWhole();
    void savingFollowsALink();
    void savingIntoNoFolderNamesIt();
    void aForkedChildLeavesTheJournalAlone();

private:
    QString onlyFile(const QString& pattern) const;
    QByteArray journal() const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// The disk is full after `bytes` of a file, until the object goes.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) : m_handler(std::signal(SIGXFSZ, SIG_IGN))
    {
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit = {bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FullDisk()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit m_before = {};
    void (*m_handler)(int);
};

struct JournalContent {
    QList<QJsonObject> lines;
    int brokenInside = 0; // lines that do not parse, with another behind
    bool cutAtEnd = false;
};

JournalContent readJournal(const QByteArray& text)
{
    JournalContent content;
    qsizetype at = 0;
    while (at < text.size()) {
        const qsizetype end = text.indexOf('\n', at);
        const QJsonDocument line = QJsonDocument::fromJson(text.mid(at, end < 0 ? -1 : end - at));
        const bool last = end < 0 || end + 1 == text.size();
        if (line.isObject())
            content.lines << line.object();
        else if (last)
            content.cutAtEnd = true;
        else if (end > at)
            ++content.brokenInside;
        at = end < 0 ? text.size() : end + 1;
    }
    return content;
}

} // namespace

void TestJournal::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

QString TestJournal::onlyFile(const QString& pattern) const
{
    const QStringList names = QDir(m_folder->path()).entryList({pattern}, QDir::Files);
    return names.size() == 1 ? m_folder->filePath(names.front()) : QString();
}

QByteArray TestJournal::journal() const
{
    return contentOf(onlyFile("lanescope_annotations_rank*.journal"));
}

void TestJournal::linesFollowTheLifeOfGraphs()
{
    Program program;
    QCOMPARE(program.recorder.openJournal(m_folder->path().toStdString()).code, LSC_OK);
    QVERIFY(journal().startsWith("{\"lanescope_journal\": 1, \"producer\""));
    QCOMPARE(journal().count('\n'), 1);
    program.begin();
    const auto scope = program.openStream(program.stream, program.cuda.makeStream(), "a");
    program.cuda.launch(program.stream, "k0");
    program.close(scope);
    QCOMPARE(journal().count('\n'), 1); // nothing inside a capture
    FakeGraph* graph = program.end();
    const QList<QByteArray> afterEnd = journal().split('\n');
    QCOMPARE(afterEnd.size(), 4);
    QVERIFY(afterEnd[1].startsWith("{\"streams\": [{\"id\": 60, \"stream\": \"0x"));
    QCOMPARE(afterEnd[2],
             R"({"graph": {"id": 1, "exec_ids": [], "all_nodes": true, "next_node": 1,)"
             R"("scopes": [{"opened": 1, "kind": "mark", "annotation": {"name": "a", "stream": 60}}],)"
             R"("regions": [{"annotations": [{"name": "a", "stream": 60}], "scopes": [0]}],)"
             R"("kernels": [{"name": "k0"}],"nodes": [{"id": 0, "kind": "kernel", "kernel": 0, "region": 0}]}})");
    program.instantiate(graph, program.captureId);
    program.recorder.instantiated(program.captureId, program.cuda.instantiate(graph)).ok();
    QVERIFY(journal().endsWith("\n{\"instantiated\": {\"graph\": 1, \"exec\": 2}}\n"
                               "{\"instantiated\": {\"graph\": 1, \"exec\": 3}}\n"));
}

void TestJournal::whatIsThereWhenItOpensIsWritten()
{
    Program program;
    program.begin();
    program.launch("a", "k0");
    program.endAndInstantiate();
    QCOMPARE(program.recorder.openJournal(m_folder->path().toStdString()).code, LSC_OK);
    const JournalContent content = readJournal(journal());
    QCOMPARE(content.lines.size(), 2);
    QCOMPARE(content.lines[1]["graph"]["exec_ids"].toArray(), QJsonArray{2});
}

void TestJournal::linesHoldNoLineEnds()
{
    Program program;
    program.recorder.openJournal(m_folder->path().toStdString()).ok();
    program.begin();
    program.launch("a\nb", "k\n0");
    program.launch("{\"a\":\n[\n1\n]\n}", "k1");
    program.end();
    const JournalContent content = readJournal(journal());
    QCOMPARE(content.lines.size(), 2);
    QCOMPARE(content.brokenInside, 0);
    QVERIFY(!content.cutAtEnd);
}

void TestJournal::removingAndClearingAreTold()
{
    Program program;
    program.recorder.openJournal(m_folder->path().toStdString()).ok();
    program.begin();
    program.launch("a", "k0");
    program.endAndInstantiate();
    QCOMPARE(program.recorder.remove({2}).code, LSC_OK);
    QVERIFY(journal().endsWith("{\"removed\": {\"graph\": 1}}\n"));
    QCOMPARE(program.recorder.clear().code, LSC_OK);
    QCOMPARE(readJournal(journal()).lines.size(), 1); // starts anew
}

void TestJournal::closingRemovesOrKeepsIt()
{
    Program program;
    program.recorder.openJournal(m_folder->path().toStdString()).ok();
    QCOMPARE(program.recorder.closeJournal(JournalFile::Keep).code, LSC_OK);
    QVERIFY(!journal().isEmpty());
    QCOMPARE(program.recorder.closeJournal(JournalFile::Keep).code, LSC_ERROR_INVALID_ARGUMENT);
    program.recorder.openJournal(m_folder->path().toStdString()).ok();
    QCOMPARE(program.recorder.closeJournal(JournalFile::Remove).code, LSC_OK);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList());
}

void TestJournal::repeatedGraphsDoNotGrowItForEver()
{
    // 100 graphs with annotations of 250 kB are some 75 MB of lines (scope and region); one is alive at a time.
    Program program;
    program.recorder.openJournal(m_folder->path().toStdString()).ok();
    const std::string large(250000, 'x');
    for (int round = 0; round < 100; ++round) {
        program.begin();
        program.launch(large, "k");
        FakeExec* exec = program.endAndInstantiate();
        QCOMPARE(program.recorder.remove({exec->id}).code, LSC_OK);
    }
    QVERIFY2(journal().size() < 25000000, qPrintable(QString::number(journal().size())));
    QCOMPARE(readJournal(journal()).brokenInside, 0);
}

void TestJournal::openingInNoFolderIsAnError()
{
    Program program;
    const std::string folder = m_folder->filePath("missing").toStdString();
    QCOMPARE(program.note(program.recorder.openJournal(folder)), LSC_ERROR_IO);
    QVERIFY(QString::fromStdString(program.lastText).contains("missing"));
    program.begin();
    program.launch("a", "k0");
    program.end();
    QCOMPARE(program.lastCode, LSC_OK);
}

namespace {

// Captures, journals and saves for ever.
[[noreturn]] void runUntilKilled(const std::string& folder)
{
    Program program;
    program.recorder.openJournal(folder).ok();
    for (;;) {
        program.begin();
        const auto scope = program.open(R"({"name": "outer", "module": "some.module"})");
        for (int i = 0; i < 50; ++i)
            program.launch("inner", "k");
        program.close(scope);
        program.endAndInstantiate();
        program.recorder.save(program.recorder.pathInFolder(folder, FileFormat::Lanescope), FileFormat::Lanescope).ok();
        program.recorder.save(program.recorder.pathInFolder(folder, FileFormat::PlainMap), FileFormat::PlainMap).ok();
    }
}

} // namespace

void TestJournal::aKillAtAnyPointLeavesReadableFiles()
{
    int withFile = 0;
    int withGraphs = 0;
    for (int round = 0; round < 60; ++round) {
        QTemporaryDir folder;
        const pid_t child = fork();
        if (child == 0)
            runUntilKilled(folder.path().toStdString());
        QTest::qSleep(1);
        usleep(static_cast<useconds_t>(round * 397)); // 0 … 24 ms, at ever other points
        QCOMPARE(kill(child, SIGKILL), 0);
        waitpid(child, nullptr, 0);
        int graphsInFile = 0;
        for (const QString& name : QDir(folder.path()).entryList(QDir::Files)) {
            const QByteArray text = contentOf(folder.filePath(name));
            if (name.endsWith(".json")) {
                QJsonParseError error;
                const QJsonDocument file = QJsonDocument::fromJson(text, &error);
                QVERIFY2(error.error == QJsonParseError::NoError, qPrintable(name + ": " + error.errorString()));
                graphsInFile = static_cast<int>(file["graphs"].toArray().size());
                withFile += name.startsWith("lanescope") ? 1 : 0;
            } else if (name.endsWith(".journal")) {
                const JournalContent content = readJournal(text);
                QCOMPARE(content.brokenInside, 0);
                QVERIFY(content.lines.front().contains(LSC_KEY_JOURNAL_VERSION));
                int graphs = 0;
                for (const QJsonObject& line : content.lines)
                    graphs += line.contains(LSC_KEY_GRAPH) ? 1 : 0;
                withGraphs += graphs > 0 ? 1 : 0;
                QVERIFY2(graphs >= graphsInFile, "the journal has at least what the file has");
                const std::string recovered = folder.filePath("recovered").toStdString();
                std::uint64_t skipped = 0;
                const std::string journalPath = folder.filePath(name).toStdString();
                QCOMPARE(lanescope::capture::recoverJournal(journalPath, recovered, skipped).code, LSC_OK);
                QCOMPARE(skipped, content.cutAtEnd ? 1U : 0U);
                const QJsonDocument file = QJsonDocument::fromJson(contentOf(QString::fromStdString(recovered)));
                QCOMPARE(file["graphs"].toArray().size(), graphs);
            } else {
                QVERIFY2(name.contains(".tmp-"), qPrintable(name));
            }
        }
    }
    // The loop has killed early and late.
    QVERIFY2(withFile > 10 && withGraphs > 10, qPrintable(QString("%1 %2").arg(withFile).arg(withGraphs)));
}

void TestJournal::aFullDiskCostsTheLineOnly()
{
    Program program;
    program.recorder.openJournal(m_folder->path().toStdString()).ok();
    program.begin();
    program.launch("before", "k0");
    program.endAndInstantiate();
    QCOMPARE(program.lastCode, LSC_OK);
    const QByteArray before = journal();
    {
        const FullDisk full(static_cast<rlim_t>(before.size() + 100));
        program.begin();
        program.launch("lost line", "k0");
        program.end();
        QCOMPARE(program.lastCode, LSC_ERROR_IO);
        QVERIFY(QString::fromStdString(program.lastText).contains("File too large"));
        QCOMPARE(journal(), before); // the half line is taken back
    }
    program.begin();
    program.launch("after", "k0");
    program.end();
    QCOMPARE(program.lastCode, LSC_OK);
    const JournalContent content = readJournal(journal());
    QCOMPARE(content.brokenInside, 0);
    QCOMPARE(content.lines.last()["graph"]["id"].toInt(), 4);
    // Recording itself lost nothing.
    QCOMPARE(program.annotations(), "2:0 [{\"name\": \"before\"}]\n3:0 [{\"name\": \"lost line\"}]\n"
                                    "4:0 [{\"name\": \"after\"}]");
}

void TestJournal::aFullDiskLeavesTheSavedFileWhole()
{
    Program program;
    const QString path = m_folder->filePath("annotations.json");
    program.begin();
    program.launch("a", "k0");
    program.endAndInstantiate();
    QCOMPARE(program.recorder.save(path.toStdString(), FileFormat::Lanescope).code, LSC_OK);
    const QByteArray before = contentOf(path);
    {
        const FullDisk full(200);
        QCOMPARE(program.note(program.recorder.save(path.toStdString(), FileFormat::Lanescope)), LSC_ERROR_IO);
    }
    QCOMPARE(QString::fromStdString(program.lastText), "cannot write " + path + ": File too large");
    QCOMPARE(contentOf(path), before);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList{"annotations.json"});
}

void TestJournal::savingFollowsALink()
{
    Program program;
    const QString target = m_folder->filePath("target.json");
    const QString link = m_folder->filePath("link.json");
    QVERIFY(QFile(target).open(QIODevice::WriteOnly));
    QVERIFY(QFile::link(target, link));
    QCOMPARE(program.recorder.save(link.toStdString(), FileFormat::PlainMap).code, LSC_OK);
    QVERIFY(QFileInfo(link).isSymLink());
    QCOMPARE(contentOf(target), "{}\n");
}

void TestJournal::savingIntoNoFolderNamesIt()
{
    Program program;
    const QString path = m_folder->filePath("no/such.json");
    QCOMPARE(program.note(program.recorder.save(path.toStdString(), FileFormat::Lanescope)), LSC_ERROR_IO);
    QCOMPARE(QString::fromStdString(program.lastText), "cannot write " + path + ": No such file or directory");
}

void TestJournal::aForkedChildLeavesTheJournalAlone()
{
    Program program;
    program.recorder.openJournal(m_folder->path().toStdString()).ok();
    program.begin();
    program.launch("a", "k0");
    const QByteArray before = journal();
    program.recorder.beforeFork();
    const pid_t child = fork();
    if (child == 0) {
        program.recorder.afterForkInChild();
        const bool off = lanescope::capture::Recorder::isOff() && !program.recorder.available().available;
        const bool ended = program.recorder.captureEnd(program.captureId, nullptr).code == LSC_ERROR_UNKNOWN;
        program.recorder.clear().ok(); // would rewrite the parent's file
        _exit(off && ended ? 0 : 1);
    }
    program.recorder.afterForkInParent();
    int status = -1;
    waitpid(child, &status, 0);
    QCOMPARE(status, 0);
    QCOMPARE(journal(), before);
    program.end();
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"a\"}]");
}

LANESCOPE_TEST(TestJournal)
#include "tst_journal.moc"
