// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace lanescope {

// Whether a file's name is one that Inductor or tlparse gives to provenance ("…inductor_provenance_tracking_…_16.json",
// "kernel_information.json", "inductor_triton_kernel_to_post_grad_nodes.json"), compressed or not.
[[nodiscard]] bool isProvenanceFileName(std::string_view fileName);

// The provenance files in a trace's folder, by name: those named after the trace ("run.forward.inductor_…" beside
// "run.pt.trace.json"), else those named after nothing. Files of another rank and of another trace are left out.
[[nodiscard]] std::vector<std::filesystem::path> findProvenanceFor(const std::filesystem::path& trace,
                                                                   std::optional<std::int64_t> rankInTrace);

} // namespace lanescope
