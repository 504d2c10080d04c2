// SPDX-License-Identifier: MIT
//
// Othello as a Game (see games/game.hpp). games/othello/README.md describes rules, notation and features. The members
// forward to the parts of this folder.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/game.hpp"
#include "games/othello/features.hpp"
#include "games/othello/position.hpp"
#include "games/othello/text.hpp"

namespace hone {

struct Othello {
  using Position = othello::Position;
  using Move = othello::Move;

  static constexpr std::string_view name = "othello";
  // the number of empty squares at the start: composed positions may have many moves
  static constexpr std::size_t max_moves = 60;
  static constexpr int max_plies = 120;  // sixty discs, with at most one pass after each
  static constexpr int max_utility = 64;

  [[nodiscard]] static Position initial();
  [[nodiscard]] static Side side_to_move(const Position& pos) { return pos.to_move; }
  // Appends moves in the order of the squares. A side that cannot place a disc passes, which is a move. If the other
  // side cannot place one either, there is no move and the game is over.
  static void legal_moves(const Position& pos, MoveList<Othello>& moves);
  static void play(Position& pos, Move move) { othello::play(pos, move); }
  // The utility is Black's discs minus White's, with the empty squares given to the winner.
  [[nodiscard]] static std::optional<Outcome> outcome(const Position& pos, const MoveList<Othello>& legal);
  [[nodiscard]] static std::uint64_t hash(const Position& pos);

  [[nodiscard]] static Position parse_position(std::string_view text) { return othello::parse_position(text); }
  [[nodiscard]] static std::string to_text(const Position& pos) { return othello::to_text(pos); }
  [[nodiscard]] static std::optional<Move> parse_move(const Position& pos, std::string_view text);
  [[nodiscard]] static std::string to_text(const Position& /*pos*/, Move move) { return othello::to_text(move); }
  [[nodiscard]] static MoveCode encode(Move move) { return move.square; }  // a1 = 0 ... h8 = 63, pass = 64
  [[nodiscard]] static Move decode(MoveCode code) {
    return code > othello::pass.square ? othello::no_move : Move{static_cast<std::uint8_t>(code)};
  }

  [[nodiscard]] static const Schema& schema() { return othello::schema(); }
  [[nodiscard]] static PhasePoint phase(const Position& pos) { return othello::phase(pos); }
  template <FeatureSink Sink>
  static void extract(const Position& pos, Sink& sink) {
    othello::extract(pos, sink);
  }
  [[nodiscard]] static std::vector<double> material_weights() { return othello::material_weights(); }
  [[nodiscard]] static Position flipped(const Position& pos) { return {pos.white, pos.black, other(pos.to_move)}; }

  static constexpr int bench_depth = 12;
  [[nodiscard]] static std::span<const std::string_view> bench_positions();
  [[nodiscard]] static BoardPicture picture(const Position& pos) { return othello::picture(pos); }

  // Optional traits.

  static constexpr int margin_unit = 200;  // two discs; 100 and 400 were not better in matches
  // Those of all games were found for chess, and lose here: engine/MEASUREMENTS.md.
  static constexpr std::string_view search_parameters =
      "singular_margin=16,doubly_singular_margin=20,late_move_base=400,late_move_slope=100,much_better_base=40,"
      "hardly_better=8,aspiration_window=20,aspiration_growth=300,reduction_after=1,reduction_cut_node=1024,"
      "reduction_history=128,reply_square=16,correction_rate=16";

  // The game is over when neither side has a move, and never before.
  [[nodiscard]] static bool may_be_over(const Position& /*pos*/) { return false; }

  // Moves that leave the other side few replies come first, because their subtrees are the smallest.
  [[nodiscard]] static int order_hint(const Position& pos, Move move);

  [[nodiscard]] static int moves_left(const Position& pos) { return othello::popcount(pos.empty()); }

  static constexpr int move_kinds = 2 * 65;
  [[nodiscard]] static int move_kind(const Position& pos, Move move) {
    return (pos.to_move == Side::first ? 0 : 65) + move.square;
  }
};

static_assert(Game<Othello> && HasMoveKinds<Othello> && HasQuickTerminalTest<Othello> && HasOrderHint<Othello> &&
              HasGradedUtility<Othello> && HasCountdown<Othello> && HasMarginUnit<Othello> && HasPicture<Othello> &&
              HasSearchParameters<Othello>);

}  // namespace hone
