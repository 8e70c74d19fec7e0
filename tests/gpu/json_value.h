// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

// A small reader for what the library writes, made apart from the library so that it can find its faults.
namespace lanescope::gpu {

struct Json {
    enum class Type { Null, Bool, Number, Text, List, Object } type = Type::Null;
    std::string text; // numbers: as written
    std::vector<Json> list;
    std::map<std::string, Json> object;

    bool has(const std::string& key) const { return object.count(key) != 0; }
    const Json& operator[](const std::string& key) const { return object.at(key); }
    std::uint64_t number() const { return std::strtoull(text.c_str(), nullptr, 10); }
};

class JsonParser {
public:
    // Throws std::runtime_error where the text is no JSON.
    static Json parse(const std::string& text)
    {
        JsonParser parser(text);
        Json value = parser.value();
        parser.space();
        if (parser.m_at != text.size())
            throw std::runtime_error("text after the value");
        return value;
    }

private:
    explicit JsonParser(const std::string& text) : m_text(text) {}

    void space()
    {
        while (m_at < m_text.size() && std::string(" \t\r\n").find(m_text[m_at]) != std::string::npos)
            ++m_at;
    }
    char peek()
    {
        space();
        if (m_at >= m_text.size())
            throw std::runtime_error("cut off");
        return m_text[m_at];
    }
    void take(char c)
    {
        if (peek() != c)
            throw std::runtime_error(std::string("expected ") + c + " at byte " + std::to_string(m_at));
        ++m_at;
    }
    bool tookComma(char closing)
    {
        if (peek() == ',') {
            ++m_at;
            return true;
        }
        take(closing);
        return false;
    }

    Json value()
    {
        Json result;
        const char first = peek();
        if (first == '{') {
            result.type = Json::Type::Object;
            ++m_at;
            if (peek() == '}') {
                ++m_at;
                return result;
            }
            do {
                const std::string key = string();
                take(':');
                result.object[key] = value();
            } while (tookComma('}'));
        } else if (first == '[') {
            result.type = Json::Type::List;
            ++m_at;
            if (peek() == ']') {
                ++m_at;
                return result;
            }
            do
                result.list.push_back(value());
            while (tookComma(']'));
        } else if (first == '"') {
            result.type = Json::Type::Text;
            result.text = string();
        } else {
            while (m_at < m_text.size() && std::string(",]} \n").find(m_text[m_at]) == std::string::npos)
                result.text += m_text[m_at++];
            const bool word = result.text == "true" || result.text == "false";
            result.type = word ? Json::Type::Bool : result.text == "null" ? Json::Type::Null : Json::Type::Number;
        }
        return result;
    }

    std::string string()
    {
        take('"');
        std::string result;
        while (m_at < m_text.size() && m_text[m_at] != '"') {
            if (m_text[m_at] == '\\') { // the tests' texts need no other escapes
                ++m_at;
                if (m_text.at(m_at) == 'u')
                    throw std::runtime_error("an escape the tests do not use");
            }
            result += m_text.at(m_at++);
        }
        ++m_at;
        return result;
    }

    const std::string& m_text;
    std::size_t m_at = 0;
};

} // namespace lanescope::gpu
