// SPDX-License-Identifier: MIT
#include "core/run/run_folder.h"

#include "core/run/json_writer.h"

#include <QDateTime>
#include <QDir>
#include <QFile>

#include <algorithm>
#include <utility>

namespace penstock {

namespace {

constexpr std::size_t kFlushAbove = 64 * 1024;
constexpr std::size_t kSecondsLevel = 1; ///< of RunHistory::levels
/// Answers may still come for a second that is over; after this many more it is written.
constexpr std::int64_t kSettleSeconds = 3;

Error fileError(const std::string& path, const std::string& what, std::string hint = {})
{
    return {ErrorKind::InputOutput, path + ": " + what, std::move(hint)};
}

QString inFolder(const std::string& folder, const char* name)
{
    return QDir(QString::fromStdString(folder)).filePath(QString::fromLatin1(name));
}

QString partOf(const QString& path)
{
    return path + QStringLiteral(".part");
}

/// Gives a whole .part file its name.
Result<void> publish(QFile& part, const QString& path)
{
    // QFile::rename does not overwrite.
    if (!part.rename(path))
        return tl::unexpected(fileError(path.toStdString(), part.errorString().toStdString()));
    return {};
}

} // namespace

RunFolderWriter::RunFolderWriter(Options options)
    : m_options(std::move(options)),
      m_started(QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toStdString())
{
}

RunFolderWriter::~RunFolderWriter() = default;

Result<std::unique_ptr<RunFolderWriter>> RunFolderWriter::create(Options options)
{
    const QDir folder(QString::fromStdString(options.path));
    if (folder.exists() && !folder.isEmpty())
        return tl::unexpected(fileError(options.path, "the folder is not empty",
                                        "name a new one: nothing is overwritten"));
    if (!folder.mkpath(QStringLiteral(".")))
        return tl::unexpected(fileError(options.path, "the folder cannot be made",
                                        "is there a file of this name, or no permission?"));
    std::unique_ptr<RunFolderWriter> writer(new RunFolderWriter(std::move(options)));
    if (auto opened = writer->openStream(writer->m_series, "series.csv"); !opened)
        return tl::unexpected(opened.error());
    writer->m_seriesBuffer = std::string(kSeriesHeader) + '\n';
    if (writer->m_options.events != Events::None) {
        if (auto opened = writer->openStream(writer->m_events, "events.jsonl"); !opened)
            return tl::unexpected(opened.error());
    }
    return writer;
}

Result<void> RunFolderWriter::openStream(std::unique_ptr<QFile>& file, const char* name)
{
    file = std::make_unique<QFile>(partOf(inFolder(m_options.path, name)));
    if (!file->open(QIODevice::WriteOnly | QIODevice::NewOnly | QIODevice::Unbuffered))
        return tl::unexpected(
            fileError(file->fileName().toStdString(), file->errorString().toStdString()));
    return {};
}

void RunFolderWriter::flush(QFile& file, std::string& buffer, std::size_t above)
{
    if (buffer.size() <= above)
        return;
    const auto size = static_cast<qint64>(buffer.size());
    // A full disk takes a part first; only the next attempt is told why.
    qint64 done = 0;
    while (m_problem.empty() && done < size) {
        const qint64 written = file.write(buffer.data() + done, size - done);
        done += std::max<qint64>(written, 0);
        if (written > 0)
            continue;
        m_problem = file.fileName().toStdString() + ": " + file.errorString().toStdString();
    }
    buffer.clear();
}

void RunFolderWriter::add(const DecisionRecord& record)
{
    const bool isWanted = m_options.events == Events::All || isAdmitted(record.decision.outcome);
    if (!m_events || !isWanted || !m_problem.empty())
        return;
    appendEvent(m_eventBuffer, record, m_options.keys, m_options.labels);
    flush(*m_events, m_eventBuffer, kFlushAbove);
}

void RunFolderWriter::addSeries(const RunHistory& history, std::int64_t below)
{
    const SeriesLevel& level = history.levels[kSecondsLevel];
    for (const SeriesBucket& bucket : level.buckets) {
        if (bucket.index < m_nextSecond || bucket.index >= below)
            continue;
        appendSeriesLine(m_seriesBuffer, bucket, level.width);
        m_nextSecond = bucket.index + 1;
    }
}

void RunFolderWriter::collect(const RunHistory& history)
{
    const auto& buckets = history.levels[kSecondsLevel].buckets;
    if (!m_series || buckets.empty() || buckets.back().index - kSettleSeconds < m_nextSecond)
        return;
    addSeries(history, buckets.back().index - kSettleSeconds + 1);
    flush(*m_series, m_seriesBuffer, 0);
    if (m_events)
        flush(*m_events, m_eventBuffer, 0);
}

Result<void> RunFolderWriter::closeStream(std::unique_ptr<QFile>& file, std::string& buffer,
                                          const char* name)
{
    if (!file)
        return {};
    flush(*file, buffer, 0);
    file->close();
    if (!m_problem.empty())
        return tl::unexpected(Error{ErrorKind::InputOutput, m_problem,
                                    "is the disk full? The .part files hold what was written"});
    auto published = publish(*file, inFolder(m_options.path, name));
    file.reset();
    return published;
}

Result<void> RunFolderWriter::writeWhole(const char* name, const std::string& text)
{
    std::unique_ptr<QFile> file;
    if (auto opened = openStream(file, name); !opened)
        return opened;
    std::string buffer = text;
    return closeStream(file, buffer, name);
}

std::string RunFolderWriter::manifest(const Summary& summary) const
{
    std::string out;
    JsonWriter json(out, true);
    json.beginObject()
        .member("schema", "penstock.run/1")
        .member("version", m_options.version)
        .member("started", m_started)
        .member("scenario", summary.scenario)
        .member("seed", summary.seed)
        .member("store", summary.store)
        .member("script_sha", summary.scriptSha)
        .member("clock", summary.clock)
        .member("end", toText(summary.endReason));
    json.key("files").beginArray();
    for (const char* name : {"manifest.json", "scenario.json", "summary.json", "series.csv"})
        json.value(name);
    if (m_options.events != Events::None)
        json.value("events.jsonl");
    json.endArray().endObject();
    out += '\n';
    return out;
}

Result<void> RunFolderWriter::finish(const Summary& summary, const RunHistory& history,
                                     const std::vector<TimelineEntry>& changes)
{
    addSeries(history, INT64_MAX);
    Scenario scenario = m_options.scenario;
    scenario.timeline = changes;
    Result<void> done = closeStream(m_events, m_eventBuffer, "events.jsonl");
    if (done)
        done = closeStream(m_series, m_seriesBuffer, "series.csv");
    if (done)
        done = writeWhole("scenario.json", toJson(scenario));
    if (done)
        done = writeWhole("summary.json", toJson(summary));
    if (done) // last: a folder with a manifest is whole
        done = writeWhole("manifest.json", manifest(summary));
    return done;
}

} // namespace penstock
