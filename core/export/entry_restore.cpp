// SPDX-License-Identifier: Apache-2.0
#include "core/export/entry_restore.h"

#include "core/load/json_cursor.h"
#include "core/load/json_text.h"
#include "core/load/json_walk.h"

#include <algorithm>

namespace lanescope {
namespace {

std::string decoded(const JsonCursor::Value& text)
{
    std::string out(text.inner());
    if (text.hasEscape)
        decodeJsonString(text.inner(), out);
    return out;
}

bool readKeys(JsonCursor& cursor, std::vector<std::string>& keys)
{
    JsonCursor::Value value;
    return walkArray(cursor, [&] {
        if (cursor.readValue(value) != JsonCursor::Outcome::Ok || value.kind != JsonCursor::ValueKind::String)
            return false;
        keys.push_back(decoded(value));
        return true;
    });
}

bool readMembersAsText(JsonCursor& cursor, InverseChange::Members& members)
{
    JsonCursor::Value value;
    return walkObject(cursor, [&](const JsonCursor::Value& key) {
        if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
            return false;
        members.emplace_back(decoded(key), value.raw);
        return true;
    });
}

} // namespace

bool readInverse(std::string_view json, InverseChange& inverse)
{
    inverse.json = json;
    JsonCursor cursor(json, 0, JsonCursor::TextIs::Whole);
    JsonCursor::Value value;
    return walkObject(cursor, [&](const JsonCursor::Value& key) {
        if (key.inner() == "added")
            return readKeys(cursor, inverse.added);
        if (key.inner() == "addedArgs")
            return readKeys(cursor, inverse.addedArgs);
        if (key.inner() == "was")
            return readMembersAsText(cursor, inverse.was);
        if (key.inner() == "argsWere")
            return readMembersAsText(cursor, inverse.argsWere);
        return cursor.readValue(value) == JsonCursor::Outcome::Ok;
    });
}

bool EntryRestore::readMembers(std::size_t begin, std::vector<Member>& members) const
{
    members.clear();
    JsonCursor cursor(m_text, begin, JsonCursor::TextIs::Whole);
    JsonCursor::Value value;
    return walkObject(cursor, [&](const JsonCursor::Value& key) {
        Member member;
        member.key = decoded(key);
        member.keyBegin = static_cast<std::size_t>(key.raw.data() - m_text.data());
        member.valueBegin = cursor.position();
        if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
            return false;
        member.end = cursor.position();
        members.push_back(std::move(member));
        return true;
    });
}

void EntryRestore::restore(std::size_t objectBegin, const std::vector<Member>& members,
                           const std::vector<std::string>& added, const InverseChange::Members& was)
{
    const auto lastWith = [&members](std::string_view key) {
        const auto found =
            std::find_if(members.rbegin(), members.rend(), [key](const Member& member) { return member.key == key; });
        return found == members.rend() ? members.size() : static_cast<std::size_t>(members.rend() - found) - 1;
    };
    for (const auto& [key, json] : was) {
        if (const std::size_t at = lastWith(key); at < members.size())
            m_splices.push_back({members[at].valueBegin, members[at].end, json});
    }
    std::vector<char> goes(members.size());
    for (const std::string& key : added) {
        if (const std::size_t at = lastWith(key); at < members.size())
            goes[at] = 1;
    }
    std::size_t keptEnd = objectBegin + 1;
    bool isFirst = true; // of those that are kept
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (goes[i] != 0) {
            const bool isLastOfRun = i + 1 == members.size() || goes[i + 1] == 0;
            // Before the first that is kept the comma behind the run goes, else the one before it.
            const bool takesCommaBehind = isFirst && i + 1 < members.size();
            if (isLastOfRun)
                m_splices.push_back({keptEnd, takesCommaBehind ? members[i + 1].keyBegin : members[i].end, {}});
            continue;
        }
        isFirst = false;
        keptEnd = members[i].end;
    }
}

void EntryRestore::apply(std::string_view text, const InverseChange& inverse, std::string& out)
{
    m_text = text;
    m_splices.clear();
    if (!text.empty() && text.front() == '{' && readMembers(0, m_members)) {
        restore(0, m_members, inverse.added, inverse.was);
        const auto args = std::find_if(m_members.rbegin(), m_members.rend(),
                                       [](const Member& member) { return member.key == "args"; });
        const bool changesArgs = !inverse.addedArgs.empty() || !inverse.argsWere.empty();
        if (changesArgs && args != m_members.rend() && text[args->valueBegin] == '{' &&
            readMembers(args->valueBegin, m_args))
            restore(args->valueBegin, m_args, inverse.addedArgs, inverse.argsWere);
    }
    std::stable_sort(m_splices.begin(), m_splices.end(),
                     [](const Splice& a, const Splice& b) { return a.begin < b.begin; });
    std::size_t at = 0;
    for (const Splice& splice : m_splices) {
        if (splice.begin < at) // inside of what is replaced already
            continue;
        out.append(text, at, splice.begin - at);
        out += splice.text;
        at = splice.end;
    }
    out.append(text, at);
}

} // namespace lanescope
