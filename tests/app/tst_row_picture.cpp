// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/row_picture.h"

#include "app/desktop/timeline/timeline_plot.h"
#include "tests/app/open_trace_here.h"
#include "tests/app/small_trace.h"
#include "tests/support/test_main.h"

#include <random>

using namespace lanescope;
using namespace lanescope::desktop;

Q_DECLARE_METATYPE(lanescope::desktop::FilterEffect)

class TestRowPicture : public QObject {
    Q_OBJECT

private slots:
    void init() { fixture::failOnQtWarnings(); }
    void linesStandWhereTheyWerePut_data();
    void linesStandWhereTheyWerePut();
    void whatWasDrawnMovesWithTheView_data() { linesStandWhereTheyWerePut_data(); }
    void whatWasDrawnMovesWithTheView();
    void pixelsAreNotSplit();
    void aMovedViewLooksAsIfDrawnAnew_data() { views(); }
    void aMovedViewLooksAsIfDrawnAnew();
    void theScreenShowsWhatPicturesShow_data() { views(); }
    void theScreenShowsWhatPicturesShow();

private:
    static void views();
};

namespace {

constexpr QRgb kGround = 0xff102030;
constexpr QRgb kBox = 0xffc04020;

// The picture on a canvas of 40 x 4 at (2, 1), its last line missing in the picture.
QImage painted(const RowPicture& picture, double perPixel)
{
    QImage image(QSize(60, 8) * perPixel, QImage::Format_RGB32);
    image.setDevicePixelRatio(perPixel);
    image.fill(Qt::black);
    QPainter painter(&image);
    picture.paint(painter, QPoint(2, 1));
    painter.end();
    image.setDevicePixelRatio(1);
    return image;
}

PixelLine sampleLine(DevicePixels device)
{
    PixelLine line;
    line.reset(40, device, kGround);
    line.fill(10, 14, kBox);
    return line;
}

// A document with the sample trace, looked at in one of several ways.
struct Sight {
    TraceDocument document;
    TimelinePlot plot{document};

    explicit Sight(double partShown, FilterEffect effect, const QString& filter)
    {
        OpenRequest request;
        request.trace = LANESCOPE_SOURCE_DIR "/resources/sample/graph_fwdbwd.pt.trace.json.gz";
        auto loaded = loadTrace(request, TrackView::Recorded, JobControl());
        if (!loaded)
            qFatal("%s", loaded.error().message.c_str());
        document.setTrace(*loaded);
        plot.resize(900, 700);
        plot.show();
        const TimeRange all = document.fittedRange();
        const TimeNs middle = all.beginNs + all.durationNs() / 2;
        const auto half = static_cast<TimeNs>(static_cast<double>(all.durationNs()) * partShown / 2);
        document.setVisibleRange({middle - half, middle + half});
        if (!filter.isEmpty()) {
            TraceFilter wanted;
            wanted.text = filter.toStdString();
            wanted.effect = effect;
            document.setFilter(wanted);
        }
    }
    [[nodiscard]] bool isReady() const
    {
        return QTest::qWaitFor([this] { return !document.filter().isActive() || document.filtered() != nullptr; });
    }
    [[nodiscard]] QImage onScreen() { return plot.grab().toImage().convertToFormat(QImage::Format_RGB32); }
    [[nodiscard]] QImage drawnAnew()
    {
        plot.setTheme(ThemeKind::Light);
        return onScreen();
    }
};

} // namespace

void TestRowPicture::linesStandWhereTheyWerePut_data()
{
    QTest::addColumn<double>("perPixel");
    QTest::newRow("1") << 1.0;
    QTest::newRow("1.5") << 1.5;
    QTest::newRow("2") << 2.0;
}

void TestRowPicture::linesStandWhereTheyWerePut()
{
    QFETCH(double, perPixel);
    const DevicePixels device{perPixel};
    RowPicture picture;
    picture.reset(QSize(40, 4), device);
    const PixelLine line = sampleLine(device);
    picture.put(line, {0, 40}, -3, 2);
    PixelLine ground;
    ground.reset(40, device, kGround);
    picture.put(ground, {0, 40}, 2, 9);
    const QImage image = painted(picture, perPixel);
    const auto at = [&](int x, int y) { return image.pixel(device.at(x), device.at(y)); };
    QCOMPARE(at(1, 1), QRgb(0xff000000));
    QCOMPARE(at(2, 1), kGround);
    QCOMPARE(at(11, 2), kGround);
    QCOMPARE(at(12, 2), kBox);
    QCOMPARE(at(15, 2), kBox);
    QCOMPARE(at(16, 2), kGround);
    QCOMPARE(at(12, 3), kGround);
    QCOMPARE(at(41, 4), kGround);
    QCOMPARE(at(42, 4), QRgb(0xff000000));
    QCOMPARE(at(12, 5), QRgb(0xff000000));
}

void TestRowPicture::whatWasDrawnMovesWithTheView()
{
    QFETCH(double, perPixel);
    const DevicePixels device{perPixel};
    RowPicture picture;
    picture.reset(QSize(40, 4), device);
    const PixelLine line = sampleLine(device);
    picture.put(line, {0, 40}, 0, 4);
    PixelLine ground;
    ground.reset(40, device, kGround);
    int boxPx = 12;
    for (int round = 0; round < 2000; ++round) { // far beyond what is spare
        const int byPx = round < 1000 ? 2 : -2;
        QVERIFY(picture.moveBy(byPx));
        boxPx -= byPx;
        picture.put(ground, byPx > 0 ? PixelRange{40 - byPx, 40} : PixelRange{0, -byPx}, 0, 4);
        if (boxPx < 2 || boxPx > 36) { // half of it left the view
            picture.put(line, {0, 40}, 0, 4);
            boxPx = 12;
        }
    }
    const QImage image = painted(picture, perPixel);
    for (int x = 2; x < 42; ++x)
        QCOMPARE(image.pixel(device.at(x), device.at(2)), x >= boxPx && x < boxPx + 4 ? kBox : kGround);
}

void TestRowPicture::pixelsAreNotSplit()
{
    RowPicture picture;
    picture.reset(QSize(40, 4), {1.5});
    QVERIFY(!picture.moveBy(1));
    QVERIFY(picture.moveBy(2));
    QVERIFY(!picture.moveBy(40));
    QVERIFY(!picture.moveBy(-40));
}

void TestRowPicture::views()
{
    QTest::addColumn<double>("partShown");
    QTest::addColumn<FilterEffect>("effect");
    QTest::addColumn<QString>("filter");
    for (const double part : {1.0, 0.2, 0.01, 0.001}) {
        QTest::addRow("%g of the trace", part) << part << FilterEffect::Dim << QString();
        QTest::addRow("%g of it, some dimmed", part) << part << FilterEffect::Dim << QStringLiteral("dur>5us");
        QTest::addRow("%g of it, some hidden", part) << part << FilterEffect::Hide << QStringLiteral("dur>5us");
    }
}

void TestRowPicture::aMovedViewLooksAsIfDrawnAnew()
{
    QFETCH(double, partShown);
    QFETCH(FilterEffect, effect);
    QFETCH(QString, filter);
    Sight sight(partShown, effect, filter);
    QVERIFY(sight.isReady());
    QImage before = sight.onScreen();
    std::mt19937 random(3);
    for (const int reachPx : {3, 3, 3, 40, 40, 200, 500, 1000, 3, 40}) {
        const double byPx = static_cast<int>(random() % static_cast<unsigned>(2 * reachPx + 1)) - reachPx;
        const double nsPerPx = sight.plot.scene().scale().nsPerPx();
        sight.document.pan(static_cast<TimeNs>(std::llround(byPx * nsPerPx)));
        const QImage moved = sight.onScreen();
        QVERIFY(byPx == 0 || moved != before);
        QVERIFY(moved == sight.drawnAnew());
        before = moved;
    }
}

void TestRowPicture::theScreenShowsWhatPicturesShow()
{
    QFETCH(double, partShown);
    QFETCH(FilterEffect, effect);
    QFETCH(QString, filter);
    Sight sight(partShown, effect, filter);
    QVERIFY(sight.isReady());
    const QImage screen = sight.onScreen();
    QImage picture(sight.plot.size(), QImage::Format_RGB32);
    QCPPainter painter(&picture);
    sight.plot.toPainter(&painter, picture.width(), picture.height());
    painter.end();
    const QRect canvas = sight.plot.canvasRect();
    QVERIFY(screen.copy(canvas) == picture.copy(canvas));
}

LANESCOPE_TEST(TestRowPicture)
#include "tst_row_picture.moc"
