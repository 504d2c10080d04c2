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

}  // namespace
}  // namespace hone::refine
