// SPDX-License-Identifier: MIT
#include "tuner/learn/study/fit_uncertainty.hpp"

#include <gtest/gtest.h>

#include "data/error.hpp"
#include "tests/tuner/learn/synthetic_rows.hpp"
#include "tuner/learn/fit/fit.hpp"

namespace hone::learn {
namespace {

// H = [2 1; 1 2] with ridge 1 on the diagonal of the second: [2 1; 1 3], whose inverse is [3 -1; -1 2] / 5.
FitCurvature two_by_two() {
  FitCurvature curvature;
  curvature.parameter_of_weight = {0, -1, -1, 1};
  curvature.data = Matrix{{2, 99}, {1, 2}};    // the upper triangle is not defined
  curvature.penalty.ridge = Vector{{0, 0.5}};  // half of its second derivatives
  return curvature;
}

Schema two_scalars() {
  return Schema("two", {"mg", "eg"}, 4, std::vector<GroupSpec>{{"a", scalar(), ""}, {"b", scalar(), ""}});
}

TEST(FitUncertainty, IsTheInverseOfTheHessian) {
  const play::Uncertainty found = uncertainty_of(two_by_two(), two_scalars(), {});
  EXPECT_EQ(found.fingerprint, two_scalars().fingerprint());
  EXPECT_EQ(found.weights, (std::vector<std::uint32_t>{0, 3}));
  ASSERT_EQ(found.covariance.size(), 3U);
  EXPECT_NEAR(found.covariance[0], 1, 1e-6);
  EXPECT_NEAR(found.covariance[1], -1.0 / 3, 1e-6);
  EXPECT_NEAR(found.covariance[2], 2.0 / 3, 1e-6);
}

// The other weight is still unknown: the variance is 2/5, not the 1/3 that it would be if that were known.
TEST(FitUncertainty, OfSomeGroupsCountsWhatOthersLeaveOpen) {
  const play::Uncertainty found = uncertainty_of(two_by_two(), two_scalars(), {"b"});
  EXPECT_EQ(found.weights, (std::vector<std::uint32_t>{3}));
  EXPECT_EQ(found.covariance, (std::vector<float>{1}));
  EXPECT_THROW((void)uncertainty_of(two_by_two(), two_scalars(), {"nobody"}), Error);
}

TEST(FitUncertainty, OfNothingLearntIsNothing) {
  FitCurvature curvature = two_by_two();
  curvature.parameter_of_weight = {-1, -1, -1, -1};
  EXPECT_TRUE(uncertainty_of(curvature, two_scalars(), {}).weights.empty());
  curvature.parameter_of_weight = {0, -1, -1, 1};
  curvature.data.setConstant(std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(uncertainty_of(curvature, two_scalars(), {}).weights.empty());
}

// A group whose rows say the least is the most uncertain: mobility occurs in a tenth of the rows only.
TEST(FitUncertainty, IsLargestWhereRowsSayLeast) {
  const Schema schema = synthetic_schema();
  std::mt19937 random(3);
  RowSet rows;
  for (std::uint32_t i = 0; i < 4'000; ++i) {
    RowSink sink;
    for (const Group& group : schema.groups()) {
      if (group.name == "never" || (group.name == "mobility" && i % 10 != 0)) continue;
      for (int term = 0; term < group.shape.size(); ++term) sink.add(group.first + term, small_count(random));
    }
    const Row row = sink.finish({0, static_cast<std::uint8_t>(6 * (random() % 5))});
    rows.add(row, {.target = static_cast<float>(random() % 2), .game = i});
  }
  const Weights start = zero_weights(schema);
  const FitResult result = fit(rows, start, {.k = 1, .ridge = 0, .holdout = 0, .keep_curvature = true});
  ASSERT_TRUE(result.curvature);
  const play::Uncertainty found = uncertainty_of(*result.curvature, schema, {});
  for (std::size_t i = 0; i < found.weights.size(); ++i) {
    const float variance = found.covariance[i * (i + 1) / 2 + i];
    const bool is_rare = schema.group_of(static_cast<int>(found.weights[i]) / 2).name == "mobility";
    EXPECT_EQ(variance > 0.5F, is_rare) << found.weights[i] << " " << variance;
  }
}

}  // namespace
}  // namespace hone::learn
