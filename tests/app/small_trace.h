// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace lanescope::desktop::fixture {

// Stream 7 of one replay: attn_kernel [0, 10) forward of attn, attn_grad [10, 20) backward of attn, mlp_kernel [20, 30)
// forward of mlp, other_kernel [30, 40) without an annotation; and a CPU thread with launch [0, 40). Microseconds.
inline constexpr std::string_view kSmallTrace = R"({"traceEvents":[
{"ph":"X","cat":"kernel","name":"attn_kernel","pid":0,"tid":7,"ts":0,"dur":10,"args":{"device":0,"stream":7,"correlation":1,"graph id":2,"graph node id":8589934592,"grid":[4,1,1],"note":"7","nested":{"deep":{"x":1.50}}}},
{"ph":"X","cat":"kernel","name":"attn_grad","pid":0,"tid":7,"ts":10,"dur":10,"args":{"device":0,"stream":7,"correlation":1,"graph id":2,"graph node id":8589934593}},
{"ph":"X","cat":"kernel","name":"mlp_kernel","pid":0,"tid":7,"ts":20,"dur":10,"args":{"device":0,"stream":7,"correlation":1,"graph id":2,"graph node id":8589934594}},
{"ph":"X","cat":"kernel","name":"other_kernel","pid":0,"tid":7,"ts":30,"dur":10,"args":{"device":0,"stream":7,"correlation":1,"graph id":2,"graph node id":8589934595}},
{"ph":"X","cat":"cpu_op","name":"launch","pid":1,"tid":1,"ts":0,"dur":40,"args":{}}
]})";

// A CPU thread with op [0, 10) and launch [20, 25), and stream 7 with near [30, 35) and far [60, 65). Arrows lead from
// op to launch and from launch to both kernels. Microseconds.
inline constexpr std::string_view kTraceWithArrows = R"({"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"op","pid":1,"tid":1,"ts":0,"dur":10},
{"ph":"X","cat":"cuda_runtime","name":"launch","pid":1,"tid":1,"ts":20,"dur":5,"args":{"correlation":7}},
{"ph":"X","cat":"kernel","name":"far","pid":0,"tid":7,"ts":60,"dur":5,"args":{"correlation":7}},
{"ph":"X","cat":"kernel","name":"near","pid":0,"tid":7,"ts":30,"dur":5,"args":{"correlation":7}},
{"ph":"s","cat":"chain","name":"c","id":1,"pid":1,"tid":1,"ts":5},
{"ph":"f","cat":"chain","name":"c","id":1,"pid":1,"tid":1,"ts":20,"bp":"e"},
{"ph":"s","cat":"ac2g","name":"a","id":7,"pid":1,"tid":1,"ts":20},
{"ph":"f","cat":"ac2g","name":"a","id":7,"pid":0,"tid":7,"ts":60,"bp":"e"},
{"ph":"f","cat":"ac2g","name":"a","id":7,"pid":0,"tid":7,"ts":30,"bp":"e"}
]})";

inline constexpr std::string_view kSmallAnnotations = R"({
"8589934592":[{"name":"attn","level":3,"tags":["a","b"]}],
"8589934593":[{"name":"attn","autograd_phase":"backward"}],
"8589934594":[{"name":"mlp"}]})";

} // namespace lanescope::desktop::fixture
