// SPDX-License-Identifier: Apache-2.0
#include "core/load/strict_scan.h"

namespace lanescope::strict {
namespace {

const char* skipScalar(const char* at)
{
    bool hasEscape = false;
    if (*at == '"')
        return skipString(at, hasEscape);
    return *at == '-' || isDigit(*at) ? skipNumber(at) : skipLiteral(at);
}

// The containers that are open, outermost in the highest bit used: 1 an object, 0 an array.
struct OpenContainers {
    std::uint64_t kinds = 0;
    int depth = 0;

    bool push(bool isObject)
    {
        if (depth == 64)
            return false;
        kinds = (kinds << 1) | (isObject ? 1U : 0U);
        ++depth;
        return true;
    }
    void pop()
    {
        kinds >>= 1;
        --depth;
    }
    [[nodiscard]] bool inObject() const { return (kinds & 1) != 0; }
};

// "key": and the space around it; leaves at the value.
const char* skipKey(const char* at)
{
    bool hasEscape = false;
    if (*at != '"')
        return nullptr;
    at = skipString(at, hasEscape);
    if (at == nullptr)
        return nullptr;
    at = skipSpace(at);
    return *at == ':' ? skipSpace(at + 1) : nullptr;
}

} // namespace

const char* skipValue(const char* at)
{
    OpenContainers open;
    for (;;) {
        // At a value.
        if (*at == '{' || *at == '[') {
            const bool isObject = *at == '{';
            if (!open.push(isObject))
                return nullptr;
            at = skipSpace(at + 1);
            if (*at != (isObject ? '}' : ']')) {
                if (isObject && (at = skipKey(at)) == nullptr)
                    return nullptr;
                continue;
            }
        } else {
            at = skipScalar(at);
            if (at == nullptr || open.depth == 0)
                return at;
            at = skipSpace(at);
        }
        // Behind a value, or at the bracket of an empty container.
        while (*at == (open.inObject() ? '}' : ']')) {
            open.pop();
            ++at;
            if (open.depth == 0)
                return at;
            at = skipSpace(at);
        }
        if (*at != ',')
            return nullptr;
        at = skipSpace(at + 1);
        if (open.inObject() && (at = skipKey(at)) == nullptr)
            return nullptr;
    }
}

} // namespace lanescope::strict
