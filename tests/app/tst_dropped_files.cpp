// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/dropped_files.h"

#include "tests/support/test_main.h"

using lanescope::desktop::sortDroppedFiles;

class TestDroppedFiles : public QObject {
    Q_OBJECT

private slots:
    void rolesAreToldByName();
    void anExportIsATrace();
    void provenanceIsToldByItsNamesAndMayBeSeveral();
    void moreThanOneOfAKindIsCounted();
};

void TestDroppedFiles::rolesAreToldByName()
{
    const auto files =
        sortDroppedFiles({QStringLiteral("/x/kernel_annotations_rank0_1.json"), QStringLiteral("/x/a.json.gz")});
    QCOMPARE(files.trace.value_or(QString()), QStringLiteral("/x/a.json.gz"));
    QCOMPARE(files.annotations.value_or(QString()), QStringLiteral("/x/kernel_annotations_rank0_1.json"));
    QVERIFY(sortDroppedFiles({QStringLiteral("a.pkl")}).annotations.has_value());
}

void TestDroppedFiles::anExportIsATrace()
{
    QVERIFY(sortDroppedFiles({QStringLiteral("a.annotated.json")}).trace.has_value());
}

void TestDroppedFiles::provenanceIsToldByItsNamesAndMayBeSeveral()
{
    const QStringList provenance{QStringLiteral("/x/a.kernel_information.json"),
                                 QStringLiteral("inductor_provenance_tracking_kernel_stack_traces_16.json")};
    const auto files = sortDroppedFiles(QStringList{QStringLiteral("a.json")} + provenance);
    QCOMPARE(files.trace.value_or(QString()), QStringLiteral("a.json"));
    QCOMPARE(files.provenance, provenance);
    QCOMPARE(files.ignored, 0);
}

void TestDroppedFiles::moreThanOneOfAKindIsCounted()
{
    const auto files = sortDroppedFiles({QStringLiteral("a.json"), QStringLiteral("b.json"), QStringLiteral("c.json")});
    QCOMPARE(files.trace.value_or(QString()), QStringLiteral("a.json"));
    QCOMPARE(files.ignored, 2);
}

LANESCOPE_TEST(TestDroppedFiles)
#include "tst_dropped_files.moc"
