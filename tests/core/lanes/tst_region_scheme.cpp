// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/region_scheme.h"
#include "tests/core/lanes/sample_trace.h"
#include "tests/support/test_main.h"

using namespace lanescope;
using namespace lanescope::test;

namespace {

using Work = std::vector<SampleAnnotation>; // one piece of work each, 10 ns long

std::shared_ptr<const JoinedTrace> joinedWith(const Work& work)
{
    std::vector<SampleEvent> events;
    std::map<std::size_t, SampleAnnotation> annotations;
    for (std::size_t i = 0; i < work.size(); ++i) {
        events.push_back({"k", static_cast<TimeNs>(10 * i), 10});
        annotations.emplace(i, work[i]);
    }
    return joinedOf(traceOf(events), annotations);
}

// "a > b; c": the bars of each piece of work, outermost first.
QString chainsAsText(const JoinedTrace& joined)
{
    const RegionScheme scheme(joined);
    QStringList texts;
    for (const std::uint32_t annotation : joined.annotationOf) {
        QStringList chain;
        for (const std::uint32_t title : scheme.chain(annotation))
            chain << QString::fromStdString(scheme.titles()[title].text);
        texts << chain.join(u" > ");
    }
    return texts.join(u"; ");
}

QString titlesAsText(const JoinedTrace& joined)
{
    QStringList texts;
    const RegionScheme scheme(joined);
    for (const RegionTitle& title : scheme.titles())
        texts << QStringLiteral("%1%2 %3 %4ns")
                     .arg(QString::fromStdString(title.text), title.isModuleParent ? "*" : "")
                     .arg(title.workCount)
                     .arg(title.totalNs);
    return texts.join(u"; ");
}

} // namespace

Q_DECLARE_METATYPE(Work)

class TestRegionScheme : public QObject {
    Q_OBJECT
private slots:
    void parentsComeFromModulePaths_data();
    void parentsComeFromModulePaths();
    void titlesComeInNaturalOrderWithTheirWork();
    void annotationsWithoutWorkMakeNoTitle();
    void aTraceWithoutAnnotationsHasNoTitles();
    void numbersInTextsAreCompared_data();
    void numbersInTextsAreCompared();
};

void TestRegionScheme::parentsComeFromModulePaths_data()
{
    QTest::addColumn<Work>("work");
    QTest::addColumn<QString>("chains");
    QTest::newRow("no module") << Work{named("router")} << "router";
    QTest::newRow("a layer's parts") << Work{named("layer_5.attn", "layers.5.attn"),
                                             named("layer_5.mlp", "layers.5.mlp")}
                                     << "layers.5 > layer_5.attn; layers.5 > layer_5.mlp";
    QTest::newRow("a numbered container is no bar")
        << Work{named("layer_0", "b.0"), named("layer_1", "b.1")} << "layer_0; layer_1";
    QTest::newRow("a parent with one child only") << Work{named("attn0", "layers.0.attn")} << "attn0";
    QTest::newRow("a parent of one child that occurs elsewhere too")
        << Work{named("attn", "layers.0.attn"), named("attn", "layers.1.attn")} << "layers.0 > attn; layers.1 > attn";
    QTest::newRow("two levels") << Work{named("a", "model.layers.0.attn.q"), named("b", "model.layers.0.attn.k"),
                                        named("c", "model.layers.0.mlp"), named("d", "model.head")}
                                << "model > model.layers.0 > model.layers.0.attn > a; "
                                   "model > model.layers.0 > model.layers.0.attn > b; model > model.layers.0 > c; "
                                   "model > d";
    QTest::newRow("a parent goes by the title of its own work")
        << Work{named("layer_0", "layers.0"), named("layer_0.attn", "layers.0.attn")}
        << "layer_0; layer_0 > layer_0.attn";
    QTest::newRow("not when there are two such titles")
        << Work{named("a", "m"), named("b", "m"), named("c", "m.x"), named("d", "m.y")} << "a; b; m > c; m > d";
    QTest::newRow("fused work lies in what both share")
        << Work{named("fused", "layers.0.attn.q + layers.0.mlp.up"), named("q", "layers.0.attn.q"),
                named("k", "layers.0.attn.k")}
        << "layers.0 > fused; layers.0 > layers.0.attn > q; layers.0 > layers.0.attn > k";
    QTest::newRow("dots at the ends") << Work{named("a", ".x."), named("b", "..")} << "a; b";
}

void TestRegionScheme::parentsComeFromModulePaths()
{
    QFETCH(Work, work);
    QTEST(chainsAsText(*joinedWith(work)), "chains");
}

void TestRegionScheme::titlesComeInNaturalOrderWithTheirWork()
{
    const auto joined = joinedWith({named("layer_10", "m.10.a"), named("layer_2", "m.2.a"), named("layer_2b", "m.2.b"),
                                    named("layer_2", "m.2.a"), named("embed")});
    QCOMPARE(titlesAsText(*joined),
             QStringLiteral("embed 1 10ns; layer_2 2 20ns; layer_2b 1 10ns; layer_10 1 10ns; m.2* 3 30ns"));
}

void TestRegionScheme::annotationsWithoutWorkMakeNoTitle()
{
    auto joined = std::make_shared<JoinedTrace>(*joinedWith({named("a"), named("b")}));
    joined->annotationOf[1] = JoinedTrace::kNone;
    QCOMPARE(titlesAsText(*joined), QStringLiteral("a 1 10ns"));
}

void TestRegionScheme::aTraceWithoutAnnotationsHasNoTitles()
{
    auto joined = std::make_shared<JoinedTrace>(*joinedWith({named("a")}));
    joined->annotations = nullptr;
    const RegionScheme scheme(*joined);
    QVERIFY(scheme.titles().empty());
    QVERIFY(scheme.chain(0).empty());
}

void TestRegionScheme::numbersInTextsAreCompared_data()
{
    QTest::addColumn<QString>("ordered");
    QTest::newRow("digits") << "layer_2 layer_10";
    QTest::newRow("two numbers") << "l1.h9 l1.h10 l2.h1";
    QTest::newRow("a beginning") << "attn attn_1";
    QTest::newRow("leading zeros") << "a01 a1 a02 a2";
    QTest::newRow("longer than any integer") << "a99999999999999999999998 a99999999999999999999999";
    QTest::newRow("digits before letters") << "1 a";
    QTest::newRow("bytes above 127 last") << "z é";
}

void TestRegionScheme::numbersInTextsAreCompared()
{
    QFETCH(QString, ordered);
    const QStringList texts = ordered.split(u' ');
    for (int i = 0; i < texts.size(); ++i) {
        for (int k = 0; k < texts.size(); ++k)
            QCOMPARE(comesBefore(texts[i].toStdString(), texts[k].toStdString()), i < k);
    }
}

LANESCOPE_TEST(TestRegionScheme)
#include "tst_region_scheme.moc"
