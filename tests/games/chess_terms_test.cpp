// SPDX-License-Identifier: MIT
//
// Terms of the evaluation of chess, counted by hand on small positions.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <string>
#include <string_view>

#include "data/rows.hpp"
#include "games/chess/features.hpp"
#include "games/chess/fen.hpp"
#include "tests/games/chess_support.hpp"

namespace hone::chess {
namespace {

struct CountedTerm {
  std::string_view group;
  int index;  // within the group
  std::string_view fen;
  int count;  // White's minus Black's

  friend std::ostream& operator<<(std::ostream& out, const CountedTerm& term) {
    return out << term.group << '[' << term.index << "] of " << term.fen;
  }
};

int count_of(std::string_view group, int index, std::string_view fen) {
  const Position pos = parse_fen(fen);
  RowSink sink;
  extract(pos, sink);
  const Row row = sink.finish(phase(pos));
  const int term = schema().find(group)->first + index;
  const auto entry = std::ranges::find(row.entries, term, &RowEntry::term);
  return entry == row.entries.end() ? 0 : entry->count;
}

class ChessTerms : public testing::TestWithParam<CountedTerm> {};

TEST_P(ChessTerms, AreCountedAsByHand) {
  const CountedTerm& term = GetParam();
  EXPECT_EQ(count_of(term.group, term.index, term.fen), term.count);
}

constexpr std::string_view rook_before_king = "4k3/8/8/8/8/8/7r/4K3 w - - 0 1";
constexpr std::string_view hanging_knight = "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1";
constexpr std::string_view lone_pawn = "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1";

INSTANTIATE_TEST_SUITE_P(
    Officers, ChessTerms,
    testing::Values(
        CountedTerm{"knight.near_outpost", 0, "4k3/8/8/8/4P3/2N5/8/4K3 w - - 0 1", 1},    // d5, guarded by e4
        CountedTerm{"knight.near_outpost", 0, "4k3/8/4p3/8/4P3/2N5/8/4K3 w - - 0 1", 0},  // e6 attacks d5
        CountedTerm{"knight.outpost", 0, "4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", 1},
        CountedTerm{"knight.outpost", 0, "4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", 0},  // c7-c6 will attack d5
        CountedTerm{"knight.outpost", 0, "4k3/8/8/2pN4/4P3/8/8/4K3 w - - 0 1", 1},   // c5 has passed by
        CountedTerm{"knight.king_distance", 4, "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", 1},
        CountedTerm{"bishop.long_diagonal", 0, "4k3/8/8/8/8/8/6B1/4K3 w - - 0 1", 1},
        CountedTerm{"bishop.long_diagonal", 0, "4k3/8/8/8/4P3/8/6B1/4K3 w - - 0 1", 0},
        CountedTerm{"bishop.king_distance", 2, "4k3/8/8/8/8/8/6B1/4K3 w - - 0 1", 1},
        CountedTerm{"bishop.enemy_pawns", 2, "4k3/p2p4/4p3/8/8/8/6B1/4K3 w - - 0 1", 1},  // d7, e6; a7 is dark
        CountedTerm{"rook.trapped", 0, "4k3/8/8/8/8/8/7P/6KR w - - 0 1", 1},
        CountedTerm{"rook.trapped", 1, "4k3/8/8/8/8/8/7P/4K2R w K - 0 1", 1},
        CountedTerm{"rook.trapped", 0, "4k3/8/8/8/8/8/7P/5RK1 w - - 0 1", 0},  // on the open side of its king
        CountedTerm{"rook.trapped", 0, "4k3/8/8/8/8/7P/6PR/7K w - - 0 1", 0},  // on its file
        CountedTerm{"rook.trapped", 0, "4k3/8/8/8/8/P7/RP6/K7 w - - 0 1", 0},
        CountedTerm{"rook.line", 0, "k7/p7/8/8/8/8/8/R3K3 w - - 0 1", 1},
        CountedTerm{"rook.line", 1, "4k3/q7/8/8/8/8/8/R3K3 w - - 0 1", 1},
        CountedTerm{"reach.rook", 10, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 1},
        CountedTerm{"reach.rook", 7, "4k3/8/8/8/3b4/8/8/1R2K3 w - - 0 1", 1}));  // not a1, b2, b6

INSTANTIATE_TEST_SUITE_P(
    Pawns, ChessTerms,
    testing::Values(CountedTerm{"pawn.stuck", 0, "4k3/8/8/8/8/3B4/3P4/4K3 w - - 0 1", 1},
                    CountedTerm{"wing.pawn", 8, "4k3/8/8/8/8/8/P7/6K1 w - - 0 1", 1},   // a2
                    CountedTerm{"wing.pawn", 15, "4k3/8/8/8/8/8/P7/2K5 w - - 0 1", 1},  // mirrored: h2
                    CountedTerm{"wing.pawn", 8, "6k1/p7/8/8/8/8/8/6K1 w - - 0 1", -1},  // Black's a7
                    CountedTerm{"siege.pawn", 8, "4k3/8/8/8/8/8/P7/2K5 w - - 0 1", 1},
                    CountedTerm{"siege.pawn", 15, "2k5/8/8/8/8/8/P7/6K1 w - - 0 1", 1},
                    CountedTerm{"passed.free_step", 3, lone_pawn, 1},
                    CountedTerm{"passed.free_step", 3, "8/8/4k3/8/4P3/8/8/4K3 w - - 0 1", 0},
                    CountedTerm{"passed.enemy_king_by_rank", 8 * 3 + 3, lone_pawn, 1},  // e5 to e8
                    CountedTerm{"passed.blocker", 1, "4k3/8/8/4n3/4P3/8/8/4K3 w - - 0 1", 1},
                    CountedTerm{"passed.rook_behind", 0, "4k3/8/8/8/4P3/8/8/K3R3 w - - 0 1", 1},
                    CountedTerm{"passed.rook_behind", 1, "4k3/8/8/8/4P3/8/8/K3r3 w - - 0 1", 1},
                    CountedTerm{"passed.unstoppable", 3, "7k/8/8/8/P7/8/8/4K3 b - - 0 1", 1},
                    CountedTerm{"passed.unstoppable", 4, "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", 1},
                    CountedTerm{"passed.unstoppable", 4, "4k3/8/8/P7/8/8/8/4K3 b - - 0 1", 0},
                    CountedTerm{"passed.unstoppable", 3, "7k/7p/8/8/P7/8/8/4K3 b - - 0 1", 1},  // whatever h7
                    CountedTerm{"passed.unstoppable", 3, "6nk/8/8/8/P7/8/8/4K3 b - - 0 1", 0}));

INSTANTIATE_TEST_SUITE_P(
    Threats, ChessTerms,
    testing::Values(CountedTerm{"threat.by_safe_pawn", 1, "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", 1},
                    CountedTerm{"threat.by_safe_pawn", 1, "4k3/4r3/8/3n4/4P3/8/8/K7 w - - 0 1", 0},  // e4 hangs
                    CountedTerm{"threat.by_minor_guarded", 0, "4k3/8/4p3/3p4/8/2N5/8/4K3 w - - 0 1", 1},
                    CountedTerm{"threat.by_rook_guarded", 0, "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", 1},
                    CountedTerm{"threat.weak", 0, hanging_knight, 1},
                    CountedTerm{"threat.weak", 0, "4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1", 0},
                    // a5 and h4 are attacked by both; White holds h4 by a pawn.
                    CountedTerm{"threat.restricted", 0, "4k3/8/8/7r/R7/6P1/8/4K3 w - - 0 1", 2 - 1},
                    CountedTerm{"threat.several", 5 + 1, hanging_knight, 1},
                    CountedTerm{"threat.several", 0, hanging_knight, -1},
                    CountedTerm{"threat.next_on_queen", 1, "3q3k/8/8/8/3N4/8/8/4K3 w - - 0 1", 2},  // c6, e6
                    CountedTerm{"guard.none", 1, hanging_knight, -1}, CountedTerm{"guard.none", 3, hanging_knight, 0},
                    CountedTerm{"guard.pawn", 1, "4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", 1},
                    // White: b1 to f1; a2, d2, e2, f2; a8. Black: two squares of its first rank, three of its second.
                    CountedTerm{"control.rank", 0, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 5 - 2},
                    CountedTerm{"control.rank", 1, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 4 - 3},
                    CountedTerm{"control.rank", 7, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 1}));

INSTANTIATE_TEST_SUITE_P(Kings, ChessTerms,
                         testing::Values(CountedTerm{"king.attack_set", 4, rook_before_king, 1},  // a rook
                                         CountedTerm{"king.attack_set", 0, rook_before_king, -1},
                                         CountedTerm{"king.weak_ring", 3, rook_before_king, 1},    // d2, e2, f2
                                         CountedTerm{"king.safe_checks", 3, rook_before_king, 1},  // at h1
                                         CountedTerm{"king.unsafe_checks", 3, rook_before_king, 0},
                                         CountedTerm{"king.unsafe_checks", 1, "4k3/8/8/6n1/8/8/6P1/6K1 w - - 0 1", 1},
                                         CountedTerm{"king.pinned", 1, "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", 1},
                                         CountedTerm{"king.discovered", 0, "4r1k1/8/8/8/8/4n3/8/4K3 w - - 0 1", 1},
                                         CountedTerm{"king.flank_attacks", 4, rook_before_king, 1},  // c2 to f2
                                         CountedTerm{"king.flank_attacks", 0, rook_before_king, -1},
                                         CountedTerm{"king.flank_defence", 6, "4k3/8/8/8/8/2P5/8/4K3 w - - 0 1",
                                                     1},  // and d4
                                         CountedTerm{"king.flank_defence", 5, "4k3/8/8/8/8/2P5/8/4K3 w - - 0 1", -1},
                                         CountedTerm{"king.pawnless_flank", 0, "k7/8/8/8/8/8/P7/4K3 w - - 0 1", 1},
                                         CountedTerm{"king.castling", 2, "r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1", 1},
                                         CountedTerm{"king.castling", 1, "r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1", -1},
                                         CountedTerm{"king.escapes", 2, rook_before_king, 1},  // d1, f1
                                         CountedTerm{"king.escapes", 5, rook_before_king, -1}));

constexpr std::string_view rook_and_knight = "4k3/8/8/8/8/8/PP6/RN2K3 w - - 0 1";

INSTANTIATE_TEST_SUITE_P(Balance, ChessTerms,
                         testing::Values(CountedTerm{"imbalance.pawns", 1, rook_and_knight, 2},
                                         CountedTerm{"imbalance.pawns", 3, rook_and_knight, 2},
                                         CountedTerm{"imbalance.their_pawns", 1, "4k3/ppp5/8/8/8/8/8/1N2K3 w - - 0 1",
                                                     3},
                                         CountedTerm{"imbalance.own", 6 * 3 + 1, rook_and_knight, 1},
                                         CountedTerm{"imbalance.own", 6 * 3 + 3, rook_and_knight, 0},
                                         CountedTerm{"imbalance.own", 6 * 3 + 3, "4k3/8/8/8/8/8/8/RR2K3 w - - 0 1", 1},
                                         CountedTerm{"imbalance.pair_pawns", 0, "4k3/8/8/8/8/8/PP6/BB2K3 w - - 0 1", 2},
                                         CountedTerm{"room.officers", 0, "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1", 12 * 2}));

// The same counts as in Threats, Kings and Balance, for the side to move alone or multiplied.
INSTANTIATE_TEST_SUITE_P(
    Products, ChessTerms,
    testing::Values(CountedTerm{"turn.safe_pawn", 0, "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", 1},
                    CountedTerm{"turn.safe_pawn", 0, "4k3/8/8/3n4/4P3/8/8/4K3 b - - 0 1", 0},
                    CountedTerm{"turn.minor_guarded", 0, "4k3/8/4p3/3p4/8/2N5/8/4K3 w - - 0 1", 1},
                    CountedTerm{"turn.minor_guarded", 0, "4k3/8/4p3/3p4/8/2N5/8/4K3 b - - 0 1", 0},
                    CountedTerm{"turn.unguarded", 0, hanging_knight, 0},
                    CountedTerm{"turn.unguarded", 0, "4k3/8/8/3n4/8/8/8/3RK3 b - - 0 1", -1},
                    CountedTerm{"turn.space", 0, rook_and_knight, 12},
                    CountedTerm{"turn.space", 0, "4k3/8/8/8/8/8/PP6/RN2K3 b - - 0 1", -12},
                    CountedTerm{"turn.checked", 0, rook_before_king, 1},
                    CountedTerm{"turn.checked", 0, "4k3/8/8/8/8/8/7r/4K3 b - - 0 1", 0},
                    CountedTerm{"king.checks_by_force", 0, "4k3/pppp4/8/8/8/8/7r/4K3 w - - 0 1", 1 * 4 / 4},
                    CountedTerm{"king.pressure_by_force", 0, "4k3/pppppppp/8/8/8/8/7r/4K3 w - - 0 1", 3 * 8 / 8},
                    CountedTerm{"king.checks_by_bare", 0, rook_before_king, 1},
                    CountedTerm{"king.checks_by_bare", 0, "4k3/4p3/8/8/8/8/7r/4K3 w - - 0 1", 0},
                    // 4 squares of the second rank, one of each after it.
                    CountedTerm{"control.advance_by_pawns", 0, "4k3/7p/7p/8/8/8/8/R3K3 w - - 0 1",
                                (4 + 2 + 3 + 4 + 5 + 6 + 7) * 2 / 16},
                    // White controls all that it attacks but a5, Black all but a5 and h4.
                    CountedTerm{"control.by_restricted", 0, "4k3/8/8/7r/R7/6P1/8/4K3 w - - 0 1",
                                2 * 18 / 4 - 1 * 17 / 4},
                    CountedTerm{"threat.weak_by_restricted", 0, "4k3/8/8/3n4/8/8/5K2/3R4 w - - 0 1", 1}));  // d5; e3

// The row of all terms but the boards that know the squares of their men, by column.
std::map<int, int> counts_without_boards(const Position& pos) {
  RowSink sink(schema());
  extract(pos, sink);
  std::map<int, int> counts;
  for (const auto [column, count] : sink.finish(phase(pos)).entries) {
    const Group& group = schema().group_of(column % schema().terms());
    if (!group.name.starts_with("psqt.")) counts[column] = count;
  }
  return counts;
}

// Without rights to castle; a file is mirrored by the order of the text.
std::string mirrored_files(std::string_view fen) {
  std::string ranks(fen.substr(0, fen.find(' ')));
  for (auto first = ranks.begin(); first != ranks.end();) {
    const auto end = std::find(first, ranks.end(), '/');
    std::reverse(first, end);
    first = end == ranks.end() ? end : end + 1;
  }
  return ranks + (fen.find(" w ") != std::string_view::npos ? " w - - 0 1" : " b - - 0 1");
}

TEST(ChessTerms, AreTheSameOnBothWings) {
  for_random_positions(23, 110, 150, [](const Position& pos) {
    const std::string mirrored = mirrored_files(to_fen(pos)), back = mirrored_files(mirrored);
    ASSERT_EQ(counts_without_boards(parse_fen(mirrored)), counts_without_boards(parse_fen(back))) << back;
  });
}

}  // namespace
}  // namespace hone::chess
