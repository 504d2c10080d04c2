// SPDX-License-Identifier: MIT
#include "games/chess/outcome.hpp"

#include <gtest/gtest.h>

#include "tests/games/chess_support.hpp"

namespace hone::chess {
namespace {

struct Case {
  const char* why;
  const char* fen;
  std::optional<Outcome> outcome;
};
void PrintTo(const Case& one, std::ostream* out) { *out << one.why; }

class ChessOutcome : public testing::TestWithParam<Case> {};

TEST_P(ChessOutcome, IsAsTheRulesSay) {
  const auto& [why, fen, expected] = GetParam();
  const Position pos = parse_fen(fen);
  EXPECT_EQ(outcome(pos, !moves_of(pos).empty()), expected) << why;
}

constexpr Outcome white_wins{1, EndReason::win};
constexpr Outcome black_wins{-1, EndReason::win};
constexpr Outcome stalemate{0, EndReason::no_moves};
constexpr Outcome dead{0, EndReason::dead_position};
constexpr Outcome fifty{0, EndReason::move_rule};

INSTANTIATE_TEST_SUITE_P(
    Table, ChessOutcome,
    testing::Values(Case{"the game goes on", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", {}},
                    Case{"fool's mate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", black_wins},
                    Case{"back rank", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 1 1", white_wins},
                    Case{"mate on the hundredth half-move counts", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 80", white_wins},
                    Case{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", stalemate},
                    Case{"stalemate by a pawn", "k7/P7/K7/8/8/8/8/8 b - - 0 1", stalemate},
                    Case{"fifty moves", "4k3/8/8/8/8/8/4P3/4K3 w - - 100 80", fifty},
                    Case{"not yet fifty moves", "4k3/8/8/8/8/8/4P3/4K3 w - - 99 80", {}},
                    Case{"check at fifty moves", "4k3/8/8/8/8/8/4R3/4K3 b - - 100 80", fifty},
                    Case{"bare kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", dead},
                    Case{"one knight", "4k3/8/8/8/8/8/8/4KN2 b - - 0 1", dead},
                    Case{"one bishop", "4kb2/8/8/8/8/8/8/4K3 w - - 0 1", dead},
                    Case{"bishops of both sides on one colour", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", dead},
                    Case{"many bishops on one colour", "4kb2/8/3b4/8/8/2B5/1B6/2B1K3 w - - 0 1", dead},
                    Case{"bishops on two colours can mate", "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", {}},
                    Case{"a bishop pair", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", {}},
                    Case{"knights on both sides can mate", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", {}},
                    Case{"two knights can mate a helper", "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", {}},
                    Case{"knight and bishop", "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", {}},
                    Case{"a pawn", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", {}},
                    Case{"a rook", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", {}}));

TEST(ChessOutcomes, DrawsWithMovesAreSeenWithoutThem) {
  for_random_positions(12, 110, 400, [](const Position& pos) {
    const auto result = outcome(pos, true);
    ASSERT_EQ(Chess::may_be_over(pos), result.has_value()) << to_fen(pos);
  });
}

}  // namespace
}  // namespace hone::chess
