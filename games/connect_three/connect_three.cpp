// SPDX-License-Identifier: MIT
#include "games/connect_three/connect_three.hpp"

#include <algorithm>

#include "data/hash.hpp"
#include "games/grid_text.hpp"
#include "games/move_spelling.hpp"
#include "games/refusal.hpp"

namespace hone {
namespace {

using Position = ConnectThree::Position;
using Squares = ConnectThree::Squares;

constexpr Squares bottom_row = 0x1111;
constexpr Squares all_squares = 0x7777;

constexpr Squares bit(int row, int col) { return static_cast<Squares>(1 << (col * 4 + row)); }
constexpr Squares column(int col) { return static_cast<Squares>(7 << (col * 4)); }

// Returns the utility that the marks have won; 0 without a line.
int utility(Squares marks) {
  int best = 0;
  for (const ConnectThree::Line& line : ConnectThree::lines) {
    if ((marks & line.squares) == line.squares) best = std::max(best, line.utility);
  }
  return best;
}

// The marks of the side that has just moved: the only one that can have a line.
Squares last_movers(const Position& pos) { return pos.to_move == Side::first ? pos.o : pos.x; }

// Returns the lowest empty square of each column.
Squares landings(const Position& pos) {
  return static_cast<Squares>(((pos.x | pos.o) + bottom_row) & all_squares & ~(pos.x | pos.o));
}

// Returns whether the marks could have been without a line one move ago.
bool is_fresh(const Position& pos) {
  const Squares marks = last_movers(pos);
  for (int col = 0; col < ConnectThree::cols; ++col) {
    const Squares top = std::bit_floor(static_cast<Squares>((pos.x | pos.o) & column(col)));
    if ((marks & top) != 0 && utility(marks & ~top) == 0) return true;
  }
  return utility(marks) == 0;
}

void require_possible_lines(const Position& pos, std::string_view text) {
  if (utility(pos.to_move == Side::first ? pos.x : pos.o) != 0) reject("no line of the side to move", text);
  if (!is_fresh(pos)) reject("only lines that the last move has completed", text);
}

}  // namespace

void ConnectThree::legal_moves(const Position& pos, MoveList<ConnectThree>& moves) {
  if (utility(last_movers(pos)) != 0) return;
  for (std::uint8_t col = 0; col < cols; ++col) {
    if (landings(pos) & column(col)) moves.push_back({col});
  }
}

void ConnectThree::play(Position& pos, Move move) {
  Squares& mine = pos.to_move == Side::first ? pos.x : pos.o;
  mine = static_cast<Squares>(mine | (landings(pos) & column(move.col)));
  pos.to_move = other(pos.to_move);
}

std::optional<Outcome> ConnectThree::outcome(const Position& pos, const MoveList<ConnectThree>& legal) {
  if (!legal.empty()) return std::nullopt;
  const int won = utility(last_movers(pos));
  if (won != 0) return Outcome{-sign(pos.to_move) * won, EndReason::win};
  return Outcome{0, EndReason::no_moves};
}

// The position itself, thirty-three bits, scattered by a bijection: different positions never collide.
std::uint64_t ConnectThree::hash(const Position& pos) {
  const int side = pos.to_move == Side::first ? 1 : 2;
  return mix(pos.x | std::uint64_t{pos.o} << 16 | static_cast<std::uint64_t>(side) << 32);
}

ConnectThree::Position ConnectThree::parse_position(std::string_view text) {
  const Position pos = position_of<Position>(parse_fallen_grid(text, rows, cols), bit);
  require_possible_lines(pos, text);
  return pos;
}

std::string ConnectThree::to_text(const Position& pos) { return hone::to_text(grid_of(pos, rows, cols, bit)); }

std::optional<ConnectThree::Move> ConnectThree::parse_move(const Position& pos, std::string_view text) {
  return legal_move_spelt<ConnectThree>(pos, text);
}

std::string ConnectThree::to_text(const Position& /*pos*/, Move move) { return std::to_string(move.col + 1); }

// Numbers that are not a column become a move that is never legal.
ConnectThree::Move ConnectThree::decode(MoveCode code) {
  return {static_cast<std::uint8_t>(std::min<MoveCode>(code, cols))};
}

const Schema& ConnectThree::schema() {
  static const Schema schema("connect_three", {"all"}, 1, layout);
  return schema;
}

// Open lines count, each by what it wins.
std::vector<double> ConnectThree::material_weights() {
  constexpr std::size_t lines_open = layout.offset("lines.open");
  std::vector<double> weights(static_cast<std::size_t>(layout.terms()));
  for (std::size_t direction = 0; direction < max_utility; ++direction) {
    weights[lines_open + direction] = 25.0 * static_cast<double>(direction + 1);
  }
  return weights;
}

std::span<const std::string_view> ConnectThree::bench_positions() {
  static constexpr std::string_view positions[] = {
      "..../..../.... X",  // the whole game
      "..../..../.X.. O",  // an inner column
      "..../..../X... O",  // a corner
      "..../..../XO.. X",  // answered beside
      "..../O.../X... X",  // answered above
      "..../.X../OXO. X",  // a centre of diagonals
      "XO../OX.O/XXOX O",  // three moves left
  };
  return positions;
}

BoardPicture ConnectThree::picture(const Position& pos) {
  return with_marks(numbered_columns(rows, cols), grid_of(pos, rows, cols, bit), "●", "●");
}

}  // namespace hone
