// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/annotation.h"
#include "capture_lib/src/scope_walk.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace lanescope::capture {

enum class ScopeKind : std::uint8_t { Mark, Backward };

// Does the scope make lsc_freeze freeze?
enum class FreezesBackward : std::uint8_t { No, Yes };

struct OpenScope {
    std::uint64_t opened = 0;   // counts openings in the process
    std::uint64_t sequence = 0; // of the capture
    StreamHandle stream = nullptr;
    ScopeKind kind = ScopeKind::Mark;
    FreezesBackward freezes = FreezesBackward::Yes;
    // As it came: text is only read when the graph is, which keeps marks cheap.
    std::string text;
    AnnotationForm form = AnnotationForm::Guess;
    AnnotationPtr ready; // instead of the text, where the library made it
    WalkStart start;
};

// The scopes that are open, under handles that are never reused. Not thread-safe.
class OpenScopes {
public:
    // The new scope, to be filled; its handle is never 0. Null when too many are open.
    OpenScope* open(std::uint64_t& handle);
    // Null if `handle` is not open.
    OpenScope* find(std::uint64_t handle);
    void close(std::uint64_t handle);
    // Closes the scopes of one capture, or all.
    void closeCapture(std::uint64_t sequence);
    void closeAll();

private:
    struct Slot {
        std::uint64_t handle = 0; // 0: free
        OpenScope scope;
    };
    std::deque<Slot> m_slots; // a deque: scopes stay where they are while others open
    std::vector<std::size_t> m_free;
    std::uint64_t m_serial = 0;
};

} // namespace lanescope::capture
