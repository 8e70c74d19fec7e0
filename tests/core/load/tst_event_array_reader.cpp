// SPDX-License-Identifier: Apache-2.0
#include "core/load/event_array_reader.h"
#include "core/load/read_chrome_json.h"
#include "tests/support/test_main.h"
#include "tests/support/trace_text.h"

#include <fmt/format.h>

#include <random>
#include <stop_token>

using namespace lanescope;
using namespace lanescope::test;

namespace {

JobControl jobOn(unsigned threads)
{
    JobControl job;
    job.setThreads(threads);
    return job;
}

Result<std::shared_ptr<const Trace>> read(const std::string& text, unsigned threads, const ReadOptions& options)
{
    return readChromeJson({"text", text.size(), false, contentInMemory(text)}, jobOn(threads), options);
}

// Compares reading in many ways with reading carefully, on one thread, in one chunk.
QString differenceIn(const std::string& text)
{
    const auto reference = read(text, 1, {EntryPath::Careful, std::uint64_t{1} << 40});
    for (const unsigned threads : {1U, 2U, 8U}) {
        for (const std::uint64_t chunkBytes :
             {std::uint64_t{16}, std::uint64_t{100}, std::uint64_t{1000}, std::uint64_t{4} << 20}) {
            const auto trace = read(text, threads, {EntryPath::Fast, chunkBytes});
            if (trace.has_value() != reference.has_value())
                return QString("%1 threads, chunks of %2: only one of the two is an error")
                    .arg(threads)
                    .arg(chunkBytes);
            if (trace && everythingAsText(**trace) != everythingAsText(**reference))
                return QString("%1 threads, chunks of %2:\n%3\ninstead of\n%4")
                    .arg(threads)
                    .arg(chunkBytes)
                    .arg(QString::fromStdString(everythingAsText(**trace)),
                         QString::fromStdString(everythingAsText(**reference)));
        }
    }
    return {};
}

} // namespace

class TestEventArrayReader : public QObject {
    Q_OBJECT

private slots:
    void chunksAndThreadsChangeNothing_data();
    void chunksAndThreadsChangeNothing();
    void damageAnywhereIsReadAlike();
    void recordedTracesAreReadAlike_data();
    void recordedTracesAreReadAlike();
    void stopIsSeenByAllThreads();
    void anErrorOfTheSourceIsPassedOn();
};

void TestEventArrayReader::chunksAndThreadsChangeNothing_data()
{
    QTest::addColumn<QString>("text");
    QString plain = "[";
    for (int i = 0; i < 60; ++i)
        plain += QString("%1{\"ph\":\"X\",\"name\":\"n%2\",\"pid\":%3,\"tid\":7,\"ts\":%4,\"dur\":1}")
                     .arg(i == 0 ? "" : ",\n")
                     .arg(i % 7)
                     .arg(i % 3)
                     .arg(i);
    QTest::newRow("plain") << plain + "]";
    QTest::newRow("object with a trailer")
        << "{\"a\":[{},{\"ph\":1}],\"traceEvents\":" + plain + "],\"b\":[{\"ph\":1},{\"ph\":2}]}";
    // What looks like entries inside of entries must not be taken for some.
    QString nested = "[";
    for (int i = 0; i < 20; ++i)
        nested += QString("%1{\"ph\":\"i\",\"name\":\"outer\",\"ts\":%2,\"args\":{\"list\":[{\"ph\":\"X\"},{\"ph\":"
                          "\"X\",\"name\":\"inner\"},"
                          "{\"name\":\"x\"}],\"text\":\"},{\\\"ph\\\":\\\"X\\\"},\"}}")
                      .arg(i == 0 ? "" : ",")
                      .arg(i);
    QTest::newRow("entries inside of entries") << nested + "]";
    QTest::newRow("begins and ends, async, text ids, counters")
        << "[{\"ph\":\"B\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":1},{\"ph\":\"s\",\"id\":\"x\",\"cat\":\"c\","
           "\"ts\":1},"
           "{\"ph\":\"b\",\"cat\":\"n\",\"id\":\"x\",\"name\":\"q\",\"ts\":2},{\"ph\":\"f\",\"id\":\"x\",\"cat\":\"c\","
           "\"ts\":2},"
           "{\"ph\":\"E\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":5},{\"ph\":\"C\",\"name\":\"v\",\"ts\":3,\"args\":{"
           "\"v\":1}},"
           "{\"ph\":\"e\",\"cat\":\"n\",\"id\":\"x\",\"name\":\"q\",\"ts\":9},{\"ph\":\"E\",\"ts\":10}]";
    QTest::newRow("odd commas")
        << "[,{\"ph\":\"i\",\"ts\":1},,{\"ph\":\"i\",\"ts\":2}{\"ph\":\"i\",\"ts\":3},7,null {\"ph\":\"i\",\"ts\":4},]";
    QTest::newRow("broken entries")
        << "[{\"ph\":\"i\",\"ts\":1},{ph:1},{\"ph\":\"i\",\"ts\":2},{\"ph\":[}],{\"ph\":\"i\",\"ts\":3},{\"ph\":\"i";
    QTest::newRow("empty") << "[]";
    QTest::newRow("one large entry") << "[{\"ph\":\"i\",\"name\":\"" + QString(5000, 'x') +
                                            "\",\"ts\":1},{\"ph\":\"i\",\"ts\":2}]";
}

void TestEventArrayReader::chunksAndThreadsChangeNothing()
{
    QFETCH(QString, text);
    QCOMPARE(differenceIn(text.toStdString()), QString());
}

void TestEventArrayReader::damageAnywhereIsReadAlike()
{
    std::string whole = "{\"traceEvents\":[";
    for (int i = 0; i < 12; ++i)
        whole += fmt::format("{}{{\"ph\":\"X\",\"name\":\"k{}\",\"pid\":0,\"tid\":7,\"ts\":{},\"dur\":1,\"args\":{{"
                             "\"g\":[{{\"ts\":1}},{{\"ts\":2}}]}}}}",
                             i == 0 ? "" : ",", i, i);
    whole += "],\"traceName\":\"t\"}";
    std::mt19937 random(3);
    const std::string alphabet = "{}[]\",: x\x01";
    for (int round = 0; round < 150; ++round) {
        std::string text = whole;
        for (auto changes = random() % 3 + 1; changes > 0; --changes) {
            const std::size_t at = random() % text.size();
            if (random() % 4 == 0)
                text.resize(at + 1);
            else
                text[at] = alphabet[random() % alphabet.size()];
        }
        QCOMPARE(differenceIn(text), QString());
    }
}

void TestEventArrayReader::recordedTracesAreReadAlike_data()
{
    QTest::addColumn<QString>("file");
    for (const char* file : {"compiled_train.pt.trace.json.gz", "graph_train.pt.trace.json.gz",
                             "jax_matmul.perfetto_trace.json.gz", "two_graphs.pt.trace.json.gz"})
        QTest::newRow(file) << file;
}

void TestEventArrayReader::recordedTracesAreReadAlike()
{
    QFETCH(QString, file);
    const auto opened = openFile(std::filesystem::path(LANESCOPE_TEST_DATA "/real") / file.toStdString(), JobControl());
    QVERIFY(opened);
    const auto reference = readChromeJson(*opened, jobOn(1), {EntryPath::Careful, std::uint64_t{1} << 40});
    QVERIFY(reference);
    const std::string expected = everythingAsText(**reference);
    for (const unsigned threads : {1U, 2U, 8U}) {
        for (const std::uint64_t chunkBytes : {std::uint64_t{10'000}, std::uint64_t{333'333}}) {
            const auto trace = readChromeJson(*opened, jobOn(threads), {EntryPath::Fast, chunkBytes});
            QVERIFY(trace);
            QVERIFY2(everythingAsText(**trace) == expected, qPrintable(QString("%1 threads").arg(threads)));
        }
    }
}

void TestEventArrayReader::stopIsSeenByAllThreads()
{
    std::string text = "[";
    for (int i = 0; i < 50'000; ++i)
        text += R"({"ph":"i","name":"n","pid":1,"tid":1,"ts":1},)";
    std::stop_source stop;
    JobControl job(stop.get_token(), [&](const JobProgress&) { stop.request_stop(); });
    job.setThreads(4);
    const auto trace =
        readChromeJson({"text", text.size(), false, contentInMemory(text)}, job, {EntryPath::Fast, 10'000});
    QVERIFY(!trace && trace.error().code == ErrorCode::Stopped);
}

void TestEventArrayReader::anErrorOfTheSourceIsPassedOn()
{
    // A content whose second half cannot be read.
    class Failing final : public ByteSource {
    public:
        explicit Failing(std::string text) : m_text(std::move(text)) {}
        std::uint64_t sizeBytes() const override { return m_text.size(); }
        Result<std::size_t> read(std::uint64_t offset, std::span<char> into) const override
        {
            if (offset + into.size() > m_text.size() / 2 && offset > 100'000)
                return failure(ErrorCode::CannotRead, "the disk is gone");
            const std::size_t length = std::min(into.size(), m_text.size() - static_cast<std::size_t>(offset));
            std::copy_n(m_text.begin() + static_cast<std::ptrdiff_t>(offset), length, into.begin());
            return length;
        }

    private:
        std::string m_text;
    };
    std::string text = "[";
    for (int i = 0; i < 100'000; ++i)
        text += R"({"ph":"i","name":"n","pid":1,"tid":1,"ts":1},)";
    const auto trace = readChromeJson({"text", text.size(), false, std::make_shared<Failing>(text)}, jobOn(4),
                                      {EntryPath::Fast, 50'000});
    QVERIFY(!trace && trace.error().message == "the disk is gone");
}

LANESCOPE_TEST(TestEventArrayReader)
#include "tst_event_array_reader.moc"
