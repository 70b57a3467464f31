// SPDX-License-Identifier: MIT
#include "core/measure/recorder.h"

#include <algorithm>
#include <tuple>

namespace penstock {

namespace {

// What waits for a reader that does not come stays bounded: an hour of 100 ms cells, then arrivals
// are counted in the last cell; the newest marks and peeks.
constexpr std::size_t kMaxOfferedCells = 36'000;
constexpr std::size_t kMaxWaiting = 1'000;

/// A vector keeps the memory of a busy moment only while it is used.
constexpr std::size_t kAlwaysKept = 256;

template <class Item>
void addBounded(std::vector<Item>& items, Item item)
{
    if (items.size() == kMaxWaiting)
        items.erase(items.begin());
    items.push_back(std::move(item));
}

} // namespace

void Recorder::countOffered(OfferedCells& cells, Nanos at, std::uint32_t count)
{
    constexpr Nanos kCell = SeriesPyramid::kWidths[0];
    const bool isSameCell = !cells.empty() && cells.back().first / kCell == at / kCell;
    if (isSameCell || cells.size() == kMaxOfferedCells)
        cells.back().second += count;
    else
        cells.emplace_back(at, count);
}

void Recorder::Shard::append(DecisionRecord record)
{
    const std::lock_guard lock(m_mutex);
    if (m_keepsAll || record.ended - m_fetchedAt <= m_dropAfter)
        m_records.push_back(std::move(record));
    else
        m_dropped.add(record.decision);
}

void Recorder::Shard::addOffered(Nanos at, std::uint32_t count)
{
    const std::lock_guard lock(m_mutex);
    countOffered(m_offered, at, count);
}

void Recorder::Shard::callOpened(Nanos at)
{
    const std::lock_guard lock(m_mutex);
    m_openSince = at;
}

void Recorder::Shard::callClosed()
{
    const std::lock_guard lock(m_mutex);
    m_openSince.reset();
}

Recorder::Recorder(RecorderOptions options)
    : m_options(std::move(options)), m_writer(m_options.watchedKey)
{
}

Recorder::~Recorder() = default;

Recorder::Shard& Recorder::takeShard()
{
    const std::lock_guard lock(m_mutex);
    if (!m_free.empty()) {
        Shard* shard = m_free.back();
        m_free.pop_back();
        return *shard;
    }
    const bool keepsAll = static_cast<bool>(m_options.sink);
    m_shards.push_back(
        std::unique_ptr<Shard>(new Shard(keepsAll, m_options.dropAfter, m_collectedAt)));
    return *m_shards.back();
}

void Recorder::giveBack(Shard& shard)
{
    shard.callClosed();
    const std::lock_guard lock(m_mutex);
    m_free.push_back(&shard);
}

void Recorder::addOffered(Nanos at, std::uint32_t count)
{
    const std::lock_guard lock(m_mutex);
    countOffered(m_offered, at, count);
}

void Recorder::addMark(RunMark mark)
{
    const std::lock_guard lock(m_mutex);
    addBounded(m_marks, std::move(mark));
}

void Recorder::addPeek(Nanos at, const Decision& decision)
{
    const std::lock_guard lock(m_mutex);
    addBounded(m_peeks, {at, decision});
}

void Recorder::fetchShared(Nanos now)
{
    const std::lock_guard lock(m_mutex);
    m_collectedAt = now;
    m_takenOffered.swap(m_offered);
    m_takenMarks.swap(m_marks);
    m_takenPeeks.swap(m_peeks);
    for (std::size_t i = m_readerShards.size(); i < m_shards.size(); ++i)
        m_readerShards.push_back(m_shards[i].get());
}

/// Returns since when it has had a call open, at most @p now: a call that is sent after this look
/// is sent after @p now, too.
Nanos Recorder::fetch(Shard& shard, Nanos now)
{
    Nanos openSince = now;
    RunTotals dropped;
    OfferedCells offered;
    {
        const std::lock_guard lock(shard.m_mutex);
        shard.m_taken.swap(shard.m_records);
        offered.swap(shard.m_offered);
        std::swap(dropped, shard.m_dropped);
        shard.m_fetchedAt = now;
        openSince = std::min(openSince, shard.m_openSince.value_or(now));
    }
    m_takenOffered.insert(m_takenOffered.end(), offered.begin(), offered.end());
    if (dropped.requests() > 0)
        m_writer.addDropped(dropped);
    for (DecisionRecord& record : shard.m_taken)
        m_order.push_back({record.ended, record.number, &record});
    return openSince;
}

void Recorder::foldRecords()
{
    std::sort(m_order.begin(), m_order.end(), [](const Order& a, const Order& b) {
        return std::tie(a.ended, a.number) < std::tie(b.ended, b.number);
    });
    for (const Order& next : m_order) {
        if (m_options.sink)
            m_options.sink(*next.record);
        m_writer.add(std::move(*next.record));
    }
    m_order.clear();
    for (Shard* shard : m_readerShards) {
        auto& taken = shard->m_taken;
        if (taken.capacity() > std::max(kAlwaysKept, 8 * taken.size()))
            std::vector<DecisionRecord>().swap(taken);
        else
            taken.clear();
    }
}

void Recorder::collect(Nanos now, std::int32_t queued, std::int32_t inFlight, bool isFinal)
{
    fetchShared(now);
    Nanos watermark = now;
    for (Shard* shard : m_readerShards)
        watermark = std::min(watermark, fetch(*shard, now));
    for (const auto& [at, count] : m_takenOffered)
        m_writer.addOffered(at, count);
    m_takenOffered.clear();
    foldRecords();
    for (const Peek& peek : m_takenPeeks)
        m_writer.addPeek(peek.at, peek.decision);
    m_takenPeeks.clear();
    for (RunMark& mark : m_takenMarks)
        m_writer.addMark(std::move(mark));
    m_takenMarks.clear();
    m_writer.settle(isFinal ? Nanos::max() : watermark);
    m_writer.tick(now, queued, inFlight);
}

std::unique_ptr<Recorder> makeRecorder(RecorderOptions options)
{
    return std::make_unique<Recorder>(std::move(options));
}

} // namespace penstock
