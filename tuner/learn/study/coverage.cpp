// SPDX-License-Identifier: MIT
#include "tuner/learn/study/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tuner/learn/fit/fit_problem.hpp"
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
        phases_(static_cast<std::size_t>(schema.phase_count())),
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

  // Of a row whose weights are counted by class, the rest.
  void add_tied(const RowView& row, std::size_t position, std::size_t game, double weight,
                const std::vector<std::uint32_t>& lead) {
    const PhaseFactors factors = phase_factors(schema_, row);
    touched_.clear();
    if (factors.lower != 0) gather_phase(row, {row.phase.lower, factors.lower}, lead);
    if (factors.upper != 0) gather_phase(row, {row.phase.lower + 1, factors.upper}, lead);
    for (const std::uint32_t index : touched_) {
      InRow& in_row = in_row_[index];
      if (in_row.factor != 0) {
        tied_[index].add(position, game, weight * in_row.share);
        tied_squares_[index] += weight * in_row.factor * in_row.factor;
      }
      in_row = {};
    }
  }

  void count_ties(std::size_t weights) {
    in_row_.resize(weights);
    tied_.resize(weights);
    tied_squares_.resize(weights);
  }

  // Gives every weight of a class what was counted of the class.
  [[nodiscard]] Coverage result(const std::vector<std::uint32_t>& lead) const {
    Coverage coverage = result();
    for (std::size_t i = 0; i < lead.size(); ++i) {
      coverage.weights[i] = tied_[lead[i]].counted();
      coverage.mean_squares[i] = tied_squares_[lead[i]] / std::max(total_weight_, 1e-300);
    }
    return coverage;
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
  // What a class has in a row: its factor in the score, and the share of the phases at which it occurs.
  struct InRow {
    double factor = 0, share = 0;
    int last_phase = -1;
  };

  // A term may have a column for each player. Asked for every count of every row: a remainder takes longer.
  [[nodiscard]] std::size_t term_of(std::size_t column) const {
    return column < group_of_.size() ? column : column - group_of_.size();
  }
  [[nodiscard]] std::size_t weight_of(std::size_t column, int phase) const {
    return term_of(column) * phases_ + static_cast<std::size_t>(phase);
  }

  void gather_phase(const RowView& row, const PhaseShare& share, const std::vector<std::uint32_t>& lead) {
    for (const FeatureCount entry : row.entries) {
      const std::uint32_t index = lead[weight_of(entry.term, share.phase)];
      InRow& in_row = in_row_[index];
      if (in_row.last_phase < 0) touched_.push_back(index);
      in_row.factor += share.factor * static_cast<double>(entry.count);
      if (in_row.last_phase != share.phase) in_row.share += std::abs(share.factor);
      in_row.last_phase = share.phase;
    }
  }

  void add_phase(const RowView& row, const PhaseShare& share, const Place& at) {
    const double weight = at.weight * std::abs(share.factor);
    for (const FeatureCount entry : row.entries) {
      const std::size_t index = weight_of(entry.term, share.phase);
      const double in_score = share.factor * static_cast<double>(entry.count);
      weights_[index].add(at.position, at.game, weight);
      squares_[index] += at.weight * in_score * in_score;
      groups_[group_of_[term_of(entry.term)]].add(at.position, at.game, weight);
    }
  }

  const Schema& schema_;
  std::size_t phases_;
  std::vector<std::size_t> group_of_;  // of each term
  Counter all_;
  std::vector<Counter> weights_, groups_;
  std::vector<double> squares_;  // of the factors in the score, weighted and summed
  double total_weight_ = 0;
  std::vector<Counter> tied_;  // of classes, by their first weight
  std::vector<double> tied_squares_;
  std::vector<InRow> in_row_;
  std::vector<std::uint32_t> touched_;  // classes of the row
};

}  // namespace

Coverage count_coverage(const RowSet& rows, const RowSelection& selection, const Schema& schema, const Targets& targets,
                        const WeightConstraints* ties) {
  const RowsByGame by_game = rows_by_game(rows, selection);
  CoverageCount count(schema);
  const bool is_tied = ties != nullptr && ties->has_ties();
  if (is_tied) count.count_ties(ties->lead.size());
  constexpr std::size_t some_games = 1024;
  for (std::size_t game = 0; game < by_game.games(); ++game) {
    if (game % some_games == 0) release_games(rows, by_game, game - std::min(game, some_games), game);
    for (std::size_t i = by_game.first[game]; i < by_game.first[game + 1]; ++i) {
      const RowView row = rows[by_game.order[i]];
      const auto weight = static_cast<double>(targets.weight(row.label, by_game.order[i]));
      count.add(row, i, game, weight);
      if (is_tied) count.add_tied(row, i, game, weight, ties->lead);
    }
  }
  return is_tied ? count.result(ties->lead) : count.result();
}

std::optional<std::string> too_few_games(const Occurrence& trained_on, std::optional<double> heldout) {
  const double effective = trained_on.effective_games;
  std::vector<std::string> parts;
  if (2 * effective < static_cast<double>(trained_on.games)) {
    parts.push_back(fmt::format("{} games weigh so unevenly that they are worth {:.1f}", trained_on.games, effective));
  }
  if (effective < least_games_to_judge) {
    parts.push_back(fmt::format("{:.0f} games are too few to learn from: the weights will be noise", effective));
  }
  if (heldout && *heldout < least_games_to_judge) {
    parts.push_back(
        fmt::format("{:.0f} games held out are too few to tell whether the weights are any better", *heldout));
  }
  if (parts.empty()) return std::nullopt;
  return text::join(parts, "; ");
}

// What is held out is judged by the weights that rows have of their own.
std::optional<std::string> too_few_games(const RowSet& rows, const Schema& schema, const FitOptions& options) {
  const Split split = split_by_game(rows, options.holdout, options.seed);
  const Targets targets = targets_of_rows(rows, schema, options, 1);
  const Coverage coverage = count_coverage(rows, split.train, schema, targets);
  if (options.holdout <= 0) return too_few_games(coverage.all, std::nullopt);
  return too_few_games(coverage.all, count_coverage(rows, split.heldout, schema).all.effective_games);
}

}  // namespace hone::learn
