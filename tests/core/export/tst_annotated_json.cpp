// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/read_annotations.h"
#include "core/export/annotated_json.h"
#include "core/load/read_chrome_json.h"
#include "tests/core/export/exported.h"
#include "tests/support/json_equal.h"
#include "tests/support/test_main.h"
#include "tests/support/trace_text.h"

#include <QDir>
#include <QTemporaryDir>

#include <fmt/format.h>

#include <fstream>

using namespace lanescope;
using namespace lanescope::test;
namespace fs = std::filesystem;

namespace {

AnnotateOptions namedOptions()
{
    AnnotateOptions options;
    options.toolVersion = "1.2";
    options.optionsText = "--default-stream 7";
    return options;
}

std::shared_ptr<const JoinedTrace> joinReal(std::string_view name)
{
    const auto trace = readTraceFile(fmt::format("real/{}.pt.trace.json.gz", name)).value();
    const auto set = std::make_shared<const AnnotationSet>(
        readAnnotations(fs::path(LANESCOPE_TEST_DATA) / fmt::format("real/{}.annotations.json", name), {}).value());
    return joinTrace(trace, set, {}).value();
}

// The same trace as a file of its own, joined with the same annotations.
std::shared_ptr<const JoinedTrace> joinAgain(const std::string& text, const JoinedTrace& first)
{
    return joinTrace(readTraceText(text).value(), first.annotations, {}).value();
}

} // namespace

class TestAnnotatedJson : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path path(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }
    static void put(const fs::path& path, std::string_view bytes) { std::ofstream(path, std::ios::binary) << bytes; }

private slots:
    void cleanup()
    {
        for (const fs::path& file : fs::directory_iterator(m_folder.path().toStdString()))
            fs::remove_all(file);
    }

    void unchangedEventsAreByteForByteTheSame()
    {
        const auto joined = joinReal("graph_train");
        const Trace& trace = *joined->trace;
        const std::string before = trace.file().content->text({0, trace.file().content->sizeBytes()}).value();
        const std::string after = exported(*joined).text;
        std::size_t at = 0;
        std::size_t unchanged = 0;
        const auto expectVerbatim = [&](ByteRange bytes) {
            const std::string_view entry = std::string_view(before).substr(bytes.offset, bytes.length);
            const std::size_t found = after.find(entry, at);
            QVERIFY(found != std::string::npos);
            at = found + entry.size(); // in the order of the file
            ++unchanged;
        };
        for (std::size_t i = 0; i < trace.eventCount(); ++i) {
            const auto e = idAt<EventId>(i);
            if (joined->annotation(e) == nullptr && trace.category(e) != "gpu_user_annotation")
                expectVerbatim(trace.bytes(e));
        }
        at = 0;
        for (const MetadataEntry& metadata : trace.metadata())
            expectVerbatim(metadata.bytes);
        at = 0;
        for (const Flow& flow : trace.flows()) {
            if (flow.phase == FlowPhase::Start)
                expectVerbatim(flow.bytes());
        }
        QVERIFY(unchanged > 80);
        // What stands before and behind the events is kept, but for the header.
        const std::uint64_t eventsAt = trace.header().eventArrayBegin;
        QVERIFY(after.find(std::string_view(before).substr(2, eventsAt - 2)) != std::string::npos);
        QVERIFY(after.ends_with(std::string_view(before).substr(trace.header().eventArrayEnd + 1)));
    }

    void withoutAnnotationsOnlyHeaderAndRecordAreNew()
    {
        const std::string before = testData("real/eager_train.pt.trace.json.gz");
        const auto joined = joinTrace(readTraceText(before).value(), nullptr, {}).value();
        const Exported out = exported(*joined, namedOptions());
        const std::string header = "\n \"lanescope\": {\"version\": \"1.2\", \"options\": \"--default-stream 7\"},";
        const std::string record =
            fmt::format(",\n\"lanescopeUndo\": {{\"format\": 1, \"entries\": {}}}", joined->trace->entryCount());
        const std::size_t behindEvents = joined->trace->header().eventArrayEnd + 1;
        QVERIFY(out.text == before.substr(0, 1) + header + before.substr(1, behindEvents - 1) + record +
                                before.substr(behindEvents));
    }

    void theHeaderNamesVersionAnnotationsAndOptions()
    {
        const auto joined = joinReal("two_graphs");
        const std::string text = exported(*joined, namedOptions()).text;
        QCOMPARE(jsonAt(text, "lanescope/version"), std::string("\"1.2\""));
        QCOMPARE(jsonAt(text, "lanescope/options"), std::string("\"--default-stream 7\""));
        QCOMPARE(jsonAt(text, "lanescope/annotations/file"), std::string("\"two_graphs.annotations.json\""));
        QCOMPARE(jsonAt(text, "lanescope/annotations/hash"), '"' + joined->annotations->contentHash + '"');
        QVERIFY(!joined->annotations->contentHash.empty());
    }

    void anArrayBecomesAnObject()
    {
        const auto joined = joinTexts(" [\n{\"name\":\"a\",\"ts\":1}\n]\n", "");
        const std::string expected = " {\"lanescope\": {\"version\": \"1.2\", \"options\": \"--default-stream 7\"},\n"
                                     "\"traceEvents\": [\n{\"name\":\"a\",\"ts\":1}\n],\n"
                                     "\"lanescopeUndo\": {\"format\": 1, \"entries\": 1, \"form\": \"array\"}\n}\n";
        QCOMPARE(exported(*joined, namedOptions()).text, expected);
    }

    void annotatingTwiceIsAnnotatingOnce_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const char* name : {"graph_fwdbwd", "graph_train", "moe_overlap", "two_graphs"})
            QTest::newRow(name) << QByteArray(name);
    }
    void annotatingTwiceIsAnnotatingOnce()
    {
        QFETCH(QByteArray, name);
        const auto joined = joinReal(name.toStdString());
        AnnotateOptions options = namedOptions();
        options.defaultStream = 20;
        const Exported once = exported(*joined, options);
        const Exported twice = exported(*joinAgain(once.text, *joined), options);
        QVERIFY(twice.text == once.text);
        QCOMPARE(twice.counts.annotated, once.counts.annotated);
        QCOMPARE(twice.counts.moved + twice.counts.removed + twice.counts.repaired, std::uint64_t(0));
    }

    void theHeaderOfAnEarlierExportIsReplacedWhereverItStands()
    {
        AnnotateOptions options = namedOptions();
        for (const char* text :
             {"{\"lanescope\": {\"version\": \"0\"}, \"traceEvents\": [{\"ts\":1}]}",
              "{\"a\": [1, {\"lanescope\": 2}], \"lanescope\": {\"version\": \"0\"}, \"traceEvents\": []}",
              "{\"traceEvents\": [{\"ts\":1}], \"lanescope\": {\"version\": \"0\"}, \"z\": 1}"}) {
            const Exported out = exported(*joinTexts(text, "{}"), options);
            QCOMPARE(strictJsonError(out.text), std::string());
            QCOMPARE(jsonAt(out.text, "lanescope/version"), std::string("\"1.2\""));
            QCOMPARE(jsonAt(out.text, "lanescopeUndo/header/version"), std::string("\"0\"")); // to undo
        }
    }

    void hostileInputComesOutStrictWithTheSameEvents_data()
    {
        QTest::addColumn<QByteArray>("file");
        for (const char* file :
             {"01-truncated-tail/a-array-open.json", "01-truncated-tail/b-array-cut-mid-event.json",
              "01-truncated-tail/c-object-cut-in-args.json", "01-truncated-tail/d-object-brace-missing.json",
              "01-truncated-tail/e-cut-inside-utf8.json", "01-truncated-tail/f-leftover-tail.json",
              "02-bare-nan-infinity/trace.json", "03-bad-utf8-surrogates/trace.json", "06-string-pid-tid/trace.json",
              "07-ns-precise-ts/b-epoch-us.json", "07-ns-precise-ts/c-string-and-exponent.json",
              "17-begin-end-crossing/a-inner-never-ends.json",
              "17-begin-end-crossing/b-nameless-end-leading-comma.json",
              "17-begin-end-crossing/c-extra-and-missing-ends.json", "17-begin-end-crossing/d-crossing-by-name.json",
              "17-begin-end-crossing/e-end-before-begin-in-file.json"})
            QTest::newRow(file) << QByteArray(file);
    }
    void hostileInputComesOutStrictWithTheSameEvents()
    {
        QFETCH(QByteArray, file);
        const auto before = readTraceFile("cases/" + file.toStdString()).value();
        for (const ExportMode mode : {ExportMode::Lanescope, ExportMode::TorchCompat}) {
            AnnotateOptions options = namedOptions();
            options.mode = mode;
            const Exported out = exported(*joinTrace(before, nullptr, {}).value(), options);
            QCOMPARE(strictJsonError(out.text), std::string());
            const auto after = readTraceText(out.text).value();
            if (mode == ExportMode::TorchCompat)
                continue; // which drops metadata
            QCOMPARE(after->entryCount(), before->entryCount());
            QCOMPARE(after->entriesByPhase(), before->entriesByPhase());
            QString beforeText = QString::fromStdString(eventsAsText(*before));
            QCOMPARE(QString::fromStdString(eventsAsText(*after)).remove(" odd"), beforeText.remove(" odd"));
        }
    }

    void onlyBrokenEntriesAreRepaired()
    {
        const auto joined = joinTexts(R"([{"name":"a" , "ts":1e0},{"name":"b","ts":2,"args":{"x":nan}}])", "");
        const Exported out = exported(*joined);
        QCOMPARE(out.counts.repaired, std::uint64_t(1));
        const std::string expected = R"([{"name":"a" , "ts":1e0},{"name":"b","ts":2,"args":{"x":"nan"}}])";
        QVERIFY(out.text.find(expected) != std::string::npos);
    }

    void inputsAreNotOverwritten()
    {
        put(path("trace.json"), R"({"traceEvents":[{"ts":1}]})");
        put(path("ann.json"), R"({"1":"x"})");
        fs::create_symlink("trace.json", path("symlink.json"));
        fs::create_hard_link(path("trace.json"), path("hardlink.json"));
        const auto trace = readChromeJson(openFile(path("trace.json"), {}).value(), {}).value();
        const auto set = std::make_shared<const AnnotationSet>(readAnnotations(path("ann.json"), {}).value());
        const auto joined = joinTrace(trace, set, {}).value();
        for (const char* name : {"trace.json", "symlink.json", "hardlink.json", "ann.json", "../x/../trace.json"}) {
            fs::path target = path(name);
            if (std::string_view(name).starts_with(".."))
                target = path("trace.json").parent_path() / "." / "trace.json";
            const auto written = writeAnnotatedTrace(*joined, {}, target, {});
            QVERIFY2(!written.has_value(), name);
            QCOMPARE(written.error().code, ErrorCode::WrongUsage);
        }
        QCOMPARE(bytesOf(path("trace.json")), std::string(R"({"traceEvents":[{"ts":1}]})"));
        QCOMPARE(bytesOf(path("ann.json")), std::string(R"({"1":"x"})"));
    }

    void aStopLeavesTheOldFileWhole()
    {
        const auto joined = joinReal("decode_graph_200");
        put(path("out.json.gz"), "old");
        std::stop_source stop;
        const JobControl job(stop.get_token(), [&](const JobProgress& progress) {
            if (progress.stage == JobStage::Writing && progress.doneBytes > 0)
                stop.request_stop();
        });
        const auto written = writeAnnotatedTrace(*joined, {}, path("out.json.gz"), job);
        QVERIFY(!written.has_value());
        QCOMPARE(written.error().code, ErrorCode::Stopped);
        QCOMPARE(bytesOf(path("out.json.gz")), std::string("old"));
        QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"out.json.gz"});
    }

    void aTraceThatChangedIsNotExported()
    {
        put(path("trace.json"), R"({"traceEvents":[{"ts":1},{"ts":2}]})");
        const auto trace = readChromeJson(openFile(path("trace.json"), {}).value(), {}).value();
        const auto joined = joinTrace(trace, nullptr, {}).value();
        fs::resize_file(path("trace.json"), 10);
        const auto written = writeAnnotatedTrace(*joined, {}, path("out.json"), {});
        QVERIFY(!written.has_value());
        QCOMPARE(written.error().code, ErrorCode::ChangedOnDisk);
        QVERIFY(!fs::exists(path("out.json")));
    }

    void theDefaultNameIsThatOfTheScript_data()
    {
        QTest::addColumn<QByteArray>("trace");
        QTest::addColumn<QByteArray>("output");
        QTest::newRow("json.gz") << QByteArray("d/a.pt.trace.json.gz") << QByteArray("d/a.pt.trace.annotated.json.gz");
        QTest::newRow("zip") << QByteArray("d/a.zip") << QByteArray("d/a.annotated.json.gz");
        QTest::newRow("json.zip") << QByteArray("d/a.json.zip") << QByteArray("d/a.annotated.json.gz");
        QTest::newRow("json.gz.zip") << QByteArray("d/a.json.gz.zip") << QByteArray("d/a.annotated.json.gz");
        QTest::newRow("json") << QByteArray("d/a.json") << QByteArray("d/a.annotated.json");
        QTest::newRow("other") << QByteArray("a.x") << QByteArray("a.x.annotated");
        QTest::newRow("gz alone") << QByteArray("a.gz") << QByteArray("a.gz.annotated");
        QTest::newRow("no ending") << QByteArray("d.json/a") << QByteArray("d.json/a.annotated");
    }
    void theDefaultNameIsThatOfTheScript()
    {
        QFETCH(QByteArray, trace);
        QFETCH(QByteArray, output);
        QCOMPARE(QByteArray::fromStdString(defaultAnnotatedPath(trace.toStdString()).string()), output);
    }
};

LANESCOPE_TEST(TestAnnotatedJson)
#include "tst_annotated_json.moc"
