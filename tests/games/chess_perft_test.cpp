// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/games/chess_support.hpp"

namespace hone::chess {
namespace {

struct PerftLine {
  std::string fen;
  std::vector<std::pair<int, std::uint64_t>> counts;  // depth, leaves
};

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// "FEN ;D1 20 ;D2 400"
PerftLine parse_line(const std::string& text) {
  PerftLine line{text.substr(0, text.find(" ;")), {}};
  for (std::size_t at = text.find(";D"); at != std::string::npos; at = text.find(";D", at + 1)) {
    const std::string_view rest = std::string_view(text).substr(at + 2);
    line.counts.emplace_back(static_cast<int>(number(rest)), number(rest.substr(rest.find(' ') + 1)));
  }
  return line;
}

std::vector<PerftLine> read_file(const std::string& name) {
  std::ifstream file(std::filesystem::path(HONE_DATA_DIR) / "chess" / name);
  std::vector<PerftLine> lines;
  for (std::string text; std::getline(file, text);) lines.push_back(parse_line(text));
  return lines;
}

// Every count of the file up to `most` leaves; returns how many there were.
int check_file(const std::string& name, std::uint64_t most) {
  int checked = 0;
  for (const PerftLine& line : read_file(name)) {
    const Position pos = parse_fen(line.fen);
    for (const auto& [depth, leaves] : line.counts) {
      if (leaves > most) continue;
      EXPECT_EQ(perft(pos, depth), leaves) << line.fen << " depth " << depth;
      ++checked;
    }
  }
  return checked;
}

// data/chess/README.md says where the counts come from.
TEST(ChessPerft, AgreesWithPublishedCounts) { EXPECT_GT(check_file("perft_standard.epd", 2'000'000), 300); }
TEST(ChessPerft, AgreesWithPublishedCountsOfChess960) { EXPECT_GT(check_file("perft_chess960.epd", 1'000'000), 400); }
TEST(FullChessPerft, AgreesWithPublishedCounts) { EXPECT_GT(check_file("perft_standard.epd", 200'000'000), 380); }
TEST(FullChessPerft, AgreesWithPublishedCountsOfChess960) {
  EXPECT_GT(check_file("perft_chess960.epd", 30'000'000), 560);
}

// The most moves of any known position of a real game: N. Petrovic, 1964; en.wikipedia.org/wiki/Chess_problem.
TEST(ChessPerft, CountsTheMostMovesKnown) {
  EXPECT_EQ(perft(parse_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"), 1), 218U);
}

}  // namespace
}  // namespace hone::chess
