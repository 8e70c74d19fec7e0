// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/settings/language.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#ifdef LANESCOPE_HAS_TRANSLATIONS
// Q_INIT_RESOURCE must not stand in a namespace.
static void initTranslations()
{
    Q_INIT_RESOURCE(lanescope_translations);
}
#else
static void initTranslations() {}
#endif

namespace lanescope::desktop {
namespace {

const QString kFolder = QStringLiteral(":/lanescope/translations/");
const QString kEnglish = QStringLiteral("en");

} // namespace

QStringList languages()
{
    initTranslations();
    QStringList codes{kEnglish};
    for (QString file : QDir(kFolder).entryList({QStringLiteral("lanescope_*.qm")}))
        codes << file.remove(QStringLiteral("lanescope_")).remove(QStringLiteral(".qm"));
    return codes;
}

QString desktopLanguage()
{
    const QString code = QLocale::system().name().left(2);
    return languages().contains(code) ? code : kEnglish;
}

void useLanguage(const QString& code)
{
    if (code == kEnglish || !languages().contains(code))
        return;
    auto* own = new QTranslator(QCoreApplication::instance());
    if (own->load(kFolder + QStringLiteral("lanescope_%1.qm").arg(code)))
        QCoreApplication::installTranslator(own);
    auto* ofQt = new QTranslator(QCoreApplication::instance());
    if (ofQt->load(QStringLiteral("qtbase_") + code, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(ofQt);
}

} // namespace lanescope::desktop
