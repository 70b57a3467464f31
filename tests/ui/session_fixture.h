// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/library.h"
#include "tests/ui/synthetic_backend.h"
#include "ui/session/run_session.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <utility>
#include <vector>

namespace penstock {

/// A session over synthetic runs with a feed of its own in a file. Nothing leaves the process.
struct SessionFixture
{
    SyntheticWorld world;
    QTemporaryDir folder;
    QString feedPath = folder.filePath(QStringLiteral("feed.xml"));
    std::unique_ptr<RunSession> session;

    SessionFixture()
    {
        QFile file(feedPath);
        if (file.open(QIODevice::WriteOnly))
            file.write("<rss version=\"2.0\"><channel><title>Made up</title>"
                       "<item><title>Alpha</title></item><item><title>Beta</title></item>"
                       "<item><title>Gamma</title></item></channel></rss>");
        file.close();
        FeedLoaderOptions feed;
        feed.cacheFolder = folder.filePath(QStringLiteral("cache"));
        session = std::make_unique<RunSession>(std::make_unique<SyntheticBackend>(world), feed);
    }

    /// Opens @p name with the feed of the file, and waits for the run.
    bool open(const QString& name = QStringLiteral("first-look"),
              std::vector<std::pair<QString, QString>> sets = {})
    {
        sets.emplace_back(QStringLiteral("feed.url"), feedPath);
        QSignalSpy started(session.get(), &RunSession::runStarted);
        return session->openNamed(name, sets) && (started.count() > 0 || started.wait());
    }

    /// Lets @p span pass in the runs and waits until the session has shown it.
    bool pass(Nanos span)
    {
        world.now += span;
        QSignalSpy frame(session.get(), &RunSession::frameReady);
        return frame.wait();
    }
};

} // namespace penstock
