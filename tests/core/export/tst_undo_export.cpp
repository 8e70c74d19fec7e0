// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/read_annotations.h"
#include "core/export/undo_export.h"
#include "core/load/read_chrome_json.h"
#include "tests/core/export/exported.h"
#include "tests/support/json_equal.h"
#include "tests/support/test_main.h"
#include "tests/support/trace_text.h"

#include <QDir>
#include <QTemporaryDir>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

using namespace lanescope;
using namespace lanescope::test;
namespace fs = std::filesystem;

namespace {

// A GPU with an annotated kernel on stream 7, a copy of an annotation and a lone arrow's end that go with it, and a
// second device that stays.
constexpr const char* kTrace =
    "{ \"schemaVersion\": 1,\n \"traceEvents\": [\n"
    "  {\"ph\": \"M\", \"name\": \"process_labels\", \"pid\": 0, \"args\": {\"labels\": \"GPU 0\"}},\n"
    "  {\"ph\": \"X\", \"cat\": \"gpu_user_annotation\", \"name\": \"step\", \"pid\": 0, \"tid\": 7, \"ts\": 9, "
    "\"dur\": 9} ,\n\n"
    "  {\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"pid\": 0, \"tid\": 7, \"ts\": 10.50, \"dur\": 5,"
    " \"args\": {\"stream\": 7, \"graph node id\": 9, \"name\": \"mine\"}},\n"
    "  {\"ph\": \"f\", \"cat\": \"ac2g\", \"name\": \"ac2g\", \"id\": 3, \"pid\": 0, \"tid\": 7, \"ts\": 99},\n"
    "  {\"ph\": \"X\", \"cat\": \"gpu_user_annotation\", \"name\": \"late\", \"pid\": 0, \"tid\": 7, \"ts\": 90, "
    "\"dur\": 9}\n"
    " ], \"traceName\": \"t.json\"\n}\n";
constexpr const char* kAnnotations = "{\"9\":[{\"name\":\"ag\",\"stream\":61,\"k\":[1,null]}]}";

std::string undone(const std::string& exported)
{
    const QTemporaryDir folder;
    const fs::path target = fs::path(folder.path().toStdString()) / "undone.json";
    const auto trace = readTraceText(exported);
    if (!trace)
        return "error: " + trace.error().message;
    const auto counts = undoExport(*trace, target, {});
    const QStringList names = QDir(folder.path()).entryList(QDir::Files | QDir::Hidden);
    if (!counts)
        return "error: " + counts.error().message + (names.isEmpty() ? "" : " (and litter)");
    return names == QStringList{"undone.json"} ? bytesOf(target) : "error: litter";
}

std::shared_ptr<const JoinedTrace> joinAgain(const std::string& text, std::string_view annotations)
{
    return joinTexts(text, annotations);
}

std::vector<AnnotateOptions> allOptions()
{
    std::vector<AnnotateOptions> all(3);
    all[1].defaultStream = 20;
    all[2].defaultStream = 7;
    all[2].lanes = OverlapLanes::OwnStreams;
    return all;
}

std::string replaced(std::string text, std::string_view part, std::string_view with)
{
    const std::size_t at = text.find(part);
    return at == std::string::npos ? "<part not found>" : text.replace(at, part.size(), with);
}

} // namespace

class TestUndoExport : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path path(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

private slots:
    void everythingAnExportDoesIsTakenBack()
    {
        const Exported out = exported(*joinTexts(kTrace, kAnnotations));
        QCOMPARE(out.counts.removed, std::uint64_t(3));
        QCOMPARE(out.counts.moved, std::uint64_t(1));
        QCOMPARE(strictJsonError(out.text), std::string());
        QCOMPARE(QByteArray::fromStdString(undone(out.text)), QByteArray(kTrace));
    }

    void recordedTracesComeBackByteForByte_data()
    {
        QTest::addColumn<QByteArray>("trace");
        QTest::addColumn<QByteArray>("annotations");
        const QDir real(LANESCOPE_TEST_DATA "/real");
        for (const QString& name : real.entryList({"*trace.json.gz"}, QDir::Files)) {
            const QString annotations = QString(name).replace(".pt.trace.json.gz", ".annotations.json");
            QTest::newRow(qPrintable(name))
                << ("real/" + name.toUtf8())
                << (annotations != name && real.exists(annotations) ? "real/" + annotations.toUtf8() : QByteArray());
        }
        for (const char* name :
             {"06-string-pid-tid", "08-ids-beyond-2p53", "09-overlap-one-stream", "10-same-start-nesting",
              "11-two-gpus-stream-7", "12-flow-same-ts", "13-annotation-forms"}) {
            const QByteArray folder = QByteArray("cases/") + name;
            const bool hasAnnotations = QFile::exists(LANESCOPE_TEST_DATA "/" + folder + "/annotations.json");
            QTest::newRow(name) << (folder + "/trace.json")
                                << (hasAnnotations ? folder + "/annotations.json" : QByteArray());
        }
    }
    void recordedTracesComeBackByteForByte()
    {
        QFETCH(QByteArray, trace);
        QFETCH(QByteArray, annotations);
        const std::string before = testData(trace.toStdString());
        const std::string set = annotations.isEmpty() ? std::string("{}") : testData(annotations.toStdString());
        for (const AnnotateOptions& options : allOptions()) {
            const Exported out = exported(*joinTexts(before, set), options);
            if (options.lanes == OverlapLanes::OwnStreams) // the one that does most
                QCOMPARE(strictJsonError(out.text), std::string());
            QVERIFY(undone(out.text) == before);
        }
    }

    void anExportLoadsWithTheSameEventsAndAnnotations_data() { recordedTracesComeBackByteForByte_data(); }
    void anExportLoadsWithTheSameEventsAndAnnotations()
    {
        QFETCH(QByteArray, trace);
        QFETCH(QByteArray, annotations);
        const auto before = joinTexts(testData(trace.toStdString()),
                                      annotations.isEmpty() ? "{}" : testData(annotations.toStdString()));
        const Exported out = exported(*before);
        const auto after = joinAgain(out.text, annotations.isEmpty() ? "{}" : testData(annotations.toStdString()));
        const Trace& a = *before->trace;
        const Trace& b = *after->trace;
        std::size_t at = 0;
        std::size_t annotated = 0;
        for (std::size_t i = 0; i < a.eventCount(); ++i) {
            const auto e = idAt<EventId>(i);
            const auto f = idAt<EventId>(at);
            if (a.category(e) == "gpu_user_annotation" &&
                (at == b.eventCount() || b.name(f) != a.name(e) || b.category(f) != a.category(e)))
                continue; // taken out with its stream
            QVERIFY(at < b.eventCount());
            QCOMPARE(b.name(f), a.name(e));
            QCOMPARE(b.baseNs() + b.beginNs(f), a.baseNs() + a.beginNs(e));
            QCOMPARE(b.durationNs(f), a.durationNs(e));
            const Annotation* of = before->annotation(e);
            const Annotation* again = after->annotation(f);
            QCOMPARE(again != nullptr, of != nullptr);
            if (of != nullptr)
                QCOMPARE(again->title(), of->title());
            annotated += of != nullptr ? 1 : 0;
            ++at;
        }
        QCOMPARE(at, b.eventCount());
        QCOMPARE(out.counts.annotated, std::uint64_t(annotated));
    }

    void whatWasNoStrictJsonComesBackRepaired_data()
    {
        QTest::addColumn<QByteArray>("file");
        for (const char* file :
             {"01-truncated-tail/a-array-open.json", "01-truncated-tail/b-array-cut-mid-event.json",
              "01-truncated-tail/c-object-cut-in-args.json", "01-truncated-tail/d-object-brace-missing.json",
              "01-truncated-tail/e-cut-inside-utf8.json", "01-truncated-tail/f-leftover-tail.json",
              "02-bare-nan-infinity/trace.json", "03-bad-utf8-surrogates/trace.json",
              "17-begin-end-crossing/b-nameless-end-leading-comma.json"})
            QTest::newRow(file) << QByteArray(file);
    }
    void whatWasNoStrictJsonComesBackRepaired()
    {
        QFETCH(QByteArray, file);
        const std::string text = testData("cases/" + file.toStdString());
        const std::string back = undone(exported(*joinTexts(text, "{}")).text);
        QCOMPARE(strictJsonError(back), std::string());
        QString before = QString::fromStdString(eventsAsText(*readTraceText(text).value()));
        QCOMPARE(QString::fromStdString(eventsAsText(*readTraceText(back).value())), before.remove(" odd"));
        // Repairing what is strict changes nothing: a second round is exact.
        QVERIFY(undone(exported(*joinTexts(back, "{}")).text) == back);
    }

    void hostileTextsComeBack_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto kernel = [](const char* more) {
            return QByteArray("{\"ph\":\"X\",\"cat\":\"kernel\",\"pid\":0,\"tid\":7,\"ts\":1,") + more + "}";
        };
        QTest::newRow("args are text") << "[" + kernel("\"args\":\"x\",\"graph node id\":9") + "]";
        QTest::newRow("strings like ours") << "[" +
                                                  kernel("\"name\":\"\\\"lanescopeUndo\\\": {\",\"args\":{\"graph node "
                                                         "id\":9,\"x\":\"],\\n\\\"lanescopeUndo\\\": 5\"}") +
                                                  "]";
        QTest::newRow("escapes")
            << "[" +
                   kernel(
                       "\"name\":\"\\u0000\\ud83d\\ude00\\\\\\\"\",\"args\":{\"graph node id\":9,\"na\\u006de\":1}") +
                   "]";
        QTest::newRow("space all over") << " \n[ \n " + kernel(" \"args\" : { \"graph node id\" : 9 } ") +
                                               " \n , {} \n ] \n ";
        QTest::newRow("a member of our name") << QByteArray("{\"lanescopeUndo\":{\"format\":1},\"traceEvents\":[") +
                                                     kernel("\"args\":{\"graph node id\":9}") + "]}";
        QTest::newRow("key twice")
            << "[" +
                   kernel(
                       "\"tid\":8,\"args\":{\"graph node id\":1},\"args\":{\"graph node id\":9,\"graph node id\":9}") +
                   "]";
        QTest::newRow("things that are no entries")
            << "[1,null," + kernel("\"args\":{\"graph node id\":9}") + ",\"x\",[[]]]";
        QTest::newRow("no events") << QByteArray("{\"traceEvents\": [ ]}");
        QTest::newRow("nothing before") << QByteArray("{\"traceEvents\":[") + kernel("\"args\":{\"graph node id\":9}") +
                                               "]}";
    }
    void hostileTextsComeBack()
    {
        QFETCH(QByteArray, text);
        for (const AnnotateOptions& options : allOptions()) {
            const Exported out = exported(*joinTexts(text.toStdString(), kAnnotations), options);
            QCOMPARE(strictJsonError(out.text), std::string());
            QCOMPARE(QByteArray::fromStdString(undone(out.text)), text);
        }
    }

    void anExportOfAnExportGoesBackToTheRecordedTrace()
    {
        const Exported once = exported(*joinTexts(kTrace, kAnnotations));
        const Exported twice = exported(*joinAgain(once.text, "{\"9\":[{\"name\":\"other\",\"stream\":5}]}"));
        QVERIFY(twice.text != once.text);
        AnnotateOptions options;
        options.lanes = OverlapLanes::OwnStreams;
        options.toolVersion = "2";
        const Exported thrice = exported(*joinAgain(twice.text, "{\"9\":[{\"name\":\"third\"}]}"), options);
        QCOMPARE(strictJsonError(thrice.text), std::string());
        QCOMPARE(QByteArray::fromStdString(undone(thrice.text)), QByteArray(kTrace));
    }

    void aRangeOfAnExportGoesBackToTheRecordedRange()
    {
        // Two kernels on streams that are left; the range holds the second.
        const std::string recorded = "{\"traceEvents\": "
                                     "[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"a\",\"pid\":0,\"tid\":7,\"ts\":0,"
                                     "\"dur\":1,\"args\":{\"graph node id\":9}}, "
                                     "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"b\",\"pid\":0,\"tid\":7,\"ts\":50,"
                                     "\"dur\":1,\"args\":{\"graph node id\":9}}]}";
        const std::string slice = "{\"traceEvents\": "
                                  "[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"b\",\"pid\":0,\"tid\":7,\"ts\":50,"
                                  "\"dur\":1,\"args\":{\"graph node id\":9}}]}";
        AnnotateOptions range;
        range.range = TimeRange{40000, 60000};
        const std::string sliced = exported(*joinTexts(recorded, kAnnotations), range).text;
        QCOMPARE(QByteArray::fromStdString(undone(sliced)), QByteArray::fromStdString(slice));
        // The same in two exports, and in three.
        const std::string whole = exported(*joinTexts(recorded, kAnnotations)).text;
        QCOMPARE(QByteArray::fromStdString(undone(exported(*joinAgain(whole, kAnnotations), range).text)),
                 QByteArray::fromStdString(slice));
        const std::string other = exported(*joinAgain(whole, "{\"9\":[{\"name\":\"other\",\"stream\":5}]}")).text;
        QCOMPARE(QByteArray::fromStdString(undone(exported(*joinAgain(other, "{}"), range).text)),
                 QByteArray::fromStdString(slice));
    }

    void whatCannotBeUndoneIsSaid_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("reason");
        const std::string out = exported(*joinTexts(kTrace, kAnnotations)).text;
        const auto with = [&out](std::string_view part, std::string_view other) {
            return QByteArray::fromStdString(replaced(out, part, other));
        };
        QTest::newRow("a recorded trace") << QByteArray(kTrace) << QByteArray("no export of Lanescope's");
        QTest::newRow("no record") << with("lanescopeUndo", "somethingElse") << QByteArray("is not there");
        QTest::newRow("an entry is gone") << with("\"traceEvents\": [", "\"traceEvents\": [{},")
                                          << QByteArray("it was changed since: it has 5 entries, not the 4");
        QTest::newRow("another format") << with("\"format\": 1", "\"format\": 99") << QByteArray("has format 99");
        QTest::newRow("no object") << with("\"lanescopeUndo\": {", "\"lanescopeUndo\": [], \"x\": {")
                                   << QByteArray("is damaged");
        QTest::newRow("a number beyond the entries")
            << with("\"changes\": \"1:0", "\"changes\": \"9:0") << QByteArray("is damaged (changes)");
        QTest::newRow("an inverse that is not there")
            << with("\"changes\": \"1:0", "\"changes\": \"1:7") << QByteArray("is damaged (changes)");
        QTest::newRow("a run without end")
            << with("\"changes\": \"1:0", "\"changes\": \"0:0*99999999999") << QByteArray("is damaged (changes)");
        QTest::newRow("removed text that is none")
            << with("\"removed\": [[1,\"{", "\"removed\": [[1,\"[") << QByteArray("is damaged (removed)");
        QTest::newRow("removed beyond the entries")
            << with("\"removed\": [[1,", "\"removed\": [[77,") << QByteArray("is damaged (removed)");
    }
    void whatCannotBeUndoneIsSaid()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, reason);
        const QByteArray outcome = QByteArray::fromStdString(undone(text.toStdString()));
        QVERIFY2(outcome.startsWith("error: cannot undo") && outcome.contains(reason) && !outcome.contains('\n') &&
                     !outcome.contains("litter"),
                 outcome.constData());
    }

    void torchsFormKeepsNoRecord()
    {
        AnnotateOptions torch;
        torch.mode = ExportMode::TorchCompat;
        const std::string out = exported(*joinTexts(kTrace, kAnnotations), torch).text;
        QVERIFY(out.find("lanescope") == std::string::npos);
        QVERIFY(undone(out).find("no export of Lanescope's") != std::string::npos);
        // Nor one that is no longer true.
        const std::string ours = exported(*joinTexts(kTrace, kAnnotations)).text;
        const std::string both = exported(*joinAgain(ours, kAnnotations), torch).text;
        QCOMPARE(strictJsonError(both), std::string());
        QVERIFY(both.find("lanescopeUndo") == std::string::npos);
    }

    void theExportIsNotOverwritten()
    {
        std::ofstream(path("x.json"), std::ios::binary) << exported(*joinTexts(kTrace, kAnnotations)).text;
        fs::create_hard_link(path("x.json"), path("same.json"));
        const auto trace = readChromeJson(openFile(path("x.json"), {}).value(), {}).value();
        const auto counts = undoExport(trace, path("same.json"), {});
        QVERIFY(!counts.has_value());
        QCOMPARE(counts.error().code, ErrorCode::WrongUsage);
    }

    void theDefaultNameIsNeverTheRecordedTraces_data()
    {
        QTest::addColumn<QByteArray>("exported");
        QTest::addColumn<QByteArray>("output");
        QTest::newRow("json.gz") << QByteArray("d/a.annotated.json.gz") << QByteArray("d/a.recorded.json.gz");
        QTest::newRow("json") << QByteArray("d/a.annotated.json") << QByteArray("d/a.recorded.json");
        QTest::newRow("another name") << QByteArray("x.json") << QByteArray("x.recorded.json");
        QTest::newRow("no ending") << QByteArray("x.annotated") << QByteArray("x.recorded");
    }
    void theDefaultNameIsNeverTheRecordedTraces()
    {
        QFETCH(QByteArray, exported);
        QFETCH(QByteArray, output);
        QCOMPARE(QByteArray::fromStdString(defaultUndonePath(exported.toStdString()).string()), output);
    }
};

LANESCOPE_TEST(TestUndoExport)
#include "tst_undo_export.moc"
