// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"

#include "core/query/filter_expression.h"

#include <string>

using namespace lanescope;

class TestFilterExpression : public QObject {
    Q_OBJECT

private slots:
    void stepsAreInPostfixOrder_data();
    void stepsAreInPostfixOrder();
    void aProblemPointsAtItsCharacters_data();
    void aProblemPointsAtItsCharacters();
    void theLineForACommandNamesTheCharacter();
    void aTermForAValueAsksForThatValueAlone_data();
    void aTermForAValueAsksForThatValueAlone();
    void limitsAreProblemsAndNoCrash_data();
    void limitsAreProblemsAndNoCrash();
};

// Terms as their number; "!" is not, "&" and, "|" or.
static QByteArray stepsAsText(const FilterExpression& expression)
{
    QByteArray text;
    for (const FilterStep& step : expression.steps) {
        switch (step.kind) {
        case FilterStep::Kind::Term:
            text += QByteArray::number(step.term);
            break;
        case FilterStep::Kind::Not:
            text += '!';
            break;
        case FilterStep::Kind::And:
            text += '&';
            break;
        case FilterStep::Kind::Or:
            text += '|';
            break;
        }
    }
    return text;
}

void TestFilterExpression::stepsAreInPostfixOrder_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("steps");
    QTest::newRow("nothing") << QByteArray("  \t") << QByteArray();
    QTest::newRow("one") << QByteArray("gemm") << QByteArray("0");
    QTest::newRow("side by side is and") << QByteArray("a b  c") << QByteArray("01&2&");
    QTest::newRow("AND may be written") << QByteArray("a AND b") << QByteArray("01&");
    QTest::newRow("OR binds less") << QByteArray("a b OR c d") << QByteArray("01&23&|");
    QTest::newRow("parentheses") << QByteArray("a (b OR c) d") << QByteArray("012|&3&");
    QTest::newRow("no space needed inside") << QByteArray("(a)OR(b)").replace(")O", ") O") << QByteArray("01|");
    QTest::newRow("left out") << QByteArray("-a -(b OR -c)") << QByteArray("0!12!|!&");
    QTest::newRow("left out twice") << QByteArray("--a") << QByteArray("0");
    QTest::newRow("not equal") << QByteArray("phase!=forward") << QByteArray("0!");
    QTest::newRow("small or is text") << QByteArray("a or b") << QByteArray("01&2&");
    QTest::newRow("OR in quotes is text") << QByteArray("a \"OR\" b") << QByteArray("01&2&");
    QTest::newRow("two colons are text") << QByteArray("at::native") << QByteArray("0");
    QTest::newRow("a template is text") << QByteArray("gemm<4> kernel<float>") << QByteArray("01&");
    QTest::newRow("everything") << QByteArray("ann:layer_* phase:backward -kernel:nccl* dur>10us stream:7 cat:kernel "
                                              "module:encoder.* replay:3 /regex/")
                                << QByteArray("01&2!&3&4&5&6&7&8&");
}

void TestFilterExpression::stepsAreInPostfixOrder()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, steps);
    const auto parsed = parseFilter(text.toStdString());
    QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().message.c_str());
    QCOMPARE(stepsAsText(*parsed), steps);
}

void TestFilterExpression::aProblemPointsAtItsCharacters_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("marks"); // under the characters at fault; ^ behind the text: its end
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const char* text, const char* marks, const char* says) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(marks) << QByteArray(says);
    };
    row("unknown key", "a nmae:x", "  ~~~~", "no key \"nmae\": there are ann, module, phase, name, kernel");
    row("no value", "ann:", "    ^", "expected a text");
    row("no value before )", "(ann:)", "     ^", "expected a text");
    row("no condition after OR", "a OR", "    ^", "expected a condition");
    row("OR first", "OR a", "~~", "expected a condition");
    row("AND twice", "a AND AND b", "      ~~~", "expected a condition");
    row("empty parentheses", "a ()", "   ~", "expected a condition");
    row("open parenthesis", "a (b c", "  ~", "this ( is not closed");
    row("surplus parenthesis", "a) b", " ~", "this ) closes nothing");
    row("word before a parenthesis", "foo(int)", "   ~", "put text with a ( in quotes");
    row("word behind a parenthesis", "(a)b", "   ~", "expected a space");
    row("lone minus", "a - b", "  ~", "right after the -");
    row("open quote", "a \"b c", "  ~", "this \" is not closed");
    row("escaped quote", "\"b\\\"", "~", "this \" is not closed");
    row("empty quotes", "a \"\"", "  ~~", "expected a text between the quotes");
    row("word behind a quote", "\"a\"b", "   ~", "expected a space");
    row("open regex", "a /b c", "  ~", "expected a / at the end");
    row("regex flag", "/a/g", "   ~", "expected i");
    row("empty regex", "//", "~~", "expected a regular expression");
    row("wrong regex", "name:/a(b/", "      ~~~", "missing )");
    row("wrong part of a regex", "/a[z-a]b/", "   ~~~", "invalid character class range");
    row("no unit", "dur>10", "    ~~", "expected a unit of time after the number: ns, us, ms or s");
    row("wrong unit", "a dur>10sec", "        ~~~", "expected a unit of time");
    row("no time", "dur>", "    ^", "expected a time such as 10us");
    row("no time but a word", "dur>fast", "    ~~~~", "expected a time such as 10us");
    row("no number", "stream:seven", "       ~~~~~", "expected a whole number");
    row("one of a list", "stream:7,x,9", "         ~", "expected a whole number");
    row("empty place of a list", "stream:7,,9", "         ^", "expected a whole number");
    row("range the wrong way", "replay:9..3", "       ~~~~", "ends before it begins");
    row("range of nothing", "replay:..", "       ~~", "expected a value on one side");
    row("second end of a range", "dur:1us..2", "         ~", "expected a unit");
    row("number too large", "corr:99999999999999999999", "     ~~~~~~~~~~~~~~~~~~~~", "too large");
    row("time too large", "dur>99999999999s", "    ~~~~~~~~~~~~", "too large");
    row("negative number", "stream:-1", "       ~~", "expected a whole number");
}

void TestFilterExpression::aProblemPointsAtItsCharacters()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, marks);
    QFETCH(const QByteArray, says);
    const auto parsed = parseFilter(text.toStdString());
    QVERIFY(!parsed.has_value());
    const FilterProblem& problem = parsed.error();
    QByteArray got(static_cast<int>(problem.at), ' ');
    got += problem.length == 0 ? QByteArray("^") : QByteArray(static_cast<int>(problem.length), '~');
    QCOMPARE(got, marks);
    QVERIFY2(QByteArray::fromStdString(problem.message).contains(says), problem.message.c_str());
}

void TestFilterExpression::theLineForACommandNamesTheCharacter()
{
    QVERIFY(parseFilterOption("ann:x dur>10us").has_value());
    const auto parsed = parseFilterOption("ann:\xc3\xa4 dur>10sec");
    QVERIFY(!parsed.has_value());
    QCOMPARE(parsed.error().code, ErrorCode::WrongUsage);
    QCOMPARE(QByteArray::fromStdString(parsed.error().message),
             QByteArray("filter, character 13 (\"sec\"): expected a unit of time after the number: ns, us, ms or s"));
    QCOMPARE(QByteArray::fromStdString(parseFilterOption("ann:").error().message),
             QByteArray("filter, character 5 (the end): expected a text, \"a text in quotes\" or /a regular "
                        "expression/"));
}

void TestFilterExpression::aTermForAValueAsksForThatValueAlone_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("other");
    const auto row = [](const char* name, const char* value, const char* text, const char* other) {
        QTest::newRow(name) << QByteArray(value) << QByteArray(text) << QByteArray(other);
    };
    row("plain", "layer_1", "name:layer_1", "layer_10");
    row("space", "layer 1", "name:\"layer 1\"", "layer");
    row("star", "a*", "name:\"a*\"", "ab");
    row("quote and backslash", "a\"b\\c", "name:\"a\\\"b\\\\c\"", "a\"bc");
    row("parentheses", "void f(int)", "name:\"void f(int)\"", "void f");
    row("slash in front", "/usr/", "name:\"/usr/\"", "usr");
    row("minus and colon", "-a:b", "name:-a:b", "a:b");
}

void TestFilterExpression::aTermForAValueAsksForThatValueAlone()
{
    QFETCH(const QByteArray, value);
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, other);
    const std::string term = filterTermText("name", value.toStdString());
    QCOMPARE(QByteArray::fromStdString(term), text);
    const auto parsed = parseFilter(term);
    QVERIFY(parsed.has_value());
    QCOMPARE(parsed->terms.size(), std::size_t{1});
    QVERIFY(parsed->terms[0].pattern->matches(value.toStdString()));
    QVERIFY(!parsed->terms[0].pattern->matches(other.toStdString()));
}

void TestFilterExpression::limitsAreProblemsAndNoCrash_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("nested") << QByteArray(4000, '(') + "a" + QByteArray(4000, ')')
                            << QByteArray("parentheses inside each other");
    QTest::newRow("many conditions") << QByteArray("a ").repeated(300) << QByteArray("more than 200 conditions");
    QTest::newRow("long") << QByteArray(10000, 'a') << QByteArray("longer than 8192 bytes");
    QTest::newRow("long pattern") << QByteArray(2000, 'a') << QByteArray("longer than 1000 bytes");
    QTest::newRow("huge regex") << QByteArray("/((a{100}){100}){100}/") << QByteArray("regular expression is wrong");
    QTest::newRow("no UTF-8") << QByteArray("\xff\xfe") << QByteArray("cannot be looked for");
}

void TestFilterExpression::limitsAreProblemsAndNoCrash()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, says);
    const auto parsed = parseFilter(text.toStdString());
    QVERIFY(!parsed.has_value());
    QVERIFY2(QByteArray::fromStdString(parsed.error().message).contains(says), parsed.error().message.c_str());
    QVERIFY(parsed.error().at <= std::size_t(text.size()));
}

LANESCOPE_TEST(TestFilterExpression)
#include "tst_filter_expression.moc"
