// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/open/open_trace.h"
#include "core/query/stats_filter.h"

using namespace lanescope;
using namespace lanescope::test;

class TestStatsFilter : public QObject {
    Q_OBJECT

private slots:
    void aRowsFilterMatchesJustItsWork_data();
    void aRowsFilterMatchesJustItsWork();
    void filtersAreShortWherePossible();
    void aNameTooLongForAFilterStandsByItsBeginning();
};

void TestStatsFilter::aRowsFilterMatchesJustItsWork_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("by");
    for (const char* name : {"graph_fwdbwd", "moe_overlap", "two_graphs", "eager_train"}) {
        for (const char* by : {"region,phase", "module,phase", "kernel", "stream,kernel", "replay"})
            QTest::addRow("%s by %s", name, by) << QString::fromLatin1(name) << QString::fromLatin1(by);
    }
}

void TestStatsFilter::aRowsFilterMatchesJustItsWork()
{
    QFETCH(const QString, name);
    QFETCH(const QString, by);
    OpenRequest request;
    request.trace = (QStringLiteral(LANESCOPE_TEST_DATA "/real/") + name + ".pt.trace.json.gz").toStdString();
    const auto opened = openTrace(request, JobControl());
    QVERIFY(opened.has_value());
    const JoinedTrace& joined = *(*opened)->joined;
    for (const KernelNames names : {KernelNames::Full, KernelNames::Short}) {
        StatsRequest asked;
        asked.by = *statsKeysNamed(by.toStdString());
        asked.names = names;
        const StatsTable table = *statsTable(joined, asked, JobControl());
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const auto filter = filterOfRow(joined, table, row);
            QVERIFY(filter.has_value());
            const auto expression = parseFilterOption(*filter);
            QVERIFY2(expression.has_value(), filter->c_str());
            const EventMask mask = *matchingEvents(joined, *expression, JobControl());
            std::vector<EventId> matching;
            for (std::size_t i = 0; i < joined.trace->eventCount(); ++i) {
                if (mask[idAt<EventId>(i)] && joined.trace->isGpuWork(idAt<EventId>(i)))
                    matching.push_back(idAt<EventId>(i));
            }
            std::vector<EventId> work = table.workOf(row);
            std::sort(work.begin(), work.end());
            QVERIFY2(matching == work, filter->c_str());
        }
    }
}

void TestStatsFilter::filtersAreShortWherePossible()
{
    constexpr qulonglong kGraph = qulonglong(2) << 32;
    const auto joined = joinOf(traceOf({kernel("a b", 7, 0, 10, 1, kGraph + 1), kernel("c", 7, 20, 10, 2)}),
                               R"({"8589934593": [{"name": "x", "module": "m.0.attn"}]})");
    StatsRequest request;
    const auto filters = [&](const std::vector<StatsKey>& by) {
        request.by = by;
        const StatsTable table = *statsTable(*joined, request, JobControl());
        QByteArrayList list;
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            list << QByteArray::fromStdString(*filterOfRow(*joined, table, row));
        std::sort(list.begin(), list.end());
        return list.join(" | ");
    };
    QCOMPARE(filters({StatsKey::Region}), QByteArray("-ann:* | ann:x"));
    QCOMPARE(filters({StatsKey::Module}), QByteArray("-module:* | module:m.0.attn"));
    QCOMPARE(filters({StatsKey::Replay}), QByteArray("-replay:0.. | graph:2 replay:0"));
    QCOMPARE(filters({StatsKey::Stream}), QByteArray("stream:7 device:0"));
    QCOMPARE(filters({StatsKey::Phase, StatsKey::Kernel}),
             QByteArray("phase:forward | phase:forward name:\"a b\" | phase:none | phase:none name:c"));
}

void TestStatsFilter::aNameTooLongForAFilterStandsByItsBeginning()
{
    const QByteArray name = "void f<" + QByteArray(2000, 'x') + ">(int)";
    const auto joined = joinOf(traceOf({kernel(name.constData(), 7, 0, 10, 1), kernel("g", 7, 20, 10, 2)}), nullptr);
    StatsRequest request;
    request.by = {StatsKey::Kernel};
    const StatsTable table = *statsTable(*joined, request, JobControl());
    const std::size_t row = table.rows[0].name == "g" ? 1 : 0;
    const EventMask mask =
        *matchingEvents(*joined, *parseFilterOption(*filterOfRow(*joined, table, row)), JobControl());
    QVERIFY(mask[EventId{0}]);
    QVERIFY(!mask[EventId{1}]);
}

LANESCOPE_TEST(TestStatsFilter)
#include "tst_stats_filter.moc"
