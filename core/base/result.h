// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace lanescope {

// What went wrong, for code that must decide on it; the message is for people.
enum class ErrorCode {
    NotFound,       // a file or folder is not there
    CannotRead,     // it is there, but reading failed
    CannotWrite,    // the target could not be written; what was there before is untouched
    NotATrace,      // the content is no trace
    NotAnnotations, // the content is no annotation file
    Damaged,        // a container (gzip, zip) is broken before anything usable came out of it
    TooLarge,       // beyond a documented limit
    ChangedOnDisk,  // the file is no longer what it was when it was opened
    NotANumber,     // text that should be a number is not
    TimeOutOfRange, // a time that does not fit
    Refused,        // content that will not be acted on (a pickle that names code)
    WrongUsage,     // options that do not fit together
    Stopped,        // the user asked to stop: not a failure
};

// One line that says what, where and what to do.
struct Error {
    ErrorCode code;
    std::string message;
};

template<typename T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> failure(ErrorCode code, std::string message)
{
    return tl::unexpected<Error>(Error{code, std::move(message)});
}

// Passes on the error of another Result.
template<typename T>
[[nodiscard]] tl::unexpected<Error> failureOf(const Result<T>& result)
{
    return tl::unexpected<Error>(result.error());
}

} // namespace lanescope
