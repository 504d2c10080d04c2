// SPDX-License-Identifier: MIT
#include "games/chess/fen.hpp"

#include <gmock/gmock.h>

#include "data/error.hpp"
#include "tests/games/chess_support.hpp"

namespace hone::chess {
namespace {

std::string message_for(std::string_view fen) {
  try {
    return "accepted as " + to_fen(parse_fen(fen));
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(ChessFen, ReadsWhatItWrites) {
  for_random_positions(8, 330, 150, [](const Position& pos) {
    ASSERT_EQ(parse_fen(to_fen(pos)), pos) << to_fen(pos);
    ASSERT_EQ(parse_fen(to_fen(pos)).hash(), pos.hash());
  });
}

struct Same {
  const char* text;
  const char* written;
};
void PrintTo(const Same& one, std::ostream* out) { *out << one.text; }

class ChessFenForms : public testing::TestWithParam<Same> {};

TEST_P(ChessFenForms, AreUnderstood) { EXPECT_EQ(to_fen(parse_fen(GetParam().text)), GetParam().written); }

INSTANTIATE_TEST_SUITE_P(Table, ChessFenForms,
                         testing::Values(
                             // EPD leaves the counters out.
                             Same{"4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
                             Same{"4k3/8/8/8/8/8/8/4K3 b - - 12", "4k3/8/8/8/8/8/8/4K3 b - - 12 1"},
                             Same{"  4k3/8/8/8/8/8/8/4K3   w - -  3 40 ", "4k3/8/8/8/8/8/8/4K3 w - - 3 40"},
                             // Empty squares may be counted piecemeal.
                             Same{"4k3/8/8/8/8/8/8/1111K111 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
                             // X-FEN means the outermost rook; a file letter the one on that file.
                             Same{"4k3/8/8/8/8/8/8/R1R1K1RR w KQ - 0 1", "4k3/8/8/8/8/8/8/R1R1K1RR w KQ - 0 1"},
                             Same{"4k3/8/8/8/8/8/8/R1R1K1RR w GC - 0 1", "4k3/8/8/8/8/8/8/R1R1K1RR w GC - 0 1"},
                             Same{"1r3kr1/8/8/8/8/8/8/1R3KR1 w qkQK - 0 1", "1r3kr1/8/8/8/8/8/8/1R3KR1 w GBgb - 0 1"},
                             Same{"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"},
                             Same{"r3k2r/8/8/8/8/8/8/R3K2R b qK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1"},
                             // The square stays only where it can be captured on.
                             Same{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
                                  "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
                             Same{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"},
                             Same{"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "8/8/8/K2pP2r/8/8/8/4k3 w - - 0 1"}));

struct Rejection {
  const char* fen;
  const char* message;
};
void PrintTo(const Rejection& one, std::ostream* out) { *out << one.fen; }

class ChessFenErrors : public testing::TestWithParam<Rejection> {};

TEST_P(ChessFenErrors, SayWhatWasExpectedAndFound) {
  EXPECT_THAT(message_for(GetParam().fen), testing::HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Table, ChessFenErrors,
    testing::Values(
        Rejection{"", "expected 4 to 6 fields of a FEN, found 0 in ''"},
        Rejection{"4k3/8/8/8/8/8/8/4K3 w -", "expected 4 to 6 fields of a FEN, found 3"},
        Rejection{"4k3/8/8/8/8/8/8/4K3 w - - 0 1 junk", "expected 4 to 6 fields of a FEN, found 7"},
        Rejection{"4k3/8/8/8/8/8/4K3 w - - 0 1", "expected 8 ranks, found 7"},
        Rejection{"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "expected 8 ranks, found 9"},
        Rejection{"4k3/8/8/8/8/8/8/4K2 w - - 0 1", "expected 8 squares on rank 1, found 7 in '4K2'"},
        Rejection{"4k3/8/8/8/8/8/8/4K4 w - - 0 1", "expected 8 squares on rank 1, found 9"},
        Rejection{"4k3/ppppppppp/8/8/8/8/8/4K3 w - - 0 1", "expected 8 squares on rank 7, found 9"},
        Rejection{"4k3/8//8/8/8/8/8/4K3 w - - 0 1", "expected 8 ranks, found 9"},
        Rejection{"4k3/8/8/8/8//8/4K3 w - - 0 1", "expected 8 squares on rank 3, found 0"},
        Rejection{"4x3/8/8/8/8/8/8/4K3 w - - 0 1", "expected a piece letter or a digit 1-8, found 'x'"},
        Rejection{"4k3/9/8/8/8/8/8/4K3 w - - 0 1", "expected a piece letter or a digit 1-8, found '9'"},
        Rejection{"4k3/0/8/8/8/8/8/4K3 w - - 0 1", "expected a piece letter or a digit 1-8, found '0'"},
        Rejection{"8/8/8/8/8/8/8/4K3 w - - 0 1", "expected one king of Black, found 0"},
        Rejection{"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "expected one king of White, found 2"},
        Rejection{"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "expected no pawn on the first or last rank, found one on a1"},
        Rejection{"4k2p/8/8/8/8/8/8/4K3 w - - 0 1", "expected no pawn on the first or last rank, found one on h8"},
        Rejection{"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "expected at most 8 pawns of White, found 9"},
        Rejection{"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", "expected at most 0 promoted men of White, found 1"},
        Rejection{"4k3/8/8/8/8/8/PPPPPPP1/RRRRK3 w - - 0 1", "expected at most 1 promoted men of White, found 2"},
        Rejection{"b1b1k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1",
                  "expected at most 0 promoted men of Black, found 1"},  // two bishops of one colour
        Rejection{"nnnnk3/ppppppp1/8/8/8/8/8/4K3 w - - 0 1", "expected at most 1 promoted men of Black, found 2"},
        Rejection{"4k3/8/8/8/8/8/8/4K3 W - - 0 1", "expected side to move 'w' or 'b', found 'W'"},
        Rejection{"4k3/8/8/8/8/8/8/4K3 - - - 0 1", "expected side to move 'w' or 'b', found '-'"},
        Rejection{"r3k2r/8/8/8/8/8/8/R3K2R w KQkx - 0 1",
                  "expected castling rights of KQkq, A-H or a-h, or '-', found 'x'"},
        Rejection{"r3k2r/8/8/8/8/8/8/R3K2R w KQ-q - 0 1", "found '-'"},
        Rejection{"r3k2r/8/8/8/8/8/8/R3K2R w KKq - 0 1", "expected one castling right a wing, found a second, 'K'"},
        Rejection{"4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", "expected one castling right a wing, found a second, 'G'"},
        Rejection{"4k3/8/8/8/8/8/8/R3K3 w K - 0 1", "expected a rook for castling right 'K', found none"},
        Rejection{"4k3/8/8/8/8/8/8/R3K3 w B - 0 1", "expected a rook for castling right 'B', found none"},
        Rejection{"4k3/8/8/8/8/8/8/r3K3 w Q - 0 1", "expected a rook for castling right 'Q', found none"},
        Rejection{"4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1",
                  "expected a king between b and g on its first rank for castling right 'K', found one on e2"},
        Rejection{"4k3/8/8/8/8/8/8/K6R w K - 0 1",
                  "expected a king between b and g on its first rank for castling right 'K', found one on a1"},
        Rejection{"4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", "expected en-passant square on rank 6 or '-', found 'd5'"},
        Rejection{"4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "expected en-passant square on rank 6 or '-', found 'd3'"},
        Rejection{"4k3/8/8/3pP3/8/8/8/4K3 w - x6 0 1", "found 'x6'"},
        Rejection{"4k3/8/8/3pP3/8/8/8/4K3 w - d6d 0 1", "found 'd6d'"},
        Rejection{"4k3/8/8/3nP3/8/8/8/4K3 w - d6 0 1", "expected a pawn that has just passed en-passant square d6"},
        Rejection{"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "expected a pawn that has just passed en-passant square d6"},
        Rejection{"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "expected a pawn that has just passed en-passant square d6"},
        Rejection{"4k3/8/8/8/8/8/8/4K3 w - - 151 100", "expected halfmove clock 0 to 150, found '151'"},
        Rejection{"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "expected halfmove clock 0 to 150, found '-1'"},
        Rejection{"4k3/8/8/8/8/8/8/4K3 w - - 1x 1", "found '1x'"},
        Rejection{"4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "expected move number 0 to 9999, found '-1'"},
        Rejection{"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999", "expected move number 0 to 9999, found '99999999999'"},
        Rejection{"4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
                  "expected the side that has moved not in check, found Black in check"},
        Rejection{"8/8/8/3kK3/8/8/8/8 b - - 0 1",
                  "expected the side that has moved not in check, found White in check"},
        Rejection{"4k3/4q3/8/8/1b5q/8/8/4K3 w - - 0 1", "expected at most 2 checking men, found 3"}));

}  // namespace
}  // namespace hone::chess
