// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/settings/settings.h"

#include "app/desktop/open_request.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace lanescope::desktop {
namespace {

const QString kTheme = QStringLiteral("theme");
const QString kRecent = QStringLiteral("recentFiles");
const QString kFilters = QStringLiteral("filters");
const QString kGeometry = QStringLiteral("window/geometry");
const QString kState = QStringLiteral("window/state");
const QString kNamesWidth = QStringLiteral("window/namesWidth");
const QString kFolder = QStringLiteral("lastFolder");

} // namespace

ThemeChoice Settings::theme()
{
    const QString name = QSettings().value(kTheme).toString();
    if (name == QLatin1String("light"))
        return ThemeChoice::Light;
    return name == QLatin1String("dark") ? ThemeChoice::Dark : ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice choice)
{
    const char* name = choice == ThemeChoice::Light ? "light" : choice == ThemeChoice::Dark ? "dark" : "system";
    QSettings().setValue(kTheme, QString::fromLatin1(name));
}

QStringList Settings::recentFiles()
{
    QStringList entries = QSettings().value(kRecent).toStringList();
    entries.removeIf([](const QString& entry) {
        const QStringList paths = pathsOfEntry(entry);
        return !std::all_of(paths.begin(), paths.end(), [](const QString& path) { return QFileInfo::exists(path); });
    });
    return entries;
}

void Settings::addRecentFile(const QString& entry)
{
    QSettings settings;
    QStringList entries = settings.value(kRecent).toStringList();
    entries.removeAll(entry);
    entries.prepend(entry);
    settings.setValue(kRecent, QStringList(entries.mid(0, kRecentKept)));
}

void Settings::clearRecentFiles()
{
    QSettings().remove(kRecent);
}

QStringList Settings::filters()
{
    return QSettings().value(kFilters).toStringList();
}

void Settings::addFilter(const QString& text)
{
    QStringList texts = filters();
    texts.removeAll(text);
    texts.prepend(text);
    QSettings().setValue(kFilters, QStringList(texts.mid(0, kFiltersKept)));
}

QByteArray Settings::windowGeometry()
{
    return QSettings().value(kGeometry).toByteArray();
}

QByteArray Settings::windowState()
{
    return QSettings().value(kState).toByteArray();
}

void Settings::setWindow(const QByteArray& geometry, const QByteArray& state)
{
    QSettings settings;
    settings.setValue(kGeometry, geometry);
    settings.setValue(kState, state);
}

std::optional<int> Settings::namesWidth()
{
    const QVariant value = QSettings().value(kNamesWidth);
    return value.isValid() ? std::optional(value.toInt()) : std::nullopt;
}

void Settings::setNamesWidth(std::optional<int> widthPx)
{
    if (widthPx)
        QSettings().setValue(kNamesWidth, *widthPx);
    else
        QSettings().remove(kNamesWidth);
}

QString Settings::lastFolder()
{
    const QString folder = QSettings().value(kFolder).toString();
    return QFileInfo(folder).isDir() ? folder : QDir::homePath();
}

void Settings::setLastFolder(const QString& folder)
{
    QSettings().setValue(kFolder, folder);
}

} // namespace lanescope::desktop
