// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/slice_looks.h"
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

using namespace lanescope;
using namespace lanescope::test;

class TestSliceLooks : public QObject {
    Q_OBJECT

private slots:
    void workLooksLikeItsAnnotation();
    void othersLookLikeTheirCategoryAndName();
    void moreLooksThanNumbersAreNotNumbered();
};

namespace {

std::shared_ptr<const JoinedTrace> joinTexts(const QByteArray& trace, const char* annotations = "{}")
{
    auto set = readAnnotationsJson(annotations);
    auto read = readTraceText(trace.toStdString());
    return *joinTrace(*std::move(read), std::make_shared<AnnotationSet>(*std::move(set)), JobControl());
}

// The number of each event, in file order: equal numbers look alike.
QByteArray numbersOf(const JoinedTrace& joined)
{
    const auto looks = SliceLooks::of(joined, JobControl());
    QByteArray text;
    for (std::size_t i = 0; i < joined.trace->eventCount(); ++i)
        text += QByteArray::number(looks->numberOf(idAt<EventId>(i))) + ' ';
    return text.trimmed();
}

} // namespace

void TestSliceLooks::workLooksLikeItsAnnotation()
{
    const auto work = [](const char* name, int at, qulonglong node) { return kernel(name, 7, at, 1, 1, node); };
    const qulonglong exec = qulonglong(2) << 32;
    const auto joined =
        joinTexts("[" + work("a", 0, exec + 1) + "," + work("b", 2, exec + 2) + "," + work("a", 4, exec + 3) + "," +
                      work("a", 6, exec + 4) + "," + work("a", 8, exec + 5) + "]",
                  R"({"8589934593": "x", "8589934594": "x", "8589934595": "y",
                                      "8589934596": {"name": "x", "autograd_phase": "backward"}})");
    QCOMPARE(numbersOf(*joined), QByteArray("0 0 1 2 3"));
    const auto looks = SliceLooks::of(*joined, JobControl());
    QCOMPARE(looks->count(), std::size_t{4});
    QCOMPARE(looks->exampleOf(2), idAt<EventId>(3));
}

void TestSliceLooks::othersLookLikeTheirCategoryAndName()
{
    const auto joined = joinTexts(R"([{"ph":"X","cat":"c","name":"a","ts":1,"dur":1},
        {"ph":"X","cat":"c","name":"b","ts":2,"dur":1}, {"ph":"X","cat":"d","name":"a","ts":3,"dur":1},
        {"ph":"X","cat":"c","name":"a","ts":4,"dur":9,"pid":3}])");
    QCOMPARE(numbersOf(*joined), QByteArray("0 1 2 0"));
}

void TestSliceLooks::moreLooksThanNumbersAreNotNumbered()
{
    QByteArray text = "[";
    for (int i = 0; i < 65'537; ++i)
        text +=
            "{\"ph\":\"X\",\"name\":\"" + QByteArray::number(i) + "\",\"ts\":" + QByteArray::number(i) + ",\"dur\":1},";
    text += R"({"ph":"X","name":"3","ts":70000,"dur":1}])";
    const auto joined = joinTexts(text);
    const auto looks = SliceLooks::of(*joined, JobControl());
    QCOMPARE(looks->count(), std::size_t{65'535});
    QCOMPARE(looks->numberOf(idAt<EventId>(65'534)), std::uint16_t{65'534});
    QCOMPARE(looks->numberOf(idAt<EventId>(65'535)), SliceLooks::kUnnumbered);
    QCOMPARE(looks->numberOf(idAt<EventId>(65'536)), SliceLooks::kUnnumbered);
    QCOMPARE(looks->numberOf(idAt<EventId>(65'537)), std::uint16_t{3});
}

LANESCOPE_TEST(TestSliceLooks)
#include "tst_slice_looks.moc"
