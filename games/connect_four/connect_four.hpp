// SPDX-License-Identifier: MIT
//
// Connect four: a board of six rows and seven columns, marks fall to the lowest empty square of their column, four in a
// line win. games/connect_four/README.md describes rules, notation and features, and bitboard.hpp the board as bits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/connect_four/features.hpp"
#include "games/connect_four/foresight.hpp"
#include "games/connect_four/position.hpp"
#include "games/game.hpp"

namespace hone {

struct ConnectFour {
  static constexpr std::string_view name = "connect_four";
  static constexpr std::size_t max_moves = connect_four::cols;
  static constexpr int max_plies = connect_four::rows * connect_four::cols;
  static constexpr int bench_depth = 12;

  using Position = connect_four::Position;
  using Move = connect_four::Move;

  [[nodiscard]] static Position initial() { return {}; }
  [[nodiscard]] static Side side_to_move(const Position& pos) { return pos.to_move; }
  static void legal_moves(const Position& pos, MoveList<ConnectFour>& moves);
  static void play(Position& pos, Move move) { connect_four::play(pos, move); }
  [[nodiscard]] static std::optional<Outcome> outcome(const Position& pos, const MoveList<ConnectFour>& legal);
  [[nodiscard]] static std::uint64_t hash(const Position& pos);

  [[nodiscard]] static Position parse_position(std::string_view text) { return connect_four::parse_position(text); }
  [[nodiscard]] static std::string to_text(const Position& pos) { return connect_four::to_text(pos); }
  // "4": the column, 1 to 7 from the left.
  [[nodiscard]] static std::optional<Move> parse_move(const Position& pos, std::string_view text);
  [[nodiscard]] static std::string to_text(const Position& /*pos*/, Move move) { return std::to_string(move.col + 1); }
  [[nodiscard]] static MoveCode encode(Move move) { return move.col; }
  [[nodiscard]] static Move decode(MoveCode code);

  [[nodiscard]] static const Schema& schema();
  // From the empty board to the full one.
  [[nodiscard]] static PhasePoint phase(const Position& pos) { return {0, static_cast<std::uint8_t>(pos.count())}; }
  template <FeatureSink Sink>
  static void extract(const Position& pos, Sink& sink) {
    connect_four::extract(pos, sink);
  }
  [[nodiscard]] static std::vector<double> material_weights();
  // O has begun in the flipped position: it plays and evaluates like any other, but parse_position rejects it.
  [[nodiscard]] static Position flipped(const Position& pos) { return {pos.o, pos.x, other(pos.to_move)}; }

  [[nodiscard]] static std::span<const std::string_view> bench_positions();
  [[nodiscard]] static BoardPicture picture(const Position& pos) { return connect_four::picture(pos); }

  // -- Traits for the search
  [[nodiscard]] static bool may_be_over(const Position& pos) {
    return connect_four::has_four(pos.theirs()) || pos.occupied() == connect_four::all_squares;
  }
  [[nodiscard]] static ValueBounds bounds(const Position& pos) { return connect_four::bounds(pos); }
  static void contenders(const Position& pos, MoveList<ConnectFour>& moves);
  // The hint counts empty squares at which the side to move could complete four after the move.
  [[nodiscard]] static int order_hint(const Position& pos, Move move);
};

static_assert(Game<ConnectFour> && HasPicture<ConnectFour> && HasQuickTerminalTest<ConnectFour> &&
              HasBounds<ConnectFour> && HasContenders<ConnectFour> && HasOrderHint<ConnectFour>);

}  // namespace hone
