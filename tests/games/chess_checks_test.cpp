// SPDX-License-Identifier: MIT
#include "games/chess/checks.hpp"

#include <gtest/gtest.h>

#include "games/chess/chess.hpp"
#include "tests/games/chess_support.hpp"

namespace hone::chess {
namespace {

TEST(ChessChecks, AreThoseOfThePositionAfterTheMove) {
  int given = 0;
  for_random_positions(18, 60, 100, [&](const Position& pos) {
    const Checks checks(pos);
    for (const Move move : moves_of(pos)) {
      Position next = pos;
      next.play(move);
      ASSERT_EQ(checks.gives_check(move), next.in_check()) << to_fen(pos) << ' ' << to_uci(pos, move);
      given += next.in_check() ? 1 : 0;
    }
  });
  EXPECT_GT(given, 500);
}

}  // namespace
}  // namespace hone::chess
