// SPDX-License-Identifier: MIT
#include "tuner/play/polyglot_book.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "tests/temp_folder.hpp"
#include "tuner/play/openings.hpp"
#include "tuner/play/polyglot_key.hpp"

namespace hone::play {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

// The test positions of the page of the format, "Polyglot book format" (H.G. Muller).
TEST(PolyglotKey, IsThatOfThePublishedPositions) {
  const std::vector<std::pair<const char*, std::uint64_t>> published{
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b96181691fc9c},
      {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196},
      {"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756b94461c50fb0},
      {"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662fafb965db29d4},
      {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78},
      {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a607ca3f242c1},
      {"rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fdd303c946bdd9},
      {"rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637},
      {"rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f9b829b279560},
  };
  for (const auto& [position, key] : published) EXPECT_EQ(polyglot_key(position), key) << position;
}

const GameDriver& rules_of_chess() { return find_driver("chess"); }

std::string big_endian(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(value >> 8 * i & 0xff);
  return text;
}

// The code of a move between two squares, as "e2e4"; the promotion is a number.
std::uint16_t code(const std::string& move, unsigned promotion = 0) {
  const auto file = [](char c) { return static_cast<unsigned>(c - 'a'); };
  const auto rank = [](char c) { return static_cast<unsigned>(c - '1'); };
  return static_cast<std::uint16_t>(file(move[2]) | rank(move[3]) << 3 | file(move[0]) << 6 | rank(move[1]) << 9 |
                                    promotion << 12);
}

class Book : public testing::Test {
 protected:
  void add(const std::string& position, std::uint16_t move, std::uint16_t weight) {
    entries_.emplace(polyglot_key(position), std::pair{move, weight});
  }
  // Adds a move after others from the initial position.
  void add_after(const std::vector<const char*>& before, const std::string& move, std::uint16_t weight) {
    const auto board = rules_of_chess().initial();
    for (const char* text : before) board->play(board->parse_move(text).value());
    add(board->text(), code(move), weight);
  }
  std::filesystem::path write() {
    std::string bytes;
    for (const auto& [key, move] : entries_)
      bytes += big_endian(key, 8) + big_endian(move.first, 2) + big_endian(move.second, 2) + big_endian(0, 4);
    write_plainly(file_, bytes);
    return file_;
  }
  std::vector<std::string> moves(const std::string& position) {
    const auto board = rules_of_chess().parse(position);
    std::vector<std::string> texts;
    for (const auto& move : PolyglotBook(write()).moves(*board)) texts.push_back(board->move_text(move.move));
    return texts;
  }

  TempFolder folder_;
  std::filesystem::path file_ = folder_ / "book.bin";
  std::multimap<std::uint64_t, std::pair<std::uint16_t, std::uint16_t>> entries_;
};

TEST_F(Book, SpellsCastlingAndPromotionsAsTheFormatDoes) {
  const std::string castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  add(castling, code("e1h1"), 3);
  add(castling, code("e1a1"), 2);
  EXPECT_THAT(moves(castling), testing::ElementsAre("e1g1", "e1c1"));
  const std::string promotion = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1";
  for (unsigned piece : {4U, 1U}) add(promotion, code("a7a8", piece), 1);
  EXPECT_THAT(moves(promotion), testing::ElementsAre("a7a8q", "a7a8n"));
}

TEST_F(Book, MayHaveCastlingAsTheStepOfTheKing) {
  const std::string castling = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
  add(castling, code("e8g8"), 3);
  add(castling, code("e8c8"), 2);
  add(castling, code("e8f8"), 1);
  EXPECT_THAT(moves(castling), testing::ElementsAre("e8g8", "e8c8", "e8f8"));
  // Without the right it is no move.
  const std::string none = "r3k2r/8/8/8/8/8/8/R3K2R b KQ - 0 1";
  add(none, code("e8g8"), 3);
  EXPECT_THAT(moves(none), testing::IsEmpty());
}

TEST_F(Book, HasOnlyLegalMovesOfSomeWeight) {
  const std::string start = rules_of_chess().initial()->text();
  add(start, code("e2e4"), 1);
  add(start, code("e2e5"), 9);
  add(start, code("d2d4"), 0);
  EXPECT_THAT(moves(start), testing::ElementsAre("e2e4"));
  EXPECT_THAT(moves("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), testing::IsEmpty());
}

TEST_F(Book, IsDrawnByWeight) {
  add_after({}, "e2e4", 3);
  add_after({}, "d2d4", 1);
  // Ends that differ, so that each draw is a line of its own.
  for (const char* first : {"e2e4", "d2d4"}) {
    const auto board = rules_of_chess().initial();
    board->play(board->parse_move(first).value());
    for (const MoveCode move : board->legal_moves()) add_after({first}, board->move_text(move), 1);
  }
  const std::vector<Opening> lines =
      book_lines(rules_of_chess(), write(), {.plies = 2, .count = 20, .attempts = 1, .seed = 7});
  const auto board = rules_of_chess().initial();
  const MoveCode king_pawn = board->parse_move("e2e4").value();
  const auto kings = std::ranges::count_if(lines, [&](const Opening& line) { return line.moves[0] == king_pawn; });
  EXPECT_GT(kings, static_cast<long>(lines.size()) / 2);
  EXPECT_LT(kings, static_cast<long>(lines.size()));
}

TEST_F(Book, HasTheSameLinesForTheSameSeed) {
  const auto board = rules_of_chess().initial();
  for (const MoveCode move : board->legal_moves()) add_after({}, board->move_text(move), 5);
  const auto lines = [&](std::uint64_t seed, std::size_t count) {
    return book_lines(rules_of_chess(), write(), {.plies = 4, .count = count, .seed = seed});
  };
  EXPECT_EQ(lines(1, 5), lines(1, 5));
  EXPECT_NE(lines(1, 5), lines(2, 5));
  EXPECT_EQ(lines(1, 100).size(), 20U);  // each once, however often it is drawn
}

TEST_F(Book, EndsLinesWithItsMovesOrWithThePlies) {
  add_after({}, "f2f3", 1);
  add_after({"f2f3"}, "e7e5", 1);
  add_after({"f2f3", "e7e5"}, "g2g4", 1);
  add_after({"f2f3", "e7e5", "g2g4"}, "d8h4", 1);
  EXPECT_EQ(read_openings(rules_of_chess(), write(), 2).at(0).moves.size(), 2U);
  EXPECT_EQ(read_openings(rules_of_chess(), write(), 3).at(0).moves.size(), 3U);
  // With the mate no game is left.
  EXPECT_THAT([&] { (void)read_openings(rules_of_chess(), write()); },
              ThrowsMessage<Error>(HasSubstr("expected moves for the initial position, found none in 4 entries")));
}

TEST_F(Book, HasNoLinesOfNoPlies) {
  add_after({}, "e2e4", 1);
  EXPECT_THAT([&] { (void)read_openings(rules_of_chess(), write(), 0); },
              ThrowsMessage<Error>(HasSubstr("expected one ply or more of each line of a book (--opening-plies, or "
                                             "--plies of hone openings), found 0")));
}

TEST_F(Book, IsRefusedWhenItIsNone) {
  const auto refuses = [&](std::string_view bytes, const char* why) {
    write_plainly(file_, bytes);
    EXPECT_THAT([&] { (void)read_openings(rules_of_chess(), file_); }, ThrowsMessage<Error>(HasSubstr(why)));
  };
  refuses("", "expected a Polyglot book: entries of 16 bytes in the order of their keys, found nothing");
  refuses("12345678901234567", "found 17 bytes");
  refuses(std::string(16, '2') + std::string(16, '1'), "found entry 1 before a smaller key");
  add_after({}, "e2e4", 1);
  EXPECT_THAT([&] { (void)read_openings(find_driver("othello"), write()); },
              ThrowsMessage<Error>(HasSubstr("Polyglot books are of chess")));
}

}  // namespace
}  // namespace hone::play
