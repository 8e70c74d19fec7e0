// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/range_summary.h"
#include "core/query/replay_stats.h"
#include "tests/app/statistics_window.h"
#include "tests/support/test_main.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <atomic>
#include <chrono>
#include <thread>

using namespace lanescope;
using namespace lanescope::desktop;
using namespace lanescope::desktop::fixture;

class TestStatisticsStop : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnQtWarnings(); }
    void aStoppedAnswerLeavesTheTableAndSaysSo();
    void aNewQuestionGoesOnByItself();
    void aStoppedTableIsNoTable();
};

namespace {

// A tab whose answers take as long as is asked for, by polling its job as real ones do.
class SlowTab : public StatisticsTab {
public:
    explicit SlowTab(ScopeTracker& scope) : StatisticsTab(scope), m_view(new FigureView(this))
    {
        body().addWidget(m_view);
    }
    ~SlowTab() override { isEndless = false; }

    FigureView& view() { return *m_view; }
    QString state() const
    {
        for (const QLabel* label : findChildren<QLabel*>()) {
            if (label->objectName() == QStringLiteral("mutedLabel"))
                return label->text();
        }
        return {};
    }
    // The button that stops and goes on; null while it is not to be seen.
    QPushButton* button(const QString& text) const
    {
        for (QPushButton* button : findChildren<QPushButton*>()) {
            if (button->isVisible() && button->text() == text)
                return button;
        }
        return nullptr;
    }

    std::atomic<bool> isEndless = false;
    std::atomic<int> begun = 0;
    std::atomic<int> stopped = 0;

protected:
    JobRunner::Work work() override
    {
        return [this](const JobControl& job) -> JobRunner::Delivery {
            const int number = ++begun;
            while (isEndless && !job.stopRequested())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            if (job.stopRequested()) {
                ++stopped;
                return {};
            }
            auto table = std::make_shared<FigureTable>();
            table->columns.push_back({QStringLiteral("Name"), QStringLiteral("name"), {}, false, true});
            table->rows.push_back({{{QStringLiteral("answer %1").arg(number), {}, {}}}, -1});
            return [this, table] { m_view->setTable(table); };
        };
    }
    void clear() override { m_view->setTable(nullptr); }

private:
    FigureView* m_view;
};

QString shown(SlowTab& tab)
{
    return tab.view().model()->rowCount() == 0 ? QString() : tab.view().model()->index(0, 0).data().toString();
}

} // namespace

void TestStatisticsStop::aStoppedAnswerLeavesTheTableAndSaysSo()
{
    TraceDocument document;
    ScopeTracker scope(document);
    SlowTab tab(scope);
    tab.resize(600, 300);
    tab.show();
    document.setTrace(smallTrace());
    QTRY_COMPARE(shown(tab), QStringLiteral("answer 1"));
    QVERIFY(tab.button(QStringLiteral("Stop")) == nullptr);

    tab.isEndless = true;
    document.setMarkedRange(TimeRange{0, 20000});
    QTRY_VERIFY(tab.button(QStringLiteral("Stop")) != nullptr);
    QCOMPARE(tab.state(), QStringLiteral("Computing…"));
    QCOMPARE(shown(tab), QStringLiteral("answer 1")); // no flicker meanwhile
    QTest::mouseClick(tab.button(QStringLiteral("Stop")), Qt::LeftButton);
    QCOMPARE(tab.state(), QStringLiteral("Stopped"));
    QTRY_COMPARE(tab.stopped.load(), 1); // the worker has ended
    QCOMPARE(shown(tab), QStringLiteral("answer 1"));
    QVERIFY(!tab.isUpToDate());

    tab.isEndless = false;
    QTest::mouseClick(tab.button(QStringLiteral("Go on")), Qt::LeftButton);
    QTRY_COMPARE(shown(tab), QStringLiteral("answer 3"));
    QVERIFY(tab.isUpToDate());
    QCOMPARE(tab.state(), QString());
    QVERIFY(tab.button(QStringLiteral("Go on")) == nullptr);
}

void TestStatisticsStop::aNewQuestionGoesOnByItself()
{
    TraceDocument document;
    ScopeTracker scope(document);
    SlowTab tab(scope);
    tab.isEndless = true;
    tab.show();
    document.setTrace(smallTrace());
    QTRY_VERIFY(tab.button(QStringLiteral("Stop")) != nullptr);
    QTest::mouseClick(tab.button(QStringLiteral("Stop")), Qt::LeftButton);
    QCOMPARE(shown(tab), QString());
    tab.isEndless = false;
    document.setMarkedRange(TimeRange{0, 10000});
    QTRY_COMPARE(shown(tab), QStringLiteral("answer 2"));
    QCOMPARE(tab.state(), QString());
}

// What stops a tab's job stops the sums that the real tabs compute.
void TestStatisticsStop::aStoppedTableIsNoTable()
{
    std::stop_source stop;
    stop.request_stop();
    const JobControl job(stop.get_token());
    const LoadedTrace loaded = smallTrace();
    const JoinedTrace& joined = *loaded.opened->joined;
    const auto isStopped = [](const auto& result) { return !result && result.error().code == ErrorCode::Stopped; };
    QVERIFY(isStopped(statsTable(joined, {}, job)));
    QVERIFY(isStopped(replayStats(joined, job)));
    QVERIFY(isStopped(replayNodes(joined, 0, job)));
    RangeRequest range;
    const auto rules = defaultWorkClasses();
    range.rules = rules;
    QVERIFY(isStopped(summarizeRange(joined, range, job)));
}

LANESCOPE_TEST(TestStatisticsStop)
#include "tst_statistics_stop.moc"
