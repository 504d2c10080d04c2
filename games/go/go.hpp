// SPDX-License-Identifier: MIT
//
// Go on boards of 2 x 2 to 9 x 9 as Games (see games/game.hpp), one template over the size. games/go/README.md
// describes rules, notation and features. A position knows its size, and moves and terms mean the same on every board,
// so that all sizes are played by one engine, that of the largest.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/game.hpp"
#include "games/go/features.hpp"
#include "games/go/position.hpp"
#include "games/go/sizes.hpp"
#include "games/go/text.hpp"

namespace hone {

namespace go {

[[nodiscard]] Position initial(int size);
[[nodiscard]] Position initial_with_komi(std::string_view komi, int size);  // throws Error
[[nodiscard]] Position flipped(const Position& pos);
[[nodiscard]] std::optional<Outcome> outcome(const Position& pos);
[[nodiscard]] std::span<const std::string_view> bench_positions(int size);
[[nodiscard]] ValueBounds bounds(const Position& pos);
[[nodiscard]] int noisy_gain(const Position& pos, Move move);

template <class List>
void list_moves(Points points, List& moves) {
  while (!points.empty()) moves.push_back(Move{static_cast<std::uint8_t>(points.pop_first())});
}

inline constexpr std::array<std::string_view, 10> names{"",     "",     "go_2", "go_3", "go_4",
                                                        "go_5", "go_6", "go_7", "go_8", "go_9"};

}  // namespace go

template <int board_size>
struct Go {
  static_assert(board_size >= 2 && board_size <= go::largest_size);
  using Position = go::Position;
  using Move = go::Move;
  using PlayedAs = Go<go::largest_size>;

  static constexpr std::string_view name = go::names[board_size];
  static constexpr std::size_t max_moves = board_size * board_size + 1;
  static constexpr int max_plies = go::most_plies(board_size);
  static constexpr int max_utility = 2 * board_size * board_size;  // all points and the largest komi

  [[nodiscard]] static Position initial() { return go::initial(board_size); }
  [[nodiscard]] static Position initial_with_komi(std::string_view komi) {
    return go::initial_with_komi(komi, board_size);
  }
  [[nodiscard]] static Side side_to_move(const Position& pos) { return pos.to_move; }
  // Appends moves in the order of the points, and passing last.
  template <class List>
  static void legal_moves(const Position& pos, List& moves) {
    if (go::is_over(pos)) return;
    go::list_moves(go::placements(pos), moves);
    moves.push_back(go::pass);
  }
  static void play(Position& pos, Move move) { go::play(pos, move); }
  // The utility is Black's lead in points. With half a point of komi it is rounded away from zero.
  template <class List>
  [[nodiscard]] static std::optional<Outcome> outcome(const Position& pos, const List& /*legal*/) {
    return go::outcome(pos);
  }
  [[nodiscard]] static std::uint64_t hash(const Position& pos) { return go::hash(pos); }

  [[nodiscard]] static Position parse_position(std::string_view text) { return go::parse_position(text, board_size); }
  [[nodiscard]] static std::string to_text(const Position& pos) { return go::to_text(pos); }
  [[nodiscard]] static std::optional<Move> parse_move(const Position& pos, std::string_view text) {
    const std::optional<Move> move = go::parse_move(text, pos.size);
    if (!move || go::is_over(pos)) return std::nullopt;
    if (*move != go::pass && !go::placements(pos).contains(move->point)) return std::nullopt;
    return move;
  }
  [[nodiscard]] static std::string to_text(const Position& /*pos*/, Move move) { return go::to_text(move); }
  [[nodiscard]] static MoveCode encode(Move move) { return move.point; }  // A1 = 0, B1 = 1, A2 = 10 ...; pass = 91
  [[nodiscard]] static Move decode(MoveCode code) {
    return code > go::pass.point ? go::no_move : Move{static_cast<std::uint8_t>(code)};
  }
  [[nodiscard]] static BoardPicture picture(const Position& pos) { return go::picture(pos); }

  [[nodiscard]] static const Schema& schema() { return go::schema(board_size); }
  [[nodiscard]] static PhasePoint phase(const Position& pos) { return go::phase(pos); }
  template <FeatureSink Sink>
  static void extract(const Position& pos, Sink& sink) {
    go::extract(pos, sink);
  }
  [[nodiscard]] static std::vector<double> material_weights() { return go::material_weights(board_size); }
  [[nodiscard]] static Position flipped(const Position& pos) { return go::flipped(pos); }

  static constexpr int bench_depth = 8;
  [[nodiscard]] static std::span<const std::string_view> bench_positions() { return go::bench_positions(board_size); }

  // Optional traits.

  static constexpr bool sided_terms = true;
  static constexpr int margin_unit = 300;  // three points

  [[nodiscard]] static std::uint64_t board_hash(const Position& pos) { return go::board_hash(pos); }

  [[nodiscard]] static bool may_be_over(const Position& pos) { return go::is_over(pos); }

  // By what lives unconditionally. A region of that is worth its points if its owner takes all that is in it.
  [[nodiscard]] static ValueBounds bounds(const Position& pos) { return go::bounds(pos); }

  // Captures.
  template <class List>
  static void noisy_moves(const Position& pos, List& moves) {
    go::list_moves(go::captures(pos), moves);
  }
  [[nodiscard]] static bool is_noisy(const Position& pos, Move move) {
    return move != go::pass && !go::captured_at(pos, move.point).empty();
  }
  [[nodiscard]] static int noisy_gain(const Position& pos, Move move) { return go::noisy_gain(pos, move); }
  [[nodiscard]] static int noisy_rank(const Position& pos, Move move) { return go::noisy_gain(pos, move); }

  // A pass is a move like others, and after one the next would end the game.
  [[nodiscard]] static bool can_pass(const Position& pos) { return pos.passes == 0; }
  static void pass(Position& pos) { go::play(pos, go::pass); }

  static constexpr int move_kinds = 2 * (go::places + 2);
  [[nodiscard]] static int move_kind(const Position& pos, Move move) {
    return (pos.to_move == Side::first ? 0 : go::places + 2) + move.point;
  }
};

using Go5 = Go<5>;
using Go7 = Go<7>;
using Go9 = Go<9>;

static_assert(Game<Go9> && HasSharedEngine<Go9> && HasSuperko<Go9> && HasQuickTerminalTest<Go9> && HasBounds<Go9> &&
              HasNoisyMoves<Go9> && HasNullMove<Go9> && HasMoveKinds<Go9> && HasGradedUtility<Go9> &&
              HasMarginUnit<Go9> && HasSidedTerms<Go9> && HasKomi<Go9> && HasPicture<Go9>);

}  // namespace hone
