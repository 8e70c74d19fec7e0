// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/annotation.h"
#include "core/annotate/annotation_set.h"

#include <QByteArray>

namespace lanescope::test {

// "name="x" rank=3": every field with its JSON text, in order.
inline QByteArray fieldsAsText(const Annotation& annotation)
{
    QByteArray text;
    for (const AnnotationField& field : annotation.fields()) {
        if (!text.isEmpty())
            text += ' ';
        text += QByteArray::fromStdString(field.key + "=" + field.json);
    }
    return text;
}

// The fields of a node; "(not listed)" for one that the set does not know.
inline QByteArray nodeAsText(const AnnotationSet& set, std::uint64_t key)
{
    const Annotation* annotation = set.find(key);
    return annotation == nullptr ? QByteArray("(not listed)") : fieldsAsText(*annotation);
}

// "code count "example"" of each finding, one a line.
inline QByteArray findingsAsText(const LoadReport& report)
{
    QByteArray text;
    for (const Finding& finding : report.findings()) {
        text += QByteArray::fromStdString(finding.code) + ' ' + QByteArray::number(qulonglong(finding.count));
        if (!finding.examples.empty())
            text += " \"" + QByteArray::fromStdString(finding.examples.front()) + '"';
        text += '\n';
    }
    return text;
}

} // namespace lanescope::test
