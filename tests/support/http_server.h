// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QTcpServer>
#include <QTimer>

#include <functional>

class QTcpSocket;

namespace penstock {

/// A small HTTP server on 127.0.0.1 that answers as a test says, badly where wanted. Test thread.
class HttpServer : public QTcpServer
{
    Q_OBJECT

public:
    struct Answer
    {
        QByteArray status = "200 OK";
        QList<QByteArray> headers;
        QByteArray body;
        bool dribble = false; ///< a byte every 20 ms
        bool endless = false; ///< repeats the body until the client goes
        bool cut = false;     ///< closes after half of the body
        bool silent = false;  ///< never answers
    };

    HttpServer();
    /// What to answer to a request for @p path; called for every request.
    void answer(const QByteArray& path, std::function<Answer()> what);
    void answer(const QByteArray& path, const Answer& what);
    QString url(const QByteArray& path) const;
    QList<QByteArray> requests; ///< whole request heads, in order

private:
    void serve(QTcpSocket& socket);
    void send(QTcpSocket& socket, const Answer& answer);

    QHash<QByteArray, std::function<Answer()>> m_answers;
};

} // namespace penstock
