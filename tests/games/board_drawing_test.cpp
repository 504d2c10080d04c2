// SPDX-License-Identifier: MIT
#include "games/board_drawing.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "games/all_games.hpp"

namespace hone {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

// The columns that a line takes in a terminal: no escape sequences, one for each character of UTF-8.
std::size_t columns_of(std::string_view line) {
  std::size_t columns = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\033') {
      i = line.find('m', i);
    } else {
      columns += (static_cast<unsigned char>(line[i]) & 0xC0) != 0x80 ? 1 : 0;
    }
  }
  return columns;
}

std::vector<std::string> lines_of_text(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

template <class G>
std::string drawn(std::string_view position, std::string_view move, const DrawingStyle& style = {}) {
  auto pos = G::parse_position(position);
  const BoardPicture before = G::picture(pos);
  G::play(pos, G::parse_move(pos, move).value());
  const BoardPicture after = G::picture(pos);
  return draw_board(after, cells_of_move(before, after, move), style);
}

// A board of crossings with a stone of each player.
BoardPicture stones() {
  BoardPicture picture = lettered_board(3, 3);
  picture.crossings = true;
  picture.players = black_and_white();
  put(picture.at(1, 1), Side::first, 'X', "●");
  put(picture.at(2, 0), Side::second, 'O', "●");
  return picture;
}

TEST(BoardDrawing, IsADiagramWithTheLastMoveInBrackets) {
  EXPECT_EQ(drawn<Chess>("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4"),
            "8  r n b q k b n r\n"
            "7  p p p p p p p p\n"
            "6  . . . . . . . .\n"
            "5  . . . . . . . .\n"
            "4  . . . .[P]. . .\n"
            "3  . . . . . . . .\n"
            "2  P P P P[.]P P P\n"
            "1  R N B Q K B N R\n"
            "   a b c d e f g h\n"
            "castling KQkq\n");
}

TEST(BoardDrawing, DividesMarkedNeighboursByABar) {
  EXPECT_EQ(drawn<TicTacToe>("X../.O./... X", "b1"),
            "3  X . .\n"
            "2  . O .\n"
            "1  .[X].\n"
            "   a b c\n");
  EXPECT_THAT(drawn<Chess>("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1f1"), HasSubstr("1  . . . .[.|K]. .\n"));
}

TEST(BoardDrawing, ShowsTheNumbersOfEmptySquaresWhereNothingElseNamesThem) {
  EXPECT_THAT(drawn<Checkers>("B:W21-32:B1-12", "11-15"), HasSubstr("     b     b   [11]    b\n"
                                                                    " 13    14   [ b]   16\n"
                                                                    "    17    18    19    20\n"));
}

TEST(BoardDrawing, TurnsTheBoard) {
  EXPECT_EQ(drawn<ConnectFour>("12", "7", {.flipped = true}),
            "[X]. . . . O X\n . . . . . . .\n . . . . . . .\n . . . . . . .\n . . . . . . .\n . . . . . . .\n"
            " 7 6 5 4 3 2 1\n");
}

TEST(BoardDrawing, GivesEveryPieceItsColour) {
  const std::string text = drawn<Chess>("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1f1", {.colour = true, .unicode = true});
  EXPECT_THAT(text, HasSubstr("\033[1;38;5;16m♚"));
  EXPECT_THAT(text, HasSubstr("\033[1;38;5;231m♚"));
  const std::string letters = drawn<Chess>("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1f1", {.colour = true});
  EXPECT_THAT(letters, HasSubstr("\033[1;38;5;16mk"));
  EXPECT_THAT(letters, HasSubstr("\033[1;38;5;231mK"));
}

TEST(BoardDrawing, DrawsTheLinesOfCrossings) {
  const std::string plain = draw_board(stones());
  EXPECT_EQ(plain, "3  . . .\n2  . X .\n1  O . .\n   a b c\n");
  const std::string drawn = draw_board(stones(), {}, {.colour = true, .unicode = true});
  EXPECT_THAT(lines_of_text(drawn)[0], HasSubstr(" ┌─"));
  EXPECT_THAT(lines_of_text(drawn)[0], HasSubstr("─┐ "));
  EXPECT_THAT(lines_of_text(drawn)[1], HasSubstr("●"));
}

// No line is longer than the terminal is wide, as long as there is room for the squares at all, and each ends without
// colours.
TEST(BoardDrawing, FitsTheTerminal) {
  const std::vector<BoardPicture> pictures{Chess::picture(Chess::initial()), Checkers::picture(Checkers::initial()),
                                           Othello::picture(Othello::initial()),
                                           ConnectFour::picture(ConnectFour::initial()), stones()};
  for (BoardPicture picture : pictures) {
    picture.notes.clear();
    for (const std::size_t width : {10, 12, 17, 18, 19, 20, 24, 26, 27, 40, 80}) {
      for (const bool colour : {false, true}) {
        for (const bool unicode : {false, true}) {
          const std::string text =
              draw_board(picture, std::vector<bool>(picture.cells.size(), true), {colour, unicode, false, width});
          for (const std::string& line : lines_of_text(text)) {
            EXPECT_LE(columns_of(line), width) << text;
            if (line.find('\033') != std::string::npos) {
              EXPECT_THAT(line, EndsWith("\033[0m"));
            }
          }
        }
      }
    }
  }
}

TEST(BoardDrawing, IsEmptyWithoutAPicture) { EXPECT_EQ(draw_board({}), ""); }

}  // namespace
}  // namespace hone
