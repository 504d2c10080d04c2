// SPDX-License-Identifier: MIT
//
// Errors of single weights of fits without a matrix: they are those with a matrix, and they hold planted weights as
// often as they claim where there are too many weights for one.
#include "tuner/learn/study/selected_errors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "data/random.hpp"
#include "tests/normal.hpp"
#include "tests/tuner/learn/synthetic_rows.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/study/fit_report_text.hpp"
#include "tuner/learn/study/study.hpp"

namespace hone::learn {
namespace {

// Like patterns: each group has one term in every row, of many, and some of them are hardly ever met.
struct Patterns {
  int groups = 4, terms = 60, phases = 2;
  int last_terms = 60;  // of the last group
  std::uint32_t games = 400;
  int positions = 6;
};

int terms_of(const Patterns& patterns, int group) {
  return group + 1 == patterns.groups ? patterns.last_terms : patterns.terms;
}

constexpr const char* pattern_names[] = {"pattern.a", "pattern.b", "pattern.c", "pattern.d"};

Schema pattern_schema(const Patterns& patterns) {
  std::vector<GroupSpec> groups{{"tempo", scalar(), ""}};
  for (int i = 0; i < patterns.groups; ++i) groups.push_back({pattern_names[i], list(terms_of(patterns, i)), ""});
  std::vector<std::string> phases;
  for (int i = 0; i < patterns.phases; ++i) phases.push_back("s" + std::to_string(i));
  return Schema("patterns", phases, patterns.phases > 1 ? 8 : 1, groups);
}

Weights plant_patterns(const Patterns& patterns, std::uint64_t seed) {
  Random random(seed);
  Weights weights = zero_weights(pattern_schema(patterns));
  for (double& value : weights.values) value = 40 * normal(random);
  return weights;
}

// The term of a group: the first ones are met most.
int pattern_met(int terms, Random& random) {
  const double share = random.uniform();
  return static_cast<int>(share * share * share * terms);
}

RowSet play_patterns(const Patterns& patterns, const Weights& planted, std::uint64_t seed) {
  Random random(seed * 7919);
  RowSet rows;
  for (std::uint32_t game = 0; game < patterns.games; ++game) {
    std::vector<Row> of_game;
    double logit = 0;
    for (int position = 0; position < patterns.positions; ++position) {
      RowSink sink;
      sink.add(0, random.below(2) == 0 ? 1 : -1);
      for (int group = 0; group < patterns.groups; ++group) {
        for (int place = 0; place < 2; ++place) {
          sink.add(1 + group * patterns.terms + pattern_met(terms_of(patterns, group), random),
                   random.below(2) == 0 ? 1 : -1);
        }
      }
      const int last = patterns.phases > 1 ? 8 * (patterns.phases - 1) : 0;
      const int at = last > 0 ? static_cast<int>(random.below(static_cast<std::uint64_t>(last) + 1)) : 0;
      const int lower = last > 0 ? std::min(at / 8, patterns.phases - 2) : 0;
      of_game.push_back(sink.finish({static_cast<std::uint8_t>(lower), static_cast<std::uint8_t>(at - 8 * lower)}));
    }
    for (const Row& row : of_game) {
      logit = logit_per_score(planted.k) * row_score(row, RowLabel{}, planted);
      RowLabel label{.game = game};
      label.target = random.uniform() < outcome_of_logit(logit) ? 1.0F : 0.0F;
      rows.add(row, label);
    }
  }
  return rows;
}

FitOptions held_by(double ridge) {
  return {.k = 1.0, .ridge = ridge, .holdout = 0, .decimals = 3, .keep_curvature = true};
}

// The fit as if its matrix had been too large to store.
FitResult without_matrix(const FitResult& result) {
  FitResult without = result;
  FitCurvature curvature = *result.curvature;
  curvature.data = curvature.unpulled = Matrix();
  without.curvature = std::make_shared<const FitCurvature>(curvature);
  return without;
}

SelectedStudy every_weight() {
  return {.weights = parse_error_selection("*"), .sample = std::numeric_limits<std::size_t>::max(), .tolerance = 1e-9};
}

void expect_same_errors(const FitReport& with, const FitReport& without) {
  ASSERT_EQ(with.weights.size(), without.weights.size());
  for (std::size_t i = 0; i < with.weights.size(); ++i) {
    const WeightEstimate &one = with.weights[i], &other = without.weights[i];
    EXPECT_NEAR(other.error, one.error, 1e-6 * one.error) << i;
    EXPECT_NEAR(other.chance, one.chance, 1e-6 * one.chance) << i;
    if (one.error > 0) {
      EXPECT_NEAR(other.data_share, one.data_share, 1e-6) << i;
    }
  }
}

TEST(SelectedErrors, AreThoseWithAMatrix) {
  const Patterns patterns;
  const Weights planted = plant_patterns(patterns, 3), start = zero_weights(planted.schema);
  const RowSet rows = play_patterns(patterns, planted, 3);
  for (const Loss loss : losses) {
    FitOptions options = held_by(3e-3);
    options.loss = loss;
    const FitResult result = fit(rows, start, options);
    const FitReport with = study_fit(rows, start, result, options);
    const FitReport without = study_fit(rows, start, without_matrix(result), options, {}, {}, every_weight());
    ASSERT_TRUE(with.has_errors);
    expect_same_errors(with, without);
    EXPECT_EQ(without.selected, result.summary.fitted_weights);
  }
}

// The curvature and the scatter of earlier games, out of a fit that really has no matrix.
TEST(SelectedErrors, KnowTheChanceOfCarriedGames) {
  const Patterns patterns{.terms = 20, .last_terms = 20};
  const Weights planted = plant_patterns(patterns, 6), start = zero_weights(planted.schema);
  FitOptions before = held_by(1e-3);
  before.carry.keep = true;
  const FitResult earlier = fit(play_patterns(patterns, planted, 6), start, before);
  ASSERT_TRUE(earlier.posterior);
  const RowSet rows = play_patterns(patterns, planted, 7);
  FitOptions options = held_by(1e-3);
  options.carry = {.posterior = earlier.posterior, .share = 1.0};
  const FitReport with = study_fit(rows, start, fit(rows, start, options), options);
  options.dense_limit = 0;
  const FitResult iterative = fit(rows, start, options);
  ASSERT_FALSE(iterative.summary.dense);
  const FitReport without = study_fit(rows, start, iterative, options, {}, {}, every_weight());
  ASSERT_EQ(with.weights.size(), without.weights.size());
  for (std::size_t i = 0; i < with.weights.size(); ++i) {
    EXPECT_NEAR(without.weights[i].error, with.weights[i].error, 0.01 * with.weights[i].error) << i;
  }
}

// Of sixteen weights a group, which the data say most of; how far weights lie from their priors is then a guess.
TEST(SelectedErrors, OfASampleAreNearThoseOfAll) {
  const Patterns patterns{.terms = 200, .phases = 1, .last_terms = 200, .games = 800};
  double ratios = 0;
  int count = 0;
  for (const std::uint64_t seed : {11, 12}) {
    const Weights planted = plant_patterns(patterns, seed), start = zero_weights(planted.schema);
    const RowSet rows = play_patterns(patterns, planted, seed);
    FitOptions options = held_by(0.1);
    options.dense_limit = 10;
    const FitResult result = fit(rows, start, options);
    SelectedStudy all = every_weight(), some = all;
    some.sample = SelectedStudy().sample;
    const FitReport of_all = study_fit(rows, start, result, options, {}, {}, all);
    const FitReport of_some = study_fit(rows, start, result, options, {}, {}, some);
    for (std::size_t i = 0; i < of_all.weights.size(); ++i) {
      if (!(of_all.weights[i].error > 0)) continue;
      ratios += std::log(of_some.weights[i].error / of_all.weights[i].error);
      ++count;
    }
  }
  EXPECT_NEAR(std::exp(ratios / count), 1, 0.1);
}

// Boards whose means move, weights that are tied, and rows with scale factors of their own.
TEST(SelectedErrors, FollowBoardsTiesAndPulledNeighbours) {
  const Weights planted = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(planted, {.rows = 1500, .scaled = true});
  const Weights start = zero_weights(planted.schema);
  for (const char* tie : {"", "mirror psqt.*", "mobility.mg = mobility.eg"}) {
    FitOptions options = held_by(1e-3);
    if (*tie != '\0') options.ties = {tie};
    options.smooth = 1e-3;
    const FitResult result = fit(rows, start, options);
    SCOPED_TRACE(tie);
    expect_same_errors(study_fit(rows, start, result, options),
                       study_fit(rows, start, without_matrix(result), options, {}, {}, every_weight()));
  }
}

TEST(SelectedErrors, AreTheSameForAnyNumberOfThreads) {
  const Patterns patterns{.terms = 30, .last_terms = 30, .games = 1200};
  const Weights planted = plant_patterns(patterns, 5), start = zero_weights(planted.schema);
  const RowSet rows = play_patterns(patterns, planted, 5);
  FitOptions options = held_by(1e-3);
  options.dense_limit = 10;
  const SelectedStudy some{.weights = parse_error_selection("20")};
  const std::vector<double> alone = errors_of(study_fit(rows, start, fit(rows, start, options), options, {}, {}, some));
  options.threads = 3;
  const std::vector<double> three = errors_of(study_fit(rows, start, fit(rows, start, options), options, {}, {}, some));
  ASSERT_EQ(alone.size(), three.size());
  int known = 0;
  for (std::size_t i = 0; i < alone.size(); ++i) {
    EXPECT_TRUE(alone[i] == three[i] || (std::isnan(alone[i]) && std::isnan(three[i]))) << i;
    known += std::isnan(alone[i]) ? 0 : 1;
  }
  EXPECT_EQ(known, 20);
}

// More weights than a matrix is made for: (3 x 700 + 90) x 2 and two more.
TEST(SelectedErrors, HoldPlantedWeightsOfManyPatterns) {
  const Patterns patterns{.terms = 700, .last_terms = 90, .games = 1500, .positions = 8};
  int held = 0, all = 0;
  for (const std::uint64_t seed : {1, 2}) {
    const Weights planted = plant_patterns(patterns, seed), start = zero_weights(planted.schema);
    const RowSet rows = play_patterns(patterns, planted, seed);
    const FitOptions options = held_by(1e-4);
    const FitResult result = fit(rows, start, options);
    ASSERT_FALSE(result.summary.dense);
    const FitReport report =
        study_fit(rows, start, result, options, {}, {}, {.weights = parse_error_selection("pattern.d")});
    for (const WeightEstimate& weight : report.weights) {
      if (!(weight.error > 0)) continue;
      held += std::abs(weight.value - planted.values[weight.weight]) < 1.96 * weight.error ? 1 : 0;
      ++all;
    }
    EXPECT_NE(fit_report_text(report).find("selected weights (--errors)"), std::string::npos);
  }
  EXPECT_GT(all, 2 * 170);
  EXPECT_GE(static_cast<double>(held) / all, 0.92) << held << " of " << all;
  EXPECT_LE(static_cast<double>(held) / all, 0.98) << held << " of " << all;
}

// What few rows have is known as well as the group's weights lie around their priors, and what none has not at all.
TEST(SelectedErrors, ComeFromThePriorWhereTheRowsSayNothing) {
  const Patterns patterns{.terms = 300, .phases = 1, .last_terms = 300, .games = 800};
  const Weights planted = plant_patterns(patterns, 9), start = zero_weights(planted.schema);
  RowSet rows = play_patterns(patterns, planted, 9);
  FitOptions options = held_by(1e-3);
  options.dense_limit = 10;
  const FitReport report = study_fit(rows, start, fit(rows, start, options), options, {}, {},
                                     {.weights = parse_error_selection("pattern.a")});
  double rare = 0, rare_error = 0;
  for (const WeightEstimate& weight : report.weights) {
    if (weight.weight == 0 || weight.weight > 300) continue;  // tempo, and the other patterns
    EXPECT_EQ(weight.error > 0, weight.seen.positions > 0) << weight.weight;
    if (weight.seen.positions == 0 || weight.seen.positions > 3) continue;
    ++rare;
    rare_error += weight.error;
  }
  ASSERT_GT(rare, 0);
  EXPECT_NEAR(rare_error / rare, 40, 12);  // as they were planted
}

TEST(ErrorSelection, IsANumberOrGroups) {
  EXPECT_FALSE(parse_error_selection("").any());
  EXPECT_FALSE(parse_error_selection("0").any());
  EXPECT_EQ(parse_error_selection("200").count, 200U);
  EXPECT_EQ(parse_error_selection("pattern.*,tempo").patterns, (std::vector<std::string>{"pattern.*", "tempo"}));
  for (const char* wrong : {",", "tempo,", ",tempo", "99999999999999999999999"}) {
    EXPECT_THROW((void)parse_error_selection(wrong), Error) << wrong;
  }
}

TEST(ErrorSelection, TakesTheFittedWeightsThatMoveScoresMost) {
  const Schema schema("few", {"all"}, 1, std::vector<GroupSpec>{{"a", list(3), ""}, {"b", list(2), ""}});
  Weights start = zero_weights(schema), fitted = start;
  fitted.values = {10, -50, 5, 100, 1};
  const std::vector<std::int32_t> parameters{0, 1, 2, -1, 3};
  const std::vector<double> squares{1, 1, 400, 1, 1};
  const auto chosen = [&](const char* text) {
    return selected_weights(parse_error_selection(text), start, fitted, parameters, squares);
  };
  EXPECT_EQ(chosen("2"), (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(chosen("b"), (std::vector<std::size_t>{4}));
  EXPECT_EQ(chosen("99"), (std::vector<std::size_t>{0, 1, 2, 4}));
  EXPECT_TRUE(chosen("0").empty());
  EXPECT_THROW((void)chosen("c"), Error);
}

}  // namespace
}  // namespace hone::learn
