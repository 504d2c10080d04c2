// SPDX-License-Identifier: MIT
#include "tuner/learn/study/collinear.hpp"

#include <gmock/gmock.h>

#include "data/random.hpp"
#include "tests/tuner/learn/synthetic_games.hpp"

namespace hone::learn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Matrix random_columns(Eigen::Index rows, Eigen::Index columns) {
  Random random(5);
  Matrix x(rows, columns);
  for (double& value : x.reshaped()) value = static_cast<double>(random.below(5)) - 2;
  return x;
}

Matrix lower_gram(const Matrix& x) {
  Matrix gram = x.transpose() * x;
  gram.triangularView<Eigen::StrictlyUpper>().setConstant(99);  // not to be read
  return gram;
}

TEST(Collinear, NothingIsSaidOfIndependentColumns) {
  const Collinearity found = find_collinear(lower_gram(random_columns(400, 150)));
  EXPECT_THAT(found.unseen, IsEmpty());
  EXPECT_THAT(found.relations, IsEmpty());
  EXPECT_EQ(found.rank(150), 150);
}

// Columns of very different sizes, in the first panel, across panels and at the end. One depends on a column that comes
// after a dependent one.
TEST(Collinear, FindsPlantedRelationsAndTheirCoefficients) {
  Matrix x = random_columns(400, 150);
  x.col(17) *= 1e-4;
  x.col(10) = x.col(2) - 3 * x.col(7);
  x.col(70) = x.col(2) + 0.5 * x.col(65) + 2e4 * x.col(17);
  x.col(90).setZero();
  x.col(149) = -x.col(71);
  const Collinearity found = find_collinear(lower_gram(x));
  EXPECT_THAT(found.unseen, ElementsAre(90));
  ASSERT_THAT(found.relations, SizeIs(3));
  EXPECT_EQ(found.rank(150), 146);
  const std::vector<std::vector<ColumnMultiple>> expected{
      {{2, 1}, {7, -3}}, {{2, 1}, {17, 2e4}, {65, 0.5}}, {{71, -1}}};
  const Eigen::Index columns[] = {10, 70, 149};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(found.relations[i].column, columns[i]);
    ASSERT_THAT(found.relations[i].parts, SizeIs(expected[i].size())) << i;
    for (std::size_t part = 0; part < expected[i].size(); ++part) {
      EXPECT_EQ(found.relations[i].parts[part].column, expected[i][part].column) << i;
      EXPECT_NEAR(found.relations[i].parts[part].coefficient / expected[i][part].coefficient, 1, 1e-7) << i;
    }
  }
}

// Two columns that differ in one row of 400 are different; two that differ by a millionth of their length are the same.
TEST(Collinear, NearlyIsDecidedByTheTolerance) {
  Matrix x = random_columns(400, 20);
  x.col(8) = x.col(3);
  x(100, 8) += 1;
  EXPECT_THAT(find_collinear(lower_gram(x)).relations, IsEmpty());
  x.col(8) = x.col(3);
  x(100, 8) += 1e-6 * x.col(3).norm();
  EXPECT_THAT(find_collinear(lower_gram(x)).relations, SizeIs(1));
  EXPECT_THAT(find_collinear(lower_gram(x), {.tolerance = 1e-13}).relations, IsEmpty());
}

TEST(Collinear, NothingIsSaidOfNoColumns) { EXPECT_EQ(find_collinear(Matrix(0, 0)).rank(0), 0); }

class RelationText : public testing::Test {
 protected:
  // The Hessian of the changed rows, in the approximation of Gauss and Newton at weights of 0.
  [[nodiscard]] std::vector<std::string> phrases(const std::function<void(Vector&)>& change) const {
    const Weights zero = zero_weights(schema_);
    const RowSet rows = synthetic_rows(zero, {.rows = 600});
    Matrix x(rows.size(), schema_.weights());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      Vector row = dense_row(rows[i], schema_);
      change(row);
      x.row(static_cast<Eigen::Index>(i)) = row.transpose();
    }
    std::vector<std::size_t> weights(zero.values.size());
    std::iota(weights.begin(), weights.end(), 0);
    return describe_relations(find_collinear(lower_gram(x)), schema_, weights);
  }
  // The index of a group's first weight at the first phase; the weights of a term are adjacent.
  [[nodiscard]] Eigen::Index at(const char* group) const { return 2 * schema_.find(group)->first; }

  Schema schema_ = synthetic_schema();
};

TEST_F(RelationText, SumOfABoardIsCalledThat) {
  const auto material = [&](Vector& row) {
    row[at("material.knight")] = 0;
    for (int square = 0; square < 6; ++square) row[at("material.knight")] += row[at("psqt.knight") + 2 * square];
  };
  EXPECT_THAT(phrases(material), ElementsAre("material.knight (mg) is the sum of psqt.knight (mg)"));
}

TEST_F(RelationText, UnseenWeightsAreNotMissedInASum) {
  const auto material = [&](Vector& row) {
    row[at("psqt.knight") + 2 * 4] = 0;
    row[at("material.knight")] = 0;
    for (int square = 0; square < 6; ++square) row[at("material.knight")] -= row[at("psqt.knight") + 2 * square];
  };
  EXPECT_THAT(phrases(material), ElementsAre("material.knight (mg) is minus the sum of psqt.knight (mg)"));
}

TEST_F(RelationText, PartOfAGroupIsCounted) {
  const auto tempo = [&](Vector& row) {
    row[at("tempo") + 1] = 2 * (row[at("mobility") + 1] + row[at("mobility") + 3]) - row[at("material.knight")];
  };
  EXPECT_THAT(phrases(tempo),
              ElementsAre("material.knight (mg) is 2 x the sum of 2 weights of mobility (eg) minus tempo (eg)"));
}

TEST_F(RelationText, FewUnlikeWeightsAreSpeltOut) {
  const auto tempo = [&](Vector& row) { row[at("tempo")] = row[at("mobility")] - 0.25 * row[at("mobility") + 4]; };
  EXPECT_THAT(phrases(tempo), ElementsAre("mobility[0] (mg) is 0.25 x mobility[2] (mg) plus tempo (mg)"));
}

TEST_F(RelationText, ManyUnlikeWeightsAreACombination) {
  const auto tempo = [&](Vector& row) {
    row[at("tempo")] = 0;
    for (int i = 0; i < 5; ++i) row[at("tempo")] += (i + 1) * row[at("mobility") + 2 * i];
  };
  EXPECT_THAT(phrases(tempo), ElementsAre("tempo (mg) is a combination of 5 weights of mobility (mg)"));
}

TEST_F(RelationText, BothSidesAlwaysHavingOneMakesABoardsSumZero) {
  const auto square = [&](Vector& row) {
    row[at("psqt.knight") + 10] = 0;
    for (int i = 0; i < 5; ++i) row[at("psqt.knight") + 10] -= row[at("psqt.knight") + 2 * i];
  };
  EXPECT_THAT(phrases(square), ElementsAre("the sum of psqt.knight (mg) is 0 in every row"));
}

}  // namespace
}  // namespace hone::learn
