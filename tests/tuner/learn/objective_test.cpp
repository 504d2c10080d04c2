// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/objective.hpp"

#include <gtest/gtest.h>

#include "data/error.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/learn/slopes.hpp"
#include "tests/tuner/learn/synthetic_rows.hpp"
#include "tuner/learn/fit/row_scores.hpp"

namespace hone::learn {
namespace {

class ObjectiveTest : public testing::TestWithParam<Loss> {
 protected:
  static std::vector<bool> all_terms() {
    return std::vector<bool>(static_cast<std::size_t>(synthetic_schema().terms()), true);
  }
  static PackedRows packed(const RowSet& rows, const Weights& start) {
    return {rows, all_rows(rows), start, all_terms()};
  }
  [[nodiscard]] static ObjectiveOptions options(int threads = 1) {
    return {.loss = GetParam(), .k = 1.3, .ridge = Vector::Constant(24 + 2, 1e-3), .threads = threads};
  }
  static Vector point(Eigen::Index size) {
    Vector x(size);
    for (Eigen::Index i = 0; i < size; ++i) x[i] = 0.3 * std::sin(1.0 + 3.0 * static_cast<double>(i));
    return x;
  }
  static Matrix symmetric(const Matrix& lower) { return lower.selfadjointView<Eigen::Lower>(); }
};

INSTANTIATE_TEST_SUITE_P(Losses, ObjectiveTest, testing::Values(Loss::squared, Loss::cross_entropy),
                         [](const auto& param) { return param.param == Loss::squared ? "squared" : "cross_entropy"; });

TEST_P(ObjectiveTest, ValueIsTheMeanLossOfTheDisplacedWeights) {
  const Weights start = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(start, {});
  const PackedRows data = packed(rows, start);
  const Vector x = point(static_cast<Eigen::Index>(data.parameters()));
  Weights moved = start;
  moved.k = options().k;
  for (std::size_t i = 0; i < data.parameters(); ++i)
    moved.values[data.weight_of(i)] += 100 * x[static_cast<Eigen::Index>(i)];
  const auto losses = row_losses(rows, all_rows(rows), moved, GetParam(), 1);
  const double expected = mean_over_games(rows, all_rows(rows), losses).mean + 1e-3 * x.squaredNorm();
  EXPECT_NEAR(Objective(data, options()).value(x), expected, 1e-13);
}

TEST_P(ObjectiveTest, GradientIsTheSlopeOfTheValue) {
  const Weights start = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(start, {});
  const PackedRows data = packed(rows, start);
  const Objective objective(data, options());
  expect_gradient_is_slope(objective, point(objective.size()), 1e-9);
}

Matrix slope_of_gradient(const Objective& objective, const Vector& x) {
  Matrix result(x.size(), x.size());
  Vector after, before;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const Vector step = Vector::Unit(x.size(), i) * 1e-5;
    (void)objective.gradient(x + step, after);
    (void)objective.gradient(x - step, before);
    result.col(i) = (after - before) / 2e-5;
  }
  return result;
}

// The Hessian of Gauss and Newton for the squared loss is exact where every prediction is right, which holds for exact
// targets and the planted weights at x = 0.
TEST_P(ObjectiveTest, HessianIsTheSlopeOfTheGradientAtAPerfectFit) {
  const Weights start = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(start, {.exact_targets = true, .k = options().k});
  const PackedRows data = packed(rows, start);
  const Objective objective(data, options());
  const Vector x = Vector::Zero(objective.size());
  Matrix hessian;
  objective.hessian(x, hessian);
  EXPECT_LT((symmetric(hessian) - slope_of_gradient(objective, x)).cwiseAbs().maxCoeff(), 1e-7);
}

// All kinds of rows: plain ones, with scale factors, and with counts that are not whole numbers.
class ObjectiveOfRows : public testing::TestWithParam<SyntheticOptions> {
 protected:
  ObjectiveOfRows()
      : start_(planted_weights(synthetic_schema())),
        rows_(synthetic_rows(start_, GetParam())),
        packed_(rows_, all_rows(rows_), start_, std::vector<bool>(15, true)),
        objective_(packed_, {.loss = Loss::cross_entropy,
                             .k = 0.7,
                             .ridge = Vector::LinSpaced(static_cast<Eigen::Index>(packed_.parameters()), 0, 0.1)}),
        x_(objective_.size()) {
    for (Eigen::Index i = 0; i < x_.size(); ++i) x_[i] = 0.3 * std::sin(1.0 + 3.0 * static_cast<double>(i));
  }

  Weights start_;
  RowSet rows_;
  PackedRows packed_;
  Objective objective_;
  Vector x_;
};

INSTANTIATE_TEST_SUITE_P(Kinds, ObjectiveOfRows,
                         testing::Values(SyntheticOptions{}, SyntheticOptions{.scaled = true},
                                         SyntheticOptions{.real_counts = true},
                                         SyntheticOptions{.scaled = true, .real_counts = true}),
                         [](const auto& param) {
                           return std::string(param.param.scaled ? "scaled" : "plain") +
                                  (param.param.real_counts ? "_real" : "_whole");
                         });

TEST_P(ObjectiveOfRows, ValueIsThatOfTheMovedWeights) {
  Weights moved = start_;
  moved.k = 0.7;
  for (std::size_t i = 0; i < packed_.parameters(); ++i) {
    moved.values[packed_.weight_of(i)] += 100 * x_[static_cast<Eigen::Index>(i)];
  }
  const auto losses = row_losses(rows_, all_rows(rows_), moved, Loss::cross_entropy, 1);
  const double pull = Vector::LinSpaced(x_.size(), 0, 0.1).dot(x_.cwiseAbs2());
  EXPECT_NEAR(objective_.value(x_), mean_over_games(rows_, all_rows(rows_), losses).mean + pull, 1e-13);
}

TEST_P(ObjectiveOfRows, GradientIsTheSlopeOfTheValue) {
  Vector gradient;
  (void)objective_.gradient(x_, gradient);
  for (Eigen::Index i = 0; i < x_.size(); ++i) {
    const Vector step = Vector::Unit(x_.size(), i) * 1e-5;
    EXPECT_NEAR(gradient[i], (objective_.value(x_ + step) - objective_.value(x_ - step)) / 2e-5, 1e-9) << i;
  }
}

TEST_P(ObjectiveOfRows, HessianIsTheSlopeOfTheGradient) {
  Matrix hessian;
  objective_.hessian(x_, hessian);
  const Matrix whole = hessian.selfadjointView<Eigen::Lower>();
  EXPECT_LT((whole - slope_of_gradient(objective_, x_)).cwiseAbs().maxCoeff(), 1e-8);
}

TEST_P(ObjectiveOfRows, MultipliesByItsHessianWithoutWritingItDown) {
  Matrix hessian;
  objective_.hessian(x_, hessian);
  objective_.set_point(x_);
  Vector product;
  const Vector v = Vector::LinSpaced(x_.size(), -1, 2);
  objective_.multiply(v, product);
  EXPECT_LT((product - hessian.selfadjointView<Eigen::Lower>() * v).norm(), 1e-12);
  EXPECT_LT((objective_.diagonal() - hessian.diagonal()).norm(), 1e-14);
}

TEST_P(ObjectiveOfRows, HessianOfASampleIsNearTheWhole) {
  const RowSet many = synthetic_rows(start_, [] {
    SyntheticOptions options = GetParam();
    options.rows = 50'000;
    return options;
  }());
  const PackedRows packed(many, all_rows(many), start_, std::vector<bool>(15, true));
  const Objective objective(packed, {.loss = Loss::cross_entropy, .k = 0.7});
  Matrix exact, sampled;
  objective.hessian(x_, exact);
  objective.hessian(x_, sampled, 10);
  EXPECT_LT((exact - sampled).cwiseAbs().maxCoeff(), 0.1 * exact.diagonal().maxCoeff());
  EXPECT_NEAR(sampled.trace() / exact.trace(), 1, 0.03);
}

TEST(Objective, PullsEachParameterTowardsItsPrior) {
  const Weights start = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(start, {});
  const PackedRows data(rows, all_rows(rows), start, std::vector<bool>(15, true));
  const Objective free(data, {.loss = Loss::squared, .k = 0.7});
  const Vector ridge = Vector::LinSpaced(free.size(), 0, 1), prior = Vector::LinSpaced(free.size(), -2, 3);
  const Objective pulled(data, {.loss = Loss::squared, .k = 0.7, .ridge = ridge, .prior = prior});
  const Vector x = Vector::Constant(free.size(), 0.2);
  EXPECT_NEAR(pulled.value(x) - free.value(x), (ridge.array() * (x - prior).array().square()).sum(), 1e-12);
}

TEST(Objective, HessianOfCrossEntropyIsTheSlopeOfTheGradientAnywhere) {
  const Weights start = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(start, {});
  const PackedRows data(rows, all_rows(rows), start, std::vector<bool>(15, true));
  const Objective objective(data, {.loss = Loss::cross_entropy, .k = 0.7});
  const Vector x = Vector::Constant(objective.size(), 0.2);
  Matrix hessian;
  objective.hessian(x, hessian);
  const Matrix whole = hessian.selfadjointView<Eigen::Lower>();
  EXPECT_LT((whole - slope_of_gradient(objective, x)).cwiseAbs().maxCoeff(), 1e-8);
}

TEST_P(ObjectiveTest, IsTheSameToTheLastBitForAnyNumberOfThreads) {
  const Weights start = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(start, {.rows = 200'000});
  const PackedRows data = packed(rows, start);
  const Objective one(data, options(1));
  const Vector x = point(one.size());
  Vector gradient, other_gradient;
  Matrix hessian, other_hessian;
  const double value = one.gradient(x, gradient);
  one.hessian(x, hessian);
  for (const int threads : {2, 3, 7}) {
    const Objective many(data, options(threads));
    EXPECT_EQ(many.gradient(x, other_gradient), value);
    EXPECT_EQ(many.value(x), value);
    many.hessian(x, other_hessian);
    EXPECT_EQ(gradient, other_gradient);
    EXPECT_EQ(symmetric(hessian), symmetric(other_hessian));
  }
}

TEST(StagedRows, DropWhatIsFrozenOrNeverSeen) {
  const Weights start = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(start, {.rows = 100});
  std::vector<bool> fitted(15, true);
  fitted[0] = false;  // material.knight
  const PackedRows data(rows, all_rows(rows), start, fitted);
  EXPECT_EQ(data.columns(), 12U);  // 15 terms without a frozen one and two that were never seen
  EXPECT_EQ(data.parameters(), 24U);
  EXPECT_EQ(data.weight_of(0), 2U);   // psqt.knight[0,0] at mg
  EXPECT_EQ(data.weight_of(12), 3U);  // the same at eg
}

TEST(StagedRows, GatherRowsByStagePointAndKeepTheirScores) {
  const Weights start = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(start, {.rows = 1000});
  const PackedRows data(rows, all_rows(rows), start, std::vector<bool>(15, true));
  double before = 0, after = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) before += row_score(rows[i], start);
  for (const RowBlock& block : data.blocks()) {
    for (const PackedLabel& label : data.labels(block)) after += 100 * label.base;
  }
  EXPECT_NEAR(before, after, 1e-6);
  const auto blocks = data.blocks();
  EXPECT_EQ(blocks.front().first, 0U);
  for (std::size_t i = 1; i < blocks.size(); ++i) {
    EXPECT_EQ(blocks[i].first, blocks[i - 1].last);
    EXPECT_LT(blocks[i - 1].upper_share, blocks[i].upper_share);
  }
}

TEST(StagedRows, AreTheSameInAFileWithoutAName) {
  const TempFolder folder;
  const Weights start = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(start, {.rows = 10'000, .scaled = true});
  const std::vector<bool> all(15, true);
  const PackedRows memory(rows, all_rows(rows), start, all);
  const PackedRows file(rows, all_rows(rows), start, all, {.folder = folder.path()});
  const Vector x = Vector::Constant(26, 0.1);
  Vector one, two;
  EXPECT_EQ(Objective(memory, {}).gradient(x, one), Objective(file, {}).gradient(x, two));
  EXPECT_EQ(one, two);
  EXPECT_THROW(PackedRows(rows, all_rows(rows), start, all, {.folder = folder / "missing"}), Error);
}

TEST(StagedRows, SeeNothingOfRowsThatAreScaledAway) {
  const Weights start = zero_weights(synthetic_schema());
  RowSet rows;
  for (const float scale : {0.0F, 0.5F}) {
    RowSink sink;
    sink.add(scale == 0 ? 0 : 1);
    rows.add(sink.finish({0, 12}), {.lower_scale = scale, .upper_scale = 0});
  }
  const PackedRows data(rows, all_rows(rows), start, std::vector<bool>(15, true));
  EXPECT_EQ(data.seen(), (std::vector<bool>{false, true, false, false}));
}

TEST(StagedRows, SeeOnlyTheStagesThatHaveAShare) {
  const Weights start = zero_weights(synthetic_schema());
  RowSet rows;
  const auto add = [&](int term, std::uint8_t step) {
    RowSink sink;
    sink.add(term);
    rows.add(sink.finish({0, step}), {});
  };
  add(0, 0);
  add(1, 24);
  add(2, 12);
  const PackedRows data(rows, all_rows(rows), start, std::vector<bool>(15, true));
  EXPECT_EQ(data.seen(), (std::vector<bool>{true, false, true, false, true, true}));
}

}  // namespace
}  // namespace hone::learn
