// SPDX-License-Identifier: MIT
#include "core/feed/feed_text.h"

#include <QRegularExpression>
#include <QStringDecoder>

#include <optional>

namespace penstock {

namespace {

constexpr qsizetype kDeclarationWindow = 2048;

/// The encoding that the XML declaration names, if there is one near the start.
QByteArray declaredEncoding(const QByteArray& bytes)
{
    static const QRegularExpression pattern(
        QStringLiteral("<\\?xml\\b[^>]*?\\bencoding\\s*=\\s*[\"']([A-Za-z0-9._:-]+)[\"']"));
    const QString head = QString::fromLatin1(bytes.left(kDeclarationWindow));
    return pattern.match(head).captured(1).toLatin1();
}

std::optional<QStringConverter::Encoding> encodingOfMark(const QByteArray& bytes)
{
    if (bytes.startsWith("\xef\xbb\xbf"))
        return QStringConverter::Utf8;
    // Two bytes without a mark, as XML 1.0 appendix F tells them: "<" and "?" with zeros between.
    if (bytes.startsWith("\xff\xfe") || bytes.startsWith(QByteArray("<\0?\0", 4)))
        return QStringConverter::Utf16LE;
    if (bytes.startsWith("\xfe\xff") || bytes.startsWith(QByteArray("\0<\0?", 4)))
        return QStringConverter::Utf16BE;
    return std::nullopt;
}

/// Text in the encoding called @p name; nothing when the name is unknown or the bytes are none of
/// it.
std::optional<QString> decodedAs(const QByteArray& name, const QByteArray& bytes)
{
    // A label of "UTF-16" on bytes without zeros is wrong: the declaration itself was readable.
    if (name.isEmpty() || name.toLower().startsWith("utf-16") || name.toLower().startsWith("ucs-2"))
        return std::nullopt;
    QStringDecoder decoder(name.constData());
    if (!decoder.isValid())
        return std::nullopt;
    QString text = decoder(bytes);
    return decoder.hasError() ? std::nullopt : std::optional(text);
}

QString decode(const QByteArray& bytes, const std::string& charset, Problems& problems)
{
    if (const auto encoding = encodingOfMark(bytes)) {
        QStringDecoder decoder(*encoding);
        return decoder(bytes);
    }
    const QByteArray declared = declaredEncoding(bytes);
    const QByteArray fromHttp = QByteArray::fromStdString(charset);
    for (const QByteArray& name : {declared, fromHttp, QByteArray("UTF-8")}) {
        if (auto text = decodedAs(name, bytes)) {
            if (!declared.isEmpty() && name != declared)
                problems.push_back({"encoding", "declared as " + declared.toStdString() +
                                                    ", but it is not; read as " +
                                                    name.toStdString()});
            return *text;
        }
    }
    problems.push_back({"encoding",
                        "not the encoding it claims and not UTF-8; read as windows-1252, "
                        "some letters may be wrong"});
    QStringDecoder western("windows-1252");
    return western.isValid() ? QString(western(bytes)) : QString::fromLatin1(bytes);
}

/// Blanks the declaration out (keeping the line count), wherever a comment pushed it.
void blankDeclaration(QString& text)
{
    static const QRegularExpression declaration(QStringLiteral("<\\?xml\\s[^>]*\\?>"));
    const auto match = declaration.match(text.left(kDeclarationWindow));
    for (qsizetype i = match.capturedStart(); i < match.capturedEnd(); ++i) {
        if (text[i] != u'\n')
            text[i] = u' ';
    }
}

} // namespace

FeedText decodeFeed(const QByteArray& bytes, const std::string& charset)
{
    FeedText result;
    result.text = decode(bytes, charset, result.problems);
    if (result.text.startsWith(QChar(0xFEFF)))
        result.text.remove(0, 1);
    blankDeclaration(result.text);
    const qsizetype start = result.text.indexOf(u'<');
    if (start > 0) {
        if (!QStringView(result.text).left(start).trimmed().isEmpty())
            result.problems.push_back({"line 1", "text before the first tag was skipped"});
        for (qsizetype i = 0; i < start; ++i) {
            if (result.text[i] != u'\n')
                result.text[i] = u' ';
        }
    }
    return result;
}

} // namespace penstock
