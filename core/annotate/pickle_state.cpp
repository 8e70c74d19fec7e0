// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/pickle_state.h"

#include <fmt/format.h>

#include <charconv>

namespace lanescope {
namespace {

// Python itself gives up at a depth of 1000; each mark is a container that is not complete.
constexpr std::size_t kMostMarks = 10000;

} // namespace

void PickleState::fail(ErrorCode code, std::string message)
{
    if (!m_error)
        m_error = Error{code, std::move(message)};
}

void PickleState::failDamaged(std::string_view what)
{
    fail(ErrorCode::NotAnnotations, fmt::format("a damaged Python pickle: {} at byte {}", what, m_opcodeAt));
}

void PickleState::failCut()
{
    fail(ErrorCode::NotAnnotations,
         fmt::format("the pickle is cut off: it ends at byte {} without its end mark", m_bytes.size()));
}

void PickleState::refuse(std::string_view what)
{
    fail(ErrorCode::Refused, fmt::format("a Python pickle that {}, which is not data: refused; nothing was run and "
                                         "nothing of the file is used",
                                         what));
}

std::string_view PickleState::take(std::uint64_t length)
{
    if (m_error)
        return {};
    if (length > m_bytes.size() - m_at) {
        failCut();
        return {};
    }
    const std::string_view taken = m_bytes.substr(m_at, static_cast<std::size_t>(length));
    m_at += taken.size();
    return taken;
}

std::string_view PickleState::takeLine()
{
    if (m_error)
        return {};
    const std::size_t end = m_bytes.find('\n', m_at);
    if (end == std::string_view::npos) {
        failCut();
        return {};
    }
    std::string_view line = take(end - m_at);
    ++m_at;
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

std::uint64_t PickleState::takeUnsigned(std::size_t size)
{
    std::uint64_t number = 0;
    const std::string_view bytes = take(size);
    for (std::size_t i = bytes.size(); i-- > 0;)
        number = (number << 8) | static_cast<unsigned char>(bytes[i]);
    return number;
}

void PickleState::push(PickleId id)
{
    m_values.charge(sizeof(PickleId));
    if (!m_error && !m_values.isOverLimit())
        m_stack.push_back(id);
}

std::optional<PickleId> PickleState::top()
{
    if (m_error)
        return std::nullopt;
    if (m_stack.size() <= fence()) {
        failDamaged("a value is missing");
        return std::nullopt;
    }
    return m_stack.back();
}

std::optional<PickleId> PickleState::pop()
{
    const std::optional<PickleId> value = top();
    if (value)
        m_stack.pop_back();
    return value;
}

std::optional<std::vector<PickleId>> PickleState::popToMark()
{
    if (m_marks.empty()) {
        failDamaged("a mark is missing");
        return std::nullopt;
    }
    const auto first = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
    std::vector<PickleId> values(first, m_stack.end());
    m_stack.erase(first, m_stack.end());
    m_marks.pop_back();
    return values;
}

void PickleState::memoize(std::uint64_t index)
{
    const std::optional<PickleId> value = top();
    if (!value)
        return;
    // Every entry of the memo takes bytes of the file, and Python counts them without gaps.
    if (index >= m_bytes.size())
        return failDamaged("a memo number that is too large");
    if (index >= m_memo.size()) {
        m_values.charge((index + 1 - m_memo.size()) * 2 * sizeof(PickleId));
        if (m_values.isOverLimit())
            return;
        m_memo.resize(static_cast<std::size_t>(index) + 1);
    }
    PickleId& place = m_memo[static_cast<std::size_t>(index)];
    m_memoized += indexOf(place) == 0 ? 1 : 0;
    place = *value;
}

void PickleState::recall(std::uint64_t index)
{
    if (m_error)
        return;
    if (index >= m_memo.size() || indexOf(m_memo[static_cast<std::size_t>(index)]) == 0)
        return failDamaged("a value that was not stored is asked for");
    push(m_memo[static_cast<std::size_t>(index)]);
}

std::uint64_t PickleState::takeMemoLine()
{
    const std::string_view line = takeLine();
    std::uint64_t index = 0;
    const auto [stop, error] = std::from_chars(line.data(), line.data() + line.size(), index);
    if (!m_error && (error != std::errc() || stop != line.data() + line.size()))
        failDamaged("a memo number that is none");
    return index;
}

void PickleState::mark()
{
    if (m_marks.size() >= kMostMarks)
        return failDamaged("values are nested too deeply");
    m_marks.push_back(m_stack.size());
}

void PickleState::popOne()
{
    if (!m_marks.empty() && m_marks.back() == m_stack.size())
        m_marks.pop_back();
    else
        (void)pop(); // the value is what is thrown away
}

} // namespace lanescope
