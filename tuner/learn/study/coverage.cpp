// SPDX-License-Identifier: MIT
#include "tuner/learn/study/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/learn/fit/row_selection.hpp"

namespace hone::learn {

namespace {

// Counts each position and each game once, however often it is added; the positions of a game are added in a row.
class Counter {
 public:
  void add(std::size_t position, std::size_t game) {
    counted_.positions += position != last_position_ ? 1U : 0U;
    counted_.games += game != last_game_ ? 1U : 0U;
    last_position_ = position;
    last_game_ = game;
  }
  [[nodiscard]] const Occurrence& counted() const { return counted_; }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  Occurrence counted_;
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
        groups_(schema.groups().size()) {}

  void add(const RowView& row, std::size_t position, std::size_t game) {
    all_.add(position, game);
    const PhaseFactors factors = phase_factors(schema_, row);
    if (factors.lower != 0) add_phase(row, row.phase.lower, position, game);
    if (factors.upper != 0) add_phase(row, row.phase.lower + 1, position, game);
  }

  [[nodiscard]] Coverage result() const { return {all_.counted(), counted(weights_), counted(groups_)}; }

 private:
  void add_phase(const RowView& row, int phase, std::size_t position, std::size_t game) {
    for (const std::uint16_t term : row.entries.terms()) {
      weights_[static_cast<std::size_t>(term * schema_.phase_count() + phase)].add(position, game);
      groups_[group_of_[term]].add(position, game);
    }
  }

  const Schema& schema_;
  std::vector<std::size_t> group_of_;  // of each term
  Counter all_;
  std::vector<Counter> weights_, groups_;
};

}  // namespace

Coverage count_coverage(const RowSet& rows, const RowSelection& selection, const Schema& schema) {
  const RowsByGame by_game = rows_by_game(rows, selection);
  CoverageCount count(schema);
  constexpr std::size_t some_games = 1024;
  for (std::size_t game = 0; game < by_game.games(); ++game) {
    if (game % some_games == 0) release_games(rows, by_game, game - std::min(game, some_games), game);
    for (std::size_t i = by_game.first[game]; i < by_game.first[game + 1]; ++i) {
      count.add(rows[by_game.order[i]], i, game);
    }
  }
  return count.result();
}

std::optional<std::string> too_few_games(std::size_t games, std::size_t weights) {
  const std::size_t wanted = games_per_weight * weights;
  if (games >= wanted) return std::nullopt;
  const double ratio = static_cast<double>(games) / static_cast<double>(weights);
  const char* const outlook =
      ratio < 2
          ? "without a strong pull towards good starting weights the result may well be worse than material values "
            "alone"
          : "many weights will be noise";
  return fmt::format("{} games for {} weights are {:.1f} a weight: {}. About {} games would do, or fewer groups", games,
                     weights, ratio, outlook, wanted);
}

std::optional<std::string> too_few_games(const RowSet& rows, const Schema& schema, const FitOptions& options) {
  const std::vector<bool> chosen = terms_of_groups(schema, options.groups);
  const auto phases = static_cast<std::size_t>(schema.phase_count());
  std::vector<bool> seen(static_cast<std::size_t>(schema.weights()));
  for (std::size_t number = 0; number < rows.chunks(); ++number) {
    const RowChunk chunk = rows.chunk(number);
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      const RowView row = chunk[i];
      for (const std::uint16_t term : row.entries.terms()) {
        if (!chosen[term]) continue;
        seen[term * phases + row.phase.lower] = true;
        if (row.phase.step > 0) seen[term * phases + row.phase.lower + 1] = true;
      }
    }
    rows.release(number);
  }
  const double games = (1 - options.holdout) * static_cast<double>(rows.games());
  return too_few_games(static_cast<std::size_t>(games),
                       static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true)));
}

}  // namespace hone::learn
