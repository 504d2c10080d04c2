// SPDX-License-Identifier: MIT
#include "tuner/exchange/probe/probe_rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "data/checksum.hpp"
#include "data/error.hpp"
#include "data/row_names.hpp"
#include "data/words.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/row_sources.hpp"
#include "tuner/learn/game_scores.hpp"
#include "tuner/learn/training_rows.hpp"

namespace hone::exchange {

namespace {

namespace fs = std::filesystem;

constexpr const char* round_key = "round";
constexpr const char* settings_key = "probe_settings";
constexpr const char* moved_key = "moved";

// Thrown out of a fit that is stopped.
struct Stopped {};

std::string of_provenance(const Weights& weights, const std::string& key) {
  for (const auto& [name, value] : weights.provenance) {
    if (name == key) return value;
  }
  return {};
}

// The weights of a file that a round of these settings has finished, and its number.
struct Finished {
  int round = 0;
  std::optional<Weights> weights;
};

Finished finished_before(const fs::path& file, const std::string& settings) {
  if (!fs::exists(file)) return {};
  Weights weights = read_weights(file);
  const auto round = whole_number<int>(of_provenance(weights, round_key));
  if (of_provenance(weights, settings_key) != settings || !round) return {};
  return {*round, std::move(weights)};
}

// Marks the weights as those of a round.
void mark(Weights& weights, const std::string& settings, int round) {
  weights.provenance.emplace_back(settings_key, settings);
  weights.provenance.emplace_back(round_key, fmt::format("{}", round));
}

// The values to probe around: the fitted ones, and for options that the rows do not count those of the start.
Weights next_start(const ProbeOptions& options, const Weights& tuned) {
  if (!options.start) return tuned;
  Weights next = *options.start;
  if (options.engine.files != nullptr) {
    next.values = tuned.values;
    return next;
  }
  std::vector<GroupSpec> specs;
  for (const Group& group : tuned.schema.groups()) specs.push_back({group.name, group.shape, group.meaning});
  std::vector<double> values = tuned.values;
  for (const Group& group : options.start->schema.groups()) {
    const bool is_tuned = std::ranges::any_of(tuned.schema.groups(), [&](const Group& other) {
      return other.name == group.name || (!group.meaning.empty() && other.meaning == group.meaning);
    });
    if (is_tuned) continue;
    specs.push_back({group.name, group.shape, group.meaning});
    values.push_back(options.start->at(group.first, 0));
  }
  next = zero_weights(Schema(tuned.schema.game(), tuned.schema.phases(), tuned.schema.phase_steps(), specs));
  next.values = values;
  return next;
}

// These values as weights of another schema; what they lack is as in `others`.
std::shared_ptr<const Weights> as_weights_of(const Weights& others, const Weights& values) {
  auto result = std::make_shared<Weights>(others);
  const int phases = others.schema.phase_count();
  for (const Group& group : others.schema.groups()) {
    const Group* const found = values.schema.find(group.name);
    if (found == nullptr || found->shape.size() != group.shape.size()) continue;
    std::copy_n(values.values.begin() + found->first * phases, group.shape.size() * phases,
                result->values.begin() + group.first * phases);
  }
  return result;
}

void count_moves(const Weights& from, const Weights& to, ProbeRound& round) {
  const std::vector<int> before = from.rounded(), after = to.rounded();
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] != after[i]) ++round.moved;
    round.farthest = std::max(round.farthest, std::abs(static_cast<double>(after[i]) - before[i]));
  }
}

class Rounds {
 public:
  Rounds(const GameDriver& driver, const Weights& judge, const ProbeOptions& options, const RoundsOptions& rounds,
         fs::path out, const std::stop_token& stop)
      : driver_(driver),
        judge_(judge),
        options_(options),
        rounds_(rounds),
        out_(std::move(out)),
        stop_(stop),
        settings_(fmt::format("{:016x}", checksum(rounds.settings))) {
    if (options_.engine.has_weights_inside) {
      throw Error("--rounds gives the engine new weights, and with --weights-by source it takes none");
    }
    if (options_.start) forget_lines_of_probe(*options_.start);
  }

  // Returns whether the files hold the scale of their scores, where the target needs it.
  bool find_target() {
    options_.sampling.target = learn::settled_target(rounds_.fit.targets.target, options_.files);
    if (!std::ranges::all_of(options_.files, formats::holds_games)) return true;
    const auto tally = learn::tally_scores(driver_, options_.files, options_.threads, stop_);
    if (!tally) return false;
    score_k_ = tally->scale();
    options_.sampling.score_k = score_k_.value_or(1);
    return true;
  }

  int run(const ProbeObserver& observer, const std::function<void(const ProbeRound&)>& finished) {
    Finished done = finished_before(tuned_weights(out_), settings_);
    if (!fs::exists(out_)) done = {};
    while (done.round < rounds_.most && !(done.weights && of_provenance(*done.weights, moved_key) == "0")) {
      ProbeRound round{.number = done.round + 1, .probe = {}, .fit = {}};
      if (!probe_around(done, round, observer)) return 0;
      done = {round.number, fit(round)};
      finished(round);
    }
    return done.round;
  }

 private:
  // Nothing has to be probed where an earlier call came to the fit.
  bool probe_around(const Finished& before, ProbeRound& round, const ProbeObserver& observer) {
    const Finished probed = finished_before(probed_weights(out_), settings_);
    if (probed.round == round.number && fs::exists(out_)) return true;
    ProbeOptions options = options_;
    if (before.weights) options.start = next_start(options_, *before.weights);
    round.probe = probe(driver_, judge_, options, out_, stop_, observer);
    if (!round.probe.is_complete) return false;
    Weights start = read_weights(probed_weights(out_));
    if (round.number == 1) write_weights(first_weights(out_), start);
    mark(start, settings_, round.number);
    write_weights(probed_weights(out_), start);
    return true;
  }

  // Writes the fitted weights.
  Weights fit(ProbeRound& round) const {
    const Weights start = read_weights(probed_weights(out_));
    const std::vector<std::string> files{out_.string()};
    const formats::RowSource source =
        learn::take_rows(files, {.names = {}, .skip_bad = false, .folder = out_.parent_path()}, nullptr);
    learn::FitOptions options = rounds_.fit;
    options.targets.score_k = score_k_;
    options.targets.target = learn::settled_target(rounds_.fit.targets.target, options_.sampling.target, source.rows);
    learn::require_values(files, source.rows, options.targets.target);
    if (options.prior == learn::Prior::start) {
      options.prior = learn::Prior::first;
      options.first = as_weights_of(start, read_weights(first_weights(out_)));
    }
    learn::FitResult result = learn::fit(source.rows, start, options, [this](const learn::FitProgress& /*step*/) {
      if (stop_.stop_requested()) throw Stopped();
    });
    if (result.summary.status == learn::FitStatus::no_data) {
      throw Error(expected_found("positions to learn from", "none beside those that are held out"));
    }
    round.fit = result.summary;
    count_moves(start, result.weights, round);
    forget_lines_of_probe(start, result.weights);
    result.weights.provenance = {{"data", out_.string()}, {moved_key, fmt::format("{}", round.moved)}};
    mark(result.weights, settings_, round.number);
    write_weights(tuned_weights(out_), result.weights);
    return result.weights;
  }

  const GameDriver& driver_;
  const Weights& judge_;
  ProbeOptions options_;
  const RoundsOptions& rounds_;
  fs::path out_;
  const std::stop_token& stop_;
  std::string settings_;
  std::optional<double> score_k_;
};

}  // namespace

fs::path tuned_weights(const fs::path& out) { return row_names_beside(out).replace_extension(".tuned.weights"); }
fs::path first_weights(const fs::path& out) { return row_names_beside(out).replace_extension(".first.weights"); }

int probe_in_rounds(const GameDriver& driver, const Weights& judge, const ProbeOptions& options,
                    const RoundsOptions& rounds, const fs::path& out, const std::stop_token& stop,
                    const ProbeObserver& observer, const std::function<void(const ProbeRound&)>& finished) {
  Rounds all(driver, judge, options, rounds, out, stop);
  try {
    return all.find_target() ? all.run(observer, finished) : 0;
  } catch (const Stopped&) {
    return 0;
  }
}

}  // namespace hone::exchange
