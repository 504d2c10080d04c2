// SPDX-License-Identifier: MIT
//
// Chess, with Chess960, as a Game (see games/game.hpp). The members forward to the parts of this folder.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/chess/checks.hpp"
#include "games/chess/exchange.hpp"
#include "games/chess/features.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/move.hpp"
#include "games/chess/move_text.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/outcome.hpp"
#include "games/chess/picture.hpp"
#include "games/chess/position.hpp"
#include "games/chess/returns.hpp"
#include "games/chess/san.hpp"
#include "games/chess/structures.hpp"
#include "games/game.hpp"

namespace hone {

struct Chess {
  using Position = chess::Position;
  using Move = chess::Move;

  static constexpr std::string_view name = "chess";
  static constexpr std::size_t max_moves = chess::most_moves;
  static constexpr int max_plies = 600;
  static constexpr int longest_game = 12'000;  // the fifty-move rule ends every game before ply 11,800

  static Position initial();
  static Side side_to_move(const Position& pos) { return pos.side_to_move(); }
  static void legal_moves(const Position& pos, MoveList<Chess>& moves) { chess::legal_moves(pos, moves); }
  static void play(Position& pos, Move move) { pos.play(move); }
  static std::optional<Outcome> outcome(const Position& pos, const MoveList<Chess>& legal) {
    return chess::outcome(pos, !legal.empty());
  }
  static std::uint64_t hash(const Position& pos) { return pos.hash(); }
  static std::uint64_t likely_hash_after(const Position& pos, Move move) { return chess::likely_hash_after(pos, move); }

  static Position parse_position(std::string_view text) { return chess::parse_fen(text); }
  static std::string to_text(const Position& pos) { return chess::to_fen(pos); }
  static std::optional<Move> parse_move(const Position& pos, std::string_view text) {
    return chess::parse_uci(pos, text);
  }
  static std::string to_text(const Position& pos, Move move) { return chess::to_uci(pos, move); }
  static MoveCode encode(Move move) { return move.bits(); }
  // Numbers that are not the code of a move become a move that is never legal.
  static Move decode(MoveCode code) { return Move::from_bits(code <= 0xFFFF ? static_cast<std::uint16_t>(code) : 0); }

  static const Schema& schema() { return chess::schema(); }
  static PhasePoint phase(const Position& pos) { return chess::phase(pos); }
  template <FeatureSink Sink>
  static void extract(const Position& pos, Sink& sink) {
    chess::extract(pos, sink);
  }
  using LastingPart = chess::Skeleton;
  static LastingPart lasting_part(const Position& pos) { return LastingPart(pos); }
  template <FeatureSink Sink>
  static void extract_lasting(const Position& pos, Sink& sink) {
    chess::extract_lasting(pos, sink);
  }
  template <FeatureSink Sink>
  static void extract_passing(const Position& pos, Sink& sink) {
    chess::extract_passing(pos, sink);
  }
  static std::vector<double> material_weights() { return chess::material_weights(); }
  static Position flipped(const Position& pos) { return chess::flipped(pos); }

  static constexpr int bench_depth = 10;
  static std::span<const std::string_view> bench_positions();
  static BoardPicture picture(const Position& pos) { return chess::picture(pos); }

  // Optional traits.
  static constexpr int margin_unit = 100;
  static constexpr bool telling_evaluation = true;
  static constexpr bool sided_terms = true;
  static constexpr bool second_order_terms = true;
  static bool may_be_over(const Position& pos) { return chess::is_drawn(pos); }
  static bool is_legal(const Position& pos, Move move) { return chess::is_legal(pos, move); }
  static bool has_legal_move(const Position& pos) { return chess::has_legal_move(pos); }
  static int reversible_plies(const Position& pos) { return pos.halfmove_clock(); }
  static int plies_to_rule_draw(const Position& pos) {
    return std::max(0, chess::drawing_halfmove_clock - pos.halfmove_clock());
  }
  static bool returns(const Position& pos, std::uint64_t difference) { return chess::returns(pos, difference); }

  static void noisy_moves(const Position& pos, MoveList<Chess>& moves) { chess::noisy_moves(pos, moves); }
  static bool is_noisy(const Position& pos, Move move) { return chess::is_noisy(pos, move); }
  static int noisy_gain(const Position& pos, Move move) { return chess::immediate_gain(pos, move); }
  static int noisy_rank(const Position& pos, Move move) { return chess::capture_rank(pos, move); }
  static bool exchange_at_least(const Position& pos, Move move, int threshold) {
    return chess::exchange_at_least(pos, move, threshold);
  }

  static bool in_check(const Position& pos) { return pos.in_check(); }
  using Checks = chess::Checks;
  static Checks checks(const Position& pos) { return Checks(pos); }
  static bool gives_check(const Checks& checks, Move move) { return checks.gives_check(move); }

  // With only pawns besides the king, zugzwang is common.
  static bool can_pass(const Position& pos);
  static void pass(Position& pos) { pos.pass(); }

  // The kind is a piece of either side and its destination.
  static constexpr int move_kinds = chess::pieces_of_both_sides * 64;
  static int move_kind(const Position& pos, Move move) { return index(pos.piece_on(move.from())) * 64 + move.to(); }

  // The kind of a victim is its type; promotions are of a kind of their own.
  static constexpr int victim_kinds = chess::piece_types + 1;
  static int victim_kind(const Position& pos, Move move) {
    if (move.is_promotion()) return chess::piece_types;
    return move.is_en_passant() ? index(chess::PieceType::pawn) : index(type_of(pos.piece_on(move.to())));
  }

  static std::array<std::uint64_t, structure_count> structures(const Position& pos) { return chess::structures(pos); }

  static constexpr int threat_kinds = 4;
  static chess::Bitboard threats(const Position& pos) { return chess::attacked_by(pos, other(pos.side_to_move())); }
  static int threat_kind(chess::Bitboard threats, Move move) {
    return static_cast<int>((threats >> move.from() & 1) * 2 + (threats >> move.to() & 1));
  }

  static void use_variant_spelling(Position& pos) { pos.spell_as_chess960(); }

  static std::string to_san(const Position& pos, Move move) { return chess::to_san(pos, move); }
  static std::optional<Move> parse_san(const Position& pos, std::string_view text) {
    return chess::parse_san(pos, text);
  }
};

static_assert(Game<Chess> && HasRepetition<Chess> && HasNoisyMoves<Chess> && HasExchange<Chess> && HasCheck<Chess> &&
              HasNullMove<Chess> && HasMoveKinds<Chess> && HasSan<Chess> && HasQuickTerminalTest<Chess> &&
              HasMarginUnit<Chess> && HasVariantSpelling<Chess> && HasPicture<Chess> && HasVictimKinds<Chess> &&
              HasStructures<Chess> && HasThreats<Chess> && HasTellingEvaluation<Chess> && HasSecondOrder<Chess> &&
              HasReturns<Chess> && HasLastingTerms<Chess> && HasLikelyHash<Chess> && HasLongestGame<Chess> &&
              HasMoveRule<Chess> && HasSidedTerms<Chess> && HasMoveTest<Chess>);

}  // namespace hone
