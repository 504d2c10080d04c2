// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/row_scores.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "tuner/parallel/ordered_sum.hpp"

namespace hone::learn {

namespace {

template <class Counts>
double score(PhasePoint phase, const Counts& counts, const RowLabel& label, const Weights& weights) {
  const double t = upper_share(weights.schema, phase);
  const int phases = weights.schema.phase_count();
  const double* const lower = weights.values.data() + phase.lower;
  const double* const upper = t > 0 ? lower + 1 : lower;  // the last phase has none above
  double lower_sum = 0, upper_sum = 0;
  for (const auto [term, count] : counts) {
    lower_sum += static_cast<double>(count) * lower[term * phases];
    upper_sum += static_cast<double>(count) * upper[term * phases];
  }
  const double lower_scale = label.lower_scale, upper_scale = label.upper_scale;
  return (1 - t) * lower_scale * lower_sum + t * upper_scale * upper_sum + static_cast<double>(label.offset);
}

constexpr double least_effective_games = 1.5;  // fewer are one game, as far as an error is asked for

struct GameShare {
  std::uint32_t game;
  double weight, weighted_value;
};

// One element for each game, in the order of their ids.
std::vector<GameShare> by_game(const RowSet& rows, const RowSelection& selection, std::span<const double> values) {
  std::vector<GameShare> shares;
  shares.reserve(selection.size());
  for (std::size_t i = 0; i < selection.size(); ++i) {
    const RowLabel& label = rows[selection[i]].label;
    const double weight = label.weight;
    shares.push_back({label.game, weight, weight * values[i]});
  }
  const auto by_id = [](const GameShare& a, const GameShare& b) { return a.game < b.game; };
  if (!std::is_sorted(shares.begin(), shares.end(), by_id)) std::stable_sort(shares.begin(), shares.end(), by_id);
  std::vector<GameShare> games;
  for (const GameShare& share : shares) {
    if (games.empty() || games.back().game != share.game) games.push_back({share.game, 0, 0});
    games.back().weight += share.weight;
    games.back().weighted_value += share.weighted_value;
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

double row_score(const RowView& row, const Weights& weights) {
  return score(row.phase, row.entries, row.label, weights);
}

double row_score(const Row& row, const RowLabel& label, const Weights& weights) {
  return score(row.phase, row.entries, label, weights);
}

// Chunk by chunk, so that rows of a mapped file need no memory for long.
std::vector<double> row_scores(const RowSet& rows, const RowSelection& selection, const Weights& weights, int threads) {
  std::vector<double> scores(selection.size());
  const auto fill = [&](std::size_t first, std::size_t last) {
    parallel::thread_arena(threads).execute([&] {
      oneapi::tbb::parallel_for(first, last,
                                [&](std::size_t i) { scores[i] = row_score(rows[selection[i]], weights); });
    });
  };
  if (!std::is_sorted(selection.begin(), selection.end())) return fill(0, selection.size()), scores;
  std::size_t last = 0;
  for (std::size_t first = 0; first < selection.size(); first = last) {
    const std::size_t chunk = selection[first] / RowSet::chunk_rows;
    while (last < selection.size() && selection[last] / RowSet::chunk_rows == chunk) ++last;
    fill(first, last);
    rows.release(chunk);
  }
  return scores;
}

std::vector<double> row_losses(const RowSet& rows, const RowSelection& selection, const Weights& weights, Loss loss,
                               int threads) {
  std::vector<double> values = row_scores(rows, selection, weights, threads);
  const double scale = logit_per_score(weights.k);
  parallel::thread_arena(threads).execute([&] {
    oneapi::tbb::parallel_for(std::size_t{0}, values.size(), [&](std::size_t i) {
      values[i] = loss_value(loss, static_cast<double>(rows[selection[i]].label.target), scale * values[i]);
    });
  });
  return values;
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

}  // namespace hone::learn
