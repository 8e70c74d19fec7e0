// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/pickle_state.h"
#include "core/trace/load_report.h"

#include <string>
#include <string_view>

namespace lanescope {

// The instructions of a pickle that name, call and make objects. Nothing is called: what is allowed
// (pickle_globals.h) is made as data, everything else is refused.
class PickleObjects : protected PickleState {
protected:
    using PickleState::PickleState;

    void textGlobal();  // module and name on two lines
    void stackGlobal(); // module and name on the stack
    void instance();    // classes of Python 2: data never needs them
    void object();
    void call(); // also cls.__new__(cls, *args): of a class, the same
    void callWithKeywords();
    void setState();
    void persistentText();
    void persistent();
    void registeredClass(std::size_t sizeOfNumber);

    LoadReport m_report;

private:
    void nameGlobal(std::string_view module, std::string_view name);
    [[nodiscard]] std::string nameOf(PickleId callee) const;
};

} // namespace lanescope
