// SPDX-License-Identifier: Apache-2.0
// Any database is an error of one line or a trace in strict JSON that is read without a complaint about its syntax.
// Inputs are SQL scripts that make the database (as far as SQLite takes them), or a database as it is.
#include "core/load/nsys_export.h"
#include "core/load/read_chrome_json.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/strict_json.h"

#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

using namespace lanescope;

namespace {

constexpr int kStepsAllowed = 200; // of kOperationsAStep each
constexpr int kOperationsAStep = 1000;
constexpr std::size_t kLongestJson = std::size_t{8} << 20;

// In memory where the system has such a folder; goes with the process.
class DatabaseFile {
public:
    DatabaseFile()
        : m_path((std::filesystem::exists("/dev/shm") ? "/dev/shm" : std::filesystem::temp_directory_path().string()) +
                 "/lanescope-fuzz-" + std::to_string(::getpid()) + ".sqlite")
    {}
    ~DatabaseFile() { std::filesystem::remove(m_path); }
    DatabaseFile(const DatabaseFile&) = delete;
    DatabaseFile& operator=(const DatabaseFile&) = delete;

    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

int allowOnlyTables(void*, int action, const char*, const char*, const char*, const char*)
{
    return action == SQLITE_ATTACH || action == SQLITE_PRAGMA ? SQLITE_DENY : SQLITE_OK;
}

void makeDatabase(const std::string& path, const std::string& script)
{
    sqlite3* database = nullptr;
    int steps = 0;
    const auto countStep = [](void* count) { return ++*static_cast<int*>(count) > kStepsAllowed ? 1 : 0; };
    if (sqlite3_open(path.c_str(), &database) == SQLITE_OK) {
        sqlite3_exec(database, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", nullptr, nullptr, nullptr);
        sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 1 << 20);
        sqlite3_set_authorizer(database, allowOnlyTables, nullptr);
        sqlite3_progress_handler(database, kOperationsAStep, countStep, &steps);
        sqlite3_exec(database, script.c_str(), nullptr, nullptr, nullptr);
    }
    sqlite3_close(database);
}

void checkErrorLine(const Error& error)
{
    LANESCOPE_CHECK(!error.message.empty() && error.message.find('\n') == std::string::npos, error.message.c_str());
}

void checkRead(const std::string& path)
{
    const auto file = openFile(path, JobControl());
    if (!file)
        return checkErrorLine(file.error());
    const auto isDatabase = isSqliteFile(*file);
    if (!isDatabase || !*isDatabase)
        return;
    const auto made = openNsysExport(*file, JobControl());
    if (!made)
        return checkErrorLine(made.error());
    const auto trace = readChromeJson(made->file, JobControl());
    if (!trace)
        return checkErrorLine(trace.error());
    const std::uint64_t size = made->file.content->sizeBytes();
    const auto text = made->file.content->text({0, size});
    if (!text)
        return checkErrorLine(text.error());
    if (made->file.content->damage().empty() && size < kLongestJson)
        LANESCOPE_CHECK(fuzz::isStrictJson(*text), "the rows became no strict JSON");
    for (const char* code : {"broken-event", "broken-header", "surplus-comma", "missing-comma", "non-json-number",
                             "control-character", "bad-escape", "invalid-utf8", "text-after-end"})
        LANESCOPE_CHECK((*trace)->loadReport().find(code) == nullptr, code);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const DatabaseFile database;
    const std::string input(reinterpret_cast<const char*>(data), size);
    std::filesystem::remove(database.path());
    if (input.starts_with("SQLite format 3"))
        std::ofstream(database.path(), std::ios::binary) << input;
    else
        makeDatabase(database.path(), input);
    checkRead(database.path());
    return 0;
}
