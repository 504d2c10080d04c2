// SPDX-License-Identifier: MIT
#include "games/chess/san.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/games/chess_support.hpp"

namespace hone::chess {
namespace {

TEST(ChessSan, NamesEveryMoveOnceAndReadsItBack) {
  for_random_positions(10, 110, 100, [](const Position& pos) {
    std::set<std::string> names;
    for (const Move move : moves_of(pos)) {
      const std::string san = to_san(pos, move);
      ASSERT_TRUE(names.insert(san).second) << to_fen(pos) << ' ' << san;
      ASSERT_EQ(parse_san(pos, san), move) << to_fen(pos) << ' ' << san;
    }
  });
}

struct Named {
  const char* fen;
  const char* uci;
  const char* san;
};
void PrintTo(const Named& one, std::ostream* out) { *out << one.san; }

class ChessSanTexts : public testing::TestWithParam<Named> {};

TEST_P(ChessSanTexts, FollowThePgnStandard) {
  const auto& [fen, uci, san] = GetParam();
  const Position pos = parse_fen(fen);
  EXPECT_EQ(to_san(pos, parse_uci(pos, uci).value()), san);
}

// PGN standard 8.2.3.4: file, else rank, else both tell pieces apart; pinned ones do not count.
INSTANTIATE_TEST_SUITE_P(Table, ChessSanTexts,
                         testing::Values(Named{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "e4"},
                                         Named{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
                                         Named{"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"},
                                         Named{"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"},
                                         Named{"4k3/8/8/8/8/8/8/N3K1N1 w - - 0 1", "g1f3", "Nf3"},
                                         Named{"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2", "Nbd2"},
                                         Named{"4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1c3", "N1c3"},
                                         Named{"4k3/8/8/1N6/8/8/8/1N1NK3 w - - 0 1", "b1c3", "Nb1c3"},
                                         Named{"4k3/8/8/1N6/8/8/8/1N1NK3 w - - 0 1", "d1c3", "Ndc3"},
                                         Named{"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"},
                                         Named{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"},
                                         Named{"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"},
                                         Named{"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "O-O"},
                                         Named{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8#"},
                                         Named{"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4",
                                               "Qh4#"}));

struct Reading {
  const char* fen;
  const char* text;
  const char* uci;  // empty: refused
};
void PrintTo(const Reading& one, std::ostream* out) { *out << one.text; }

class ChessSanReadings : public testing::TestWithParam<Reading> {};

TEST_P(ChessSanReadings, AreForgivingButNeverGuess) {
  const auto& [fen, text, uci] = GetParam();
  const Position pos = parse_fen(fen);
  const auto move = parse_san(pos, text);
  EXPECT_EQ(move ? to_uci(pos, *move) : "", uci) << text;
}

constexpr const char* knights = "4k3/8/8/1N6/8/8/8/1N1NK3 w - - 0 1";
constexpr const char* promotion = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
constexpr const char* rooks = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
constexpr const char* pawns = "4k3/8/2b5/1P1P4/8/8/8/4KB2 w - - 0 1";
constexpr const char* en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";

INSTANTIATE_TEST_SUITE_P(
    Table, ChessSanReadings,
    testing::Values(
        Reading{knights, "Nb1c3", "b1c3"}, Reading{knights, "Nb1c3!?", "b1c3"}, Reading{knights, "Nb1c3+!!", "b1c3"},
        Reading{knights, "Nd1c3", "d1c3"}, Reading{knights, "Nbc3", ""}, Reading{knights, "N1c3", ""},
        Reading{knights, "Nc3", ""}, Reading{knights, "Nb5c3", "b5c3"}, Reading{knights, "Nxb5", ""},
        Reading{knights, "Nbxc3", ""}, Reading{promotion, "a8=Q", "a7a8q"}, Reading{promotion, "a8Q", "a7a8q"},
        Reading{promotion, "a7a8=N", "a7a8n"}, Reading{promotion, "ab8R", "a7b8r"},
        Reading{promotion, "axb8=R+", "a7b8r"}, Reading{promotion, "a8", ""}, Reading{promotion, "a8=K", ""},
        Reading{promotion, "a8=P", ""}, Reading{promotion, "Ke2=Q", ""}, Reading{rooks, "O-O", "e1g1"},
        Reading{rooks, "0-0", "e1g1"}, Reading{rooks, "0-0-0+", "e1c1"}, Reading{rooks, "O-O-O", "e1c1"},
        Reading{rooks, "O-O-O-O", ""}, Reading{rooks, "Kg1", ""}, Reading{rooks, "Kxh1", ""},
        Reading{pawns, "bxc6", "b5c6"}, Reading{pawns, "dc6", "d5c6"}, Reading{pawns, "Bc6", ""},
        Reading{pawns, "xc6", ""}, Reading{pawns, "b6", "b5b6"}, Reading{pawns, "Pb6", "b5b6"}, Reading{pawns, "", ""},
        Reading{pawns, "+", ""}, Reading{pawns, "K", ""}, Reading{pawns, "K2", ""}, Reading{pawns, "QKd2", ""},
        Reading{pawns, "Kd9", ""}, Reading{pawns, "e.p.", ""}, Reading{knights, "Nb1-c3+", "b1c3"},
        Reading{knights, "Nb1-b5", ""}, Reading{knights, "Nd-c3", ""}, Reading{knights, "N1-c3", ""},
        Reading{rooks, "o-o", "e1g1"}, Reading{rooks, "o-o-o+", "e1c1"}, Reading{pawns, "b5-b6", "b5b6"},
        Reading{pawns, "-b6", ""}, Reading{en_passant, "exd6e.p.", "e5d6"}, Reading{en_passant, "e5-e6", "e5e6"}));

}  // namespace
}  // namespace hone::chess
