// SPDX-License-Identifier: MIT
#include "tuner/learn/study/bootstrap.hpp"

#include <cmath>

#include "data/hash.hpp"
#include "data/random.hpp"
#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/fit/gauge.hpp"

namespace hone::learn {

namespace {

constexpr int decimals = 9;  // of the boards' means, because rounding would add to the spread

// Keeps these draws independent of the hashes by which games are played and held out.
constexpr std::uint64_t salt = 0x626f6f7473747270;

// The first count whose cumulated probability e^-1 (1 + 1 + 1/2! + ...) exceeds the number.
int poisson_one(double uniform) {
  double probability = std::exp(-1.0), cumulated = probability;
  int count = 0;
  while (uniform >= cumulated && probability > 0x1p-60) {
    probability /= ++count;
    cumulated += probability;
  }
  return count;
}

}  // namespace

void BootstrapSpread::add(std::span<const double> values) {
  means_.resize(values.size());
  squares_.resize(values.size());
  ++replicates_;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double distance = values[i] - means_[i];
    means_[i] += distance / static_cast<double>(replicates_);
    squares_[i] += distance * (values[i] - means_[i]);
  }
}

std::vector<double> BootstrapSpread::errors() const {
  std::vector<double> errors(squares_.size(), 0.0);
  if (replicates_ < 2) return errors;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    errors[i] = std::sqrt(squares_[i] / static_cast<double>(replicates_ - 1));
  }
  return errors;
}

int bootstrap_count(std::uint64_t seed, std::uint64_t replicate, std::uint32_t game) {
  return poisson_one(Random(hash_seed(hash_seed(seed ^ salt, replicate), game)).uniform());
}

Targets::Multiplicity bootstrap_games(const RowSet& rows, const RowSelection& selection, std::uint64_t seed,
                                      std::uint64_t replicate) {
  Targets::Multiplicity games;
  for (const std::uint32_t row : selection) {
    const std::uint32_t game = rows[row].label.game;
    const int count = bootstrap_count(seed, replicate, game);
    if (count > 0) games[game] = static_cast<float>(count);
  }
  return games;
}

std::vector<double> bootstrap_errors(const RowSet& rows, const Weights& start, const Weights& fitted,
                                     const PullStrengths& strengths, const FitOptions& options, int replicates,
                                     const std::function<void(int)>& progress) {
  FitSetup setup(rows, start, options);
  const std::vector<CenteredBoard> boards = setup.boards();
  BootstrapSpread spread;
  for (int replicate = 0; replicate < replicates; ++replicate) {
    const auto number = static_cast<std::uint64_t>(replicate);
    setup.targets.set_multiplicity(bootstrap_games(rows, setup.split.train, options.seed, number));
    const FitProblem problem = setup.problem(setup.split);
    if (problem.empty()) continue;
    Vector x = parameters_of(problem, setup.start, fitted);
    problem.solve({.strengths = strengths}, x);
    Weights weights = problem.weights_at(x, strengths);
    center_boards(weights, boards, start, decimals);
    spread.add(weights.values);
    if (progress) progress(replicate + 1);
  }
  return spread.replicates() == 0 ? std::vector<double>(start.values.size()) : spread.errors();
}

}  // namespace hone::learn
