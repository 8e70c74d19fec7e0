// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/query/filter_completion.h"

using namespace lanescope;
using namespace lanescope::test;

class TestFilterCompletion : public QObject {
    Q_OBJECT

private slots:
    void offersWhatTheWordCanBecome_data();
    void offersWhatTheWordCanBecome();
    void theVocabularyIsWhatTheTraceHas();
};

// The text with the word to be replaced in [], then what could stand there.
static QByteArray offered(const QByteArray& text, qsizetype at)
{
    FilterVocabulary vocabulary;
    vocabulary.values[FilterKey::Annotation] = {"layer_1", "layer_10", "my layer"};
    vocabulary.values[FilterKey::Phase] = {"none", "forward", "backward"};
    vocabulary.values[FilterKey::Stream] = {"7", "20"};
    const FilterCompletions completions = completeFilter(text.toStdString(), std::size_t(at), vocabulary);
    QByteArray result = text;
    result.insert(qsizetype(completions.end), ']').insert(qsizetype(completions.begin), '[');
    for (const FilterCompletion& completion : completions.list)
        result += " | " + QByteArray::fromStdString(completion.text);
    return result;
}

void TestFilterCompletion::offersWhatTheWordCanBecome_data()
{
    QTest::addColumn<QByteArray>("text"); // ^ is the cursor
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* text, const char* expected) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(expected);
    };
    row("st^", "[st] | stream:");
    row("P^", "[P] | phase: | process:");
    row("du^", "[du] | dur>");
    row("laye^", "[laye] | ann:layer_1 | ann:layer_10 | ann:\"my layer\"");
    row("ann:^", "[ann:] | ann:layer_1 | ann:layer_10 | ann:\"my layer\"");
    row("ann:LAYER_1^", "[ann:LAYER_1] | ann:layer_1 | ann:layer_10");
    row("ann:\"my l^", "[ann:\"my l] | ann:\"my layer\"");
    row("gemm -phase:b^ x", "gemm -[phase:b] x | phase:backward");
    row("(stream:^) y", "([stream:]) y | stream:7 | stream:20");
    row("phase:fo^rw OR a", "[phase:forw] OR a | phase:forward");
    row("phase:x^", "[phase:x]");
    row("/st^", "[/st]");
    row("dur:1^", "[dur:1]");
    row("at::na^", "[at::na]");
}

void TestFilterCompletion::offersWhatTheWordCanBecome()
{
    QFETCH(QByteArray, text);
    QFETCH(const QByteArray, expected);
    const qsizetype at = text.indexOf('^');
    QCOMPARE(offered(text.remove(at, 1), at), expected);
}

void TestFilterCompletion::theVocabularyIsWhatTheTraceHas()
{
    constexpr qulonglong kGraph = qulonglong(2) << 32;
    const auto joined =
        joinOf(traceOf({kernel("a", 20, 0, 1, 1, kGraph + 1), kernel("b", 7, 2, 1, 1, kGraph + 2),
                        slice("cpu_op", "op", 31, 5, 0, 9)}),
               R"({"8589934593": [{"name": "x_10", "module": "m.1"}], "8589934594": [{"name": "x_9"}]})");
    const auto arrangement = *arrange(joined, TrackView::Recorded, JobControl());
    const auto vocabulary = filterVocabulary(*arrangement, JobControl());
    QVERIFY(vocabulary.has_value());
    const auto values = [&](FilterKey key) {
        QByteArrayList list;
        for (const std::string& value : vocabulary->values.at(key))
            list << QByteArray::fromStdString(value);
        return list.join(' ');
    };
    QCOMPARE(values(FilterKey::Annotation), QByteArray("x_9 x_10"));
    QCOMPARE(values(FilterKey::Module), QByteArray("m.1"));
    QCOMPARE(values(FilterKey::Category), QByteArray("cpu_op kernel"));
    QCOMPARE(values(FilterKey::Stream), QByteArray("7 20"));
    QCOMPARE(values(FilterKey::Device), QByteArray("0"));
    QCOMPARE(values(FilterKey::Graph), QByteArray("2"));
    QCOMPARE(values(FilterKey::Track), QByteArray("thread 5"));
    QVERIFY(vocabulary->values.at(FilterKey::Phase) == std::vector<std::string>({"none", "forward"}));
}

LANESCOPE_TEST(TestFilterCompletion)
#include "tst_filter_completion.moc"
