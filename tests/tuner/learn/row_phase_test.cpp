// SPDX-License-Identifier: MIT
//
// The scores of rows written as text, compared with the definition in data/ROWS.md.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>

#include "data/row_names.hpp"
#include "data/row_text_parser.hpp"
#include "tuner/learn/fit/row_scores.hpp"

namespace hone::learn {
namespace {

Weights toy_weights(const std::string& names) {
  Weights weights = zero_weights(parse_row_names(names, "toy.names"));
  for (std::size_t i = 0; i < weights.values.size(); ++i) weights.values[i] = 10.0 + 37.0 * static_cast<double>(i);
  return weights;
}

const std::string three_phases = "game toy\nstages a b c\nsteps 24\nx list 2\n";

TEST(RowPhase, MayBeAnyRealNumber) {
  const Weights weights = toy_weights(three_phases);
  RowTextParser parser(weights.schema);
  for (const double phase : {0.0, 0.001, 0.4, 0.5, 1.0, 11.3, 12.5, 23.5, 23.999, 24.0, 24.25, 36.0, 47.6, 48.0}) {
    const auto row = parser.parse(fmt::format("1 p={} 0:2 1:-0.5", phase));
    const auto at_phase = [&](int number) { return 2 * weights.at(0, number) - 0.5 * weights.at(1, number); };
    const int lower = phase < 24 ? 0 : 1;
    const double share = (phase - 24 * lower) / 24;
    EXPECT_NEAR(row_score(*row, weights), (1 - share) * at_phase(lower) + share * at_phase(lower + 1), 2e-5) << phase;
  }
}

TEST(RowPhase, TakesFactorsAndOffsetWithIt) {
  const Weights weights = toy_weights(three_phases);
  RowTextParser parser(weights.schema);
  for (const double phase : {30.0, 31.7}) {
    const auto row = parser.parse(fmt::format("1 p={} o=-15.5 k=7,0.5,0.25 0:1", phase));
    const double share = (phase - 24) / 24;
    const double wanted = (1 - share) * 0.5 * weights.at(0, 1) + share * 0.25 * weights.at(0, 2) - 15.5;
    EXPECT_NEAR(row_score(*row, weights), wanted, 2e-5) << phase;
  }
}

// The worked example of data/ROWS.md.
TEST(RowPhase, IsThatOfTheExample) {
  Weights weights = zero_weights(
      parse_row_names("game toy\nstages mg eg\nsteps 24\ntempo scalar\nmaterial list 3\nmap.knight board 2 4\n", "n"));
  weights.values[2] = 10;
  weights.values[3] = 20;
  RowTextParser parser(weights.schema);
  const auto row = parser.parse("1       g=17 p=12 w=0.5 o=-15 s=34 k=1,0.5 1:1 7:-2 11:0.5");
  EXPECT_EQ(row_score(*row, weights), -5);
  const auto next = parser.parse("1/2-1/2 g=17 p=12.5 material[1]:-1 tempo:1");
  EXPECT_EQ(next->label.game, 17U);
}

TEST(RowPhase, OfASingleStageIsLeftOut) {
  const Weights weights = toy_weights("game toy\nx list 2\n");
  RowTextParser parser(weights.schema);
  EXPECT_EQ(row_score(*parser.parse("1 1:2"), weights), 94);
  EXPECT_EQ(row_score(*parser.parse("1 k=0.5 1:2"), weights), 47);
}

}  // namespace
}  // namespace hone::learn
