// SPDX-License-Identifier: MIT
#include "core/feed/feed_repair.h"

#include "core/feed/html_entities.h"
#include "core/feed/html_text.h"

#include <QRegularExpression>

#include <array>

namespace penstock {

namespace {

/// Fields that may follow one another in an item: where one of them opens while another was never
/// closed, the first one ends.
constexpr std::array kFieldNames{u"title",       u"link",      u"guid",       u"id",
                                 u"description", u"pubDate",   u"category",   u"author",
                                 u"updated",     u"published", u"summary",    u"content",
                                 u"modified",    u"issued",    u"comments",   u"source",
                                 u"enclosure",   u"dc:date",   u"dc:creator", u"content:encoded"};

bool isFieldName(QStringView name)
{
    return std::any_of(kFieldNames.begin(), kFieldNames.end(),
                       [name](const char16_t* field) { return name == QStringView(field); });
}

/// Where the section that starts at @p from ends: after @p terminator, or -1 when it never does.
qsizetype endOf(const QString& text, qsizetype from, QStringView terminator)
{
    const qsizetype found = text.indexOf(terminator, from);
    return found < 0 ? -1 : found + terminator.size();
}

/// The ">" of the tag at @p from, quotes respected; -1 when there is none.
qsizetype endOfTag(const QString& text, qsizetype from)
{
    QChar quote;
    for (qsizetype i = from; i < text.size(); ++i) {
        const QChar c = text[i];
        if (!quote.isNull()) {
            if (c == quote)
                quote = QChar();
        } else if (c == u'>') {
            return i;
        } else if ((c == u'"' || c == u'\'') && i > from && text[i - 1] == u'=') {
            quote = c;
        } else if (c == u'<' && i > from) {
            return -1;
        }
    }
    return -1;
}

/// Rewrites one piece token by token. At most one field is open at a time; tags inside a field are
/// text to an RSS reader, so they are escaped like text.
class Repairer
{
public:
    Repairer(const QString& piece, QStringList& repairs) : m_in(piece), m_repairs(repairs) {}

    QString run()
    {
        dropControlCharacters();
        while (m_at < m_in.size() && !m_isClosed) {
            if (m_in[m_at] == u'<')
                readMarkup();
            else
                readText();
        }
        if (!m_isClosed) {
            closeField();
            if (!m_root.isEmpty())
                m_out += QStringLiteral("</") % m_root % u'>';
            noteRepair(QStringLiteral("missing end tags added"));
        }
        return m_out;
    }

private:
    void noteRepair(const QString& what)
    {
        if (!m_repairs.contains(what))
            m_repairs.append(what);
    }

    void dropControlCharacters()
    {
        const qsizetype before = m_in.size();
        m_in.removeIf([](QChar c) { return !c.isSurrogate() && !isXmlCharacter(c.unicode()); });
        if (m_in.size() != before)
            noteRepair(QStringLiteral("control characters removed"));
    }

    void readText()
    {
        const qsizetype next = m_in.indexOf(u'<', m_at);
        const qsizetype end = next < 0 ? m_in.size() : next;
        writeText(QStringView(m_in).mid(m_at, end - m_at));
        m_at = end;
    }

    /// Text of a field; what stands between fields is dropped.
    void writeText(QStringView text)
    {
        if (m_field.isEmpty())
            return;
        static const QRegularExpression reference(QStringLiteral("^&(#?[A-Za-z0-9]{1,31});"));
        for (qsizetype i = 0; i < text.size(); ++i) {
            if (text[i] != u'&') {
                m_out += text[i];
                continue;
            }
            const auto match = reference.match(text.mid(i, 40));
            const QString whole = match.captured(0);
            if (!match.hasMatch() || withReferencesResolved(whole) == whole) {
                m_out += QStringLiteral("&amp;");
                noteRepair(QStringLiteral("bare ampersand escaped"));
            } else {
                m_out += withReferencesResolved(whole).toHtmlEscaped();
                i += whole.size() - 1;
            }
        }
    }

    void readMarkup()
    {
        const QStringView rest = QStringView(m_in).mid(m_at);
        if (rest.startsWith(u"<!--")) {
            skipTo(endOf(m_in, m_at, u"-->"));
        } else if (rest.startsWith(u"<![CDATA[")) {
            readCharacterData();
        } else if (rest.startsWith(u"<?")) {
            skipTo(endOf(m_in, m_at, u"?>"));
        } else {
            static const QRegularExpression tag(QStringLiteral("^<(/?)([A-Za-z_][\\w:.-]*)"));
            const auto match = tag.match(rest.left(80));
            const qsizetype end = match.hasMatch() ? endOfTag(m_in, m_at) : -1;
            if (end >= 0)
                readTag(match.captured(2), !match.captured(1).isEmpty(), end);
            else
                readStrayBracket();
        }
    }

    void skipTo(qsizetype position) { m_at = position < 0 ? m_in.size() : position; }

    void readCharacterData()
    {
        const qsizetype start = m_at + 9;
        const qsizetype end = m_in.indexOf(u"]]>", start);
        const QStringView data = QStringView(m_in).mid(start, end < 0 ? -1 : end - start);
        if (!m_field.isEmpty())
            m_out += data.toString().toHtmlEscaped();
        skipTo(end < 0 ? -1 : end + 3);
    }

    /// A "<" that opens no whole tag. At the very end it is a tag that was cut off.
    void readStrayBracket()
    {
        if (m_in.indexOf(u'>', m_at) < 0 && m_in.indexOf(u'<', m_at + 1) < 0) {
            m_at = m_in.size();
            return;
        }
        if (!m_field.isEmpty())
            m_out += QStringLiteral("&lt;");
        noteRepair(QStringLiteral("bare \"<\" escaped"));
        ++m_at;
    }

    void readTag(const QString& name, bool isEnd, qsizetype end)
    {
        const QStringView tag = QStringView(m_in).mid(m_at, end + 1 - m_at);
        const bool isEmpty = !isEnd && tag.endsWith(u"/>");
        m_at = end + 1;
        if (m_root.isEmpty()) {
            m_root = name;
            open(name, tag, isEmpty);
            m_isClosed = isEmpty;
        } else if (isEnd && name == m_root) {
            closeField();
            m_out += QStringLiteral("</") % m_root % u'>';
            m_isClosed = true;
        } else if (m_field.isEmpty()) {
            if (!isEnd)
                openField(name, tag, isEmpty);
            else
                noteRepair(QStringLiteral("stray end tag removed"));
        } else if (isEnd && name == m_field) {
            closeField();
        } else if (!isEnd && isFieldName(name) && m_in.indexOf(endTag(m_field), m_at) < 0) {
            noteRepair(QStringLiteral("missing end tags added"));
            closeField();
            openField(name, tag, isEmpty);
        } else {
            m_htmlBalance += isEnd ? -1 : (isEmpty ? 0 : 1);
            m_out += tag.toString().toHtmlEscaped();
        }
    }

    static QString endTag(const QString& name) { return QStringLiteral("</") % name; }

    void openField(const QString& name, QStringView tag, bool isEmpty)
    {
        open(name, tag, isEmpty);
        m_field = isEmpty ? QString() : name;
        m_htmlBalance = 0;
    }

    /// Writes a start tag with those attributes that are well-formed.
    void open(const QString& name, QStringView tag, bool isEmpty)
    {
        static const QRegularExpression attribute(
            QStringLiteral("\\s([A-Za-z_][\\w:.-]*)\\s*=\\s*(?:\"([^\"<]*)\"|'([^'<]*)')"));
        m_out += u'<' % name;
        QStringList seen;
        for (auto it = attribute.globalMatch(tag); it.hasNext();) {
            const auto match = it.next();
            if (seen.contains(match.captured(1)))
                continue;
            seen.append(match.captured(1));
            const QString value = withReferencesResolved(match.captured(2) + match.captured(3));
            m_out +=
                u' ' % match.captured(1) % QStringLiteral("=\"") % value.toHtmlEscaped() % u'"';
        }
        m_out += isEmpty ? QStringLiteral("/>") : QStringLiteral(">");
    }

    void closeField()
    {
        if (m_field.isEmpty())
            return;
        if (m_htmlBalance != 0)
            noteRepair(QStringLiteral("unclosed HTML taken as text"));
        m_out += QStringLiteral("</") % m_field % u'>';
        m_field.clear();
    }

    QString m_in;
    QString m_out;
    QString m_root;
    QString m_field;
    QStringList& m_repairs;
    qsizetype m_at = 0;
    int m_htmlBalance = 0;
    bool m_isClosed = false;
};

} // namespace

QList<FeedPiece> findPieces(const QString& text)
{
    static const QRegularExpression token(
        QStringLiteral("<!--|<!\\[CDATA\\[|<(/?)(?:\\w+:)?(item|entry)(?=[\\s/>])"));
    QList<FeedPiece> pieces;
    bool isOpen = false;
    qsizetype at = 0;
    for (auto match = token.match(text); match.hasMatch(); match = token.match(text, at)) {
        at = match.capturedEnd();
        if (match.capturedLength(2) == 0) {
            const bool isComment = text[match.capturedStart() + 2] == u'-';
            const qsizetype end = endOf(text, at, isComment ? u"-->" : u"]]>");
            at = end < 0 ? at : end; // never ended: what follows may still hold entries
            continue;
        }
        const qsizetype end = endOfTag(text, match.capturedStart());
        const qsizetype after = end < 0 ? at : end + 1;
        if (match.capturedLength(1) > 0) {
            if (isOpen)
                pieces.back().end = after;
            isOpen = false;
        } else {
            if (isOpen) // the piece before has no end tag
                pieces.back().end = match.capturedStart();
            const bool isEmpty = end > 0 && text[end - 1] == u'/';
            pieces.append({match.capturedStart(), after, false});
            isOpen = !isEmpty;
        }
        at = after;
    }
    if (isOpen) {
        pieces.back().end = text.size();
        pieces.back().isCut = true;
    }
    return pieces;
}

QString repairedPiece(const QString& piece, QStringList& repairs)
{
    return Repairer(piece, repairs).run();
}

} // namespace penstock
