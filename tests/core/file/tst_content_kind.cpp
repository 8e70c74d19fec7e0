// SPDX-License-Identifier: Apache-2.0
#include "core/file/content_kind.h"
#include "tests/support/test_main.h"

using namespace lanescope;

class TestContentKind : public QObject {
    Q_OBJECT

private slots:
    void theFirstBytesTellTheKind_data();
    void theFirstBytesTellTheKind();
    void everyKindHasAName();
};

void TestContentKind::theFirstBytesTellTheKind_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* name, const QByteArray& head, ContentKind kind) {
        QTest::newRow(name) << head << static_cast<int>(kind);
    };
    row("nothing", "", ContentKind::Empty);
    row("white space only", " \n\t\r\n", ContentKind::Empty);
    row("a byte order mark only", "\xEF\xBB\xBF", ContentKind::Empty);
    row("object", "{\"traceEvents\"", ContentKind::Json);
    row("array", "[\n{", ContentKind::Json);
    row("blank lines first", "\n\n   {", ContentKind::Json);
    row("byte order mark, object", "\xEF\xBB\xBF{", ContentKind::Json);
    row("byte order mark, space, array", "\xEF\xBB\xBF [", ContentKind::Json);
    row("gzip", QByteArray("\x1f\x8b\x08\x00", 4), ContentKind::Gzip);
    row("zip", QByteArray("PK\x03\x04....", 8), ContentKind::Zip);
    row("part of a split zip", QByteArray("PK\x07\x08PK\x03\x04", 8), ContentKind::Zip);
    row("Zstandard", QByteArray("\x28\xB5\x2F\xFD....", 8), ContentKind::Zstandard);
    row("xz",
        QByteArray("\xFD"
                   "7zXZ\0",
                   6),
        ContentKind::Xz);
    row("bzip2", "BZh91AY&SY", ContentKind::Bzip2);
    row("UTF-16 with a mark", QByteArray("\xFF\xFE{\0\"\0", 6), ContentKind::Utf16);
    row("UTF-16, big end first", QByteArray("\xFE\xFF\0{\0\"", 6), ContentKind::Utf16);
    row("UTF-16 without a mark", QByteArray("[\0\n\0{\0", 6), ContentKind::Utf16);
    row("UTF-16, big end first, without a mark", QByteArray("\0{\0\"\0t", 6), ContentKind::Utf16);
    row("an array that the disk lost behind its bracket", QByteArray("[\0\0\0\0\0", 6), ContentKind::Json);
    row("empty zip", QByteArray("PK\x05\x06....", 8), ContentKind::Zip);
    row("SQLite", QByteArray("SQLite format 3\0", 16), ContentKind::Sqlite);
    row("pickle 2", QByteArray("\x80\x02}q", 4), ContentKind::Pickle);
    row("pickle 5", QByteArray("\x80\x05\x95", 3), ContentKind::Pickle);
    row("pickle 0", "(dp0\nL1L\n", ContentKind::Pickle);
    row("pickle 0 with a global first", "cposix\nsystem\n", ContentKind::Pickle);
    row("0x80 that is no pickle", QByteArray("\x80\x77", 2), ContentKind::Unknown);
    row("PNG", "\x89PNG\r\n", ContentKind::Unknown);
    row("text", "hello", ContentKind::Unknown);
    row("zeros", QByteArray(16, '\0'), ContentKind::Unknown);
    row("one byte of gzip", "\x1f", ContentKind::Unknown);
}

void TestContentKind::theFirstBytesTellTheKind()
{
    QFETCH(QByteArray, head);
    QFETCH(int, kind);
    QCOMPARE(static_cast<int>(contentKindOf({head.data(), static_cast<std::size_t>(head.size())})), kind);
}

void TestContentKind::everyKindHasAName()
{
    for (const ContentKind kind : {ContentKind::Empty, ContentKind::Json, ContentKind::Gzip, ContentKind::Zip,
                                   ContentKind::Sqlite, ContentKind::Pickle, ContentKind::Unknown})
        QVERIFY(contentKindName(kind).starts_with("a"));
}

LANESCOPE_TEST(TestContentKind)
#include "tst_content_kind.moc"
