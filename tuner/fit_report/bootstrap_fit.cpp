// SPDX-License-Identifier: MIT
#include "tuner/fit_report/bootstrap_fit.hpp"

#include "tuner/fit/fit_setup.hpp"
#include "tuner/fit/gauge.hpp"
#include "tuner/fit_report/bootstrap.hpp"

namespace hone {
namespace {

constexpr int decimals = 9;  // of the boards' means: rounding would count as spread

}  // namespace

std::vector<double> bootstrap_errors(const RowSet& rows, const Weights& start, const Weights& fitted, double ridge,
                                     const FitOptions& options, int replicates,
                                     const std::function<void(int)>& progress) {
  FitSetup setup(rows, start, options);
  BootstrapSpread spread;
  for (int replicate = 0; replicate < replicates; ++replicate) {
    const auto number = static_cast<std::uint64_t>(replicate);
    setup.targets.set_multiplicity(bootstrap_games(rows, setup.split.train, options.seed, number));
    const FitProblem problem = setup.problem(setup.split.train);
    if (problem.empty()) continue;
    Vector x = parameters_of(problem, setup.start, fitted);
    problem.solve({.ridge = ridge}, x);
    Weights weights = problem.weights_at(x);
    center_boards(weights, rows, setup.free_terms(), decimals);
    spread.add(weights.values);
    if (progress) progress(replicate + 1);
  }
  return spread.replicates() == 0 ? std::vector<double>(start.values.size()) : spread.errors();
}

}  // namespace hone
