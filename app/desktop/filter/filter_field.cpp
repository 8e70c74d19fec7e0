// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/filter/filter_field.h"

#include "app/desktop/settings/settings.h"
#include "app/desktop/text.h"

#include <QCoreApplication>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QStandardItemModel>
#include <QStyle>
#include <QTextCharFormat>

namespace lanescope::desktop {
namespace {

constexpr int kTypingPauseMs = 120;
constexpr int kRestMs = 700;
constexpr int kOffersShown = 12;
constexpr int kMessageWidthPx = 460;
constexpr char kProblemProperty[] = "hasProblem";

enum OfferRole { TextRole = Qt::UserRole + 1, BeginRole, EndRole };

// Positions of a filter are bytes of its UTF-8.
int positionOf(const QByteArray& utf8, std::size_t byte)
{
    return static_cast<int>(QString::fromUtf8(utf8.left(static_cast<qsizetype>(byte))).size());
}

} // namespace

FilterField::FilterField(TraceDocument& document, QWidget* parent)
    : QLineEdit(parent), m_document(document), m_offered(new QStandardItemModel(this)), m_offers(new QListView(parent))
{
    setPlaceholderText(tr("Filter: a name, ann:…, phase:…, dur>10us"));
    setAccessibleName(tr("Filter expression"));
    setToolTip(tr("Part of a name or annotation, or conditions side by side:\nann:layer_* phase:backward -kernel:nccl* "
                  "dur>10us stream:7 cat:kernel\nmodule:encoder.* replay:3 /regex/; OR, -, ( ), quotes. Down: earlier "
                  "filters"));
    setClearButtonEnabled(true);
    setMaxLength(static_cast<int>(kLongestFilter));

    m_offers->hide();
    m_offers->setObjectName(QStringLiteral("filterOffers"));
    m_offers->setAccessibleName(tr("What the filter can ask"));
    m_offers->setModel(m_offered);
    m_offers->setFocusPolicy(Qt::NoFocus);
    m_offers->setUniformItemSizes(true);
    m_offers->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_offers->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_offers, &QListView::clicked, this, &FilterField::accept);

    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingPauseMs);
    m_resting.setSingleShot(true);
    m_resting.setInterval(kRestMs);
    connect(&m_typing, &QTimer::timeout, this, [this] { takeText(Problems::WhenTypingRests); });
    connect(&m_resting, &QTimer::timeout, this, [this] { takeText(Problems::AtOnce); });
    connect(this, &QLineEdit::textEdited, this, [this] {
        m_typing.start();
        offer();
    });
    connect(this, &QLineEdit::textChanged, this, [this](const QString& text) {
        setProblem(std::nullopt);
        if (text.isEmpty()) // also by the clear button, which is no edit
            m_typing.start();
    });
    connect(&document, &TraceDocument::filterChanged, this, &FilterField::takeDocument);
    connect(&document, &TraceDocument::traceChanged, this, &FilterField::takeDocument);
    connect(&document, &TraceDocument::traceChanged, this, &FilterField::collectVocabulary);
    takeDocument();
    collectVocabulary();
}

QString FilterField::problemText() const
{
    return m_problem ? toQString(m_problem->message) : QString();
}

void FilterField::collectVocabulary()
{
    m_vocabulary = {};
    m_collector.abandon();
    if (!m_document.hasTrace())
        return;
    m_collector.start([this, arrangement = m_document.arrangement()](const JobControl& job) -> JobRunner::Delivery {
        auto vocabulary = filterVocabulary(*arrangement, job);
        if (!vocabulary)
            return {};
        return [this, found = *std::move(vocabulary)] { m_vocabulary = found; };
    });
}

void FilterField::takeDocument()
{
    setEnabled(m_document.hasTrace());
    const QString filterText = toQString(m_document.filter().text);
    // What is being typed, or is wrong, is ahead of the document.
    if (!m_typing.isActive() && !m_problem && text().trimmed() != filterText)
        setText(filterText);
    if (!m_document.hasTrace())
        setText(QString());
    if (text().trimmed() == filterText)
        m_typing.stop(); // clearing the text counts as typing, but here nobody typed
}

void FilterField::takeText(Problems problems)
{
    const std::string written = text().trimmed().toStdString();
    const auto parsed = parseFilter(text().toStdString());
    if (!parsed) {
        // One who is still writing does not want to hear that the end is missing.
        if (problems == Problems::AtOnce || parsed.error().length > 0)
            setProblem(parsed.error());
        else
            m_resting.start();
        return;
    }
    m_resting.stop();
    setProblem(std::nullopt);
    TraceFilter filter = m_document.filter();
    filter.text = written;
    m_document.setFilter(filter);
}

void FilterField::setProblem(const std::optional<FilterProblem>& problem)
{
    if (!problem && !m_problem)
        return;
    m_problem = problem;
    setProperty(kProblemProperty, problem.has_value());
    style()->unpolish(this);
    style()->polish(this);
    setAccessibleDescription(problemText());
    if (!problem) {
        m_resting.stop();
        underline(0, 0);
        if (m_message != nullptr)
            m_message->hide();
        return;
    }
    const QByteArray utf8 = text().toUtf8();
    const int begin = positionOf(utf8, problem->at);
    const int end = positionOf(utf8, problem->at + problem->length);
    // What is missing at the end is shown at the last character.
    underline(end > begin ? begin : std::max(0, begin - 1), std::max(1, end - begin));
    placeMessage();
}

void FilterField::underline(int begin, int length)
{
    QList<QInputMethodEvent::Attribute> attributes;
    if (length > 0) {
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(QColor(0xd0342c));
        format.setFontWeight(QFont::Bold);
        // A line edit has no other way to format part of its text; positions count from the cursor.
        attributes.append({QInputMethodEvent::TextFormat, begin - cursorPosition(), length, format});
    }
    QInputMethodEvent event(QString(), attributes);
    QCoreApplication::sendEvent(this, &event);
}

void FilterField::placeMessage()
{
    if (m_message == nullptr) {
        m_message = new QLabel(window());
        m_message->setObjectName(QStringLiteral("filterProblem"));
        m_message->setTextFormat(Qt::PlainText);
        m_message->setWordWrap(true);
    }
    m_message->setText(problemText());
    m_message->setFixedWidth(std::min(kMessageWidthPx, window()->width()));
    m_message->adjustSize();
    const int underOffers = m_offers->isVisible() ? m_offers->height() + 3 : 0;
    const QPoint below = mapTo(window(), QPoint(width() - m_message->width(), height() + 3 + underOffers));
    m_message->move(std::max(0, below.x()), below.y());
    m_message->raise();
    m_message->setVisible(hasFocus());
}

void FilterField::leave()
{
    m_typing.stop();
    m_offers->hide();
    takeText(Problems::AtOnce);
    if (m_problem)
        return;
    if (!text().trimmed().isEmpty())
        Settings::addFilter(text().trimmed());
    emit left();
}

bool FilterField::event(QEvent* event)
{
    // Tab would go to the next widget before keyPressEvent() sees it.
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Tab &&
        m_offers->isVisible()) {
        accept(m_offers->currentIndex().isValid() ? m_offers->currentIndex() : m_offered->index(0, 0));
        return true;
    }
    return QLineEdit::event(event);
}

void FilterField::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    const bool isReturn = key == Qt::Key_Return || key == Qt::Key_Enter;
    const bool isOffering = m_offers->isVisible();
    const QModelIndex chosen = isOffering ? m_offers->currentIndex() : QModelIndex();
    if (isReturn && chosen.isValid()) {
        accept(chosen);
    } else if (key == Qt::Key_Escape && chosen.isValid()) {
        m_offers->hide();
    } else if (key == Qt::Key_Escape || isReturn) {
        if (key == Qt::Key_Escape)
            clear();
        leave();
    } else if (key == Qt::Key_Down && !isOffering) {
        text().isEmpty() ? offerHistory() : offer();
    } else if (isOffering && (key == Qt::Key_Down || key == Qt::Key_Up)) {
        moveInOffers(key == Qt::Key_Down ? 1 : -1);
    } else {
        QLineEdit::keyPressEvent(event);
    }
}

void FilterField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    m_offers->hide();
    if (m_message != nullptr)
        m_message->hide();
}

void FilterField::offer()
{
    const QByteArray utf8 = text().toUtf8();
    const auto at = static_cast<std::size_t>(text().left(cursorPosition()).toUtf8().size());
    const FilterCompletions completions = completeFilter(utf8.toStdString(), at, m_vocabulary);
    m_offered->clear();
    const std::string_view word(utf8.constData() + completions.begin, completions.end - completions.begin);
    for (const FilterCompletion& completion : completions.list) {
        if (completion.text == word) // all of it is there
            continue;
        const QString label =
            completion.meaning.empty()
                ? toQString(completion.text)
                : QStringLiteral("%1   %2").arg(toQString(completion.text), tr(completion.meaning.c_str()));
        auto* item = new QStandardItem(label);
        item->setData(toQString(completion.text), TextRole);
        item->setData(positionOf(utf8, completions.begin), BeginRole);
        item->setData(positionOf(utf8, completions.end), EndRole);
        m_offered->appendRow(item);
    }
    if (word.empty() && !utf8.isEmpty())
        m_offered->clear(); // a space alone asks for nothing
    showOffers();
}

void FilterField::offerHistory()
{
    m_offered->clear();
    for (const QString& earlier : Settings::filters()) {
        auto* item = new QStandardItem(earlier);
        item->setData(earlier, TextRole);
        item->setData(0, BeginRole);
        item->setData(static_cast<int>(text().size()), EndRole);
        m_offered->appendRow(item);
    }
    if (m_offered->rowCount() == 0)
        offer(); // the keys
    else
        showOffers();
}

void FilterField::showOffers()
{
    if (m_offered->rowCount() == 0) {
        m_offers->hide();
        return;
    }
    if (m_offers->parentWidget() != window())
        m_offers->setParent(window());
    m_offers->setCurrentIndex({}); // Return takes what is written, not what is offered
    const int rows = std::min(m_offered->rowCount(), kOffersShown);
    m_offers->resize(width(), rows * m_offers->sizeHintForRow(0) + 2 * m_offers->frameWidth() + 4);
    m_offers->move(mapTo(window(), QPoint(0, height() + 3)));
    m_offers->raise();
    m_offers->show();
}

void FilterField::moveInOffers(int rows)
{
    const int row = m_offers->currentIndex().isValid() ? m_offers->currentIndex().row() + rows : std::max(0, rows - 1);
    m_offers->setCurrentIndex(m_offered->index(std::min(row, m_offered->rowCount() - 1), 0));
}

void FilterField::accept(const QModelIndex& offer)
{
    const QString chosen = offer.data(TextRole).toString();
    const int begin = offer.data(BeginRole).toInt();
    QString whole = text();
    whole.replace(begin, offer.data(EndRole).toInt() - begin, chosen);
    setText(whole);
    setCursorPosition(begin + static_cast<int>(chosen.size()));
    m_offers->hide();
    m_typing.start();
}

} // namespace lanescope::desktop
