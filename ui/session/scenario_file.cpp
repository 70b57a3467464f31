// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/scenario_file.h"

#include <QCryptographicHash>
#include <QFile>
#include <QSaveFile>

namespace penstock {

namespace {

/// Empty when there is no such file.
QByteArray digestOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QCryptographicHash hash(QCryptographicHash::Sha1);
    hash.addData(&file);
    return hash.result();
}

} // namespace

ScenarioFile::ScenarioFile(const QString& path) : m_path(path), m_digest(digestOf(path)) {}

bool ScenarioFile::isChangedByOthers() const
{
    return digestOf(m_path) != m_digest;
}

Result<void> ScenarioFile::save(const Scenario& scenario, bool isForced)
{
    if (!isForced && isChangedByOthers())
        return tl::unexpected(Error{ErrorKind::InputOutput,
                                    m_path.toStdString() + " was changed by another program",
                                    "save under another name, or save again to replace it"});
    QSaveFile file(m_path);
    const QByteArray bytes = QByteArray::fromStdString(toJson(scenario));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return tl::unexpected(
            Error{ErrorKind::InputOutput,
                  "cannot write " + m_path.toStdString() + ": " + file.errorString().toStdString(),
                  "choose another folder"});
    m_digest = digestOf(m_path);
    return {};
}

} // namespace penstock
