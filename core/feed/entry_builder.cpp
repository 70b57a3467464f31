// SPDX-License-Identifier: MIT
#include "core/feed/entry_builder.h"

#include "core/feed/html_text.h"

namespace penstock {

namespace {

void keepFirst(QString& target, const QString& value)
{
    if (target.isEmpty())
        target = value.trimmed();
}

bool isDublinCore(const EntryField& field)
{
    return field.space == u"http://purl.org/dc/elements/1.1/" ||
           field.space == u"http://purl.org/dc/terms/" || field.prefix == u"dc" ||
           field.prefix == u"dcterms";
}

/// A field of a module (media:title, itunes:title) that only shares the name.
bool isForeign(const EntryField& field)
{
    return !field.prefix.isEmpty() && field.prefix != u"atom" && field.prefix != u"rss" &&
           !field.space.contains(u"/Atom") && !field.space.contains(u"atom/ns#") &&
           !field.space.contains(u"rss");
}

} // namespace

void EntryBuilder::add(const EntryField& field)
{
    const QString name = field.name.toLower();
    if (isDublinCore(field)) {
        if (name == u"title")
            keepFirst(m_titleOfModule, plainTextOf(field.text));
        else if (name == u"date" || name == u"issued" || name == u"created")
            keepFirst(m_published, field.text);
        return;
    }
    if (isForeign(field))
        return;
    if (name == u"title") {
        // Atom: without a type the text is plain, and "<b>" in it is meant to be seen.
        const bool isPlain = field.type == u"text" || field.type == u"text/plain";
        keepFirst(m_title, isPlain ? field.text.simplified() : plainTextOf(field.text));
    } else if (name == u"link") {
        addLink(field);
    } else if (name == u"id" || name == u"guid") {
        m_isIdLink = m_id.isEmpty() ? name == u"guid" && field.isPermaLink : m_isIdLink;
        keepFirst(m_id, field.text);
    } else if (name == u"pubdate" || name == u"published" || name == u"issued") {
        keepFirst(m_published, field.text);
    } else if (name == u"updated" || name == u"modified" || name == u"created") {
        keepFirst(m_updated, field.text);
    }
}

void EntryBuilder::addLink(const EntryField& field)
{
    const QString target = field.href.isEmpty() ? field.text.trimmed() : field.href.trimmed();
    if (target.isEmpty())
        return;
    const QString resolved =
        field.base.isEmpty() ? target
                             : m_base.resolved(QUrl(field.base)).resolved(QUrl(target)).toString();
    const bool isMain = field.rel.isEmpty() || field.rel == u"alternate";
    keepFirst(isMain ? m_link : m_otherLink, resolved);
}

QString EntryBuilder::absolute(const QString& link) const
{
    const QUrl url(link);
    if (link.isEmpty() || !url.isRelative() || m_base.isEmpty() || m_base.isRelative())
        return link;
    return m_base.resolved(url).toString();
}

FeedEntry EntryBuilder::build() const
{
    QString link = m_link;
    if (link.isEmpty() && m_isIdLink && m_id.startsWith(u"http"))
        link = m_id;
    keepFirst(link, m_about);
    keepFirst(link, m_otherLink);
    link = absolute(link);

    QString id = m_id;
    keepFirst(id, m_about);
    keepFirst(id, link);

    FeedEntry entry;
    entry.title = (m_title.isEmpty() ? m_titleOfModule : m_title).toStdString();
    entry.link = link.toStdString();
    entry.id = id.toStdString();
    entry.published = (m_published.isEmpty() ? m_updated : m_published).toStdString();
    return entry;
}

} // namespace penstock
