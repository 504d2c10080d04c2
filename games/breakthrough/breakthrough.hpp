// SPDX-License-Identifier: MIT
//
// Breakthrough as a Game (see games/game.hpp). games/breakthrough/README.md describes rules, notation and features. The
// members forward to the parts of this folder.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/breakthrough/features.hpp"
#include "games/breakthrough/moves.hpp"
#include "games/breakthrough/position.hpp"
#include "games/breakthrough/text.hpp"
#include "games/game.hpp"

namespace hone {

struct Breakthrough {
  using Position = breakthrough::Position;
  using Move = breakthrough::Move;

  static constexpr std::string_view name = "breakthrough";
  static constexpr std::size_t max_moves = 48;  // sixteen pieces with three moves each
  static constexpr int max_plies = 208;         // seven steps for eight pieces a side and six for the other eight

  [[nodiscard]] static Position initial();
  [[nodiscard]] static Side side_to_move(const Position& pos) { return pos.to_move; }
  // Straight moves, then those to the left, then those to the right as the mover sees the board.
  static void legal_moves(const Position& pos, MoveList<Breakthrough>& moves);
  static void play(Position& pos, Move move) { breakthrough::play(pos, move); }
  [[nodiscard]] static std::optional<Outcome> outcome(const Position& pos, const MoveList<Breakthrough>& legal);
  [[nodiscard]] static std::uint64_t hash(const Position& pos);

  [[nodiscard]] static Position parse_position(std::string_view text) { return breakthrough::parse_position(text); }
  [[nodiscard]] static std::string to_text(const Position& pos) { return breakthrough::to_text(pos); }
  // "b2c3"; a capture also "b2xc3".
  [[nodiscard]] static std::optional<Move> parse_move(const Position& pos, std::string_view text);
  [[nodiscard]] static std::string to_text(const Position& /*pos*/, Move move) { return breakthrough::to_text(move); }
  [[nodiscard]] static MoveCode encode(Move move) { return move.from | MoveCode{move.to} << 6; }
  // Numbers that are not a pair of squares become a1a1, which is never legal.
  [[nodiscard]] static Move decode(MoveCode code) {
    if (code >= 64 * 64) return {};
    return {static_cast<std::uint8_t>(code & 63), static_cast<std::uint8_t>(code >> 6)};
  }

  [[nodiscard]] static const Schema& schema() { return breakthrough::schema(); }
  [[nodiscard]] static PhasePoint phase(const Position& pos) { return breakthrough::phase(pos); }
  template <FeatureSink Sink>
  static void extract(const Position& pos, Sink& sink) {
    breakthrough::extract(pos, sink);
  }
  [[nodiscard]] static std::vector<double> material_weights() { return breakthrough::material_weights(); }
  [[nodiscard]] static Position flipped(const Position& pos);

  static constexpr int bench_depth = 7;
  [[nodiscard]] static std::span<const std::string_view> bench_positions();
  [[nodiscard]] static BoardPicture picture(const Position& pos) { return breakthrough::picture(pos); }

  // Optional traits.

  static constexpr int margin_unit = 100;  // a piece
  // Found by hone refine; those of all games, found for chess, lose to them: tests/benchmarks/README.md.
  static constexpr std::string_view search_parameters =
      "reverse_futility_margin=10,reverse_futility_improving=-15,reverse_futility_steepness=0,"
      "reverse_futility_share=38,razoring_base=541,razoring_slope=800,null_move_base=3233,null_move_slope=248,"
      "null_move_margin=175,singular_margin=0,doubly_singular_margin=14,too_good_margin=55,late_move_base=696,"
      "late_move_slope=139,futility_base=48,futility_slope=73,exchange_quiet_slope=1,exchange_quiet_base=42,"
      "much_better_base=59,hardly_better=0,delta_margin=680,aspiration_window=9,aspiration_growth=216,"
      "reduction_after=5,reduction_base=883,reduction_divisor=1799,reduction_cut_node=486,reduction_pv=1156,"
      "reduction_noisy_table_move=1374,reduction_worsening=1198,reduction_cutoffs=739,reduction_killer=1428,"
      "reduction_history=145,history_square=195,reply_square=0,fourth_history_share=30,correction_share=198,"
      "correction_rate=125";
  static constexpr bool sided_terms = true;
  static constexpr std::string_view uci_variant = "breakthrough";  // of Fairy-Stockfish

  [[nodiscard]] static bool may_be_over(const Position& pos) { return is_lost(breakthrough::seen_by_mover(pos)); }

  static void noisy_moves(const Position& pos, MoveList<Breakthrough>& moves);
  [[nodiscard]] static bool is_noisy(const Position& pos, Move move) { return breakthrough::is_noisy(pos, move); }
  [[nodiscard]] static int noisy_gain(const Position& /*pos*/, Move move) {
    constexpr int game = 30'000, advanced_piece = 250;
    return breakthrough::is_last_row(move) ? game : advanced_piece;
  }
  // Winning moves come first, then captures of the pieces that are furthest advanced.
  [[nodiscard]] static int noisy_rank(const Position& pos, Move move) {
    return breakthrough::is_last_row(move) ? 8 : 7 - breakthrough::rank_of(breakthrough::seen_by_mover(pos, move.to));
  }
  [[nodiscard]] static bool exchange_at_least(const Position& pos, Move move, int threshold) {
    return breakthrough::exchange_at_least(pos, move, threshold);
  }

  // Whether an enemy piece stands on its last row but one.
  [[nodiscard]] static bool in_check(const Position& pos) { return breakthrough::is_threatened(pos); }
  using Checks = Position;
  [[nodiscard]] static Checks checks(const Position& pos) { return pos; }
  [[nodiscard]] static bool gives_check(const Checks& pos, Move move) {
    return breakthrough::rank_of(breakthrough::seen_by_mover(pos, move.to)) == 6;
  }

  [[nodiscard]] static bool can_pass(const Position& pos) { return !may_be_over(pos); }
  static void pass(Position& pos) { pos.to_move = other(pos.to_move); }

  // The square of origin and the direction, for each side.
  static constexpr int move_kinds = 2 * 64 * 3;
  [[nodiscard]] static int move_kind(const Position& pos, Move move) {
    const int direction = (move.to & 7) - (move.from & 7) + 1;
    return (pos.to_move == Side::first ? 0 : 64 * 3) + move.from * 3 + direction;
  }
};

static_assert(Game<Breakthrough> && HasMarginUnit<Breakthrough> && HasQuickTerminalTest<Breakthrough> &&
              HasNoisyMoves<Breakthrough> && HasExchange<Breakthrough> && HasCheck<Breakthrough> &&
              HasNullMove<Breakthrough> && HasMoveKinds<Breakthrough> && HasPicture<Breakthrough> &&
              HasSidedTerms<Breakthrough> && HasSearchParameters<Breakthrough> && HasUciVariant<Breakthrough>);

}  // namespace hone
