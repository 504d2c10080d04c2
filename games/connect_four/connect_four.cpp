// SPDX-License-Identifier: MIT
#include "games/connect_four/connect_four.hpp"

#include <algorithm>

#include "data/hash.hpp"
#include "games/move_spelling.hpp"

namespace hone {
namespace {

using connect_four::Squares;

void append_columns(Squares targets, MoveList<ConnectFour>& moves) {
  for (; targets != 0; targets &= targets - 1) {
    moves.push_back({static_cast<std::uint8_t>(std::countr_zero(targets) / connect_four::column_bits)});
  }
}

}  // namespace

void ConnectFour::legal_moves(const Position& pos, MoveList<ConnectFour>& moves) {
  if (!connect_four::has_four(pos.theirs())) append_columns(connect_four::landings(pos.occupied()), moves);
}

std::optional<Outcome> ConnectFour::outcome(const Position& pos, const MoveList<ConnectFour>& legal) {
  if (!legal.empty()) return std::nullopt;
  if (connect_four::has_four(pos.theirs())) return Outcome{-sign(pos.to_move), EndReason::win};
  return Outcome{0, EndReason::no_moves};
}

// One bit above the marks of X in each column tells how high it is filled (J. Tromp's encoding); with the side to
// move that is the position itself, fifty bits, scattered by a bijection: different positions never collide.
std::uint64_t ConnectFour::hash(const Position& pos) {
  const Squares encoded = pos.x + pos.occupied() + connect_four::bottom_row;
  return mix(encoded | static_cast<std::uint64_t>(pos.to_move == Side::first ? 1 : 2) << 50);
}

std::optional<ConnectFour::Move> ConnectFour::parse_move(const Position& pos, std::string_view text) {
  return legal_move_spelt<ConnectFour>(pos, text);
}

// Numbers that are not a column become a move that is never legal.
ConnectFour::Move ConnectFour::decode(MoveCode code) {
  return {static_cast<std::uint8_t>(std::min<MoveCode>(code, connect_four::cols))};
}

const Schema& ConnectFour::schema() {
  static const Schema schema(name, {"empty", "full"}, max_plies, connect_four::layout);
  return schema;
}

// Lines of two are good, and lines of three and the middle squares are better.
std::vector<double> ConnectFour::material_weights() {
  std::vector<double> weights(static_cast<std::size_t>(schema().weights()));
  const auto set = [&](std::string_view group_name, double value) {
    const Group& group = *schema().find(group_name);
    const int phases = schema().phase_count();
    std::fill_n(weights.begin() + group.first * phases, group.shape.size() * phases, value);
  };
  set("line.two", 10);
  set("line.three", 40);
  set("centre", 20);
  return weights;
}

void ConnectFour::contenders(const Position& pos, MoveList<ConnectFour>& moves) {
  append_columns(connect_four::Tactics(pos).contenders(), moves);
}

int ConnectFour::order_hint(const Position& pos, Move move) {
  const Squares landing = connect_four::landings(pos.occupied()) & connect_four::column(move.col);
  return std::popcount(connect_four::completions(pos.mine() | landing, pos.occupied() | landing));
}

std::span<const std::string_view> ConnectFour::bench_positions() {
  static constexpr std::string_view positions[] = {
      "......./......./......./......./......./....... X",  // the whole game
      "4",                                                  // the winning first move
      "3",
      "4443",
      "44444326",
      "52753311433677",
      "123372255534145111",
  };
  return positions;
}

}  // namespace hone
