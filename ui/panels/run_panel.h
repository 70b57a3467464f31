// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/parameter_row.h"

#include <QTimer>
#include <QVBoxLayout>
#include <QWidget>

#include <map>

namespace penstock {

class ChoiceBox;
class RunSession;

/// A section of the left panel: rows that show values of the session's scenario and change them by
/// path and words. GUI thread.
class RunPanel : public QWidget
{
    Q_OBJECT

public:
    explicit RunPanel(RunSession& session, QWidget* parent = nullptr);

    /// Shows the scenario as it now stands.
    virtual void refresh();
    void setCompact(bool isCompact);

protected:
    RunSession& session() const { return m_session; }
    QVBoxLayout& column() const { return *m_column; }

    void addHeading(const QString& text);
    ParameterRow& addRow(const RowSpec& spec);
    /// A choice between words of the scenario's grammar; its object name is @p path.
    ChoiceBox& addChoice(const QString& label, const QString& path);
    void set(const QString& path, const QString& value);
    /// Of the row's children: text under the row of @p path.
    void showProblem(const QString& path, const QString& problem);
    bool isCompact() const { return m_isCompact; }
    /// After rows were added later.
    void applyCompact();

private:
    void flush();

    RunSession& m_session;
    QVBoxLayout* m_column;
    std::map<QString, ParameterValue> m_waiting; ///< picked, not yet sent
    std::map<QString, ParameterUnit> m_units;
    QTimer m_pace; ///< a dragged slider sends at most one value each time it ends
    bool m_isCompact = false;
};

} // namespace penstock
