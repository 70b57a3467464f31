// SPDX-License-Identifier: MIT
#include "core/feed/feed_reader.h"

#include "core/feed/entry_builder.h"
#include "core/feed/html_entities.h"
#include "core/feed/html_text.h"

#include <QXmlStreamReader>

namespace penstock {

namespace {

constexpr int kMostDepth = 200;
constexpr int kMostExpansion = 4096; ///< characters that one entity reference may become

/// HTML's named characters, which feeds use without declaring them.
class HtmlEntityResolver : public QXmlStreamEntityResolver
{
public:
    /// External entities: never opened, always empty.
    QString resolveEntity(const QString&, const QString&) override { return {}; }
    QString resolveUndeclaredEntity(const QString& name) override
    {
        const QChar character = htmlEntity(name.toLatin1().toStdString());
        return character.isNull() ? QString() : QString(character);
    }
};

class FeedReader
{
public:
    FeedReader(const QString& text, const QUrl& base) : m_xml(text)
    {
        m_reading.base = base;
        m_xml.setEntityResolver(&m_resolver);
        m_xml.setEntityExpansionLimit(kMostExpansion);
    }

    FeedReading read()
    {
        if (!readRoot())
            return finish();
        while (!m_xml.atEnd()) {
            m_xml.readNext();
            if (m_xml.isStartElement())
                readElement();
            else if (m_xml.isEndElement())
                --m_depth;
        }
        return finish();
    }

private:
    bool readRoot()
    {
        while (!m_xml.atEnd() && !m_xml.isStartElement())
            noteEntities(m_xml.readNext());
        const QString root = m_xml.name().toString();
        const bool isFeed =
            m_xml.isStartElement() &&
            (root.compare(u"rss", Qt::CaseInsensitive) == 0 || root == u"RDF" || root == u"feed");
        if (!isFeed) {
            m_isNotAFeed = true;
            m_root = root;
        } else {
            noteBase();
        }
        return isFeed;
    }

    void noteEntities(QXmlStreamReader::TokenType token)
    {
        m_declaresEntities |=
            token == QXmlStreamReader::DTD && !m_xml.entityDeclarations().isEmpty();
    }

    void readElement()
    {
        ++m_depth;
        if (m_depth > kMostDepth) {
            m_isTooDeep = true;
            m_xml.raiseError(QStringLiteral("elements nested too deep"));
            return;
        }
        const auto name = m_xml.name();
        if (name == u"item" || name == u"entry") {
            readEntry();
            --m_depth;
        } else if (name == u"title" && m_reading.feed.title.empty() && m_depth <= 2 &&
                   m_xml.prefix().isEmpty()) {
            m_reading.feed.title = plainTextOf(readText()).toStdString();
            --m_depth;
        }
    }

    void readEntry()
    {
        const QUrl outer = m_reading.base;
        noteBase();
        EntryBuilder builder(m_reading.base);
        const auto rdf = QStringLiteral("http://www.w3.org/1999/02/22-rdf-syntax-ns#");
        builder.setAbout(m_xml.attributes().value(rdf, QStringLiteral("about")).toString());
        while (m_xml.readNextStartElement())
            builder.add(readField());
        m_reading.base = outer;
        if (!m_xml.hasError())
            m_reading.feed.entries.push_back(builder.build());
    }

    EntryField readField()
    {
        EntryField field;
        const QXmlStreamAttributes attributes = m_xml.attributes();
        field.name = m_xml.name().toString();
        field.space = m_xml.namespaceUri().toString();
        field.prefix = m_xml.prefix().toString();
        field.href = attributes.value(QLatin1String("href")).toString();
        field.rel = attributes.value(QLatin1String("rel")).toString();
        field.type = attributes.value(QLatin1String("type")).toString();
        field.base = attributes.value(QLatin1String("xml:base")).toString();
        field.isPermaLink = attributes.value(QLatin1String("isPermaLink")) != u"false";
        field.text = readText();
        return field;
    }

    /// All text below the current element; its end element is consumed. Without recursion, so that
    /// nesting costs no stack.
    QString readText()
    {
        QString text;
        int depth = 1;
        while (depth > 0 && !m_xml.atEnd()) {
            m_xml.readNext();
            if (m_xml.isCharacters())
                text += m_xml.text();
            else if (m_xml.isStartElement())
                ++depth;
            else if (m_xml.isEndElement())
                --depth;
            if (depth > kMostDepth) {
                m_isTooDeep = true;
                m_xml.raiseError(QStringLiteral("elements nested too deep"));
            }
        }
        return text;
    }

    void noteBase()
    {
        const auto base = m_xml.attributes().value(QLatin1String("xml:base"));
        if (!base.isEmpty())
            m_reading.base = m_reading.base.resolved(QUrl(base.toString()));
    }

    FeedReading finish()
    {
        if (m_isNotAFeed) {
            m_reading.end = FeedReading::End::NotAFeed;
            addProblem(m_root.isEmpty()
                           ? QStringLiteral("no feed: there is no XML element in it")
                           : QStringLiteral("no feed: a page or document that starts with <%1>; "
                                            "give the address of its RSS or Atom feed")
                                 .arg(m_root));
        } else if (m_xml.hasError()) {
            const bool isRefused = m_isTooDeep || isEntityBomb();
            m_reading.end = isRefused ? FeedReading::End::Refused : FeedReading::End::Broken;
            addProblem(isRefused && !m_isTooDeep
                           ? QStringLiteral("refused: its entities would expand without bound")
                           : m_xml.errorString());
        }
        return std::move(m_reading);
    }

    /// An error about an entity that the document itself declares: nothing there is worth
    /// repairing.
    bool isEntityBomb() const
    {
        return m_declaresEntities && m_xml.errorString().contains(u"entit", Qt::CaseInsensitive);
    }

    void addProblem(const QString& message)
    {
        const QString place =
            QStringLiteral("line %1, column %2").arg(m_xml.lineNumber()).arg(m_xml.columnNumber());
        m_reading.feed.problems.push_back({place.toStdString(), message.toStdString()});
    }

    HtmlEntityResolver m_resolver;
    QXmlStreamReader m_xml;
    FeedReading m_reading;
    QString m_root;
    int m_depth = 0;
    bool m_isNotAFeed = false;
    bool m_isTooDeep = false;
    bool m_declaresEntities = false;
};

} // namespace

FeedReading readFeed(const QString& text, const QUrl& base)
{
    return FeedReader(text, base).read();
}

} // namespace penstock
