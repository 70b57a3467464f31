// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/command_line.h"

#include <algorithm>

namespace penstock {

QStringList differences(const Scenario& from, const Scenario& to)
{
    QStringList changes;
    for (const SettablePath& settable : settablePaths(to)) {
        const QString path = QString::fromStdString(settable.path);
        if (path == QLatin1String("store.use"))
            continue;
        const Result<std::string> before = getValue(from, settable.path);
        const Result<std::string> after = getValue(to, settable.path);
        if (after && (!before || *before != *after))
            changes += path % QLatin1Char('=') % QString::fromStdString(*after);
    }
    return changes;
}

QString shellQuoted(const QString& word)
{
    const auto isSafe = [](QChar c) {
        return (c.unicode() < 128 && c.isLetterOrNumber()) ||
               QStringLiteral("_-./:=@%+,").contains(c);
    };
    if (!word.isEmpty() && std::all_of(word.begin(), word.end(), isSafe))
        return word;
    QString quoted = word;
    quoted.replace(QLatin1Char('\''), QLatin1String("'\\''"));
    return QLatin1Char('\'') % quoted % QLatin1Char('\'');
}

QString repeatCommand(const QString& source, const Scenario& base, const Scenario& started)
{
    QStringList words{QStringLiteral("penstock-cli"), QStringLiteral("run"), source};
    if (started.store != base.store && started.store.kind != StoreSpec::Kind::Default)
        words << QStringLiteral("--store") << QString::fromStdString(toText(started.store));
    for (const QString& change : differences(base, started))
        words << QStringLiteral("--set") << change;
    std::transform(words.begin(), words.end(), words.begin(), shellQuoted);
    return words.join(QLatin1Char(' '));
}

} // namespace penstock
