// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/run_cli.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

using namespace lanescope::test;

// A wrong file gives one clear line on standard error, nothing on standard output, and status 1.
class TestWrongFiles : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void aFileThatIsNoTraceGivesOneLine_data();
    void aFileThatIsNoTraceGivesOneLine();
    void aFileThatIsNoAnnotationsGivesOneLine_data();
    void aFileThatIsNoAnnotationsGivesOneLine();

private:
    QString write(const QString& name, const QByteArray& content);
    void addWrongFiles();

    QTemporaryDir m_folder;
};

void TestWrongFiles::initTestCase()
{
    write("picture.png", QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16));
    write("annotations.pkl", QByteArray("\x80\x04\x95\x0b\0\0\0\0\0\0\0}.", 13));
    write("empty.json", "");
    write("blank.json", " \n\t\n");
    write("notes.txt", "step 3 was slow\n");
    write("table.db", QByteArray("SQLite format 3\0\x10\0\1\1", 20));
    write("other.json", R"({"loss": [1, 2], "step": 3})");
    write("broken.json.gz", QByteArray("\x1f\x8b\x08\0junk", 8));
    QDir(m_folder.path()).mkdir("folder");
}

QString TestWrongFiles::write(const QString& name, const QByteArray& content)
{
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write a test file");
    return file.fileName();
}

void TestWrongFiles::addWrongFiles()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("part"); // of the line
    QTest::newRow("missing") << "nowhere.json" << QByteArray("No such file");
    QTest::newRow("folder") << "folder" << QByteArray("folder");
    QTest::newRow("PNG") << "picture.png" << QByteArray("unknown kind");
    QTest::newRow("pickle") << "annotations.pkl" << QByteArray("pickle");
    QTest::newRow("empty") << "empty.json" << QByteArray("empty");
    QTest::newRow("blank") << "blank.json" << QByteArray("empty");
    QTest::newRow("plain text") << "notes.txt" << QByteArray("unknown kind");
    QTest::newRow("SQLite") << "table.db" << QByteArray("SQLite");
    QTest::newRow("broken gzip") << "broken.json.gz" << QByteArray("gzip");
}

static void verifyOneLine(const CliResult& result, const QByteArray& part, const QString& path)
{
    QCOMPARE(result.status, 1);
    QCOMPARE(result.out, QByteArray());
    QVERIFY2(result.err.startsWith("lanescope-cli: error: "), result.err.constData());
    QVERIFY2(result.err.endsWith('\n') && result.err.count('\n') == 1, result.err.constData());
    QVERIFY2(result.err.contains(part), result.err.constData());
    QVERIFY2(result.err.contains(path.toUtf8()), result.err.constData());
}

void TestWrongFiles::aFileThatIsNoTraceGivesOneLine_data()
{
    addWrongFiles();
    QTest::newRow("JSON that is no trace") << "other.json" << QByteArray("traceEvents");
}

void TestWrongFiles::aFileThatIsNoTraceGivesOneLine()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, part);
    const QString path = m_folder.filePath(name);
    verifyOneLine(runCli({"info", path}), part, path);
}

void TestWrongFiles::aFileThatIsNoAnnotationsGivesOneLine_data()
{
    addWrongFiles();
    QTest::newRow("JSON that is no annotations") << "other.json" << QByteArray("\"loss\"");
}

void TestWrongFiles::aFileThatIsNoAnnotationsGivesOneLine()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, part);
    const QString path = m_folder.filePath(name);
    verifyOneLine(runCli({"info", testFile("real/two_graphs.pt.trace.json.gz"), "-a", path}), part, path);
}

LANESCOPE_TEST(TestWrongFiles)
#include "tst_wrong_files.moc"
