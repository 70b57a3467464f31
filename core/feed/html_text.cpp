// SPDX-License-Identifier: MIT
#include "core/feed/html_text.h"

#include "core/feed/html_entities.h"

#include <QRegularExpression>

namespace penstock {

namespace {

/// What the reference between & and ; stands for, or nothing when it stands for nothing.
QString resolved(QStringView name)
{
    if (name.startsWith(u'#')) {
        const bool isHex = name.size() > 1 && (name[1] == u'x' || name[1] == u'X');
        bool isNumber = false;
        const uint code = isHex ? name.mid(2).toUInt(&isNumber, 16) : name.mid(1).toUInt(&isNumber);
        if (!isNumber || !isXmlCharacter(code))
            return {};
        return QString::fromUcs4(reinterpret_cast<const char32_t*>(&code), 1);
    }
    const QChar character = htmlEntity(name.toLatin1().toStdString());
    if (character.isNull())
        return name == u"apos" ? QStringLiteral("'") : QString();
    return QString(character);
}

} // namespace

QString withReferencesResolved(const QString& text)
{
    static const QRegularExpression reference(QStringLiteral("&(#?[A-Za-z0-9]{1,31});"));
    if (!text.contains(u'&'))
        return text;
    QString result;
    qsizetype copied = 0;
    for (auto it = reference.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        const QString character = resolved(match.capturedView(1));
        if (character.isEmpty())
            continue;
        result += QStringView(text).mid(copied, match.capturedStart() - copied);
        result += character;
        copied = match.capturedEnd();
    }
    return result + QStringView(text).mid(copied);
}

QString plainTextOf(const QString& html)
{
    static const QRegularExpression block(
        QStringLiteral("</?(?:br|p|div|li|ul|ol|h[1-6]|tr|td|hr|blockquote)\\b[^<>]*>"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression inlineTag(
        QStringLiteral("<!--.*?-->|</?[A-Za-z][^<>]*>|<!\\[CDATA\\[|\\]\\]>|<![A-Za-z][^<>]*>"),
        QRegularExpression::DotMatchesEverythingOption);
    QString text = html;
    if (text.contains(u'<') || text.contains(u'>'))
        text.replace(block, QStringLiteral(" ")).remove(inlineTag);
    return withReferencesResolved(text).simplified();
}

} // namespace penstock
