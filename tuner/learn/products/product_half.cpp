// SPDX-License-Identifier: MIT
#include "tuner/learn/products/product_half.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "data/hash.hpp"
#include "data/random.hpp"

namespace hone::learn {

namespace {

constexpr std::uint64_t donor_salt = 0x646f6e6f;

// How far a position has come between the phases.
int phase_place(const Schema& schema, PhasePoint phase) { return phase.lower * schema.phase_steps() + phase.step; }

}  // namespace

ProductHalf::ProductHalf(const FitSetup& setup, const SideCounts& sides, const RowSelection& rows,
                         const Weights& weights, std::uint64_t seed)
    : setup_(setup), sides_(sides), selection_(rows), by_game_(rows_by_game(setup.rows, rows)), seed_(seed) {
  shuffled_.resize(games());
  std::iota(shuffled_.begin(), shuffled_.end(), std::size_t{0});
  Random random(seed ^ donor_salt);
  for (std::size_t i = games(); i > 1; --i) std::swap(shuffled_[i - 1], shuffled_[random.below(i)]);
  place_.resize(games());
  for (std::size_t i = 0; i < games(); ++i) place_[shuffled_[i]] = i;

  const double scale = logit_per_score(weights.k);
  const std::vector<double> scores = row_scores(setup.rows, by_game_.order, weights, threads());
  double total = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const RowLabel label = view(i).label;
    const auto weight = static_cast<double>(setup.targets.weight(label, by_game_.order[i]));
    const auto target = static_cast<double>(setup.targets.target(label));
    const LossPoint point = loss_point(setup.options.loss, label.bound, target, scale * scores[i]);
    push_.push_back(-weight * scale * point.slope);
    curvature_.push_back(weight * scale * scale * point.curvature);
    total += weight;
  }
  for (double& push : push_) push /= total;
  for (double& curvature : curvature_) curvature /= total;
}

std::pair<std::size_t, std::size_t> ProductHalf::games_of(std::size_t part) const {
  return {part * product_games, std::min((part + 1) * product_games, games())};
}

std::pair<std::size_t, std::size_t> ProductHalf::rows_of(std::size_t part) const {
  const auto [first, last] = games_of(part);
  return {by_game_.first[first], by_game_.first[last]};
}

void ProductHalf::shares(std::size_t row, std::span<double> of_phases) const {
  const RowView seen_row = view(row);
  const PhaseFactors factors = phase_factors(setup_.start.schema, seen_row);
  std::ranges::fill(of_phases, 0.0);
  of_phases[seen_row.phase.lower] = factors.lower;
  if (factors.upper != 0) of_phases[seen_row.phase.lower + 1U] = factors.upper;
}

std::vector<ProductHalf::Lent> ProductHalf::lent(std::size_t donor, std::size_t game) const {
  Random random(hash_seed(seed_ ^ donor_salt, donor));
  const std::size_t step = 1 + random.below(games() - 1), lender = shuffled_[(place_[game] + step) % games()];
  const bool swapped = hash_seed(hash_seed(seed_, donor), game) % 2 == 1;
  const auto [first, last] = rows_of_game(game);
  const auto [first_lent, last_lent] = rows_of_game(lender);
  const Schema& schema = setup_.start.schema;
  const double stretch = static_cast<double>(last_lent - first_lent) / static_cast<double>(last - first);
  std::vector<Lent> result;
  for (std::size_t row = first; row < last; ++row) {
    const int phase = phase_place(schema, view(row).phase);
    const double wanted = stretch * (static_cast<double>(row - first) + 0.5) - 0.5;
    const auto distance = [&](std::size_t other) {
      return std::tuple(std::abs(phase_place(schema, view(other).phase) - phase),
                        std::abs(static_cast<double>(other - first_lent) - wanted));
    };
    std::size_t nearest = first_lent;
    for (std::size_t other = first_lent + 1; other < last_lent; ++other) {
      if (distance(other) < distance(nearest)) nearest = other;
    }
    result.push_back({nearest, swapped});
  }
  return result;
}

ProductHalf::Seen ProductHalf::seen(const Product& product, const UsedFactors& factors) const {
  const Product of_sides{product.kind, factors.factors[product.first], factors.factors[product.second]};
  Seen result;
  for (std::size_t game = 0; game < games(); ++game) {
    const std::size_t before = result.rows;
    const auto [first_row, last_row] = rows_of_game(game);
    for (std::size_t row = first_row; row < last_row; ++row) {
      result.rows += product_count(of_sides, first(row), second(row)) != 0 ? 1U : 0U;
    }
    result.games += result.rows > before ? 1U : 0U;
  }
  return result;
}

ProductHalf::LinearTerms ProductHalf::linear_terms(const Weights& weights) const {
  const FitProblem problem(setup_.rows, selection_, setup_.start, setup_.chosen, setup_.options, setup_.targets,
                           setup_.constraints);
  LinearTerms terms{problem.parameter_of_weight(), {}};
  problem.data().data_hessian(parameters_of(problem, setup_.start, weights), terms.hessian);
  return terms;
}

}  // namespace hone::learn
