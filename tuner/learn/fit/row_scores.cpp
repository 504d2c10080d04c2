// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/row_scores.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "data/second_order.hpp"
#include "tuner/parallel/ordered_sum.hpp"

namespace hone::learn {

namespace {

// Scores rows under the same weights.
class RowScorer {
 public:
  explicit RowScorer(const Weights& weights) : weights_(weights) {
    if (!weights.schema.is_linear()) model_.emplace(weights.schema);
  }

  [[nodiscard]] double operator()(const RowView& row) const {
    if (model_) return model_->score(row, weights_.values);
    return linear_score(row, weights_.schema.phase_count(), weights_.schema.phase_steps(), weights_.values);
  }

 private:
  const Weights& weights_;
  std::optional<SecondOrderModel> model_;
};

// Calls visit(row, i) for the i-th selected row. Chunk by chunk, so that rows of a mapped file need no memory for long.
template <class Visit>
void for_each_selected_row(const RowSet& rows, const RowSelection& selection, int threads, const Visit& visit) {
  const auto in_parallel = [&](std::size_t first, std::size_t last, const auto& use) {
    parallel::thread_arena(threads).execute([&] { oneapi::tbb::parallel_for(first, last, use); });
  };
  if (!std::is_sorted(selection.begin(), selection.end())) {
    return in_parallel(0, selection.size(), [&](std::size_t i) { visit(rows[selection[i]], i); });
  }
  std::size_t last = 0;
  for (std::size_t first = 0; first < selection.size(); first = last) {
    const std::size_t number = selection[first] / RowSet::chunk_rows;
    while (last < selection.size() && selection[last] / RowSet::chunk_rows == number) ++last;
    const RowChunk chunk = rows.chunk(number);
    in_parallel(first, last, [&](std::size_t i) { visit(chunk[selection[i] % RowSet::chunk_rows], i); });
    rows.release(number);
  }
}

// Consecutive selected rows of one game, by their places in the selection.
struct Run {
  std::uint32_t game;
  std::size_t first, last;
};

// By game id, and for each game in the order of the selection.
std::vector<Run> runs_by_game(const RowSet& rows, const RowSelection& selection) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < selection.size(); ++i) {
    const std::uint32_t game = rows[selection[i]].label.game;
    if (runs.empty() || runs.back().game != game) runs.push_back({game, i, i});
    runs.back().last = i + 1;
  }
  std::ranges::stable_sort(runs, {}, &Run::game);
  return runs;
}

struct GameShare {
  std::uint32_t game;
  double weight, weighted_value;
};

// One element for each game, in the order of their ids.
std::vector<GameShare> by_game(const RowSet& rows, const RowSelection& selection, std::span<const double> values) {
  std::vector<GameShare> games;
  for (const auto& [game, first, last] : runs_by_game(rows, selection)) {
    if (games.empty() || games.back().game != game) games.push_back({game, 0, 0});
    for (std::size_t i = first; i < last; ++i) {
      const double weight = rows[selection[i]].label.weight;
      games.back().weight += weight;
      games.back().weighted_value += weight * values[i];
    }
  }
  return games;
}

}  // namespace

double upper_share(const Schema& schema, PhasePoint phase) {
  return static_cast<double>(phase.step) / schema.phase_steps();
}

PhaseFactors phase_factors(const Schema& schema, const RowView& row) {
  const double t = upper_share(schema, row.phase);
  return {(1 - t) * static_cast<double>(row.label.lower_scale), t * static_cast<double>(row.label.upper_scale)};
}

double row_score(const RowView& row, const Weights& weights) { return RowScorer(weights)(row); }

double row_score(const Row& row, const RowLabel& label, const Weights& weights) {
  std::vector<std::uint16_t> terms;
  std::vector<float> counts;
  return row_score(view_of(row, label, terms, counts), weights);
}

std::vector<double> row_scores(const RowSet& rows, const RowSelection& selection, const Weights& weights, int threads) {
  std::vector<double> scores(selection.size());
  const RowScorer score(weights);
  for_each_selected_row(rows, selection, threads, [&](const RowView& row, std::size_t i) { scores[i] = score(row); });
  return scores;
}

std::vector<double> row_losses(const RowSet& rows, const RowSelection& selection, const Weights& weights, Loss loss,
                               int threads) {
  return std::move(row_losses(rows, selection, std::array{&weights}, loss, threads).front());
}

std::vector<std::vector<double>> row_losses(const RowSet& rows, const RowSelection& selection,
                                            std::span<const Weights* const> weights, Loss loss, int threads) {
  std::vector<std::vector<double>> losses(weights.size(), std::vector<double>(selection.size()));
  std::vector<RowScorer> scorers;
  for (const Weights* const each : weights) scorers.emplace_back(*each);
  for_each_selected_row(rows, selection, threads, [&](const RowView& row, std::size_t i) {
    for (std::size_t j = 0; j < weights.size(); ++j) {
      const double logit = logit_per_score(weights[j]->k) * scorers[j](row);
      losses[j][i] = loss_value(loss, static_cast<double>(row.label.target), logit);
    }
  });
  return losses;
}

std::vector<double> target_losses(const RowSet& rows, const RowSelection& selection, const Weights& weights, Loss loss,
                                  const Targets& targets, int threads) {
  std::vector<double> values = row_scores(rows, selection, weights, threads);
  const double scale = logit_per_score(weights.k);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = loss_value(loss, static_cast<double>(targets.target(rows[selection[i]].label)), scale * values[i]);
  }
  return values;
}

ClusteredMean mean_over_games(const RowSet& rows, const RowSelection& selection, std::span<const double> values) {
  const std::vector<GameShare> games = by_game(rows, selection, values);
  double weight = 0, weight_squares = 0, sum = 0;
  for (const GameShare& game : games) {
    weight += game.weight;
    weight_squares += game.weight * game.weight;
    sum += game.weighted_value;
  }
  if (!(weight > 0)) return {};
  ClusteredMean result{sum / weight, 0, weight * weight / weight_squares};
  if (result.effective_games < least_effective_games) return result;
  double squares = 0;
  for (const GameShare& game : games) {
    const double residual = game.weighted_value - game.weight * result.mean;
    squares += residual * residual;
  }
  const double count = static_cast<double>(games.size());
  result.error = std::sqrt(squares * count / (count - 1)) / weight;
  return result;
}

ClusteredMean mean_difference(const RowSet& rows, const RowSelection& selection, std::vector<double> values,
                              std::span<const double> others) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] -= others[i];
  return mean_over_games(rows, selection, values);
}

}  // namespace hone::learn
