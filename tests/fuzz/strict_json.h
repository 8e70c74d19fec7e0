// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidjson/document.h>

#include <string>

namespace lanescope::fuzz {

// Parses as RapidJSON does when it is strict, with numbers as text.
inline void parseStrictly(const std::string& text, rapidjson::Document& document)
{
    document.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag |
                   rapidjson::kParseNumbersAsStringsFlag>(text.data(), text.size());
}

// Whether a text is JSON by RapidJSON's judgement; numbers beyond a double are JSON too, though RapidJSON refuses them.
inline bool isStrictJson(const std::string& text)
{
    rapidjson::Document document;
    parseStrictly(text, document);
    return !document.HasParseError() || document.GetParseError() == rapidjson::kParseErrorNumberTooBig;
}

} // namespace lanescope::fuzz
