// SPDX-License-Identifier: MIT
//
// Part of engine/searcher.hpp: the nodes of the tree.
#pragma once

#include "engine/searcher.hpp"

namespace hone {

// Counts the node. Returns false when a limit of the search is reached.
template <SearchableGame G>
bool Searcher<G>::enter(Ply ply) {
  constexpr std::uint64_t nodes_between_clock_reads = 1024;
  if (stopped_) return false;
  const Limits& limits = control_->limits;
  if (limits.nodes && counters_.nodes >= *limits.nodes) stopped_ = true;
  // the first iteration takes no time
  const bool look = counters_.nodes % nodes_between_clock_reads == 0 && root_depth_ > 1;
  if (look && must_stop()) stopped_ = true;
  if (stopped_) return false;
  ++counters_.nodes;
  selective_depth_ = std::max(selective_depth_, ply);
  return true;
}

template <SearchableGame G>
bool Searcher<G>::must_stop() {
  shared_.publish(counters_.nodes);
  const auto& nodes = control_->limits.nodes;
  if (control_->stop.stop_requested() || (nodes && shared_.all_nodes(counters_.nodes) >= *nodes)) return true;
  return !control_->is_pondering() && (time_->expired() || stop_after_pondering_);
}

template <SearchableGame G>
Score Searcher<G>::terminal(const Position& pos, const Outcome& outcome, Ply ply) {
  if (outcome.reason == EndReason::move_rule) {  // holds for this path: the hash does not include counters
    ++estimates_;
    ++path_draws_;
  }
  ++counters_.leaves;
  return terminal_score(sign(G::side_to_move(pos)) * outcome.utility, ply);
}

// The terminal test. It generates the moves only where it must; if it does, `moves` is empty only when the game is
// over.
template <SearchableGame G>
std::optional<Score> Searcher<G>::ended(const Position& pos, Ply ply, MoveList<G>& moves) {
  if constexpr (HasQuickTerminalTest<G>) {
    if (!G::may_be_over(pos)) return std::nullopt;
  }
  G::legal_moves(pos, moves);
  if (const auto outcome = G::outcome(pos, moves)) return terminal(pos, *outcome, ply);
  return std::nullopt;
}

// Returns the value where the game's own bounds decide it or put it outside the window.
template <SearchableGame G>
std::optional<Score> Searcher<G>::foresee(const Position& pos, Ply ply, Score alpha, Score beta) const {
  if constexpr (HasBounds<G>) {
    if (!foresees() || ply == 0) return std::nullopt;
    const ValueBounds bounds = G::bounds(pos);
    const Score worst = terminal_score(bounds.worst.utility, ply + bounds.worst.plies);
    const Score best = terminal_score(bounds.best.utility, ply + bounds.best.plies);
    if (worst == best || worst >= beta) return worst;
    if (best <= alpha) return best;
  }
  return std::nullopt;
}

// Returns the moves worth searching. Moves that the terminal test has generated already are kept.
template <SearchableGame G>
void Searcher<G>::generate(const Position& pos, MoveList<G>& moves) const {
  if constexpr (HasContenders<G>) {
    if (foresees()) {
      moves.clear();
      return G::contenders(pos, moves);
    }
  }
  if (moves.empty()) G::legal_moves(pos, moves);
}

template <SearchableGame G>
void Searcher<G>::look_up(Node& node) {
  node.estimates_at_entry = estimates_;
  node.path_draws_at_entry = path_draws_;
  node.hash = G::hash(node.pos);
  node.in_check = in_check(node.pos);
  if (options_.transposition_table) node.entry = table_.probe(node.hash);
  if (node.ply == 0 && root_tag_ != 0) node.entry.move = root_tag_;
}

// Returns whether the table's entry can replace the search of this node. Without selectivity the entry must give the
// result of exactly this depth.
template <SearchableGame G>
bool Searcher<G>::trusted(const Node& node) const {
  const TableEntry& entry = node.entry;
  if (!options_.selective) return entry.depth == node.depth || (entry.proved && entry.depth < node.depth);
  return entry.proved || (entry.depth >= node.depth && !node.pv);
}

template <SearchableGame G>
std::optional<Score> Searcher<G>::table_cutoff(const Node& node) {
  const TableEntry& entry = node.entry;
  if (entry.bound == Bound::none || node.ply == 0 || !trusted(node)) return std::nullopt;
  const Score score = from_table(entry.score, node.ply);
  const bool decides = entry.bound == Bound::exact || (entry.bound == Bound::lower && score >= node.beta) ||
                       (entry.bound == Bound::upper && score <= node.alpha);
  if (!decides) return std::nullopt;
  ++counters_.table_cutoffs;
  if (!entry.proved) ++estimates_;
  return score;
}

template <SearchableGame G>
Score Searcher<G>::visit(const Position& pos, Depth depth, Ply ply, Score alpha, Score beta, bool cut_node) {
  line(ply).size = 0;
  if (selective() && in_check(pos) && ply > 0 && ply < 2 * root_depth_ && use().check_extensions) ++depth;
  if (depth <= 0 || ply >= max_ply) return horizon(pos, ply, alpha, beta);
  if (!enter(ply)) return draw_score;
  if (ply > 0 && is_repetition<G>(path_hashes_, pos)) return draw_by_repetition();

  MoveList<G> moves;
  if (ply > 0) {  // a root that is drawn by a rule is still searched
    if (const auto score = ended(pos, ply, moves)) return *score;
    if (const auto score = foresee(pos, ply, alpha, beta)) return *score;
  }
  Node node{pos, depth, ply, alpha, beta, cut_node};
  look_up(node);
  if (const auto score = table_cutoff(node)) return *score;
  evaluate_node(node);
  if (const auto score = prune_node(node)) return *score;
  if (misses_table_move(node)) --node.depth;

  generate(pos, moves);
  if (is_restricted(ply)) restrict(pos, moves);
  if (moves.empty()) return terminal(pos, *G::outcome(pos, moves), ply);
  if (leaves_no_choice(moves)) ++node.depth;
  return search_moves(node, moves);
}

// A node that no search has found a move for is not worth its full depth.
template <SearchableGame G>
bool Searcher<G>::misses_table_move(const Node& node) const {
  return selective() && node.entry.move == 0 && node.depth >= Margins<G>::internal_reduction_depth &&
         use().internal_reductions;
}

template <SearchableGame G>
void Searcher<G>::evaluate_node(Node& node) {
  step(node.ply).has_eval = false;
  if (!selective() || node.in_check) return;
  node.static_eval = node.entry.has_eval() ? node.entry.eval : static_eval(node.pos);
  node.eval = node.static_eval;
  step(node.ply).eval = node.static_eval;
  step(node.ply).has_eval = true;
  if (node.ply >= 2 && step(node.ply - 2).has_eval) node.improving = node.static_eval > step(node.ply - 2).eval;

  const Score known = from_table(node.entry.score, node.ply);
  const bool raises = node.entry.bound == Bound::lower && known > node.eval;
  const bool lowers = node.entry.bound == Bound::upper && known < node.eval;
  if ((raises || lowers || node.entry.bound == Bound::exact) && !is_decided(known)) node.eval = known;
}

// Prunes the whole node when its evaluation is far enough outside the window.
template <SearchableGame G>
std::optional<Score> Searcher<G>::prune_node(Node& node) {
  using M = Margins<G>;
  if (!selective() || node.pv || node.in_check || is_decided(node.beta) || is_decided(node.alpha)) return std::nullopt;
  if (node.depth <= M::reverse_futility_depth &&
      node.eval - M::reverse_futility(node.depth, node.improving) >= node.beta && use().reverse_futility) {
    ++estimates_;
    return node.eval;
  }
  if (node.depth <= M::razoring_depth && node.eval + M::razoring(node.depth) <= node.alpha && use().razoring) {
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
    if (node.depth < Margins<G>::null_move_depth || node.ply == 0 || twice || node.eval < node.beta ||
        !use().null_move || !G::can_pass(node.pos)) {
      return std::nullopt;
    }
    Position child = node.pos;
    G::pass(child);
    step(node.ply).kind = HistoryTables<G>::no_kind;
    step(node.ply).null_move = true;
    push(node);
    const Depth depth = node.depth - 1 - Margins<G>::null_move_reduction(node.depth, node.eval - node.beta);
    const Score score = -visit(child, depth, node.ply + 1, -node.beta, -node.beta + 1, !node.cut_node);
    path_hashes_.pop();
    step(node.ply).null_move = false;
    if (stopped_ || score < node.beta) return std::nullopt;
    ++estimates_;
    return is_decided(score) ? node.beta : score;
  } else {
    return std::nullopt;
  }
}

template <SearchableGame G>
Score Searcher<G>::search_moves(Node& node, const MoveList<G>& moves) {
  MoveOrder<G> order(node.pos, moves, node.entry.move, history_, context(node.ply));
  std::array<int, G::max_moves> tried;
  std::size_t tried_count = 0;
  int count = 0;
  bool pruned = false;
  push(node);
  while (const Ranked* move = order.next()) {
    ++count;
    if (node.ply == 0) tell_root_move(move->move, count);
    if (prune_move(node, *move, count)) {
      ++estimates_;
      pruned = true;
      continue;
    }
    if (is_forbidden(node.pos, move->move)) {
      --count;
      continue;
    }
    const Score score = search_move(node, *move, count);
    if (stopped_) break;
    if (take(node, move->move, score)) {
      ++counters_.cutoffs;
      if (count == 1) ++counters_.first_move_cutoffs;
      reward(node, *move, std::span(tried).first(tried_count));
      break;
    }
    if (!move->noisy) tried[tried_count++] = move->kind;
  }
  path_hashes_.pop();
  if (!stopped_) {
    store(node);
    if (sample_ != nullptr) tell(node, pruned);
  }
  return node.best;
}

// Principal variation search: the first move in the full window, the others only have to be shown no better.
template <SearchableGame G>
Score Searcher<G>::search_move(const Node& node, const Ranked& move, int count) {
  Position child = node.pos;
  G::play(child, move.move);
  table_.prefetch(G::hash(child));
  step(node.ply).kind = move.kind;
  const Depth depth = depth_after(node, child);
  const Ply ply = node.ply + 1;
  if (count == 1) return -visit(child, depth, ply, -node.beta, -node.alpha, !node.pv && !node.cut_node);

  const Depth less = reduction(node, move, count, in_check(child));
  Score score = -visit(child, depth - less, ply, -node.alpha - 1, -node.alpha, less > 0 || !node.cut_node);
  if (score > node.alpha && less > 0) {
    score = -visit(child, depth, ply, -node.alpha - 1, -node.alpha, !node.cut_node);
  }
  if (score > node.alpha && score < node.beta) score = -visit(child, depth, ply, -node.beta, -node.alpha, false);
  return score;
}

// Returns whether the move is not worth searching at this depth. The first move is never pruned, nor is any move while
// the side to move is lost, so that a loss is reported only after every defence was tried.
template <SearchableGame G>
bool Searcher<G>::prune_move(const Node& node, const Ranked& move, int count) const {
  using M = Margins<G>;
  if (!selective() || node.ply == 0 || node.in_check || count == 1 || is_loss(node.best)) return false;
  if (!move.noisy && prune_quiet(node, count) && !gives_check(node.pos, move.move)) return true;
  if constexpr (HasExchange<G>) {
    if (node.depth <= M::exchange_depth && !move.good && use().exchange_pruning) {
      return !G::exchange_at_least(node.pos, move.move, M::exchange_loss(node.depth, move.noisy));
    }
  }
  return false;
}

template <SearchableGame G>
bool Searcher<G>::prune_quiet(const Node& node, int count) const {
  using M = Margins<G>;
  const bool late = node.depth <= M::late_move_depth && count > M::late_move_count(node.depth, node.improving);
  if (late && use().late_move_pruning) return true;
  return node.depth <= M::futility_depth && node.eval + M::futility(node.depth) <= node.alpha && use().futility;
}

template <SearchableGame G>
Depth Searcher<G>::reduction(const Node& node, const Ranked& move, int count, bool gives_check) const {
  constexpr Depth least_depth = 3;
  if (!selective() || node.depth < least_depth || count <= (node.pv ? 3 : 1) || move.good) return 0;
  if (!use().late_move_reductions) return 0;
  Depth less = reductions_(node.depth, count);
  if (node.cut_node) ++less;
  if (node.pv) --less;
  if (!node.improving) ++less;
  if (gives_check || node.in_check) --less;
  if (!move.noisy) {
    const auto around = context(node.ply);
    less -= history_.quiet_score(move.kind, around.before, around.earlier) / (HistoryValue::limit / 2);
    if (history_.killer_rank(node.ply, move.move) > 0) --less;
  }
  return std::clamp(less, 0, node.depth - 2);
}

// Keeps a score if it is the best. Returns true when it refutes the node.
template <SearchableGame G>
bool Searcher<G>::take(Node& node, const Move& move, Score score) {
  if (score > node.best) node.best = score;
  if (score <= node.alpha) return false;
  node.best_move = move;
  extend_pv(node.ply, move);
  if (node.ply == 0) root_best_ = {move, score};
  if (score >= node.beta) return true;
  node.alpha = score;
  return false;
}

// The move that refuted the node gains history, and the quiet moves tried before it lose some.
template <SearchableGame G>
void Searcher<G>::reward(const Node& node, const Ranked& best, std::span<const int> tried) {
  const int bonus = std::min(32 * node.depth * node.depth + 16 * node.depth, 2000);
  const auto around = context(node.ply);
  if (!best.noisy) {
    history_.add_killer(node.ply, best.move);
    history_.update(best.kind, around.before, around.earlier, bonus);
  }
  for (const int kind : tried) history_.update(kind, around.before, around.earlier, -bonus);
}

template <SearchableGame G>
Bound Searcher<G>::bound_of(const Node& node) {
  if (node.best >= node.beta) return Bound::lower;
  return node.best > node.alpha_at_entry ? Bound::exact : Bound::upper;
}

template <SearchableGame G>
void Searcher<G>::store(const Node& node) {
  if (!options_.transposition_table || is_restricted(node.ply)) return;
  table_.store(node.hash, {node.best_move ? move_tag(G::encode(*node.best_move)) : 0, to_table(node.best, node.ply),
                           static_cast<std::int16_t>(node.static_eval),
                           static_cast<std::int8_t>(std::min(node.depth, max_table_depth)), bound_of(node),
                           estimates_ == node.estimates_at_entry});
}

// What the sample is not to be told of is listed in engine/node_sample.hpp. Moves that were pruned are known to stay
// below the window, but not below the best of the others.
template <SearchableGame G>
void Searcher<G>::tell(const Node& node, bool pruned) {
  if (node.depth < sample_->least_depth() || path_draws_ != node.path_draws_at_entry) return;
  const Bound bound = bound_of(node);
  const Score value = bound == Bound::upper && pruned ? std::max(node.best, node.alpha_at_entry) : node.best;
  if (is_decided(value) || (HasRepetition<G> && value == draw_score)) return;
  sample_->tell({node.pos, node.hash, node.depth, value, bound});
}

template <SearchableGame G>
void Searcher<G>::extend_pv(Ply ply, const Move& move) {
  Line& here = line(ply);
  const Line& child = line(ply + 1);
  here.moves[0] = move;
  std::copy_n(child.moves.begin(), child.size, here.moves.begin() + 1);
  here.size = child.size + 1;
}

// The value at the end of the fixed depth: the evaluation, or the result of quiescence if the game has noisy moves.
template <SearchableGame G>
Score Searcher<G>::horizon(const Position& pos, Ply ply, Score alpha, Score beta) {
  if constexpr (HasNoisyMoves<G>) {
    if (use().quiescence) return quiescence(pos, ply, alpha, beta);
  }
  line(ply).size = 0;
  if (!enter(ply)) return draw_score;
  if (ply > 0 && is_repetition<G>(path_hashes_, pos)) return draw_by_repetition();
  MoveList<G> moves;
  G::legal_moves(pos, moves);
  if (const auto outcome = G::outcome(pos, moves)) return terminal(pos, *outcome, ply);
  if (const auto score = foresee(pos, ply, alpha, beta)) return *score;
  ++estimates_;
  ++counters_.leaves;
  return static_eval(pos);
}

// Searches noisy moves only, until the position is quiet. The side to move may stand pat unless it is in check.
template <SearchableGame G>
Score Searcher<G>::quiescence(const Position& pos, Ply ply, Score alpha, Score beta) {
  line(ply).size = 0;
  if (!enter(ply)) return draw_score;
  if (ply > 0 && is_repetition<G>(path_hashes_, pos)) return draw_by_repetition();
  MoveList<G> moves;
  if (const auto score = ended(pos, ply, moves)) return *score;
  Node node{pos, 0, ply, alpha, beta, false};
  look_up(node);
  if (const auto score = table_cutoff(node)) return *score;

  ++estimates_;
  if (!node.in_check || ply >= max_ply) {
    node.static_eval = node.entry.has_eval() ? node.entry.eval : static_eval(pos);
    node.best = node.static_eval;
    node.alpha = std::max(node.alpha, node.best);
    if (node.best >= beta || ply >= max_ply) {
      ++counters_.leaves;
      return node.best;
    }
    moves.clear();
    if constexpr (HasNoisyMoves<G>) G::noisy_moves(pos, moves);
    if (moves.empty()) ++counters_.leaves;
  } else {
    if (moves.empty()) G::legal_moves(pos, moves);
    if (moves.empty()) return terminal(pos, *G::outcome(pos, moves), ply);
  }
  search_noisy_moves(node, moves);
  if (!stopped_) store(node);
  return node.best;
}

template <SearchableGame G>
void Searcher<G>::search_noisy_moves(Node& node, const MoveList<G>& moves) {
  MoveOrder<G> order(node.pos, moves, node.entry.move, history_, context(node.ply));
  push(node);
  while (const Ranked* move = order.next()) {
    if constexpr (HasNoisyMoves<G>) {
      if (!node.in_check) {
        if (!move->good) continue;
        const Score hope = node.static_eval + G::noisy_gain(node.pos, move->move) + Margins<G>::delta();
        if (hope <= node.alpha && !is_decided(node.alpha)) {
          node.best = std::max(node.best, hope);
          continue;
        }
      } else if (!move->noisy && !is_loss(node.best) && node.best > -infinite_score) {
        continue;
      }
    }
    if (is_forbidden(node.pos, move->move)) continue;
    Position child = node.pos;
    G::play(child, move->move);
    table_.prefetch(G::hash(child));
    step(node.ply).kind = move->kind;
    const Score score = -quiescence(child, node.ply + 1, -node.beta, -node.alpha);
    if (stopped_ || take(node, move->move, score)) break;
  }
  path_hashes_.pop();
}

}  // namespace hone
