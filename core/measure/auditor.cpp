// SPDX-License-Identifier: MIT
#include "core/measure/auditor.h"

#include "core/limit/algorithm.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace penstock {

namespace {

/// Lives whose late answers are still told apart: a server that dies takes seconds to come back,
/// an answer is late by a time-out.
constexpr std::size_t kMaxLives = 8;

std::string nameOf(const Decision& decision)
{
    const bool isKnown = decision.limit && decision.limit->algorithm;
    return isKnown ? std::string(decision.limit->algorithm->id) : "the limiter";
}

} // namespace

Auditor::Auditor(AuditReport& report) : m_report(report)
{
    publish();
}

Auditor::Life& Auditor::lifeOf(std::uint64_t storeLife)
{
    if (!m_lives.empty()) {
        Life& newest = m_lives.back();
        if (storeLife == 0 || storeLife == newest.storeLife)
            return newest;
        if (newest.storeLife == 0) { // it was only not known yet
            newest.storeLife = storeLife;
            return newest;
        }
        for (Life& life : m_lives) {
            if (life.storeLife == storeLife)
                return life;
        }
    }
    Life& added = m_lives.emplace_back();
    added.number = ++m_lifeCount;
    added.storeLife = storeLife;
    return added;
}

Auditor::Life* Auditor::findLife(std::uint64_t number)
{
    // Their numbers are consecutive.
    const std::uint64_t first = m_lives.empty() ? 0 : m_lives.front().number;
    return number < first ? nullptr : &m_lives[static_cast<std::size_t>(number - first)];
}

void Auditor::add(const DecisionRecord& record, const std::optional<BucketShape>& shape)
{
    const Decision& decision = record.decision;
    if (decision.outcome == Outcome::FailOpenAllowed)
        ++m_report.unprotected;
    const bool isAnswer = !isStoreFailure(decision.outcome) && decision.outcome != Outcome::Shed;
    if (!isAnswer && !decision.ambiguous)
        return;
    const bool hasTime = decision.storeTime || !isAnswer;
    if (!hasTime || !shape) {
        if (m_report.whyUnknown.empty())
            m_report.whyUnknown =
                nameOf(decision) + (hasTime ? " is not equal to a bucket" : " gives no store time");
    } else if (decision.ambiguous) {
        addAmbiguous(record, *shape);
    } else if (decision.outcome == Outcome::Allowed && record.cost > MicroTokens()) {
        addAdmission(record, *shape);
    }
}

void Auditor::addAdmission(const DecisionRecord& record, const BucketShape& shape)
{
    Life& life = lifeOf(record.decision.storeLife);
    StoreTime time = *record.decision.storeTime;
    if (time < life.settled)
        time = life.latest; // the store's clock was set back
    if (time >= life.latest) {
        life.latest = time;
        life.latestEnded = record.ended;
    }
    m_pending.push_back({.life = life.number,
                         .time = time,
                         .key = record.key,
                         .fresh = record.decision.fresh,
                         .cost = record.cost,
                         .shape = shape,
                         .ended = record.ended});
}

void Auditor::addAmbiguous(const DecisionRecord& record, const BucketShape& shape)
{
    Life& life = lifeOf(record.decision.storeLife);
    KeyState& state = life.keys[record.key];
    state.ambiguous += record.cost;
    if (!state.bucket) {
        addWorst(state, shape.capacity);
        return;
    }
    // The store's clock when the call was sent, at the earliest: from the last admission, which ran
    // before its answer came, less a thousandth for two clocks that do not run alike.
    const Nanos since = record.started - life.latestEnded;
    const auto margin = (since < Nanos{0} ? -since : since) / 1000;
    const StoreTime sent = life.latest + std::chrono::floor<Micros>(since - margin);
    addWorst(state, state.bucket->tokensAt(shape, sent));
}

void Auditor::addDropped(const RunTotals& totals)
{
    if (totals.of(Outcome::Allowed) + totals.ambiguous > 0 && m_report.whyUnknown.empty())
        m_report.whyUnknown = "some decisions were not kept";
    m_report.unprotected += totals.of(Outcome::FailOpenAllowed);
}

void Auditor::sortPending()
{
    const auto isBefore = [](const Admission& a, const Admission& b) {
        // At one time, the larger capacity first: see lenientOrder.
        return std::tie(a.life, a.time, a.key, b.shape.capacity) <
               std::tie(b.life, b.time, b.key, a.shape.capacity);
    };
    const auto added = m_pending.begin() + static_cast<std::ptrdiff_t>(m_sortedCount);
    std::sort(added, m_pending.end(), isBefore);
    std::inplace_merge(m_pending.begin(), added, m_pending.end(), isBefore);
    m_sortedCount = m_pending.size();
}

void Auditor::settle(Nanos watermark)
{
    sortPending();
    std::size_t done = 0;
    while (done < m_pending.size()) {
        const Admission& first = m_pending[done];
        std::size_t end = done;
        bool isSettled = true;
        for (; end < m_pending.size(); ++end) {
            const Admission& next = m_pending[end];
            if (std::tie(next.life, next.time, next.key) !=
                std::tie(first.life, first.time, first.key))
                break;
            isSettled = isSettled && next.ended <= watermark;
        }
        if (!isSettled)
            break;
        settleGroup(std::span(m_pending).subspan(done, end - done));
        done = end;
    }
    m_pending.erase(m_pending.begin(), m_pending.begin() + static_cast<std::ptrdiff_t>(done));
    m_sortedCount = m_pending.size();
    while (m_lives.size() > kMaxLives &&
           (m_pending.empty() || m_pending.front().life > m_lives.front().number))
        m_lives.pop_front();
    publish();
}

void Auditor::settleGroup(std::span<const Admission> group)
{
    const Admission& first = group.front();
    Life* life = findLife(first.life);
    if (!life)
        return;
    KeyState& state = life->keys[first.key];
    if (!state.bucket)
        startKey(*life, state, group);
    const Admission* fresh = lenientOrder(*state.bucket, group, m_order);
    for (const Admission* next : m_order)
        admit(state, *next, next == fresh);
    life->settled = std::max(life->settled, first.time);
}

void Auditor::startKey(Life& life, KeyState& state, std::span<const Admission> group)
{
    const Admission& first = group.front();
    state.bucket.emplace(first.shape, first.time);
    if (life.epoch == 0)
        life.epoch = openEpoch(life.number == 1 ? "start" : "new server", first.ended, {});
    // A server that kept its data over the restart gives nothing away: then the key is not fresh.
    const bool isFresh =
        std::any_of(group.begin(), group.end(), [](const Admission& a) { return a.fresh; });
    const std::uint64_t epochsAfter = m_report.epochCount - life.epoch;
    if (!isFresh || epochsAfter >= m_report.epochs.size())
        return;
    for (auto older = m_lives.rbegin(); older != m_lives.rend(); ++older) {
        const auto found = older->keys.find(first.key);
        if (older->number >= life.number || found == older->keys.end() || !found->second.bucket)
            continue;
        AuditEpoch& epoch = m_report.epochs[m_report.epochs.size() - 1 - epochsAfter];
        epoch.gaveAway +=
            first.shape.capacity - found->second.bucket->tokensAt(first.shape, first.time);
        return;
    }
}

void Auditor::admit(KeyState& state, const Admission& admission, bool isFirstOfKey)
{
    ExactBucket& bucket = *state.bucket;
    const BucketShape& shape = admission.shape;
    if (isFirstOfKey) {
        const MicroTokens exact = bucket.tokensAt(shape, admission.time);
        if (exact < shape.capacity && !bucket.isFullAt(admission.time))
            openEpoch("key lost", admission.ended, shape.capacity - exact);
        bucket.fill(shape, admission.time);
    }
    m_report.low += bucket.admit(shape, admission.time, admission.cost);
    ++m_report.audited;
    if (state.ambiguous > MicroTokens())
        addWorst(state, bucket.tokensAt(shape, admission.time));
}

void Auditor::addWorst(KeyState& state, MicroTokens balance)
{
    const MicroTokens beyond = state.ambiguous - balance;
    if (beyond <= state.worst)
        return;
    m_worst += beyond - state.worst;
    state.worst = beyond;
}

std::uint64_t Auditor::openEpoch(const char* reason, Nanos since, MicroTokens gaveAway)
{
    auto& epochs = m_report.epochs;
    if (epochs.size() == kMaxEpochs)
        epochs.erase(epochs.begin());
    epochs.push_back({.reason = reason, .since = since, .gaveAway = gaveAway});
    return ++m_report.epochCount;
}

void Auditor::publish()
{
    m_report.high = m_report.low + m_worst;
    if (m_report.whyUnknown.empty())
        m_report.overAdmission = m_report.low;
    else
        m_report.overAdmission.reset();
}

} // namespace penstock
