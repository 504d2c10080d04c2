// SPDX-License-Identifier: MIT
//
// What the search learns about the errors of the evaluation.
#include "engine/correction_history.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "games/chess/chess.hpp"
#include "games/othello/othello.hpp"
#include "tests/games/chess_support.hpp"

namespace hone {
namespace {

using chess::parse_fen;
using Corrections = CorrectionHistory<Chess>;

Corrections::Context context_of(const chess::Position& pos, int before = 1, int earlier = 2) {
  return Corrections::context(pos, before, earlier);
}

constexpr const char* italian = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

TEST(CorrectionHistory, KnowsNothingAtFirst) { EXPECT_EQ(Corrections().correction(context_of(parse_fen(italian))), 0); }

// Each error is what the correction left, as it is in a search.
TEST(CorrectionHistory, LearnsALastingError) {
  for (const Score error : {30, -30}) {
    Corrections corrections;
    const auto context = context_of(parse_fen(italian));
    for (int i = 0; i < 200; ++i) corrections.update(context, error - corrections.correction(context), 10);
    EXPECT_NEAR(corrections.correction(context), error, 2);
    corrections.clear();
    EXPECT_EQ(corrections.correction(context), 0);
  }
}

TEST(CorrectionHistory, StaysWithinItsLimits) {
  Corrections corrections;
  const auto context = context_of(parse_fen(italian));
  for (int i = 0; i < 1'000; ++i) corrections.update(context, max_eval, max_ply);
  EXPECT_LE(corrections.correction(context), 5 * 1'024 / 24);
  for (int i = 0; i < 1'000; ++i) corrections.update(context, -max_eval, max_ply);
  EXPECT_GE(corrections.correction(context), -5 * 1'024 / 24);
}

// The knight's move changes White's pieces and nothing else, so that a part of what was learnt holds there too.
TEST(CorrectionHistory, HoldsInPartWhereAPartIsTheSame) {
  const auto here = context_of(parse_fen("4k3/pp6/8/8/8/8/PP6/2N1K3 w - - 0 1"));
  const auto near = context_of(parse_fen("4k3/pp6/8/8/8/3N4/PP6/4K3 w - - 0 1"), 3, 4);
  const auto far = context_of(parse_fen("3k4/p1p5/8/8/8/3N4/P1P5/3K4 w - - 0 1"), 3, 4);
  const auto opponent = context_of(parse_fen("4k3/pp6/8/8/8/8/PP6/2N1K3 b - - 0 1"));
  Corrections corrections;
  for (int i = 0; i < 100; ++i) corrections.update(here, 40, 8);
  EXPECT_GT(corrections.correction(near), 0);
  EXPECT_LT(corrections.correction(near), corrections.correction(here));
  EXPECT_EQ(corrections.correction(far), 0);
  EXPECT_EQ(corrections.correction(opponent), 0) << "an error is seen by the side to move";
}

// In games without structures the last moves are all there is.
TEST(CorrectionHistory, NeedsNoStructures) {
  CorrectionHistory<Othello> corrections;
  const auto pos = Othello::initial();
  const auto here = CorrectionHistory<Othello>::context(pos, 5, 6);
  const auto elsewhere = CorrectionHistory<Othello>::context(pos, 7, 8);
  for (int i = 0; i < 100; ++i) corrections.update(here, scaled<Othello>(40), 8);
  EXPECT_GT(corrections.correction(here), 0);
  EXPECT_EQ(corrections.correction(elsewhere), 0);
}

// A game outside of this tree may count in the smallest units.
struct SmallUnits : Chess {
  static constexpr int margin_unit = 1;
  static void legal_moves(const Position& /*pos*/, MoveList<SmallUnits>& /*moves*/) {}
  static std::optional<Outcome> outcome(const Position& /*pos*/, const MoveList<SmallUnits>& /*legal*/) { return {}; }
};

TEST(CorrectionHistory, LearnsInAnyUnits) {
  CorrectionHistory<SmallUnits> corrections;
  corrections.learn_by({.correction_rate = 128});
  const auto context = CorrectionHistory<SmallUnits>::context(parse_fen(italian), 1, 2);
  for (int i = 0; i < 50; ++i) corrections.update(context, 20'000, 60);
  EXPECT_GT(corrections.correction(context), 0) << "the error was positive";
}

TEST(SearchMargins, AreNeverDividedByNothing) {
  EXPECT_EQ(Margins<SmallUnits>({.null_move_margin = 20}).null_move_reduction(4, 100),
            Margins<SmallUnits>({.null_move_margin = 100}).null_move_reduction(4, 100));
}

}  // namespace
}  // namespace hone
