// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/read_lanescope_annotations.h"
#include "core/join/body_keys.h"
#include "tests/support/test_main.h"
#include "tests/support/trace_text.h"

#include <fmt/format.h>

using namespace lanescope;
using namespace lanescope::test;

namespace {

// k1 IF[k2 C(k3 k4) k5 | k6 memset] k8, instantiated twice. Numbers by the rule: k1 0, IF 1, k8 2; k2 3, C 4, k5 5; k6
// 6, memset 7; k3 8, k4 9.
std::string annotationFile(const char* kernelOfNode3 = "k<2>(float*)")
{
    return fmt::format(
        R"json({{"lanescope_annotations":1,"graphs":[{{"id":2,"exec_ids":[5,9],"all_nodes":true,"next_node":3,
"regions":[{{"annotations":[{{"name":"outer"}}]}},{{"annotations":[{{"name":"then"}}]}},{{"annotations":[{{"name":"deep"}}]}},
 {{"annotations":[{{"name":"else"}}]}}],
"kernels":[{{"name":"k<1>(float*)"}},{{"name":"{}","mangled":"_Z1kILi2EEvPf"}},{{"name":"k<3>(float*)"}},
 {{"name":"k<4>(float*)"}},{{"name":"k<5>(float*)"}},{{"name":"k<6>(float*)"}}],
"nodes":[{{"id":0,"kind":"kernel","kernel":0,"region":0}},
 {{"id":1,"kind":"conditional","bodies":[
  {{"graph":3,"next_node":3,"nodes":[{{"id":0,"kind":"kernel","kernel":1,"region":1}},
    {{"id":1,"kind":"child_graph","bodies":[{{"graph":4,"next_node":2,"nodes":[
      {{"id":0,"kind":"kernel","kernel":2,"region":2}},{{"id":1,"kind":"kernel","kernel":3,"region":2}}]}}]}},
    {{"id":2,"kind":"kernel","kernel":4,"region":1}}]}},
  {{"graph":6,"next_node":2,"nodes":[{{"id":0,"kind":"kernel","kernel":5,"region":3}},
    {{"id":1,"kind":"memset","region":3}}]}}]}},
 {{"id":2,"kind":"kernel","kernel":0}}]}}]}})json",
        kernelOfNode3);
}

struct Work {
    const char* name;
    std::uint64_t exec;
    int node;
    const char* category = "kernel";
};

std::shared_ptr<const Trace> traceOf(const std::vector<Work>& work)
{
    std::string text = "[";
    for (const Work& one : work)
        text += fmt::format(
            R"({{"ph":"X","cat":"{}","name":"{}","pid":0,"tid":7,"ts":1,"dur":1,"args":{{"graph node id":{}}}}},)",
            one.category, one.name, (one.exec << 32) | static_cast<std::uint64_t>(one.node));
    text.back() = ']';
    return readTraceText(text).value();
}

// "exec:node=title …" of the nodes that got an annotation from bodies.
QString titles(const AnnotationSet& set, std::uint64_t exec)
{
    QStringList list;
    for (std::uint64_t node = 3; node < 12; ++node) {
        if (const Annotation* annotation = set.find((exec << 32) | node))
            list += QString("%1=%2").arg(node).arg(QString::fromStdString(annotation->title()));
    }
    return list.join(' ');
}

std::shared_ptr<const AnnotationSet> setOf(const std::string& file)
{
    return std::make_shared<const AnnotationSet>(readLanescopeAnnotations(file).value());
}

} // namespace

class TestBodyKeys : public QObject {
    Q_OBJECT

private slots:
    void aBodyWhoseKernelsAgreeIsAnnotated();
    void aBranchThatWasNotTakenNeedsNothing();
    void aBodyWithAnotherKernelStaysWithoutAnnotations();
    void eachExecGraphIsJudgedForItself();
    void mangledNamesAndOtherSpacesAgree();
    void aMemsetMayRunAsAKernelOfTheDriver();
    void withoutAllNodesNothingIsNumbered();
    void aDamagedBodyCostsTheBodiesOfItsGraph();
    void aSetWithoutBodiesIsTheSame();
};

void TestBodyKeys::aBodyWhoseKernelsAgreeIsAnnotated()
{
    const auto trace = traceOf({{"k<1>(float*)", 5, 0},
                                {"k<2>(float*)", 5, 3},
                                {"k<3>(float*)", 5, 8},
                                {"k<4>(float*)", 5, 9},
                                {"k<5>(float*)", 5, 5},
                                {"k<6>(float*)", 5, 6}});
    const auto set = annotationsWithBodies(*trace, setOf(annotationFile()));
    QCOMPARE(titles(*set, 5), QString("3=then 5=then 6=else 7=else 8=deep 9=deep"));
    QVERIFY(set->report.isClean());
}

void TestBodyKeys::aBranchThatWasNotTakenNeedsNothing()
{
    const auto trace = traceOf({{"k<2>(float*)", 5, 3}});
    const auto set = annotationsWithBodies(*trace, setOf(annotationFile()));
    QCOMPARE(titles(*set, 5), QString("3=then 5=then"));
    QVERIFY(set->report.isClean());
}

void TestBodyKeys::aBodyWithAnotherKernelStaysWithoutAnnotations()
{
    const auto trace = traceOf({{"k<2>(float*)", 5, 3}, {"k<7>(float*)", 5, 5}, {"k<3>(float*)", 5, 8}});
    const auto set = annotationsWithBodies(*trace, setOf(annotationFile()));
    QCOMPARE(titles(*set, 5), QString("8=deep 9=deep"));
    const Finding* finding = set->report.find("nested-graph-differs");
    QVERIFY(finding != nullptr);
    QCOMPARE(finding->count, std::uint64_t{1});
    QVERIFY2(finding->message.find("branch 1 of node 1 of graph 2: node 5 of exec graph 5 shows \"k<7>(float*)\" where "
                                   "\"k<5>(float*)\" was recorded") != std::string::npos,
             finding->message.c_str());
}

void TestBodyKeys::eachExecGraphIsJudgedForItself()
{
    const auto trace = traceOf({{"k<2>(float*)", 5, 3}, {"other", 9, 3}});
    const auto set = annotationsWithBodies(*trace, setOf(annotationFile()));
    QCOMPARE(titles(*set, 5), QString("3=then 5=then"));
    QCOMPARE(titles(*set, 9), QString());
}

void TestBodyKeys::mangledNamesAndOtherSpacesAgree()
{
    const auto mangled = traceOf({{"_Z1kILi2EEvPf", 5, 3}});
    QCOMPARE(titles(*annotationsWithBodies(*mangled, setOf(annotationFile())), 5), QString("3=then 5=then"));
    const auto spaced = traceOf({{"k<a<b> >(float *)", 5, 3}});
    QCOMPARE(titles(*annotationsWithBodies(*spaced, setOf(annotationFile("k<a<b>>(float*)"))), 5),
             QString("3=then 5=then"));
}

void TestBodyKeys::aMemsetMayRunAsAKernelOfTheDriver()
{
    const auto trace = traceOf({{"memset32", 5, 7}, {"k<6>(float*)", 5, 6}});
    QCOMPARE(titles(*annotationsWithBodies(*trace, setOf(annotationFile())), 5), QString("6=else 7=else"));
    const auto copied = traceOf({{"Memset (Device)", 5, 7, "gpu_memset"}});
    QCOMPARE(titles(*annotationsWithBodies(*copied, setOf(annotationFile())), 5), QString("6=else 7=else"));
    // A memset where a kernel was recorded is another graph.
    const auto other = traceOf({{"Memset (Device)", 5, 6, "gpu_memset"}});
    QCOMPARE(titles(*annotationsWithBodies(*other, setOf(annotationFile())), 5), QString());
}

void TestBodyKeys::withoutAllNodesNothingIsNumbered()
{
    std::string file = annotationFile();
    file.replace(file.find("\"all_nodes\":true"), 16, "\"all_nodes\":false");
    const auto set = setOf(file);
    QVERIFY(set->bodies.empty());
    QVERIFY(set->report.find("annotation-file-damaged") != nullptr);
    QVERIFY(set->find((std::uint64_t{5} << 32) | 0) != nullptr); // the rest holds
}

void TestBodyKeys::aDamagedBodyCostsTheBodiesOfItsGraph()
{
    std::string file = annotationFile();
    file.replace(file.find("\"nodes\":", file.find("\"graph\":4")), 8, "\"Nodes\":");
    const auto set = setOf(file);
    QVERIFY(set->bodies.empty());
    QVERIFY(set->report.find("annotation-file-damaged") != nullptr);
    QVERIFY(set->find((std::uint64_t{5} << 32) | 0) != nullptr);
}

void TestBodyKeys::aSetWithoutBodiesIsTheSame()
{
    const auto trace = traceOf({{"k", 5, 0}});
    const auto set = std::make_shared<const AnnotationSet>();
    QVERIFY(annotationsWithBodies(*trace, set) == set);
    QVERIFY(annotationsWithBodies(*trace, nullptr) == nullptr);
}

LANESCOPE_TEST(TestBodyKeys)
#include "tst_body_keys.moc"
