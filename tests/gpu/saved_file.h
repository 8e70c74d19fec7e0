// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json_value.h"

#include "lanescope/capture.h"

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

// The saved file as FORMAT.md says to read it.
namespace lanescope::gpu {

struct SavedNode {
    std::string kind;
    std::string kernel;     // mangled, or plain
    std::string annotation; // "key=value key=value", merged; "" if none
};

class SavedFile {
public:
    static std::string contentOf(const std::string& path)
    {
        std::ifstream file(path, std::ios::binary);
        std::stringstream content;
        content << file.rdbuf();
        return content.str();
    }

    explicit SavedFile(const std::string& path) : m_file(JsonParser::parse(contentOf(path)))
    {
        for (const Json& graph : m_file["graphs"].list) {
            for (const Json& exec : graph["exec_ids"].list)
                addNodes(graph, exec.number());
        }
    }

    const Json& json() const { return m_file; }
    const std::map<std::uint64_t, SavedNode>& nodes() const { return m_nodes; }

private:
    void addNodes(const Json& graph, std::uint64_t exec)
    {
        for (const Json& node : graph["nodes"].list) {
            SavedNode saved;
            saved.kind = node["kind"].text;
            if (node.has("kernel")) {
                const Json& kernel = graph["kernels"].list.at(node["kernel"].number());
                saved.kernel = kernel[kernel.has("mangled") ? "mangled" : "name"].text;
            }
            if (node.has("region")) {
                std::map<std::string, std::string> merged;
                for (const Json& dict : graph["regions"].list.at(node["region"].number())["annotations"].list) {
                    for (const auto& [key, value] : dict.object)
                        merged[key] = value.text;
                }
                for (const auto& [key, value] : merged)
                    saved.annotation += (saved.annotation.empty() ? "" : " ") + key + "=" + value;
            }
            m_nodes[(exec << 32) | node["id"].number()] = saved;
        }
    }

    Json m_file;
    std::map<std::uint64_t, SavedNode> m_nodes;
};

} // namespace lanescope::gpu
