// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/phase_balance.hpp"

#include <gmock/gmock.h>

#include <map>

#include "data/error.hpp"
#include "tests/tuner/learn/synthetic_rows.hpp"
#include "tuner/formats/position_filter.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/packed_rows.hpp"

namespace hone::learn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

// Rows at the phases 0, 6, 12, 18 and 24, with weights 1/2 and 1.
struct Balanced {
  Schema schema = synthetic_schema();
  RowSet rows = synthetic_rows(planted_weights(schema), {.rows = 500});
  Targets targets{rows, all_rows(rows), {}, 1};
};

// The share that each phase has of all weights.
std::map<int, double> shares_by_phase(const Balanced& it, const Targets& targets) {
  std::map<int, double> sums;
  double all = 0;
  for (std::size_t i = 0; i < it.rows.size(); ++i) {
    const double weight = static_cast<double>(targets.weight(it.rows[i].label, i));
    sums[phase_of(it.rows[i].phase, it.schema)] += weight;
    all += weight;
  }
  for (auto& [phase, sum] : sums) sum /= all;
  return sums;
}

std::map<int, double> balanced_by(const std::string& text, const TargetOptions& options = {}) {
  const Balanced it;
  Targets targets(it.rows, all_rows(it.rows), options, 1);
  targets.set_factors(balance_factors(it.rows, targets, it.schema, parse_phase_balance(text)));
  return shares_by_phase(it, targets);
}

TEST(PhaseBalance, GivesRangesTheirShares) {
  const auto shares = balanced_by("0:6=0.7,18:24=0.2");
  EXPECT_NEAR(shares.at(0) + shares.at(6), 0.7, 1e-6);
  EXPECT_NEAR(shares.at(18) + shares.at(24), 0.2, 1e-6);
  EXPECT_NEAR(shares.at(12), 0.1, 1e-6);
  const Balanced before;
  const auto plain = shares_by_phase(before, before.targets);
  EXPECT_NEAR(shares.at(0) / shares.at(6), plain.at(0) / plain.at(6), 1e-5) << "within a range all is as it was";
}

TEST(PhaseBalance, LeavesOutWhatNoShareIsLeftFor) {
  const auto shares = balanced_by("0=0.25,6=0.25,24=0.5");
  EXPECT_NEAR(shares.at(24), 0.5, 1e-6);
  EXPECT_EQ(shares.at(12), 0);
  EXPECT_EQ(shares.at(18), 0);
}

TEST(PhaseBalance, MakesAllPhasesWithRowsAlike) {
  for (const auto& [phase, share] : balanced_by("even")) EXPECT_NEAR(share, 0.2, 1e-6) << phase;
}

TEST(PhaseBalance, CountsTheWeightsThatOtherOptionsGive) {
  for (const auto& [phase, share] : balanced_by("even", {.equal_games = true, .half_life = 100})) {
    EXPECT_NEAR(share, 0.2, 1e-6) << phase;
  }
}

TEST(PhaseBalance, SharesWithoutRowsFallToTheOthers) {
  const auto shares = balanced_by("0=0.2,1:5=0.5,6:24=0.3");
  EXPECT_NEAR(shares.at(0), 0.4, 1e-6);
}

TEST(PhaseBalance, KeepsTheSumOfAllWeights) {
  const Balanced it;
  const std::vector<float> factors = balance_factors(it.rows, it.targets, it.schema, parse_phase_balance("0=0.9"));
  double before = 0, after = 0;
  for (std::size_t i = 0; i < it.rows.size(); ++i) {
    before += static_cast<double>(it.rows[i].label.weight);
    after += static_cast<double>(it.rows[i].label.weight * factors[i]);
  }
  EXPECT_NEAR(after / before, 1, 1e-6);
}

TEST(PhaseBalance, ChangesNothingWhereThereAreNoRows) {
  const Schema schema = synthetic_schema();
  EXPECT_TRUE(balance_factors({}, {}, schema, parse_phase_balance("even")).empty());
}

TEST(PhaseBalance, RefusesToLeaveNothing) {
  const Balanced it;
  for (const char* const text : {"1:2=1", "0:24=0"}) {
    EXPECT_THAT([&] { (void)balance_factors(it.rows, it.targets, it.schema, parse_phase_balance(text)); },
                ThrowsMessage<Error>(HasSubstr("--phases leaves no position to learn from")))
        << text;
  }
}

// A fit with balanced phases is the fit of rows that have the weights already.
TEST(PhaseBalance, IsAWeightInTheLoss) {
  Balanced it;
  const Weights start = zero_weights(it.schema);
  FitOptions options{.k = 1, .holdout = 0};
  options.phases = parse_phase_balance("0:6=0.8");
  const std::vector<float> factors = balance_factors(it.rows, it.targets, it.schema, options.phases);
  RowSet weighted;
  for (std::size_t i = 0; i < it.rows.size(); ++i) {
    RowView row = it.rows[i];
    RowLabel label = row.label;
    label.weight *= factors[i];
    weighted.add(RowView{row.phase, row.entries, label});
  }
  const FitResult balanced = fit(it.rows, start, options);
  options.phases = {};
  const FitResult expected = fit(weighted, start, options), plain = fit(it.rows, start, options);
  double change = 0;
  for (std::size_t i = 0; i < start.values.size(); ++i) {
    EXPECT_NEAR(balanced.fitted.values[i], expected.fitted.values[i], 1e-3);
    change += std::abs(balanced.fitted.values[i] - plain.fitted.values[i]);
  }
  EXPECT_GT(change, 1);
}

TEST(PhaseBalance, CountsPhasesAsPositionsDo) {
  const GameDriver& chess = find_driver("chess");
  for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
                          "r3k3/8/8/8/8/8/4P3/4KR2 w - - 0 1"}) {
    const auto board = chess.parse(fen);
    EXPECT_EQ(phase_of(board->row().phase, chess.schema()), formats::phase_of(*board, chess.schema()));
  }
}

TEST(PhaseBalance, ReadsWhatItShows) {
  for (const char* text : {"asis", "even", "0:7=0.3,8:24=0.7", "24=0.125", "3=0,5:9=1"}) {
    EXPECT_EQ(show(parse_phase_balance(text)), text);
  }
}

TEST(PhaseBalance, RefusesTextsThatAreNone) {
  for (const char* text : {"", "0", "0:7", "0:7=", "=0.3", "0:7=1.5", "0:7=-0.1", "7:0=0.3", "0:7=0.3,7:9=0.1",
                           "5=0.1,3=0.1", "0=0.6,1=0.6", "a=0.5", "0:=0.5", "0:7=nan", "0:7=0.5,", "evenly"}) {
    EXPECT_THROW((void)parse_phase_balance(text), Error) << text;
  }
}

TEST(PhaseBalance, RefusesPhasesThatTheGameDoesNotHave) {
  EXPECT_NO_THROW(parse_phase_balance("24=0.5").validate(synthetic_schema()));
  EXPECT_THAT([] { parse_phase_balance("20:25=0.5").validate(synthetic_schema()); },
              ThrowsMessage<Error>(HasSubstr("phases of synthetic from 0 to 24")));
}

}  // namespace
}  // namespace hone::learn
