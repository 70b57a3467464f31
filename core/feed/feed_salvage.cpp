// SPDX-License-Identifier: MIT
#include "core/feed/feed_salvage.h"

#include "core/feed/entry_builder.h"
#include "core/feed/feed_repair.h"

#include <QDomDocument>

namespace penstock {

namespace {

EntryField fieldOf(const QDomElement& element)
{
    const QString tag = element.tagName();
    const qsizetype colon = tag.indexOf(u':');
    EntryField field;
    field.prefix = colon > 0 ? tag.left(colon) : QString();
    field.name = tag.mid(colon + 1);
    field.href = element.attribute(QStringLiteral("href"));
    field.rel = element.attribute(QStringLiteral("rel"));
    field.type = element.attribute(QStringLiteral("type"));
    field.base = element.attribute(QStringLiteral("xml:base"));
    field.isPermaLink = element.attribute(QStringLiteral("isPermaLink")) != u"false";
    field.text = element.text();
    return field;
}

FeedEntry entryOf(const QDomElement& piece, const QUrl& base)
{
    EntryBuilder builder(base);
    builder.setAbout(piece.attribute(QStringLiteral("rdf:about")));
    for (QDomElement child = piece.firstChildElement(); !child.isNull();
         child = child.nextSiblingElement())
        builder.add(fieldOf(child));
    return builder.build();
}

std::string lineOf(const QString& text, qsizetype position)
{
    return "line " + std::to_string(1 + QStringView(text).left(position).count(u'\n'));
}

} // namespace

void salvageRest(const QString& text, FeedReading& reading)
{
    const QList<FeedPiece> pieces = findPieces(text);
    const auto known = static_cast<qsizetype>(reading.feed.entries.size());
    for (qsizetype i = known; i < pieces.size(); ++i) {
        const FeedPiece& piece = pieces[i];
        QStringList repairs;
        const QString whole =
            repairedPiece(text.mid(piece.start, piece.end - piece.start), repairs);
        const std::string place = lineOf(text, piece.start);
        QDomDocument document;
        QString error;
        if (!document.setContent(whole, false, &error)) {
            reading.feed.problems.push_back(
                {place, "an entry could not be read: " + error.toStdString()});
            continue;
        }
        reading.feed.entries.push_back(entryOf(document.documentElement(), reading.base));
        if (piece.isCut)
            repairs.prepend(QStringLiteral("the document ends in the middle of this entry"));
        if (!repairs.isEmpty())
            reading.feed.problems.push_back(
                {place, repairs.join(QStringLiteral("; ")).toStdString()});
    }
}

} // namespace penstock
