// SPDX-License-Identifier: MIT
#include "tuner/learn/study/study.hpp"

#include <gmock/gmock.h>

#include "data/random.hpp"
#include "tests/tuner/learn/synthetic_rows.hpp"

namespace hone::learn {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Schema study_schema() {
  return Schema("study", {"mg", "eg"}, 8,
                std::vector<GroupSpec>{{"material.knight", scalar(), ""},
                                       {"psqt.knight", board(2, 3), ""},
                                       {"tempo", scalar(), ""},
                                       {"never", list(2), ""}});
}

// The board's mean is 0 at both phases.
Weights study_weights() {
  Weights weights = zero_weights(study_schema());
  weights.values = {90, 70, -30, 20, 10, 0, 20, -20, -15, 5, 25, -15, -10, 10, 12, 0, 0, 0, 0, 0};
  return weights;
}

// Material is the sum of the squares. One random number for each game decides which of its positions are won.
RowSet study_rows(const Weights& weights, std::uint64_t seed, std::uint32_t games = 400) {
  Random random(seed);
  RowSet rows;
  for (std::uint32_t game = 0; game < games; ++game) {
    const double luck = random.uniform();
    for (int position = 0; position < 5; ++position) {
      RowSink sink;
      for (int square = 1; square <= 6; ++square) {
        const int count = static_cast<int>(random.below(3)) - 1;
        sink.add(square, count);
        sink.add(0, count);
      }
      sink.add(7, random.below(2) == 0 ? 1 : -1);
      const Row row = sink.finish({0, static_cast<std::uint8_t>(random.below(8))});
      RowLabel label{.game = game};
      label.target = luck < outcome_of_logit(logit_per_score(weights.k) * row_score(row, label, weights)) ? 1.0F : 0.0F;
      rows.add(row, label);
    }
  }
  return rows;
}

FitOptions keeping_curvature(double holdout) {
  FitOptions options;
  options.k = 1.0;
  options.holdout = holdout;
  options.decimals = 3;
  options.keep_curvature = true;
  return options;
}

FitReport study(const RowSet& rows, const FitOptions& options, const Weights& start) {
  return study_fit(rows, start, fit(rows, start, options), options);
}

TEST(Study, SaysWhatTheDataLeaveOpen) {
  const RowSet rows = study_rows(study_weights(), 1);
  const FitReport report = study(rows, keeping_curvature(0.2), zero_weights(study_schema()));
  EXPECT_THAT(report.collinear, ElementsAre("material.knight (mg) is the sum of psqt.knight (mg)",
                                            "material.knight (eg) is the sum of psqt.knight (eg)"));
  ASSERT_THAT(report.groups, SizeIs(4));
  EXPECT_EQ(report.groups[3].unseen, 4U);
  EXPECT_TRUE(report.heldout_calibration);
  EXPECT_TRUE(report.recalibration);
  EXPECT_FALSE(report.warning);
  EXPECT_THAT(study(study_rows(study_weights(), 1, 20), keeping_curvature(0), study_weights()).warning.value_or(""),
              HasSubstr("20 games are too few to learn from"));
}

// The ridge, or its absence, decides how the fit divides a constant between material and squares, but after the boards
// are centered the weights are the same.
TEST(Study, ErrorsDoNotDependOnHowFreeDirectionsAreSettled) {
  const RowSet rows = study_rows(study_weights(), 1);
  FitOptions options = keeping_curvature(0);
  options.ridge = 1e-9;
  const FitReport weak = study(rows, options, study_weights());
  options.ridge = 1e-7;
  const FitReport less_weak = study(rows, options, study_weights());
  options.ridge = 0;
  const FitReport none = study(rows, options, study_weights());
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_GT(weak.weights[i].error, 0) << i;
    EXPECT_NEAR(less_weak.weights[i].error / weak.weights[i].error, 1, 1e-3) << i;
    EXPECT_NEAR(none.weights[i].error / weak.weights[i].error, 1, 1e-3) << i;
  }
}

// Of two terms that count the same only the sum is known, unless something pulls the two apart.
TEST(Study, GivesNoErrorToWhatNothingDetermines) {
  const Schema schema("twins", {"all"}, 1,
                      std::vector<GroupSpec>{{"twin", ordered(list(3)), ""}, {"other", scalar(), ""}});
  Weights planted = zero_weights(schema);
  planted.values = {60, 0, 30, 80};
  Random random(3);
  RowSet rows;
  for (std::uint32_t game = 0; game < 1000; ++game) {
    RowSink sink;
    const int twice = static_cast<int>(random.below(5)) - 2;
    sink.add(0, twice);
    sink.add(1, twice);
    for (const int term : {2, 3}) sink.add(term, static_cast<int>(random.below(5)) - 2);
    const Row row = sink.finish({});
    RowLabel label{.game = game};
    label.target =
        random.uniform() < outcome_of_logit(logit_per_score(1) * row_score(row, label, planted)) ? 1.0F : 0.0F;
    rows.add(row, label);
  }
  const auto errors_of = [&](double ridge, double smooth) {
    FitOptions options = keeping_curvature(0);
    options.ridge = ridge;
    options.smooth = smooth;
    const FitReport report = study(rows, options, zero_weights(schema));
    std::vector<bool> known;
    for (const WeightEstimate& weight : report.weights) known.push_back(weight.error > 0);
    return known;
  };
  EXPECT_THAT(errors_of(0, 0), ElementsAre(false, false, true, true));
  EXPECT_THAT(errors_of(1e-4, 0), ElementsAre(true, true, true, true));
  EXPECT_THAT(errors_of(0, 1e-3), ElementsAre(true, true, true, true)) << "neighbours are pulled to each other";
}

// A start that differs from another by its gauge alone is the same start.
TEST(Study, ChangesAreThoseOfTheCenteredStart) {
  const RowSet rows = study_rows(study_weights(), 1);
  Weights shifted = study_weights();
  shifted.values[0] += 50;
  for (std::size_t square = 1; square <= 6; ++square) shifted.values[2 * square] -= 50;
  const FitReport centered = study(rows, keeping_curvature(0), study_weights());
  const FitReport report = study(rows, keeping_curvature(0), shifted);
  for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(report.weights[i].z(), centered.weights[i].z(), 0.01) << i;
}

// The start is the planted weights, so that z is the error in standard errors. Of 16 weights in 60 fits 95 % are within
// 1.96, give or take three times the 0.9 % that 600 independent weights would give, as those of squares are correlated.
TEST(Study, IntervalsHoldThePlantedWeightsAsOftenAsTheySay) {
  int held = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const FitReport report = study(study_rows(study_weights(), seed), keeping_curvature(0), study_weights());
    for (std::size_t i = 0; i < 16; ++i) held += std::abs(report.weights[i].z()) < 1.96 ? 1 : 0;
  }
  EXPECT_NEAR(held / (60.0 * 16), 0.95, 0.027);
}

TEST(Study, IsTheSameForAnyNumberOfThreads) {
  const RowSet rows = study_rows(study_weights(), 1);
  FitOptions options = keeping_curvature(0.2);
  const FitReport one = study(rows, options, study_weights());
  options.threads = 2;
  const FitReport two = study(rows, options, study_weights());
  for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(one.weights[i].error, two.weights[i].error);
  EXPECT_EQ(one.recalibration->slope, two.recalibration->slope);
}

TEST(Study, IsGivenUpWhenStopped) {
  const RowSet rows = study_rows(study_weights(), 1);
  const Weights start = zero_weights(study_schema());
  const FitOptions options = keeping_curvature(0.1);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THAT(study_fit(rows, start, fit(rows, start, options), options, {}, stop.get_token()).weights, IsEmpty());
}

TEST(Study, GivesNoErrorsWithoutCurvature) {
  FitOptions options = keeping_curvature(0);
  options.keep_curvature = false;
  const FitReport report = study(study_rows(study_weights(), 1), options, study_weights());
  EXPECT_THAT(report.weights, Each(testing::Field(&WeightEstimate::error, 0)));
  EXPECT_THAT(report.collinear, IsEmpty());
  EXPECT_FALSE(report.heldout_calibration);
}

}  // namespace
}  // namespace hone::learn
