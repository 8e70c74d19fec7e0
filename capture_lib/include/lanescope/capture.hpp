// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lanescope/capture.h"

#include <cstdint>
#include <cstdio>
#include <string>

// C++17 over capture.h, which has the rules: header only, nothing throws, every object ends what it began.
//
//     lanescope::Capture capture(stream);                 // after cudaStreamBeginCapture
//     {
//         lanescope::Scope scope(stream, "attention");
//         attention<<<grid, block, 0, stream>>>(...);
//     }
//     cudaStreamEndCapture(stream, &graph);
//     capture.end(graph);
//     cudaGraphInstantiate(&exec, graph, 0);
//     capture.instantiated(exec);
//     lsc_save("annotations.json", nullptr);
namespace lanescope {

// Why marks would record nothing; nullptr when they can record. See lsc_available for when the answer is final. The
// text lives until the thread's next call that fails.
inline const char* whyUnavailable() noexcept
{
    return lsc_available() == LSC_OK ? nullptr : lsc_last_error();
}

// Builds an annotation with values of JSON types. Not for several threads at once. Without memory it is left empty.
class Annotation {
public:
    Annotation() noexcept = default;
    explicit Annotation(const char* name) noexcept { set("name", name); }

    // Each key once. Texts are UTF-8.
    Annotation& set(const char* key, const char* text) noexcept
    {
        return add(key, [&](std::string& out) { appendQuoted(out, text); });
    }
    Annotation& set(const char* key, const std::string& text) noexcept { return set(key, text.c_str()); }
    Annotation& set(const char* key, bool value) noexcept { return setJson(key, value ? "true" : "false"); }
    Annotation& set(const char* key, int value) noexcept { return set(key, static_cast<std::int64_t>(value)); }
    Annotation& set(const char* key, std::int64_t value) noexcept
    {
        return add(key, [&](std::string& out) { out += std::to_string(value); });
    }
    // Infinity and NaN become null: JSON has neither.
    Annotation& set(const char* key, double value) noexcept
    {
        return add(key, [&](std::string& out) { appendDouble(out, value); });
    }
    // `json`: any JSON value. Marks refuse the whole annotation if it is none.
    Annotation& setJson(const char* key, const char* json) noexcept
    {
        return add(key, [&](std::string& out) { out += json ? json : "null"; });
    }

    // The JSON object; valid until the next change.
    const char* c_str() const noexcept { return m_json.empty() ? "{}" : m_json.c_str(); }

private:
    template<typename AppendValue>
    Annotation& add(const char* key, const AppendValue& appendValue) noexcept
    {
        try {
            std::string json = m_json;
            if (json.empty())
                json = "{";
            else
                json.back() = ',';
            appendQuoted(json, key);
            json += ':';
            appendValue(json);
            json += '}';
            m_json.swap(json);
        } catch (...) {
            m_json.clear();
        }
        return *this;
    }

    static void appendQuoted(std::string& out, const char* text)
    {
        out += '"';
        for (const char* c = text ? text : ""; *c != '\0'; ++c) {
            if (*c == '"' || *c == '\\') {
                out += '\\';
                out += *c;
            } else if (static_cast<unsigned char>(*c) < 0x20) {
                char escape[8];
                std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(*c));
                out += escape;
            } else {
                out += *c;
            }
        }
        out += '"';
    }

    static void appendDouble(std::string& out, double value)
    {
        char digits[40];
        std::snprintf(digits, sizeof digits, "%.17g", value);
        // "inf" and "nan" begin with a letter or a sign and a letter; a decimal comma is the locale's.
        const char* first = *digits == '-' ? digits + 1 : digits;
        if (*first < '0' || *first > '9') {
            out += "null";
            return;
        }
        for (const char* c = digits; *c != '\0'; ++c)
            out += *c == ',' ? '.' : *c;
    }

    std::string m_json;
};

// One capture: made right after it began, on a stream that outlives it. Destroyed without end(), it keeps what a
// capture that still runs has so far, and nothing of one that failed.
class Capture {
public:
    [[nodiscard]] explicit Capture(void* stream) noexcept { m_status = lsc_capture_begin(stream, &m_id); }
    ~Capture()
    {
        if (!m_ended)
            (void)lsc_capture_end(m_id, nullptr); // that the capture failed is no news to the caller
    }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

    // These give a status of capture.h.
    std::int32_t end(void* graph) noexcept
    {
        m_ended = true;
        return lsc_capture_end(m_id, graph);
    }
    std::int32_t instantiated(void* exec) noexcept { return lsc_instantiated(m_id, exec); }
    std::int32_t setEnabled(bool enabled) noexcept { return lsc_capture_set_enabled(m_id, enabled ? 1 : 0); }

    // Of the beginning.
    std::int32_t status() const noexcept { return m_status; }
    // 0: nothing is recorded.
    std::uint64_t id() const noexcept { return m_id; }

private:
    std::uint64_t m_id = 0;
    std::int32_t m_status = LSC_OK;
    bool m_ended = false;
};

// A scope from here to the end of the block. It cannot be moved, copied or put on the heap, so it ends where it began.
class Scope {
public:
    // `annotation`: a name or a JSON object (lsc_mark_begin).
    [[nodiscard]] Scope(void* stream, const char* annotation, std::uint32_t flags = 0) noexcept
    {
        m_status = lsc_mark_begin(stream, annotation, flags, &m_scope);
    }
    [[nodiscard]] Scope(void* stream, const std::string& annotation, std::uint32_t flags = 0) noexcept
        : Scope(stream, annotation.c_str(), flags)
    {}
    [[nodiscard]] Scope(void* stream, const Annotation& annotation, std::uint32_t flags = 0) noexcept
        : Scope(stream, annotation.c_str(), flags)
    {}
    ~Scope() { (void)lsc_mark_end(m_scope); } // too late to be told; end() tells
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    static void* operator new(std::size_t) = delete;

    // Ends it early.
    std::int32_t end() noexcept
    {
        const std::uint64_t scope = m_scope;
        m_scope = 0;
        return lsc_mark_end(scope);
    }
    // Of the beginning.
    std::int32_t status() const noexcept { return m_status; }

protected:
    struct Nothing {};
    explicit Scope(Nothing) noexcept {}

    std::uint64_t m_scope = 0;
    std::int32_t m_status = LSC_OK;
};

// A scope for work that moves from one stream to another (lsc_mark_stream_begin).
class StreamScope : public Scope {
public:
    [[nodiscard]] StreamScope(void* from, void* to, const char* annotation, std::uint32_t flags = 0) noexcept
        : Scope(Nothing{})
    {
        m_status = lsc_mark_stream_begin(from, to, annotation, flags, &m_scope);
    }
    [[nodiscard]] StreamScope(void* from, void* to, const Annotation& annotation, std::uint32_t flags = 0) noexcept
        : StreamScope(from, to, annotation.c_str(), flags)
    {}
};

// The region of the code that runs now, 0 if none (lsc_freeze): call it where an autograd node is made.
inline std::uint64_t freeze() noexcept
{
    std::uint64_t region = 0;
    (void)lsc_freeze(&region); // fails only without memory; then there is no region
    return region;
}

// The execution of an autograd node whose region was frozen.
class Backward {
public:
    [[nodiscard]] Backward(void* stream, std::uint64_t region) noexcept : m_region(region)
    {
        m_status = lsc_backward_begin(stream, region);
    }
    ~Backward() { (void)lsc_backward_end(m_region); } // as with Scope
    Backward(const Backward&) = delete;
    Backward& operator=(const Backward&) = delete;
    static void* operator new(std::size_t) = delete;

    std::int32_t status() const noexcept { return m_status; }

private:
    std::uint64_t m_region;
    std::int32_t m_status = LSC_OK;
};

} // namespace lanescope
