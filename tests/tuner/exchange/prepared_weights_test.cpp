// SPDX-License-Identifier: MIT
#include "tuner/exchange/export/prepared_weights.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "data/constraints.hpp"
#include "data/error.hpp"
#include "data/rows.hpp"
#include "data/second_order.hpp"
#include "tests/tuner/exchange/export_support.hpp"
#include "tuner/exchange/weight_scale.hpp"
#include "tuner/learn/fit/posterior.hpp"
#include "tuner/learn/weight_spelling.hpp"

namespace hone::exchange {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<std::string> mg_eg{"mg", "eg"};
const Decimals unrounded{std::nullopt};

double value_of(const Weights& weights, const std::string& group, int index, int phase) {
  return weights.at(weights.schema.find(group)->first + index, phase);
}

std::string refusal(const Weights& weights, const ExportOptions& options, Decimals decimals = {}) {
  try {
    (void)prepare(weights, options, decimals);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(PreparedWeights, AreTheSameWithoutOptions) {
  const Weights weights = shaped_weights(mg_eg);
  const PreparedWeights prepared = prepare(weights, {}, unrounded);
  EXPECT_EQ(prepared.weights.values, weights.values);
  EXPECT_EQ(prepared.weights.schema, weights.schema);
  EXPECT_TRUE(prepared.changes.empty());
}

TEST(PreparedWeights, AreRoundedAsTheEnginePlaysThem) {
  const Weights weights = shaped_weights(mg_eg);
  const std::vector<int> rounded = weights.rounded();
  EXPECT_EQ(prepare(weights, {}, {0}).weights.values, std::vector<double>(rounded.begin(), rounded.end()));
}

// Two more decimals than the values have.
TEST(PreparedWeights, KeepAsManyDecimalsAsAreAsked) {
  Weights weights = shaped_weights(mg_eg);
  EXPECT_EQ(prepare(weights, {}, {2}).weights.values, weights.values);
  weights.values[0] = 1.005001;
  EXPECT_EQ(number_text(prepare(weights, {}, {2}).weights.values[0], {2}, true), "1.01");
}

TEST(PreparedWeights, MultiplySoThatAWeightComesOutAsTold) {
  const Weights weights = shaped_weights(mg_eg);
  ExportOptions options;
  options.scale = parse_scale("mobility.queen_rook[4].eg=82");
  const PreparedWeights one = prepare(weights, options, unrounded);
  EXPECT_DOUBLE_EQ(value_of(one.weights, "mobility.queen_rook", 4, 1), 82);
  EXPECT_DOUBLE_EQ(one.weights.k * value_of(one.weights, "tempo", 0, 0), weights.k * value_of(weights, "tempo", 0, 0));
  options.scale = parse_scale("mobility.queen_rook[4]=200");
  const PreparedWeights sum = prepare(weights, options, unrounded);
  EXPECT_DOUBLE_EQ(
      value_of(sum.weights, "mobility.queen_rook", 4, 0) + value_of(sum.weights, "mobility.queen_rook", 4, 1), 200);
  options.scale = parse_scale("0.5");
  EXPECT_DOUBLE_EQ(prepare(weights, options, unrounded).weights.values[7], weights.values[7] / 2);
  options.scale = parse_scale("material.rook=1");
  EXPECT_THAT(refusal(weights, options), HasSubstr("'material.rook'"));
  options.scale = parse_scale("mobility.queen_rook[4].eg=-82");
  EXPECT_THAT(refusal(weights, options), HasSubstr("no positive factor"));
}

TEST(PreparedWeights, CountUnitsOfTheTarget) {
  const Weights weights = shaped_weights(mg_eg);
  ExportOptions options;
  options.unit = 74;
  EXPECT_DOUBLE_EQ(prepare(weights, options, unrounded).weights.values[7], weights.values[7] * 0.74);
}

TEST(PreparedWeights, FoldMaterialIntoBoardsOfItsPieces) {
  const Weights weights = shaped_weights(mg_eg);
  ExportOptions options;
  options.fold_material = true;
  const Weights folded = prepare(weights, options, unrounded).weights;
  EXPECT_EQ(folded.schema.find("material.pawn"), nullptr);
  EXPECT_NE(folded.schema.find("material.knight"), nullptr);  // it has no board
  for (const int phase : {0, 1}) {
    EXPECT_DOUBLE_EQ(value_of(folded, "psqt.pawn", 5, phase),
                     value_of(weights, "psqt.pawn", 5, phase) + value_of(weights, "material.pawn", 0, phase));
    EXPECT_EQ(value_of(folded, "psqt.king", 9, phase), value_of(weights, "psqt.king", 9, phase));
  }
  options.groups = {"psqt.*", "material.pawn"};  // the pawn's value is in its board
  EXPECT_EQ(prepare(weights, options, unrounded).weights.schema.find("material.knight"), nullptr);
  options.groups = {"material.pawn"};
  EXPECT_THAT(refusal(weights, options), HasSubstr("--groups: with --fold-material"));
  options.groups = {"material.pawm"};
  EXPECT_THAT(refusal(weights, options), HasSubstr("no group matches 'material.pawm'"));
  options.groups.clear();
  Weights bare = zero_weights(Schema("toy", {"all"}, 1, std::vector<GroupSpec>{{"tempo", scalar(), ""}}));
  EXPECT_THAT(refusal(bare, options), HasSubstr("--fold-material"));
}

TEST(PreparedWeights, MakeOneStageOfSeveral) {
  const Weights weights = shaped_weights({"opening", "middle", "end"});
  ExportOptions options;
  options.single_stage = 30;
  const PreparedWeights prepared = prepare(weights, options, unrounded);
  ASSERT_EQ(prepared.weights.schema.phase_count(), 1);
  EXPECT_NEAR(value_of(prepared.weights, "tempo", 0, 0), weights.values[1] * 0.75 + weights.values[2] * 0.25, 1e-12);
  options.single_stage = 48;
  EXPECT_EQ(value_of(prepare(weights, options, unrounded).weights, "tempo", 0, 0), weights.values[2]);
  options.single_stage = 49;
  EXPECT_THAT(refusal(weights, options), HasSubstr("48 (end)"));
  EXPECT_THAT(refusal(shaped_weights({"all"}), options), HasSubstr("single stage"));
}

TEST(PreparedWeights, HoldTheChosenGroupsAndStagesAlone) {
  const Weights weights = shaped_weights(mg_eg);
  ExportOptions options;
  options.groups = {"psqt.*", "tempo"};
  options.stages = parse_stage_layout("eg");
  const PreparedWeights prepared = prepare(weights, options, unrounded);
  ASSERT_EQ(prepared.weights.schema.groups().size(), 3U);
  EXPECT_EQ(value_of(prepared.weights, "psqt.king", 63, 1), value_of(weights, "psqt.king", 63, 1));
  EXPECT_THAT(prepared.phases, ElementsAre(1));
  options.groups = {"rooks"};
  EXPECT_THAT(refusal(weights, options), HasSubstr("'rooks'"));
  options.groups = {};
  options.stages = parse_stage_layout("middlegame");
  EXPECT_THAT(refusal(weights, options), HasSubstr("mg, eg"));
}

TEST(PreparedWeights, LeaveOutWhatNoFitHasReached) {
  Weights weights = shaped_weights(mg_eg);
  ExportOptions options;
  options.drop_unfitted = true;
  EXPECT_THAT(refusal(weights, options), HasSubstr("no standard errors"));
  weights.errors.assign(weights.values.size(), NAN);
  weights.errors[static_cast<std::size_t>(weights.schema.find("match")->first) * 2 + 3] = 1.5;
  const PreparedWeights prepared = prepare(weights, options, unrounded);
  ASSERT_EQ(prepared.weights.schema.groups().size(), 1U);
  EXPECT_EQ(prepared.weights.schema.groups().front().name, "match");
  EXPECT_EQ(prepared.weights.errors[3], 1.5);
}

TEST(PreparedWeights, KeepBoundsInTheirUnit) {
  Weights weights = shaped_weights(mg_eg);
  weights.schema.constrain({"bound -600 inf tempo", "fix match"});
  ExportOptions options;
  options.scale = parse_scale("0.5");
  options.groups = {"tempo", "psqt.*"};
  const PreparedWeights prepared = prepare(weights, options, unrounded);
  EXPECT_THAT(prepared.weights.schema.constraints(), ElementsAre("bound -300 inf tempo"));
  EXPECT_EQ(prepared.lower[0], -300);
  EXPECT_EQ(prepared.upper[0], INFINITY);
}

// -- Weights that are not linear

// A group of each role. By term: mg, eg.
Weights weights_of_all_roles() {
  Weights weights = zero_weights(
      Schema("toy", {"mg", "eg"}, 24,
             std::vector<GroupSpec>{{"pawn", scalar(), ""},
                                    {"danger", scalar(), "", nullptr, nullptr, squared("danger", "mg")},
                                    {"force", scalar(), "", nullptr, nullptr, lesser("assault", "force", "mg")},
                                    {"lack", scalar(), "", nullptr, nullptr, lesser("assault", "lack", "mg")},
                                    {"drawish", scalar(), "", nullptr, nullptr, scaling("eg")},
                                    {"men", scalar(), "", nullptr, nullptr, phase_shift()}}));
  weights.values = {100, 80, 32, 0, 30, 0, 50, 0, 0, -40, 25, 25};
  return weights;
}

// Two pawns, and of the first player's three dangers, two forces and a lack, half way between the stages.
double score_of_all_roles(const Weights& weights) {
  const std::vector<std::uint16_t> terms{0, 1, 2, 3, 4, 5};
  const std::vector<float> counts{2, 3, 2, 1, 1, 4};
  return SecondOrderModel(weights.schema).score({{0, 12}, {terms, counts}, {}}, weights.values);
}

TEST(PreparedWeights, MultiplyTheScoreWhateverTheRoles) {
  const Weights weights = weights_of_all_roles();
  ExportOptions options;
  options.scale = parse_scale("4");
  const Weights scaled = prepare(weights, options, unrounded).weights;
  EXPECT_THAT(scaled.values, ElementsAre(400, 320, 64, 0, 120, 0, 200, 0, 0, -40, 25, 25));
  EXPECT_NEAR(score_of_all_roles(scaled), 4 * score_of_all_roles(weights), 1e-9);
  EXPECT_DOUBLE_EQ(scaled.k, weights.k / 4);
  Weights here = weights;
  multiply_score(here, 4);
  EXPECT_EQ(here.values, scaled.values);
  EXPECT_EQ(here.k, scaled.k);
  options.scale = parse_scale("danger.mg=64");
  EXPECT_THAT(refusal(weights, options), HasSubstr("danger.mg does not grow as the score does"));
}

TEST(PreparedWeights, MultiplyBoundsByTheRolesOfTheirWeights) {
  Weights weights = weights_of_all_roles();
  weights.schema.constrain({"bound -inf 900 *.mg", "bound 0 inf danger", "bound -99 99 dra*", "fix men"});
  weights.errors.assign(weights.values.size(), 3);
  ExportOptions options;
  options.scale = parse_scale("4");
  const Weights scaled = prepare(weights, options, unrounded).weights;
  EXPECT_THAT(scaled.schema.constraints(),
              ElementsAre("bound -inf 3600 pawn.mg", "bound -inf 1800 danger.mg", "bound -inf 3600 force.mg",
                          "bound -inf 3600 lack.mg", "bound -inf 900 drawish.mg", "bound -inf 900 men.mg",
                          "bound 0 inf danger", "bound -99 99 dra*", "fix men"));
  EXPECT_THAT(scaled.errors, ElementsAre(12, 12, 6, 6, 12, 12, 12, 12, 3, 3, 3, 3));
  multiply_score(weights, 4);
  EXPECT_EQ(weights.schema.constraints(), scaled.schema.constraints());
  EXPECT_EQ(constraints_of(weights.schema).upper[2], 1800);
}

TEST(PreparedWeights, DoNotTurnSumsThatCountAboveZeroAlone) {
  Weights weights = weights_of_all_roles();
  EXPECT_THROW(multiply_score(weights, -1), Error);
  for (const std::size_t weight : {2U, 4U, 6U}) weights.values[weight] = 0;
  const double before = score_of_all_roles(weights);
  multiply_score(weights, -1);
  EXPECT_NEAR(score_of_all_roles(weights), -before, 1e-9);
}

TEST(PreparedWeights, StayWithinTheBoundsOfTheTarget) {
  const Weights weights = shaped_weights(mg_eg);
  ExportOptions options;
  options.clip = parse_clip("-128:127.5");
  const PreparedWeights prepared = prepare(weights, options, {0});
  std::size_t beyond = 0;
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    beyond += weights.values[i] < -128 || weights.values[i] > 127.5 ? 1 : 0;
    EXPECT_GE(prepared.weights.values[i], -128);
    EXPECT_LE(prepared.weights.values[i], 127);
  }
  EXPECT_EQ(prepared.clipped, beyond);
  options.clip = parse_clip("0.2:0.8");
  EXPECT_THAT(refusal(weights, options), HasSubstr("0.2:0.8"));
}

TEST(PreparedWeights, RefuseValuesThatNoProgramHolds) {
  ExportOptions options;
  for (const char* factor : {"1e8", "1e30", "1e-30"}) {
    options.scale = parse_scale(factor);
    EXPECT_THAT(refusal(shaped_weights(mg_eg), options), HasSubstr("1e+09")) << factor;
  }
}

TEST(ExportOptions, SayWhatIsWrongWithThem) {
  const auto fault = [](auto parse, std::string_view text) {
    try {
      (void)parse(text);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(fault(parse_scale, "0"), HasSubstr("above 0"));
  EXPECT_THAT(fault(parse_scale, "nan"), HasSubstr("FACTOR"));
  EXPECT_THAT(fault(parse_scale, "=4"), HasSubstr("NAME=VALUE"));
  EXPECT_THAT(fault(parse_clip, "4"), HasSubstr("LOW:HIGH"));
  EXPECT_THAT(fault(parse_clip, "4:inf"), HasSubstr("LOW:HIGH"));
  EXPECT_THAT(fault(parse_clip, "4:3"), HasSubstr("not below"));
  EXPECT_THAT(fault(parse_clip, "0:0"), HasSubstr("the lower bound 0 is not below the upper one, 0"));
  EXPECT_THAT(fault(parse_decimals, "13"), HasSubstr("12"));
  ExportOptions options;
  options.keys.prefix = "a b";
  EXPECT_THAT(refusal(shaped_weights(mg_eg), options), HasSubstr("--prefix"));
}

// -- With a posterior

// Every game counts the number of squares of the king's board that differ, so that its mean is well known and single
// squares are not: the sums of a board must not move.
learn::Posterior board_posterior(const Weights& weights) {
  learn::Posterior posterior;
  posterior.game = weights.schema.game();
  posterior.k = 2;
  const Group& board = *weights.schema.find("psqt.king");
  for (int i = 0; i < 64; ++i) {
    posterior.weights.push_back(learn::weight_key(weights.schema, static_cast<std::size_t>(board.first + i) * 2));
  }
  posterior.centre = posterior.slope = learn::Vector::Zero(64);
  posterior.precision = learn::Matrix::Constant(64, 64, 50.0);
  posterior.precision.diagonal().array() += 1;
  return posterior;
}

TEST(PreparedWeights, AreRoundedTogetherByAPosterior) {
  Weights weights = shaped_weights(mg_eg);
  const Group& board = *weights.schema.find("psqt.king");
  for (int i = 0; i < 64; ++i) weights.values[static_cast<std::size_t>(board.first + i) * 2] = 10.4;
  const learn::Posterior posterior = board_posterior(weights);
  const PreparedWeights prepared = prepare(weights, {}, {0}, &posterior);
  double sum = 0;
  for (int i = 0; i < 64; ++i) sum += prepared.weights.at(board.first + i, 0);
  EXPECT_NEAR(sum, 64 * 10.4, 0.5);
  // (d' H d) / 2 with d = -0.4 everywhere, in hundredths, at half of the posterior's scale.
  const double d = 0.4 / 100 * weights.k / 2;
  EXPECT_NEAR(prepared.rounding.loss_each, (64 * 64 * 50.0 + 64) * d * d / 2, 1e-12);
  EXPECT_LT(prepared.rounding.loss, prepared.rounding.loss_each / 100);
  EXPECT_EQ(prepared.rounding.unknown, weights.values.size() - 64);
  EXPECT_EQ(prepared.weights.values[0], std::round(weights.values[0]));
}

TEST(PreparedWeights, KeepTiedValuesEqualWhenRoundedTogether) {
  Weights weights = shaped_weights(mg_eg);
  weights.schema.constrain({"tie mirror psqt.king"});
  const Group& board = *weights.schema.find("psqt.king");
  for (int i = 0; i < 64; ++i) weights.values[static_cast<std::size_t>(board.first + i) * 2] = 10.4;
  const learn::Posterior posterior = board_posterior(weights);
  const PreparedWeights prepared = prepare(weights, {}, {0}, &posterior);
  for (int row = 0; row < 8; ++row) {
    for (int col = 0; col < 4; ++col) {
      EXPECT_EQ(prepared.weights.at(board.first + row * 8 + col, 0),
                prepared.weights.at(board.first + row * 8 + 7 - col, 0));
    }
  }
  EXPECT_LT(prepared.rounding.loss, prepared.rounding.loss_each / 10);
}

TEST(PreparedWeights, RefuseThePosteriorOfOtherWeights) {
  const Weights weights = shaped_weights(mg_eg);
  learn::Posterior posterior = board_posterior(weights);
  posterior.game = "chess";
  EXPECT_THROW((void)prepare(weights, {}, {0}, &posterior), Error);
  posterior.game = "toy";
  EXPECT_THROW((void)prepare(weights, {}, unrounded, &posterior), Error);
  for (std::string& name : posterior.weights) name = "other." + name;
  EXPECT_THROW((void)prepare(weights, {}, {0}, &posterior), Error);
}

}  // namespace
}  // namespace hone::exchange
