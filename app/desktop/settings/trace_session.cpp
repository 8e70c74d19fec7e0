// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/settings/trace_session.h"

#include "app/desktop/text.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>

#include <algorithm>

namespace lanescope::desktop {
namespace {

const QString kSessions = QStringLiteral("sessions/");
const QString kOrder = QStringLiteral("sessionOrder"); // keys, latest first

QString keyOf(const QString& tracePath)
{
    const QByteArray path = QFileInfo(tracePath).absoluteFilePath().toUtf8();
    return QString::fromLatin1(QCryptographicHash::hash(path, QCryptographicHash::Sha1).toHex());
}

QJsonArray asJson(TimeRange range)
{
    return {QString::number(range.beginNs), QString::number(range.endNs)};
}

std::optional<TimeRange> rangeOf(const QJsonValue& value)
{
    const QJsonArray ends = value.toArray();
    bool isBegin = false;
    bool isEnd = false;
    const TimeRange range{ends.at(0).toString().toLongLong(&isBegin), ends.at(1).toString().toLongLong(&isEnd)};
    return isBegin && isEnd && range.beginNs <= range.endNs ? std::optional(range) : std::nullopt;
}

QJsonArray asJson(const std::set<std::string>& texts)
{
    QJsonArray array;
    for (const std::string& text : texts)
        array.append(toQString(text));
    return array;
}

std::set<std::string> textsOf(const QJsonValue& value)
{
    std::set<std::string> texts;
    for (const QJsonValue& text : value.toArray())
        texts.insert(text.toString().toStdString());
    return texts;
}

QJsonObject asJson(const TraceFilter& filter)
{
    QJsonObject object{{QStringLiteral("text"), toQString(filter.text)},
                       {QStringLiteral("hidden"), asJson(filter.hiddenTitles)},
                       {QStringLiteral("hidesUnannotated"), filter.hidesUnannotated},
                       {QStringLiteral("hiddenPhases"), asJson(filter.hiddenPhases)},
                       {QStringLiteral("hiddenKernels"), asJson(filter.hiddenKernels)},
                       {QStringLiteral("hiddenCategories"), asJson(filter.hiddenCategories)},
                       {QStringLiteral("effect"), static_cast<int>(filter.effect)}};
    if (filter.phase)
        object.insert(QStringLiteral("phase"), toQString(*filter.phase));
    return object;
}

TraceFilter filterOf(const QJsonObject& object)
{
    TraceFilter filter;
    filter.text = object[QStringLiteral("text")].toString().toStdString();
    filter.hiddenTitles = textsOf(object[QStringLiteral("hidden")]);
    filter.hidesUnannotated = object[QStringLiteral("hidesUnannotated")].toBool();
    filter.hiddenPhases = textsOf(object[QStringLiteral("hiddenPhases")]);
    filter.hiddenKernels = textsOf(object[QStringLiteral("hiddenKernels")]);
    filter.hiddenCategories = textsOf(object[QStringLiteral("hiddenCategories")]);
    filter.effect = static_cast<FilterEffect>(std::clamp(object[QStringLiteral("effect")].toInt(), 0, 2));
    if (const QJsonValue phase = object[QStringLiteral("phase")]; phase.isString())
        filter.phase = phase.toString().toStdString();
    return filter;
}

QJsonArray listAsJson(const std::vector<std::string>& texts)
{
    QJsonArray array;
    for (const std::string& text : texts)
        array.append(toQString(text));
    return array;
}

std::vector<std::string> listOf(const QJsonValue& value)
{
    std::vector<std::string> texts;
    for (const QJsonValue& text : value.toArray())
        texts.push_back(text.toString().toStdString());
    return texts;
}

QJsonObject asJson(const TrackChoices& tracks)
{
    QJsonObject orders;
    for (const auto& [group, keys] : tracks.orders)
        orders.insert(toQString(group), listAsJson(keys));
    QJsonObject heights;
    for (const auto& [key, px] : tracks.lanePx)
        heights.insert(toQString(key), px);
    return {{QStringLiteral("pinned"), listAsJson(tracks.pinned)},
            {QStringLiteral("hidden"), asJson(tracks.hidden)},
            {QStringLiteral("orders"), orders},
            {QStringLiteral("heights"), heights}};
}

TrackChoices tracksOf(const QJsonObject& object)
{
    constexpr int kLowestPx = 4;
    constexpr int kHighestPx = 400;
    TrackChoices tracks;
    tracks.pinned = listOf(object[QStringLiteral("pinned")]);
    tracks.hidden = textsOf(object[QStringLiteral("hidden")]);
    const QJsonObject orders = object[QStringLiteral("orders")].toObject();
    for (auto group = orders.begin(); group != orders.end(); ++group)
        tracks.orders[group.key().toStdString()] = listOf(group.value());
    const QJsonObject heights = object[QStringLiteral("heights")].toObject();
    for (auto track = heights.begin(); track != heights.end(); ++track)
        tracks.lanePx[track.key().toStdString()] = std::clamp(track.value().toInt(), kLowestPx, kHighestPx);
    return tracks;
}

QJsonObject asJson(const SessionTimes& times)
{
    QJsonObject offsets;
    for (const auto& [path, ns] : times.offsetNs)
        offsets.insert(pathText(path), QString::number(ns));
    return {{QStringLiteral("start"), static_cast<int>(times.start)}, {QStringLiteral("offsets"), offsets}};
}

SessionTimes timesOf(const QJsonObject& object)
{
    SessionTimes times;
    times.start = static_cast<SessionTimes::Start>(std::clamp(object[QStringLiteral("start")].toInt(), 0, 2));
    const QJsonObject offsets = object[QStringLiteral("offsets")].toObject();
    for (auto offset = offsets.begin(); offset != offsets.end(); ++offset) {
        bool isNumber = false;
        const TimeNs ns = offset.value().toString().toLongLong(&isNumber);
        if (isNumber)
            times.offsetNs[toPath(offset.key())] = ns;
    }
    return times;
}

} // namespace

QByteArray sessionAsText(const TraceSession& session)
{
    QJsonArray marks;
    for (const Mark& mark : session.marks)
        marks.append(QJsonObject{{QStringLiteral("range"), asJson(mark.range)}, {QStringLiteral("note"), mark.note}});
    QJsonObject object{{QStringLiteral("visible"), asJson(session.visibleRange)},
                       {QStringLiteral("view"), static_cast<int>(session.view)},
                       {QStringLiteral("filter"), asJson(session.filter)},
                       {QStringLiteral("marks"), marks},
                       {QStringLiteral("foldedGroups"), asJson(session.collapsed.groups)},
                       {QStringLiteral("foldedTracks"), asJson(session.collapsed.tracks)},
                       {QStringLiteral("tracks"), asJson(session.tracks)},
                       {QStringLiteral("colorBy"), static_cast<int>(session.colorBy)},
                       {QStringLiteral("timesOfFile"), session.showsTimesOfFile},
                       {QStringLiteral("scrollPx"), session.scrollPx}};
    if (session.times != SessionTimes())
        object.insert(QStringLiteral("files"), asJson(session.times));
    if (session.markedRange)
        object.insert(QStringLiteral("marked"), asJson(*session.markedRange));
    if (!session.markedTracks.empty())
        object.insert(QStringLiteral("markedTracks"), listAsJson(session.markedTracks));
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

std::optional<TraceSession> sessionOfText(const QByteArray& text)
{
    const QJsonObject object = QJsonDocument::fromJson(text).object();
    const auto visible = rangeOf(object[QStringLiteral("visible")]);
    if (!visible)
        return std::nullopt;
    TraceSession session;
    session.visibleRange = *visible;
    session.markedRange = rangeOf(object[QStringLiteral("marked")]);
    session.markedTracks = listOf(object[QStringLiteral("markedTracks")]);
    session.view = static_cast<TrackView>(
        std::clamp(object[QStringLiteral("view")].toInt(), 0, static_cast<int>(kTrackViews) - 1));
    session.filter = filterOf(object[QStringLiteral("filter")].toObject());
    for (const QJsonValue& value : object[QStringLiteral("marks")].toArray()) {
        const QJsonObject mark = value.toObject();
        if (const auto range = rangeOf(mark[QStringLiteral("range")]))
            session.marks.push_back({*range, mark[QStringLiteral("note")].toString()});
    }
    session.collapsed.groups = textsOf(object[QStringLiteral("foldedGroups")]);
    session.collapsed.tracks = textsOf(object[QStringLiteral("foldedTracks")]);
    session.tracks = tracksOf(object[QStringLiteral("tracks")].toObject());
    session.colorBy = static_cast<ColorBy>(std::clamp(object[QStringLiteral("colorBy")].toInt(), 0, 3));
    session.showsTimesOfFile = object[QStringLiteral("timesOfFile")].toBool();
    session.scrollPx = object[QStringLiteral("scrollPx")].toInt();
    session.times = timesOf(object[QStringLiteral("files")].toObject());
    return session;
}

std::optional<TraceSession> SessionStore::load(const QString& tracePath)
{
    return sessionOfText(QSettings().value(kSessions + keyOf(tracePath)).toByteArray());
}

void SessionStore::save(const QString& tracePath, const TraceSession& session)
{
    QSettings settings;
    const QString key = keyOf(tracePath);
    QStringList order = settings.value(kOrder).toStringList();
    order.removeAll(key);
    order.prepend(key);
    while (order.size() > kKept)
        settings.remove(kSessions + order.takeLast());
    settings.setValue(kOrder, order);
    settings.setValue(kSessions + key, sessionAsText(session));
}

void SessionStore::forget(const QString& tracePath)
{
    QSettings settings;
    const QString key = keyOf(tracePath);
    QStringList order = settings.value(kOrder).toStringList();
    order.removeAll(key);
    settings.setValue(kOrder, order);
    settings.remove(kSessions + key);
}

} // namespace lanescope::desktop
