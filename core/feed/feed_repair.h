// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>

namespace penstock {

/// One piece of a broken document, from "<item" or "<entry" to its end tag.
struct FeedPiece
{
    qsizetype start = 0;
    qsizetype end = 0;
    bool isCut = false; ///< the document ends before the piece does
};

/// The items and entries of a document by a scan for their tags, which steps over comments and
/// CDATA. Counts them as the stream reader does, so that the first n of both are the same. Pure.
QList<FeedPiece> findPieces(const QString& text);

/// A piece made well-formed: bare ampersands and "<" escaped, control characters removed, HTML
/// inside its fields dropped (its text stays), missing end tags added. Each kind of repair is named
/// once in
/// @p repairs. Pure.
QString repairedPiece(const QString& piece, QStringList& repairs);

} // namespace penstock
