// SPDX-License-Identifier: MIT
#include "tuner/stats/ratings_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "data/random.hpp"

namespace hone::stats {
namespace {

RatingProblem problem_of(RatingModel model) {
  RatingProblem problem;
  problem.model = model;
  problem.group = {0, 0, 0, 1, 1};
  problem.encounters = {{0, 1, {3, 4, 5}}, {1, 0, {2, 2, 6}}, {1, 2, {1, 0, 3}},
                        {2, 0, {4, 1, 1}}, {3, 4, {1, 5, 2}}, {4, 3, {2, 2, 2}}};
  return problem;
}

Eigen::VectorXd some_parameters(std::uint64_t seed) {
  Random random(seed);
  Eigen::VectorXd parameters(7);
  for (double& value : parameters) value = 2 * random.uniform() - 1;
  return parameters;
}

class RatingFits : public testing::TestWithParam<RatingModel> {};
INSTANTIATE_TEST_SUITE_P(Models, RatingFits, testing::Values(RatingModel::logistic, RatingModel::davidson));

TEST_P(RatingFits, HaveDerivativesThatAgreeWithDifferences) {
  const RatingProblem problem = problem_of(GetParam());
  const Eigen::VectorXd at = some_parameters(1);
  const RatingLoss loss = rating_loss(problem, at);
  constexpr double step = 1e-5;
  for (Eigen::Index i = 0; i < at.size(); ++i) {
    Eigen::VectorXd above = at, below = at;
    above(i) += step, below(i) -= step;
    const RatingLoss up = rating_loss(problem, above), down = rating_loss(problem, below);
    EXPECT_NEAR(loss.gradient(i), (up.value - down.value) / (2 * step), 1e-7);
    const Eigen::VectorXd slope = (up.gradient - down.gradient) / (2 * step);
    EXPECT_LT((loss.hessian.col(i) - slope).cwiseAbs().maxCoeff(), 1e-7);
  }
}

TEST_P(RatingFits, EndWhereTheGradientIsNought) {
  const RatingProblem problem = problem_of(GetParam());
  const RatingFit fit = fit_ratings(problem);
  ASSERT_EQ(fit.status, RatingStatus::converged);
  EXPECT_LT(rating_loss(problem, fit.parameters).gradient.cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_NEAR(fit.parameters.head(3).sum(), 0, 1e-9);
  EXPECT_NEAR(fit.parameters.segment(3, 2).sum(), 0, 1e-9);
}

TEST_P(RatingFits, FindNoBetterPlaceAround) {
  const RatingProblem problem = problem_of(GetParam());
  const RatingFit fit = fit_ratings(problem);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Eigen::VectorXd other = fit.parameters + 0.1 * some_parameters(seed);
    EXPECT_GE(rating_loss(problem, other).value, -fit.log_likelihood - 1e-9) << "seed " << seed;
  }
}

TEST_P(RatingFits, DoNotDependOnWhereTheyBegin) {
  const RatingProblem problem = problem_of(GetParam());
  const RatingFit fit = fit_ratings(problem);
  Eigen::VectorXd start = Eigen::VectorXd::Constant(7, 0.3);
  start.head(5) << 2, -1, -1, 3, -3;
  const RatingFit other = fit_ratings(problem, &start);
  EXPECT_LT((fit.parameters - other.parameters).cwiseAbs().maxCoeff(), 1e-8);
}

TEST_P(RatingFits, KeepAGivenAdvantage) {
  RatingProblem problem = problem_of(GetParam());
  problem.advantage = 0.2;
  const RatingFit fit = fit_ratings(problem);
  EXPECT_EQ(fit.advantage(), 0.2);
  EXPECT_EQ(fit.advantage_error(), 0);
}

TEST_P(RatingFits, SeeThatThereIsNoMaximum) {
  RatingProblem problem = problem_of(GetParam());
  problem.encounters = {{0, 1, {0, 0, 5}}, {0, 2, {0, 0, 5}}, {1, 2, {2, 0, 2}}, {3, 4, {2, 0, 2}}};
  problem.advantage = 0;
  EXPECT_EQ(fit_ratings(problem).status, RatingStatus::not_finite);
}

TEST(RatingModels, HaveChancesThatSumToOne) {
  for (RatingModel model : {RatingModel::logistic, RatingModel::davidson}) {
    for (double x : {-800.0, -3.0, 0.0, 0.5, 800.0}) {
      const OutcomeChances chances = outcome_chances(model, x, 0.6);
      EXPECT_NEAR(chances.win + chances.draw + chances.loss, 1, 1e-12);
      EXPECT_TRUE(chances.win >= 0 && chances.draw >= 0 && chances.loss >= 0) << x;
      EXPECT_TRUE(std::isfinite(loss_terms(model, {1, 2, 3}, x, 0.6).value));
    }
  }
}

TEST(RatingModels, AgreeWhenThereAreNoDraws) {
  const LossTerms logistic = loss_terms(RatingModel::logistic, {3, 0, 5}, 0.7, 0);
  const LossTerms davidson = loss_terms(RatingModel::davidson, {3, 0, 5}, 0.7, -40);
  EXPECT_NEAR(logistic.value, davidson.value, 1e-12);
  EXPECT_NEAR(logistic.x, davidson.x, 1e-12);
  EXPECT_NEAR(logistic.xx, davidson.xx, 1e-12);
}

}  // namespace
}  // namespace hone::stats
