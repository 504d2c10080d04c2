// SPDX-License-Identifier: MIT
//
// Part of engine/searcher.hpp: iterative deepening at the root.
#pragma once

#include "engine/searcher.hpp"

namespace hone {

template <SearchableGame G>
void Searcher<G>::new_game() {
  table_.clear();
  history_.clear();
  corrections_.clear();
  evaluations_.clear();
}

template <SearchableGame G>
SearchResult Searcher<G>::search(const Position& root, std::span<const std::uint64_t> history,
                                 const SearchControl& control) {
  table_.new_search();
  return search_together(root, history, control, {});
}

// Takes what a search from this root is told, and forgets how far the one before was.
template <SearchableGame G>
void Searcher<G>::begin(const Position& root, std::span<const std::uint64_t> history, const SearchControl& control,
                        const SharedWork& shared) {
  control_ = &control;
  shared_ = shared;
  path_hashes_.restart(hashes_in_reach<G>(root, history));
  counters_ = {};
  plan_look();
  stopped_ = stop_after_pondering_ = confirming_ = false;
}

template <SearchableGame G>
SearchResult Searcher<G>::search_together(const Position& root, std::span<const std::uint64_t> history,
                                          const SearchControl& control, const SharedWork& shared) {
  time_.emplace(control.limits, control.move_overhead, parameters().time_moves);
  begin(root, history, control, shared);
  selective_depth_ = 0;
  history_.forget_killers();
  root_tag_ = 0;
  learning_ = options_.selective;
  path_.fill({});
  prepare_lines(root);

  SearchResult result;
  const Depth deepest = std::clamp(control.limits.depth.value_or(max_ply - 1), 1, max_ply - 1);
  int stability = 0;
  for (Depth depth = std::min(shared.first_depth, deepest); depth <= deepest && !stopped_; ++depth) {
    const std::uint64_t estimates_before = estimates_;
    const auto move_before = result.move;
    const Score score_before = result.score;
    root_depth_ = depth;
    solving_ = reaches_end(root, depth);
    root_best_.reset();
    const Score score = aspire(root, depth, result.score);
    if (stopped_) break;
    const bool exact = estimates_ == estimates_before;
    SearchResult former = lines_ > 1 ? result : SearchResult{};
    record(result, depth, score, exact);
    if (lines_ > 1) keep_former(std::move(former), result);
    if (lines_ > 1) search_other_lines(root, result, depth);
    if (result.move) root_tag_ = move_tag(*result.move);
    report(result);
    stability = result.move == move_before ? stability + 1 : 0;
    // A search without reductions would have seen a shorter end by now; one that reduces may not have.
    const bool shortest = is_largest(score) && depth >= plies_to_end(score) && !control.limits.mate;
    const double drop = move_before ? fall(score_before, score) : 0;
    const bool enough = time_->enough({stability, root_share_, drop});
    if (((exact || shortest) && other_lines_are_settled()) || sees_asked_mate(score)) break;
    if (enough && !control.is_pondering()) break;
    stop_after_pondering_ = enough;
  }
  if (stopped_ && (lines_ == 1 || !result.move)) record_interrupted(result);
  if (!result.move) {  // stopped before the first move was searched
    MoveList<G> moves;
    G::legal_moves(root, moves);
    keep_superko<G>(path_hashes_.all(), root, moves);
    if (is_restricted(0)) restrict(root, moves);
    if (!moves.empty()) result.move = G::encode(moves[0]);
    if (result.move) result.pv = {*result.move};
    result.score = static_eval(root);
  }
  finish(result);
  report(result);
  shared_.publish(counters_.nodes);
  return result;
}

// Returns by how much the score is below that of the iteration before, in units of a clear advantage.
template <SearchableGame G>
double Searcher<G>::fall(Score before, Score now) {
  if (is_decided(before) || is_decided(now)) return 0;
  return static_cast<double>(before - now) / scaled<G>(100);
}

// Searches in a narrow window around the last score, and widens it on the side where the value falls outside.
template <SearchableGame G>
Score Searcher<G>::aspire(const Position& root, Depth depth, Score guess) {
  constexpr Depth least_depth = 4;
  if (!selective() || !use().aspiration || depth < least_depth || is_decided(guess)) {
    return visit(root, depth, 0, -infinite_score, infinite_score, false);
  }
  Score width = margins_.aspiration();
  Score alpha = guess - width;
  Score beta = guess + width;
  Depth at = depth;
  while (true) {
    const Score score = visit(root, at, 0, alpha, beta, false);
    if (stopped_ || (score > alpha && score < beta)) return score;
    width = margins_.wider(width);
    if (score <= alpha) {
      if (use().shallower_root) beta = (alpha + beta) / 2;
      alpha = std::max(score - width, -infinite_score);
      at = depth;
    }
    if (score >= beta) {
      beta = std::min(score + width, infinite_score);
      if (use().shallower_root) at = std::max(at - 1, std::max(depth - 5, 1));
    }
    if (is_decided(score) || width > scaled<G>(1000)) {
      alpha = -infinite_score;
      beta = infinite_score;
    }
  }
}

template <SearchableGame G>
void Searcher<G>::record(SearchResult& result, Depth depth, Score score, bool proved) const {
  const Line& best = pv_[0];
  result.pv.clear();
  for (int i = 0; i < best.size; ++i) result.pv.push_back(G::encode(best.moves[static_cast<std::size_t>(i)]));
  if (!result.pv.empty()) result.move = result.pv.front();
  result.score = score;
  result.depth = depth;
  result.proved = proved || is_largest(score);
  finish(result);
}

// What is the best of the iteration in progress so far, with its line, which the next move overwrites.
template <SearchableGame G>
void Searcher<G>::keep_root_best(Score score) {
  const Line& best = line(0);
  root_best_ = RootBest{score, {}};
  for (int i = 0; i < best.size; ++i) root_best_->line.push_back(G::encode(best.moves[static_cast<std::size_t>(i)]));
}

// An interrupted iteration still counts if it found a best move, because it searches the previous best move first.
template <SearchableGame G>
void Searcher<G>::record_interrupted(SearchResult& result) const {
  if (!root_best_) return;
  result.pv = root_best_->line;
  result.move = result.pv.front();
  result.score = root_best_->score;
  result.proved = is_win(result.score) && is_largest(result.score);
}

template <SearchableGame G>
void Searcher<G>::finish(SearchResult& result) const {
  result.counters = counters_;
  result.counters.nodes = shared_.all_nodes(counters_.nodes);
  result.selective_depth = selective_depth_;
  result.elapsed = time_->elapsed();
}

template <SearchableGame G>
std::optional<std::span<const typename G::Move>> Searcher<G>::quiet_line(const Position& root,
                                                                         std::span<const std::uint64_t> history) {
  if (options_.selective && is_surely_quiet(root)) return std::span<const Move>();
  // Of a thousand queens there may be captures without end, in which case the position is not quiet.
  static const SearchControl many_nodes = [] {
    constexpr std::uint64_t most_nodes = 1'000'000;
    SearchControl control;
    control.limits.nodes = most_nodes;
    return control;
  }();
  time_.reset();
  begin(root, history, many_nodes, {});
  learning_ = false;
  root_depth_ = 1;
  const Score score = horizon(root, 0, -infinite_score, infinite_score);
  if (stopped_ || is_decided(score)) return std::nullopt;
  return std::span<const Move>(line(0).moves).first(static_cast<std::size_t>(line(0).size));
}

// Whether quiescence would search no move, and its value is that of a game that goes on. Most positions are told here,
// without an evaluation.
template <SearchableGame G>
bool Searcher<G>::is_surely_quiet(const Position& pos) {
  if constexpr (HasNoisyMoves<G> && HasQuickTerminalTest<G>) {
    if (G::may_be_over(pos) || in_check(pos)) return false;
    MoveList<G> moves;
    G::noisy_moves(pos, moves);
    return std::none_of(moves.begin(), moves.end(), [&](const Move& move) { return MoveOrder<G>::is_good(pos, move); });
  } else {
    return false;
  }
}

}  // namespace hone
