// SPDX-License-Identifier: MIT
#include "tuner/learn/products/score_test.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <vector>

namespace hone::learn {
namespace {

// Upper 5 % and 0.1 % points of chi-squared: NIST/SEMATECH e-Handbook of Statistical Methods, table 1.3.6.7.4.
TEST(ScoreTest, KnowsTheTailsOfChiSquared) {
  const double five_percent[] = {3.841, 5.991, 7.815, 9.488, 11.070};
  const double per_mille[] = {10.828, 13.816, 16.266, 18.467, 20.515};
  for (int freedom = 1; freedom <= 5; ++freedom) {
    EXPECT_NEAR(std::exp(log_chi_squared_tail(five_percent[freedom - 1], freedom)), 0.05, 5e-5) << freedom;
    EXPECT_NEAR(std::exp(log_chi_squared_tail(per_mille[freedom - 1], freedom)), 0.001, 1e-6) << freedom;
  }
  EXPECT_EQ(log_chi_squared_tail(0, 2), 0);
  EXPECT_NEAR(log_chi_squared_tail(5'000, 2), -2'500, 1e-9);                                // exp(-x / 2)
  EXPECT_NEAR(log_chi_squared_tail(799.9, 1), log_chi_squared_tail(800.1, 1) + 0.1, 1e-3);  // either way to compute it
}

TEST(ScoreTest, TellsZOfAStatistic) {
  const Vector score = Vector::Constant(1, 6);
  const ScoreTest test = score_test(score, Matrix::Constant(1, 1, 4));
  EXPECT_EQ(test.freedom, 1);
  EXPECT_NEAR(test.statistic, 9, 1e-12);
  EXPECT_NEAR(test.z(), 3, 1e-9);
  EXPECT_NEAR(test.p(), 0.0026998, 1e-7);  // two-sided, of a normal number beyond 3
}

// Two scores that are one and the same say no more than one.
TEST(ScoreTest, CountsWhatIsSaidTwiceOnce) {
  Vector score(3);
  score << 6, 12, 0;
  Matrix scatter(3, 3);
  scatter << 4, 8, 0, 8, 16, 0, 0, 0, 0;
  const ScoreTest test = score_test(score, scatter);
  EXPECT_EQ(test.freedom, 1);
  EXPECT_NEAR(test.statistic, 9, 1e-9);
  EXPECT_EQ(score_test(Vector::Zero(1), Matrix::Zero(1, 1)).freedom, 0);
}

// The example of Benjamini and Hochberg (1995), section 3.2: at 0.05 the first four are discoveries.
TEST(ScoreTest, HoldsTheShareOfFalseDiscoveries) {
  std::vector<double> log_p;
  for (const double p : {0.0298, 0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
                         0.6528, 0.7590, 1.0}) {
    log_p.push_back(std::log(p));
  }
  const std::vector<double> shares = false_shares(log_p);
  for (std::size_t i = 0; i < shares.size(); ++i) EXPECT_EQ(shares[i] <= 0.05, i >= 1 && i <= 4) << i;
  EXPECT_NEAR(shares[1], 0.0015, 1e-12);
}

}  // namespace
}  // namespace hone::learn
