// SPDX-License-Identifier: MIT
//
// The score test (Rao, Proceedings of the Cambridge Philosophical Society 44, 1948) of a regressor that a fit does not
// have, with games as the sample: S' V^-1 S, where S is the sum over the games of their scores s_g, the slope of the
// likelihood by the regressor's values, and V the sum of s_g s_g'. Nothing is fitted again.
//
// V takes the squares as they are and not around a mean. Under the hypothesis that the value is 0 the mean is 0, and
// for scores that are as likely negative as positive |S| / sqrt(V) has no heavier tail than a normal number has,
// however few games there are (Efron, Journal of the American Statistical Association 64, 1969). So rare products are
// safe to test.
#pragma once

#include <span>
#include <vector>

#include "tuner/learn/fit/linear_algebra.hpp"

namespace hone::learn {

struct ScoreTest {
  double statistic = 0;
  int freedom = 0;   // 0: there is nothing to test
  double log_p = 0;  // of the chance to see as much where the value is 0

  [[nodiscard]] double p() const;
  // The size of a normal number that is as unlikely.
  [[nodiscard]] double z() const;
};
[[nodiscard]] ScoreTest score_test(const Vector& score, const Matrix& scatter);

// The logarithm of the chance that a chi-squared number with this many degrees of freedom is larger.
[[nodiscard]] double log_chi_squared_tail(double x, int freedom);

// For each p, as logarithms, the least share of false discoveries at which Benjamini and Hochberg's procedure (Journal
// of the Royal Statistical Society B 57, 1995) takes it for a discovery.
[[nodiscard]] std::vector<double> false_shares(std::span<const double> log_p);

}  // namespace hone::learn
