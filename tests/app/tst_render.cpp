// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/open_trace_here.h"
#include "tests/support/test_main.h"

#include <QImage>
#include <QProcess>
#include <QSet>
#include <QTemporaryDir>

// The program as it is run: `lanescope --render`.
class TestRender : public QObject {
    Q_OBJECT

private slots:
    void aPictureShowsTheTrace_data();
    void aPictureShowsTheTrace();
    void vectorFormatsAreWritten_data();
    void vectorFormatsAreWritten();
    void theSizeIsKept();
    void aRangeIsDrawnAlone();
    void theAnnotatedViewHasOtherStreams();
    void aViewWithNothingOfItsOwnSaysSo_data();
    void aViewWithNothingOfItsOwnSaysSo();
    void whatDoesNotMatchIsDimmed();
    void aWrongPartIsOneLineAndStatusTwo_data();
    void aWrongPartIsOneLineAndStatusTwo();
    void aWrongFileIsOneLineAndStatusOne_data();
    void aWrongFileIsOneLineAndStatusOne();
    void withoutADisplayAWindowIsRefusedInOneLine();
    void helpAndVersionNeedNoDisplay();

private:
    struct Outcome {
        int status = -1;
        QString output;
        QString errors;
    };
    static Outcome run(const QStringList& arguments);
    // A picture of a real trace as SVG; what went wrong instead when it did.
    [[nodiscard]] QByteArray svgOf(const QStringList& options, const QString& trace);

    QTemporaryDir m_folder;
};

TestRender::Outcome TestRender::run(const QStringList& arguments)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(QString::fromLatin1(name));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(LANESCOPE_PROGRAM), arguments);
    if (!process.waitForFinished(60000))
        return {};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
}

void TestRender::aPictureShowsTheTrace_data()
{
    QTest::addColumn<QString>("trace");
    QTest::addColumn<QString>("theme");
    QTest::addColumn<bool>("isDark");
    for (const char* trace : {"graph_fwdbwd.pt.trace.json.gz", "moe_overlap.pt.trace.json.gz",
                              "eager_train.pt.trace.json.gz", "jax_matmul.perfetto_trace.json.gz"}) {
        QTest::addRow("%s, light", trace) << QString::fromLatin1(trace) << "light" << false;
        QTest::addRow("%s, dark", trace) << QString::fromLatin1(trace) << "dark" << true;
    }
}

void TestRender::aPictureShowsTheTrace()
{
    QFETCH(const QString, trace);
    QFETCH(const QString, theme);
    QFETCH(const bool, isDark);
    const QString target = m_folder.filePath(QStringLiteral("picture.png"));
    const Outcome outcome = run({QStringLiteral("--render"), target, QStringLiteral("--theme"), theme,
                                 lanescope::desktop::fixture::realTrace(trace)});
    QCOMPARE(outcome.errors, QString());
    QCOMPARE(outcome.status, 0);
    const QImage image(target);
    QCOMPARE(image.width(), 1600);
    QCOMPARE(image.pixelColor(2, 2).lightness() < 128, isDark);
    QSet<QRgb> colors;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            colors.insert(image.pixel(x, y));
    }
    QVERIFY2(colors.size() > 12, "nearly nothing is drawn");
}

void TestRender::vectorFormatsAreWritten_data()
{
    QTest::addColumn<QString>("ending");
    QTest::addColumn<QByteArray>("beginning");
    QTest::newRow("SVG") << "svg" << QByteArray("<?xml");
    QTest::newRow("PDF") << "pdf" << QByteArray("%PDF-");
}

void TestRender::vectorFormatsAreWritten()
{
    QFETCH(const QString, ending);
    QFETCH(const QByteArray, beginning);
    const QString target = m_folder.filePath(QStringLiteral("picture.") + ending);
    const Outcome outcome =
        run({QStringLiteral("--render"), target,
             lanescope::desktop::fixture::realTrace(QStringLiteral("graph_fwdbwd.pt.trace.json.gz"))});
    QCOMPARE(outcome.errors, QString());
    QCOMPARE(outcome.status, 0);
    QFile file(target);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY(bytes.startsWith(beginning));
    QVERIFY(bytes.size() > 10000);
    if (ending == QStringLiteral("svg"))
        QVERIFY(bytes.contains(", sans-serif\"") && bytes.contains(">optimizer</text>"));
}

void TestRender::theSizeIsKept()
{
    const QString target = m_folder.filePath(QStringLiteral("small.png"));
    const Outcome outcome =
        run({QStringLiteral("--render"), target, QStringLiteral("--size"), QStringLiteral("700x300"),
             lanescope::desktop::fixture::realTrace(QStringLiteral("eager_train.pt.trace.json.gz"))});
    QCOMPARE(outcome.status, 0);
    QCOMPARE(QImage(target).size(), QSize(700, 300));
}

QByteArray TestRender::svgOf(const QStringList& options, const QString& trace)
{
    const QString target = m_folder.filePath(QStringLiteral("part.svg"));
    const Outcome outcome = run(QStringList{QStringLiteral("--render"), target} + options +
                                QStringList{lanescope::desktop::fixture::realTrace(trace)});
    QFile file(target);
    return outcome.status == 0 && file.open(QIODevice::ReadOnly) ? file.readAll() : outcome.errors.toUtf8();
}

void TestRender::aRangeIsDrawnAlone()
{
    const QString trace = QStringLiteral("graph_fwdbwd.pt.trace.json.gz");
    const QByteArray part = svgOf({QStringLiteral("--range"), QStringLiteral("1ms:1500us")}, trace);
    QVERIFY2(part.contains(">1 ms to 1.5 ms (500 µs)</text>"), part.left(200).constData());
    // The end of the trace where none is given, and not the whole.
    const QByteArray rest = svgOf({QStringLiteral("--range"), QStringLiteral("1ms:")}, trace);
    QVERIFY(rest.contains(">1 ms to "));
    QVERIFY(!svgOf({}, trace).contains(">1 ms to "));
}

void TestRender::theAnnotatedViewHasOtherStreams()
{
    const QString trace = QStringLiteral("graph_train.pt.trace.json.gz");
    const QByteArray annotated = svgOf({QStringLiteral("--view"), QStringLiteral("annotated")}, trace);
    const QByteArray recorded = svgOf({QStringLiteral("--view"), QStringLiteral("recorded")}, trace);
    QVERIFY(annotated.startsWith("<?xml") && recorded.startsWith("<?xml"));
    QVERIFY(annotated != recorded);
    QCOMPARE(recorded, svgOf({}, trace));
}

void TestRender::aViewWithNothingOfItsOwnSaysSo_data()
{
    QTest::addColumn<QString>("trace");
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("expected");
    const QString annotated = QStringLiteral("graph_fwdbwd.pt.trace.json.gz");
    const QString plain = QStringLiteral("eager_train.pt.trace.json.gz");
    const QString none =
        QStringLiteral("lanescope: warning: --view: the trace has no annotations; drawn as recorded\n");
    QTest::newRow("no captured streams")
        << annotated << "captured"
        << "lanescope: warning: --view captured: the annotations tell of no captured streams; drawn as recorded\n";
    QTest::newRow("no annotations") << plain << "annotated" << none;
    QTest::newRow("no regions") << plain << "region" << none;
    QTest::newRow("regions") << annotated << "region" << QString();
}

void TestRender::aViewWithNothingOfItsOwnSaysSo()
{
    QFETCH(const QString, trace);
    QFETCH(const QString, view);
    const Outcome outcome = run({QStringLiteral("--render"), m_folder.filePath(QStringLiteral("view.png")),
                                 QStringLiteral("--view"), view, lanescope::desktop::fixture::realTrace(trace)});
    QCOMPARE(outcome.status, 0);
    QTEST(outcome.errors, "expected");
}

void TestRender::whatDoesNotMatchIsDimmed()
{
    const QString trace = QStringLiteral("graph_fwdbwd.pt.trace.json.gz");
    const QByteArray part = svgOf({QStringLiteral("--filter"), QStringLiteral("ann:optimizer")}, trace);
    QVERIFY2(part.contains(">filter: ann:optimizer "), part.left(200).constData());
    QVERIFY(part.contains(">optimizer</text>"));
    // The names of what is dimmed are not written: the CPU's calls alone are enough to tell.
    QVERIFY(!part.contains(">cudaDeviceSynchronize</text>"));
    QVERIFY(svgOf({}, trace).contains(">cudaDeviceSynchronize</text>"));
}

void TestRender::aWrongPartIsOneLineAndStatusTwo_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("value");
    QTest::newRow("no time") << "--range"
                             << "soon:later";
    QTest::newRow("behind the trace") << "--range"
                                      << "100s:200s";
    QTest::newRow("begins behind the trace") << "--range"
                                             << "100s:";
    QTest::newRow("no view") << "--view"
                             << "elsewhere";
    QTest::newRow("no expression") << "--filter"
                                   << "ann:(";
}

void TestRender::aWrongPartIsOneLineAndStatusTwo()
{
    QFETCH(const QString, option);
    QFETCH(const QString, value);
    const Outcome outcome =
        run({QStringLiteral("--render"), m_folder.filePath(QStringLiteral("none.png")), option, value,
             lanescope::desktop::fixture::realTrace(QStringLiteral("two_graphs.pt.trace.json.gz"))});
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.errors.contains(option.mid(2)), qPrintable(outcome.errors));
    QCOMPARE(outcome.errors.trimmed().count(QLatin1Char('\n')), 0);
    QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("none.png"))));
}

void TestRender::aWrongFileIsOneLineAndStatusOne_data()
{
    QTest::addColumn<QString>("trace");
    QTest::addColumn<QString>("target");
    const QString fine = lanescope::desktop::fixture::realTrace(QStringLiteral("two_graphs.pt.trace.json.gz"));
    QTest::newRow("no such trace") << "/no/such/trace.json"
                                   << "o.png";
    QTest::newRow("no trace") << QStringLiteral(LANESCOPE_SOURCE_DIR "/CMakeLists.txt") << "o.png";
    QTest::newRow("unknown ending") << fine << "o.bmp";
    QTest::newRow("folder is not there") << fine << "no/such/folder/o.png";
}

void TestRender::aWrongFileIsOneLineAndStatusOne()
{
    QFETCH(const QString, trace);
    QFETCH(const QString, target);
    const Outcome outcome = run({QStringLiteral("--render"), m_folder.filePath(target), trace});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.errors.startsWith(QStringLiteral("lanescope: ")), qPrintable(outcome.errors));
    QCOMPARE(outcome.errors.trimmed().count(QLatin1Char('\n')), 0);
    QVERIFY(!QFile::exists(m_folder.filePath(target)));
}

void TestRender::withoutADisplayAWindowIsRefusedInOneLine()
{
    const Outcome outcome = run({});
    QCOMPARE(outcome.status, 1);
    QVERIFY(outcome.errors.contains(QStringLiteral("--render")));
    QCOMPARE(outcome.errors.trimmed().count(QLatin1Char('\n')), 0);
}

void TestRender::helpAndVersionNeedNoDisplay()
{
    const Outcome help = run({QStringLiteral("--help")});
    QCOMPARE(help.status, 0);
    QVERIFY(help.output.contains(QStringLiteral("--render")));
    const Outcome version = run({QStringLiteral("--version")});
    QCOMPARE(version.status, 0);
    QVERIFY(version.output.startsWith(QStringLiteral("lanescope ")));
    QCOMPARE(run({QStringLiteral("--nonsense")}).status, 2);
}

LANESCOPE_TEST(TestRender)
#include "tst_render.moc"
