// SPDX-License-Identifier: MIT
//
// Checkers, English draughts, as a Game (see games/game.hpp). games/checkers/README.md describes rules, notation and
// features. The members forward to the parts of this folder.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/checkers/features.hpp"
#include "games/checkers/movegen.hpp"
#include "games/checkers/position.hpp"
#include "games/checkers/text.hpp"
#include "games/game.hpp"

namespace hone {

struct Checkers {
  using Position = checkers::Position;
  using Move = checkers::Move;

  static constexpr std::string_view name = "checkers";
  // A king has at most ten different captures, whatever the position (counted over all ways to block and fill the eight
  // squares it can land on and the nine between). A side has at most twelve kings.
  static constexpr std::size_t max_moves = 120;
  static constexpr int max_plies = 400;

  [[nodiscard]] static Position initial();
  [[nodiscard]] static Side side_to_move(const Position& pos) { return pos.to_move; }
  // Only captures are legal if there are any. A side without pieces, or with all of them blocked, has no moves and has
  // lost.
  static void legal_moves(const Position& pos, MoveList<Checkers>& moves) {
    checkers::append_captures(pos, moves);
    if (moves.empty()) checkers::append_steps(pos, moves);
  }
  static void play(Position& pos, Move move) { checkers::play(pos, move); }
  [[nodiscard]] static std::optional<Outcome> outcome(const Position& pos, const MoveList<Checkers>& legal);
  [[nodiscard]] static std::uint64_t hash(const Position& pos);

  [[nodiscard]] static Position parse_position(std::string_view text) { return checkers::parse_position(text); }
  [[nodiscard]] static std::string to_text(const Position& pos) { return checkers::to_text(pos); }
  [[nodiscard]] static std::optional<Move> parse_move(const Position& pos, std::string_view text) {
    return checkers::parse_move(pos, text);
  }
  [[nodiscard]] static std::string to_text(const Position& pos, Move move) { return checkers::to_text(pos, move); }
  // Bits 0 to 31 are the captured pieces, 32 to 36 the origin, 37 to 41 the destination.
  [[nodiscard]] static MoveCode encode(Move move) {
    return MoveCode{move.captured} | MoveCode{move.from} << 32 | MoveCode{move.to} << 37;
  }
  [[nodiscard]] static Move decode(MoveCode code);

  [[nodiscard]] static const Schema& schema() { return checkers::schema(); }
  [[nodiscard]] static PhasePoint phase(const Position& pos) { return checkers::phase(pos); }
  template <FeatureSink Sink>
  static void extract(const Position& pos, Sink& sink) {
    checkers::extract(pos, sink);
  }
  [[nodiscard]] static std::vector<double> material_weights() { return checkers::material_weights(); }
  [[nodiscard]] static Position flipped(const Position& pos) { return checkers::flipped(pos); }

  static constexpr int bench_depth = 11;
  [[nodiscard]] static std::span<const std::string_view> bench_positions();
  [[nodiscard]] static BoardPicture picture(const Position& pos) { return checkers::picture(pos); }

  // Optional traits.

  static constexpr int margin_unit = checkers::man_value;
  // Found by hone refine; those of all games, found for chess, lose to them: tests/benchmarks/README.md.
  static constexpr std::string_view search_parameters =
      "reverse_futility_margin=10,reverse_futility_improving=-76,reverse_futility_steepness=6,"
      "reverse_futility_share=55,razoring_base=0,razoring_slope=10,singular_margin=9,doubly_singular_margin=61,"
      "too_good_margin=104,late_move_base=731,late_move_slope=155,late_move_worsening=52,futility_base=212,"
      "futility_slope=160,much_better_base=62,hardly_better=4,aspiration_window=4,aspiration_growth=235,"
      "reduction_after=1,reduction_base=1443,reduction_divisor=2069,reduction_cut_node=954,reduction_pv=1095,"
      "reduction_worsening=1041,reduction_cutoffs=1264,reduction_killer=1733,reduction_history=71,history_square=42,"
      "reply_square=34,evaluation_history_slope=1267,fourth_history_share=59,correction_share=111,correction_rate=89";
  static constexpr bool telling_evaluation = true;
  static constexpr bool sided_terms = true;
  [[nodiscard]] static bool may_be_over(const Position& pos) { return pos.quiet_plies >= checkers::most_quiet_plies; }
  [[nodiscard]] static int reversible_plies(const Position& pos) { return pos.quiet_plies; }
  [[nodiscard]] static int plies_to_rule_draw(const Position& pos) {
    return std::max(0, checkers::most_quiet_plies - pos.quiet_plies);
  }

  static void noisy_moves(const Position& pos, MoveList<Checkers>& moves) { checkers::append_captures(pos, moves); }
  [[nodiscard]] static bool is_noisy(const Position& /*pos*/, Move move) { return move.captured != 0; }
  [[nodiscard]] static int noisy_gain(const Position& pos, Move move) {
    return checkers::man_value * checkers::popcount(move.captured) +
           (checkers::king_value - checkers::man_value) * checkers::popcount(move.captured & pos.kings);
  }
  [[nodiscard]] static int noisy_rank(const Position& pos, Move move) { return noisy_gain(pos, move); }

  // Up to five pieces are solved and kept. Of six, what a short search to those finds: nothing where it finds nothing.
  static constexpr int most_kept_pieces = 5;
  static constexpr int most_ending_pieces = most_kept_pieces + 1;
  [[nodiscard]] static std::optional<int> ending_utility(const Position& pos, int pieces);

  // A compulsory capture corresponds to check in chess: the side cannot make another move, and an evaluation before the
  // capture is of no use. So quiescence searches all captures.
  [[nodiscard]] static bool in_check(const Position& pos) { return checkers::must_capture(pos); }
  using Checks = Position;
  [[nodiscard]] static Checks checks(const Position& pos) { return pos; }
  [[nodiscard]] static bool gives_check(const Checks& pos, Move move) {
    Position next = pos;
    checkers::play(next, move);
    return checkers::must_capture(next);
  }

  // The kind is a man or king of either side and its destination.
  static constexpr int move_kinds = 4 * checkers::square_count;
  [[nodiscard]] static int move_kind(const Position& pos, Move move) {
    const int king = (pos.kings & checkers::bit(move.from)) != 0 ? 1 : 0;
    return ((pos.to_move == Side::first ? 0 : 2) + king) * checkers::square_count + move.to;
  }
};

static_assert(Game<Checkers> && HasRepetition<Checkers> && HasNoisyMoves<Checkers> && HasCheck<Checkers> &&
              HasQuickTerminalTest<Checkers> && HasMoveKinds<Checkers> && HasMarginUnit<Checkers> &&
              HasPicture<Checkers> && HasEndings<Checkers> && HasMoveRule<Checkers> && HasTellingEvaluation<Checkers> &&
              HasSidedTerms<Checkers> && HasSearchParameters<Checkers>);

}  // namespace hone
