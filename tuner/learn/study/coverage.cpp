// SPDX-License-Identifier: MIT
#include "tuner/learn/study/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/learn/fit/row_selection.hpp"
#include "tuner/text/option_values.hpp"

namespace hone::learn {

namespace {

// Counts each position and each game once, however often it is added; the positions of a game are added in a row.
class Counter {
 public:
  void add(std::size_t position, std::size_t game, double weight) {
    counted_.positions += position != last_position_ ? 1U : 0U;
    if (game != last_game_) end_game();
    counted_.games += game != last_game_ ? 1U : 0U;
    last_position_ = position;
    last_game_ = game;
    of_game_ += weight;
  }
  [[nodiscard]] Occurrence counted() const {
    Occurrence result = counted_;
    const double sum = sum_ + of_game_, squares = squares_ + of_game_ * of_game_;
    result.effective_games = squares > 0 ? sum * sum / squares : 0;
    return result;
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  void end_game() {
    sum_ += of_game_;
    squares_ += of_game_ * of_game_;
    of_game_ = 0;
  }

  Occurrence counted_;
  double sum_ = 0, squares_ = 0;  // of the weights of the games before
  double of_game_ = 0;
  std::size_t last_position_ = none, last_game_ = none;
};

std::vector<std::size_t> groups_of_terms(const Schema& schema) {
  std::vector<std::size_t> groups;
  for (std::size_t group = 0; group < schema.groups().size(); ++group) {
    groups.insert(groups.end(), static_cast<std::size_t>(schema.groups()[group].shape.size()), group);
  }
  return groups;
}

std::vector<Occurrence> counted(const std::vector<Counter>& counters) {
  std::vector<Occurrence> result;
  for (const Counter& counter : counters) result.push_back(counter.counted());
  return result;
}

class CoverageCount {
 public:
  explicit CoverageCount(const Schema& schema)
      : schema_(schema),
        group_of_(groups_of_terms(schema)),
        weights_(static_cast<std::size_t>(schema.weights())),
        groups_(schema.groups().size()),
        squares_(weights_.size()) {}

  void add(const RowView& row, std::size_t position, std::size_t game, double weight) {
    all_.add(position, game, weight);
    total_weight_ += weight;
    const PhaseFactors factors = phase_factors(schema_, row);
    if (factors.lower != 0) add_phase(row, {row.phase.lower, factors.lower}, {position, game, weight});
    if (factors.upper != 0) add_phase(row, {row.phase.lower + 1, factors.upper}, {position, game, weight});
  }

  [[nodiscard]] Coverage result() const {
    Coverage coverage{all_.counted(), counted(weights_), counted(groups_), squares_};
    for (double& square : coverage.mean_squares) square /= std::max(total_weight_, 1e-300);
    return coverage;
  }

 private:
  struct PhaseShare {
    int phase;
    double factor;
  };
  struct Place {
    std::size_t position, game;
    double weight;
  };

  void add_phase(const RowView& row, const PhaseShare& share, const Place& at) {
    const double weight = at.weight * std::abs(share.factor);
    for (const FeatureCount entry : row.entries) {
      const auto index = static_cast<std::size_t>(entry.term * schema_.phase_count() + share.phase);
      const double in_score = share.factor * static_cast<double>(entry.count);
      weights_[index].add(at.position, at.game, weight);
      squares_[index] += at.weight * in_score * in_score;
      groups_[group_of_[entry.term]].add(at.position, at.game, weight);
    }
  }

  const Schema& schema_;
  std::vector<std::size_t> group_of_;  // of each term
  Counter all_;
  std::vector<Counter> weights_, groups_;
  std::vector<double> squares_;  // of the factors in the score, weighted and summed
  double total_weight_ = 0;
};

}  // namespace

Coverage count_coverage(const RowSet& rows, const RowSelection& selection, const Schema& schema,
                        const Targets& targets) {
  const RowsByGame by_game = rows_by_game(rows, selection);
  CoverageCount count(schema);
  constexpr std::size_t some_games = 1024;
  for (std::size_t game = 0; game < by_game.games(); ++game) {
    if (game % some_games == 0) release_games(rows, by_game, game - std::min(game, some_games), game);
    for (std::size_t i = by_game.first[game]; i < by_game.first[game + 1]; ++i) {
      const RowView row = rows[by_game.order[i]];
      count.add(row, i, game, static_cast<double>(targets.weight(row.label, by_game.order[i])));
    }
  }
  return count.result();
}

std::optional<std::string> too_few_games(const Occurrence& trained_on, std::optional<std::size_t> heldout) {
  const double effective = trained_on.effective_games;
  std::vector<std::string> parts;
  if (2 * effective < static_cast<double>(trained_on.games)) {
    parts.push_back(fmt::format("{} games weigh so unevenly that they are worth {:.1f}", trained_on.games, effective));
  }
  if (effective < least_games_to_learn) {
    parts.push_back(fmt::format("{:.0f} games are too few to learn from: the weights will be noise", effective));
  }
  if (heldout && static_cast<double>(*heldout) < least_games_to_learn) {
    parts.push_back(fmt::format("{} games held out are too few to tell whether the weights are any better", *heldout));
  }
  if (parts.empty()) return std::nullopt;
  return text::join(parts, "; ");
}

std::optional<std::string> too_few_games(const RowSet& rows, const Schema& schema, const FitOptions& options) {
  const Split split = split_by_game(rows, options.holdout, options.seed);
  const Targets targets(rows, all_rows(rows), options.targets, 1);
  const Coverage coverage = count_coverage(rows, split.train, schema, targets);
  const bool holds_out = options.holdout > 0;
  return too_few_games(coverage.all, holds_out ? std::optional(count_games(rows, split.heldout)) : std::nullopt);
}

}  // namespace hone::learn
