// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/atomic_file.h"
#include "capture_lib/src/recorded_graph.h"

#include <string>

namespace lanescope::capture {

// The texts of FORMAT.md.
void writeAnnotationFile(const RegistrySnapshot& snapshot, TextSink& sink);
void writePlainMap(const RegistrySnapshot& snapshot, TextSink& sink);

// Journal lines, each with its line end.
std::string journalHeaderLine(const RegistrySnapshot& snapshot);
std::string journalGraphLine(const RecordedGraph& graph);
std::string journalInstantiatedLine(std::uint32_t graph, std::uint32_t exec);
std::string journalRemovedLine(std::uint32_t graph);
std::string journalClearedLine();
std::string journalStreamsLine(const std::vector<StreamIds::Entry>& streams);

// The annotations of regions, in order, as one JSON list.
std::string annotationList(const std::vector<const Region*>& regions);

} // namespace lanescope::capture
