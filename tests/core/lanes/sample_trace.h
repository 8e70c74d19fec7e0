// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/join/join.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lanescope::test {

// One slice (or, with phase "i", one instant) of a small trace. Kernels are of the device that their process names.
struct SampleEvent {
    std::string name{};
    TimeNs beginNs = 0;
    TimeNs durationNs = 0;
    std::string category = "kernel";
    std::string process = "0";
    std::string thread = "7";
    std::uint64_t correlation = 1;
    std::string phase = "X";
};

// A trace of these events, numbered as they come. `names`: process names by process id.
[[nodiscard]] std::shared_ptr<const Trace> traceOf(const std::vector<SampleEvent>& events,
                                                   const std::map<std::string, std::string>& names = {});

// What the tests of lanes know of an event that a join would find. Work of one correlation is one replay.
struct SampleAnnotation {
    std::vector<AnnotationField> fields; // values as JSON: {"name", "\"layer_0\""}
    std::string phase = "forward";
};

// A join's result made by hand: `annotations` by position of the event.
[[nodiscard]] std::shared_ptr<const JoinedTrace> joinedOf(std::shared_ptr<const Trace> trace,
                                                          const std::map<std::size_t, SampleAnnotation>& annotations);

// {"name": name, "module": module}; without a module when that is empty.
[[nodiscard]] SampleAnnotation named(const std::string& name, const std::string& module = {},
                                     const std::string& phase = "forward");

} // namespace lanescope::test
