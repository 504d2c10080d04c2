// SPDX-License-Identifier: MIT
//
// What a game is. To add one, write a struct with the members listed here, in a folder of its own, and
// name it in games/all_games.hpp; every command, the search, the tuner and the conformance tests then
// know it. It may live outside of this tree as well, in a program of its own (games/README.md).
// games/tic_tac_toe is the shortest complete example.
//
// A game is the formal definition of the textbooks: initial state, legal moves, transition, player to
// move, terminal test, utility; plus text forms, a hash, and its evaluation terms.
//
// Positions are plain values. The search copies a position and plays a move on the copy, so there is
// nothing to undo. Moves are small trivially copyable values, meaningful for the position they came from.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "data/game_record.hpp"
#include "data/schema.hpp"
#include "games/board_picture.hpp"
#include "games/move_list.hpp"

namespace hone {

// The first player moves first in the initial position (chess: White) and is MAX of the literature.
enum class Side : std::uint8_t { first, second };

[[nodiscard]] constexpr Side other(Side side) { return side == Side::first ? Side::second : Side::first; }
// +1 for the first player, -1 for the second.
[[nodiscard]] constexpr int sign(Side side) { return side == Side::first ? 1 : -1; }

// Receives the evaluation terms of a position. `count` is the first player's number minus the second's. Terms may come
// in any order and more than once; counts add up. A sink may have a member needs_groups(first, last) that says whether
// it uses any term of the groups first .. last-1 of the schema. A game with costly groups asks it through the function
// below and may leave out terms that are not used. Without the member every term is needed.
//
// Terms of groups that are not linear (data/second_order.hpp) go through members of their own, which all sinks of this
// tree have: add_squared(unit, side, term, count) and add_lesser(unit, arm, side, term, count) with the count of that
// player alone, add_scale(term, count) and add_phase(term, count) with that of both together. `unit` is the number of
// the group's unit among those of the list, Layout::unit("danger"), and `arm` that of its sum, Layout::arm. A game that
// has such groups says so with HasSecondOrder.
template <class S>
concept FeatureSink = requires(S& sink, int term, int count) {
  sink.add(term, count);
  sink.add(term);  // count 1
};

template <FeatureSink Sink>
[[nodiscard]] constexpr bool needs_groups(const Sink& sink, int first, int last) {
  if constexpr (requires {
                  { sink.needs_groups(first, last) } -> std::same_as<bool>;
                }) {
    return sink.needs_groups(first, last);
  } else {
    return true;
  }
}

// A sink that ignores everything; the concepts below are stated with it.
struct NullSink {
  void add(int /*term*/, int /*count*/ = 1) {}
  void add_squared(int /*unit*/, Side /*side*/, int /*term*/, int /*count*/ = 1) {}
  void add_lesser(int /*unit*/, int /*arm*/, Side /*side*/, int /*term*/, int /*count*/ = 1) {}
  void add_scale(int /*term*/, int /*count*/ = 1) {}
  void add_phase(int /*term*/, int /*count*/ = 1) {}
};

// The part of a game that the search needs: the rules without their text forms, and the evaluation.
template <class G>
concept SearchableGame = requires(const typename G::Position& pos, typename G::Position& mut,
                                  const typename G::Move& move, MoveList<G>& moves, const MoveList<G>& legal,
                                  NullSink& sink) {
  { G::max_moves } -> std::convertible_to<std::size_t>;  // most legal moves of any position

  // -- Rules
  { G::side_to_move(pos) } -> std::same_as<Side>;
  // Appends every move that the rules of movement allow, in a fixed order; none once a side has won.
  { G::legal_moves(pos, moves) } -> std::same_as<void>;
  // The transition. The move must be legal here.
  { G::play(mut, move) } -> std::same_as<void>;
  // The terminal test and the utility. `legal` holds the legal moves of pos. Returns nothing while the game continues.
  // Repetition needs earlier positions and is not tested here: see reversible_plies below.
  { G::outcome(pos, legal) } -> std::same_as<std::optional<Outcome>>;
  // Equal for equal positions (board, side to move, rights), however reached.
  { G::hash(pos) } -> std::same_as<std::uint64_t>;
  { G::encode(move) } -> std::same_as<MoveCode>;  // persisted in game files: keep stable

  // -- Evaluation: linear, stated once.
  { G::phase(pos) } -> std::same_as<PhasePoint>;
  // Adds every term of pos to any FeatureSink; with the engine's sink this is the evaluation itself.
  { G::extract(pos, sink) } -> std::same_as<void>;  // a template over the sink

  requires std::regular<typename G::Position>;
  requires std::is_trivially_copyable_v<typename G::Position>;
  requires std::regular<typename G::Move>;
  requires std::is_trivially_copyable_v<typename G::Move>;
};

template <class G>
concept Game = SearchableGame<G> &&
    requires(const typename G::Position& pos, const typename G::Move& move, std::string_view text, MoveCode code) {
  // -- Identity
  { G::name } -> std::convertible_to<std::string_view>;  // "tic_tac_toe": options, files, folder
  { G::max_plies } -> std::convertible_to<int>;  // games of this length are drawn; this is not a rule of the game
  { G::initial() } -> std::same_as<typename G::Position>;

  // -- Text. Parsers throw Error saying what was expected and what was found; they accept exactly the
  // positions that could be met or composed under the rules and reject the rest.
  { G::parse_position(text) } -> std::same_as<typename G::Position>;
  { G::to_text(pos) } -> std::same_as<std::string>;
  { G::parse_move(pos, text) } -> std::same_as<std::optional<typename G::Move>>;  // nothing unless legal
  { G::to_text(pos, move) } -> std::same_as<std::string>;
  { G::decode(code) } -> std::same_as<typename G::Move>;  // every number gives a move, legal or not

  // -- The evaluation's terms and first weights
  { G::schema() } -> std::same_as<const Schema&>;
  // The weights that `--start material` means: the few values that every player knows. There is one number per weight
  // of the schema.
  { G::material_weights() } -> std::same_as<std::vector<double>>;
  // The same position with the players' roles exchanged: evaluate(flipped) == -evaluate.
  { G::flipped(pos) } -> std::same_as<typename G::Position>;

  // The positions that `bench` searches, and the depth. They are varied, none of them is terminal, and all take some
  // seconds together.
  { G::bench_depth } -> std::convertible_to<int>;
  { G::bench_positions() } -> std::convertible_to<std::span<const std::string_view>>;
};

// -- Optional traits: what a game may tell the generic search. Each is absent by default; the search then
// does without. None of them may change which moves are legal or what a terminal position is worth.

// For games in which positions may repeat: the number of plies since the last irreversible move. Equal hashes within
// that distance are the same position; the third occurrence in a game is a draw.
template <class G>
concept HasRepetition = requires(const typename G::Position& pos) {
  { G::reversible_plies(pos) } -> std::same_as<int>;
};

// For games that are drawn when so many plies in a row made no progress: how many of them are left, not below 0. The
// hash does not include it.
template <class G>
concept HasMoveRule = requires(const typename G::Position& pos) {
  { G::plies_to_rule_draw(pos) } -> std::same_as<int>;
};

// Whether one move of the side to move leads from pos to the position whose hash differs from its own by so much, and
// can be taken back. May say yes by chance, as equal hashes may.
template <class G>
concept HasReturns = HasRepetition<G> && requires(const typename G::Position& pos, std::uint64_t difference) {
  { G::returns(pos, difference) } -> std::same_as<bool>;
};

// For games with positional superko (go): a move that makes the board what it was earlier in the game is illegal,
// unless it leaves the board as it is (a pass). board_hash() is equal for equal boards, whoever is to move.
// legal_moves() knows no earlier boards; engine/repetition.hpp states the rule.
template <class G>
concept HasSuperko = requires(const typename G::Position& pos) {
  { G::board_hash(pos) } -> std::same_as<std::uint64_t>;
};

// For games that share the engine of another game: G::PlayedAs has the same positions and moves, plays them by the same
// rules and evaluates them by the same terms (go: the largest board), and is in the list of games. Without it a game
// has an engine of its own.
template <class G>
concept HasSharedEngine = requires {
  typename G::PlayedAs;
};

namespace details {
template <class G>
struct EngineGame {
  using type = G;
};
template <HasSharedEngine G>
struct EngineGame<G> {
  using type = typename G::PlayedAs;
};
}  // namespace details
// The game whose engine plays G.
template <class G>
using PlayedAs = typename details::EngineGame<G>::type;

// For games of which many terms depend on a part of the position that outlasts many moves (chess: pawns and kings). A
// search keeps what these come to. extract_lasting() adds them, equal for equal parts; extract_passing() adds all other
// terms; extract() adds both.
template <class G>
concept HasLastingTerms = requires(const typename G::Position& pos, NullSink& sink,
                                   const typename G::LastingPart& part) {
  { G::lasting_part(pos) } -> std::same_as<typename G::LastingPart>;
  { part.hash() } -> std::same_as<std::uint64_t>;  // well mixed in its upper bits
  { part == part } -> std::same_as<bool>;
  { G::extract_lasting(pos, sink) } -> std::same_as<void>;
  { G::extract_passing(pos, sink) } -> std::same_as<void>;
};

// The hash that a position has after a move, found without playing it. Of rare moves it may be another: the search only
// looks ahead by it.
template <class G>
concept HasLikelyHash = requires(const typename G::Position& pos, const typename G::Move& move) {
  { G::likely_hash_after(pos, move) } -> std::same_as<std::uint64_t>;
};

// Quiescence: the moves after which an evaluation cannot be trusted. noisy_moves appends exactly the legal
// moves for which is_noisy holds.
template <class G>
concept HasNoisyMoves = requires(const typename G::Position& pos, const typename G::Move& move, MoveList<G>& moves) {
  { G::noisy_moves(pos, moves) } -> std::same_as<void>;
  { G::is_noisy(pos, move) } -> std::same_as<bool>;
  // An upper estimate of what the move wins at once, in centi-units, and its rank in the order of trying (higher
  // first).
  { G::noisy_gain(pos, move) } -> std::same_as<int>;
  { G::noisy_rank(pos, move) } -> std::same_as<int>;
};

// A cheap test before the costly one: false promises that the game goes on here if there is any legal move, so that
// outcome() need not be asked before the moves are generated.
template <class G>
concept HasQuickTerminalTest = requires(const typename G::Position& pos) {
  { G::may_be_over(pos) } -> std::same_as<bool>;
};

// Quick answers for whoever replays games or goes through lines, and needs no list of moves: whether legal_moves would
// append this move, which may be any, and whether it would append one at all.
template <class G>
concept HasMoveTest = requires(const typename G::Position& pos, const typename G::Move& move) {
  { G::is_legal(pos, move) } -> std::same_as<bool>;
  { G::has_legal_move(pos) } -> std::same_as<bool>;
};

// The value of a clear advantage in evaluations of this game, in centi-units (chess: a pawn, 100). With it the search
// prunes and reduces by margins; without it every move is searched to full depth, which suits games that can be
// searched to their end.
template <class G>
concept HasMarginUnit = requires {
  { G::margin_unit } -> std::convertible_to<int>;
};

// The numbers of selective search that suit the game better than those of all games, as "NAME=VALUE,..." of
// engine/search_parameters.hpp. What is not named is as in all games.
template <class G>
concept HasSearchParameters = requires {
  { G::search_parameters } -> std::convertible_to<std::string_view>;
};

// The value of UCI_Variant under which UCI engines play the game, with its positions and moves spelt as here.
template <class G>
concept HasUciVariant = requires {
  { G::uci_variant } -> std::convertible_to<std::string_view>;
};

// For games that grade their utility: its largest absolute value. Without it every utility is -1, 0 or 1. A search that
// has found a win must know whether a larger one is possible.
template <class G>
concept HasGradedUtility = requires {
  { G::max_utility } -> std::convertible_to<int>;
};
template <class G>
inline constexpr int max_utility_of = [] {
  if constexpr (HasGradedUtility<G>) {
    return static_cast<int>(G::max_utility);
  } else {
    return 1;
  }
}();

// An end of the game under best play: the utility seen by the side to move, and the number of plies from here (0 for a
// draw).
struct ForeseenEnd {
  int utility = 0;
  int plies = 0;
};
struct ValueBounds {
  ForeseenEnd worst, best;
};

// Bounds on the value of a position in which the game is not over, found by simple rules without a search. They must be
// certain.
template <class G>
concept HasBounds = requires(const typename G::Position& pos) {
  { G::bounds(pos) } -> std::same_as<ValueBounds>;
};

// The legal moves without some that simple rules show to be no better than another one (connect four: moves that leave
// a threat unanswered). There is at least one if there is a legal move.
template <class G>
concept HasContenders = requires(const typename G::Position& pos, MoveList<G>& moves) {
  { G::contenders(pos, moves) } -> std::same_as<void>;
};

// A first guess at how good a quiet move is, 0 .. 1000. Two points outweigh any difference in the search's history of
// such moves, and eighteen its killer moves; from about 260 on the move is tried before noisy moves.
template <class G>
concept HasOrderHint = requires(const typename G::Position& pos, const typename G::Move& move) {
  { G::order_hint(pos, move) } -> std::same_as<int>;
};

// For games that end after a known number of moves: at most moves_left moves are still to come, not counting forced
// passes. Every move reduces this number by at least one, except a forced pass, on which the search spends no depth. A
// search to this depth sees every line to its end and prunes none.
template <class G>
concept HasCountdown = requires(const typename G::Position& pos) {
  { G::moves_left(pos) } -> std::same_as<int>;
};

// For games whose endings with few pieces can be solved once and for all: the utility under best play, seen by the
// first player, of a position with at most so many pieces, which is at most most_ending_pieces. Nothing where there are
// more of them. The first question with a number of pieces solves all such endings, which may take a minute.
template <class G>
concept HasEndings = requires(const typename G::Position& pos, int pieces) {
  { G::most_ending_pieces } -> std::convertible_to<int>;
  { G::ending_utility(pos, pieces) } -> std::same_as<std::optional<int>>;
};

// Static exchange evaluation: does the exchange that the move starts win at least `threshold` centi-units?
template <class G>
concept HasExchange = requires(const typename G::Position& pos, const typename G::Move& move, int threshold) {
  { G::exchange_at_least(pos, move, threshold) } -> std::same_as<bool>;
};

// For games in which the side to move may be under a threat that it must meet (chess: check). The search then neither
// evaluates nor passes, and searches one ply deeper.
template <class G>
concept HasCheck = requires(const typename G::Position& pos, const typename G::Move& move,
                            const typename G::Checks& checks) {
  { G::in_check(pos) } -> std::same_as<bool>;
  // Whether a legal move gives check. checks(pos) holds what all moves of pos have in common; pos must outlive it.
  { G::checks(pos) } -> std::same_as<typename G::Checks>;
  { G::gives_check(checks, move) } -> std::same_as<bool>;
};

// Null move: pass() gives the turn to the other side; can_pass() says whether such reasoning is sound here (no
// zugzwang).
template <class G>
concept HasNullMove = requires(const typename G::Position& pos, typename G::Position& mut) {
  { G::can_pass(pos) } -> std::same_as<bool>;
  { G::pass(mut) } -> std::same_as<void>;
};

// A small number 0 .. move_kinds-1 for history tables, which says what moved where. Without it the encoded move modulo
// 4096 is used.
template <class G>
concept HasMoveKinds = requires(const typename G::Position& pos, const typename G::Move& move) {
  { G::move_kinds } -> std::convertible_to<int>;
  { G::move_kind(pos, move) } -> std::same_as<int>;
};

// What a noisy move wins, as a small number 0 .. victim_kinds-1 (chess: the captured piece). With it the search orders
// noisy moves by their history as well, which weighs up to 2,048 points of noisy_rank.
template <class G>
concept HasVictimKinds = requires(const typename G::Position& pos, const typename G::Move& move) {
  { G::victim_kinds } -> std::convertible_to<int>;
  { G::victim_kind(pos, move) } -> std::same_as<int>;
};

// Hashes of parts of the position that outlast many moves (chess: the pawns, the pieces of each side). What an
// evaluation gets wrong in one position it often gets wrong wherever one of these parts is the same.
inline constexpr std::size_t structure_count = 3;
template <class G>
concept HasStructures = requires(const typename G::Position& pos) {
  { G::structures(pos) } -> std::same_as<std::array<std::uint64_t, structure_count>>;
};

// Whether a quiet move leaves or enters the reach of the other side, as a small number 0 .. threat_kinds-1. threats()
// is what all moves of a position have in common.
template <class G>
concept HasThreats = requires(const typename G::Position& pos, const typename G::Move& move) {
  { G::threat_kinds } -> std::convertible_to<int>;
  { G::threat_kind(G::threats(pos), move) } -> std::same_as<int>;
};

// For games whose evaluation tells at once how good a quiet move was. The search then takes the change of the
// evaluation for the first experience with such moves. Whether that holds only a match can tell: it does in chess and
// checkers, and not in othello and breakthrough.
template <class G>
concept HasTellingEvaluation = requires {
  requires G::telling_evaluation;
};

namespace details {
template <class G>
struct Threats {
  using type = char;
};
template <HasThreats G>
struct Threats<G> {
  using type = decltype(G::threats(std::declval<const typename G::Position&>()));
};
}  // namespace details

// The type of threats(), and of nothing where there are none.
template <class G>
using ThreatsOf = typename details::Threats<G>::type;

// For games whose extract() counts the features of one player at a time, so that a positive count is the first player's
// and a negative one the second's. What is printed of an evaluation then tells the two apart.
template <class G>
concept HasSidedTerms = requires {
  requires G::sided_terms;
};

// For games with groups that are not linear. Others are evaluated by their linear sums alone.
template <class G>
concept HasSecondOrder = requires {
  requires G::second_order_terms;
};

// How long the rules let a game become, in plies, where max_plies is less: games of a match are not cut short (chess).
template <class G>
concept HasLongestGame = requires {
  { G::longest_game } -> std::convertible_to<int>;
};

// Another spelling of the same moves, which a protocol option asks for (chess: UCI_Chess960, castling as king takes
// rook). It is a property of the position, and the positions after it keep it.
template <class G>
concept HasVariantSpelling = requires(typename G::Position& pos) {
  { G::use_variant_spelling(pos) } -> std::same_as<void>;
};

// The usual written notation of moves (chess: SAN), which is also accepted as input.
template <class G>
concept HasSan = requires(const typename G::Position& pos, const typename G::Move& move, std::string_view text) {
  { G::to_san(pos, move) } -> std::same_as<std::string>;
  { G::parse_san(pos, text) } -> std::same_as<std::optional<typename G::Move>>;
};

// For games in which one side gets points to make up for moving second (go). The initial position has the usual number
// of them; this gives the one with another number, and throws Error if the text is none.
template <class G>
concept HasKomi = requires(std::string_view komi) {
  { G::initial_with_komi(komi) } -> std::same_as<typename G::Position>;
};

// A picture of the board, for people. Without it they are shown the text.
template <class G>
concept HasPicture = requires(const typename G::Position& pos) {
  { G::picture(pos) } -> std::same_as<BoardPicture>;
};

}  // namespace hone
