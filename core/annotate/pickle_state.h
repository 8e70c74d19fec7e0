// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/pickle_values.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// What a pickle is read with: its bytes, the stack with its marks, the memo, and the first thing that went wrong.
// After a failure every call does nothing and gives nothing.
class PickleState {
protected:
    PickleState(std::string_view bytes, std::uint64_t mostBytes) : m_bytes(bytes), m_values(bytes, mostBytes) {}

    void fail(ErrorCode code, std::string message);
    void failDamaged(std::string_view what);
    void failCut();
    // `what`: "names posix.system".
    void refuse(std::string_view what);

    // The next bytes of the file; nothing when fewer are left.
    [[nodiscard]] std::string_view take(std::uint64_t length);
    [[nodiscard]] std::string_view takeLine();
    [[nodiscard]] std::uint64_t takeUnsigned(std::size_t size); // lowest byte first
    [[nodiscard]] std::uint64_t takeMemoLine();

    void push(PickleId id);
    [[nodiscard]] std::optional<PickleId> top();
    std::optional<PickleId> pop();
    void mark();
    // The values above the last mark, which goes with them.
    std::optional<std::vector<PickleId>> popToMark();
    void popOne(); // a value, or a mark that has nothing above it

    void memoize(std::uint64_t index);
    void memoizeNext() { memoize(m_memoized); }
    void recall(std::uint64_t index);

    std::string_view m_bytes;
    PickleValues m_values;
    std::vector<PickleId> m_stack;
    std::vector<std::size_t> m_marks; // sizes of the stack
    std::size_t m_at = 0;
    std::size_t m_opcodeAt = 0; // of the instruction that is carried out
    std::optional<Error> m_error;

private:
    [[nodiscard]] std::size_t fence() const { return m_marks.empty() ? 0 : m_marks.back(); }

    std::vector<PickleId> m_memo; // 0: nothing stored
    std::uint64_t m_memoized = 0;
};

} // namespace lanescope
