// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/time.h"

#include <QByteArray>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>
#include <QUrl>

#include <cstdint>

class QNetworkAccessManager;
class QNetworkReply;

namespace penstock {

/// What came of one transfer.
struct FetchResult
{
    enum class Kind
    {
        Body,
        NotModified,
        Retryable,
        Final
    };

    Kind kind = Kind::Final;
    QByteArray body;
    QUrl url; ///< after redirects
    QString charset;
    QString etag;
    QString lastModified;
    QString failure; ///< in words, when Retryable or Final
};

/// One HTTP GET with a deadline and a size limit for the whole transfer, redirects included. One at
/// a time; lives on a thread with an event loop.
class HttpFetch : public QObject
{
    Q_OBJECT

public:
    HttpFetch(Micros deadline, std::int64_t sizeLimit, QObject* parent = nullptr);
    ~HttpFetch() override;

    /// Conditional when @p etag or @p lastModified is given.
    void start(const QUrl& url, const QString& etag, const QString& lastModified);
    void abort();

signals:
    void finished(const penstock::FetchResult& result);

private:
    void readSome();
    void giveUp(const QString& why);
    void conclude();
    FetchResult resultOf(QNetworkReply& reply) const;

    QNetworkAccessManager* m_network = nullptr;
    QPointer<QNetworkReply> m_reply;
    QTimer m_deadline;
    std::int64_t m_sizeLimit;
    QByteArray m_body;
    QString m_givenUp;
};

} // namespace penstock
