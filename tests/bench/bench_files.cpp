// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/bench_files.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <system_error>
#include <vector>

#include <unistd.h>

namespace lanescope::bench {

double medianSeconds(int runs, const std::function<bool()>& work)
{
    std::vector<double> seconds;
    for (int i = 0; i < runs; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        if (!work()) {
            fmt::print(stderr, "a run failed\n");
            std::exit(1);
        }
        seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    std::ranges::nth_element(seconds, seconds.begin() + runs / 2);
    return seconds[static_cast<std::size_t>(runs / 2)];
}

TemporaryFolder::TemporaryFolder()
    : m_path(std::filesystem::temp_directory_path() / fmt::format("lanescope-bench-{}", ::getpid()))
{
    std::filesystem::create_directories(m_path);
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

std::filesystem::path TemporaryFolder::write(const char* name, const std::string& content) const
{
    std::ofstream(m_path / name, std::ios::binary) << content;
    return m_path / name;
}

std::string gzipped(const std::string& text)
{
    z_stream stream{};
    if (deflateInit2(&stream, 6, Z_DEFLATED, kGzipWindowBits, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return {};
    std::string out(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<const Bytef*>(text.data());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    // zlib counts 32 bits at a time.
    std::size_t left = text.size();
    int status = Z_OK;
    while (status == Z_OK) {
        stream.avail_in = static_cast<uInt>(std::min<std::size_t>(left, 1U << 30));
        stream.avail_out = static_cast<uInt>(std::min<std::size_t>(out.size() - stream.total_out, 1U << 30));
        left -= stream.avail_in;
        status = deflate(&stream, left == 0 ? Z_FINISH : Z_NO_FLUSH);
        left += stream.avail_in;
    }
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

} // namespace lanescope::bench
