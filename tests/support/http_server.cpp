// SPDX-License-Identifier: MIT
#include "tests/support/http_server.h"

#include <QTcpSocket>

namespace penstock {

HttpServer::HttpServer()
{
    connect(this, &QTcpServer::newConnection, this, [this] {
        while (QTcpSocket* socket = nextPendingConnection()) {
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] { serve(*socket); });
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        }
    });
    listen(QHostAddress::LocalHost);
}

void HttpServer::answer(const QByteArray& path, std::function<Answer()> what)
{
    m_answers[path] = std::move(what);
}

void HttpServer::answer(const QByteArray& path, const Answer& what)
{
    m_answers[path] = [what] { return what; };
}

QString HttpServer::url(const QByteArray& path) const
{
    return QStringLiteral("http://127.0.0.1:%1").arg(serverPort()) % QString::fromLatin1(path);
}

void HttpServer::serve(QTcpSocket& socket)
{
    const QByteArray head = socket.peek(64 * 1024);
    if (!head.contains("\r\n\r\n"))
        return;
    socket.readAll();
    requests.append(head);
    const QByteArray path = head.split(' ').value(1);
    const auto known = m_answers.constFind(path);
    send(socket, known == m_answers.constEnd() ? Answer{.status = "404 Not Found"} : (*known)());
}

void HttpServer::send(QTcpSocket& socket, const Answer& answer)
{
    if (answer.silent)
        return;
    QByteArray head = "HTTP/1.1 " + answer.status + "\r\nConnection: close\r\n";
    for (const QByteArray& header : answer.headers)
        head += header + "\r\n";
    if (!answer.endless && answer.status.startsWith("200"))
        head += "Content-Length: " + QByteArray::number(answer.body.size()) + "\r\n";
    socket.write(head + "\r\n");
    if (answer.dribble) {
        auto* timer = new QTimer(&socket);
        connect(timer, &QTimer::timeout, &socket, [&socket, at = 0, body = answer.body]() mutable {
            socket.write(body.mid(at++ % body.size(), 1));
            socket.flush();
        });
        timer->start(20);
    } else if (answer.endless) {
        const auto more = [&socket, body = answer.body] {
            if (socket.bytesToWrite() < 1024 * 1024)
                socket.write(body);
        };
        // Queued: a write within bytesWritten would not be told of again.
        connect(&socket, &QTcpSocket::bytesWritten, &socket, more, Qt::QueuedConnection);
        more();
    } else {
        socket.write(answer.cut ? answer.body.left(answer.body.size() / 2) : answer.body);
        socket.disconnectFromHost();
    }
}

} // namespace penstock
