// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>

// A plain runner: one line a check, a sum at the end. No Qt on GPU machines.
namespace lanescope::gpu {

class Checks {
public:
    void section(const char* name) { std::printf("-- %s\n", name); }

    bool expect(bool ok, const std::string& what)
    {
        std::printf("%s %s\n", ok ? "PASS" : "FAIL", what.c_str());
        std::fflush(stdout);
        ++(ok ? m_passed : m_failed);
        return ok;
    }

    template<typename A, typename B>
    bool equal(const A& got, const B& wanted, const std::string& what)
    {
        const bool ok = got == wanted;
        return expect(ok, ok ? what : what + ": got " + text(got) + ", wanted " + text(wanted));
    }

    // The program's exit status.
    int finish() const
    {
        std::printf("%d passed, %d failed\n", m_passed, m_failed);
        return m_failed == 0 ? 0 : 1;
    }

private:
    static std::string text(const std::string& value) { return '"' + value + '"'; }
    static std::string text(const char* value) { return value; }
    template<typename T>
    static std::string text(const T& value)
    {
        return std::to_string(value);
    }

    int m_passed = 0;
    int m_failed = 0;
};

} // namespace lanescope::gpu
