// SPDX-License-Identifier: MIT
//
// Small boards solved by the searcher: area scoring, no komi, suicide forbidden, positional superko, two passes end.
// The engine of go plays all sizes, so that boards which are no game of their own need no other one.
//
//   2 x 2   Black by 1, B. Taylor's proof of 1998 for area scoring with superko (senseis.xmp.net/?2x2Board)
//   3 x 3   Black by 9, from the centre
//   4 x 4   Black by 2: both E. C. D. van der Werf, H. J. van den Herik and J. W. H. M. Uiterwijk, "Solving Go on Small
//           Boards", ICGA Journal 26(2), 2003, whose rule against cycles is another one
#include <gmock/gmock.h>

#include "engine/board_of.hpp"
#include "engine/game_driver.hpp"
#include "games/go/go.hpp"

namespace hone {
namespace {

struct Solution {
  int utility = 0;
  std::string move;
};

Solution solve(const std::string& position, int size, Depth depth, bool selective) {
  const GameDriver& driver = find_driver("go_9");
  const auto engine =
      driver.engine(driver.material_weights(), {.hash_bytes = std::size_t{128} << 20, .selective = selective});
  const BoardOf<Go9> board(go::parse_position(position, size));
  SearchControl control;
  control.limits.depth = depth;
  const SearchResult result = engine->search(board, control);
  if (!is_decided(result.score)) return {0, "undecided"};
  return {utility_of(result.score), board.move_text(*result.move)};
}

TEST(GoSolution, Of2x2) {
  for (const bool selective : {false, true}) {
    EXPECT_EQ(solve("../.. X 0 - 0", 2, 18, selective).utility, 1);
    EXPECT_EQ(solve("../.. X 0.5 - 0", 2, 18, selective).utility, 1);
    EXPECT_EQ(solve("../.. X 1.5 - 0", 2, 18, selective).utility, -1);
  }
}

// Without selectivity the search sees each line to this depth, so that it proves the value: no result is larger.
TEST(GoSolution, Of3x3) {
  for (const bool selective : {false, true}) {
    SCOPED_TRACE(selective);
    const Solution solution = solve(".../.../... X 0 - 0", 3, 18, selective);
    EXPECT_EQ(solution.utility, 9);
    EXPECT_EQ(solution.move, "B2");
  }
}

TEST(NightGoSolution, Of4x4) { EXPECT_EQ(solve("..../..../..../.... X 0 - 0", 4, 28, true).utility, 2); }

}  // namespace
}  // namespace hone
