// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/query/search.h"

using namespace lanescope;
using namespace lanescope::test;

class TestSearch : public QObject {
    Q_OBJECT

private slots:
    void findsNamesAndAnnotationsInTheOrderOfTime_data();
    void findsNamesAndAnnotationsInTheOrderOfTime();
    void findsOnlyWhatTheFilterLeaves();
    void refusesWhatIsNoExpression_data();
    void refusesWhatIsNoExpression();
    void stopsWhenAsked();
};

namespace {

constexpr qulonglong kGraph = qulonglong(2) << 32;

// Two streams, written later one first; attn_kernel and cast are of attn, mlp_kernel of mlp. A CPU thread with a call,
// a Python frame whose name is a path, and an instant.
std::shared_ptr<const Arrangement> sampleArrangement()
{
    const QList<QByteArray> entries{
        kernel("mlp_kernel", 8, 50, 10, 1, kGraph + 2),
        kernel("attn_kernel", 7, 10, 10, 1, kGraph),
        kernel("cast", 8, 30, 10, 1, kGraph + 1),
        kernel("other<int*>", 7, 40, 10, 1, kGraph + 3),
        slice("cpu_op", "attn_launch", 1, 1, 0, 40),
        slice("python_function", "/src/a.py(3): run", 1, 1, 41, 4),
        QByteArray(R"({"ph": "i", "s": "t", "name": "attn mark", "pid": 1, "tid": 1, "ts": 45})"),
    };
    return *arrange(joinOf(traceOf(entries), R"({"8589934592": [{"name": "attn"}], "8589934593": [{"name": "attn"}],
        "8589934594": [{"name": "mlp"}]})"),
                    TrackView::Recorded, JobControl());
}

QByteArray foundText(const QByteArray& text, const FilterConditions& conditions = {})
{
    const auto arrangement = sampleArrangement();
    const auto pattern = parseSearch(text.toStdString());
    if (!pattern)
        return "refused";
    std::shared_ptr<const FilteredArrangement> filtered;
    if (conditions.isActive())
        filtered = *filterArrangement(arrangement, conditions, JobControl());
    const auto found = searchEvents(*arrangement, filtered.get(), *pattern, JobControl());
    if (!found)
        return "error";
    QByteArrayList names;
    for (const EventId event : *found)
        names << QByteArray::fromStdString(std::string(arrangement->joined->trace->name(event)));
    return names.join(", ");
}

} // namespace

void TestSearch::findsNamesAndAnnotationsInTheOrderOfTime_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("found");
    const auto row = [](const char* name, const char* text, const char* found) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(found);
    };
    row("text, any case, also of annotations and instants", "ATTN", "attn_launch, attn_kernel, cast, attn mark");
    row("glob of the whole", "*_kernel", "attn_kernel, mlp_kernel");
    row("one character", "cas?", "cast");
    row("text with a star, quoted", R"("int*")", "other<int*>");
    row("quote and backslash", R"("a\"b\\")", "");
    row("regular expression", "/^(mlp|cast)/", "cast, mlp_kernel");
    row("regular expression knows the case", "/ATTN/", "");
    row("regular expression of any case", "/ATTN_/i", "attn_launch, attn_kernel");
    row("a path is no expression", "/src/a", "/src/a.py(3): run");
    row("two slashes are a text", "//", "");
    row("nothing", "nowhere", "");
}

void TestSearch::findsNamesAndAnnotationsInTheOrderOfTime()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, found);
    QCOMPARE(foundText(text), found);
}

void TestSearch::findsOnlyWhatTheFilterLeaves()
{
    FilterConditions conditions;
    conditions.text = "stream:7";
    QCOMPARE(foundText("attn", conditions), QByteArray("attn_kernel, attn mark"));
}

void TestSearch::refusesWhatIsNoExpression_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("missing )") << QByteArray("/(a/");
    QTest::newRow("not UTF-8") << QByteArray("\xff");
    QTest::newRow("too long") << QByteArray(FilterPattern::kLongestBytes + 1, 'a');
}

void TestSearch::refusesWhatIsNoExpression()
{
    QFETCH(QByteArray, text);
    QVERIFY(!parseSearch(text.toStdString()));
}

void TestSearch::stopsWhenAsked()
{
    std::stop_source source;
    source.request_stop();
    const auto found =
        searchEvents(*sampleArrangement(), nullptr, *parseSearch("attn"), JobControl(source.get_token()));
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::Stopped);
}

LANESCOPE_TEST(TestSearch)
#include "tst_search.moc"
