// SPDX-License-Identifier: MIT
//
// What more games would buy. Weights are fitted again to a quarter and to half of the games, and all three fits are
// judged on the same games held out. The loss of a fit to n games lies above the best that its weights can reach by
// about their number over n, for large n (Amari, Murata, Neural Computation 5, 1993), so the three losses are taken for
// points of
//
//   loss(n) = a + b / (N + n)
//
// with N games that are carried on from earlier fits, and b, found by least squares with the points weighted by N + n,
// says what twice the new games would buy. Small samples lie above this curve, and a pull, which holds the weights of
// small samples, makes it flatter.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "data/weights.hpp"
#include "tuner/learn/fit/pull_strengths.hpp"

namespace hone::learn {

struct FitSetup;  // tuner/learn/fit/fit_problem.hpp

struct CurvePoint {
  std::size_t games = 0;  // learnt from
  double loss = 0;        // of the targets, on the games held out
};

struct LearningCurve {
  std::size_t heldout_games = 0;
  double start_loss = 0;           // of the starting weights
  std::vector<CurvePoint> points;  // a quarter, half and all of the games; each contains the ones before
  double twice_gain = 0;           // loss(n) - loss(2 n), n being all of the games
  double twice_gain_error = 0;     // standard error with the games held out as the sample

  // The loss that the games bought so far.
  [[nodiscard]] double gain() const { return start_loss - points.back().loss; }
  // What twice the games would buy, as a share of that; nothing where nothing was bought yet.
  [[nodiscard]] std::optional<double> share_of_gain() const;
  [[nodiscard]] bool can_tell() const;  // the gain from twice the games is two standard errors from 0
};

// fitted, strengths: of the fit, with which the others begin. Two more fits, which begin near their end. start_loss: of
// the targets on the games held out, where the rows do not tell it: those at a tangent have another score at the start.
// Nothing where a quarter of the games or the games held out are fewer than least_games_to_judge, or when stopped.
[[nodiscard]] std::optional<LearningCurve> learning_curve(const FitSetup& setup, const Weights& fitted,
                                                          const PullStrengths& strengths,
                                                          const std::stop_token& stop = {},
                                                          std::optional<double> start_loss = std::nullopt);

// Two sentences: the losses, and what twice the games would buy.
[[nodiscard]] std::string describe(const LearningCurve& curve);

[[nodiscard]] nlohmann::ordered_json to_json(const LearningCurve& curve);
void from_json(const nlohmann::ordered_json& json, LearningCurve& curve);  // throws Error

}  // namespace hone::learn
