// SPDX-License-Identifier: MIT
#include "games/tic_tac_toe/tic_tac_toe.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/hash.hpp"
#include "games/grid_text.hpp"
#include "games/move_spelling.hpp"
#include "games/refusal.hpp"

namespace hone {
namespace {

using Squares = TicTacToe::Squares;

constexpr Squares bit(int square) { return static_cast<Squares>(1 << square); }

bool has_line(Squares marks) {
  return std::any_of(TicTacToe::lines.begin(), TicTacToe::lines.end(),
                     [=](Squares line) { return (marks & line) == line; });
}

// The place of a square in a position text, whose rows come from the top.
constexpr std::size_t place(int square) { return static_cast<std::size_t>((2 - square / 3) * 4 + square % 3); }

void require_form(std::string_view text) {
  constexpr std::string_view example = "XO./.X./... O";
  const bool separated = text.size() == example.size() && text[3] == '/' && text[7] == '/' && text[11] == ' ';
  if (!separated) reject(fmt::format("three rows and the side to move like \"{}\"", example), text);
  for (int square = 0; square < 9; ++square) {
    if (std::string_view("XO.").find(text[place(square)]) == std::string_view::npos)
      reject("X, O or . on squares", text);
  }
  if (text.back() != 'X' && text.back() != 'O') reject("X or O to move", text);
}

// X begins, and the game ends with the first line: these two laws leave exactly the reachable positions.
void require_reachable(const TicTacToe::Position& pos, std::string_view text) {
  const bool x_to_move = pos.to_move == Side::first;
  const int x = std::popcount(pos.x);
  const int o = std::popcount(pos.o);
  if (x != o + (x_to_move ? 0 : 1)) reject("as many X as O with X to move, one X more with O to move", text);
  if (has_line(x_to_move ? pos.x : pos.o)) reject("no line of the side to move", text);
}

}  // namespace

void TicTacToe::legal_moves(const Position& pos, MoveList<TicTacToe>& moves) {
  if (has_line(pos.x) || has_line(pos.o)) return;
  for (std::uint8_t square = 0; square < 9; ++square) {
    if (!((pos.x | pos.o) & bit(square))) moves.push_back({square});
  }
}

void TicTacToe::play(Position& pos, Move move) {
  Squares& mine = pos.to_move == Side::first ? pos.x : pos.o;
  mine |= bit(move.square);
  pos.to_move = other(pos.to_move);
}

std::optional<Outcome> TicTacToe::outcome(const Position& pos, const MoveList<TicTacToe>& legal) {
  if (has_line(pos.x)) return Outcome{+1, EndReason::win};
  if (has_line(pos.o)) return Outcome{-1, EndReason::win};
  if (legal.empty()) return Outcome{0, EndReason::no_moves};
  return std::nullopt;
}

// The position itself, nineteen bits, scattered by a bijection: different positions never collide.
std::uint64_t TicTacToe::hash(const Position& pos) {
  const int side = pos.to_move == Side::first ? 1 : 2;
  return mix(pos.x | std::uint64_t{pos.o} << 9 | static_cast<std::uint64_t>(side) << 18);
}

TicTacToe::Position TicTacToe::parse_position(std::string_view text) {
  require_form(text);
  Position pos;
  for (int square = 0; square < 9; ++square) {
    if (text[place(square)] == 'X') pos.x |= bit(square);
    if (text[place(square)] == 'O') pos.o |= bit(square);
  }
  pos.to_move = text.back() == 'X' ? Side::first : Side::second;
  require_reachable(pos, text);
  return pos;
}

std::string TicTacToe::to_text(const Position& pos) {
  std::string text = ".../.../... X";
  for (int square = 0; square < 9; ++square) {
    if (pos.x & bit(square)) text[place(square)] = 'X';
    if (pos.o & bit(square)) text[place(square)] = 'O';
  }
  if (pos.to_move == Side::second) text.back() = 'O';
  return text;
}

std::optional<TicTacToe::Move> TicTacToe::parse_move(const Position& pos, std::string_view text) {
  return legal_move_spelt<TicTacToe>(pos, text);
}

std::string TicTacToe::to_text(const Position& /*pos*/, Move move) {
  return fmt::format("{}{}", "abc"[move.square % 3], move.square / 3 + 1);
}

// Numbers that are not a square become a move that is never legal.
TicTacToe::Move TicTacToe::decode(MoveCode code) { return {static_cast<std::uint8_t>(std::min<MoveCode>(code, 9))}; }

const Schema& TicTacToe::schema() {
  static const Schema schema("tic_tac_toe", {"all"}, 1, layout);
  return schema;
}

// The classroom's evaluation: lines still open for X minus lines still open for O.
std::vector<double> TicTacToe::material_weights() {
  std::vector<double> weights(static_cast<std::size_t>(layout.terms()));
  weights[layout.offset("lines.open")] = 100;
  return weights;
}

std::span<const std::string_view> TicTacToe::bench_positions() {
  static constexpr std::string_view positions[] = {
      ".../.../... X",  // the whole game
      ".../.X./... O",  // centre
      "X../.../... O",  // corner
      ".X./.../... O",  // edge
      "O../.X./..X O",  // a line through the centre is taken
      "X.O/.../... X",  // two corners
      "XOX/.O./... X",  // one square saves the game
  };
  return positions;
}

BoardPicture TicTacToe::picture(const Position& pos) {
  const Grid grid = grid_of(pos, 3, 3, [](int row, int col) { return bit(row * 3 + col); });
  return with_marks(lettered_board(3, 3), grid, "✕", "○");
}

}  // namespace hone
