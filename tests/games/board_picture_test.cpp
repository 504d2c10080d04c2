// SPDX-License-Identifier: MIT
#include "games/board_picture.hpp"

#include <gmock/gmock.h>

#include "games/all_games.hpp"

namespace hone {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// The letters of a picture, row by row.
std::vector<std::string> rows(const BoardPicture& picture) {
  std::vector<std::string> rows(static_cast<std::size_t>(picture.rows));
  for (int row = 0; row < picture.rows; ++row) {
    for (int col = 0; col < picture.columns; ++col) rows[static_cast<std::size_t>(row)] += picture.at(row, col).letter;
  }
  return rows;
}

template <class G>
BoardPicture picture(std::string_view text) {
  return G::picture(G::parse_position(text));
}

// The names of the cells that a move is marked in; their places where they have no names.
template <class G>
std::vector<std::string> marked(std::string_view text, std::string_view move) {
  auto pos = G::parse_position(text);
  const BoardPicture before = G::picture(pos);
  G::play(pos, G::parse_move(pos, move).value());
  const BoardPicture after = G::picture(pos);
  const std::vector<bool> cells = cells_of_move(before, after, move);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!cells[i]) continue;
    names.push_back(after.cells[i].name.empty() ? std::to_string(i) : after.cells[i].name);
  }
  return names;
}

TEST(BoardPicture, IsTheDiagramOfTheGame) {
  EXPECT_THAT(rows(picture<TicTacToe>("X../.O./..X O")), ElementsAre("X..", ".O.", "..X"));
  EXPECT_THAT(rows(picture<ConnectThree>("..../.X../OXO. X")), ElementsAre("....", ".X..", "OXO."));
  EXPECT_THAT(rows(picture<ConnectFour>("4435")),
              ElementsAre(".......", ".......", ".......", ".......", "...O...", "..XXO.."));
  EXPECT_THAT(
      rows(picture<Breakthrough>("8/8/2p1p3/3P4/3p4/2P1P3/8/8 b")),
      ElementsAre("........", "........", "..p.p...", "...P....", "...p....", "..P.P...", "........", "........"));
  EXPECT_THAT(rows(Othello::picture(Othello::initial())), ElementsAre("........", "........", "........", "...OX...",
                                                                      "...XO...", "........", "........", "........"));
  EXPECT_THAT(
      rows(picture<Checkers>("B:W21,22,K30:B1,2,K32")),
      ElementsAre(".b.b....", "........", "........", "........", "........", "w.w.....", "........", "..W...B."));
  EXPECT_THAT(rows(Chess::picture(Chess::initial())), ElementsAre("rnbqkbnr", "pppppppp", "........", "........",
                                                                  "........", "........", "PPPPPPPP", "RNBQKBNR"));
}

TEST(BoardPicture, NamesTheSquaresAsMovesDo) {
  const BoardPicture chess = Chess::picture(Chess::initial());
  EXPECT_EQ(chess.at(0, 0).name, "a8");
  EXPECT_EQ(chess.at(7, 7).name, "h1");
  EXPECT_TRUE(chess.at(7, 0).dark);
  EXPECT_FALSE(chess.at(7, 7).dark);
  EXPECT_EQ(Othello::picture(Othello::initial()).at(0, 0).name, "a1");
  const BoardPicture checkers = Checkers::picture(Checkers::initial());
  EXPECT_EQ(checkers.at(0, 1).name, "1");
  EXPECT_EQ(checkers.at(7, 6).name, "32");
  EXPECT_FALSE(checkers.at(0, 0).playable);
  EXPECT_THAT(ConnectFour::picture(ConnectFour::initial()).column_names,
              ElementsAre("1", "2", "3", "4", "5", "6", "7"));
}

TEST(BoardPicture, NotesWhatTheBoardDoesNotShow) {
  EXPECT_THAT(Chess::picture(Chess::initial()).notes, ElementsAre("castling KQkq"));
  EXPECT_THAT(picture<Chess>("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").notes, ElementsAre("en passant d6"));
  EXPECT_THAT(picture<Chess>("4k3/8/8/8/8/8/8/4K2R w - - 19 40").notes, IsEmpty());
  EXPECT_THAT(picture<Chess>("4k3/8/8/8/8/8/8/4K2R w - - 20 40").notes,
              ElementsAre("20 plies without a capture or a pawn's move"));
  EXPECT_THAT(picture<Checkers>("B:WK30:BK2:H33").notes, ElementsAre("33 plies without a capture or a man's move"));
  EXPECT_THAT(Othello::picture(Othello::initial()).notes, ElementsAre("Black 2, White 2"));
}

TEST(BoardPicture, MarksTheSquaresThatAMoveNames) {
  EXPECT_THAT(marked<Chess>("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"), ElementsAre("d6", "e5"));
  EXPECT_THAT(marked<Chess>("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), ElementsAre("e1", "g1"));
  EXPECT_THAT(marked<Othello>("---------------------------OX------XO--------------------------- X", "d3"),
              ElementsAre("d3"));
  EXPECT_THAT(marked<Checkers>("B:W18,11,23:B1,15", "15x22"), ElementsAre("15", "22"));
  EXPECT_THAT(marked<ConnectFour>("44", "4"), ElementsAre("24"));  // 24: the fourth row from the top
}

TEST(BoardPicture, MarksNothingBetweenBoardsOfDifferentSizes) {
  const std::vector<bool> cells =
      cells_of_move(TicTacToe::picture(TicTacToe::initial()), Chess::picture(Chess::initial()), "a1");
  EXPECT_EQ(std::ranges::count(cells, true), 0);
}

}  // namespace
}  // namespace hone
