// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"

#include <QImage>
#include <QProcess>
#include <QTemporaryDir>

// The sample against pictures that somebody has looked at (golden/README.md).
class TestGoldenPictures : public QObject {
    Q_OBJECT

private slots:
    void theSampleLooksAsItDid_data();
    void theSampleLooksAsItDid();
    void anotherThemeIsAnotherPicture();

private:
    static QImage golden(const QString& theme);
    // Of a thousand pixels, those that differ clearly.
    static int differentPermille(const QImage& a, const QImage& b);

    QTemporaryDir m_folder;
};

QImage TestGoldenPictures::golden(const QString& theme)
{
    return QImage(QStringLiteral(LANESCOPE_SOURCE_DIR "/tests/app/golden/sample-%1.png").arg(theme))
        .convertToFormat(QImage::Format_RGB32);
}

int TestGoldenPictures::differentPermille(const QImage& a, const QImage& b)
{
    constexpr int kClearly = 40; // of 255 in any channel
    if (a.size() != b.size() || a.isNull())
        return 1000;
    qint64 different = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            const QRgb left = a.pixel(x, y);
            const QRgb right = b.pixel(x, y);
            const int most = std::max({std::abs(qRed(left) - qRed(right)), std::abs(qGreen(left) - qGreen(right)),
                                       std::abs(qBlue(left) - qBlue(right))});
            different += most > kClearly ? 1 : 0;
        }
    }
    return static_cast<int>(different * 1000 / (qint64{a.width()} * a.height()));
}

void TestGoldenPictures::theSampleLooksAsItDid_data()
{
    QTest::addColumn<QString>("theme");
    QTest::newRow("light") << QStringLiteral("light");
    QTest::newRow("dark") << QStringLiteral("dark");
}

void TestGoldenPictures::theSampleLooksAsItDid()
{
    QFETCH(QString, theme);
    const QString target = m_folder.filePath(theme + QStringLiteral(".png"));
    QProcess process;
    process.start(QStringLiteral(LANESCOPE_PROGRAM),
                  {QStringLiteral("--render"), target, QStringLiteral("--theme"), theme, QStringLiteral("--lang"),
                   QStringLiteral("en"), QStringLiteral("--size"), QStringLiteral("1000x300"),
                   QStringLiteral(LANESCOPE_SOURCE_DIR "/resources/sample/graph_fwdbwd.pt.trace.json.gz")});
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 0);
    const int different = differentPermille(QImage(target).convertToFormat(QImage::Format_RGB32), golden(theme));
    QVERIFY2(different < 25, qPrintable(QStringLiteral("%1 of 1000 pixels differ").arg(different)));
}

void TestGoldenPictures::anotherThemeIsAnotherPicture()
{
    QVERIFY(differentPermille(golden(QStringLiteral("light")), golden(QStringLiteral("dark"))) > 500);
}

LANESCOPE_TEST(TestGoldenPictures)
#include "tst_golden_pictures.moc"
