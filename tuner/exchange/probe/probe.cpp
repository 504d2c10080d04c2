// SPDX-License-Identifier: MIT
#include "tuner/exchange/probe/probe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "data/error.hpp"
#include "tuner/exchange/probe/probe_plan.hpp"
#include "tuner/exchange/probe/probe_positions.hpp"
#include "tuner/exchange/probe/probe_work.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/parallel/jobs.hpp"
#include "tuner/parallel/stopwatch.hpp"

namespace hone::exchange {

namespace {

constexpr std::size_t timed_positions = 256;    // for the forecast
constexpr std::size_t checked_positions = 64;   // of each option
constexpr std::size_t batch_positions = 1'024;  // of a job at the start values

// -- Asking

// Whether both are the same number, or both none.
bool is_same_score(float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); }

// The engine of a thread; none until it is needed. The functions of jobs are copyable.
struct OwnEngine {
  std::shared_ptr<std::unique_ptr<ProbeEngine>> engine = std::make_shared<std::unique_ptr<ProbeEngine>>();

  std::unique_ptr<ProbeEngine>& operator*() const { return *engine; }
};

class Prober {
 public:
  Prober(const ProbeOptions& options, const Plan& plan, const ProbeWork& work, const ProbeObserver& observer)
      : options_(options), plan_(plan), work_(work), observer_(observer) {}

  // Nothing when stopped.
  std::optional<StartScores> start_scores(const std::vector<AskedPosition>& positions, const std::stop_token& stop) {
    if (auto done = work_.read_start(); done && done->scores.size() == positions.size()) {
      count(positions.size());
      return done;
    }
    StartScores start;
    const std::uint64_t batches = (positions.size() + batch_positions - 1) / batch_positions;
    const auto make_worker = [&] {
      return [&, own = OwnEngine()](std::uint64_t number, const std::stop_token& end) -> std::optional<StartScores> {
        ProbeEngine& engine = started(*own, end);
        const auto all = std::span(positions).subspan(number * batch_positions);
        Scores scores = engine.evaluate(all.first(std::min(batch_positions, all.size())), end);
        if (end.stop_requested()) return std::nullopt;
        return StartScores{std::move(scores), engine.decimals()};
      };
    };
    const auto use = [&](StartScores&& part) {
      count(part.scores.size());
      start.scores.insert(start.scores.end(), part.scores.begin(), part.scores.end());
      start.decimals = std::max(start.decimals, part.decimals);
      return true;
    };
    const parallel::NumberedJobs jobs{0, batches, options_.threads};
    if (parallel::use_in_order(jobs, make_worker, use, stop) != parallel::JobsEnd::finished) return std::nullopt;
    work_.write_start(start);
    return start;
  }

  // Of all options, in their order; fewer when stopped. All positions have a score at the start.
  std::vector<OptionSlopes> slopes(const std::vector<AskedPosition>& positions, const Scores& start,
                                   const std::stop_token& stop) {
    std::vector<OptionSlopes> all;
    const auto make_worker = [&] {
      return [&, own = OwnEngine()](std::uint64_t number, const std::stop_token& end) -> std::optional<OptionSlopes> {
        const PlannedOption& option = plan_.options[number];
        const std::string part = name_of_part(option);
        if (auto done = work_.read_option(part)) {
          count(option.values.size() * positions.size());
          return done;
        }
        auto found = probe_option(started(*own, end), option, positions, start, end);
        if (found) work_.write_option(part, *found);
        return found;
      };
    };
    const auto use = [&](OptionSlopes&& found) {
      all.push_back(std::move(found));
      return true;
    };
    (void)parallel::use_in_order({0, plan_.options.size(), options_.threads}, make_worker, use, stop);
    return all;
  }

 private:
  // Starts the engine of a thread when it is needed first.
  ProbeEngine& started(std::unique_ptr<ProbeEngine>& engine, const std::stop_token& stop) const {
    if (engine == nullptr) {
      engine = std::make_unique<ProbeEngine>(options_.engine, options_.question, plan_.file);
      engine->set(plan_.start, stop);
    }
    return *engine;
  }

  void count(std::size_t evaluations) { observer_.progress(evaluated_ += evaluations); }

  // Nothing when stopped.
  std::optional<OptionSlopes> probe_option(ProbeEngine& engine, const PlannedOption& planned,
                                           const std::vector<AskedPosition>& positions, const Scores& start,
                                           const std::stop_token& stop) {
    const ProbedOption& option = planned.option;
    std::map<std::int64_t, Scores> scores{{option.start, start}};
    for (const std::int64_t value : planned.values) {
      engine.set(OptionValues{{option.name, value}}, stop);
      scores[value] = engine.evaluate(positions, stop);
      if (stop.stop_requested()) return std::nullopt;
      count(positions.size());
    }
    if (!planned.values.empty()) check(engine, planned, positions, scores, stop);
    if (stop.stop_requested()) return std::nullopt;
    return slopes_of(scores, option.start, planned.steps, {plan_.rounding, options_.share_off});
  }

  // An engine may keep evaluations from before an option was changed. It is asked again with the option back at its
  // start, and another process is asked that never had another value than the one farthest off.
  void check(ProbeEngine& engine, const PlannedOption& planned, const std::vector<AskedPosition>& positions,
             const std::map<std::int64_t, Scores>& scores, const std::stop_token& stop) const {
    const ProbedOption& option = planned.option;
    const std::vector<std::size_t> numbers = some_of(positions.size(), checked_positions);
    const std::vector<AskedPosition> some = picked(positions, numbers);
    engine.set(OptionValues{{option.name, option.start}}, stop);
    require_same(picked(scores.at(option.start), numbers), engine.evaluate(some, stop), some, option, option.start,
                 stop);

    const std::int64_t farthest =
        option.high - option.start > option.start - option.low ? planned.values.back() : planned.values.front();
    OptionValues values = plan_.start;
    values.emplace_back(option.name, farthest);
    ProbeEngine fresh(options_.engine, options_.question, plan_.file);
    fresh.set(values, stop);
    require_same(picked(scores.at(farthest), numbers), fresh.evaluate(some, stop), some, option, farthest, stop);
  }

  static void require_same(const Scores& first, const Scores& again, const std::vector<AskedPosition>& positions,
                           const ProbedOption& option, std::int64_t value, const std::stop_token& stop) {
    if (stop.stop_requested()) return;
    std::size_t others = 0, place = 0;
    for (std::size_t i = first.size(); i-- > 0;) {
      if (!is_same_score(first[i], again[i])) ++others, place = i;
    }
    if (others == 0) return;
    throw Error(fmt::format(
        "with {} = {} the engine evaluates {} of {} positions otherwise when it is asked again, such as '{}': {} and "
        "then {}. It keeps evaluations from before an option was changed (see --clear), takes options only when a "
        "search begins (see --prepare), or its evaluation is random",
        option.name, value, others, first.size(), positions[place].command, first[place], again[place]));
  }

  const ProbeOptions& options_;
  const Plan& plan_;
  const ProbeWork& work_;
  const ProbeObserver& observer_;
  std::atomic<std::uint64_t> evaluated_ = 0;
};

// -- Cost

// Seconds for an evaluation. 0 when stopped.
double measured(ProbeEngine& engine, const Plan& plan, const std::vector<AskedPosition>& positions,
                const std::stop_token& stop) {
  engine.set(plan.start, stop);
  const std::vector<AskedPosition> some = picked(positions, some_of(positions.size(), timed_positions));
  parallel::Stopwatch watch;
  const Scores scores = engine.evaluate(some, stop);
  if (stop.stop_requested()) return 0;
  if (std::ranges::all_of(scores, [](float score) { return std::isnan(score); })) {
    throw Error(fmt::format("the pattern is found in no answer to {} positions; the last lines were:{}", some.size(),
                            engine.last_words()));
  }
  return watch.lap() / static_cast<double>(some.size());
}

// Seconds for a process to start; 0 where one serves for all values.
double seconds_to_start(const ProbeOptions& options, const Plan& plan) {
  if (!plan.file && options.question.clearing != Clearing::restart) return 0;
  parallel::Stopwatch watch;
  const ProbeEngine another(options.engine, options.question, plan.file);
  return watch.lap();
}

struct Measured {
  double seconds_each = 0;     // of an evaluation
  double seconds_a_start = 0;  // of a process
};

ProbeCost cost_of(const Plan& plan, std::size_t positions, const ProbeWork& work, const Measured& measured,
                  int threads) {
  ProbeCost cost;
  cost.options = plan.options.size();
  cost.positions = positions;
  cost.evaluations = positions;
  if (work.read_start()) cost.evaluated = positions;
  std::size_t starts = 0;
  for (const PlannedOption& option : plan.options) {
    const std::uint64_t evaluations = option.values.size() * positions;
    cost.evaluations += evaluations;
    if (work.read_option(name_of_part(option))) {
      cost.evaluated += evaluations;
    } else {
      starts += option.values.size() + 2;  // and those that check it
    }
  }
  cost.seconds_each = measured.seconds_each;
  cost.seconds = (measured.seconds_each * static_cast<double>(cost.evaluations - cost.evaluated) +
                  measured.seconds_a_start * static_cast<double>(starts)) /
                 threads;
  return cost;
}

// Leaves out the positions that have no score at the start.
void keep_answered(ProbePositions& positions, Scores& start) {
  std::vector<std::size_t> answered;
  for (std::size_t i = 0; i < start.size(); ++i) {
    if (!std::isnan(start[i])) answered.push_back(i);
  }
  positions.keep(answered);
  start = picked(start, answered);
}

// Engines cut off several parts of their sums. What that comes to is nothing to a fit.
double rounding_of(const ProbeOptions& options, int decimals) {
  constexpr double least = 2.5, last_digits = 2;
  return options.rounding.value_or(std::max(least, last_digits * options.question.unit * std::pow(10.0, -decimals)));
}

}  // namespace

std::filesystem::path probe_folder(const std::filesystem::path& out) {
  std::filesystem::path folder = out;
  return folder += ".probe";
}

namespace {

// Writes what the probe of these options has found.
void write_and_sum_up(Weights weights, const RowSet& rows, const ProbeOptions& options,
                      const std::filesystem::path& out, ProbeSummary& summary) {
  const std::vector<std::pair<std::string, std::string>> about{
      {"probed", summary.engine},
      {"command", fmt::format("{}", fmt::join(options.engine.uci.command, " "))},
      {"data", fmt::format("{}", fmt::join(options.files, ", "))}};
  weights.provenance.insert(weights.provenance.begin(), about.begin(), about.end());
  write_probe(out, weights, rows);
  summary.rows = rows.size();
  summary.counts = rows.nonzeros();
  summary.is_complete = true;
}

// By differences of its evaluation.
void probe_differences(const ProbePositions& all, const ProbeOptions& options, const std::filesystem::path& out,
                       const std::stop_token& stop, const ProbeObserver& observer, ProbeSummary& summary) {
  auto first = std::make_unique<ProbeEngine>(options.engine, options.question, options.start);
  Plan plan = plan_of(*first, options);
  summary.engine = plan.engine;
  const double seconds_each = measured(*first, plan, all.positions, stop);
  const double seconds_a_start = seconds_to_start(options, plan);
  first.reset();
  if (stop.stop_requested()) return;
  const ProbeWork work(probe_folder(out), key_of(plan, options, all.positions));
  summary.cost = cost_of(plan, all.positions.size(), work, {seconds_each, seconds_a_start}, options.threads);
  observer.planned(summary.cost);
  if (options.limit && summary.cost.seconds > *options.limit) {
    if (summary.cost.evaluated == 0) work.remove();
    throw Error(fmt::format("the probe would take about {:.0f} s, and the limit is {:.0f} s", summary.cost.seconds,
                            *options.limit));
  }

  Prober prober(options, plan, work, observer);
  std::optional<StartScores> start = prober.start_scores(all.positions, stop);
  if (!start) return;
  plan.rounding = summary.rounding = rounding_of(options, start->decimals);
  ProbePositions answered = all;
  keep_answered(answered, start->scores);
  summary.unanswered = all.positions.size() - answered.positions.size();
  std::vector<OptionSlopes> slopes = prober.slopes(answered.positions, start->scores, stop);
  if (slopes.size() < plan.options.size()) return;

  const KeptOptions kept = kept_options(plan.probed(), slopes, options.keep_nonlinear);
  const ProbedWeights probed =
      plan.file ? weights_of_file(*plan.file, kept) : weights_of_options(probed_game(plan.engine), kept);
  write_and_sum_up(probed.weights, rows_of(kept, probed.terms, answered.labels, start->scores), options, out, summary);
  work.remove();
  summary.terms = terms_of(plan.probed(), std::move(slopes), kept, probed);
}

// As it prints them.
void probe_printed(const ProbePositions& positions, ProbeOptions options, const std::filesystem::path& out,
                   const std::stop_token& stop, const ProbeObserver& observer, ProbeSummary& summary) {
  const Weights weights = weights_to_print(options, summary.engine);
  summary.cost = {.options = static_cast<std::size_t>(weights.schema.terms()),
                  .positions = positions.positions.size(),
                  .evaluations = positions.positions.size()};
  observer.planned(summary.cost);
  PrintedOptions printing{.share = options.share_off, .threads = options.threads};
  if (options.rounding) printing.tolerance = *options.rounding;
  summary.rounding = printing.tolerance;
  const auto printed =
      printed_rows(options.engine, options.question, weights, positions, printing, stop, observer.progress);
  if (!printed) return;
  summary.unanswered = printed->unanswered;
  summary.printed = printed->check;
  write_and_sum_up(weights, printed->rows, options, out, summary);
}

void check(const ProbeOptions& options, const std::filesystem::path& out) {
  options.question.validate();
  if (formats::output_format(out).holds() != formats::Content::rows) {
    throw Error(out.string(), 0, expected_found("a name of rows (.rows, .rowtext)", "another ending"));
  }
  if (options.limit && options.question.is_of_rows())
    throw Error("--limit goes with differences, not with printed rows");
  if (options.engine.has_weights_inside && !options.question.is_of_rows()) {
    throw Error("--weights-by source goes with --rows-by print: what cannot be changed has no differences");
  }
  if ((options.engine.files != nullptr || options.engine.has_weights_inside) && !options.start) {
    throw Error("--weights-by file and source need --start F, which says what the weights are");
  }
  if (options.engine.files != nullptr && !options.question.is_of_rows()) {
    (void)choose_weights(*options.start, options.choice);
  }
}

}  // namespace

ProbeSummary probe(const GameDriver& driver, const Weights& judge, const ProbeOptions& given,
                   const std::filesystem::path& out, const std::stop_token& stop, const ProbeObserver& observer) {
  check(given, out);
  ProbeSummary summary;
  ProbeOptions options = given;
  if (options.start) forget_lines_of_probe(*options.start);
  options.sampling.threads = options.threads;
  const std::optional<ProbePositions> positions = probe_positions(driver, judge, options.files, options.sampling, stop);
  if (!positions) return summary;
  summary.sampling = positions->summary;
  summary.warnings = positions->warnings;
  if (positions->has_chess960) options.engine.uci.options.emplace_back("UCI_Chess960", "true");
  if (options.question.is_of_rows()) {
    probe_printed(*positions, std::move(options), out, stop, observer, summary);
  } else {
    probe_differences(*positions, options, out, stop, observer, summary);
  }
  return summary;
}

}  // namespace hone::exchange
