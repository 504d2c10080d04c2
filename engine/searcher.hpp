// SPDX-License-Identifier: MIT
//
// The strong search, for any game: iterative deepening, principal variation search with aspiration windows, a
// transposition table, quiescence, move ordering by history, and the selective techniques that a game's traits allow
// (games/game.hpp). With EngineOptions::selective off it returns the same value as alpha_beta, in less time.
//
// Values are fail-soft: a result <= alpha is an upper bound, >= beta a lower bound, anything between is exact.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "data/hash.hpp"
#include "engine/correction_history.hpp"
#include "engine/evaluation.hpp"
#include "engine/game_driver.hpp"
#include "engine/history_tables.hpp"
#include "engine/known_evaluations.hpp"
#include "engine/move_order.hpp"
#include "engine/node_sample.hpp"
#include "engine/repetition.hpp"
#include "engine/search_margins.hpp"
#include "engine/shared_work.hpp"
#include "engine/time_manager.hpp"
#include "engine/transposition_table.hpp"

namespace hone {

template <SearchableGame G>
class Searcher {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  // The weights and the table must outlive the searcher. After new_game() the weights may be others.
  Searcher(const WeightTable& weights, TranspositionTable& table, const EngineOptions& options)
      : evaluations_(weights),
        table_(table),
        options_(options),
        margins_(options.parameters.applied_to(usual_parameters<G>())),
        reductions_(parameters()),
        pv_(max_ply + 2) {
    learn_by(parameters());
    options_.techniques.quiescence &= options_.selective;  // one test instead of two at the end of every line
  }

  void new_game();
  // From the next search on. What earlier ones learnt stays until new_game().
  void set_parameters(const SearchParameters& parameters) {
    if (parameters == margins_.parameters()) return;
    margins_ = Margins<G>(parameters);
    reductions_ = Reductions(parameters);
    learn_by(parameters);
  }
  void set_noise(const EvalNoise& noise) { noise_ = noise; }
  // From now on the sample is told of the nodes that a search finishes; with nullptr, as at first, none is. It must
  // outlive its use, and changes nothing of the search.
  void tell_nodes_to(NodeSample<G>* sample) { sample_ = sample; }

  // `history`: hashes of the positions before this one, oldest first. The game must not be over.
  [[nodiscard]] SearchResult search(const Position& root, std::span<const std::uint64_t> history,
                                    const SearchControl& control);
  // The same as one of several searchers of one table, after its new_search(). See engine/search_helpers.hpp.
  [[nodiscard]] SearchResult search_together(const Position& root, std::span<const std::uint64_t> history,
                                             const SearchControl& control, const SharedWork& shared);

  // Returns the moves to the position whose evaluation is the result of quiescence, or nothing when that result is
  // decided. They are there until the next search.
  [[nodiscard]] std::optional<std::span<const Move>> quiet_line(const Position& root,
                                                                std::span<const std::uint64_t> history);

 private:
  // A node that is being searched, with all that its helper functions need.
  struct Node {
    const Position& pos;
    Depth depth;
    const Ply ply;
    Score alpha;  // rises as moves are searched
    const Score beta;
    const bool cut_node;  // expected to fail high
    const bool pv = beta - alpha > 1;
    const Score alpha_at_entry = alpha;
    std::uint64_t estimates_at_entry = 0;
    std::uint64_t path_draws_at_entry = 0;
    std::uint64_t hash = 0;
    std::uint64_t key = 0;  // of the table
    bool in_check = false;
    bool improving = false;
    bool noisy_table_move = false;  // the table's move is one
    Score raw_eval = no_eval;       // the evaluation alone, which the table keeps
    Score static_eval = no_eval;    // the same, corrected
    Score eval = 0;                 // the same, or a better estimate from the table
    typename CorrectionHistory<G>::Context correction{};
    TableEntry entry{};
    Score best = -infinite_score;
    std::optional<Move> best_move{};
    bool best_is_noisy = false;
  };
  struct Line {
    std::array<Move, max_ply + 1> moves;
    int size = 0;
  };
  struct RootBest {
    Score score = 0;
    std::vector<MoveCode> line;  // begins with the move
  };
  // What is kept about each ply of the path.
  struct Step {
    int kind = HistoryTables<G>::no_kind;  // of the move made here
    int threat = 0;                        // the same
    bool quiet = false;                    // whether that move is a quiet one
    Score eval = 0;
    bool has_eval = false;
    bool null_move = false;
    MoveTag excluded = 0;  // the move that this node is searched without, or 0
    Depth reduction = 0;   // by which the move made here is being searched less deep
    int cutoffs = 0;       // of the moves of this ply since the node before it was begun
  };
  // A move that was searched and did not refute the node.
  struct Tried {
    std::int16_t kind;
    std::int8_t victim, threat;
    bool noisy;
  };
  using Ranked = typename MoveOrder<G>::Ranked;

  void begin(const Position& root, std::span<const std::uint64_t> history, const SearchControl& control,
             const SharedWork& shared);

  // -- The tree
  Score visit(const Position& pos, Depth depth, Ply ply, Score alpha, Score beta, bool cut_node);
  Score search_node(const Position& pos, Depth depth, Ply ply, Score alpha, Score beta, bool cut_node);
  Score search_moves(Node& node, const MoveList<G>& moves);
  const Ranked* next_move(const Node& node, MoveOrder<G>& ordered, int count, bool& pruned);
  Score search_first(const Node& node, const Ranked& move, Depth extension);
  Score search_later(const Node& node, const Ranked& move, int count);
  Position after(const Node& node, const Ranked& move);
  Score horizon(const Position& pos, Ply ply, Score alpha, Score beta);
  Score quiescence(const Position& pos, Ply ply, Score alpha, Score beta);
  void search_noisy_moves(Node& node, const MoveList<G>& moves);
  [[nodiscard]] static bool is_surely_quiet(const Position& pos);

  // -- Parts of a node
  bool enter(Ply ply);
  bool must_stop();
  void plan_look();
  std::optional<Score> ended(const Position& pos, Ply ply, MoveList<G>& moves);
  std::optional<Score> foresee(const Position& pos, Ply ply, Score alpha, Score beta) const;
  Score terminal(const Position& pos, const Outcome& outcome, Ply ply);
  void generate(const Position& pos, MoveList<G>& moves) const;
  void prepare_estimate(Node& node);
  [[nodiscard]] static std::uint64_t table_key(const Position& pos, std::uint64_t hash);
  void look_up(Node& node);
  [[nodiscard]] bool trusted(const Node& node) const;
  std::optional<Score> table_cutoff(const Node& node);
  void evaluate_node(Node& node);
  void estimate(Node& node);
  bool take(Node& node, const Ranked& move, Score score);
  void reward(const Node& node, const Ranked& best, std::span<const Tried> tried);
  [[nodiscard]] static Bound bound_of(const Node& node);
  void finish_node(const Node& node, bool pruned);
  void store(const Node& node);
  void learn_error(const Node& node);
  void reward_last_move(const Node& node);
  void judge_last_move(const Node& node);
  void tell(const Node& node, bool pruned);
  void extend_pv(Ply ply, const Move& move);

  // -- What is not searched, or less deep, or deeper (engine/searcher_selective.hpp)
  void change_depth(Node& node);
  [[nodiscard]] bool misses_table_move(const Node& node) const;
  std::optional<Score> prune_node(Node& node);
  std::optional<Score> try_null_move(const Node& node);
  [[nodiscard]] bool is_confirmed(const Node& node, Depth depth);
  [[nodiscard]] bool may_be_singular(const Node& node) const;
  std::optional<Score> test_singular(const Node& node, Depth& extension);
  bool may_prune(const Node& node, int count) const;
  bool prune_move(const Node& node, const Ranked& move, int count) const;
  bool leaves_out_quiet(const Node& node, int count) const;
  Depth reduction(const Node& node, const Ranked& move, int count, bool gives_check) const;

  // -- The root
  [[nodiscard]] static double fall(Score before, Score now);
  Score aspire(const Position& root, Depth depth, Score guess);
  void record(SearchResult& result, Depth depth, Score score, bool proved) const;
  void keep_root_best(Score score);
  void record_interrupted(SearchResult& result) const;
  void finish(SearchResult& result) const;

  // -- What protocols ask of the root (engine/searcher_lines.hpp)
  [[nodiscard]] bool is_restricted(Ply ply) const {
    return ply == 0 && (!control_->root_moves.empty() || !better_.empty());
  }
  void restrict(const Position& root, MoveList<G>& moves) const;
  void tell_root_move(const Move& move, int number) const {
    if (control_->root_observer) control_->root_observer(root_depth_, G::encode(move), number);
  }
  void prepare_lines(const Position& root);
  void search_other_lines(const Position& root, SearchResult& best, Depth depth);
  void keep_former(SearchResult former, const SearchResult& best);
  void keep_lines(std::vector<SearchResult> found);
  [[nodiscard]] bool other_lines_are_settled() const;
  void report(const SearchResult& result);
  [[nodiscard]] bool sees_asked_mate(Score score) const;

  // Pruning by margins is used only for games that define a margin unit.
  [[nodiscard]] bool selective() const { return HasMarginUnit<G> && options_.selective && !solving_; }
  [[nodiscard]] const SearchTechniques& use() const { return options_.techniques; }
  [[nodiscard]] const SearchParameters& parameters() const { return margins_.parameters(); }
  void learn_by(const SearchParameters& parameters) {
    history_.weigh_fourth(parameters.fourth_history_share);
    corrections_.learn_by(parameters);
  }
  [[nodiscard]] bool corrects() const { return HasMarginUnit<G> && learning_ && use().correction_history; }
  // Whether the search is deep enough to see every line to its end.
  [[nodiscard]] static bool reaches_end(const Position& root, Depth depth) {
    if constexpr (HasCountdown<G>) {
      return depth >= G::moves_left(root);
    } else {
      return false;
    }
  }
  // Returns the depth that is left after a move from pos to child.
  [[nodiscard]] Depth depth_after(const Node& node, const Position& child) const {
    if constexpr (HasCountdown<G>) {
      if (options_.selective && G::moves_left(child) == G::moves_left(node.pos)) return node.depth;
    }
    return node.depth - 1;
  }
  // Bounds that the game foresees are certain, but a plain search of this depth would not see them.
  [[nodiscard]] bool foresees() const { return options_.selective; }
  [[nodiscard]] bool leaves_no_choice(const MoveList<G>& moves) const {
    return HasContenders<G> && foresees() && moves.size() == 1;
  }
  // Whether no end of the game is better for the winner.
  [[nodiscard]] static bool is_largest(Score score) {
    return is_decided(score) && std::abs(utility_of(score)) == max_utility_of<G>;
  }
  [[nodiscard]] Score static_eval(const Position& pos) {
    ++counters_.evaluations;
    const Score score = evaluations_.evaluate(pos);
    return noise_.amplitude == 0 ? score : clamp_eval(score + noise_at(G::hash(pos)));
  }
  [[nodiscard]] Score noise_at(std::uint64_t hash) const {
    const auto range = static_cast<std::uint64_t>(2 * noise_.amplitude + 1);
    return static_cast<Score>(hash_seed(noise_.seed, hash) % range) - noise_.amplitude;
  }
  [[nodiscard]] Score draw_by_repetition() {
    ++estimates_;  // holds for this path, not for the position
    ++path_draws_;
    ++counters_.leaves;
    return draw_score;
  }
  // Has the table's entry of the position after the move ready when the search comes to it.
  void prefetch(const Node& node, const Ranked& move) const {
    if constexpr (HasLikelyHash<G>) table_.prefetch(G::likely_hash_after(node.pos, move.move));
  }
  // Called when the search leaves this node by a move.
  void push(const Node& node) {
    if constexpr (HasSuperko<G>) {
      path_hashes_.push(G::board_hash(node.pos));
    } else {
      path_hashes_.push(node.hash);
    }
  }
  // Whether superko forbids the move on this path.
  [[nodiscard]] bool is_forbidden(const Position& pos, const Move& move) {
    if constexpr (HasSuperko<G>) {
      Position child = pos;
      G::play(child, move);
      if (!breaks_superko<G>(path_hashes_.all(), pos, child)) return false;
      ++estimates_;  // holds for this path, not for the position
      ++path_draws_;
      return true;
    } else {
      return false;
    }
  }
  // Whether the side to move can go back to a position of this line.
  [[nodiscard]] bool can_return(const Position& pos) const {
    if constexpr (HasReturns<G>) {
      return path_hashes_.has_way_back(G::hash(pos), G::reversible_plies(pos),
                                       [&](std::uint64_t difference) { return G::returns(pos, difference); });
    } else {
      return false;
    }
  }
  [[nodiscard]] static bool in_check(const Position& pos) {
    if constexpr (HasCheck<G>) {
      return G::in_check(pos);
    } else {
      return false;
    }
  }
  [[nodiscard]] typename HistoryTables<G>::Context around(Ply ply) const {
    return {kind_before(ply, 1), kind_before(ply, 2), kind_before(ply, 4)};
  }
  // Whether a quiet move led to this node.
  [[nodiscard]] bool follows_quiet_move(const Node& node) const { return node.ply > 0 && step(node.ply - 1).quiet; }
  [[nodiscard]] MoveOrder<G> order(const Node& node, const MoveList<G>& moves) const {
    return {node.pos,
            moves,
            node.entry.move,
            history_,
            {node.ply, around(node.ply), use(), parameters().capture_history_share}};
  }
  [[nodiscard]] int history_of(const Node& node, const Ranked& move) const {
    if (move.noisy) return use().capture_history ? history_.noisy_score(move.kind, move.victim) : 0;
    return history_.quiet_score(move.kind, move.threat, around(node.ply));
  }
  [[nodiscard]] int kind_before(Ply ply, int back) const {
    return ply >= back ? path_[static_cast<std::size_t>(ply - back)].kind : HistoryTables<G>::no_kind;
  }
  [[nodiscard]] Step& step(Ply ply) { return path_[static_cast<std::size_t>(ply)]; }
  [[nodiscard]] const Step& step(Ply ply) const { return path_[static_cast<std::size_t>(ply)]; }
  [[nodiscard]] Line& line(Ply ply) { return pv_[static_cast<std::size_t>(ply)]; }

  KnownEvaluations<G> evaluations_;
  TranspositionTable& table_;
  EngineOptions options_;
  Margins<G> margins_;
  Reductions reductions_;
  HistoryTables<G> history_;
  CorrectionHistory<G> corrections_;
  EvalNoise noise_;
  NodeSample<G>* sample_ = nullptr;

  std::optional<TimeManager> time_;
  const SearchControl* control_ = nullptr;
  PathHistory path_hashes_{std::span<const std::uint64_t>()};
  SearchCounters counters_;
  std::uint64_t next_look_ = 0;   // at the clock and the nodes of all, after so many of its own
  std::uint64_t estimates_ = 0;   // incremented whenever a value other than a terminal one decided
  std::uint64_t path_draws_ = 0;  // incremented whenever a draw decided that holds for the path alone
  Ply selective_depth_ = 0;
  Depth root_depth_ = 0;
  bool stopped_ = false;
  bool solving_ = false;
  bool learning_ = false;              // a search is going on, which may use what earlier ones learnt
  bool confirming_ = false;            // what a null move promised, without null moves
  MoveTag root_tag_ = 0;               // best move of the last iteration
  std::optional<RootBest> root_best_;  // of the iteration in progress
  double root_share_ = 1;              // of the nodes of the last visit of the root, spent on its best move
  SharedWork shared_;
  bool stop_after_pondering_ = false;  // the time for this move is used up already
  std::size_t lines_ = 1;              // to be found, at most the number of moves
  std::vector<MoveCode> better_;       // the first moves of the lines before the one that is being searched
  std::vector<SearchResult> others_;   // the second line and those after it
  std::vector<Line> pv_;
  std::array<Step, max_ply + 2> path_{};
};

}  // namespace hone

#include "engine/searcher_lines.hpp"
#include "engine/searcher_nodes.hpp"
#include "engine/searcher_root.hpp"
#include "engine/searcher_selective.hpp"
