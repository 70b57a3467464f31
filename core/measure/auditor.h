// SPDX-License-Identifier: MIT
#pragma once

#include "core/measure/audit.h"
#include "core/measure/decision_record.h"
#include "core/measure/exact_bucket.h"
#include "core/measure/lenient_order.h"
#include "core/measure/run_totals.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace penstock {

/// Checks every admission of the store against an exact bucket, in the order of the store's clock,
/// each under the limit in force for it. Pure, streaming; used by one thread, the reader's.
///
/// Order. Answers arrive in another order than the store gave them. An admission is settled once no
/// call is open that was sent before its answer came (the watermark): what is still unseen ran
/// after it, so it has a later store time.
///
///     run time ─────a.started════a.ended────────W───────────▶
///                   (a ran in here)          oldest open call: runs later than a
///
/// A store time below what is settled can therefore only mean that the store's clock was set back;
/// time does not run back in a bucket either, so such an admission counts at the latest time seen.
///
/// Ambiguous calls may have run at any moment after they were sent, even long after they were given
/// up (a frozen server runs them when it thaws). Let L be the exact balance without them, D the sum
/// of their costs up to a moment. However they are placed, at the last moment t at which tokens are
/// missing the true balance is 0, so it is L(t) below L: of the D(t) tokens that were taken, at
/// least L(t) show as that difference, and only the rest can show as tokens granted beyond the
/// bucket. So the most that they add is the greatest D(t) - L(t), and L is least right after an
/// admission or, for a new call, when it was sent.
class Auditor
{
public:
    static constexpr std::size_t kMaxEpochs = 100;

    /// @p report outlives this and is written by it alone.
    explicit Auditor(AuditReport& report);

    /// @p shape is the bucket of the record's limit.
    void add(const DecisionRecord& record, const std::optional<BucketShape>& shape);
    /// Decisions that it will never see.
    void addDropped(const RunTotals& totals);
    /// No call sent before @p watermark (run time) is open any more.
    void settle(Nanos watermark);

private:
    struct KeyState
    {
        std::optional<ExactBucket> bucket;
        MicroTokens ambiguous; ///< cost of all ambiguous calls: D
        MicroTokens worst;     ///< the greatest D - L so far
    };
    /// One life of the store's data: a server from its start to its end.
    struct Life
    {
        std::uint64_t number = 0;
        std::uint64_t storeLife = 0;
        std::unordered_map<std::uint32_t, KeyState> keys;
        StoreTime latest = StoreTime::min();  ///< seen
        StoreTime settled = StoreTime::min(); ///< judged up to here
        Nanos latestEnded{0};                 ///< when the answer of `latest` came
        std::uint64_t epoch = 0;              ///< its number among the epochs, 0 before it opens
    };

    Life& lifeOf(std::uint64_t storeLife);
    Life* findLife(std::uint64_t number);
    void addAdmission(const DecisionRecord& record, const BucketShape& shape);
    void addAmbiguous(const DecisionRecord& record, const BucketShape& shape);
    void sortPending();
    void settleGroup(std::span<const Admission> group);
    void startKey(Life& life, KeyState& state, std::span<const Admission> group);
    void admit(KeyState& state, const Admission& admission, bool isFirstOfKey);
    void addWorst(KeyState& state, MicroTokens balance);
    std::uint64_t openEpoch(const char* reason, Nanos since, MicroTokens gaveAway);
    void publish();

    AuditReport& m_report;
    MicroTokens m_worst; ///< sum over all keys of all lives
    std::deque<Life> m_lives;
    std::uint64_t m_lifeCount = 0;
    std::vector<Admission> m_pending; ///< sorted up to m_sortedCount
    std::size_t m_sortedCount = 0;
    std::vector<const Admission*> m_order; ///< of the group being settled
};

} // namespace penstock
