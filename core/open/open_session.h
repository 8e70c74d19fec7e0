// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/open/open_trace.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

// One trace of a session: a rank, or what lies beside ranks.
struct SessionTrace {
    enum class Role {
        Rank,        // a trace of a program's rank, also of one that tells no rank
        Coordinator, // a server's coordinator, without GPU work: no rank
        NotOpened,   // `error` says why
    };

    std::filesystem::path path;
    Role role = Role::Rank;
    std::optional<std::int64_t> rank; // as the file tells it, else its name
    Error error{};
    std::shared_ptr<const OpenedTrace> opened; // null when it was not opened
};

// What a session is made of, in order: ranks by number, ranks without one, coordinators, what could not be opened;
// equal ones by path.
struct Session {
    std::vector<SessionTrace> traces;
    std::vector<Finding> warnings; // ranks that occur twice, files that are no ranks
};

enum class KeepTraces { No, Yes };

// The files of a session: the traces of a folder (not of its subfolders) by their names, SQLite files by what tables
// they have, and files as they are given.
// Annotation files, exports of a trace that lies there too, and provenance files are left out. Errors: NotFound,
// CannotRead, NotATrace (a folder without traces).
[[nodiscard]] Result<std::vector<std::filesystem::path>> sessionFiles(std::span<const std::filesystem::path> paths);

// Opens the files one after the other, each with the annotations of its own rank. A file that cannot be opened costs
// itself. `visit` sees each trace as soon as it is open; with KeepTraces::No it is let go then, so that a session of
// any number of ranks fits in memory. `like`: the options of each opening; its trace and annotations are not used.
// Errors: those of sessionFiles(), Stopped, and the first file's error when none can be opened.
[[nodiscard]] Result<Session> openSession(std::span<const std::filesystem::path> paths, const OpenRequest& like,
                                          KeepTraces keep, const JobControl& job,
                                          const std::function<void(const SessionTrace&)>& visit = {});

} // namespace lanescope
