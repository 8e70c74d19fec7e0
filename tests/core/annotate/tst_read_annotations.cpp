// SPDX-License-Identifier: Apache-2.0
#include "tests/core/annotate/annotation_text.h"
#include "tests/support/test_main.h"

#include "core/annotate/read_annotations.h"

#include <QTemporaryDir>

using namespace lanescope;
using namespace lanescope::test;

class TestReadAnnotations : public QObject {
    Q_OBJECT

private slots:
    void aFileTellsItsPathHashAndRank();
    void aFileIsToldByItsContent_data();
    void aFileIsToldByItsContent();
    void aMissingFileIsNotFound();
    void realFilesAreReadWhole_data();
    void realFilesAreReadWhole();

private:
    QString write(const QString& name, const QByteArray& content);

    QTemporaryDir m_folder;
};

QString TestReadAnnotations::write(const QString& name, const QByteArray& content)
{
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write a test file");
    return file.fileName();
}

void TestReadAnnotations::aFileTellsItsPathHashAndRank()
{
    const QString path = write("kernel_annotations_rank12_x.json", R"({"7": ["a"]})");
    const auto set = readAnnotations(path.toStdString(), JobControl());
    QVERIFY(set.has_value());
    QCOMPARE(set->path.string(), path.toStdString());
    QCOMPARE(set->rank, std::optional<std::int64_t>(12));
    QCOMPARE(set->origin, AnnotationOrigin::File);
    // FNV-1a of {"7": ["a"]} by the published constants.
    std::uint64_t hash = 14695981039346656037U;
    for (const char c : std::string(R"({"7": ["a"]})"))
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    QCOMPARE(QByteArray::fromStdString(set->contentHash),
             "fnv1a64:" + QByteArray::number(qulonglong(hash), 16).rightJustified(16, '0'));
}

void TestReadAnnotations::aFileIsToldByItsContent_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("part"); // of the message
    QTest::newRow("empty") << QByteArray() << QByteArray("empty");
    QTest::newRow("blank") << QByteArray(" \n\n ") << QByteArray("empty");
    QTest::newRow("PNG") << QByteArray("\x89PNG\r\n\x1a\n", 8) << QByteArray("not an annotation file");
    QTest::newRow("SQLite") << QByteArray("SQLite format 3\0....", 20) << QByteArray("SQLite");
    QTest::newRow("pickle") << QByteArray("\x80\x04\x95\x02\0\0\0\0\0\0\0].", 13)
                            << QByteArray("the pickle holds a list");
    QTest::newRow("pickle of a text protocol") << QByteArray("(lp0\n.") << QByteArray("the pickle holds a list");
    QTest::newRow("plain text") << QByteArray("layer_0: 7\n") << QByteArray("not an annotation file");
}

void TestReadAnnotations::aFileIsToldByItsContent()
{
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, part);
    const QString path = write("annotations.json", content);
    const auto set = readAnnotations(path.toStdString(), JobControl());
    QVERIFY(!set.has_value());
    QCOMPARE(set.error().code, ErrorCode::NotAnnotations);
    const QByteArray message = QByteArray::fromStdString(set.error().message);
    QVERIFY2(message.startsWith(path.toUtf8()), message.constData());
    QVERIFY2(message.contains(part), message.constData());
    QVERIFY(!message.contains('\n'));
}

void TestReadAnnotations::aMissingFileIsNotFound()
{
    const auto set = readAnnotations(m_folder.filePath("none.json").toStdString(), JobControl());
    QVERIFY(!set.has_value());
    QCOMPARE(set.error().code, ErrorCode::NotFound);
}

// Node counts: golden/info, nodes_in_file.
void TestReadAnnotations::realFilesAreReadWhole_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<quint64>("nodes");
    QTest::newRow("decode_graph_200") << "decode_graph_200" << quint64(90);
    QTest::newRow("graph_fwdbwd") << "graph_fwdbwd" << quint64(517);
    QTest::newRow("graph_train") << "graph_train" << quint64(367);
    QTest::newRow("moe_overlap") << "moe_overlap" << quint64(117);
    QTest::newRow("two_graphs") << "two_graphs" << quint64(50);
}

void TestReadAnnotations::realFilesAreReadWhole()
{
    QFETCH(QString, name);
    const QString path = LANESCOPE_TEST_DATA "/real/" + name + ".annotations.json";
    const auto set = readAnnotations(path.toStdString(), JobControl());
    QVERIFY(set.has_value());
    QTEST(quint64(set->nodeCount()), "nodes");
    QVERIFY(set->report.isClean());
}

LANESCOPE_TEST(TestReadAnnotations)
#include "tst_read_annotations.moc"
