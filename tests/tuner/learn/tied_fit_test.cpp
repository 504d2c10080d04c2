// SPDX-License-Identifier: MIT
//
// Fits with ties, stages, fixed weights and bounds. The reference for ties is a fit without any: to the same rows with
// the counts of tied terms added up, in a schema that has one term for them.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "data/constraints.hpp"
#include "data/error.hpp"
#include "data/random.hpp"
#include "tests/tuner/learn/carry_support.hpp"
#include "tests/tuner/learn/slopes.hpp"
#include "tests/tuner/learn/synthetic_rows.hpp"
#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/learn/study/bootstrap.hpp"
#include "tuner/learn/study/coverage.hpp"
#include "tuner/learn/study/study.hpp"
#include "tuner/learn/study/weight_draws.hpp"

namespace hone::learn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Schema tied_schema(std::vector<std::string> constraints) {
  Schema schema("tied", {"mg", "eg"}, 24,
                std::vector<GroupSpec>{{"material.knight", scalar(), ""},
                                       {"psqt.knight", board(4, 4), ""},
                                       {"mobility", ordered(list(5)), ""},
                                       {"reach", ordered(list(5)), ""},
                                       {"tempo", scalar(), ""}});
  schema.constrain(constraints);
  return schema;
}

const std::vector<std::string> within_stages{"tie mirror psqt.knight", "tie mobility = reach"};
const std::vector<std::string> across_stages{"tie *.mg = *.eg"};

// What the ties within stages make of it.
Schema merged_schema() {
  return Schema("tied", {"mg", "eg"}, 24,
                std::vector<GroupSpec>{{"material.knight", scalar(), ""},
                                       {"psqt.knight", board(4, 2), ""},
                                       {"mobility", ordered(list(5)), ""},
                                       {"tempo", scalar(), ""}});
}

// What the ties across stages make of it.
Schema one_stage_schema() {
  return Schema("tied", {"all"}, 1,
                std::vector<GroupSpec>{{"material.knight", scalar(), ""},
                                       {"psqt.knight", board(4, 4), ""},
                                       {"mobility", ordered(list(5)), ""},
                                       {"reach", ordered(list(5)), ""},
                                       {"tempo", scalar(), ""}});
}

// Of each term of the tied schema the one of the merged schema.
int merged_term(int term) {
  constexpr int board_first = 1, list_first = 17, reach_first = 22, tempo = 27;
  if (term < board_first) return term;
  if (term < list_first) {
    const int row = (term - board_first) / 4, col = (term - board_first) % 4;
    return 1 + 2 * row + std::min(col, 3 - col);
  }
  if (term < reach_first) return 9 + term - list_first;
  return term < tempo ? 9 + term - reach_first : 14;
}

struct TiedRows {
  std::uint32_t games = 300;
  bool has_all_squares = true;  // else no knight stands on the square 0,3
  bool may_cancel = true;  // counts of tied terms; where they do, evidence counts a game that the reference does not
};

// The material is the number of knights, as in chess. One number for each game decides which of its positions are won.
RowSet tied_rows(const Weights& planted, std::uint64_t seed, const TiedRows& kind = {}) {
  Random random(seed);
  RowSet rows;
  const auto count = [&] { return static_cast<int>(random.below(3)) - (kind.may_cancel ? 1 : 0); };
  for (std::uint32_t game = 0; game < kind.games; ++game) {
    const double luck = random.uniform();
    for (int position = 0; position < 4; ++position) {
      RowSink sink;
      for (int square = 0; square < 16; ++square) {
        const bool is_empty = random.below(2) == 0 || (square == 3 && !kind.has_all_squares);
        const int knights = is_empty ? 0 : count();
        sink.add(0, knights);
        sink.add(1 + square, knights);
      }
      for (int i = 0; i < 10; ++i) sink.add(17 + i, count());
      sink.add(27, random.below(2) == 0 ? 1 : -1);
      const Row row = sink.finish({0, static_cast<std::uint8_t>(random.below(25))});
      RowLabel label{.weight = position == 0 ? 0.5F : 1.0F, .game = game};
      label.target = luck < outcome_of_logit(logit_per_score(1) * row_score(row, label, planted)) ? 1.0F : 0.0F;
      rows.add(row, label);
    }
  }
  return rows;
}

template <class Map>
RowSet merged_rows(const RowSet& rows, const Map& term_of, bool keep_phases) {
  RowSet result;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    RowSink sink;
    for (const FeatureCount entry : rows[i].entries) sink.add(term_of(entry.term), static_cast<int>(entry.count));
    result.add(sink.finish(keep_phases ? rows[i].phase : PhasePoint{}), rows[i].label);
  }
  return result;
}

// Planted weights that keep to the ties.
Weights tied_weights(const Schema& schema) {
  const Constraints ties = constraints_of(schema);
  Weights weights = zero_weights(schema);
  Random random(5);
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    const double drawn = static_cast<double>(random.below(121)) - 60;
    weights.values[i] = ties.tied_to[i] == i ? drawn : weights.values[ties.tied_to[i]];
  }
  return weights;
}

// A fit with ties and the one that it is to agree with.
struct Comparison {
  Weights start, plain_start;
  RowSet rows, plain_rows;
  std::function<std::size_t(std::size_t)> plain_weight;  // of each weight of the tied fit
};

Comparison comparison_within_stages(bool may_cancel) {
  const Schema schema = tied_schema(within_stages);
  RowSet rows = tied_rows(tied_weights(schema), 1, {.has_all_squares = false, .may_cancel = may_cancel});
  RowSet merged = merged_rows(rows, merged_term, true);
  return {zero_weights(schema), zero_weights(merged_schema()), std::move(rows), std::move(merged),
          [](std::size_t weight) {
            return static_cast<std::size_t>(merged_term(static_cast<int>(weight / 2))) * 2 + weight % 2;
          }};
}

Comparison comparison_across_stages() {
  const Schema schema = tied_schema(across_stages);
  RowSet rows = tied_rows(tied_weights(schema), 2);
  RowSet merged = merged_rows(
      rows, [](int term) { return term; }, false);
  return {zero_weights(schema), zero_weights(one_stage_schema()), std::move(rows), std::move(merged),
          [](std::size_t weight) { return weight / 2; }};
}

struct TiedCase {
  const char* name;
  bool is_across;
  FitOptions options;
};

void PrintTo(const TiedCase& of, std::ostream* out) { *out << of.name; }

FitOptions tied_options(std::optional<double> ridge, std::optional<double> smooth, Loss loss = Loss::cross_entropy) {
  FitOptions options{.loss = loss, .k = 1.0, .ridge = ridge, .smooth = smooth, .decimals = 9};
  options.keep_curvature = true;
  return options;
}

FitOptions by_group(FitOptions options) {
  options.group_ridge = {{"*", std::nullopt}};
  return options;
}

FitOptions by_gradients(FitOptions options) {
  options.dense_limit = 0;
  return options;
}

std::vector<TiedCase> tied_cases() {
  std::vector<TiedCase> cases;
  for (const bool across : {false, true}) {
    cases.push_back({"ridge", across, tied_options(1e-2, 0)});
    cases.push_back({"squares", across, tied_options(1e-2, 3e-3, Loss::squared)});
    cases.push_back({"folds", across, tied_options(std::nullopt, 1e-3)});
    cases.push_back({"evidence", across, by_group(tied_options(1e-3, std::nullopt))});
    cases.push_back({"both", across, by_group(tied_options(std::nullopt, std::nullopt))});
    cases.push_back({"gradients", across, by_gradients(tied_options(1e-2, 3e-3))});
    cases.push_back({"rough_evidence", across, by_gradients(by_group(tied_options(1e-3, std::nullopt)))});
  }
  return cases;
}

class TiedFit : public testing::TestWithParam<TiedCase> {
 protected:
  TiedFit()
      : both_(GetParam().is_across ? comparison_across_stages()
                                   : comparison_within_stages(GetParam().options.group_ridge.empty())) {}

  const FitOptions& options_ = GetParam().options;
  Comparison both_;
};

INSTANTIATE_TEST_SUITE_P(Ways, TiedFit, testing::ValuesIn(tied_cases()), [](const auto& of) {
  return std::string(of.param.name) + (of.param.is_across ? "_across" : "_within");
});

TEST_P(TiedFit, IsTheFitToRowsWithTheTiedCountsAdded) {
  const FitResult tied = fit(both_.rows, both_.start, options_);
  const FitResult plain = fit(both_.plain_rows, both_.plain_start, options_);
  EXPECT_EQ(tied.summary.status, FitStatus::converged);
  EXPECT_EQ(tied.summary.fitted_classes, plain.summary.fitted_weights);
  EXPECT_EQ(tied.summary.fitted_weights, both_.start.values.size());
  EXPECT_NEAR(tied.summary.objective, plain.summary.objective, 1e-9);
  EXPECT_NEAR(tied.summary.ridge, plain.summary.ridge, 1e-9 * plain.summary.ridge);
  EXPECT_NEAR(tied.summary.heldout.rounded, plain.summary.heldout.rounded, 1e-8);
  // Strengths from the data are found by steps that end when they change little, and count the games of each weight.
  const double near = options_.group_ridge.empty() ? 1e-6 : 1e-4;
  for (std::size_t i = 0; i < tied.weights.values.size(); ++i) {
    EXPECT_NEAR(tied.weights.values[i], plain.weights.values[both_.plain_weight(i)], near) << i;
  }
}

TEST_P(TiedFit, HasTheErrorsOfThatFit) {
  const auto studied = [&](const RowSet& rows, const Weights& start) {
    const FitResult result = fit(rows, start, options_);
    std::vector<double> sampling;
    if (options_.dense_limit == 0) sampling.assign(start.values.size(), 3.0);
    return study_fit(rows, start, result, options_, sampling);
  };
  const FitReport tied = studied(both_.rows, both_.start), plain = studied(both_.plain_rows, both_.plain_start);
  ASSERT_EQ(tied.weights.size(), both_.start.values.size());
  for (const WeightEstimate& weight : tied.weights) {
    const WeightEstimate& other = plain.weights[both_.plain_weight(weight.weight)];
    EXPECT_GT(weight.error, 0) << weight.weight;
    EXPECT_NEAR(weight.error, other.error, 1e-5 * other.error) << weight.weight;
    EXPECT_NEAR(weight.chance, other.chance, 1e-5 * other.chance) << weight.weight;
    EXPECT_NEAR(weight.data_share, other.data_share, 1e-5) << weight.weight;
    EXPECT_EQ(weight.seen.positions, other.seen.positions) << weight.weight;
    EXPECT_NEAR(weight.seen.effective_games, other.seen.effective_games, 1e-4) << weight.weight;
  }
  ASSERT_TRUE(tied.curve && plain.curve);
  EXPECT_NEAR(tied.curve->twice_gain, plain.curve->twice_gain, 1e-7);
}

TEST_P(TiedFit, HasTheSameBytesForAnyNumberOfThreads) {
  FitOptions options = options_;
  options.threads = 3;
  EXPECT_EQ(fit(both_.rows, both_.start, options).weights.values,
            fit(both_.rows, both_.start, options_).weights.values);
}

TEST(TiedFits, ConjugateGradientsFindTheSameWeights) {
  for (const auto& ties : {within_stages, across_stages}) {
    const Weights planted = tied_weights(tied_schema(ties));
    const RowSet rows = tied_rows(planted, 8);
    const Weights start = zero_weights(planted.schema);
    const FitResult dense = fit(rows, start, tied_options(1e-2, 1e-3));
    const FitResult large = fit(rows, start, by_gradients(tied_options(1e-2, 1e-3)));
    EXPECT_TRUE(dense.summary.dense);
    EXPECT_FALSE(large.summary.dense);
    EXPECT_NEAR(large.summary.objective, dense.summary.objective, 1e-10);
    EXPECT_LT(largest_difference(large.fitted, dense.fitted), 0.02);
  }
}

// Of each class as of one weight.
TEST(TiedStudy, NamesWhatTheDataLeaveOpenOnce) {
  const Comparison both = comparison_within_stages(true);
  const FitOptions options = tied_options(0, 0);
  const auto relations = [&](const RowSet& rows, const Weights& start) {
    return study_fit(rows, start, fit(rows, start, options), options).collinear;
  };
  EXPECT_EQ(relations(both.rows, both.start), relations(both.plain_rows, both.plain_start));
  EXPECT_THAT(relations(both.rows, both.start), testing::SizeIs(2));
}

TEST(TiedFits, RecoverPlantedWeightsFromExactTargets) {
  for (const auto& ties : {within_stages, across_stages}) {
    const Weights planted = tied_weights(tied_schema(ties));
    const RowSet drawn = tied_rows(planted, 3);
    RowSet rows;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      RowLabel label = drawn[i].label;
      label.target = static_cast<float>(outcome_of_logit(logit_per_score(1) * row_score(drawn[i], planted)));
      rows.add({drawn[i].phase, drawn[i].entries, label});
    }
    FitOptions options = tied_options(1e-9, 0);
    options.holdout = 0;
    options.fixes = {"material.knight"};  // the rows cannot tell it from the squares
    Weights start = zero_weights(planted.schema);
    start.values[0] = planted.values[0];
    start.values[1] = planted.values[1];
    const FitResult result = fit(rows, start, options);
    for (std::size_t i = 0; i < planted.values.size(); ++i) {
      EXPECT_NEAR(result.weights.values[i], planted.values[i], 0.05) << i;
    }
  }
}

// -- The objective

struct TiedProblem {
  explicit TiedProblem(const std::vector<std::string>& constraints, FitOptions with = tied_options(0, 0))
      : options(std::move(with)),
        start(tied_weights(tied_schema(constraints))),
        rows(tied_rows(start, 4)),
        setup(rows, start, options),
        problem(setup.problem(setup.split)) {
    point.resize(static_cast<Eigen::Index>(problem.parameters()));
    for (Eigen::Index i = 0; i < point.size(); ++i) point[i] = 0.2 * std::sin(1.0 + 3.0 * static_cast<double>(i));
  }

  FitOptions options;
  Weights start;
  RowSet rows;
  FitSetup setup;
  FitProblem problem;
  Vector point;
};

// Ties within and across stages and groups, of which some weights are fixed.
const std::vector<std::string> many_kinds{"tie mirror psqt.knight", "tie mobility.mg = reach.eg",
                                          "tie mobility[0].mg = tempo.eg", "stage eg material.*", "fix reach[4]"};

TEST(TiedObjective, HasTheSlopesOfItsValue) {
  const TiedProblem tied(many_kinds);
  const Objective objective = tied.problem.data();
  EXPECT_EQ(objective.size(), 16 + 5 + 5 + 4 - 1 + 1 + 1);
  expect_gradient_is_slope(objective, tied.point, 1e-8);
  Matrix hessian, slopes(objective.size(), objective.size());
  objective.data_hessian(tied.point, hessian);
  for (Eigen::Index i = 0; i < objective.size(); ++i) {
    const Vector step = Vector::Unit(objective.size(), i) * 1e-5;
    Vector after, before;
    (void)objective.gradient(tied.point + step, after);
    (void)objective.gradient(tied.point - step, before);
    slopes.col(i) = (after - before) / 2e-5;
  }
  EXPECT_LT((Matrix(hessian.selfadjointView<Eigen::Lower>()) - slopes).cwiseAbs().maxCoeff(), 1e-8);
}

TEST(TiedObjective, MultipliesByItsHessian) {
  for (const bool are_scaled : {false, true}) {
    TiedProblem tied(many_kinds);
    if (are_scaled) {
      RowSet scaled;
      for (std::size_t i = 0; i < tied.rows.size(); ++i) {
        RowLabel label = tied.rows[i].label;
        if (i % 2 == 0) label.lower_scale = 0.25F;
        scaled.add({tied.rows[i].phase, tied.rows[i].entries, label});
      }
      tied.rows = std::move(scaled);
    }
    const FitProblem problem = tied.setup.problem(tied.setup.split);
    Objective objective = problem.data();
    Matrix hessian;
    objective.data_hessian(tied.point, hessian);
    objective.set_point(tied.point);
    Vector product;
    objective.multiply(tied.point, product);
    EXPECT_LT((product - hessian.selfadjointView<Eigen::Lower>() * tied.point).norm(), 1e-10);
    EXPECT_LT((objective.diagonal() - hessian.diagonal()).norm(), 1e-10);
  }
}

// An estimate from a tenth of the rows is still a sum of squares.
TEST(TiedObjective, EstimatesItsHessian) {
  const TiedProblem tied(many_kinds);
  const Objective objective = tied.problem.data();
  Matrix exact, estimate;
  objective.hessian(tied.point, exact);
  objective.hessian(tied.point, estimate, 2);
  const Vector trace = estimate.diagonal().cwiseQuotient(exact.diagonal());
  EXPECT_GT(trace.minCoeff(), 0.4);
  EXPECT_NEAR(trace.mean(), 1, 0.3);
}

TEST(TiedPenalty, HasTheSlopesOfItsValue) {
  const TiedProblem tied(many_kinds, tied_options(1e-2, 1e-2));
  const Penalty penalty = tied.problem.penalty(PullStrengths(1e-2, 3e-2));
  for (const NeighbourPull& pair : penalty.neighbours) EXPECT_NE(pair.first, pair.second);
  const Vector gradient = penalty.gradient(tied.point);
  for (Eigen::Index i = 0; i < gradient.size(); ++i) {
    const Vector step = Vector::Unit(gradient.size(), i) * 1e-5;
    EXPECT_NEAR(gradient[i], (penalty.value(tied.point + step) - penalty.value(tied.point - step)) / 2e-5, 1e-8) << i;
  }
}

TermParts two_parts() {
  return {.parts = 2, .first = {0, 1, 2, 3, 4, 5, 6}, .counts = {{0, 1}, {1, 1}, {0, 1}, {1, 1}, {0, 1}, {1, 1}}};
}

// A weight that its parts speak for counts once, however many are tied to it; the cost of a distance cannot be
// negative.
TEST(TiedPenalty, BacksOffAsOneWeight) {
  Schema schema("parts", {"all"}, 1, std::vector<GroupSpec>{{"pattern", list(6), "", two_parts}});
  schema.constrain({"tie pattern[0] = pattern[2]", "tie pattern[3] = pattern[5]"});
  Random random(3);
  RowSet rows;
  for (std::uint32_t game = 0; game < 60; ++game) {
    RowSink sink;
    for (const int term : {0, 1, 2, 4}) sink.add(term, static_cast<int>(random.below(3)) - 1);
    RowLabel label{.game = game};
    label.target = random.below(2) == 0 ? 0.0F : 1.0F;
    rows.add(sink.finish({}), label);
  }
  FitOptions options = tied_options(1e-2, 0);
  options.back_off = 0.1;
  const FitResult result = fit(rows, zero_weights(schema), options);
  EXPECT_EQ(result.summary.fitted_classes, 3U);
  EXPECT_EQ(result.weights.values[0], result.weights.values[2]);
  EXPECT_EQ(result.weights.values[3], result.weights.values[5]) << "in no row, and said by the parts";
  EXPECT_NE(result.weights.values[3], 0);
  const FitSetup setup(rows, zero_weights(schema), options);
  const FitProblem problem = setup.problem(setup.split);
  PullStrengths strengths(1e-2);
  strengths.back_off = 0.1;
  const Penalty penalty = problem.penalty(strengths);
  Matrix hessian = Matrix::Zero(3, 3);
  penalty.add_hessian(hessian);
  EXPECT_GT(Eigen::SelfAdjointEigenSolver<Matrix>(hessian).eigenvalues().minCoeff(), 0);
}

// -- Bounds, fixed weights, stages

constexpr double infinity = std::numeric_limits<double>::infinity();

// The conditions of Karush, Kuhn and Tucker.
TEST(TiedFits, AreOptimalAtTheirBounds) {
  for (const std::size_t dense_limit : {std::size_t{4000}, std::size_t{0}}) {
    FitOptions options = tied_options(0, 0);
    options.dense_limit = dense_limit;
    options.holdout = 0;
    options.bounds = parse_group_bounds("mobility[1].mg=-4:4,psqt.knight[1,2]=:0,tempo=0:,psqt.knight[2,0].eg=-1:1");
    options.fixes = {"material.knight"};
    TiedProblem tied(within_stages, options);
    const FitResult result = fit(tied.rows, zero_weights(tied.start.schema), options);
    const FitSetup setup(tied.rows, result.fitted, options);
    const FitProblem problem = setup.problem(setup.split);
    Vector gradient;
    const Vector here = Vector::Zero(static_cast<Eigen::Index>(problem.parameters()));
    (void)problem.data().gradient(here, gradient);
    std::size_t held = 0;
    for (std::size_t i = 0; i < problem.parameters(); ++i) {
      const std::size_t weight = problem.weight_of(i);
      const double slope = gradient[static_cast<Eigen::Index>(i)], value = result.fitted.values[weight];
      const double lower = setup.constraints.lower[weight], upper = setup.constraints.upper[weight];
      EXPECT_GE(value, lower);
      EXPECT_LE(value, upper);
      EXPECT_GE(slope, value == upper ? -infinity : -2e-5) << weight;
      EXPECT_LE(slope, value == lower ? infinity : 2e-5) << weight;
      held += value == lower || value == upper ? 1 : 0;
    }
    EXPECT_GE(held, 2U);
    EXPECT_GE(result.summary.weights_at_bound, held);
    EXPECT_EQ(result.weights.values[2 * 6], result.weights.values[2 * 7]) << "mirror images share their bounds";
  }
}

TEST(TiedFits, LeaveFixedWeightsAndOtherStagesWhereTheyWere) {
  const TiedProblem tied(within_stages);
  Weights start = tied.start;
  for (double& value : start.values) value += 0.25;
  FitOptions options = tied_options(1e-3, 0);
  options.decimals = 0;
  options.stages = {"eg tempo"};
  options.fixes = {"reach[3].mg", "material.knight"};
  const FitResult result = fit(tied.rows, start, options);
  const auto value = [&](const char* name) { return result.weights.values[weights_named(start.schema, name).front()]; };
  const auto before = [&](const char* name) { return start.values[weights_named(start.schema, name).front()]; };
  for (const char* name : {"tempo.mg", "reach[3].mg", "mobility[3].mg", "material.knight.mg", "material.knight.eg"}) {
    EXPECT_EQ(value(name), before(name)) << name;
  }
  for (const char* name : {"tempo.eg", "reach[3].eg", "mobility[3].eg", "psqt.knight[0,1].mg"}) {
    EXPECT_NE(value(name), before(name)) << name;
    EXPECT_EQ(value(name), std::round(value(name))) << name;
  }
  EXPECT_EQ(result.summary.fixed_weights, 5U);
  EXPECT_EQ(result.summary.fitted_weights + result.summary.fixed_weights, start.values.size());
  EXPECT_THAT(result.weights.schema.constraints(),
              ElementsAre("tie mirror psqt.knight", "tie mobility = reach", "stage eg tempo", "fix reach[3].mg",
                          "fix material.knight"));
}

TEST(TiedFits, BeginAtTheMeanOfAStartThatBreaksATie) {
  Weights start = zero_weights(tied_schema({"tie mobility = reach", "fix mobility[1]"}));
  const auto set = [&](const char* name, double value) {
    for (const std::size_t weight : weights_named(start.schema, name)) start.values[weight] = value;
  };
  set("mobility[0]", 10);
  set("reach[0]", 22);
  set("mobility[1]", 30.5);
  set("reach[1]", 50);
  const RowSet rows = tied_rows(start, 5);
  const FitOptions options{.k = 1.0, .ridge = 1e9};
  const FitResult result = fit(rows, start, options);
  const auto value = [&](const char* name) { return result.weights.values[weights_named(start.schema, name).front()]; };
  EXPECT_EQ(value("mobility[0]"), 16);
  EXPECT_EQ(value("reach[0]"), 16);
  EXPECT_EQ(value("mobility[1]"), 30.5);
  EXPECT_EQ(value("reach[1]"), 30.5);
  EXPECT_EQ(result.summary.evened_weights, 4U + 2U);
  EXPECT_NE(result.summary.train.start, result.summary.train.fitted) << "the start is what was given";
}

TEST(TiedFits, RefuseConstraintsThatDoNotFit) {
  const TiedProblem tied({});
  const auto fault = [&](const std::function<void(FitOptions&)>& change) {
    FitOptions options = tied_options(0, 0);
    change(options);
    try {
      (void)fit(tied.rows, tied.start, options);
    } catch (const Error& error) {
      return std::string(error.message());
    }
    return std::string();
  };
  EXPECT_THAT(fault([](FitOptions& options) { options.ties = {"mirror nothing"}; }),
              HasSubstr("'tie mirror nothing': no weights match 'nothing'"));
  EXPECT_THAT(fault([](FitOptions& options) { options.ties = {"tempo = mobility"}; }), HasSubstr("differ in size"));
  EXPECT_THAT(fault([](FitOptions& options) { options.stages = {"late tempo"}; }), HasSubstr("a stage (mg, eg)"));
  EXPECT_THAT(fault([](FitOptions& options) { options.bounds = parse_group_bounds("tempo.late=0:"); }),
              HasSubstr("bounds: no group matches 'tempo.late', and no weight"));
  EXPECT_THAT(fault([](FitOptions& options) {
                options.ties = {"mobility = reach"};
                options.bounds = parse_group_bounds("mobility[2]=5:,reach=:1");
              }),
              HasSubstr("bounds leave no value for mobility[2] at mg: 5 to 1"));
}

// Tried one after the other, the ways in which forty '*' share out a name would take a night.
TEST(TiedFits, ReadPatternsOfManyStars) {
  const Schema schema = tied_schema({});
  EXPECT_THAT(weights_named(schema, std::string(40, '*') + "x"), testing::IsEmpty());
  EXPECT_EQ(weights_named(schema, std::string(40, '*') + "knight"), weights_named(schema, "*knight"));
}

TEST(TiedFits, WithEverythingFixedFitNothing) {
  const TiedProblem tied({});
  FitOptions options = tied_options(1e-3, 0);
  options.fixes = {"*"};
  const FitResult result = fit(tied.rows, tied.start, options);
  EXPECT_EQ(result.summary.status, FitStatus::no_data);
  EXPECT_EQ(result.weights.values, tied.start.values);
}

// Groups that are not fitted hold what is tied to them.
TEST(TiedFits, StayWithGroupsThatAreNotFitted) {
  const TiedProblem tied(within_stages);
  FitOptions options = tied_options(1e-3, 0);
  options.groups = {"reach", "psqt.*"};
  const FitResult result = fit(tied.rows, tied.start, options);
  for (const std::size_t weight : weights_named(tied.start.schema, "reach")) {
    EXPECT_EQ(result.weights.values[weight], tied.start.values[weight]);
  }
  EXPECT_EQ(result.summary.fixed_weights, 10U);
  EXPECT_EQ(result.summary.fitted_weights, 32U);
}

// -- What is drawn and repeated

TEST(TiedFits, AreDrawnAndRepeatedWithTheirTies) {
  FitOptions options = tied_options(1e-3, 0);
  options.decimals = 1;
  options.bounds = parse_group_bounds("mobility[1]=-3.5:3.5");
  const TiedProblem tied(many_kinds, options);
  const FitResult result = fit(tied.rows, tied.start, options);
  const Constraints ties = constraints_of(result.weights.schema);
  const auto keeps_ties = [&](const std::vector<double>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] != values[ties.tied_to[i]]) return false;
    }
    return true;
  };
  EXPECT_TRUE(keeps_ties(result.weights.values));
  const std::vector<Weights> draws = draw_weights(tied.rows, tied.start, result, options, 5, 7);
  ASSERT_EQ(draws.size(), 5U);
  for (const Weights& draw : draws) {
    EXPECT_TRUE(keeps_ties(draw.values));
    EXPECT_NE(draw.values, result.weights.values);
    for (const std::size_t weight : weights_named(draw.schema, "mobility[1]")) {
      EXPECT_LE(std::abs(draw.values[weight]), 3.5);
    }
    for (const std::size_t weight : weights_named(draw.schema, "reach[4]")) {
      EXPECT_EQ(draw.values[weight], tied.start.values[weight]);
    }
  }
  const std::vector<double> errors =
      bootstrap_errors(tied.rows, tied.start, result.fitted, result.summary.strengths, options, 3);
  EXPECT_TRUE(keeps_ties(errors));
  EXPECT_EQ(errors[weights_named(tied.start.schema, "reach[4].mg").front()], 0);
}

// Piece values of a mirrored board take what changes of its mean; they do not where a square is tied to something else.
TEST(TiedFits, MoveTheMeanOfABoardWhereThatBreaksNoTie) {
  const auto change_of_mean = [](std::vector<std::string> constraints, bool has_all_squares = true) {
    FitOptions options = tied_options(1e-2, 0);
    const Weights planted = tied_weights(tied_schema(constraints));
    const RowSet rows = tied_rows(planted, 6, {.has_all_squares = has_all_squares});
    const FitResult result = fit(rows, planted, options);
    const Constraints ties = constraints_of(planted.schema);
    for (std::size_t i = 0; i < ties.tied_to.size(); ++i) {
      EXPECT_EQ(result.weights.values[i], result.weights.values[ties.tied_to[i]]) << constraints.front() << ' ' << i;
    }
    double sum = 0;
    for (const std::size_t weight : weights_named(planted.schema, "psqt.knight.mg"))
      sum += result.weights.values[weight] - planted.values[weight];
    return std::abs(sum / 16);
  };
  EXPECT_LT(change_of_mean({"tie mirror psqt.*"}), 1e-6);
  EXPECT_LT(change_of_mean({"tie mirror psqt.*"}, false), 1e-6);
  EXPECT_LT(change_of_mean({"tie fold8 psqt.*"}), 1e-6);
  EXPECT_LT(change_of_mean({"tie *.mg = *.eg"}), 1e-6);
  EXPECT_LT(change_of_mean({"tie psqt.knight.mg = psqt.knight.eg"}), 1e-6);
  EXPECT_GT(change_of_mean({"tie psqt.knight[0,0].mg = tempo.mg"}), 0.01);
  EXPECT_GT(change_of_mean({"tie psqt.knight[0,0].mg = psqt.knight[1,1].eg"}), 0.01);
  EXPECT_GT(change_of_mean({"tie material.knight.mg = material.knight.eg"}), 0.01);
  EXPECT_GT(change_of_mean({"fix psqt.knight[0,0].eg"}), 0.01);
  EXPECT_GT(change_of_mean({"bound -500 500 material.knight"}), 0.01);
}

// -- What is carried on

// Of all rows: games are alike, so that the rows of both have one dispersion, roughly.
TEST(TiedPosterior, CarriesFitsWithoutTiesIntoFitsWithThemAndBack) {
  const Weights planted = tied_weights(tied_schema(within_stages));
  const Weights tied = zero_weights(planted.schema), free = zero_weights(tied_schema({}));
  const RowSet first = tied_rows(planted, 11, {.games = 3'000}), second = tied_rows(planted, 12, {.games = 3'000});
  RowSet all = second;
  add_games(all, first);
  const auto options = [](PosteriorPointer before) {
    FitOptions with = carrying(std::move(before));
    with.ridge = 1e-6;
    with.fixes = {"material.knight"};
    return with;
  };
  for (const auto& [from, to] : {std::pair(free, tied), std::pair(tied, free), std::pair(tied, tied)}) {
    const PosteriorPointer before = fit(first, from, options(nullptr)).posterior;
    const Weights carried = fit(second, to, options(before)).fitted, together = fit(all, to, options(nullptr)).fitted;
    const Weights apart = fit(second, to, options(nullptr)).fitted;
    EXPECT_LT(largest_difference(carried, together), 0.12 * largest_difference(apart, together));
  }
}

TEST(TiedPosterior, KnowsWeightsOfNoNewRowThatOthersAreTiedTo) {
  const Weights planted = tied_weights(tied_schema(within_stages));
  const RowSet first = tied_rows(planted, 13),
               second = merged_rows(
                   tied_rows(planted, 14), [](int term) { return term >= 17 && term < 27 ? 27 : term; }, true);
  FitOptions options = carrying(fit(first, zero_weights(tied_schema({})), carrying(nullptr)).posterior);
  options.ridge = 1e-6;
  const FitResult result = fit(second, zero_weights(planted.schema), options);
  EXPECT_EQ(result.summary.fitted_weights, planted.values.size());
  EXPECT_NE(result.fitted.values[2 * 17], 0);
  EXPECT_EQ(result.fitted.values[2 * 17], result.fitted.values[2 * 22]);
}

}  // namespace
}  // namespace hone::learn
