// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/models/source_details.h"

#include "app/desktop/models/details_model.h"
#include "app/desktop/panels/message_bar.h"
#include "tests/app/open_trace_here.h"
#include "tests/support/test_main.h"

using namespace lanescope;
using namespace lanescope::desktop;

class TestSourceDetails : public QObject {
    Q_OBJECT

private slots:
    void eachStackIsALineWithItsCodeAndTheCallsAroundItBelow();
    void candidatesAreShownAsCandidates();
    void candidatesWithOneStackShowItOnce();
    void equalCandidatesStandTogether();
    void nodesAloneSayThatThereIsNoStack();
    void theFullPathIsTheTipAndWhatIsCopied();
    void anEventsOwnStackIsItsSource();
    void argsWithoutAStackAreNoSource_data();
    void argsWithoutAStackAreNoSource();
    void aKernelShowsItsSourceBeforeItsArguments();
    void filesGivenLaterAreJoinedToTheOpenTrace();
};

namespace {

constexpr const char* kStack = "  File \"/home/user/model.py\", line 94, in forward\n    for b in s.b: x = b(x)\n"
                               "  File \"/home/user/block.py\", line 12, in forward\n    h = torch.relu(x)\n";

ProvenanceRecord record(const char* kernel, std::uint64_t handle, const char* stack)
{
    ProvenanceRecord made;
    made.kernel = kernel;
    made.handle = handle;
    made.stacks.emplace_back(stack);
    return made;
}

void appendLines(const DetailNode& node, int indent, QStringList& lines)
{
    lines << QString(indent, QLatin1Char(' ')) + node.name +
                 (node.value.isEmpty() ? QString() : QStringLiteral(" = ") + node.value);
    for (const DetailNode& child : node.children)
        appendLines(child, indent + 1, lines);
}

QString asText(const DetailNode& group)
{
    QStringList lines;
    appendLines(group, 0, lines);
    return lines.join(QLatin1Char('\n'));
}

QString asText(const std::vector<const ProvenanceRecord*>& candidates)
{
    return asText(sourceGroup({candidates, ProvenanceHow::NameAlone}));
}

} // namespace

void TestSourceDetails::eachStackIsALineWithItsCodeAndTheCallsAroundItBelow()
{
    ProvenanceRecord mean = record("triton_mean", 2, kStack);
    mean.stacks.emplace_back("train.py:7:step");
    mean.postGradNodes = {"mean", "sub"};
    mean.preGradNodes = {"mean_1"};
    QCOMPARE(asText({&mean}), QStringLiteral("Source\n"
                                             " block.py:12 = h = torch.relu(x)\n"
                                             "  model.py:94 = for b in s.b: x = b(x)\n"
                                             " train.py:7 = step\n"
                                             " Post-grad nodes = mean, sub\n"
                                             " Pre-grad nodes = mean_1\n"
                                             " Found by = its name alone"));
}

void TestSourceDetails::candidatesAreShownAsCandidates()
{
    const ProvenanceRecord first = record("triton_a", 1, "a.py:12:f");
    const ProvenanceRecord second = record("triton_a", 4, "a.py:31:f");
    QCOMPARE(asText({&first, &second}), QStringLiteral("Source\n"
                                                       " Candidates = 2: the trace does not say which\n"
                                                       " 1 of 2 candidates = :1\n"
                                                       "  a.py:12 = f\n"
                                                       " 1 of 2 candidates = :4\n"
                                                       "  a.py:31 = f\n"
                                                       " Found by = its name alone"));
}

void TestSourceDetails::candidatesWithOneStackShowItOnce()
{
    const ProvenanceRecord first = record("triton_a", 1, "a.py:12:f");
    const ProvenanceRecord second = record("triton_a", 4, "a.py:12:f");
    QCOMPARE(asText({&first, &second}), QStringLiteral("Source\n Candidates = 2, all with this stack\n a.py:12 = f\n"
                                                       " Found by = its name alone"));
}

void TestSourceDetails::equalCandidatesStandTogether()
{
    const ProvenanceRecord first = record("triton_a", 1, "a.py:12:f");
    const ProvenanceRecord second = record("triton_a", 4, "a.py:31:f");
    const ProvenanceRecord third = record("triton_a", 9, "a.py:12:f");
    QVERIFY(asText({&first, &second, &third})
                .contains(QStringLiteral(" 2 of 3 candidates = :1, :9\n  a.py:12 = f\n 1 of 3 candidates = :4\n")));
}

void TestSourceDetails::nodesAloneSayThatThereIsNoStack()
{
    ProvenanceRecord nodes;
    nodes.kernel = "triton_a";
    nodes.postGradNodes = {"add"};
    QCOMPARE(asText({&nodes}), QStringLiteral("Source\n Stack = none: the provenance files have names of nodes only\n"
                                              " Post-grad nodes = add\n Found by = its name alone"));
}

void TestSourceDetails::theFullPathIsTheTipAndWhatIsCopied()
{
    const ProvenanceRecord relu = record("triton_a", 1, kStack);
    DetailsModel model;
    model.setGroups({sourceGroup({{&relu}, ProvenanceHow::Name})});
    const QModelIndex frame = model.index(0, 0, model.index(0, 0));
    QCOMPARE(model.data(frame, Qt::DisplayRole).toString(), QStringLiteral("block.py:12"));
    QCOMPARE(model.data(frame, Qt::ToolTipRole).toString(),
             QStringLiteral("/home/user/block.py:12 in forward\nh = torch.relu(x)"));
    QCOMPARE(model.textOf(frame), QStringLiteral("/home/user/block.py:12 in forward: h = torch.relu(x)\n"
                                                 "  /home/user/model.py:94 in forward: for b in s.b: x = b(x)"));
}

void TestSourceDetails::anEventsOwnStackIsItsSource()
{
    const auto source = sourceGroupOfArgs(
        "{\"name\": \"triton_a\", \"args\": {\"stream\": 7, \"stack\": [\"a.py:1:f\", \"b.py:2:g\"]}}");
    QVERIFY(source);
    QCOMPARE(asText(*source), QStringLiteral("Source\n a.py:1 = f\n b.py:2 = g\n Found by = whoever wrote the trace"));
    const auto several = sourceGroupOfArgs("{\"args\": {\"stack\": \"a.py:1:f\", \"stack_candidates\": 3}}");
    QVERIFY(several);
    QCOMPARE(asText(*several),
             QStringLiteral("Source\n Candidates = 3: the trace does not say which\n 1 of 3 candidates = the first\n"
                            "  a.py:1 = f\n Found by = whoever wrote the trace"));
}

void TestSourceDetails::argsWithoutAStackAreNoSource_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text :
         {"{}", "{\"args\": {\"stack\": 7}}", "{\"args\": {\"stack\": [1]}}", "{\"args\": 3}",
          "{\"args\": {\"stack\": [\"add_1\"]}}", "{\"stack\": [\"a.py:1:f\"]}", "", "{\"args\": {\"st"})
        QTest::newRow(text) << QByteArray(text);
}

void TestSourceDetails::argsWithoutAStackAreNoSource()
{
    QFETCH(QByteArray, text);
    QVERIFY(!sourceGroupOfArgs(text.toStdString()));
}

void TestSourceDetails::aKernelShowsItsSourceBeforeItsArguments()
{
    const LoadedTrace loaded = fixture::loadText("{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"triton_"
                                                 "a\",\"pid\":0,\"tid\":7,\"ts\":1,\"dur\":5,"
                                                 "\"args\":{\"stream\":7,\"stack\":[\"a.py:1:f\"]}}]}");
    const SliceDetails details =
        detailsOfEvent(*loaded.arrangement, fixture::eventNamed(*loaded.opened->trace, "triton_a"), JobControl());
    QStringList groups;
    for (const DetailNode& group : details.groups)
        groups << group.name;
    QCOMPARE(groups, (QStringList{"Source", "Slice", "Arguments"}));
    QCOMPARE(asText(details.groups.back()), QStringLiteral("Arguments\n stream = 7"));
}

void TestSourceDetails::filesGivenLaterAreJoinedToTheOpenTrace()
{
    const QString folder = QStringLiteral(LANESCOPE_TEST_DATA "/cases/16-provenance-versions/");
    MainWindow window;
    window.show();
    window.openFiles({folder + QStringLiteral("kernel-information/kernel_information.json")});
    QVERIFY(window.messageBar().isVisible()); // it belongs to no trace yet
    QVERIFY(window.messageBar().text().contains(QStringLiteral("kernel_information.json")));
    window.openFiles({folder + QStringLiteral("trace.json")});
    QTRY_VERIFY(window.document().hasTrace() && !window.loadJob().isRunning());
    QVERIFY(!window.document().opened()->joined->provenance);
    window.openFiles({folder + QStringLiteral("kernel-information/kernel_information.json")});
    QTRY_VERIFY(window.document().opened()->joined->provenance);
    QCOMPARE(window.document().opened()->joined->provenance->report.tritonWithStack, std::uint64_t(3));
    QVERIFY(!window.messageBar().isVisible());
}

LANESCOPE_TEST(TestSourceDetails)
#include "tst_source_details.moc"
