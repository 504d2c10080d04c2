// SPDX-License-Identifier: MIT
#include "tuner/exchange/probe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/checksum.hpp"
#include "data/error.hpp"
#include "data/row_names.hpp"
#include "tuner/exchange/probe_work.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/learn/sampling.hpp"
#include "tuner/parallel/jobs.hpp"
#include "tuner/parallel/stopwatch.hpp"

namespace hone::exchange {

namespace {

using OptionValues = std::vector<std::pair<std::string, std::int64_t>>;

constexpr std::size_t timed_positions = 256;    // for the forecast
constexpr std::size_t checked_positions = 64;   // of each option
constexpr std::size_t batch_positions = 1'024;  // of a job at the start values

// -- Positions

struct LabelledRows {
  std::vector<AskedPosition> positions;
  std::vector<RowLabel> labels;
  bool has_chess960 = false;
  learn::SamplingSummary summary;
  std::vector<std::string> warnings;
};

void take_rows(learn::Sampler& sampler, const RowSet& rows, const GameDriver& driver, LabelledRows& into) {
  for (std::size_t i = 0; i < rows.size(); ++i) into.labels.push_back(rows[i].label);
  for (const std::string& text : sampler.take_positions()) {
    play::UciPosition position(driver, text);
    into.has_chess960 = into.has_chess960 || position.is_chess960();
    into.positions.push_back({position.after({}), driver.parse(text)->side_to_move() == Side::second});
  }
}

// Nothing when stopped.
std::optional<LabelledRows> labelled_rows(const GameDriver& driver, const Weights& judge, const ProbeOptions& options,
                                          const std::stop_token& stop) {
  learn::SamplingOptions sampling = options.sampling;
  sampling.keep_positions = true;
  sampling.threads = options.threads;
  learn::Sampler sampler(driver, judge, sampling);
  LabelledRows result;
  for (const std::string& file : options.files) {
    if (formats::holds_rows(file)) throw Error(file, 0, expected_found("games or positions", "rows"));
    RowSet rows;
    const bool is_whole =
        formats::holds_games(file) ? sampler.add_games(file, rows, stop) : sampler.add_positions(file, rows, stop);
    if (!is_whole) return std::nullopt;
    take_rows(sampler, rows, driver, result);
  }
  result.summary = sampler.summary();
  result.warnings = sampler.warnings();
  if (result.positions.empty()) throw Error(expected_found("positions to evaluate", "none"));
  return result;
}

// Some of the positions, in equal distances.
std::vector<std::size_t> some_of(std::size_t all, std::size_t wanted) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < std::min(all, wanted); ++i) numbers.push_back(all <= wanted ? i : i * all / wanted);
  return numbers;
}

template <class T>
std::vector<T> picked(const std::vector<T>& all, const std::vector<std::size_t>& numbers) {
  std::vector<T> some;
  some.reserve(numbers.size());
  for (const std::size_t number : numbers) some.push_back(all[number]);
  return some;
}

// -- What is asked

struct PlannedOption {
  ProbedOption option;
  std::vector<Step> steps;
  std::vector<std::int64_t> values;  // other than the start
};

struct Plan {
  std::string engine;
  std::vector<PlannedOption> options;
  OptionValues start;  // of all options, and of others that the starting weights know
  OptionValues moved;  // those of them that are perhaps not the engine's defaults
  double rounding = 0;
};

// Everything that the part of an option depends on beside the key.
std::string name_of_part(const PlannedOption& option) {
  return fmt::format("{} {}: {}", option.option.name, option.option.start, fmt::join(option.values, " "));
}

Plan plan_of(const ProbeEngine& engine, const ProbeOptions& options) {
  Plan plan;
  plan.engine = engine.name();
  std::vector<ProbedOption> chosen = choose_options(engine.options(), options.choice);
  if (options.start) plan.start = start_at(chosen, *options.start);
  plan.moved = plan.start;
  for (ProbedOption& option : chosen) {
    plan.start.emplace_back(option.name, option.start);
    if (options.start || !option.is_listed) plan.moved.emplace_back(option.name, option.start);
    std::vector<Step> steps = steps_of(option, options.steps);
    std::vector<std::int64_t> values = values_of(steps, option.start);
    plan.options.push_back({std::move(option), std::move(steps), std::move(values)});
  }
  return plan;
}

// Everything that all parts of the work depend on, a line each.
std::string key_of(const Plan& plan, const ProbeOptions& options, const std::vector<AskedPosition>& positions) {
  std::string text =
      fmt::format("hone probe 1\nengine {}, {}\n", plan.engine, fmt::join(options.engine.uci.command, " "));
  for (const auto& [name, value] : options.engine.uci.options) text += fmt::format("set {} = {}\n", name, value);
  const Question& question = options.question;
  text += fmt::format("question {} | {} | {} | {} | {} | {}\n", question.commands, question.prepare, question.pattern,
                      question.unit, static_cast<int>(question.view), static_cast<int>(question.clearing));
  text += fmt::format("rounding {}, share {}\n", options.rounding ? fmt::format("{}", *options.rounding) : "auto",
                      options.share_off);
  for (const auto& [name, value] : plan.moved) text += fmt::format("start {} = {}\n", name, value);
  std::string asked;
  for (const AskedPosition& position : positions) asked += position.command + '\n';
  return text + fmt::format("positions {}, {:016x}\n", positions.size(), checksum(asked));
}

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
      engine = std::make_unique<ProbeEngine>(options_.engine, options_.question);
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
    ProbeEngine fresh(options_.engine, options_.question);
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

ProbeCost cost_of(const Plan& plan, std::size_t positions, const ProbeWork& work, double seconds_each, int threads) {
  ProbeCost cost;
  cost.options = plan.options.size();
  cost.positions = positions;
  cost.evaluations = positions;
  if (work.read_start()) cost.evaluated = positions;
  for (const PlannedOption& option : plan.options) {
    const std::uint64_t evaluations = option.values.size() * positions;
    cost.evaluations += evaluations;
    if (work.read_option(name_of_part(option))) cost.evaluated += evaluations;
  }
  cost.seconds_each = seconds_each;
  cost.seconds = seconds_each * static_cast<double>(cost.evaluations - cost.evaluated) / threads;
  return cost;
}

// -- Rows

// The options that the rows count, and their slopes by position.
struct Kept {
  std::vector<ProbedOption> options;
  std::vector<const OptionSlopes*> slopes;
};

// Where the evaluation is linear on a small step alone, the counts hold there alone.
ProbedOption bounded(ProbedOption option, const OptionSlopes& slopes) {
  if (slopes.linearity == Linearity::near || slopes.linearity == Linearity::bent) {
    option.low = std::max(option.low, slopes.step.low);
    option.high = std::min(option.high, slopes.step.high);
  }
  return option;
}

Kept kept_options(const Plan& plan, const std::vector<OptionSlopes>& slopes, bool keep_nonlinear) {
  Kept kept;
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    if (slopes[i].slopes.empty() || (slopes[i].linearity == Linearity::bent && !keep_nonlinear)) continue;
    kept.options.push_back(bounded(plan.options[i].option, slopes[i]));
    kept.slopes.push_back(&slopes[i]);
  }
  if (kept.options.empty()) {
    throw Error(fmt::format("none of {} options acts linearly on any position", plan.options.size()));
  }
  return kept;
}

RowSet rows_of(const Kept& kept, const std::vector<RowLabel>& labels, const Scores& start) {
  std::vector<std::vector<FeatureCount>> counts(labels.size());
  for (std::size_t term = 0; term < kept.slopes.size(); ++term) {
    for (const Slope& slope : kept.slopes[term]->slopes) {
      counts[slope.position].push_back({static_cast<std::uint16_t>(term), slope.count});
    }
  }
  RowSet rows;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    std::vector<std::uint16_t> terms;
    std::vector<float> numbers;
    double tuned = 0;
    for (const auto& [term, count] : counts[i]) {
      terms.push_back(term);
      numbers.push_back(count);
      tuned += static_cast<double>(count) * static_cast<double>(kept.options[term].start);
    }
    RowLabel label = labels[i];
    label.offset = static_cast<float>(start[i] - tuned);
    rows.add(RowView{{}, {terms, numbers}, label});
  }
  return rows;
}

Weights weights_of(const Schema& schema, const Kept& kept, const Plan& plan, const ProbeOptions& options) {
  Weights weights = zero_weights(schema);
  for (std::size_t i = 0; i < kept.options.size(); ++i) {
    weights.values[i] = static_cast<double>(kept.options[i].start);
  }
  weights.provenance = {{"probed", plan.engine},
                        {"command", fmt::format("{}", fmt::join(options.engine.uci.command, " "))},
                        {"data", fmt::format("{}", fmt::join(options.files, ", "))}};
  return weights;
}

// Writes the files, the rows last.
void write_results(const std::filesystem::path& out, const Schema& schema, const RowSet& rows, const Weights& weights) {
  std::filesystem::path beside = row_names_beside(out);
  write_file_atomically(beside, format_row_names(schema));
  write_weights(beside.replace_extension(".weights"), weights);
  std::get<formats::RowFormat>(formats::output_format(out).functions).write(out, schema, rows);
}

std::vector<ProbedTerm> terms_of(const Plan& plan, std::vector<OptionSlopes> slopes, const Kept& kept,
                                 const Schema& schema) {
  std::vector<ProbedTerm> terms;
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    ProbedTerm term{.option = plan.options[i].option, .slopes = {}, .group = {}};
    for (std::size_t k = 0; k < kept.options.size(); ++k) {
      if (kept.options[k].name != term.option.name) continue;
      term.option = kept.options[k];
      term.group = schema.groups()[k].name;
    }
    term.slopes = std::move(slopes[i]);
    term.slopes.slopes.clear();
    terms.push_back(std::move(term));
  }
  return terms;
}

// Leaves out the positions that have no score at the start.
void keep_answered(LabelledRows& rows, Scores& start) {
  std::vector<std::size_t> answered;
  for (std::size_t i = 0; i < start.size(); ++i) {
    if (!std::isnan(start[i])) answered.push_back(i);
  }
  rows.positions = picked(rows.positions, answered);
  rows.labels = picked(rows.labels, answered);
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

ProbeSummary probe(const GameDriver& driver, const Weights& judge, const ProbeOptions& given,
                   const std::filesystem::path& out, const std::stop_token& stop, const ProbeObserver& observer) {
  given.question.validate();
  if (formats::output_format(out).holds() != formats::Content::rows) {
    throw Error(out.string(), 0, expected_found("a name of rows (.rows, .rowtext)", "another ending"));
  }
  ProbeSummary summary;
  ProbeOptions options = given;
  std::optional<LabelledRows> rows = labelled_rows(driver, judge, options, stop);
  if (!rows) return summary;
  summary.sampling = rows->summary;
  summary.warnings = rows->warnings;
  if (rows->has_chess960) options.engine.uci.options.emplace_back("UCI_Chess960", "true");

  auto first = std::make_unique<ProbeEngine>(options.engine, options.question);
  Plan plan = plan_of(*first, options);
  summary.engine = plan.engine;
  const double seconds_each = measured(*first, plan, rows->positions, stop);
  first.reset();
  if (stop.stop_requested()) return summary;
  const ProbeWork work(probe_folder(out), key_of(plan, options, rows->positions));
  summary.cost = cost_of(plan, rows->positions.size(), work, seconds_each, options.threads);
  observer.planned(summary.cost);
  if (options.limit && summary.cost.seconds > *options.limit) {
    if (summary.cost.evaluated == 0) work.remove();
    throw Error(fmt::format("the probe would take about {:.0f} s, and the limit is {:.0f} s", summary.cost.seconds,
                            *options.limit));
  }

  Prober prober(options, plan, work, observer);
  std::optional<StartScores> start = prober.start_scores(rows->positions, stop);
  if (!start) return summary;
  plan.rounding = summary.rounding = rounding_of(options, start->decimals);
  summary.unanswered = rows->positions.size();
  keep_answered(*rows, start->scores);
  summary.unanswered -= rows->positions.size();
  std::vector<OptionSlopes> slopes = prober.slopes(rows->positions, start->scores, stop);
  if (slopes.size() < plan.options.size()) return summary;

  const Kept kept = kept_options(plan, slopes, options.keep_nonlinear);
  const Schema schema = probed_schema(probed_game(plan.engine), kept.options);
  const RowSet result = rows_of(kept, rows->labels, start->scores);
  write_results(out, schema, result, weights_of(schema, kept, plan, options));
  work.remove();
  summary.rows = result.size();
  summary.counts = result.nonzeros();
  summary.terms = terms_of(plan, std::move(slopes), kept, schema);
  summary.is_complete = true;
  return summary;
}

}  // namespace hone::exchange
