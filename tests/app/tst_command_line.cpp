// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/command_line.h"

#include "tests/support/test_main.h"

using namespace lanescope::desktop;

class TestCommandLine : public QObject {
    Q_OBJECT

private slots:
    void everyOptionIsRead();
    void filesAloneOpenTheWindow();
    void wrongUsageIsSaid_data();
    void wrongUsageIsSaid();
    void partsOfATraceAreReadForPictures();
    void helpNamesEveryOption();
};

namespace {

CommandLine parse(const QString& arguments)
{
    return parseCommandLine((QStringLiteral("lanescope ") + arguments).split(QLatin1Char(' '), Qt::SkipEmptyParts));
}

} // namespace

void TestCommandLine::everyOptionIsRead()
{
    const CommandLine line = parse(QStringLiteral(
        "t.json -a n.json --provenance k.json --provenance l.json --render o.png --theme dark --size 800x600"));
    QCOMPARE(line.outcome, CommandLine::Outcome::Run);
    QCOMPARE(line.files, QStringList{QStringLiteral("t.json")});
    QCOMPARE(line.annotations.value_or(QString()), QStringLiteral("n.json"));
    QCOMPARE(line.provenance, (QStringList{QStringLiteral("k.json"), QStringLiteral("l.json")}));
    QCOMPARE(line.picture.value_or(QString()), QStringLiteral("o.png"));
    QVERIFY(line.theme == ThemeChoice::Dark);
    QCOMPARE(line.size.value_or(QSize()), QSize(800, 600));
}

void TestCommandLine::filesAloneOpenTheWindow()
{
    const CommandLine line = parse(QStringLiteral("t.json"));
    QCOMPARE(line.outcome, CommandLine::Outcome::Run);
    QVERIFY(!line.picture && !line.theme && !line.size && !line.annotations);
    QCOMPARE(parse({}).outcome, CommandLine::Outcome::Run);
}

void TestCommandLine::wrongUsageIsSaid_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("names");
    QTest::newRow("unknown option") << "--frobnicate"
                                    << "frobnicate";
    QTest::newRow("theme") << "t.json --theme blue"
                           << "blue";
    QTest::newRow("size without height") << "t.json --size 800"
                                         << "800";
    QTest::newRow("size of nothing") << "t.json --size 0x600"
                                     << "0x600";
    QTest::newRow("huge size") << "t.json --size 99999x99999"
                               << "99999x99999";
    QTest::newRow("nothing to render") << "--render o.png"
                                       << "--render";
    QTest::newRow("annotations of nothing") << "-a n.json"
                                            << "-a";
    QTest::newRow("range without a unit") << "t.json --render o.png --range 1:2"
                                          << "--range";
    QTest::newRow("range that ends before it begins") << "t.json --render o.png --range 2ms:1ms"
                                                      << "2ms:1ms";
    QTest::newRow("range of a window") << "t.json --range 0:1ms"
                                       << "--range";
    QTest::newRow("unknown view") << "t.json --render o.png --view elsewhere"
                                  << "elsewhere";
    QTest::newRow("no expression") << "t.json --render o.png --filter (ann:a"
                                   << "filter, character";
    QTest::newRow("filter of a window") << "t.json --filter kernel"
                                        << "--filter";
    QTest::newRow("view of a window") << "t.json --view recorded"
                                      << "--view";
    QTest::newRow("provenance of nothing") << "--provenance k.json"
                                           << "--provenance";
}

void TestCommandLine::wrongUsageIsSaid()
{
    QFETCH(const QString, arguments);
    QFETCH(const QString, names);
    const CommandLine line = parse(arguments);
    QCOMPARE(line.outcome, CommandLine::Outcome::WrongUsage);
    QVERIFY2(line.text.contains(names), qPrintable(line.text));
    QCOMPARE(line.text.count(QLatin1Char('\n')), 0);
}

void TestCommandLine::partsOfATraceAreReadForPictures()
{
    const CommandLine line =
        parse(QStringLiteral("t.json --render o.png --range 1.5ms:20ms --view annotated --filter ann:a*"));
    QCOMPARE(line.outcome, CommandLine::Outcome::Run);
    QVERIFY(line.range && line.range->begin && line.range->end);
    QCOMPARE(line.range->begin->ns, qint64{1500000});
    QCOMPARE(line.range->end->ns, qint64{20000000});
    QVERIFY(line.view == lanescope::TrackView::Annotated);
    QCOMPARE(line.filter.value_or(QString()), QStringLiteral("ann:a*"));
    QVERIFY(parse(QStringLiteral("t.json --render o.png --view recorded")).view == lanescope::TrackView::Recorded);
    QVERIFY(parse(QStringLiteral("t.json --render o.png --view captured")).view == lanescope::TrackView::Captured);
}

void TestCommandLine::helpNamesEveryOption()
{
    const CommandLine line = parse(QStringLiteral("--help"));
    QCOMPARE(line.outcome, CommandLine::Outcome::PrintAndExit);
    for (const char* option : {"--annotations", "--provenance", "--render", "--range", "--view", "--filter", "--theme",
                               "--size", "--help", "--version"})
        QVERIFY2(line.text.contains(QLatin1String(option)), option);
    QVERIFY(parse(QStringLiteral("--version")).text.startsWith(QLatin1String("lanescope ")));
}

LANESCOPE_TEST(TestCommandLine)
#include "tst_command_line.moc"
