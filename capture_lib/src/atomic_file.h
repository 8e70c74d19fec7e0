// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/last_error.h"

#include <string>
#include <string_view>

namespace lanescope::capture {

// Takes text in pieces. Writers buffer; a failure is remembered and told at the end.
class TextSink {
public:
    virtual ~TextSink() = default;
    virtual void write(std::string_view text) = 0;
};

// A file that appears under its name only when it is whole: written beside it, then renamed. Not committed, it leaves
// nothing behind, unless the process is killed: then a file `<name>.tmp-<pid>-<n>`.
class AtomicFile : public TextSink {
public:
    explicit AtomicFile(const std::string& path);
    ~AtomicFile() override;
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::string_view text) override;
    // LSC_ERROR_IO with the cause (full disk, no such folder, …) leaves the old file as it was.
    Status commit();

private:
    void flush();

    std::string m_path;
    std::string m_temporary;
    std::string m_buffer;
    int m_file = -1;
    int m_error = 0; // errno of the first failure
};

// Writes all of `text`. False: errno tells why.
bool writeFully(int file, std::string_view text);

// "cannot <action> <path>: <errno's text>", as LSC_ERROR_IO.
Status ioError(std::string_view action, const std::string& path, int error);

} // namespace lanescope::capture
