// SPDX-License-Identifier: MIT
#pragma once

#include "core/feed/feed.h"

#include <QString>
#include <QUrl>

namespace penstock {

/// One child element of an item or entry, from whichever reader found it.
struct EntryField
{
    QString name;            ///< local name
    QString space;           ///< namespace URI, empty for none or unknown
    QString prefix;          ///< as written; stands for the namespace where a piece is parsed alone
    QString text;            ///< all text below it
    QString href;            ///< attribute
    QString rel;             ///< attribute
    QString type;            ///< attribute
    QString base;            ///< xml:base
    bool isPermaLink = true; ///< attribute of guid
};

/// Turns the fields of an item (RSS) or entry (Atom) into a FeedEntry, best source first.
class EntryBuilder
{
public:
    explicit EntryBuilder(const QUrl& base) : m_base(base) {}

    void setAbout(const QString& uri) { m_about = uri; } ///< rdf:about of an RSS 1.0 item
    void add(const EntryField& field);
    FeedEntry build() const;

private:
    void addLink(const EntryField& field);
    QString absolute(const QString& link) const;

    QUrl m_base;
    QString m_about;
    QString m_title;
    QString m_titleOfModule; ///< dc:title, when the item has no title of its own
    QString m_link;
    QString m_otherLink; ///< a link of another relation
    QString m_id;
    bool m_isIdLink = false;
    QString m_published;
    QString m_updated;
};

} // namespace penstock
