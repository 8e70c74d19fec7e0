// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/box_strip.h"
#include "tests/support/test_main.h"

#include <QImage>
#include <QPainter>

using namespace lanescope::desktop;

class TestBoxStrip : public QObject {
    Q_OBJECT

private slots:
    void fewAndManyBoxesLookLikeRectangles_data();
    void fewAndManyBoxesLookLikeRectangles();
    void rowsOfDifferentSizesDoNotMix();
};

namespace {

constexpr QRgb kGround = 0xff102030;
constexpr QSize kSize(400, 40);

QRgb colorOf(int i)
{
    return qRgb(i % 256, (i * 7) % 256, 200);
}

// Boxes of 1 and 2 px with a gap of 1 px behind each third.
template<typename Add>
void addBoxes(int count, Add add)
{
    int x = 0;
    for (int i = 0; i < count; ++i) {
        const int width = 1 + i % 2;
        add(x, x + width, colorOf(i));
        x += width + (i % 3 == 0 ? 1 : 0);
    }
}

QImage canvas()
{
    QImage image(kSize, QImage::Format_ARGB32_Premultiplied);
    image.fill(kGround);
    return image;
}

QImage asRectangles(const QRect& row, int count)
{
    QImage image = canvas();
    QPainter painter(&image);
    addBoxes(count, [&](int x0, int x1, QRgb color) {
        painter.fillRect(row.left() + x0, row.top(), x1 - x0, row.height(), QColor::fromRgb(color));
    });
    return image;
}

void drawRow(BoxStrip& strip, QPainter& painter, const QRect& row, int count)
{
    strip.begin(row);
    addBoxes(count, [&](int x0, int x1, QRgb color) { strip.add(x0, x1, color); });
    strip.draw(painter);
}

} // namespace

void TestBoxStrip::fewAndManyBoxesLookLikeRectangles_data()
{
    QTest::addColumn<int>("count");
    QTest::newRow("none") << 0;
    QTest::newRow("one") << 1;
    QTest::newRow("few") << 20;
    QTest::newRow("many") << 180;
}

void TestBoxStrip::fewAndManyBoxesLookLikeRectangles()
{
    QFETCH(int, count);
    const QRect row(15, 9, 350, 19);
    QImage image = canvas();
    BoxStrip strip;
    QPainter painter(&image);
    drawRow(strip, painter, row, count);
    painter.end();
    QCOMPARE(image, asRectangles(row, count));
    QVERIFY(count == 0 || image != canvas());
}

void TestBoxStrip::rowsOfDifferentSizesDoNotMix()
{
    BoxStrip strip;
    for (const QRect& row : {QRect(0, 0, 400, 20), QRect(50, 21, 330, 7), QRect(0, 0, 400, 20)}) {
        QImage image = canvas();
        QPainter painter(&image);
        drawRow(strip, painter, row, 170);
        painter.end();
        QCOMPARE(image, asRectangles(row, 170));
    }
}

LANESCOPE_TEST(TestBoxStrip)
#include "tst_box_strip.moc"
