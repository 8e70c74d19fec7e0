// SPDX-License-Identifier: Apache-2.0
#include "core/export/event_rewrite.h"

#include "core/load/json_cursor.h"
#include "core/load/json_text.h"

#include <algorithm>
#include <utility>

namespace lanescope {
namespace {

// Walks the members of an object whose '{' was read: calls onMember(key, value begin) with the cursor at the value,
// which the callee reads. Fills `object`. False when the text is no object.
template<typename OnMember>
bool walkMembers(JsonCursor& cursor, auto& object, OnMember onMember)
{
    object = {};
    object.end = cursor.position();
    bool first = true;
    JsonCursor::Value key;
    for (;;) {
        const std::size_t behindValue = cursor.position();
        const JsonCursor::Step step = cursor.nextMember(key, first);
        if (step == JsonCursor::Step::Done)
            return true;
        if (step != JsonCursor::Step::Member)
            return false;
        const std::string_view text = cursor.text();
        const auto keyBegin = static_cast<std::size_t>(key.raw.data() - text.data());
        object.beforeKey = text.substr(behindValue, keyBegin - behindValue);
        object.beforeKey.remove_prefix(object.beforeKey.find(',') + 1); // npos + 1 is 0
        const std::size_t keyEnd = keyBegin + key.raw.size();
        object.colon = text.substr(keyEnd, cursor.position() - keyEnd);
        ++object.members;
        if (!onMember(key))
            return false;
        object.end = cursor.position();
    }
}

} // namespace

ArgChange::ArgChange(std::string_view keyText, std::string valueJson) : key(keyText), json(std::move(valueJson))
{
    appendJsonString(key, keyJson);
}

bool EventRewrite::readArgs(JsonCursor& cursor, const EventChange& change)
{
    m_changedArgs.assign(change.args.size(), {});
    m_stream = {};
    m_originalStream = {};
    if (cursor.openObject() != JsonCursor::Outcome::Ok)
        return false;
    return walkMembers(cursor, m_args, [&](const JsonCursor::Value& key) {
        std::string_view name = key.inner();
        if (key.hasEscape) {
            decodeJsonString(name, m_decodedKey);
            name = m_decodedKey;
        }
        JsonCursor::Value value;
        const std::size_t begin = cursor.position();
        if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
            return false;
        const Place place{begin, cursor.position()};
        if (name == "stream")
            m_stream = place;
        else if (name == "original_stream")
            m_originalStream = place;
        for (std::size_t i = 0; i < change.args.size(); ++i) {
            if (change.args[i].key == name)
                m_changedArgs[i] = place;
        }
        return true;
    });
}

bool EventRewrite::readEvent(std::string_view text, const EventChange& change)
{
    m_text = text;
    m_tid = {};
    m_ts = {};
    m_argsValue = {};
    m_argsIsObject = false;
    m_args = {};
    m_changedArgs.assign(change.args.size(), {});
    m_stream = {};
    m_originalStream = {};
    JsonCursor cursor(text, 0, JsonCursor::TextIs::Whole);
    if (cursor.openObject() != JsonCursor::Outcome::Ok)
        return false;
    return walkMembers(cursor, m_event, [&](const JsonCursor::Value& key) {
        std::string_view name = key.inner();
        if (key.hasEscape) {
            decodeJsonString(name, m_decodedKey);
            name = m_decodedKey;
        }
        const std::size_t begin = cursor.position();
        const bool isArgs = name == "args";
        const bool isTid = name == "tid";
        const bool isTs = name == "ts";
        if (isArgs && cursor.peek() == '{') {
            if (!readArgs(cursor, change))
                return false;
        } else {
            JsonCursor::Value value;
            if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
                return false;
        }
        const Place place{begin, cursor.position()};
        if (isTid) {
            m_tid = place;
        } else if (isTs) {
            m_ts = place;
        } else if (isArgs) {
            m_argsValue = place;
            m_argsIsObject = m_text[begin] == '{';
        }
        return true;
    });
}

void EventRewrite::addMember(std::string_view keyJson, std::string_view json, std::string& added, const Object& object,
                             Before& before) const
{
    before.added += before.added.empty() ? "" : ",";
    before.added += keyJson;
    const std::string_view colon = !object.colon.empty()    ? object.colon
                                   : !m_event.colon.empty() ? m_event.colon
                                                            : std::string_view(": ");
    if (object.members > 0 || !added.empty())
        added += ',';
    // {"a": 1} has no comma to show how its writer separates, but its colon does.
    const bool showsNoSpace = object.members == 0 ? !added.empty() : object.members == 1 && object.beforeKey.empty();
    if (showsNoSpace && colon.ends_with(' '))
        added += ' ';
    added += object.beforeKey;
    added += keyJson;
    added += colon;
    added += json;
}

void EventRewrite::set(const Place& place, std::string_view keyJson, std::string_view json, std::string& added,
                       const Object& object, Before& before)
{
    if (!place.found()) {
        addMember(keyJson, json, added, object, before);
    } else if (textAt(place) != json) {
        m_splices.push_back({place.begin, place.end, std::string(json)});
        before.was += before.was.empty() ? "" : ",";
        before.was += keyJson;
        before.was += ':';
        before.was += textAt(place);
    }
}

void EventRewrite::changeArgs(const EventChange& change, std::string& addedToEvent)
{
    if (change.args.empty() && change.streamJson.empty() && !change.recordsOriginalStream)
        return;
    const bool hasArgs = m_argsValue.found() && m_argsIsObject;
    if (!hasArgs) {
        m_args = {};
        m_stream = {};
        m_originalStream = {};
        m_changedArgs.assign(change.args.size(), {});
    }
    std::string added;
    for (std::size_t i = 0; i < change.args.size(); ++i)
        set(m_changedArgs[i], change.args[i].keyJson, change.args[i].json, added, m_args, m_argsBefore);
    const std::string_view streamBefore = m_stream.found() ? textAt(m_stream) : textAt(m_tid);
    if (!change.streamJson.empty())
        set(m_stream, "\"stream\"", change.streamJson, added, m_args, m_argsBefore);
    if (change.recordsOriginalStream && !m_originalStream.found() && !streamBefore.empty())
        addMember("\"original_stream\"", streamBefore, added, m_args, m_argsBefore);
    if (added.empty())
        return;
    if (hasArgs) {
        m_splices.push_back({m_args.end, m_args.end, std::move(added)});
        return;
    }
    m_argsBefore = {};
    set(m_argsValue, "\"args\"", '{' + added + '}', addedToEvent, m_event, m_eventBefore);
}

void EventRewrite::composeInverse()
{
    m_inverse.clear();
    const auto add = [this](std::string_view key, const std::string& value, char open, char close) {
        if (value.empty())
            return;
        m_inverse += m_inverse.empty() ? '{' : ',';
        m_inverse += key;
        m_inverse += open;
        m_inverse += value;
        m_inverse += close;
    };
    add("\"added\":", m_eventBefore.added, '[', ']');
    add("\"was\":", m_eventBefore.was, '{', '}');
    add("\"addedArgs\":", m_argsBefore.added, '[', ']');
    add("\"argsWere\":", m_argsBefore.was, '{', '}');
    if (!m_inverse.empty())
        m_inverse += '}';
}

bool EventRewrite::apply(std::string_view text, const EventChange& change, std::string& out)
{
    m_splices.clear();
    for (Before* before : {&m_eventBefore, &m_argsBefore}) {
        before->added.clear();
        before->was.clear();
    }
    if (readEvent(text, change)) {
        std::string added;
        if (!change.tidJson.empty())
            set(m_tid, "\"tid\"", change.tidJson, added, m_event, m_eventBefore);
        if (!change.tsJson.empty())
            set(m_ts, "\"ts\"", change.tsJson, added, m_event, m_eventBefore);
        changeArgs(change, added);
        if (!added.empty())
            m_splices.push_back({m_event.end, m_event.end, std::move(added)});
    }
    composeInverse();
    std::stable_sort(m_splices.begin(), m_splices.end(),
                     [](const Splice& a, const Splice& b) { return a.begin < b.begin; });
    std::size_t at = 0;
    for (const Splice& splice : m_splices) {
        out.append(text, at, splice.begin - at);
        out += splice.text;
        at = splice.end;
    }
    out.append(text, at);
    return !m_splices.empty();
}

} // namespace lanescope
