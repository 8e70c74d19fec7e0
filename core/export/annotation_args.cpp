// SPDX-License-Identifier: Apache-2.0
#include "core/export/annotation_args.h"

#include "core/export/python_text.h"
#include "core/load/json_text.h"

#include <utility>

namespace lanescope {

AnnotationArgs::AnnotationArgs(const AnnotationSet* annotations, ValueForm form)
    : m_annotations(annotations), m_form(form), m_made(annotations != nullptr ? annotations->annotations().size() : 0)
{}

std::span<const ArgChange> AnnotationArgs::of(std::uint32_t position)
{
    std::optional<std::vector<ArgChange>>& made = m_made[position];
    if (!made) {
        made.emplace();
        const Annotation& annotation = m_annotations->annotations()[position];
        const auto add = [&](std::string_view key, std::string_view json) {
            std::string value;
            if (m_form == ValueForm::Json)
                value = json;
            else
                appendJsonString(pythonStr(json), value);
            made->emplace_back(key, std::move(value));
        };
        for (const AnnotationField& field : annotation.fields()) {
            if (field.key != "stream")
                add(field.key, field.json);
        }
        if (annotation.wasBareString() && !annotation.json("annotation"))
            add("annotation", annotation.json("name").value_or("\"\""));
    }
    return *made;
}

} // namespace lanescope
