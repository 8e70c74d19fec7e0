// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/dropped_files.h"

#include "tests/support/test_main.h"

#include <QTemporaryDir>

using lanescope::desktop::sortDroppedFiles;

class TestDroppedFiles : public QObject {
    Q_OBJECT

private slots:
    void rolesAreToldByName();
    void anExportIsATrace();
    void provenanceIsToldByItsNamesAndMayBeSeveral();
    void severalTracesAreSeveral();
    void aFolderIsATraceWhateverItsName();
    void moreAnnotationFilesThanOneAreCounted();
};

void TestDroppedFiles::rolesAreToldByName()
{
    const auto files =
        sortDroppedFiles({QStringLiteral("/x/kernel_annotations_rank0_1.json"), QStringLiteral("/x/a.json.gz")});
    QCOMPARE(files.traces, QStringList{QStringLiteral("/x/a.json.gz")});
    QCOMPARE(files.annotations.value_or(QString()), QStringLiteral("/x/kernel_annotations_rank0_1.json"));
    QVERIFY(sortDroppedFiles({QStringLiteral("a.pkl")}).annotations.has_value());
}

void TestDroppedFiles::anExportIsATrace()
{
    QVERIFY(!sortDroppedFiles({QStringLiteral("a.annotated.json")}).traces.isEmpty());
}

void TestDroppedFiles::provenanceIsToldByItsNamesAndMayBeSeveral()
{
    const QStringList provenance{QStringLiteral("/x/a.kernel_information.json"),
                                 QStringLiteral("inductor_provenance_tracking_kernel_stack_traces_16.json")};
    const auto files = sortDroppedFiles(QStringList{QStringLiteral("a.json")} + provenance);
    QCOMPARE(files.traces, QStringList{QStringLiteral("a.json")});
    QCOMPARE(files.provenance, provenance);
    QCOMPARE(files.ignored, 0);
}

void TestDroppedFiles::severalTracesAreSeveral()
{
    const QStringList paths{QStringLiteral("a.json"), QStringLiteral("b.json"), QStringLiteral("c.json")};
    const auto files = sortDroppedFiles(paths);
    QCOMPARE(files.traces, paths);
    QCOMPARE(files.ignored, 0);
}

void TestDroppedFiles::aFolderIsATraceWhateverItsName()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("run_annotations"));
    QVERIFY(QDir().mkdir(path));
    QCOMPARE(sortDroppedFiles({path}).traces, QStringList{path});
}

void TestDroppedFiles::moreAnnotationFilesThanOneAreCounted()
{
    const auto files = sortDroppedFiles({QStringLiteral("a.pkl"), QStringLiteral("b.pkl"), QStringLiteral("c.pkl")});
    QCOMPARE(files.annotations.value_or(QString()), QStringLiteral("a.pkl"));
    QCOMPARE(files.ignored, 2);
}

LANESCOPE_TEST(TestDroppedFiles)
#include "tst_dropped_files.moc"
