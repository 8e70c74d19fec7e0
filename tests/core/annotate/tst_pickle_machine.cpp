// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"

#include "core/annotate/pickle_machine.h"

using namespace lanescope;

// Reads pickles that are written out by opcode; pickletools tells what each letter means.
class TestPickleMachine : public QObject {
    Q_OBJECT

private slots:
    void everyInstructionOfDataIsKnown_data();
    void everyInstructionOfDataIsKnown();
    void onlyNamedClassesAreAllowed_data();
    void onlyNamedClassesAreAllowed();
    void damageIsOneClearLine_data();
    void damageIsOneClearLine();
    void everyCutPickleIsCalledCut();
    void sharedValuesAreOne();
    void bytesBehindTheEndAreReported();
    void sizesAreCheckedBeforeMemoryIsTaken_data();
    void sizesAreCheckedBeforeMemoryIsTaken();
    void aStopIsNoFailureOfItsOwn();
    void aPickleIsToldByItsBeginning_data();
    void aPickleIsToldByItsBeginning();
};

static Result<PickleDocument> read(const QByteArray& bytes)
{
    return readPickle({bytes.constData(), std::size_t(bytes.size())}, JobControl());
}

// "[1 "a" {"k" (2.5 None)}]"
static QByteArray asText(const PickleValues& values, PickleId id)
{
    const auto all = [&](const char* open, const char* close) {
        QByteArrayList texts;
        for (const PickleId item : values.items(id))
            texts += asText(values, item);
        return open + texts.join(' ') + close;
    };
    const QByteArray text = QByteArray::fromStdString(std::string(values.text(id)));
    switch (values.kind(id)) {
    case PickleKind::None:
        return "None";
    case PickleKind::True:
        return "True";
    case PickleKind::False:
        return "False";
    case PickleKind::Integer:
        return QByteArray::number(qlonglong(values.integer(id)));
    case PickleKind::Float:
        return QByteArray::number(values.number(id));
    case PickleKind::Bytes:
        return "b'" + text + '\'';
    case PickleKind::Text:
        return '"' + text + '"';
    case PickleKind::List:
        return all("[", "]");
    case PickleKind::Tuple:
        return all("(", ")");
    case PickleKind::Set:
        return all("set(", ")");
    case PickleKind::Dict:
        return all("{", "}");
    default:
        return text;
    }
}

#define BYTES(literal) QByteArray(literal, sizeof(literal) - 1)

// Written by Python 3.11's pickle, except where a row says something else.
void TestPickleMachine::everyInstructionOfDataIsKnown_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("protocol 0") << BYTES("(dp0\nI1\n(lp1\n(dp2\nVb\np3\nI01\nsVc\np4\nF-1.5\nsVd\np5\nNsas.")
                                << QByteArray(R"({1 [{"b" True "c" -1.5 "d" None}]})");
    QTest::newRow("protocol 0, long") << BYTES("L-1180591620717411303424L\n.") << QByteArray("-1180591620717411303424");
    QTest::newRow("protocol 0, get") << BYTES("(lp0\nVab\np1\nag1\na.") << QByteArray(R"(["ab" "ab"])");
    QTest::newRow("protocol 0 of Python 2") << BYTES("(dp0\nS'k\\x41'\np1\nI00\ns.") << QByteArray(R"({"kA" False})");
    QTest::newRow("protocol 0, set") << BYTES("c__builtin__\nset\np0\n((lp1\nI3\natp2\nRp3\n.") << QByteArray("set(3)");
    QTest::newRow("protocol 0, bytes") << BYTES("c_codecs\nencode\np0\n(Va\351\np1\nVlatin1\np2\ntp3\nRp4\n.")
                                       << QByteArray("b'a\351'");
    QTest::newRow("protocol 1") << BYTES("}q\0K\1]q\1X\1\0\0\0xq\2as.") << QByteArray(R"({1 ["x"]})");
    QTest::newRow("protocol 1, tuple") << BYTES("(K\1K\2K\3K\4tq\0.") << QByteArray("(1 2 3 4)");
    QTest::newRow("protocol 1, long binary get")
        << BYTES("]r\0\1\0\0j\0\1\0\0\206.") + QByteArray(300, ' ') << QByteArray("([] [])"); // by hand
    QTest::newRow("protocol 1 of Python 2") << BYTES("U\2ab.") << QByteArray(R"("ab")");
    QTest::newRow("protocol 1 of Python 2, long text") << BYTES("T\2\0\0\0ab.") << QByteArray(R"("ab")");
    QTest::newRow("protocol 2, numbers") << BYTES("\200\2(K\377M\377\377J\373\377\377\377\212\5\0\0\0\0\1t.")
                                         << QByteArray("(255 65535 -5 4294967296)");
    QTest::newRow("protocol 2, long of many bytes")
        << BYTES("\200\2\213\11\0\0\0\0\0\0\0\0\0\0\0\1.") << QByteArray("18446744073709551616");
    QTest::newRow("protocol 2, short tuples")
        << BYTES("\200\2)\210\205N\211\206K\1K\2K\3\207\207\206.") << QByteArray("(() ((True) (None False) (1 2 3)))");
    QTest::newRow("protocol 2, float") << BYTES("\200\2G\77\300\0\0\0\0\0\0.") << QByteArray("0.125");
    QTest::newRow("protocol 2, OrderedDict")
        << BYTES("\200\2ccollections\nOrderedDict\nq\0)Rq\1K\1]q\2X\1\0\0\0xq\3as.") << QByteArray(R"({1 ["x"]})");
    QTest::newRow("protocol 2, OrderedDict of Python 2")
        << BYTES("\200\2ccollections\nOrderedDict\nq\0]q\1]q\2(K\1U\1xea\205q\3Rq\4.") << QByteArray(R"({1 "x"})");
    QTest::newRow("protocol 2, defaultdict")
        << BYTES("\200\2ccollections\ndefaultdict\nq\0c__builtin__\nlist\nq\1\205q\2Rq\3K\1]q\4X\1\0\0\0xq\5as.")
        << QByteArray(R"({1 ["x"]})");
    QTest::newRow("protocol 2, empty bytes and bytearray")
        << BYTES("\200\2c__builtin__\nbytes\nq\4)Rq\5c__builtin__\nbytearray\nq\7)Rq\10\206.")
        << QByteArray("(b'' b'')");
    QTest::newRow("protocol 2, frozenset")
        << BYTES("\200\2c__builtin__\nfrozenset\nq\4]q\5K\4a\205q\6Rq\7.") << QByteArray("set(4)");
    QTest::newRow("protocol 3, bytes") << BYTES("\200\3C\2abB\1\0\0\0c\206.") << QByteArray("(b'ab' b'c')");
    QTest::newRow("protocol 3, bytearray")
        << BYTES("\200\3cbuiltins\nbytearray\nq\4C\2abq\5\205q\6Rq\7.") << QByteArray("b'ab'");
    QTest::newRow("protocol 4, defaultdict")
        << BYTES("\200\4\225A\0\0\0\0\0\0\0\214\13collections\224\214\13defaultdict\224\223\224\214\10builtins\224\214"
                 "\4list\224\223\224\205\224R\224K\1]\224\214\1x\224as.")
        << QByteArray(R"({1 ["x"]})");
    QTest::newRow("protocol 4, set and frozenset")
        << BYTES("\200\4\217\224(K\3K\4\220(K\5\221\224\206.") << QByteArray("(set(3 4) set(5))");
    QTest::newRow("protocol 4, long texts")
        << BYTES("\200\4\215\2\0\0\0\0\0\0\0ab\216\1\0\0\0\0\0\0\0c\206.") << QByteArray(R"(("ab" b'c'))");
    QTest::newRow("protocol 5, bytearray") << BYTES("\200\5\226\2\0\0\0\0\0\0\0ab\224.") << QByteArray("b'ab'");
    QTest::newRow("attributes of an OrderedDict")
        << BYTES("\200\2ccollections\nOrderedDict\nq\0)Rq\1K\1]q\2X\1\0\0\0xq\3as}q\4X\4\0\0\0attrq\5K\5sb.")
        << QByteArray(R"({1 ["x"]})");
    QTest::newRow("a dtype") << BYTES("\200\2ctorch\nfloat32\nq\0.") << QByteArray("torch.float32");
    QTest::newRow("a dtype, protocol 4") << BYTES("\200\4\214\5torch\214\15float8_e4m3fn\223.")
                                         << QByteArray("torch.float8_e4m3fn");
    QTest::newRow("pop, dup and pop mark") << BYTES("K\1(K\2K\0031K\00402\206.") << QByteArray("(1 1)"); // by hand
}

void TestPickleMachine::everyInstructionOfDataIsKnown()
{
    QFETCH(QByteArray, pickle);
    QFETCH(QByteArray, value);
    const auto document = read(pickle);
    QVERIFY2(document.has_value(), document ? "" : document.error().message.c_str());
    QCOMPARE(asText(document->values, document->root), value);
}

void TestPickleMachine::onlyNamedClassesAreAllowed_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QByteArray>("what");
    QTest::newRow("global on two lines") << BYTES("cposix\nsystem\n(Vls\ntR.") << QByteArray("names posix.system");
    QTest::newRow("global on the stack") << BYTES("\200\4\214\2os\214\6system\223\214\2ls\205R.")
                                         << QByteArray("names os.system");
    QTest::newRow("Python 2's builtins") << BYTES("c__builtin__\neval\n.") << QByteArray("names builtins.eval");
    QTest::newRow("a dotted name") << BYTES("\200\4\214\5torch\214\16float32.system\223.")
                                   << QByteArray("names torch.float32.system");
    QTest::newRow("a part of an allowed name")
        << BYTES("ccollections\nOrderedDict.fromkeys\n.") << QByteArray("names collections.OrderedDict.fromkeys");
    QTest::newRow("torch, but no dtype") << BYTES("ctorch\nload\n.") << QByteArray("names torch.load");
    QTest::newRow("an unused one") << BYTES("cos\nsystem\n0}.") << QByteArray("names os.system");
    QTest::newRow("a name with control characters")
        << BYTES("\200\4\214\2os\214\4a\33\nb\223.") << QByteArray("names os.a??b");
    QTest::newRow("an instance") << BYTES("(Vls\nios\nsystem\n.") << QByteArray("makes an object of os.system");
    QTest::newRow("an object") << BYTES("(ccollections\nOrderedDict\nVls\no.")
                               << QByteArray("makes an object of collections.OrderedDict");
    QTest::newRow("an object with keywords") << BYTES("\200\4ccollections\nOrderedDict\n)}\222.")
                                             << QByteArray("makes an object of collections.OrderedDict");
    QTest::newRow("a class that data does not call")
        << BYTES("cbuiltins\nlist\n)R.") << QByteArray("calls builtins.list in a way that Python does not write");
    QTest::newRow("a dtype that is called") << BYTES("ctorch\nfloat32\n)R.") << QByteArray("calls torch.float32");
    QTest::newRow("a text that is called") << BYTES("Vls\n)R.") << QByteArray("calls what is no class");
    QTest::newRow("another encoding") << BYTES("c_codecs\nencode\n(Va\nVrot13\ntR.")
                                      << QByteArray("calls _codecs.encode in a way that Python does not write");
    QTest::newRow("a factory that is no class")
        << BYTES("ccollections\ndefaultdict\n(I1\ntR.")
        << QByteArray("calls collections.defaultdict in a way that Python does not write");
    QTest::newRow("a registered class") << BYTES("\200\2\202\7.") << QByteArray("names the registered class number 7");
    QTest::newRow("an outside object") << BYTES("Pabc\n.") << QByteArray("refers to objects outside of itself");
    QTest::newRow("an outside object, binary") << BYTES("NQ.") << QByteArray("refers to objects outside of itself");
    QTest::newRow("an outside buffer") << BYTES("\200\5\227.") << QByteArray("refers to objects outside of itself");
}

void TestPickleMachine::onlyNamedClassesAreAllowed()
{
    QFETCH(QByteArray, pickle);
    QFETCH(QByteArray, what);
    const auto document = read(pickle);
    QVERIFY(!document.has_value());
    QCOMPARE(document.error().code, ErrorCode::Refused);
    QCOMPARE(QByteArray::fromStdString(document.error().message),
             "a Python pickle that " + what +
                 ", which is not data: refused; nothing was run and nothing of the file is used");
}

void TestPickleMachine::damageIsOneClearLine_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QByteArray>("message");
    const QByteArray damaged = "a damaged Python pickle: ";
    QTest::newRow("unknown instruction") << BYTES("\200\4\377.") << damaged + "an unknown instruction, 0xff, at byte 2";
    QTest::newRow("later protocol") << BYTES("\200\6}.")
                                    << QByteArray("a Python pickle of protocol 6; up to 5 is read");
    QTest::newRow("nothing on the stack") << BYTES("\200\4.") << damaged + "a value is missing at byte 2";
    QTest::newRow("no mark") << BYTES("\200\4]e.") << damaged + "a mark is missing at byte 3";
    QTest::newRow("a value below a mark") << BYTES("K\1(\205.") << damaged + "a value is missing at byte 3";
    QTest::newRow("an open mark at the end") << BYTES("(K\1.") << damaged + "a container is not complete at byte 3";
    QTest::newRow("a key without a value") << BYTES("}(K\1u.") << damaged + "a key without a value at byte 4";
    QTest::newRow("append to a number") << BYTES("K\1K\2a.")
                                        << damaged + "a value is put into what cannot hold it at byte 4";
    QTest::newRow("a dict's item in a list")
        << BYTES("]K\1K\2s.") << damaged + "a value is put into what cannot hold it at byte 5";
    QTest::newRow("an unknown memo number")
        << BYTES("h\1.") << damaged + "a value that was not stored is asked for at byte 0";
    QTest::newRow("a huge memo number") << BYTES("Nr\377\377\377\377.")
                                        << damaged + "a memo number that is too large at byte 1";
    QTest::newRow("a memo number that is none") << BYTES("Npx\n.") << damaged + "a memo number that is none at byte 1";
    QTest::newRow("a number that is none") << BYTES("I1x\n.") << damaged + "a number that is none at byte 0";
    QTest::newRow("a float that is none") << BYTES("F1,5\n.") << damaged + "a number that is none at byte 0";
    QTest::newRow("a number of 1000 bytes")
        << BYTES("\213\350\3\0\0") + QByteArray(1000, 'x') + '.' << damaged + "a number that is too long at byte 0";
    QTest::newRow("a text without quotes") << BYTES("Sab\n.") << damaged + "a string without its quotes at byte 0";
    QTest::newRow("a global of numbers") << BYTES("\200\4K\1K\2\223.")
                                         << damaged + "a global whose name is no text at byte 6";
    QTest::newRow("a state for a number") << BYTES("K\1Nb.") << damaged + "a state is given to what has none at byte 3";
    QTest::newRow("marks without end") << QByteArray(20000, '(')
                                       << damaged + "values are nested too deeply at byte 10000";
}

void TestPickleMachine::damageIsOneClearLine()
{
    QFETCH(QByteArray, pickle);
    const auto document = read(pickle);
    QVERIFY(!document.has_value());
    QCOMPARE(document.error().code, ErrorCode::NotAnnotations);
    QTEST(QByteArray::fromStdString(document.error().message), "message");
}

void TestPickleMachine::everyCutPickleIsCalledCut()
{
    const QByteArray whole =
        BYTES("\200\4\225\57\0\0\0\0\0\0\0}\224(\212\5\1\0\0\0\1]\224\214\4attn\224aK\5G\77\300\0\0\0"
              "\0\0\0\216\2\0\0\0\0\0\0\0abM\1\2u.");
    QVERIFY(read(whole).has_value());
    for (qsizetype size = 1; size < whole.size(); ++size) {
        const auto document = read(whole.left(size));
        QVERIFY(!document.has_value());
        const QByteArray message = QByteArray::fromStdString(document.error().message);
        QVERIFY2(message.startsWith("the pickle is cut off: it ends at byte " + QByteArray::number(size)),
                 message.constData());
    }
}

void TestPickleMachine::sharedValuesAreOne()
{
    const auto document = read(BYTES("]q\0(}q\1h\1e."));
    QVERIFY(document.has_value());
    const auto items = document->values.items(document->root);
    QCOMPARE(items.size(), std::size_t(2));
    QVERIFY(items[0] == items[1]);
}

void TestPickleMachine::bytesBehindTheEndAreReported()
{
    const auto document = read(BYTES("}.}."));
    QVERIFY(document.has_value());
    const Finding* finding = document->report.find("pickle-more-behind-end");
    QVERIFY(finding != nullptr);
    QCOMPARE(finding->count, std::uint64_t(2));
    QCOMPARE(finding->firstBytes.front(), std::uint64_t(2));
}

void TestPickleMachine::sizesAreCheckedBeforeMemoryIsTaken_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::newRow("lists") << QByteArray(100000, ']') + '.';
    QTest::newRow("the same value again and again") << 'N' + QByteArray(400000, '2') + '.';
    QTest::newRow("a list copied into sets")
        << "cbuiltins\nset\nq\1(" + QByteArray(4000, 'N') + "l\205q\2" + QByteArray("0h\1h\2R").repeated(400) + '.';
    QTest::newRow("a far memo number") << BYTES("Nr\0\377\1\0") + QByteArray(200000, 'N') + '.';
}

void TestPickleMachine::sizesAreCheckedBeforeMemoryIsTaken()
{
    QFETCH(QByteArray, pickle);
    const auto document =
        readPickle({pickle.constData(), std::size_t(pickle.size())}, JobControl(), std::uint64_t{1} << 20);
    QVERIFY(!document.has_value());
    QCOMPARE(document.error().code, ErrorCode::TooLarge);
}

void TestPickleMachine::aStopIsNoFailureOfItsOwn()
{
    std::stop_source stop;
    stop.request_stop();
    const QByteArray pickle = QByteArray(200000, 'N') + '.';
    const auto document = readPickle({pickle.constData(), std::size_t(pickle.size())}, JobControl(stop.get_token()));
    QVERIFY(!document.has_value());
    QCOMPARE(document.error().code, ErrorCode::Stopped);
}

void TestPickleMachine::aPickleIsToldByItsBeginning_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isPickle");
    QTest::newRow("protocol 0, dict") << BYTES("(dp0\n.") << true;
    QTest::newRow("protocol 0, dict without a memo") << BYTES("(dI1\nI2\ns.") << true;
    QTest::newRow("protocol 1, dict") << BYTES("}q\0.") << true;
    QTest::newRow("protocol 1, dict without a memo") << BYTES("}(K\1K\2u.") << true;
    QTest::newRow("protocol 1, empty") << BYTES("}.") << true;
    QTest::newRow("a global") << BYTES("cos\nsystem\n(Vls\ntR.") << true;
    QTest::newRow("protocol 2") << BYTES("\200\2}.") << true;
    QTest::newRow("a protocol to come") << BYTES("\200\6}.") << true;
    QTest::newRow("JSON") << BYTES("{}") << false;
    QTest::newRow("words") << BYTES("curl -O\n") << false;
    QTest::newRow("binary") << BYTES("\200\377\0\1") << false;
    QTest::newRow("one byte") << BYTES("}") << false;
}

void TestPickleMachine::aPickleIsToldByItsBeginning()
{
    QFETCH(QByteArray, bytes);
    QTEST(beginsAsPickle({bytes.constData(), std::size_t(bytes.size())}), "isPickle");
}

LANESCOPE_TEST(TestPickleMachine)
#include "tst_pickle_machine.moc"
