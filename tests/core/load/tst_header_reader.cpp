// SPDX-License-Identifier: Apache-2.0
#include "core/load/header_reader.h"
#include "tests/support/test_main.h"
#include "tests/support/trace_text.h"

using namespace lanescope;

class TestHeaderReader : public QObject {
    Q_OBJECT

private slots:
    void membersThatMatterAreTaken();
    void oddValuesAreNoHeader();
    void membersBehindTheEventsCountToo();
};

void TestHeaderReader::membersThatMatterAreTaken()
{
    TraceHeader header;
    takeHeaderMember("baseTimeNanoseconds", "1735689600000000000", header);
    takeHeaderMember("displayTimeUnit", "\"ms\"", header);
    takeHeaderMember("traceName", "\"a\\\"b\"", header);
    takeHeaderMember("distributedInfo", R"({"backend":"nccl","rank":3,"world_size":8})", header);
    takeHeaderMember("deviceProperties", R"([{"id":1,"name":"B"},{"id":0,"name":"NVIDIA H200"}])", header);
    takeHeaderMember("cudaGraphInlineAnnotated", "true", header);
    takeHeaderMember("lanescope", R"({"version":"0.1.0"})", header);
    QVERIFY(header.baseTimeNanoseconds == std::int64_t{1735689600000000000});
    QVERIFY(header.displayTimeUnit == "ms");
    QVERIFY(header.traceName == "a\"b");
    QVERIFY(header.rank == std::int64_t{3});
    QVERIFY((header.deviceNames == std::vector<std::string>{"NVIDIA H200", "B"}));
    QVERIFY(header.inlineAnnotated);
    QVERIFY(header.lanescopeExport == "{\"version\":\"0.1.0\"}");
}

void TestHeaderReader::oddValuesAreNoHeader()
{
    TraceHeader header;
    takeHeaderMember("baseTimeNanoseconds", "\"soon\"", header);
    takeHeaderMember("displayTimeUnit", "5", header);
    takeHeaderMember("distributedInfo", "[1]", header);
    takeHeaderMember("deviceProperties", R"([{"id":999999999999,"name":"far"},{"name":"no id"},7])", header);
    takeHeaderMember("cudaGraphInlineAnnotated", "\"true\"", header);
    QVERIFY(!header.baseTimeNanoseconds && header.displayTimeUnit.empty() && !header.rank);
    QVERIFY(header.deviceNames.empty()); // and no memory for a device number from a file
    QVERIFY(!header.inlineAnnotated);
}

void TestHeaderReader::membersBehindTheEventsCountToo()
{
    const auto trace = test::readTraceText(
        R"({"traceEvents":[{"ph":"i","name":"a","ts":1}],"baseTimeNanoseconds":5,"traceName":"x"})");
    QVERIFY(trace);
    QVERIFY((*trace)->header().baseTimeNanoseconds == std::int64_t{5});
    QVERIFY((*trace)->header().traceName == "x");
}

LANESCOPE_TEST(TestHeaderReader)
#include "tst_header_reader.moc"
