// SPDX-License-Identifier: MIT
#include "core/feed/http_fetch.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QRegularExpression>

namespace penstock {

namespace {

constexpr int kMostRedirects = 5;

QString charsetOf(const QNetworkReply& reply)
{
    static const QRegularExpression pattern(QStringLiteral("charset\\s*=\\s*\"?([A-Za-z0-9._:-]+)"),
                                            QRegularExpression::CaseInsensitiveOption);
    return pattern.match(reply.header(QNetworkRequest::ContentTypeHeader).toString()).captured(1);
}

QString header(const QNetworkReply& reply, const char* name)
{
    return QString::fromLatin1(reply.rawHeader(name));
}

/// A server that is busy or broken may answer better the next time; one that says no will not.
bool isWorthRetrying(int status)
{
    return status == 408 || status == 425 || status == 429 || status >= 500;
}

bool isWorthRetrying(QNetworkReply::NetworkError error)
{
    switch (error) {
    case QNetworkReply::TooManyRedirectsError:
    case QNetworkReply::InsecureRedirectError:
    case QNetworkReply::ProtocolUnknownError:
    case QNetworkReply::ProtocolInvalidOperationError:
    case QNetworkReply::SslHandshakeFailedError:
        return false;
    default:
        return true;
    }
}

} // namespace

HttpFetch::HttpFetch(Micros deadline, std::int64_t sizeLimit, QObject* parent)
    : QObject(parent), m_network(new QNetworkAccessManager(this)), m_sizeLimit(sizeLimit)
{
    m_deadline.setSingleShot(true);
    m_deadline.setInterval(std::chrono::duration_cast<std::chrono::milliseconds>(deadline));
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        giveUp(
            QStringLiteral("no complete answer within %1 s").arg(m_deadline.interval() / 1000.0));
    });
}

HttpFetch::~HttpFetch()
{
    abort();
}

void HttpFetch::start(const QUrl& url, const QString& etag, const QString& lastModified)
{
    abort();
    QNetworkRequest request(url);
    request.setHeader(QNetworkRequest::UserAgentHeader, QStringLiteral("Penstock"));
    request.setRawHeader("Accept",
                         "application/rss+xml, application/atom+xml, application/xml;q=0.9, "
                         "text/xml;q=0.8, */*;q=0.1");
    if (!etag.isEmpty())
        request.setRawHeader("If-None-Match", etag.toLatin1());
    if (!lastModified.isEmpty())
        request.setRawHeader("If-Modified-Since", lastModified.toLatin1());
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute,
                         QNetworkRequest::NoLessSafeRedirectPolicy);
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute,
                         QNetworkRequest::AlwaysNetwork);
    request.setMaximumRedirectsAllowed(kMostRedirects);
    request.setDecompressedSafetyCheckThreshold(m_sizeLimit);

    m_body.clear();
    m_givenUp.clear();
    m_reply = m_network->get(request);
    connect(m_reply, &QNetworkReply::readyRead, this, &HttpFetch::readSome);
    connect(m_reply, &QNetworkReply::finished, this, &HttpFetch::conclude);
    m_deadline.start();
}

void HttpFetch::abort()
{
    m_deadline.stop();
    if (!m_reply)
        return;
    m_reply->disconnect(this);
    m_reply->abort();
    m_reply->deleteLater();
    m_reply.clear();
}

void HttpFetch::readSome()
{
    m_body += m_reply->readAll();
    if (m_body.size() > m_sizeLimit)
        giveUp(QStringLiteral("larger than %1 MiB").arg(m_sizeLimit / (1024 * 1024)));
}

void HttpFetch::giveUp(const QString& why)
{
    m_givenUp = why;
    if (m_reply)
        m_reply->abort(); // comes back through finished
}

void HttpFetch::conclude()
{
    m_deadline.stop();
    QNetworkReply* reply = m_reply;
    m_reply.clear();
    if (m_givenUp.isEmpty() && reply->isOpen())
        m_body += reply->readAll();
    const FetchResult result = resultOf(*reply);
    reply->deleteLater();
    emit finished(result);
}

FetchResult HttpFetch::resultOf(QNetworkReply& reply) const
{
    const int status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    FetchResult result;
    result.url = reply.url();
    result.charset = charsetOf(reply);
    result.etag = header(reply, "ETag");
    result.lastModified = header(reply, "Last-Modified");
    if (!m_givenUp.isEmpty()) {
        result.failure = m_givenUp;
    } else if (status == 304) {
        result.kind = FetchResult::Kind::NotModified;
    } else if (status >= 400) {
        result.kind =
            isWorthRetrying(status) ? FetchResult::Kind::Retryable : FetchResult::Kind::Final;
        const QString reason =
            reply.attribute(QNetworkRequest::HttpReasonPhraseAttribute).toString();
        result.failure =
            QStringLiteral("the server answered %1 %2").arg(status).arg(reason).trimmed();
    } else if (reply.error() != QNetworkReply::NoError) {
        const bool again = isWorthRetrying(reply.error());
        result.kind = again ? FetchResult::Kind::Retryable : FetchResult::Kind::Final;
        result.failure = reply.errorString();
    } else {
        result.kind = FetchResult::Kind::Body;
        result.body = m_body;
    }
    return result;
}

} // namespace penstock
