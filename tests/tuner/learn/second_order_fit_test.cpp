// SPDX-License-Identifier: MIT
//
// Fits of what is not linear: positions of chess are labelled by planted weights, and the fit must find these.
#include "tuner/learn/fit/second_order_fit.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "data/random.hpp"
#include "data/second_order.hpp"
#include "engine/game_driver.hpp"
#include "tuner/learn/fit/exact_loss.hpp"
#include "tuner/learn/fit/linear_fit.hpp"
#include "tuner/learn/fit/packed_rows.hpp"
#include "tuner/learn/fit/phase_balance.hpp"
#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/learn/fit/tangent_rows.hpp"
#include "tuner/learn/study/study.hpp"

namespace hone::learn {
namespace {

// Positions of games that a small search plays from random openings, every second one. Every fourth game begins in an
// ending that is rare otherwise: bishops of opposite colours alone, with a rook each, and rooks alone. Numbers of the
// search for which better ones were found since keep their values here, so that the rows stay what they are: which
// optima there are, and how many intervals hold, depends on the rows.
const std::vector<Row>& chess_rows() {
  static const std::vector<Row> rows = [] {
    constexpr std::uint64_t seed = 20'261'124;
    constexpr std::size_t wanted = 12'000;
    std::cout << "games from random openings: seed " << seed << '\n';
    Random random(seed);
    const GameDriver& chess = find_driver("chess");
    const ParameterChanges numbers(
        "singular_margin=16,doubly_singular_margin=20,late_move_base=400,late_move_slope=100,much_better_base=40,"
        "hardly_better=8,aspiration_window=20,aspiration_growth=300,reduction_after=1,reduction_cut_node=1024,"
        "reduction_history=128,reply_square=16,correction_rate=16");
    const auto engine =
        chess.engine(chess.material_weights(), {.hash_bytes = std::size_t{1} << 16, .parameters = numbers});
    SearchControl control;
    control.limits.nodes = 60;
    std::vector<Row> found;
    constexpr std::array endings{"8/1p3pk1/4b1p1/p2p3p/P2P3P/1PB3P1/5PK1/8 w - - 0 1",
                                 "3r4/1p3pk1/4b1p1/p2p3p/P2P3P/1PB3P1/3R1PK1/8 w - - 0 1",
                                 "3r4/1p3pk1/6p1/p2p3p/P2P3P/1P4P1/3R1PK1/8 w - - 0 1"};
    for (std::size_t game = 0; found.size() < wanted; ++game) {
      const auto board = game % 4 == 3 ? chess.parse(endings[game / 4 % endings.size()]) : chess.initial();
      engine->new_game();
      for (int ply = 0; !board->outcome() && ply < 160; ++ply) {
        const std::vector<MoveCode> moves = board->legal_moves();
        const bool is_random = ply < 10 || random.below(20) == 0;
        board->play(is_random ? moves[random.below(moves.size())] : *engine->search(*board, control).move);
        if (ply > 10 && ply % 2 == 0) found.push_back(board->row());
      }
    }
    found.resize(wanted);
    return found;
  }();
  return rows;
}

const std::vector<std::string> fitted_groups{"material.*", "tempo", "danger.*", "scale.*", "phase.*"};

void set(Weights& weights, const std::string& group, const std::vector<double>& values) {
  const Group& found = *weights.schema.find(group);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t first = (static_cast<std::size_t>(found.first) + i) * 2;
    if (found.role == Role::linear || found.role == Role::phase)
      weights.values[first] = weights.values[first + 1] = values[i];
    if (found.stage >= 0) weights.values[first + static_cast<std::size_t>(found.stage)] = values[i];
  }
}

// A common-sense evaluation.
Weights planted() {
  Weights weights = find_driver("chess").material_weights();
  set(weights, "tempo", {20});
  set(weights, "danger.constant", {12});
  set(weights, "danger.attackers", {30, 24, 30, 10});
  set(weights, "danger.ring_attacks", {6});
  set(weights, "danger.weak_squares", {14});
  set(weights, "danger.safe_checks", {50, 35, 60, 40});
  set(weights, "danger.unsafe_checks", {8});
  set(weights, "danger.no_queen", {-60});
  set(weights, "danger.shelter", {-10});
  set(weights, "danger.storm", {12});
  set(weights, "danger.open_files", {10});
  set(weights, "danger.flank_attacks", {4});
  set(weights, "danger.flank_defence", {-3});
  set(weights, "danger.pinned", {20});
  set(weights, "scale.pawns", {-50, -30, -20, -10, -5});
  set(weights, "scale.ending", {-40, -15, -20, -30, -10});
  set(weights, "phase.pieces", {-10, 20, -25, 40});
  return weights;
}

// Rows of games of five. exact: targets are the probabilities themselves, not the mean of some outcomes drawn with
// them, which scatters about as much as what searches say of the outcome.
constexpr int draws = 16;
RowSet labelled(const Weights& weights, std::size_t first, std::size_t count, bool exact, std::uint64_t seed) {
  Random random(seed);
  const SecondOrderModel model(weights.schema);
  RowSet rows;
  std::vector<std::uint16_t> terms;
  std::vector<float> counts;
  for (std::size_t i = 0; i < count; ++i) {
    const Row& row = chess_rows()[(first + i) % chess_rows().size()];
    RowLabel label;
    const double p =
        outcome_of_logit(logit_per_score(weights.k) * model.score(view_of(row, label, terms, counts), weights.values));
    int won = 0;
    for (int draw = 0; draw < draws; ++draw) won += random.uniform() < p ? 1 : 0;
    label.target = static_cast<float>(exact ? p : static_cast<double>(won) / draws);
    label.game = static_cast<std::uint32_t>(i / 5);
    rows.add(row, label);
  }
  return rows;
}

FitOptions options() {
  FitOptions options;
  options.loss = Loss::cross_entropy;
  options.k = 1;
  options.ridge = 0;
  options.holdout = 0;
  options.groups = fitted_groups;
  options.decimals = 9;
  options.threads = 2;
  return options;
}

double relative_change(const Weights& from, const Weights& to) {
  double most = 0;
  for (std::size_t i = 0; i < from.values.size(); ++i) {
    most = std::max(most, std::abs(to.values[i] - from.values[i]) / (1 + std::abs(from.values[i])));
  }
  return most;
}

Weights start_weights() {
  Weights start = find_driver("chess").material_weights();
  for (double& value : start.values) value *= 0.8;
  return start;
}

TEST(SecondOrderFit, RowsAtATangentScoreAsTheRowsThemselves) {
  const Weights weights = planted();
  const RowSet rows = labelled(weights, 0, 500, true, 1);
  const std::vector<double> scores = row_scores(rows, all_rows(rows), weights, 2);
  const RowSet tangent = tangent_rows(rows, weights, 2);
  const std::vector<double> linear = row_scores(tangent, all_rows(tangent), linearised(weights), 1);
  for (std::size_t i = 0; i < rows.size(); ++i) ASSERT_NEAR(scores[i], linear[i], 2e-3);
}

// What is squared begins with values of its own, which a fit that ends at once has not yet learnt from.
TEST(SecondOrderFit, IsNotWorseThanTheStartWhenItEndsEarly) {
  const Weights start = start_weights();
  const RowSet rows = labelled(start, 0, 1'000, true, 1);
  FitOptions brief = options();
  brief.groups = {"danger.*"};
  brief.tangents = 1;
  const FitResult found = fit(rows, start, brief);
  EXPECT_LE(found.summary.train.fitted, found.summary.train.start);
}

TEST(SecondOrderFit, FindsPlantedWeights) {
  const Weights truth = planted();
  const RowSet rows = labelled(truth, 0, 6'000, true, 1);
  const FitResult found = fit(rows, start_weights(), options());
  ASSERT_TRUE(found.summary.second_order);
  std::cout << found.summary.second_order->tangents << " tangents, last move " << found.summary.second_order->last_move
            << ", refused " << found.summary.second_order->refused << '\n';
  EXPECT_EQ(found.summary.status, FitStatus::converged);
  for (const Group& group : truth.schema.groups()) {
    if (group.role == Role::linear) continue;
    for (int term = group.first; term < group.first + group.shape.size(); ++term) {
      EXPECT_NEAR(found.fitted.at(term, std::max(group.stage, 0)), truth.at(term, std::max(group.stage, 0)), 0.3)
          << truth.schema.term_name(term);
    }
  }
}

// Neither sum is 0 where both are usual, so that games tell of both.
Weights planted_assault() {
  Weights weights = planted();
  for (const Group& group : weights.schema.groups()) {
    if (group.role != Role::squared) continue;
    set(weights, group.name, std::vector<double>(static_cast<std::size_t>(group.shape.size())));
  }
  set(weights, "assault.force", {-20});
  set(weights, "assault.attackers", {20, 15, 25, 45});
  set(weights, "assault.ring_attacks", {8});
  set(weights, "assault.storm", {10});
  set(weights, "assault.lack", {60});
  set(weights, "assault.weak_squares", {15});
  set(weights, "assault.shelter", {-18});
  set(weights, "assault.open_files", {20});
  set(weights, "assault.flank_defence", {-3});
  return weights;
}

TEST(SecondOrderFit, FindsPlantedSumsOfWhichTheLesserCounts) {
  const Weights truth = planted_assault();
  const RowSet rows = labelled(truth, 0, 6'000, true, 6);
  FitOptions of_assault = options();
  of_assault.groups = {"material.*", "tempo", "assault.*", "scale.*", "phase.*"};
  of_assault.tangents = 200;
  const FitResult found = fit(rows, start_weights(), of_assault);
  std::cout << found.summary.second_order->tangents << " tangents, loss " << found.summary.train.fitted << '\n';
  for (const Group& group : truth.schema.groups()) {
    if (group.role != Role::lesser) continue;
    for (int term = group.first; term < group.first + group.shape.size(); ++term) {
      EXPECT_NEAR(found.fitted.at(term, 0), truth.at(term, 0), 0.5) << truth.schema.term_name(term);
    }
  }
}

// Outcomes that scatter put the optimum on creases, where linear problems promise what they do not keep.
TEST(SecondOrderFit, EndsWhereTheLesserSumHasItsCrease) {
  const RowSet rows = labelled(planted_assault(), 0, 6'000, false, 6);
  FitOptions rounded = options();
  rounded.groups = {"material.*", "tempo", "assault.*", "scale.*", "phase.*"};
  rounded.ridge = 1e-4;
  rounded.decimals = 0;
  const FitResult found = fit(rows, start_weights(), rounded);
  EXPECT_EQ(found.summary.status, FitStatus::converged);
  EXPECT_LT(found.summary.train.fitted, found.summary.train.start);
  std::cout << found.summary.second_order->tangents << " tangents\n";
  FitOptions briefly = rounded;
  briefly.tangents = 3;
  EXPECT_LE(fit(rows, start_weights(), briefly).summary.second_order->tangents, 3);
}

TEST(NightSecondOrderFit, EndsInOneOptimumFromRandomStarts) {
  const RowSet rows = labelled(planted(), 0, 12'000, false, 2);
  FitOptions with_starts = options();
  with_starts.ridge = 1e-4;
  with_starts.random_starts = 20;
  with_starts.tangents = 200;
  const FitResult found = fit(rows, start_weights(), with_starts);
  for (const Optimum& optimum : found.summary.second_order->optima) {
    std::cout << "objective " << optimum.objective << ", " << optimum.starts << " starts, weights within "
              << optimum.spread << '\n';
  }
  const Optimum& best = found.summary.second_order->optima.front();
  EXPECT_EQ(best.starts, 21);
  EXPECT_LT(best.spread, 1e-6);
}

// Where no king is in danger for the given weights nothing moves them: a worse optimum, which the fit leaves where a
// random start finds the better one.
TEST(SecondOrderFit, TakesTheBestOptimumThatAStartFinds) {
  const RowSet rows = labelled(planted(), 0, 2'000, true, 9);
  Weights stuck = start_weights();
  set(stuck, "danger.constant", {-500});
  FitOptions once = options();
  once.ridge = 1e-4;
  once.tangents = 100;
  FitOptions often = once;
  often.random_starts = 3;
  const FitResult given = fit(rows, stuck, once), found = fit(rows, stuck, often);
  const std::vector<Optimum>& optima = found.summary.second_order->optima;
  ASSERT_GE(optima.size(), 2U);
  EXPECT_FALSE(optima.front().of_given_start);
  EXPECT_EQ(std::ranges::count(optima, true, &Optimum::of_given_start), 1);
  EXPECT_LT(optima.front().objective, std::ranges::find(optima, true, &Optimum::of_given_start)->objective);
  EXPECT_NEAR(found.summary.objective, optima.front().objective, 1e-9);
  EXPECT_LT(found.summary.train.fitted, given.summary.train.fitted);
  int begun = 0;
  for (const Optimum& optimum : optima) begun += optimum.starts;
  EXPECT_EQ(begun, 4);
  EXPECT_TRUE(optima.front().converged);
  often.tangents = 1;
  const FitResult stopped = fit(rows, stuck, often);
  EXPECT_FALSE(stopped.summary.second_order->optima.front().converged);
}

TEST(SecondOrderFit, SaysThatRandomStartsAreIdleWhereAllGroupsAreLinear) {
  const Schema& schema = find_driver("chess").schema();
  FitOptions linear;
  EXPECT_EQ(idle_random_starts(schema, linear), std::nullopt) << "none was asked for";
  linear.random_starts = 3;
  EXPECT_NE(idle_random_starts(schema, linear), std::nullopt);
  FitOptions named = linear, all = linear;
  named.groups = {"material.*", "danger.*"};
  all.second_order = true;
  EXPECT_EQ(idle_random_starts(schema, named), std::nullopt);
  EXPECT_EQ(idle_random_starts(schema, all), std::nullopt);
  EXPECT_NE(idle_random_starts(find_driver("othello").schema(), all), std::nullopt);
}

TEST(SecondOrderFit, KeepsToBoundsThatItsStartBreaks) {
  const RowSet rows = labelled(planted(), 0, 1'000, true, 1);
  for (const int tangents : {1, 50}) {
    FitOptions bounded = options();
    bounded.ridge = 1e-4;
    bounded.tangents = tangents;
    bounded.bounds = {{"material.queen", 0, 20}, {"danger.attackers", -1, 1}, {"danger.constant", 0, 2}};
    const FitResult found = fit(rows, start_weights(), bounded);
    for (const auto& [pattern, lower, upper] : bounded.bounds) {
      const Group& group = *found.fitted.schema.find(pattern);
      for (int term = group.first; term < group.first + group.shape.size(); ++term) {
        for (const int stage : {0, 1}) {
          if (group.stage >= 0 && stage != group.stage) continue;
          EXPECT_GE(found.fitted.at(term, stage), lower) << pattern << " after " << tangents << " tangents";
          EXPECT_LE(found.fitted.at(term, stage), upper) << pattern << " after " << tangents << " tangents";
        }
      }
    }
    EXPECT_LT(found.summary.train.fitted, std::numbers::ln2) << "that of a prediction which knows nothing";
  }
}

TEST(SecondOrderFit, OfFixedWeightsIsAsIfTheyWereLeftOut) {
  const RowSet rows = labelled(planted(), 0, 2'000, true, 7);
  FitOptions without = options();
  without.groups = {"material.*", "danger.constant", "danger.attackers", "danger.ring_attacks"};
  without.ridge = 1e-4;
  FitOptions fixed = without;
  fixed.groups.push_back("danger.storm");
  fixed.fixes = {"danger.storm"};
  const FitResult expected = fit(rows, start_weights(), without), found = fit(rows, start_weights(), fixed);
  EXPECT_EQ(found.fitted.at(found.fitted.schema.find("danger.storm")->first, 0), 0);
  EXPECT_NEAR(found.summary.train.fitted, expected.summary.train.fitted, 1e-9);
  for (std::size_t i = 0; i < expected.fitted.values.size(); ++i) {
    EXPECT_NEAR(found.fitted.values[i], expected.fitted.values[i], 1e-4) << i;
  }
}

// A term that only games held out have stays where a start puts it, and is no optimum of its own.
TEST(SecondOrderFit, HasNoOptimaOfTermsThatNothingIsLearntFrom) {
  const RowSet all = labelled(planted(), 0, 3'000, true, 8);
  FitOptions some = options();
  some.holdout = 0.7;
  some.ridge = 1e-4;
  some.random_starts = 2;
  some.groups = {"scale.*"};
  const auto drawn = static_cast<std::uint16_t>(planted().schema.find("scale.ending")->first + 2);
  RowSet rows;  // in which only games held out have a rook each and nothing else
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool has_term = std::ranges::find(all[i].entries.terms(), drawn) != all[i].entries.terms().end();
    if (!has_term || is_held_out(all[i].label.game, some.holdout, some.seed)) rows.add(all[i]);
  }
  ASSERT_LT(rows.size(), all.size());
  const FitResult found = fit(rows, start_weights(), some);
  ASSERT_EQ(found.summary.second_order->optima.size(), 1U);
  EXPECT_EQ(found.summary.second_order->optima.front().starts, 3);
  EXPECT_TRUE(found.summary.second_order->optima.front().of_given_start);
}

// Slopes of the loss are its differences, for every role a weight can have.
TEST(ExactLoss, HasTheSlopesOfItsDifferences) {
  const Weights weights = planted();
  const RowSet rows = labelled(start_weights(), 0, 2'000, false, 5);
  const auto at = [&](const Weights& point) {
    return exact_loss(rows, all_rows(rows), point, Targets(), Loss::cross_entropy, 2);
  };
  const Vector slope = at(weights).slope;
  for (const std::string group : {"material.rook", "danger.attackers", "danger.storm", "scale.pawns", "phase.pieces"}) {
    const Group& found = *weights.schema.find(group);
    const auto weight = static_cast<std::size_t>(found.first * 2 + std::max(found.stage, 0));
    constexpr double step = 1e-3;
    Weights up = weights, down = weights;
    up.values[weight] += step;
    down.values[weight] -= step;
    const double difference = (at(up).loss - at(down).loss) / (2 * step) * parameter_unit;
    EXPECT_NE(difference, 0) << group;
    EXPECT_NEAR(slope[static_cast<Eigen::Index>(weight)], difference, 1e-7 + 1e-5 * std::abs(difference)) << group;
  }
}

// Of fits to outcomes that chance decides, the intervals hold the planted weights as often as they claim.
TEST(NightSecondOrderFit, CoversPlantedWeights) {
  const Weights truth = planted();
  FitOptions fit_options = options();
  fit_options.ridge = 1e-6;
  fit_options.keep_curvature = true;
  int held = 0, all = 0;
  for (std::uint64_t trial = 0; trial < 12; ++trial) {
    const RowSet rows = labelled(truth, 0, 12'000, false, 100 + trial);
    const FitResult result = fit(rows, start_weights(), fit_options);
    const TangentFit at = at_tangent(rows, start_weights(), result, fit_options);
    const std::vector<double> errors = errors_of(study_fit(at.rows, at.start, at.result, at.options));
    for (const Group& group : truth.schema.groups()) {
      if (group.role == Role::linear) continue;
      for (int term = group.first; term < group.first + group.shape.size(); ++term) {
        const auto weight = static_cast<std::size_t>(term * 2 + std::max(group.stage, 0));
        if (std::isnan(errors[weight])) continue;
        ++all;
        held += std::abs(result.fitted.values[weight] - truth.values[weight]) < 1.96 * errors[weight] ? 1 : 0;
      }
    }
  }
  std::cout << held << " of " << all << " intervals of 95 % hold the planted weight\n";
  EXPECT_GT(all, 300);
  EXPECT_GT(held, 0.92 * all);
  EXPECT_LT(held, 0.98 * all);
}

TEST(SecondOrderFit, OfLinearGroupsAloneIsTheLinearFit) {
  const RowSet rows = labelled(planted(), 0, 2'000, false, 3);
  FitOptions linear = options();
  linear.groups = {"material.*", "tempo"};
  linear.ridge = 1e-4;
  const FitResult found = fit(rows, start_weights(), linear);
  const FitResult same = fit_linear(tangent_rows(rows, start_weights(), 1), linearised(start_weights()), linear);
  for (std::size_t i = 0; i < found.fitted.values.size(); ++i) {
    EXPECT_NEAR(found.fitted.values[i], same.fitted.values[i], 2e-2);
  }
  EXPECT_NEAR(found.summary.train.fitted, same.summary.train.fitted, 1e-7);
}

// Shares are of the phases that positions have, and not of those that weights move them to.
TEST(SecondOrderFit, BalancesThePhasesOfThePositions) {
  const RowSet rows = labelled(planted(), 0, 2'000, true, 10);
  Weights start = start_weights();
  set(start, "phase.pieces", {30, 40, 60, 80});
  FitOptions plain = options(), balanced = options();
  plain.ridge = balanced.ridge = 1e-4;
  balanced.phases = parse_phase_balance("0:6=0.7,24=0.1");
  const std::vector<float> factors =
      balance_factors(rows, Targets(rows, all_rows(rows), {}, 1), start.schema, balanced.phases);
  RowSet weighted;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    RowLabel label = rows[i].label;
    label.weight *= factors[i];
    weighted.add(RowView{rows[i].phase, rows[i].entries, label});
  }
  for (const std::vector<std::string>& groups :
       std::vector<std::vector<std::string>>{{"material.*"}, {"material.*", "danger.*"}}) {
    plain.groups = balanced.groups = groups;
    const FitResult found = fit(rows, start, balanced), expected = fit(weighted, start, plain);
    for (std::size_t i = 0; i < start.values.size(); ++i) {
      EXPECT_NEAR(found.fitted.values[i], expected.fitted.values[i], 1e-2) << i;
    }
    EXPECT_GT(relative_change(found.fitted, fit(rows, start, plain).fitted), 1e-3) << "it matters";
    EXPECT_EQ(*at_tangent(rows, start, found, balanced).options.row_factors, factors);
  }
}

// The gain so far is measured from the start itself, and not from the score that the last tangent has there.
TEST(SecondOrderFit, BeginsItsLearningCurveAtTheStart) {
  const RowSet rows = labelled(planted(), 0, 3'000, true, 11);
  FitOptions judged = options();
  judged.ridge = 1e-4;
  judged.holdout = 0.5;
  judged.decimals = 2;
  const FitResult found = fit(rows, start_weights(), judged);
  const TangentFit at = at_tangent(rows, start_weights(), found, judged);
  const std::optional<LearningCurve> curve = study_fit(at.rows, at.start, at.result, at.options).curve;
  ASSERT_TRUE(curve);
  EXPECT_NEAR(curve->start_loss, found.summary.heldout.start, 1e-9);
}

// K of a start whose unit is far from a hundredth of a pawn runs away, or comes to the end of its range.
TEST(SecondOrderFit, TellsOfAScaleThatRanAway) {
  const RowSet rows = labelled(planted(), 0, 1'000, false, 12);
  FitOptions scaled = options();
  scaled.k = std::nullopt;
  scaled.ridge = 1e-4;
  scaled.groups = {"material.*", "scale.*"};
  scaled.tangents = 3;
  const auto summary_at = [&](double factor) {
    Weights start = start_weights();
    for (double& value : start.values) value *= factor;
    return fit(rows, start, scaled).summary;
  };
  const FitSummary usual = summary_at(1), large = summary_at(8);
  EXPECT_GT(usual.fitted_k, 0);
  EXPECT_FALSE(usual.k_ran_away());
  EXPECT_TRUE(large.k_ran_away()) << large.k;
  EXPECT_TRUE(summary_at(100).k_at_limit);
  scaled.k = 1;
  EXPECT_EQ(summary_at(8).fitted_k, 0) << "it was given";
}

// How much less the rows of a game say is told at the start, where the score is the same whichever groups are fitted.
TEST(SecondOrderFit, HasTheDispersionOfALinearFit) {
  const RowSet rows = labelled(planted(), 0, 2'000, false, 13);
  FitOptions keeping = options();
  keeping.ridge = 1e-4;
  keeping.carry.keep = true;
  keeping.groups = {"material.*"};
  const FitResult linear = fit(rows, start_weights(), keeping);
  keeping.groups = {"material.*", "danger.*"};
  const FitResult found = fit(rows, start_weights(), keeping);
  EXPECT_NE(found.summary.dispersion, 1);
  EXPECT_DOUBLE_EQ(found.summary.dispersion, linear.summary.dispersion);
  EXPECT_EQ(at_tangent(rows, start_weights(), found, keeping).options.dispersion, found.summary.dispersion);
}

TEST(SecondOrderFit, IsTheSameForAnyNumberOfThreads) {
  const RowSet rows = labelled(planted(), 0, 2'000, false, 4);
  FitOptions one = options(), two = options();
  one.ridge = two.ridge = 1e-4;
  one.threads = 1;
  EXPECT_EQ(fit(rows, start_weights(), one).fitted.values, fit(rows, start_weights(), two).fitted.values);
}

}  // namespace
}  // namespace hone::learn
