// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/file/sqlite_file.h"
#include "core/open/open_session.h"

#include <QTemporaryDir>

using namespace lanescope;
using namespace lanescope::test;

class TestOpenSession : public QObject {
    Q_OBJECT

private slots:
    void init();
    void ranksAreOrderedAndHaveTheirOwnAnnotations();
    void theRankInTheFileCountsBeforeItsName();
    void aCoordinatorIsNoRank();
    void aRankThatOccursTwiceIsTold();
    void whatIsNoTraceIsLeftOut();
    void databasesOfNsightSystemsAreTraces();
    void aFileThatCannotBeOpenedCostsItself();
    void aFolderWithoutTracesIsAnError();
    void filesCanBeNamedOneByOne();
    void tracesAreLetGoWhenTheyAreNotKept();

private:
    void write(const QString& name, const QByteArray& content);
    void writeTrace(const QString& name, const QByteArray& kernelName, const QByteArray& header = {});
    Result<Session> open(KeepTraces keep = KeepTraces::Yes);

    std::unique_ptr<QTemporaryDir> m_outer;
    QString m_folder;
};

constexpr qulonglong kNode = (qulonglong(2) << 32) + 1;

// Three folders down: discovery finds nothing of the machine.
void TestOpenSession::init()
{
    m_outer = std::make_unique<QTemporaryDir>();
    m_folder = m_outer->filePath("x/y/z");
    QDir().mkpath(m_folder);
}

void TestOpenSession::write(const QString& name, const QByteArray& content)
{
    QFile file(QDir(m_folder).filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write a test file");
}

void TestOpenSession::writeTrace(const QString& name, const QByteArray& kernelName, const QByteArray& header)
{
    write(name, "{" + header + "\"traceEvents\": [" + kernel(kernelName.constData(), 7, 0, 1, 1, kNode) + "]}");
}

Result<Session> TestOpenSession::open(KeepTraces keep)
{
    const std::filesystem::path folder = m_folder.toStdString();
    return openSession(std::span(&folder, 1), OpenRequest(), keep, JobControl());
}

// "rank name role: work", one trace a line.
static QByteArray asText(const Session& session)
{
    QByteArray text;
    for (const SessionTrace& trace : session.traces) {
        const char* role = trace.role == SessionTrace::Role::Rank          ? "rank"
                           : trace.role == SessionTrace::Role::Coordinator ? "coordinator"
                                                                           : "not opened";
        text += (trace.rank ? QByteArray::number(qlonglong(*trace.rank)) : QByteArray("-")) + ' ' +
                QByteArray::fromStdString(trace.path.filename().string()) + ' ' + role;
        text += trace.opened ? ": " + workAsText(*trace.opened->joined).trimmed() + '\n' : QByteArray("\n");
    }
    return text;
}

static QByteArray codesOf(const Session& session)
{
    QByteArrayList codes;
    for (const Finding& finding : session.warnings)
        codes += QByteArray::fromStdString(finding.code);
    return codes.join(' ');
}

void TestOpenSession::ranksAreOrderedAndHaveTheirOwnAnnotations()
{
    for (const char* rank : {"0", "1", "2", "10"}) {
        writeTrace(QStringLiteral("t_rank%1.json").arg(rank), "k");
        if (QByteArray(rank) != "2")
            write(QStringLiteral("kernel_annotations_rank%1_h.json").arg(rank),
                  QByteArray(R"({"8589934593": ["of )") + rank + "\"]}");
    }
    const auto session = open();
    QVERIFY2(session.has_value(), session ? "" : session.error().message.c_str());
    QCOMPARE(asText(*session), QByteArray("0 t_rank0.json rank: k: of 0 forward\n"
                                          "1 t_rank1.json rank: k: of 1 forward\n"
                                          "2 t_rank2.json rank: k: - none\n"
                                          "10 t_rank10.json rank: k: of 10 forward\n"));
    QCOMPARE(codesOf(*session), QByteArray());
}

void TestOpenSession::theRankInTheFileCountsBeforeItsName()
{
    writeTrace("a_rank0.json", "a", R"("distributedInfo": {"rank": 3},)");
    writeTrace("b_rank1.json", "b");
    const auto session = open();
    QVERIFY(session.has_value());
    QCOMPARE(asText(*session), QByteArray("1 b_rank1.json rank: b: - none\n3 a_rank0.json rank: a: - none\n"));
}

void TestOpenSession::aCoordinatorIsNoRank()
{
    writeTrace("dp0_pp0_tp0_rank0.1.pt.trace.json", "k");
    writeTrace("dp0_pp0_tp1_rank1.2.pt.trace.json", "k");
    write("0_host.async_llm.3.pt.trace.json", R"({"traceEvents": [)" + slice("cpu_op", "schedule", 9, 9, 0, 1) + "]}");
    const auto session = open();
    QVERIFY(session.has_value());
    QCOMPARE(asText(*session), QByteArray("0 dp0_pp0_tp0_rank0.1.pt.trace.json rank: k: - none\n"
                                          "1 dp0_pp0_tp1_rank1.2.pt.trace.json rank: k: - none\n"
                                          "- 0_host.async_llm.3.pt.trace.json coordinator: \n"));
    QCOMPARE(codesOf(*session), QByteArray("not-a-rank"));
}

void TestOpenSession::aRankThatOccursTwiceIsTold()
{
    writeTrace("rank1_a.json", "a");
    writeTrace("rank1_b.json", "b");
    const auto session = open();
    QVERIFY(session.has_value());
    QCOMPARE(asText(*session), QByteArray("1 rank1_a.json rank: a: - none\n1 rank1_b.json rank: b: - none\n"));
    QCOMPARE(codesOf(*session), QByteArray("rank-twice"));
    QCOMPARE(session->warnings.front().message, std::string("2 traces are of rank 1: rank1_a.json, rank1_b.json"));
}

void TestOpenSession::whatIsNoTraceIsLeftOut()
{
    writeTrace("t_rank0.json", "k");
    writeTrace("t_rank0.annotated.json", "k");
    write("kernel_annotations_rank0_h.json", R"({"8589934593": ["a"]})");
    write("inductor_provenance_tracking_node_mappings.json", "{}");
    write("notes.txt", "x");
    QDir(m_folder).mkdir("more.json");
    const auto session = open();
    QVERIFY(session.has_value());
    QCOMPARE(asText(*session), QByteArray("0 t_rank0.json rank: k: a forward\n"));
}

void TestOpenSession::databasesOfNsightSystemsAreTraces()
{
    const auto makeDatabase = [&](const char* name, const char* sql) {
        const std::string path = QDir(m_folder).filePath(name).toStdString();
        const auto file = SqliteFile::openToWrite(path, path);
        QVERIFY(file.has_value() && (*file)->run(sql).has_value());
    };
    makeDatabase("rank1.sqlite",
                 "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, "
                 "streamId INTEGER, demangledName TEXT);"
                 "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (5, 8, 0, 9, 'gemm')");
    makeDatabase("tables.sqlite", "CREATE TABLE events (id INTEGER)"); // such as our own tables
    write("cut.sqlite", "SQLite format 3");
    const auto session = open();
    QVERIFY2(session.has_value(), session ? "" : session.error().message.c_str());
    QCOMPARE(session->traces.size(), std::size_t{1});
    QCOMPARE(session->traces[0].path.filename().string(), std::string("rank1.sqlite"));
    QCOMPARE(session->traces[0].rank, std::optional<std::int64_t>(1));
    QCOMPARE(session->traces[0].opened->joined->match.gpuWork, std::uint64_t{1});
}

void TestOpenSession::aFileThatCannotBeOpenedCostsItself()
{
    writeTrace("t_rank1.json", "k");
    write("config_rank0.json", R"({"lr": 0.1})");
    const auto session = open();
    QVERIFY(session.has_value());
    QCOMPARE(asText(*session), QByteArray("1 t_rank1.json rank: k: - none\n0 config_rank0.json not opened\n"));
    QCOMPARE(codesOf(*session), QByteArray("trace-not-opened"));
}

void TestOpenSession::aFolderWithoutTracesIsAnError()
{
    write("notes.txt", "x");
    const auto empty = open();
    QVERIFY(!empty.has_value());
    QCOMPARE(empty.error().code, ErrorCode::NotATrace);
    write("config.json", "{}");
    const auto none = open();
    QVERIFY(!none.has_value());
    QCOMPARE(none.error().code, ErrorCode::NotATrace);
}

void TestOpenSession::filesCanBeNamedOneByOne()
{
    writeTrace("t_rank1.json", "b");
    writeTrace("any name.bin", "a", R"("distributedInfo": {"rank": 0},)");
    const std::vector<std::filesystem::path> files{m_folder.toStdString() + "/t_rank1.json",
                                                   m_folder.toStdString() + "/any name.bin"};
    const auto session = openSession(files, OpenRequest(), KeepTraces::Yes, JobControl());
    QVERIFY(session.has_value());
    QCOMPARE(asText(*session), QByteArray("0 any name.bin rank: a: - none\n1 t_rank1.json rank: b: - none\n"));
}

void TestOpenSession::tracesAreLetGoWhenTheyAreNotKept()
{
    writeTrace("t_rank0.json", "a");
    writeTrace("t_rank1.json", "b");
    const std::filesystem::path folder = m_folder.toStdString();
    std::vector<std::weak_ptr<const OpenedTrace>> seen;
    const auto session = openSession(std::span(&folder, 1), OpenRequest(), KeepTraces::No, JobControl(),
                                     [&seen](const SessionTrace& trace) {
                                         QVERIFY(trace.opened != nullptr);
                                         QVERIFY(seen.empty() || seen.back().expired());
                                         seen.push_back(trace.opened);
                                     });
    QVERIFY(session.has_value());
    QCOMPARE(seen.size(), std::size_t(2));
    QVERIFY(seen.back().expired());
}

LANESCOPE_TEST(TestOpenSession)
#include "tst_open_session.moc"
