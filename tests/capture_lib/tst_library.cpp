// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/shared_libraries.h"
#include "tests/support/test_main.h"

// The built library and object files, and how libraries are found at run time.
class TestLibrary : public QObject {
    Q_OBJECT

private slots:
    void exactlyTheFunctionsOfTheHeaderAreExported();
    void noCudaLibraryIsLinked();
#ifdef RECORD_LIBRARY
    void theRecorderExportsWhatItsPageLists();
#endif
    void theSonameCarriesTheVersion();
    void itLoadsAndRefusesOnAMachineWithoutCuda();
    void generatedCodeKeepsNoTraceWhenSwitchedOff();
    void cuptiIsLookedForBesidePythonsPackages();
};

namespace {

QByteArray outputOf(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    process.waitForFinished();
    return process.readAllStandardOutput();
}

QStringList matches(const QString& text, const QString& pattern)
{
    QStringList found;
    for (auto it = QRegularExpression(pattern, QRegularExpression::MultilineOption).globalMatch(text); it.hasNext();)
        found << it.next().captured(1);
    found.sort();
    return found;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

void TestLibrary::exactlyTheFunctionsOfTheHeaderAreExported()
{
    const QString header = contentOf(LANESCOPE_SOURCE_DIR "/capture_lib/include/lanescope/capture.h");
    const QString symbols = outputOf("nm", {"-D", "--defined-only", CAPTURE_LIBRARY});
    const QStringList exported = matches(symbols, "^\\S+ [TDBRVWi] ([^@\\s]+)");
    QVERIFY(exported.size() > 20);
    QCOMPARE(exported, matches(header, "^LSC_API [^(]*\\b(lsc_\\w+)\\("));
}

#ifdef RECORD_LIBRARY
void TestLibrary::theRecorderExportsWhatItsPageLists()
{
    const QString symbols = outputOf("nm", {"-D", "--defined-only", RECORD_LIBRARY});
    QCOMPARE(matches(symbols, "^\\S+ [TDBRVWi] ([^@\\s]+)"),
             QStringList({"InitializeInjection", "lanescope_record_start", "lanescope_record_stop"}));
    const QString needed = outputOf("readelf", {"-d", RECORD_LIBRARY});
    QVERIFY(needed.contains("NEEDED"));
    QVERIFY2(!needed.contains("libcuda") && !needed.contains("libcupti"), qPrintable(needed));
}
#endif

void TestLibrary::noCudaLibraryIsLinked()
{
    const QString needed = outputOf("readelf", {"-d", CAPTURE_LIBRARY});
    QVERIFY(needed.contains("NEEDED"));
    QVERIFY2(!needed.contains("libcuda") && !needed.contains("libcupti"), qPrintable(needed));
}

void TestLibrary::theSonameCarriesTheVersion()
{
    QVERIFY(outputOf("readelf", {"-d", CAPTURE_LIBRARY}).contains("[liblanescope-capture.so.1]"));
}

void TestLibrary::itLoadsAndRefusesOnAMachineWithoutCuda()
{
    // With LANESCOPE_CAPTURE=0 every machine is one without CUDA.
    qputenv("LANESCOPE_CAPTURE", "0");
    QLibrary library(CAPTURE_LIBRARY);
    QVERIFY2(library.load(), qPrintable(library.errorString()));
    const auto available = reinterpret_cast<std::int32_t (*)()>(library.resolve("lsc_available"));
    const auto lastError = reinterpret_cast<const char* (*)()>(library.resolve("lsc_last_error"));
    QVERIFY(available && lastError);
    QCOMPARE(available(), 3);
    QCOMPARE(QString(lastError()), "LANESCOPE_CAPTURE=0 switches it off");
}

void TestLibrary::generatedCodeKeepsNoTraceWhenSwitchedOff()
{
    const QByteArray on = contentOf(GENERATED_CODE_ON);
    const QByteArray off = contentOf(GENERATED_CODE_OFF);
    for (const char* trace : {"lsc_mark_begin", "lsc_mark_end", "fx_nodes", "pointwise_fusion"}) {
        QVERIFY2(on.contains(trace), trace);
        QVERIFY2(!off.contains(trace), trace);
    }
    QVERIFY(!off.isEmpty());
}

void TestLibrary::cuptiIsLookedForBesidePythonsPackages()
{
    qputenv("CUDA_HOME", "/opt/my-cuda");
    qunsetenv("CUDA_PATH");
    const std::vector<std::string> folders =
        lanescope::capture::cuptiFolders({"/lib/libc.so.6", "/v/site-packages/nvidia/cuda_runtime/lib/libcudart.so.12",
                                          "/w/site-packages/torch/lib/libtorch_cuda.so"});
    QCOMPARE(folders,
             (std::vector<std::string>{"/opt/my-cuda/extras/CUPTI/lib64", "/opt/my-cuda/lib64",
                                       "/usr/local/cuda/extras/CUPTI/lib64", "/usr/local/cuda/lib64",
                                       "/v/site-packages/nvidia/cu13/lib", "/v/site-packages/nvidia/cuda_cupti/lib",
                                       "/w/site-packages/nvidia/cu13/lib", "/w/site-packages/nvidia/cuda_cupti/lib"}));
    qunsetenv("CUDA_HOME");
}

LANESCOPE_TEST(TestLibrary)
#include "tst_library.moc"
