// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/main_window.h"
#include "app/desktop/statistics/figure_view.h"
#include "app/desktop/statistics/statistics_panel.h"
#include "app/desktop/statistics/table_tab.h"
#include "tests/app/open_trace_here.h"
#include "tests/app/small_trace.h"

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QProcess>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QtTest>

#include <map>
#include <string>

namespace lanescope::desktop::fixture {

// Shown, with a trace in it and the statistics in sight.
class StatisticsWindow {
public:
    explicit StatisticsWindow(const LoadedTrace& trace) : StatisticsWindow() { m_window.document().setTrace(trace); }
    explicit StatisticsWindow(const QString& path) : StatisticsWindow()
    {
        m_window.openFiles({path});
        if (!QTest::qWaitFor([this] { return m_window.document().hasTrace() && !m_window.loadJob().isRunning(); },
                             20000))
            qFatal("a test's trace was not opened");
    }

    MainWindow* operator->() { return &m_window; }
    MainWindow& operator*() { return m_window; }
    TraceDocument& document() { return m_window.document(); }
    const Trace& trace() { return *document().opened()->trace; }
    StatisticsPanel& panel() { return m_window.statisticsPanel(); }
    QDockWidget& dock() { return *m_window.findChild<QDockWidget*>(QStringLiteral("statisticsDock")); }

    // The tab in sight, with its answer.
    template<typename Tab>
    Tab& ready(Tab& tab)
    {
        dock().show();
        dock().raise();
        panel().tabs().setCurrentWidget(&tab);
        if (!QTest::qWaitFor([&tab] { return tab.isUpToDate(); }, 20000))
            qFatal("no answer in time");
        QCoreApplication::processEvents();
        return tab;
    }
    TableTab& tableBy(const char* keys)
    {
        TableTab& tab = panel().table();
        tab.by().setCurrentIndex(tab.by().findData(QString::fromLatin1(keys)));
        return ready(tab);
    }

private:
    StatisticsWindow()
    {
        m_window.resize(1400, 1000);
        m_window.show();
        QApplication::setActiveWindow(&m_window);
    }
    MainWindow m_window;
};

inline QByteArray cli(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(LANESCOPE_CLI), arguments);
    if (!process.waitForFinished(60000) || process.exitCode() != 0)
        qFatal("lanescope-cli failed: %s", process.readAllStandardError().constData());
    return process.readAllStandardOutput();
}

// Lines of CSV as maps from field to value; fields in quotes may hold commas.
inline QList<std::map<QString, QString>> csvRows(const QByteArray& text)
{
    QList<QStringList> lines;
    QStringList cells{QString()};
    bool isQuoted = false;
    for (const QChar c : QString::fromUtf8(text)) {
        if (c == QLatin1Char('"'))
            isQuoted = !isQuoted;
        else if (!isQuoted && c == QLatin1Char(','))
            cells << QString();
        else if (!isQuoted && c == QLatin1Char('\n')) {
            lines << cells;
            cells = QStringList{QString()};
        } else if (c != QLatin1Char('\r'))
            cells.last() += c;
    }
    QList<std::map<QString, QString>> rows;
    for (qsizetype i = 1; i < lines.size(); ++i) {
        std::map<QString, QString> row;
        for (qsizetype j = 0; j < lines[i].size(); ++j)
            row[lines[0][j]] = lines[i][j];
        rows << row;
    }
    return rows;
}

inline int columnTitled(FigureView& view, const QString& title)
{
    for (int column = 0; column < view.model()->columnCount(); ++column) {
        if (view.model()->headerData(column, Qt::Horizontal).toString() == title)
            return column;
    }
    return -1;
}

inline QString cell(FigureView& view, int row, const QString& title)
{
    return view.model()->index(row, columnTitled(view, title)).data().toString();
}

inline void clickRow(FigureView& view, const QModelIndex& index)
{
    view.scrollTo(index);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(index).center());
}

inline void doubleClickRow(FigureView& view, const QModelIndex& index)
{
    clickRow(view, index);
    QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(index).center());
}

inline LoadedTrace smallTrace()
{
    return loadText(kSmallTrace, kSmallAnnotations);
}

// Six replays of one node, 100 us apart: 10 us each, the last of them `last`; a CPU op all the time.
inline std::string replaysText(int last)
{
    std::string text = "{\"traceEvents\":[\n";
    for (int i = 0; i < 6; ++i)
        text += R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":)" + std::to_string(i * 100) +
                ",\"dur\":" + std::to_string(i == 5 ? last : 10) + R"(,"args":{"device":0,"stream":7,"correlation":)" +
                std::to_string(i + 1) + R"(,"graph node id":8589934592}},)" + "\n";
    return text + R"({"ph":"X","cat":"cpu_op","name":"op","pid":1,"tid":1,"ts":0,"dur":700}]})";
}

inline QString write(const QTemporaryDir& folder, const char* name, const std::string& text)
{
    const QString path = folder.filePath(QString::fromLatin1(name));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) < 0)
        qFatal("a test's file cannot be written");
    return path;
}

} // namespace lanescope::desktop::fixture
