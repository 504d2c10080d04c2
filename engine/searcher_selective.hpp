// SPDX-License-Identifier: MIT
//
// Part of engine/searcher.hpp: what is not searched, or less deep, or deeper. The techniques have their switches in
// engine/search_techniques.hpp and their numbers in engine/search_parameters.hpp.
#pragma once

#include "engine/searcher.hpp"

namespace hone {

// A node that a reduced move led to is looked at again. Where the evaluations of both sides say that the move was not
// so bad, it gets a ply back; where the move left the side to move far better off, it gets one less.
template <SearchableGame G>
void Searcher<G>::change_depth(Node& node) {
  if (!selective() || node.ply == 0 || !use().hindsight) return;
  const Step& here = step(node.ply);
  const Step& before = step(node.ply - 1);
  if (before.reduction == 0 || !here.has_eval || !before.has_eval) return;
  const Score gain = here.eval + before.eval;  // of the side to move, since its opponent's last evaluation
  if (before.reduction >= parameters().regretted_reduction && gain <= 0) ++node.depth;
  if (node.depth >= 2 && gain > margins_.too_good()) --node.depth;
}

// A node that no search has found a move for is not worth its full depth.
template <SearchableGame G>
bool Searcher<G>::misses_table_move(const Node& node) const {
  return selective() && node.entry.move == 0 && node.depth >= parameters().internal_reduction_depth &&
         use().internal_reductions;
}

// Prunes the whole node when its evaluation is far enough outside the window.
template <SearchableGame G>
std::optional<Score> Searcher<G>::prune_node(Node& node) {
  if (!selective() || node.pv || node.in_check || is_decided(node.beta) || is_decided(node.alpha)) return std::nullopt;
  if (node.depth <= parameters().reverse_futility_depth &&
      node.eval - margins_.reverse_futility(node.depth, node.improving) >= node.beta && use().reverse_futility) {
    ++estimates_;
    return margins_.reverse_futility_value(node.eval, node.beta);
  }
  if (node.depth <= parameters().razoring_depth && node.eval + margins_.razoring(node.depth) <= node.alpha &&
      use().razoring) {
    const Score score = horizon(node.pos, node.ply, node.alpha, node.beta);
    if (score <= node.alpha) return score;
  }
  return try_null_move(node);
}

// If passing still exceeds beta, some move will too.
template <SearchableGame G>
std::optional<Score> Searcher<G>::try_null_move(const Node& node) {
  if constexpr (HasNullMove<G>) {
    const bool twice = node.ply > 0 && step(node.ply - 1).null_move;
    if (node.depth < parameters().null_move_depth || node.ply == 0 || twice || confirming_ || node.eval < node.beta ||
        !use().null_move || !G::can_pass(node.pos)) {
      return std::nullopt;
    }
    Position child = node.pos;
    G::pass(child);
    Step& here = step(node.ply);
    here.kind = HistoryTables<G>::no_kind;
    here.quiet = false;
    here.reduction = 0;
    here.null_move = true;
    push(node);
    const Depth depth = node.depth - 1 - margins_.null_move_reduction(node.depth, node.eval - node.beta);
    const Score score = -visit(child, depth, node.ply + 1, -node.beta, -node.beta + 1, !node.cut_node);
    path_hashes_.pop();
    here.null_move = false;
    if (stopped_ || score < node.beta || !is_confirmed(node, depth)) return std::nullopt;
    ++estimates_;
    return is_decided(score) ? node.beta : score;
  } else {
    return std::nullopt;
  }
}

// In zugzwang every move is worse than none. Deep down, where an error is dear and the search after passing was far
// shallower than the node, a search without null moves must agree.
template <SearchableGame G>
bool Searcher<G>::is_confirmed(const Node& node, Depth depth) {
  if (node.depth < parameters().confirmation_depth || !use().null_move_verification) return true;
  confirming_ = true;
  const Score score = visit(node.pos, std::max(depth, 1), node.ply, node.beta - 1, node.beta, false);
  confirming_ = false;
  return !stopped_ && score >= node.beta;
}

template <SearchableGame G>
bool Searcher<G>::may_be_singular(const Node& node) const {
  const TableEntry& entry = node.entry;
  return selective() && node.ply > 0 && node.ply < 2 * root_depth_ && node.depth >= parameters().singular_depth &&
         entry.move != 0 && entry.depth >= node.depth - parameters().singular_shortfall &&
         (entry.bound == Bound::lower || entry.bound == Bound::exact) && !is_decided(entry.score) &&
         use().singular_extensions;
}

// Searches the node without the table's move, less deep, to learn whether another move comes near its value. If none
// does, the table's move is extended. If others exceed beta too, the node is cut off (multi-cut), and a value is
// returned. Where the table's move is one of several good ones it is searched less deep.
template <SearchableGame G>
std::optional<Score> Searcher<G>::test_singular(const Node& node, Depth& extension) {
  const Score known = from_table(node.entry.score, node.ply);
  const Score bound = known - margins_.singular(node.depth);
  const auto uncertainty = std::pair(estimates_, path_draws_);
  step(node.ply).excluded = node.entry.move;
  const Score score = visit(node.pos, margins_.singular_search(node.depth), node.ply, bound - 1, bound, node.cut_node);
  step(node.ply).excluded = 0;
  line(node.ply).size = 0;
  if (stopped_) return std::nullopt;
  if (score < bound || bound < node.beta) std::tie(estimates_, path_draws_) = uncertainty;  // no value rests on it
  if (score < bound) {
    extension = !node.pv && score < bound - margins_.doubly_singular() ? 2 : 1;
  } else if (bound >= node.beta) {
    ++estimates_;
    return bound;
  } else if (known >= node.beta) {
    extension = node.pv ? -1 : -2;
  } else if (node.cut_node) {
    extension = -1;
  }
  return std::nullopt;
}

// The first move is never pruned, nor is any move while the side to move is lost, so that a loss is reported only after
// every defence was tried. Beside a win no evaluation tells whether another move wins sooner, or more.
template <SearchableGame G>
bool Searcher<G>::may_prune(const Node& node, int count) const {
  if (!selective() || node.ply == 0 || node.in_check || count == 1 || is_loss(node.best)) return false;
  return !is_win(node.alpha) && (!HasGradedUtility<G> || !is_decided(node.alpha));
}

// Returns whether the move is not worth searching at this depth.
template <SearchableGame G>
bool Searcher<G>::prune_move(const Node& node, const Ranked& move, int count) const {
  if (!may_prune(node, count)) return false;
  if constexpr (HasExchange<G>) {
    if (node.depth <= parameters().exchange_depth && !move.good && use().exchange_pruning) {
      return !G::exchange_at_least(node.pos, move.move, margins_.exchange_loss(node.depth, move.noisy));
    }
  }
  return false;
}

// Returns whether this and later quiet moves are not worth it either.
template <SearchableGame G>
bool Searcher<G>::leaves_out_quiet(const Node& node, int count) const {
  if (!may_prune(node, count)) return false;
  const bool late =
      node.depth <= parameters().late_move_depth && count > margins_.late_move_count(node.depth, node.improving);
  if (late && use().late_move_pruning) return true;
  return node.depth <= parameters().futility_depth && node.eval + margins_.futility(node.depth) <= node.alpha &&
         use().futility;
}

// Returns how much less deep a move is searched at first.
template <SearchableGame G>
Depth Searcher<G>::reduction(const Node& node, const Ranked& move, int count, bool gives_check) const {
  constexpr int ply = Reductions::ply;
  const SearchParameters& p = parameters();
  constexpr Depth least_depth = 3;
  const int spared = node.pv ? p.reduction_after_pv : p.reduction_after;
  if (!selective() || node.depth < least_depth || count <= spared) return 0;
  if (!use().late_move_reductions) return 0;
  int less = reductions_(node.depth, count);
  if (node.cut_node) less += p.reduction_cut_node;
  if (node.pv) less -= p.reduction_pv;
  if (node.noisy_table_move && use().noisy_table_move) less += p.reduction_noisy_table_move;
  if (!node.improving) less += p.reduction_worsening;
  if (gives_check || node.in_check) less -= p.reduction_check;
  if (step(node.ply + 1).cutoffs > p.reduction_many_cutoffs) less += p.reduction_cutoffs;
  if (move.good) less -= p.reduction_good_capture;
  if (!move.noisy && history_.killer_rank(node.ply, move.move) > 0) less -= p.reduction_killer;
  less -= history_of(node, move) * p.reduction_history / 1024;
  return std::clamp(less / ply, 0, node.depth - 2);
}

}  // namespace hone
