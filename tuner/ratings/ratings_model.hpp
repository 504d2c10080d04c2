// SPDX-License-Identifier: MIT
//
// What ratings mean: chances of a win, a draw and a loss from a difference of strengths. Both models extend Bradley and
// Terry's; strengths here are natural logarithms of odds, the first mover's advantage included in the difference.
#pragma once

#include "tuner/fit/linear_algebra.hpp"
#include "tuner/statistics/statistics.hpp"

namespace hone {

enum class RatingModel {
  // A draw is half a win and half a loss; the expected score is 1 / (1 + exp(-difference)). At the maximum everybody's
  // expected points are the points made: the condition that Ordo solves.
  logistic,
  // A draw is an outcome of its own, as likely as the geometric mean of win and loss times a constant (R. Davidson,
  // JASA 65, 1970, 317-328; with an advantage: Davidson and Beaver, Biometrics 33, 1977, 693-702).
  davidson,
};
[[nodiscard]] const char* to_string(RatingModel model);

// Minus the log likelihood of some games and its derivatives, in the difference x and Davidson's logarithm d of the
// constant; the logistic model has no d.
struct LossTerms {
  double value = 0;
  double x = 0, d = 0;
  double xx = 0, xd = 0, dd = 0;
};
[[nodiscard]] LossTerms loss_terms(RatingModel model, const Trinomial& games, double x, double d);

struct OutcomeChances {
  double win = 0, draw = 0, loss = 0;

  [[nodiscard]] double score() const { return win + draw / 2; }
};
// `d` as above for Davidson; for the logistic model the share of draws among equals, which falls like the variance
// of the score and no further than the expected score allows.
[[nodiscard]] OutcomeChances outcome_chances(RatingModel model, double x, double d);

}  // namespace hone
