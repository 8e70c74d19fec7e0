// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/style/icons.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

// Q_INIT_RESOURCE must not stand in a namespace.
static void initLanescopeResources()
{
    Q_INIT_RESOURCE(lanescope);
}

namespace lanescope::desktop {
namespace {

constexpr int kIconSizesPx[] = {16, 24, 32, 48};

QPixmap drawn(const QByteArray& svg, int sizePx)
{
    QSvgRenderer renderer(svg);
    QPixmap pixmap(sizePx, sizePx);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

QByteArray coloured(const QByteArray& svg, QColor color)
{
    QByteArray result = svg;
    return result.replace("currentColor", color.name().toLatin1());
}

} // namespace

void loadResources()
{
    initLanescopeResources();
}

QIcon themedIcon(const QString& name, const Theme& theme)
{
    QFile file(QStringLiteral(":/lanescope/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray svg = file.readAll();
    QIcon icon;
    for (const int size : kIconSizesPx) {
        icon.addPixmap(drawn(coloured(svg, theme.text), size), QIcon::Normal);
        icon.addPixmap(drawn(coloured(svg, theme.border), size), QIcon::Disabled);
    }
    return icon;
}

QIcon programIcon()
{
    return QIcon(QStringLiteral(":/lanescope/icons/lanescope.svg"));
}

} // namespace lanescope::desktop
