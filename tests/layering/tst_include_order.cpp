// SPDX-License-Identifier: Apache-2.0
// Who may include whom: the folders of core in their order, core never app or Qt, the capture library nobody.
#include "tests/support/test_main.h"

#include <QDirIterator>
#include <QRegularExpression>

class TestIncludeOrder : public QObject {
    Q_OBJECT

private slots:
    void foldersOfCoreIncludeOnlyEarlierOnes();
    void coreAndTheCommandLineUseNeitherQtNorTheDesktop();
    void theCaptureLibraryStandsAlone();
    void headersAreGuarded();
    void headersOfOthersStayInSources();
    void aFaultWouldBeFound();

private:
    struct Include {
        QString file; // relative to the source tree
        QString target;
        bool isOwn; // written with quotes
    };
    static QList<Include> includesUnder(const QString& folder);
    static QList<Include> includesIn(const QString& file, const QString& text);
    static QString faultInCore(const Include& include);
};

namespace {

const QStringList& coreFolders()
{
    static const QStringList folders{"base",  "file",  "trace",    "load",   "annotate", "join",
                                     "lanes", "query", "viewport", "export", "open"};
    return folders;
}

} // namespace

QList<TestIncludeOrder::Include> TestIncludeOrder::includesIn(const QString& file, const QString& text)
{
    static const QRegularExpression line(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])",
                                         QRegularExpression::MultilineOption);
    QList<Include> includes;
    for (auto match = line.globalMatch(text); match.hasNext();) {
        const auto found = match.next();
        includes.append({file, found.captured(2), found.captured(1) == "\""});
    }
    return includes;
}

QList<TestIncludeOrder::Include> TestIncludeOrder::includesUnder(const QString& folder)
{
    const QDir root(LANESCOPE_SOURCE_DIR);
    QList<Include> includes;
    QDirIterator files(root.filePath(folder), {"*.h", "*.hpp", "*.cpp", "*.c"}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly))
            includes += includesIn(root.relativeFilePath(file.fileName()), QString::fromUtf8(file.readAll()));
    }
    return includes;
}

QString TestIncludeOrder::faultInCore(const Include& include)
{
    const qsizetype own = coreFolders().indexOf(include.file.section('/', 1, 1));
    if (own < 0)
        return QString("%1 lies in no known folder of core").arg(include.file);
    if (!include.target.startsWith("core/"))
        return {};
    const qsizetype other = coreFolders().indexOf(include.target.section('/', 1, 1));
    if (other < 0 || other > own)
        return QString("%1 includes %2, which is of a later folder").arg(include.file, include.target);
    return {};
}

void TestIncludeOrder::foldersOfCoreIncludeOnlyEarlierOnes()
{
    const QList<Include> includes = includesUnder("core");
    QVERIFY(includes.size() > 100);
    QStringList faults;
    for (const Include& include : includes)
        faults << faultInCore(include);
    faults.removeAll(QString());
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
}

void TestIncludeOrder::coreAndTheCommandLineUseNeitherQtNorTheDesktop()
{
    static const QRegularExpression forbidden("^(Q[A-Z]|Qt|qcustomplot|app/desktop|cuda|cupti|tests/)");
    for (const Include& include : includesUnder("core") + includesUnder("app/cli"))
        QVERIFY2(!forbidden.match(include.target).hasMatch(), qPrintable(include.file + " includes " + include.target));
}

void TestIncludeOrder::theCaptureLibraryStandsAlone()
{
    static const QRegularExpression forbidden("^(core/|app/|tests/|Q[A-Z]|Qt|fmt/|tl/)");
    for (const Include& include : includesUnder("capture_lib"))
        QVERIFY2(!forbidden.match(include.target).hasMatch(), qPrintable(include.file + " includes " + include.target));
    for (const Include& include : includesUnder("core") + includesUnder("app")) {
        const bool isCapture = include.target.startsWith("capture_lib/") || include.target.startsWith("lanescope/");
        QVERIFY2(!isCapture || include.target.endsWith("annotation_format.h"),
                 qPrintable(include.file + " includes " + include.target));
    }
}

void TestIncludeOrder::headersAreGuarded()
{
    const QDir root(LANESCOPE_SOURCE_DIR);
    for (const char* folder : {"core", "app"}) {
        QDirIterator files(root.filePath(folder), {"*.h"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(file.readAll().contains("#pragma once"), qPrintable(file.fileName()));
        }
    }
}

void TestIncludeOrder::headersOfOthersStayInSources()
{
    for (const Include& include : includesUnder("core") + includesUnder("app")) {
        const bool isHeader = include.file.endsWith(".h");
        const bool isForeign = include.target.startsWith("rapidjson/") || include.target.startsWith("isa-l/") ||
                               include.target == "zlib.h";
        QVERIFY2(!(isHeader && isForeign), qPrintable(include.file + " includes " + include.target));
    }
}

void TestIncludeOrder::aFaultWouldBeFound()
{
    const QList<Include> bad = includesIn("core/base/x.h", "#include \"core/trace/trace.h\"\n#  include <vector>\n");
    QCOMPARE(bad.size(), 2);
    QVERIFY(faultInCore(bad[0]).contains("later folder"));
    QVERIFY(faultInCore(bad[1]).isEmpty());
    QVERIFY(!faultInCore({"core/new/x.h", "vector", false}).isEmpty());
}

LANESCOPE_TEST(TestIncludeOrder)
#include "tst_include_order.moc"
