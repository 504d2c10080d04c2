// SPDX-License-Identifier: MIT
//
// What is refined.
#include "tuner/refine/subject.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/named_weights.hpp"

namespace hone::refine {
namespace {

// A weight that no score depends on would take games and say nothing.
TEST(OwnSubject, RefinesTheSingleValuesOfWhatIsNotLinear) {
  const GameDriver& chess = find_driver("chess");
  const Weights start = chess.material_weights();
  const std::vector<std::string> patterns{"danger.pinned", "scale.pawns", "phase.pieces"};
  const OwnSubject subject(chess, start, {}, patterns);
  std::vector<std::string> names;
  for (const Parameter& each : subject.parameters()) names.push_back(each.name);
  EXPECT_THAT(names, ::testing::SizeIs(1 + 5 + 4));
  EXPECT_THAT(names, ::testing::IsSupersetOf({"danger.pinned mg", "scale.pawns[0] eg", "phase.pieces[3] mg"}));

  std::vector<int> values = start_values(subject.parameters());
  values.back() = 7;
  const Weights moved = subject.weights(values);
  const int last = start.schema.find("phase.pieces")->first + 3;
  EXPECT_EQ(moved.at(last, 0), 7);
  EXPECT_EQ(moved.at(last, 1), 7) << "a phase term has the same value at all stages";
}

// Games may have numbers of their own, which then are where a refinement begins.
TEST(OwnSubject, BeginsFromTheNumbersOfTheGame) {
  const GameDriver& othello = find_driver("othello");
  ASSERT_NE(othello.search_parameters().aspiration_window, SearchParameters().aspiration_window);
  const std::vector<std::string> patterns{"search.aspiration_window"};
  const OwnSubject subject(othello, othello.material_weights(), {}, patterns);
  ASSERT_EQ(subject.parameters().size(), 1U);
  EXPECT_EQ(subject.parameters().front().start, othello.search_parameters().aspiration_window);
  EXPECT_EQ(subject.search(start_values(subject.parameters())), othello.search_parameters());

  EngineOptions told;
  told.parameters.set("aspiration_window=33,delta_margin=120");
  const OwnSubject from_there(othello, othello.material_weights(), told, patterns);
  SearchParameters expected = othello.search_parameters();
  expected.aspiration_window = 33;
  expected.delta_margin = 120;
  EXPECT_EQ(from_there.search(start_values(from_there.parameters())), expected);
}

}  // namespace
}  // namespace hone::refine
