// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/panels/details_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::desktop {
namespace {

constexpr qsizetype kLongestShownName = 220; // the tree has the name in full
constexpr int kWidestNamePx = 170;
constexpr qsizetype kLongestOneLine = 36; // longer values can be unfolded
constexpr qsizetype kLongestText = 20000; // of what is laid out; all of it is copied

QLabel* selectableLabel(const QString& objectName, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setObjectName(objectName);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString shortened(const QString& name)
{
    return name.size() > kLongestShownName ? name.left(kLongestShownName) + QChar(0x2026) : name;
}

// Long C++ names have no spaces to wrap at: allows a break after "::", "," and "<".
QString breakable(QString name)
{
    const QString breakHere(QChar(0x200b));
    for (const char* after : {"::", ",", "<", "_", "/"})
        name.replace(QLatin1String(after), QLatin1String(after) + breakHere);
    return name;
}

// Texts that stand below their line wrap in the width of the tree.
class WrappedText : public QStyledItemDelegate {
public:
    explicit WrappedText(QTreeView& tree, const DetailsModel& model)
        : QStyledItemDelegate(&tree), m_tree(tree), m_model(model)
    {}

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QSize one = QStyledItemDelegate::sizeHint(option, index);
        if (!isText(index))
            return one;
        int depth = 1;
        for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
            ++depth;
        const int width = m_tree.viewport()->width() - depth * m_tree.indentation() - 2 * kMarginPx;
        const QRect room(0, 0, std::max(width, kMarginPx), 1 << 24);
        const int height = option.fontMetrics.boundingRect(room, Qt::TextWordWrap, shownText(index)).height();
        return {0, height + 2 * kMarginPx};
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (!isText(index))
            return;
        option->features |= QStyleOptionViewItem::WrapText;
        option->text = shownText(index);
    }

private:
    static constexpr int kMarginPx = 4;

    [[nodiscard]] bool isText(const QModelIndex& index) const
    {
        const DetailNode* node = m_model.nodeAt(index);
        return node != nullptr && node->isText && index.column() == DetailsModel::NameColumn;
    }
    [[nodiscard]] QString shownText(const QModelIndex& index) const
    {
        return breakable(m_model.nodeAt(index)->name.left(kLongestText));
    }

    QTreeView& m_tree;
    const DetailsModel& m_model;
};

QStringList groupNames(const DetailsModel& model)
{
    QStringList names;
    for (int row = 0; row < model.rowCount(); ++row)
        names << model.nodeAt(model.index(row, 0))->name;
    return names;
}

QString pathOf(const DetailsModel& model, const QModelIndex& index)
{
    QString path;
    for (QModelIndex at = index; at.isValid(); at = at.parent())
        path.prepend(QLatin1Char('\n') + model.nodeAt(at)->name);
    return path;
}

// Long texts begin folded, all else unfolded.
bool beginsUnfolded(const DetailNode& node)
{
    return !node.children.front().isText;
}

} // namespace

DetailsPanel::DetailsPanel(TraceDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_model(new DetailsModel(this)), m_pages(new QStackedWidget(this)),
      m_title(nullptr), m_subtitle(nullptr), m_fullName(nullptr), m_tree(new QTreeView(this))
{
    setObjectName(QStringLiteral("panelBody"));
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);

    auto* hint = new QLabel(tr("Click a slice or a region bar to see\nwhat is known of it."), this);
    hint->setObjectName(QStringLiteral("mutedLabel"));
    hint->setAlignment(Qt::AlignCenter);
    m_pages->addWidget(hint);

    auto* page = new QWidget(this);
    auto* pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins(0, 10, 0, 0);
    pageLayout->setSpacing(2);
    m_title = selectableLabel(QStringLiteral("sliceTitle"), page);
    m_title->setContentsMargins(12, 0, 12, 0);
    m_subtitle = selectableLabel(QStringLiteral("mutedLabel"), page);
    m_subtitle->setContentsMargins(12, 0, 12, 2);
    m_fullName = selectableLabel(QStringLiteral("fullName"), page);
    m_fullName->setContentsMargins(12, 0, 12, 6);
    pageLayout->addWidget(m_title);
    pageLayout->addWidget(m_subtitle);
    pageLayout->addWidget(m_fullName);
    pageLayout->addWidget(m_tree, 1);
    m_pages->addWidget(page);

    m_tree->setAccessibleName(tr("Details of the selection"));
    m_tree->setModel(m_model);
    m_tree->setHeaderHidden(true);
    m_tree->setIndentation(14);
    m_tree->setTextElideMode(Qt::ElideRight);
    m_tree->setItemDelegate(new WrappedText(*m_tree, *m_model));
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel); // a text can be taller than the tree
    m_tree->header()->setStretchLastSection(true);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->installEventFilter(this);
    m_tree->viewport()->installEventFilter(this);
    connect(m_tree, &QTreeView::expanded, this, [this](const QModelIndex& index) { noteFold(index, true); });
    connect(m_tree, &QTreeView::collapsed, this, [this](const QModelIndex& index) { noteFold(index, false); });
    connect(m_tree, &QTreeView::customContextMenuRequested, this, &DetailsPanel::showMenu);
    connect(&document, &TraceDocument::selectionChanged, this, &DetailsPanel::showSelection);
    connect(&document, &TraceDocument::arrangementChanged, this, &DetailsPanel::showSelection);
    connect(&document, &TraceDocument::traceChanged, this, &DetailsPanel::showSelection);
}

void DetailsPanel::showSelection()
{
    m_reader.abandon();
    const Selection selection = m_document.selection();
    if (!m_document.hasTrace() || selection.index() == 0) {
        m_model->setGroups({});
        m_pages->setCurrentIndex(0);
        return;
    }
    m_reader.start(
        [this, arrangement = m_document.arrangement(), selection](const JobControl& job) -> JobRunner::Delivery {
            const auto* event = std::get_if<EventId>(&selection);
            SliceDetails details = event != nullptr ? detailsOfEvent(*arrangement, *event, job)
                                                    : detailsOfRegion(*arrangement, std::get<RegionPlace>(selection));
            foldLongTexts(details.groups, kLongestOneLine);
            return [this, details = std::move(details)] { showDetails(details); };
        });
}

void DetailsPanel::showDetails(const SliceDetails& details)
{
    m_title->setText(breakable(shortened(details.title)));
    m_fullName->setText(breakable(shortened(details.fullName)));
    m_fullName->setToolTip(details.fullName.toHtmlEscaped());
    m_fullName->setVisible(!details.fullName.isEmpty());
    m_subtitle->setText(details.subtitle);
    // From slice to slice the same lines stay in sight.
    const QStringList groupsBefore = groupNames(*m_model);
    const int scrolled = m_tree->verticalScrollBar()->value();
    m_model->setGroups(details.groups);
    m_isUnfolding = true;
    unfold({}, {});
    m_isUnfolding = false;
    m_tree->resizeColumnToContents(DetailsModel::NameColumn);
    m_tree->setColumnWidth(DetailsModel::NameColumn,
                           std::min(m_tree->columnWidth(DetailsModel::NameColumn) + 8, kWidestNamePx));
    m_pages->setCurrentIndex(1);
    m_tree->doItemsLayout();
    m_tree->verticalScrollBar()->setValue(groupsBefore == groupNames(*m_model) ? scrolled : 0);
}

void DetailsPanel::unfold(const QModelIndex& parent, const QString& path)
{
    for (int row = 0; row < m_model->rowCount(parent); ++row) {
        const QModelIndex index = m_model->index(row, 0, parent);
        const DetailNode& node = *m_model->nodeAt(index);
        if (node.isGroup || node.isText)
            m_tree->setFirstColumnSpanned(row, parent, true);
        if (node.children.empty())
            continue;
        const QString ownPath = path + QLatin1Char('\n') + node.name;
        m_tree->setExpanded(index, beginsUnfolded(node) != m_changedFolds.contains(ownPath));
        unfold(index, ownPath);
    }
}

void DetailsPanel::noteFold(const QModelIndex& index, bool isUnfolded)
{
    const DetailNode* node = m_model->nodeAt(index);
    if (m_isUnfolding || node == nullptr || node->children.empty())
        return;
    if (beginsUnfolded(*node) == isUnfolded)
        m_changedFolds.remove(pathOf(*m_model, index));
    else
        m_changedFolds.insert(pathOf(*m_model, index));
}

void DetailsPanel::showMenu(QPoint point)
{
    const QModelIndex index = m_tree->indexAt(point);
    const DetailNode* node = m_model->nodeAt(index);
    QMenu menu(this);
    const auto copy = [&menu](const QString& label, const QString& text) {
        QAction* action = menu.addAction(label);
        connect(action, &QAction::triggered, action, [text] { QApplication::clipboard()->setText(text); });
    };
    if (node != nullptr && !node->isGroup) {
        copy(tr("Copy value"), node->value.isEmpty() ? m_model->textOf(index) : node->value);
        if (!node->json.isEmpty())
            copy(tr("Copy value as JSON"), node->json);
        copy(tr("Copy line"), m_model->textOf(index));
        menu.addSeparator();
    } else if (node != nullptr) {
        copy(tr("Copy group"), m_model->textOf(index));
    }
    copy(tr("Copy everything"), m_model->textOf({}));
    menu.exec(m_tree->viewport()->mapToGlobal(point));
}

void DetailsPanel::copyCurrent()
{
    const QModelIndex index = m_tree->currentIndex();
    const DetailNode* node = m_model->nodeAt(index);
    if (node != nullptr)
        QApplication::clipboard()->setText(node->value.isEmpty() ? m_model->textOf(index) : node->value);
}

bool DetailsPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_tree && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
        copyCurrent();
        return true;
    }
    if (watched == m_tree->viewport() && event->type() == QEvent::Resize)
        m_tree->doItemsLayout(); // texts wrap elsewhere
    return QWidget::eventFilter(watched, event);
}

} // namespace lanescope::desktop
