// SPDX-License-Identifier: MIT
#include "tuner/bootstrap_fit.hpp"

#include "tuner/fit_report/bootstrap.hpp"
#include "tuner/fit_setup.hpp"
#include "tuner/gauge.hpp"

namespace hone {
namespace {

constexpr int decimals = 9;  // of the boards' means: rounding would count as spread

Targets::Multiplicity draw_games(const RowSet& rows, const RowSelection& train, std::uint64_t seed, int replicate) {
  Targets::Multiplicity games;
  for (const std::uint32_t i : train) games.try_emplace(rows[i].label.game, 0.0F);
  for (auto& [game, times] : games) {
    times = static_cast<float>(bootstrap_count(seed, static_cast<std::uint64_t>(replicate), game));
  }
  return games;
}

}  // namespace

std::vector<double> bootstrap_errors(const RowSet& rows, const Weights& start, const Weights& fitted, double ridge,
                                     const FitOptions& options, int replicates,
                                     const std::function<void(int)>& progress) {
  FitSetup setup(rows, start, options);
  const std::vector<BoardCenter> boards = board_centers(rows, start.schema, setup.free_terms());
  BootstrapSpread spread;
  for (int replicate = 0; replicate < replicates; ++replicate) {
    setup.targets.set_multiplicity(draw_games(rows, setup.split.train, options.seed, replicate));
    const FitProblem problem = setup.problem(setup.split.train);
    if (problem.empty()) continue;
    Vector x = parameters_of(problem, setup.start, fitted);
    problem.solve(ridge, x);
    Weights weights = problem.weights_at(x);
    center_boards(weights, boards, decimals);
    spread.add(weights.values);
    if (progress) progress(replicate + 1);
  }
  return spread.replicates() == 0 ? std::vector<double>(start.values.size()) : spread.errors();
}

}  // namespace hone
