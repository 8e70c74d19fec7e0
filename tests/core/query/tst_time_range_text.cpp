// SPDX-License-Identifier: Apache-2.0
#include "core/query/time_range_text.h"
#include "tests/support/test_main.h"
#include "tests/support/trace_text.h"

using namespace lanescope;
using namespace lanescope::test;

namespace {

QString endText(const std::optional<TimeRangeText::End>& end)
{
    return end ? (end->isFileTime ? "@" : "") + QString::number(end->ns) : QString("open");
}

} // namespace

class TestTimeRangeText : public QObject {
    Q_OBJECT

private slots:
    void rangesAreReadExactly_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("begin");
        QTest::addColumn<QString>("end");
        QTest::newRow("milliseconds") << QByteArray("1.5ms:20ms") << "1500000"
                                      << "20000000";
        QTest::newRow("nothing before zero needs a unit") << QByteArray("0:1s") << "0"
                                                          << "1000000000";
        QTest::newRow("all units") << QByteArray("7ns:3us") << "7"
                                   << "3000";
        QTest::newRow("micro sign") << QByteArray("2\xc2\xb5s:3\xce\xbcs") << "2000"
                                    << "3000";
        QTest::newRow("minutes") << QByteArray("0.5min:2 min") << "30000000000"
                                 << "120000000000";
        QTest::newRow("open end") << QByteArray("2s:") << "2000000000"
                                  << "open";
        QTest::newRow("open begin") << QByteArray(":800us") << "open"
                                    << "800000";
        QTest::newRow("all") << QByteArray(":") << "open"
                             << "open";
        QTest::newRow("negative") << QByteArray("-2us:-1us") << "-2000"
                                  << "-1000";
        QTest::newRow("as the file counts")
            << QByteArray("@1730000000.000000001s:@1730000001s") << "@1730000000000000001"
            << "@1730000001000000000";
        QTest::newRow("mixed") << QByteArray("@5us:1ms") << "@5000"
                               << "1000000";
        QTest::newRow("spaces") << QByteArray(" 1 ms : 2 ms ") << "1000000"
                                << "2000000";
    }
    void rangesAreReadExactly()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, begin);
        QFETCH(QString, end);
        const auto range = parseTimeRange(text.toStdString());
        QVERIFY2(range.has_value(), range.has_value() ? "" : range.error().message.c_str());
        QCOMPARE(endText(range->begin), begin);
        QCOMPARE(endText(range->end), end);
    }

    void anythingElseIsOneClearLine_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("empty") << QByteArray("") << QByteArray("no \":\"");
        QTest::newRow("one time") << QByteArray("5ms") << QByteArray("no \":\"");
        QTest::newRow("no unit") << QByteArray("5:20ms") << QByteArray("\"5\" has no unit");
        QTest::newRow("unknown unit") << QByteArray("5h:6h") << QByteArray("\"5h\" is no time");
        QTest::newRow("no number") << QByteArray("ms:6ms") << QByteArray("\"ms\" is no time");
        QTest::newRow("two points") << QByteArray("1.2.3ms:6ms") << QByteArray("\"1.2.3ms\" is no time");
        QTest::newRow("exponent") << QByteArray("1e3ms:6ms") << QByteArray("\"1e3ms\" is no time");
        QTest::newRow("three times") << QByteArray("1ms:2ms:3ms") << QByteArray("\"2ms:3ms\" is no time");
        QTest::newRow("backwards") << QByteArray("6ms:5ms") << QByteArray("ends before it begins");
        QTest::newRow("nothing between") << QByteArray("5ms:5ms") << QByteArray("ends before it begins");
        QTest::newRow("too large") << QByteArray("1ms:9999999999s") << QByteArray("\"9999999999s\" is too large");
        QTest::newRow("too large in minutes") << QByteArray("1ms:999999999min") << QByteArray("is too large");
        QTest::newRow("a lone @") << QByteArray("@:5ms") << QByteArray("\"\" has no unit");
    }
    void anythingElseIsOneClearLine()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, reason);
        const auto range = parseTimeRange(text.toStdString());
        QVERIFY(!range.has_value());
        QCOMPARE(range.error().code, ErrorCode::WrongUsage);
        const QByteArray message = QByteArray::fromStdString(range.error().message);
        QVERIFY2(message.contains(reason) && !message.contains('\n'), message.constData());
    }

    void rangesArePlacedOnATrace()
    {
        // From 1,000,000 ns to 1,010,000 ns as the file counts, so the trace's start is there.
        const auto trace = readTraceText(R"([{"ph":"X","ts":1000,"dur":2},{"ph":"i","ts":1010}])").value();
        const auto placed = [&trace](const char* text) {
            const auto range = placeTimeRange(parseTimeRange(text).value(), *trace);
            return range ? QString("%1 %2").arg(range->beginNs).arg(range->endNs) : QString("error");
        };
        QCOMPARE(placed("1us:3us"), QString("1000 3000"));
        QCOMPARE(placed("@1001us:@1.005ms"), QString("1000 5000"));
        QCOMPARE(placed(":"), QString("0 10001")); // the last instant included
        QCOMPARE(placed("@1.002ms:"), QString("2000 10001"));
        QCOMPARE(placed("@1.005ms:3us"), QString("error"));
        QCOMPARE(placed("1s:"), QString("error"));
    }
};

LANESCOPE_TEST(TestTimeRangeText)
#include "tst_time_range_text.moc"
