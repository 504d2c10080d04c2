// SPDX-License-Identifier: MIT
//
// The moves of checkers compared with those of a slow generator that knows rows and columns instead of bits, and walks
// from square to square as a player does.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "engine/game_driver.hpp"
#include "games/checkers/checkers.hpp"
#include "tests/random_play.hpp"

namespace hone {
namespace {

using Position = Checkers::Position;

struct Square {
  int row, column;

  friend auto operator<=>(const Square&, const Square&) = default;
};

// Square 1 is the second from the left of the top row; numbers run along the rows.
Square square_of(int number) {
  const int row = (number - 1) / 4;
  return {row, 2 * ((number - 1) % 4) + (row % 2 == 0 ? 1 : 0)};
}

int number_of(Square square) { return square.row * 4 + square.column / 2 + 1; }

// One way to move: its squares, and the numbers of those jumped over in ascending order.
struct Way {
  std::vector<int> squares, jumped;
};

class SlowRules {
 public:
  explicit SlowRules(const Position& pos) : mover_(pos.to_move == Side::first ? 'b' : 'w') {
    for (auto& row : board_) row.fill(' ');
    for (int number = 1; number <= 32; ++number) {
      const checkers::Squares bit = checkers::bit(number - 1);
      const bool king = (pos.kings & bit) != 0;
      if ((pos.black & bit) != 0) at(square_of(number)) = king ? 'B' : 'b';
      if ((pos.white & bit) != 0) at(square_of(number)) = king ? 'W' : 'w';
    }
  }

  std::vector<Way> ways() {
    for (int number = 1; number <= 32; ++number) jump_from(number);
    if (ways_.empty()) {
      for (int number = 1; number <= 32; ++number) step_from(square_of(number));
    }
    return ways_;
  }

 private:
  static bool on_board(Square square) {
    return square.row >= 0 && square.row < 8 && square.column >= 0 && square.column < 8;
  }
  char& at(Square square) {
    return board_[static_cast<std::size_t>(square.row)][static_cast<std::size_t>(square.column)];
  }
  static char colour(char piece) { return piece == 'B' ? 'b' : piece == 'W' ? 'w' : piece; }
  [[nodiscard]] bool is_enemy(char piece) const { return piece != ' ' && colour(piece) != mover_; }

  static std::vector<Square> directions(char piece) {
    if (piece == 'b') return {{1, -1}, {1, 1}};
    if (piece == 'w') return {{-1, -1}, {-1, 1}};
    return {{1, -1}, {1, 1}, {-1, -1}, {-1, 1}};
  }

  void step_from(Square from) {
    const char piece = at(from);
    if (colour(piece) != mover_) return;
    for (const Square way : directions(piece)) {
      const Square to{from.row + way.row, from.column + way.column};
      if (on_board(to) && at(to) == ' ') ways_.push_back({{number_of(from), number_of(to)}, {}});
    }
  }

  // Takes the piece up, so that it may come back to where it stood.
  void jump_from(int number) {
    const char piece = at(square_of(number));
    if (colour(piece) != mover_) return;
    at(square_of(number)) = ' ';
    jump_on(piece, {{number}, {}});
    at(square_of(number)) = piece;
  }

  // What was jumped stays where it is to the end of the move.
  void jump_on(char piece, const Way& so_far) {
    const Square here = square_of(so_far.squares.back());
    const bool crowned =
        so_far.squares.size() > 1 && ((piece == 'b' && here.row == 7) || (piece == 'w' && here.row == 0));
    bool ended = true;
    for (const Square way : directions(piece)) {
      const Square over{here.row + way.row, here.column + way.column};
      const Square to{over.row + way.row, over.column + way.column};
      if (crowned || !on_board(to) || !is_enemy(at(over)) || at(to) != ' ') continue;
      if (std::ranges::count(so_far.jumped, number_of(over)) > 0) continue;
      ended = false;
      Way longer = so_far;
      longer.squares.push_back(number_of(to));
      longer.jumped.push_back(number_of(over));
      jump_on(piece, longer);
    }
    if (ended && so_far.squares.size() > 1) ways_.push_back(so_far);
  }

  std::array<std::array<char, 8>, 8> board_{};
  char mover_;
  std::vector<Way> ways_;
};

std::string text_of(const Way& way) {
  std::string text;
  for (const int square : way.squares) {
    text += (text.empty() ? "" : way.jumped.empty() ? "-" : "x") + std::to_string(square);
  }
  return text;
}

// From, to and what is taken: ways that agree in them lead to the same position, and are one move.
struct Effect {
  int from, to;
  std::vector<int> taken;

  friend auto operator<=>(const Effect&, const Effect&) = default;
};

std::map<Effect, std::vector<std::string>> slow_moves(const Position& pos) {
  std::map<Effect, std::vector<std::string>> moves;
  for (Way& way : SlowRules(pos).ways()) {
    const std::string text = text_of(way);
    std::ranges::sort(way.jumped);
    moves[{way.squares.front(), way.squares.back(), way.jumped}].push_back(text);
  }
  return moves;
}

Effect effect_of(Checkers::Move move) {
  Effect effect{move.from + 1, move.to + 1, {}};
  for (checkers::Squares left = move.captured; left != 0;) effect.taken.push_back(checkers::pop_first(left) + 1);
  return effect;
}

// Any number of pieces on any squares; `kings` of a hundred are kings.
Position random_position(testing::Random& random, std::size_t kings) {
  Position pos;
  const std::size_t most = 2 + testing::below(random, 11);
  for (int square = 0; square < 32; ++square) {
    const checkers::Squares bit = checkers::bit(square);
    const bool black = testing::below(random, 2) == 0;
    checkers::Squares& side = black ? pos.black : pos.white;
    if (testing::below(random, 12) >= most || checkers::popcount(side) == 12) continue;
    side |= bit;
    const bool crowned = (checkers::king_row(black ? Side::first : Side::second) & bit) != 0;
    if (crowned || testing::below(random, 100) < kings) pos.kings |= bit;
  }
  pos.to_move = testing::below(random, 2) == 0 ? Side::first : Side::second;
  return pos;
}

class CheckersMoves : public ::testing::Test {
 protected:
  // The same moves, no more; every way of a capture is read as its move, and one of them is how it is written.
  void compare(const Position& pos) {
    MoveList<Checkers> fast;
    Checkers::legal_moves(pos, fast);
    const auto slow = slow_moves(pos);
    ASSERT_EQ(fast.size(), slow.size()) << Checkers::to_text(pos);
    for (const Checkers::Move move : fast) {
      const auto found = slow.find(effect_of(move));
      ASSERT_NE(found, slow.end()) << Checkers::to_text(pos) << ' ' << Checkers::to_text(pos, move);
      EXPECT_EQ(std::ranges::count(found->second, Checkers::to_text(pos, move)), 1);
      EXPECT_EQ(Checkers::decode(Checkers::encode(move)), move);
      for (const std::string& text : found->second) EXPECT_EQ(Checkers::parse_move(pos, text), move) << text;
      rings_ += found->second.size() > 1 ? 1 : 0;
    }
    compare_short_forms(pos, slow);
  }

  // First and last square alone are read where one move has them, whatever the way, and refused where several do.
  void compare_short_forms(const Position& pos, const std::map<Effect, std::vector<std::string>>& slow) {
    std::map<std::string, int> moves;
    std::map<std::string, bool> is_whole;
    for (const auto& [effect, texts] : slow) {
      if (effect.taken.empty()) continue;
      const std::string text = std::to_string(effect.from) + "x" + std::to_string(effect.to);
      ++moves[text];
      is_whole[text] |= std::ranges::count(texts, text) > 0;
    }
    for (const auto& [text, count] : moves) {
      EXPECT_EQ(Checkers::parse_move(pos, text).has_value(), count == 1 || is_whole[text]) << text;
      forks_ += count > 1 ? 1 : 0;
    }
  }

  int rings_ = 0;  // moves with several ways
  int forks_ = 0;  // first and last squares that several moves share
};

TEST_F(CheckersMoves, AreThoseOfASlowGenerator) {
  constexpr std::uint64_t seed = 1'847;
  std::cout << "random positions of checkers: seed " << seed << '\n';
  testing::Random random(seed);
  for (const std::size_t kings : {0U, 20U, 50U, 80U, 100U}) {
    for (int i = 0; i < 6'000; ++i) compare(random_position(random, kings));
  }
  EXPECT_GT(rings_, 20);
  EXPECT_GT(forks_, 20);
}

TEST_F(CheckersMoves, AreThoseOfASlowGeneratorInPlay) {
  constexpr std::uint64_t seed = 1'992;
  std::cout << "random games of checkers: seed " << seed << '\n';
  testing::Random random(seed);
  for (const Position& pos : testing::random_positions<Checkers>(5'000, random)) compare(pos);
}

// The squares where a king lands, as nodes, and the nine enemies between them, as edges: all nodes but those of two
// corners have an even degree, so there is one way over all edges, from corner to corner (Euler, 1736).
TEST_F(CheckersMoves, AKingCanTakeNine) {
  const Position pos = Checkers::parse_position("B:W6,7,8,14,15,16,22,23,24:BK1");
  compare(pos);
  const auto all = Checkers::parse_move(pos, "1x10x3x12x19x10x17x26x19x28");
  ASSERT_TRUE(all);
  EXPECT_EQ(all->captured, pos.white);
}

// Counts published by Aart Bik; the shallower ones are in data/checkers/perft.epd.
TEST(FullCheckersPerft, CountsWhatOthersCounted) {
  const GameDriver& driver = find_driver("checkers");
  EXPECT_EQ(driver.perft(*driver.initial(), 10), 18'391'564U);
  EXPECT_EQ(driver.perft(*driver.initial(), 11), 85'242'128U);
}

}  // namespace
}  // namespace hone
