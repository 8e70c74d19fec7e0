// SPDX-License-Identifier: Apache-2.0
// The small inputs of tests/data/cases through the command line: what `info` tells of each is what its expect.md says,
// and what `annotate` writes of it is strict JSON with the same entries.
#include "tests/cli/run_cli.h"
#include "tests/support/json_equal.h"
#include "tests/support/large_trace.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

using namespace lanescope::test;

class TestCases : public QObject {
    Q_OBJECT

private slots:
    void infoTellsWhatIsExpected_data();
    void infoTellsWhatIsExpected();
    void theExportIsStrictWithTheSameEntries_data() { infoTellsWhatIsExpected_data(); }
    void theExportIsStrictWithTheSameEntries();
    void whatIsStrictIsExportedUnchanged_data();
    void whatIsStrictIsExportedUnchanged();
    void namesKeepTheirReadableRest();
    void bareTokensAreTextInTheExport();
    void idsBeyond2p53FindTheirAnnotations();
    void textIdsStayWhatTheyAre();
    void timesAreExact_data();
    void timesAreExact();
    void aLargeTraceKeepsItsCounts_data();
    void aLargeTraceKeepsItsCounts();

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QString put(const QString& name, const QByteArray& content) const;
    QByteArray exported(const QString& trace, const QString& annotations = {}) const;

    QTemporaryDir m_folder;
};

namespace {

QString caseFile(const QString& file)
{
    return testFile("cases/" + file);
}

QJsonObject info(const QString& trace)
{
    const CliResult result = runCli({"info", trace, "--format", "json"});
    return result.status == 0 ? result.json() : QJsonObject{{"failed", QString::fromUtf8(result.err)}};
}

// "code count@first byte", one after the other.
QString warningsOf(const QJsonObject& json)
{
    QStringList list;
    for (const QJsonValue& value : json["warnings"].toArray()) {
        const QJsonValue at = value["first_byte"];
        list << value["code"].toString() + ' ' + QString::number(value["count"].toInteger()) +
                    (at.isNull() ? QString() : '@' + QString::number(at.toInteger()));
    }
    return list.join(", ");
}

QString numbers(const QJsonValue& array)
{
    QStringList list;
    for (const QJsonValue& value : array.toArray())
        list << QString::number(value.toInteger());
    return list.join(' ');
}

QString counts(const QJsonValue& object)
{
    QStringList list;
    const QJsonObject members = object.toObject();
    for (auto it = members.begin(); it != members.end(); ++it)
        list << it.key() + ' ' + QString::number(it.value().toInteger());
    return list.join(", ");
}

} // namespace

QString TestCases::put(const QString& name, const QByteArray& content) const
{
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write a test file");
    return file.fileName();
}

// The trace as `annotate` writes it; without annotations, with a file of which nothing matches.
QByteArray TestCases::exported(const QString& trace, const QString& annotations) const
{
    const QString other = annotations.isEmpty() ? put("none.json", R"({"1": "nothing"})") : annotations;
    const CliResult result = runCli({"annotate", trace, "-a", other, "-o", path("out.json")});
    QFile file(path("out.json"));
    if (result.status != 0 || !file.open(QIODevice::ReadOnly))
        return "failed: " + result.err;
    return file.readAll();
}

void TestCases::infoTellsWhatIsExpected_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("entries");
    QTest::addColumn<QString>("range"); // ns, as the file counts
    QTest::addColumn<QString>("warnings");
    const auto row = [](const char* file, int entries, const char* range, const char* warnings = "") {
        QTest::newRow(file) << file << entries << range << warnings;
    };
    row("01-truncated-tail/a-array-open.json", 5, "1000000 1525000");
    row("01-truncated-tail/b-array-cut-mid-event.json", 5, "1000000 1525000", "file-ends-early 1@464");
    row("01-truncated-tail/c-object-cut-in-args.json", 4, "2000125 2025625", "file-ends-early 1@668");
    row("01-truncated-tail/d-object-brace-missing.json", 3, "2000125 2025625");
    row("01-truncated-tail/e-cut-inside-utf8.json", 2, "", "file-ends-early 1@191");
    row("01-truncated-tail/f-leftover-tail.json", 3, "2000125 2025625", "text-after-end 1@533");
    row("02-bare-nan-infinity/trace.json", 7, "1000000 7000000", "non-json-number 9@63");
    row("03-bad-utf8-surrogates/trace.json", 11, "",
        "invalid-utf8 3@38, control-character 3@308, lone-surrogate 2@836");
    row("04-multi-member-gzip/trace.json.gz", 200, "1000125 1999625");
    for (const char* file : {"05-type-by-content/a-plain-inside.json.gz", "05-type-by-content/b-gzip-inside.json",
                             "05-type-by-content/c-bom.json", "05-type-by-content/d-bom-in-gzip.json.gz",
                             "05-type-by-content/e-no-extension", "05-type-by-content/f-blank-lines-first.json"})
        row(file, 3, "100000 210000");
    row("06-string-pid-tid/trace.json", 14, "1000000 1500000");
    row("08-ids-beyond-2p53/trace.json", 14, "90000 208000");
    row("10-same-start-nesting/trace.json", 13, "100000 610000");
    row("17-begin-end-crossing/a-inner-never-ends.json", 5, "10000 60000", "unfinished-begin 1@116");
    row("17-begin-end-crossing/b-nameless-end-leading-comma.json", 2, "118000 131000", "surplus-comma 1@18");
    row("17-begin-end-crossing/c-extra-and-missing-ends.json", 7, "5000 31000",
        "stray-end 2@2, unfinished-begin 1@203");
    row("17-begin-end-crossing/d-crossing-by-name.json", 4, "0 10000");
    row("17-begin-end-crossing/e-end-before-begin-in-file.json", 4, "30000 50000");
}

void TestCases::infoTellsWhatIsExpected()
{
    QFETCH(QString, file);
    QFETCH(int, entries);
    QFETCH(QString, range);
    QFETCH(QString, warnings);
    const QJsonObject json = info(caseFile(file));
    QCOMPARE(json["events"].toInt(), entries);
    QCOMPARE(warningsOf(json), warnings);
    if (!range.isEmpty())
        QCOMPARE(numbers(json["time_range_ns"]), range);
    if (file.startsWith("01-truncated-tail/c"))
        QCOMPARE(json["base_time_ns"].toInteger(), qint64{1735689600000000000});
    // The table says the same, each warning on a line of its own.
    const CliResult table = runCli({"info", caseFile(file)});
    QCOMPARE(table.status, 0);
    QCOMPARE(table.err.count('\n'), warnings.isEmpty() ? 0 : warnings.count(',') + 1);
    QCOMPARE(table.err.count("lanescope-cli: warning: "), table.err.count('\n'));
    QVERIFY2(table.out.contains('\n' + QByteArray::number(entries) + " entries"), table.out.constData());
}

void TestCases::theExportIsStrictWithTheSameEntries()
{
    QFETCH(QString, file);
    QFETCH(int, entries);
    QFETCH(QString, range);
    const QByteArray out = exported(caseFile(file));
    QCOMPARE(QString::fromStdString(strictJsonError(out.toStdString())), QString());
    const QJsonObject json = info(path("out.json"));
    QCOMPARE(json["events"].toInt(), entries);
    if (!range.isEmpty())
        QCOMPARE(numbers(json["time_range_ns"]), range);
}

void TestCases::whatIsStrictIsExportedUnchanged_data()
{
    QTest::addColumn<QString>("file");
    for (const char* file :
         {"06-string-pid-tid/trace.json", "07-ns-precise-ts/a-relative.json", "07-ns-precise-ts/b-epoch-us.json",
          "07-ns-precise-ts/c-string-and-exponent.json", "07-ns-precise-ts/d-display-ns.json",
          "10-same-start-nesting/trace.json", "17-begin-end-crossing/a-inner-never-ends.json",
          "17-begin-end-crossing/c-extra-and-missing-ends.json", "17-begin-end-crossing/d-crossing-by-name.json",
          "17-begin-end-crossing/e-end-before-begin-in-file.json"})
        QTest::newRow(file) << file;
}

void TestCases::whatIsStrictIsExportedUnchanged()
{
    QFETCH(QString, file);
    QFile input(caseFile(file));
    QVERIFY(input.open(QIODevice::ReadOnly));
    const QByteArray before = input.readAll();
    const QByteArray events = before.mid(before.indexOf('['), before.lastIndexOf(']') + 1 - before.indexOf('['));
    const QByteArray out = exported(caseFile(file));
    QVERIFY2(out.contains(events), out.constData());
}

void TestCases::namesKeepTheirReadableRest()
{
    const std::string out = exported(caseFile("03-bad-utf8-surrogates/trace.json")).toStdString();
    const auto name = [&](int number) {
        return QString::fromStdString(jsonAt(out, "traceEvents/" + std::to_string(number - 1) + "/name"));
    };
    QVERIFY2(name(4).startsWith("\"half") && name(4).endsWith("name\""), qPrintable(name(4)));
    QVERIFY2(name(6).contains(QString::fromUtf8("\xF0\x9F\x94\x8D")) || name(6).contains("\\ud83d\\udd0d"),
             qPrintable(name(6)));
    QVERIFY2(name(7).contains("only") && name(8).contains("only"), qPrintable(name(7) + name(8)));
    QVERIFY2(name(9).contains("esc") && name(9).contains("nul"), qPrintable(name(9)));
}

void TestCases::bareTokensAreTextInTheExport()
{
    const std::string out = exported(caseFile("02-bare-nan-infinity/trace.json")).toStdString();
    QCOMPARE(jsonAt(out, "traceEvents/6/name"), std::string("\"aten::open_ended\""));
    QCOMPARE(jsonAt(out, "traceEvents/6/dur"), std::string("\"NaN\""));
}

void TestCases::idsBeyond2p53FindTheirAnnotations()
{
    const QString trace = caseFile("08-ids-beyond-2p53/trace.json");
    const QJsonObject json = info(trace);
    QCOMPARE(json["graphed"].toInt(), 6);
    QCOMPARE(json["annotated"].toInt(), 6);
    QCOMPARE(counts(json["arrows"]), QString("ac2g 2"));
    QCOMPARE(counts(json["lone_flow_ends"]), QString("ac2g 0"));
    const std::string out = exported(trace, caseFile("08-ids-beyond-2p53/annotations.json")).toStdString();
    const char* names[] = {"\"qkv_proj\"",  "\"attn_core\"", "\"out_proj\"", "\"dp_reduce\"",
                           "\"dp_gather\"", "\"norm\"",      "<none>"};
    const char* ids[] = {"18014402804449281",
                         "18014402804449282",
                         "18014402804449283",
                         "18446744069414584321",
                         "18446744069414584322",
                         "4294967298",
                         "0"};
    for (std::size_t i = 0; i < 7; ++i) {
        const std::string args = "traceEvents/" + std::to_string(i + 1) + "/args/";
        QCOMPARE(jsonAt(out, args + "name"), std::string(names[i]));
        QCOMPARE(jsonAt(out, args + "graph node id"), std::string(ids[i]));
    }
    QCOMPARE(jsonAt(out, "traceEvents/1/args/Comms Id"), std::string("18446744073709551615"));
    QCOMPARE(jsonAt(out, "traceEvents/9/id"), std::string("1790000000123456770"));
    QCOMPARE(jsonAt(out, "traceEvents/13/id"), std::string("1790000000123456771"));
}

void TestCases::textIdsStayWhatTheyAre()
{
    const QJsonObject json = info(caseFile("06-string-pid-tid/trace.json"));
    QCOMPARE(counts(json["by_ph"]), QString("M 5, X 5, f 1, i 2, s 1"));
    QCOMPARE(counts(json["arrows"]), QString("ac2g 1"));
    QCOMPARE(counts(json["lone_flow_ends"]), QString("ac2g 0"));
}

void TestCases::timesAreExact_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("range");
    QTest::addColumn<int>("kernels");
    QTest::addColumn<qint64>("busyNs");
    QTest::addColumn<qint64>("baseNs");
    // The range is from A's start to the last one's end, the busy time the sum of the durations: no two overlap.
    QTest::newRow("a") << "a-relative.json"
                       << "5947291234567891 5947291234585056" << 4 << qint64{5160 + 2003 + 1 + 10000}
                       << qint64{1735689600000000000};
    QTest::newRow("b") << "b-epoch-us.json"
                       << "1790123456789012140 1790123456789022527" << 4 << qint64{5160 + 1100 + 127 + 4000}
                       << qint64{0};
    QTest::newRow("c") << "c-string-and-exponent.json"
                       << "1790123456789100125 1790123456789211000" << 3 << qint64{3250 + 2500 + 1000} << qint64{0};
    QTest::newRow("d") << "d-display-ns.json"
                       << "1500000 1810250" << 2 << qint64{250500 + 10000} << qint64{0};
    QTest::newRow("e") << "e-base-time-last.json"
                       << "5947291234567891 5947291234575054" << 2 << qint64{5160 + 2003}
                       << qint64{1735689600000000000};
}

void TestCases::timesAreExact()
{
    QFETCH(QString, file);
    QFETCH(QString, range);
    QFETCH(int, kernels);
    QFETCH(qint64, busyNs);
    QFETCH(qint64, baseNs);
    const QJsonObject json = info(caseFile("07-ns-precise-ts/" + file));
    QCOMPARE(numbers(json["time_range_ns"]), range);
    QCOMPARE(warningsOf(json), QString());
    QCOMPARE(json["base_time_ns"].toInteger(), baseNs);
    const QJsonArray streams = json["streams"].toArray();
    QCOMPARE(streams.size(), 1);
    QCOMPARE(streams[0]["events"].toInt(), kernels);
    QCOMPARE(streams[0]["lanes"].toInt(), 1);
    QCOMPARE(streams[0]["busy_ns"].toInteger(), busyNs);
}

void TestCases::aLargeTraceKeepsItsCounts_data()
{
    QTest::addColumn<QString>("ending");
    QTest::newRow("plain") << ".json";
    QTest::newRow("gzip") << ".json.gz";
}

void TestCases::aLargeTraceKeepsItsCounts()
{
    QFETCH(QString, ending);
    QString trace = put("large.json", QByteArray::fromStdString(largeTrace(30'000)));
    const QString annotations = put("large-marks.json", QByteArray::fromStdString(largeTraceAnnotations()));
    if (ending.endsWith("gz")) {
        // Ours compresses; that the bytes are good gzip is what its own tests say.
        const QString none = put("none.json", R"({"1": "nothing"})");
        QCOMPARE(runCli({"annotate", trace, "-a", none, "-o", path("large.json.gz")}).status, 0);
        trace = path("large.json.gz");
    }
    const CliResult before = runCli({"info", trace, "-a", annotations, "--format", "json"});
    QCOMPARE(before.json()["events"].toInt(), 30'001);
    QCOMPARE(counts(before.json()["categories"]), QString("cpu_op 10000, cuda_runtime 10000, kernel 10000"));
    QCOMPARE(before.json()["annotated"].toInt(), 10'000);
    QCOMPARE(counts(before.json()["phases"]), QString("backward 5000, forward 5000"));
    QCOMPARE(warningsOf(before.json()), QString());
    qint64 busyNs = 0;
    for (const QJsonValue& stream : before.json()["streams"].toArray())
        busyNs += stream["busy_ns"].toInteger();
    QCOMPARE(busyNs, qint64{10'000} * 8125);
    QCOMPARE(runCli({"annotate", trace, "-a", annotations, "-o", path("marked" + ending)}).status, 0);
    QStringList streams;
    for (const QJsonValue& stream : info(path("marked" + ending))["streams"].toArray())
        streams << QString("%1: %2").arg(stream["tid"].toInt()).arg(stream["events"].toInt());
    QCOMPARE(streams.join(", "), QString("61: 2500, 62: 2500, 63: 2500, 64: 2500"));
}

LANESCOPE_TEST(TestCases)
#include "tst_cases.moc"
