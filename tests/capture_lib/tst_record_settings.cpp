// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/recorder/record_settings.h"
#include "tests/support/test_main.h"

#include <map>

using namespace lanescope::record;

class TestRecordSettings : public QObject {
    Q_OBJECT

private slots:
    void whatIsNotSetHasItsDefault();
    void whatIsSetIsTaken();
    void theProcessIdGoesIntoTheName_data();
    void theProcessIdGoesIntoTheName();
    void whatIsWrongIsToldWithItsVariable_data();
    void whatIsWrongIsToldWithItsVariable();
};

namespace {

using Variables = std::map<std::string, std::string>;

struct Read {
    bool ok = false;
    RecordSettings settings;
    std::string problem;
};

Read readFrom(const Variables& variables)
{
    Read read;
    const auto get = [&](const char* name) {
        const auto at = variables.find(name);
        return at == variables.end() ? nullptr : at->second.c_str();
    };
    read.ok = readSettings(get, 4242, read.settings, read.problem);
    return read;
}

} // namespace

void TestRecordSettings::whatIsNotSetHasItsDefault()
{
    for (const Variables& variables :
         {Variables{}, Variables{{"LANESCOPE_RECORD", ""}, {"LANESCOPE_RECORD_BUFFER_MB", ""}}}) {
        const Read read = readFrom(variables);
        QVERIFY(read.ok);
        QVERIFY(read.settings.begin == Begin::AtOnce);
        QCOMPARE(read.settings.output.c_str(), "lanescope_4242.trace.json");
        QCOMPARE(read.settings.bufferBytes, std::size_t(67108864));
    }
}

void TestRecordSettings::whatIsSetIsTaken()
{
    const Read read = readFrom({{"LANESCOPE_RECORD", "off"}, {"LANESCOPE_RECORD_BUFFER_MB", "8"}});
    QVERIFY(read.ok);
    QVERIFY(read.settings.begin == Begin::WhenAsked);
    QCOMPARE(read.settings.bufferBytes, std::size_t(8388608));
    QVERIFY(readFrom({{"LANESCOPE_RECORD", "on"}}).settings.begin == Begin::AtOnce);
}

void TestRecordSettings::theProcessIdGoesIntoTheName_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("twice") << QByteArray("/t/%p/a%p.json") << QByteArray("/t/4242/a4242.json");
    QTest::newRow("a percent sign") << QByteArray("100%%_%p") << QByteArray("100%_4242");
    QTest::newRow("no id") << QByteArray("trace.json") << QByteArray("trace.json");
    QTest::newRow("an escaped p") << QByteArray("%%p") << QByteArray("%p");
}

void TestRecordSettings::theProcessIdGoesIntoTheName()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, path);
    const Read read = readFrom({{"LANESCOPE_RECORD_OUTPUT", pattern.toStdString()}});
    QVERIFY(read.ok);
    QCOMPARE(QByteArray::fromStdString(read.settings.output), path);
}

void TestRecordSettings::whatIsWrongIsToldWithItsVariable_data()
{
    QTest::addColumn<QByteArray>("variable");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("another word") << QByteArray("LANESCOPE_RECORD") << QByteArray("yes");
    QTest::newRow("unknown placeholder") << QByteArray("LANESCOPE_RECORD_OUTPUT") << QByteArray("a%r.json");
    QTest::newRow("percent at the end") << QByteArray("LANESCOPE_RECORD_OUTPUT") << QByteArray("a%");
    for (const char* value : {"7", "0", "-1", "64M", "1e3", " 64", "65537", "99999999999999999999999"})
        QTest::newRow(value) << QByteArray("LANESCOPE_RECORD_BUFFER_MB") << QByteArray(value);
}

void TestRecordSettings::whatIsWrongIsToldWithItsVariable()
{
    QFETCH(QByteArray, variable);
    QFETCH(QByteArray, value);
    const Read read = readFrom({{variable.toStdString(), value.toStdString()}});
    QVERIFY(!read.ok);
    const QByteArray problem = QByteArray::fromStdString(read.problem);
    QVERIFY2(problem.startsWith(variable + " is \"" + value + "\": "), problem.constData());
}

LANESCOPE_TEST(TestRecordSettings)
#include "tst_record_settings.moc"
