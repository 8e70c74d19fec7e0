// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/annotation_set.h"
#include "core/export/event_rewrite.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lanescope {

// What the values of an annotation become in an export.
enum class ValueForm {
    Json,       // as they are
    PythonText, // the text that Python's str() gives
};

// The args that annotations put into events, made once an annotation. `stream` is not among them: it says where the
// event goes. A name from a bare string is also given as "annotation": two generations of readers exist. One thread.
class AnnotationArgs {
public:
    // `annotations` may be null and must outlive this.
    AnnotationArgs(const AnnotationSet* annotations, ValueForm form);

    // `position` in annotations(). The span stays valid.
    [[nodiscard]] std::span<const ArgChange> of(std::uint32_t position);

private:
    const AnnotationSet* m_annotations;
    ValueForm m_form;
    std::vector<std::optional<std::vector<ArgChange>>> m_made; // by position
};

} // namespace lanescope
