// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/discover_provenance.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTemporaryDir>

using namespace lanescope;

class TestDiscoverProvenance : public QObject {
    Q_OBJECT

private slots:
    void filesOfTheTraceAreFoundByTheirNames_data();
    void filesOfTheTraceAreFoundByTheirNames();
    void aFolderThatIsNotThereHasNone();
};

void TestDiscoverProvenance::filesOfTheTraceAreFoundByTheirNames_data()
{
    QTest::addColumn<QByteArrayList>("files");
    QTest::addColumn<int>("rank"); // -1: not told by the trace
    QTest::addColumn<QByteArrayList>("found");
    const QByteArray stacks = "inductor_provenance_tracking_kernel_stack_traces";
    QTest::newRow("named after the trace")
        << QByteArrayList{"run.forward." + stacks + ".json", "run.kernel_information.json.gz"} << -1
        << QByteArrayList{"run.forward." + stacks + ".json", "run.kernel_information.json.gz"};
    QTest::newRow("named after nothing, tlparse's number")
        << QByteArrayList{stacks + "_16.json", "inductor_triton_kernel_to_post_grad_nodes.json"} << -1
        << QByteArrayList{stacks + "_16.json", "inductor_triton_kernel_to_post_grad_nodes.json"};
    QTest::newRow("named ones alone where there are any")
        << QByteArrayList{"run.kernel_information.json", "kernel_information.json"} << -1
        << QByteArrayList{"run.kernel_information.json"};
    QTest::newRow("another trace's, also one of a longer name")
        << QByteArrayList{"ru.kernel_information.json", "run2.kernel_information.json", "other.kernel_information.json"}
        << -1 << QByteArrayList{};
    QTest::newRow("another rank's") << QByteArrayList{"kernel_information_rank1.json", "kernel_information_rank10.json"}
                                    << 1 << QByteArrayList{"kernel_information_rank1.json"};
    QTest::newRow("other files") << QByteArrayList{"kernel_information.txt", "run.annotations.json", "information.json"}
                                 << -1 << QByteArrayList{};
}

void TestDiscoverProvenance::filesOfTheTraceAreFoundByTheirNames()
{
    QFETCH(QByteArrayList, files);
    QFETCH(int, rank);
    QTemporaryDir folder;
    for (const QByteArray& name : files + QByteArrayList{"run.pt.trace.json.gz"}) {
        QFile file(folder.filePath(QString::fromUtf8(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    QByteArrayList found;
    for (const auto& path : findProvenanceFor(folder.filePath("run.pt.trace.json.gz").toStdString(),
                                              rank < 0 ? std::nullopt : std::optional<std::int64_t>(rank)))
        found << QByteArray::fromStdString(path.filename().string());
    QTEST(found, "found");
}

void TestDiscoverProvenance::aFolderThatIsNotThereHasNone()
{
    QVERIFY(findProvenanceFor("/no/such/folder/run.json", std::nullopt).empty());
}

LANESCOPE_TEST(TestDiscoverProvenance)
#include "tst_discover_provenance.moc"
