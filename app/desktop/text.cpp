// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/text.h"

#include "core/viewport/time_text.h"

#include <QCoreApplication>
#include <QFile>
#include <QLocale>

#include <cmath>

namespace lanescope::desktop {

QString toQString(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString countText(std::uint64_t count)
{
    return QLocale(QLocale::English, QLocale::UnitedStates).toString(static_cast<qulonglong>(count));
}

QString counterText(double value)
{
    constexpr double kLargestExact = 1e15;
    const QLocale locale(QLocale::English, QLocale::UnitedStates);
    if (value == std::floor(value) && std::abs(value) < kLargestExact)
        return locale.toString(static_cast<qlonglong>(value));
    return QString::number(value, 'g', 6);
}

QString durationLabel(TimeNs ns, int digits)
{
    return toQString(durationText(ns, digits));
}

QString pathText(const std::filesystem::path& path)
{
    return QFile::decodeName(QByteArray::fromStdString(path.string()));
}

std::filesystem::path toPath(const QString& text)
{
    return QFile::encodeName(text).toStdString();
}

QString phaseLabel(std::string_view phase)
{
    if (phase == "none")
        return QCoreApplication::translate("Phase", "No phase");
    if (phase == "forward")
        return QCoreApplication::translate("Phase", "Forward");
    if (phase == "backward")
        return QCoreApplication::translate("Phase", "Backward");
    if (phase == "accumulate_grad")
        return QCoreApplication::translate("Phase", "Accumulate grad");
    QString label = toQString(phase);
    if (!label.isEmpty())
        label[0] = label[0].toUpper();
    return label.replace(QLatin1Char('_'), QLatin1Char(' '));
}

} // namespace lanescope::desktop
