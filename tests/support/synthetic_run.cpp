// SPDX-License-Identifier: MIT
#include "tests/support/synthetic_run.h"

#include "core/limit/algorithm.h"

#include <algorithm>

namespace penstock {

namespace {

using namespace std::chrono_literals;

constexpr StoreTime kStoreStart{std::chrono::seconds(1'700'000'000)};
constexpr Nanos kDeadline = 100ms;

StoreTime storeTimeOf(Nanos at)
{
    return kStoreStart + std::chrono::duration_cast<Micros>(at);
}

std::vector<Label> madeUpLabels()
{
    return {{"How we rehearse a region failover", ""},
            {"Fast tests for slow systems", ""},
            {"What a ledger taught us about clocks", ""},
            {"Load shedding without surprises", ""},
            {"Designing idempotent APIs for retries", ""}};
}

std::string rateText(Rate rate)
{
    const std::int64_t tenths = rate.num * 10 / rate.den;
    std::string text = std::to_string(tenths / 10);
    return tenths % 10 == 0 ? text : text + '.' + std::to_string(tenths % 10);
}

} // namespace

SyntheticRun::SyntheticRun(Options options)
    : m_options(options), m_recorder(RecorderOptions{}), m_shard(m_recorder.takeShard()),
      m_random(options.seed, RandomStream::Purpose::Arrivals),
      m_labels(madeUpLabels()), m_keys{"demo:global"}, m_busyUntil(options.workers, Nanos(0))
{
    const Algorithm* algorithm = findAlgorithm("token_bucket");
    m_scenario.name = "first-look";
    m_scenario.title = "First look";
    m_scenario.workers = options.workers;
    m_scenario.limiter.limit = standardLimit(*algorithm);
    *findValue(m_scenario.limiter.limit, "capacity") = ParameterValue::of(options.capacity);
    *findValue(m_scenario.limiter.limit, "refill") = ParameterValue::of(options.refill);
    m_limiter = algorithm->makeNative();
    m_limit = std::make_shared<const Limit>(m_scenario.limiter.limit);
    m_status.state = RunState::Running;
    m_status.store = {StoreStatus::State::Ready, "private Redis", "7.0.15", {}};
    m_status.workers.resize(options.workers);
    m_next = gap();
    m_recorder.collect(Nanos(0), 0, 0);
}

void SyntheticRun::advanceTo(Nanos now)
{
    while (m_now < now) {
        const Nanos tick = std::min(m_now + m_options.tick, now);
        for (; m_next < tick; m_next += gap()) {
            if (!m_isPaused)
                request(m_next);
        }
        m_now = tick;
        updateWorkers(tick);
        m_recorder.collect(tick, m_status.queued, m_status.inFlight);
    }
    m_status.elapsed = m_now;
}

Nanos SyntheticRun::gap()
{
    if (m_options.perSecond <= 0)
        return std::chrono::hours(1000);
    const auto mean = static_cast<std::int64_t>(1e9 / m_options.perSecond);
    return Nanos(m_options.isPoisson ? std::max<std::int64_t>(1, m_random.exponentialNanos(mean))
                                     : mean);
}

Decision SyntheticRun::decide(Nanos at)
{
    Decision decision;
    decision.limit = m_limit;
    if (m_isStoreDown) {
        const bool isOpen = m_scenario.limiter.onStoreFailure == FailPolicy::FailOpen;
        decision.outcome = isOpen ? Outcome::FailOpenAllowed : Outcome::FailClosedDenied;
        decision.errorClass = StoreErrorClass::Unreachable;
        decision.decidedBy = DecidedBy::Policy;
        decision.latency = kDeadline / 50;
        return decision;
    }
    const StoreAnswer answer =
        m_limiter->decide(*m_limit, storeTimeOf(at), m_scenario.limiter.cost);
    decision.outcome = answer.verdict == Verdict::Allowed  ? Outcome::Allowed
                       : answer.verdict == Verdict::Denied ? Outcome::Denied
                                                           : Outcome::NeverFits;
    decision.decidedBy = DecidedBy::Store;
    decision.tokensLeft = answer.tokensLeft;
    decision.retryAfter = answer.retryAfter;
    decision.resetAfter = answer.resetAfter;
    decision.storeTime = answer.storeTime;
    decision.fresh = answer.fresh;
    // 0.16 to 0.28 ms, now and then a little more: what a local server does.
    decision.latency = 160us + Nanos(static_cast<std::int64_t>(m_random.below(120'000)));
    if (m_random.below(40) == 0)
        decision.latency += 250us;
    return decision;
}

void SyntheticRun::request(Nanos at)
{
    DecisionRecord record;
    record.number = ++m_number;
    record.intended = at;
    const auto free = std::min_element(m_busyUntil.begin(), m_busyUntil.end());
    const auto spread = m_number % m_busyUntil.size();
    auto worker = *free <= at && m_busyUntil[spread] <= at
                      ? m_busyUntil.begin() + static_cast<std::ptrdiff_t>(spread)
                      : free;
    record.worker = static_cast<std::uint32_t>(worker - m_busyUntil.begin());
    // A burst queues for the workers: a fifth of a millisecond each.
    record.started = std::max(at, *worker);
    record.label = static_cast<std::uint32_t>((m_number - 1) % m_labels.size());
    record.cost = m_scenario.limiter.cost;
    record.decision = decide(record.started);
    record.ended = record.started + record.decision.latency;
    *worker = record.ended;
    m_status.workers[record.worker].requests++;
    m_recorder.addOffered(at);
    m_shard.append(std::move(record));
}

void SyntheticRun::updateWorkers(Nanos now)
{
    m_status.inFlight = 0;
    for (std::size_t i = 0; i < m_busyUntil.size(); ++i) {
        WorkerStatus& worker = m_status.workers[i];
        const bool isBusy = m_busyUntil[i] + m_scenario.work > now && m_busyUntil[i].count() > 0;
        worker.activity = m_isStoreDown ? WorkerActivity::Failing
                          : isBusy      ? WorkerActivity::Working
                                        : WorkerActivity::Idle;
        if (isBusy)
            ++m_status.inFlight;
    }
}

void SyntheticRun::mark(RunMark::Kind kind, std::string text)
{
    m_recorder.addMark({kind, m_now, std::move(text)});
}

void SyntheticRun::use(const Scenario& scenario)
{
    m_scenario = scenario;
    m_keys = {scenario.key};
    m_limiter = scenario.limiter.limit.algorithm->makeNative();
    takeSettings();
    m_next = gap();
}

void SyntheticRun::takeSettings()
{
    m_limit = std::make_shared<const Limit>(m_scenario.limiter.limit);
    m_options.perSecond = m_scenario.traffic.rate.toDouble();
    m_options.isPoisson = m_scenario.traffic.pattern == ArrivalPattern::Poisson;
}

Result<void> SyntheticRun::set(const std::string& path, const std::string& value)
{
    const std::vector<SettablePath> paths = settablePaths(m_scenario);
    const bool isLive = std::any_of(paths.begin(), paths.end(), [&](const SettablePath& known) {
        return known.path == path && known.isLive;
    });
    if (!isLive)
        return tl::unexpected(
            Error{ErrorKind::Usage, path + " cannot change while a run goes on", {}});
    const Rate before = m_scenario.traffic.rate;
    if (Result<void> taken = setValue(m_scenario, path, value); !taken)
        return taken;
    takeSettings();
    if (m_scenario.traffic.rate != before)
        m_next = m_now + gap();
    mark(RunMark::Kind::Change, path + " " + value);
    return {};
}

void SyntheticRun::step()
{
    mark(RunMark::Kind::Step, "step");
    request(m_now);
}

void SyntheticRun::setRefill(Rate refill)
{
    ParameterValue& value = *findValue(m_scenario.limiter.limit, "refill");
    mark(RunMark::Kind::Change,
         "refill " + rateText(value.rate()) + " -> " + rateText(refill) + "/s");
    value = ParameterValue::of(refill);
    m_limit = std::make_shared<const Limit>(m_scenario.limiter.limit);
}

void SyntheticRun::setPerSecond(double perSecond)
{
    m_options.perSecond = perSecond;
    m_next = m_now + gap();
}

void SyntheticRun::burst(std::uint32_t count)
{
    mark(RunMark::Kind::Burst, "burst of " + std::to_string(count));
    for (std::uint32_t i = 0; i < count; ++i)
        request(m_now);
}

void SyntheticRun::pause()
{
    m_isPaused = true;
    m_status.state = RunState::Paused;
    mark(RunMark::Kind::Paused, "paused");
}

void SyntheticRun::resume()
{
    m_isPaused = false;
    m_status.state = RunState::Running;
    mark(RunMark::Kind::Resumed, "resumed");
}

void SyntheticRun::breakStore(FailPolicy policy)
{
    m_isStoreDown = true;
    m_scenario.limiter.onStoreFailure = policy;
    m_status.store.state = StoreStatus::State::Down;
    m_status.store.problem = "redis-server ended; it is started again in 2 s";
    mark(RunMark::Kind::StoreDown, "store down");
}

void SyntheticRun::mendStore()
{
    m_isStoreDown = false;
    m_limiter = m_scenario.limiter.limit.algorithm->makeNative();
    m_status.store.state = StoreStatus::State::Ready;
    m_status.store.problem.clear();
    mark(RunMark::Kind::StoreBack, "store back");
}

} // namespace penstock
