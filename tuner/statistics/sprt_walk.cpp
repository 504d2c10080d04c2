// SPDX-License-Identifier: MIT
#include "tuner/statistics/sprt_walk.hpp"

#include <cmath>

#include "tuner/statistics/sample.hpp"

namespace hone {
namespace {

// The walk is looked at in steps and overshoots its barriers, on average by this many standard deviations of a step:
// Brownian motion with its barriers that much further out behaves alike (Siegmund 1985, X.2: 0.583).
constexpr double overshoot = 0.5826;

}  // namespace

double unit_strength(double elo, EloModel model, double sigma, double games_per_unit) {
  if (model == EloModel::normalized) return elo / nelo_per_t * std::sqrt(games_per_unit);
  return (score_of_elo(elo) - 0.5) / sigma;
}

SprtWalk::SprtWalk(const SprtOptions& options, double sigma, double games_per_unit) {
  const double zero = unit_strength(options.elo0, options.model, sigma, games_per_unit);
  const double one = unit_strength(options.elo1, options.model, sigma, games_per_unit);
  middle = (zero + one) / 2;
  step = one - zero;
  barriers = {std::log(options.beta / (1 - options.alpha)) - overshoot * step,
              std::log((1 - options.beta) / options.alpha) + overshoot * step};
}

}  // namespace hone
