// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/panels/timeline_tool_bar.h"
#include "app/desktop/settings/language.h"

#include "app/desktop/timeline/spoken_text.h"
#include "app/desktop/timeline/timeline_plot.h"
#include "core/query/stats_column.h"
#include "tests/app/open_trace_here.h"
#include "tests/app/small_trace.h"
#include "tests/support/test_main.h"

#include <QAccessible>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTranslator>
#include <QXmlStreamReader>

#include <map>

using namespace lanescope;
using namespace lanescope::desktop;

class TestLanguage : public QObject {
    Q_OBJECT

private slots:
    void init() { fixture::failOnQtWarnings(); }
    void almostEveryTextOfTheWindowIsTranslated();
    void everyTextIsTranslatedWithItsPlaces();
    void columnsOfStatisticsAreTranslated();
    void theProgramHasTheTranslation();
    void aLanguageThatIsNotThereIsWrongUsage();
    void withoutADisplayThereIsOneLine();
    void theSelectionCanBeHeard();

private:
    using Texts = std::map<std::pair<QString, QString>, QString>; // context and source to translation
    static Texts readTexts(const QString& path);
    static QString run(const QStringList& arguments, const QProcessEnvironment& environment, int& status);
};

namespace {

const QString kTranslation = QStringLiteral(LANESCOPE_SOURCE_DIR "/resources/translations/lanescope_de.ts");

QStringList placesIn(const QString& text)
{
    static const QRegularExpression place(QStringLiteral("%\\d"));
    QStringList places;
    for (auto match = place.globalMatch(text); match.hasNext();)
        places << match.next().captured();
    places.sort();
    return places;
}

} // namespace

TestLanguage::Texts TestLanguage::readTexts(const QString& path)
{
    Texts texts;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return texts;
    QXmlStreamReader xml(&file);
    QString context;
    QString source;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QStringLiteral("name")) {
            context = xml.readElementText();
        } else if (xml.name() == QStringLiteral("source")) {
            source = xml.readElementText();
        } else if (xml.name() == QStringLiteral("translation")) {
            const bool isDone = !xml.attributes().hasAttribute(QStringLiteral("type"));
            const QString text = xml.readElementText();
            texts[{context, source}] = isDone ? text : QString();
        }
    }
    return texts;
}

void TestLanguage::almostEveryTextOfTheWindowIsTranslated()
{
    const QString lupdate =
        QStandardPaths::findExecutable(QStringLiteral("lupdate"), {QStringLiteral("/usr/lib/qt6/bin")});
    if (lupdate.isEmpty())
        QSKIP("needs lupdate of qt6-l10n-tools");
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("now.ts"));
    QProcess process;
    process.start(lupdate, {QStringLiteral("-silent"), QStringLiteral("-I"), QStringLiteral(LANESCOPE_SOURCE_DIR),
                            QStringLiteral(LANESCOPE_SOURCE_DIR "/app/desktop"), QStringLiteral("-ts"), path});
    QVERIFY(process.waitForFinished(60000));
    const Texts now = readTexts(path);
    QVERIFY(now.size() > 200);
    const Texts translated = readTexts(kTranslation);
    QStringList missing;
    for (const auto& [place, nothing] : now) {
        if (!translated.contains(place))
            missing << place.first + QStringLiteral(": ") + place.second;
    }
    // New texts may wait for a translator, but not many of them.
    QVERIFY2(missing.size() * 20 < static_cast<qsizetype>(now.size()), qPrintable(missing.join(QLatin1Char('\n'))));
}

void TestLanguage::everyTextIsTranslatedWithItsPlaces()
{
    for (const auto& [place, text] : readTexts(kTranslation)) {
        QVERIFY2(!text.isEmpty(), qPrintable(place.second));
        QVERIFY2(placesIn(text) == placesIn(place.second), qPrintable(place.second + QStringLiteral(" / ") + text));
        QCOMPARE(text.startsWith(QLatin1Char(' ')), place.second.startsWith(QLatin1Char(' ')));
    }
}

// Core has their texts; the window lists them for translators.
void TestLanguage::columnsOfStatisticsAreTranslated()
{
    const Texts texts = readTexts(kTranslation);
    for (const StatsColumnText& column : statsColumns()) {
        for (const std::string_view text : {column.title, column.meaning}) {
            const QString source = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
            QVERIFY2(texts.contains({QStringLiteral("StatsColumn"), source}), qPrintable(source));
        }
    }
}

void TestLanguage::theProgramHasTheTranslation()
{
    if (!languages().contains(QStringLiteral("de")))
        QSKIP("built without qt6-l10n-tools");
    QTranslator german;
    QVERIFY(german.load(QStringLiteral(":/lanescope/translations/lanescope_de.qm")));
    QCOMPARE(german.translate("Actions", "&Quit"), QStringLiteral("&Beenden"));
    QCOMPARE(german.translate("Timeline", "%1 slices"), QStringLiteral("%1 Scheiben"));
    // Texts of classes are looked up as the program does it.
    QCOMPARE(german.translate(TimelineToolBar::staticMetaObject.className(), "Recorded"),
             QStringLiteral("Aufgezeichnet"));
}

QString TestLanguage::run(const QStringList& arguments, const QProcessEnvironment& environment, int& status)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(LANESCOPE_PROGRAM), arguments);
    const bool isDone = process.waitForFinished(30000);
    status = isDone && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    return QString::fromLocal8Bit(process.readAllStandardError());
}

void TestLanguage::aLanguageThatIsNotThereIsWrongUsage()
{
    int status = 0;
    const QString text =
        run({QStringLiteral("--lang"), QStringLiteral("xx")}, QProcessEnvironment::systemEnvironment(), status);
    QCOMPARE(status, 2);
    QVERIFY2(text.contains(QStringLiteral("--lang is en")), qPrintable(text));
}

void TestLanguage::withoutADisplayThereIsOneLine()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("QT_QPA_PLATFORM"));
    environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
    environment.insert(QStringLiteral("DISPLAY"), QStringLiteral(":4321")); // nobody is there
    int status = 0;
    const QString text = run({}, environment, status);
    QCOMPARE(status, 1);
    QCOMPARE(text.trimmed().count(QLatin1Char('\n')), 0);
    QVERIFY2(text.startsWith(QStringLiteral("lanescope: no display can be reached (DISPLAY=:4321)")), qPrintable(text));
}

void TestLanguage::theSelectionCanBeHeard()
{
    TraceDocument document;
    TimelinePlot plot(document);
    document.setTrace(fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations));
    QAccessibleInterface* heard = QAccessible::queryAccessibleInterface(&plot);
    QVERIFY(heard != nullptr);
    QCOMPARE(heard->text(QAccessible::Name), QStringLiteral("Timeline"));
    QCOMPARE(heard->text(QAccessible::Description), QString());
    document.select(fixture::eventNamed(*document.opened()->trace, "attn_grad"));
    QCOMPARE(heard->text(QAccessible::Description),
             QStringLiteral("attn_grad, 10 µs at 10 µs, annotation attn, Backward, stream 7"));
    document.select(RegionPlace{0, 0, 0, 0});
    QCOMPARE(heard->text(QAccessible::Description), QStringLiteral("region attn, 10 µs at 0 ns, Forward, stream 7"));
    document.select({});
    QCOMPARE(heard->text(QAccessible::Description), QString());
}

LANESCOPE_TEST(TestLanguage)
#include "tst_language.moc"
