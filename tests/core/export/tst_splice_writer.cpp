// SPDX-License-Identifier: Apache-2.0
#include "core/export/content_window.h"
#include "core/export/splice_writer.h"
#include "tests/core/export/exported.h"
#include "tests/support/test_main.h"
#include "tests/support/trace_text.h"

using namespace lanescope;
using namespace lanescope::test;

namespace {

// A trace of several blocks whose entries have lengths from a few bytes to more than a block.
std::string largeTrace()
{
    std::string text = "[";
    for (std::size_t i = 0; text.size() < 5 * ContentWindow::kBlockBytes; ++i) {
        const std::size_t length = i % 997 == 3 ? ContentWindow::kBlockBytes + 12345 : i * 37 % 3001;
        text += (i == 0 ? "" : ",") + std::string(R"({"name":")") +
                std::string(length, static_cast<char>('a' + i % 26)) + R"(","ts":1})";
    }
    return text + "]";
}

} // namespace

class TestSpliceWriter : public QObject {
    Q_OBJECT

private slots:
    void whatIsNotEditedIsCopiedByteForByte()
    {
        const std::string text = largeTrace();
        const auto trace = readTraceText(text).value();
        EditList edits(*trace);
        QVERIFY(spliced(*trace, edits) == text);
    }

    void everyEditLandsAtItsPlaceAcrossBlocks()
    {
        const std::string text = largeTrace();
        const auto trace = readTraceText(text).value();
        EditList edits(*trace);
        std::string expected;
        std::size_t at = 0;
        for (std::uint32_t i = 0; i < trace->eventCount(); i += 2) {
            const ByteRange bytes = trace->bytes(idAt<EventId>(i));
            edits.change({TraceTable::Events, i});
            expected += text.substr(at, bytes.offset - at) + '<' + text.substr(bytes.offset, bytes.length) + '>';
            at = bytes.end();
        }
        expected += text.substr(at);
        QVERIFY(spliced(*trace, edits) == expected);
    }

    void aWindowReadsForwardsAndBackwards()
    {
        const std::string text = largeTrace();
        OpenedFile file;
        file.content = contentInMemory(text);
        const JobControl job;
        ContentWindow window(file, job, JobStage::Writing);
        for (const ByteRange range :
             {ByteRange{5, 10}, ByteRange{15, ContentWindow::kBlockBytes}, ByteRange{0, 3},
              ByteRange{10, 3 * ContentWindow::kBlockBytes}, ByteRange{text.size() - 1, 1}, ByteRange{text.size(), 0}})
            QVERIFY(window.text(range).value() == std::string_view(text).substr(range.offset, range.length));
        const auto beyond = window.text({text.size() - 1, 2});
        QVERIFY(!beyond.has_value());
        QCOMPARE(beyond.error().code, ErrorCode::ChangedOnDisk);
        QVERIFY(!window.text({~std::uint64_t{0}, 2}).has_value());
    }

    void aStopIsNoticedInTheMiddle()
    {
        const auto trace = readTraceText(largeTrace()).value();
        EditList edits(*trace);
        QVERIFY(edits.finish().has_value());
        std::stop_source stop;
        int reports = 0;
        const JobControl job(stop.get_token(), [&](const JobProgress& progress) {
            QCOMPARE(progress.stage, JobStage::Writing);
            ++reports;
            stop.request_stop();
        });
        class None : public EntryChanger {
            void change(EntryRef, std::string_view, std::string&) override {}
        } none;
        auto out = OutputFile::create("/dev/null").value();
        const auto written = writeSpliced(*trace, edits, none, *out, job);
        QVERIFY(!written.has_value());
        QCOMPARE(written.error().code, ErrorCode::Stopped);
        QCOMPARE(reports, 1);
    }
};

LANESCOPE_TEST(TestSpliceWriter)
#include "tst_splice_writer.moc"
