// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/recorder.h"
#include "tests/capture_lib/fake_driver.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <string>

namespace lanescope::test {

// A program that captures and marks, on a machine of its own.
class Program {
public:
    Program() : stream(cuda.makeStream()) {}

    FakeDriver cuda;
    capture::Recorder recorder{cuda};
    FakeStream* stream;
    std::uint64_t captureId = 0;
    int lastCode = 0; // of the latest call below
    std::string lastText;

    int note(capture::Status status)
    {
        lastCode = status.code;
        lastText = status.text;
        return status.code;
    }

    void begin() { begin(stream); }
    void begin(FakeStream* on)
    {
        cuda.beginCapture(on);
        note(recorder.captureBegin(on, captureId));
    }
    FakeGraph* end() { return end(stream, captureId); }
    FakeGraph* end(FakeStream* on, std::uint64_t id)
    {
        FakeGraph* graph = cuda.endCapture(on);
        note(recorder.captureEnd(id, graph));
        return graph;
    }
    FakeExec* instantiate(FakeGraph* graph, std::uint64_t id)
    {
        FakeExec* exec = cuda.instantiate(graph);
        note(recorder.instantiated(id, exec));
        return exec;
    }
    FakeExec* endAndInstantiate() { return instantiate(end(), captureId); }

    std::uint64_t open(const std::string& annotation) { return open(stream, annotation); }
    std::uint64_t open(FakeStream* on, const std::string& annotation,
                       capture::FreezesBackward freezes = capture::FreezesBackward::Yes)
    {
        std::uint64_t scope = 0;
        note(recorder.markBegin(on, annotation, capture::AnnotationForm::Guess, freezes, scope));
        return scope;
    }
    std::uint64_t openStream(FakeStream* from, FakeStream* to, const std::string& annotation)
    {
        std::uint64_t scope = 0;
        note(recorder.markStreamBegin(from, to, annotation, capture::AnnotationForm::Guess,
                                      capture::FreezesBackward::Yes, scope));
        return scope;
    }
    int close(std::uint64_t scope) { return note(recorder.markEnd(scope)); }

    // A marked launch.
    void launch(const std::string& annotation, const std::string& kernel)
    {
        const std::uint64_t scope = open(annotation);
        cuda.launch(stream, kernel);
        close(scope);
    }

    // "<graph or exec>:<node> <annotations>", a line a node.
    QString annotations() const
    {
        QStringList lines;
        recorder.forEach([&lines](std::uint64_t key, const std::string& json) {
            lines << QStringLiteral("%1:%2 %3").arg(key >> 32).arg(key & 0xffffffffU).arg(QString::fromStdString(json));
            return 0;
        });
        return lines.join(u'\n');
    }
};

} // namespace lanescope::test
