// SPDX-License-Identifier: MIT
//
// Part of engine/searcher.hpp: the nodes of the tree. What is not searched, or to another depth, is in
// engine/searcher_selective.hpp.
#pragma once

#include "engine/searcher.hpp"

namespace hone {

// Counts the node. Returns false when a limit of the search is reached.
template <SearchableGame G>
bool Searcher<G>::enter(Ply ply) {
  if (stopped_) return false;
  if (counters_.nodes >= next_look_ && must_stop()) stopped_ = true;
  if (stopped_) return false;
  ++counters_.nodes;
  selective_depth_ = std::max(selective_depth_, ply);
  return true;
}

template <SearchableGame G>
bool Searcher<G>::must_stop() {
  shared_.publish(counters_.nodes);
  plan_look();
  const auto& nodes = control_->limits.nodes;
  if (control_->stop.stop_requested() || (nodes && shared_.all_nodes(counters_.nodes) >= *nodes)) return true;
  return !control_->is_pondering() && ((time_ && time_->expired()) || stop_after_pondering_);
}

// A limit of nodes is divided among all searchers, again at each look, so that together they hardly exceed it as long
// as all of them run.
template <SearchableGame G>
void Searcher<G>::plan_look() {
  constexpr std::uint64_t most_nodes = 1024;  // from one look to the next; the first ones take no time
  next_look_ = counters_.nodes + most_nodes;
  if (!control_->limits.nodes) return;
  const std::uint64_t limit = *control_->limits.nodes, all = std::min(limit, shared_.all_nodes(counters_.nodes));
  const std::uint64_t share = (limit - all + shared_.searchers - 1) / shared_.searchers;
  next_look_ = std::min(next_look_, counters_.nodes + share);
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

// Has what an estimate of the node will need on its way, while the table's entry is waited for.
template <SearchableGame G>
void Searcher<G>::prepare_estimate(Node& node) {
  evaluations_.prefetch(node.hash);
  if (!corrects()) return;
  node.correction = CorrectionHistory<G>::context(node.pos, kind_before(node.ply, 1), kind_before(node.ply, 2));
  corrections_.prefetch(node.correction);
}

// Near a draw by a rule about moves without progress, how near it is decides the value of a position as well, and its
// hash does not say that. The nearer it is, the more exactly the key does.
template <SearchableGame G>
std::uint64_t Searcher<G>::table_key([[maybe_unused]] const Position& pos, std::uint64_t hash) {
  if constexpr (HasMoveRule<G>) {
    constexpr int near = 48, very_near = 16, step = 8;  // plies
    const int left = G::plies_to_rule_draw(pos);
    if (left >= near) return hash;
    return hash ^ mix(static_cast<std::uint64_t>(left < very_near ? left : very_near + left / step) + 1);
  }
  return hash;
}

template <SearchableGame G>
void Searcher<G>::look_up(Node& node) {
  node.estimates_at_entry = estimates_;
  node.path_draws_at_entry = path_draws_;
  node.hash = G::hash(node.pos);
  node.in_check = in_check(node.pos);
  if (!node.in_check) prepare_estimate(node);
  node.key = table_key(node.pos, node.hash);
  if (options_.transposition_table) node.entry = table_.probe(node.key);
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
  if constexpr (HasMoveRule<G>) {  // an end beyond the draw by the rule is none
    const bool is_late = is_decided(score) && plies_to_end(score) - node.ply > G::plies_to_rule_draw(node.pos);
    if (is_late) return std::nullopt;
  }
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
  if (ply > 0 && alpha < draw_score && selective() && use().returns && can_return(pos)) {
    ++estimates_;  // holds for this path, not for the position
    ++path_draws_;
    if (draw_score >= beta) return draw_score;
    const Score score = search_node(pos, depth, ply, draw_score, beta, cut_node);
    return stopped_ ? score : std::max(score, draw_score);
  }
  return search_node(pos, depth, ply, alpha, beta, cut_node);
}

// The node itself, when neither the depth nor what lies before it has decided it.
template <SearchableGame G>
Score Searcher<G>::search_node(const Position& pos, Depth depth, Ply ply, Score alpha, Score beta, bool cut_node) {
  MoveList<G> moves;
  if (ply > 0) {  // a root that is drawn by a rule is still searched
    if (const auto score = ended(pos, ply, moves)) return *score;
    if (const auto score = foresee(pos, ply, alpha, beta)) return *score;
  }
  Node node{pos, depth, ply, alpha, beta, cut_node};
  look_up(node);
  const bool whole = step(ply).excluded == 0;
  if (whole) {
    if (const auto score = table_cutoff(node)) return *score;
  }
  evaluate_node(node);
  if (whole) {
    change_depth(node);
    if (const auto score = prune_node(node)) return *score;
    if (misses_table_move(node)) --node.depth;
  }

  generate(pos, moves);
  if (is_restricted(ply)) restrict(pos, moves);
  if (moves.empty()) return terminal(pos, *G::outcome(pos, moves), ply);
  if (leaves_no_choice(moves)) ++node.depth;
  return search_moves(node, moves);
}

template <SearchableGame G>
void Searcher<G>::evaluate_node(Node& node) {
  step(node.ply).has_eval = false;
  step(node.ply + 1).cutoffs = 0;
  if (use().fresh_killers) history_.forget_killers(node.ply + 1);
  if (!selective() || node.in_check) return;
  estimate(node);
  step(node.ply).eval = node.static_eval;
  step(node.ply).has_eval = true;
  judge_last_move(node);
  if (node.ply >= 2 && step(node.ply - 2).has_eval) node.improving = node.static_eval > step(node.ply - 2).eval;
}

// Evaluates the node, corrects that by what the search has learnt, and takes the table's bound where it says more.
template <SearchableGame G>
void Searcher<G>::estimate(Node& node) {
  node.raw_eval = node.entry.has_eval() ? node.entry.eval : static_eval(node.pos);
  node.static_eval = node.raw_eval;
  if (corrects()) {
    node.static_eval = clamp_eval(node.raw_eval + corrections_.correction(node.correction));
  }
  node.eval = node.static_eval;
  const Score known = from_table(node.entry.score, node.ply);
  const bool raises = node.entry.bound == Bound::lower && known > node.eval;
  const bool lowers = node.entry.bound == Bound::upper && known < node.eval;
  if ((raises || lowers || node.entry.bound == Bound::exact) && !is_decided(known)) node.eval = known;
}

// Returns the next move worth a search after `count` of them, or nothing. Sets `pruned` where quiet moves are left out
// from now on.
template <SearchableGame G>
const typename Searcher<G>::Ranked* Searcher<G>::next_move(const Node& node, MoveOrder<G>& ordered, int count,
                                                           bool& pruned) {
  return ordered.next([&] {
    if (count == 0 || !leaves_out_quiet(node, count + 1)) return false;
    ++estimates_;
    pruned = true;
    return true;
  });
}

template <SearchableGame G>
Score Searcher<G>::search_moves(Node& node, const MoveList<G>& moves) {
  const MoveTag excluded = step(node.ply).excluded;
  Depth extension = 0;  // of the table's move
  if (excluded == 0 && may_be_singular(node)) {
    if (const auto score = test_singular(node, extension)) return *score;
    if (stopped_) return draw_score;
  }
  MoveOrder<G> ordered = order(node, moves);
  std::array<Tried, G::max_moves> tried;
  std::size_t tried_count = 0;
  int count = 0;
  bool pruned = false;
  const std::uint64_t nodes_at_entry = counters_.nodes;
  std::uint64_t nodes_of_best = 0;
  push(node);
  while (const Ranked* move = next_move(node, ordered, count, pruned)) {
    if (excluded != 0 && move_tag(G::encode(move->move)) == excluded) continue;
    prefetch(node, *move);
    ++count;
    if (node.ply == 0) tell_root_move(move->move, count);
    // only the first move can be the table's
    const bool is_table_move = count == 1 && move_tag(G::encode(move->move)) == node.entry.move;
    if (is_table_move) node.noisy_table_move = move->noisy;
    if (prune_move(node, *move, count)) {
      ++estimates_;
      pruned = true;
      continue;
    }
    if (is_forbidden(node.pos, move->move)) {
      --count;
      continue;
    }
    const std::uint64_t nodes_before = counters_.nodes;
    const Score score =
        count == 1 ? search_first(node, *move, is_table_move ? extension : 0) : search_later(node, *move, count);
    if (stopped_) break;
    if (score > node.alpha) nodes_of_best = counters_.nodes - nodes_before;
    if (take(node, *move, score)) {
      ++counters_.cutoffs;
      if (count == 1) ++counters_.first_move_cutoffs;
      ++step(node.ply).cutoffs;
      reward(node, *move, std::span(tried).first(tried_count));
      break;
    }
    tried[tried_count++] = {move->kind, move->victim, move->threat, move->noisy};
  }
  path_hashes_.pop();
  if (stopped_) return node.best;
  if (node.ply == 0 && node.best_move) {
    root_share_ = static_cast<double>(nodes_of_best) / static_cast<double>(counters_.nodes - nodes_at_entry);
  }
  if (excluded == 0) {
    finish_node(node, pruned);
  } else if (count == 0) {
    return node.alpha;  // the excluded move has no rival
  }
  return node.best;
}

template <SearchableGame G>
typename Searcher<G>::Position Searcher<G>::after(const Node& node, const Ranked& move) {
  Position child = node.pos;
  G::play(child, move.move);
  if constexpr (!HasLikelyHash<G>) table_.prefetch(G::hash(child));
  Step& here = step(node.ply);
  here.kind = move.kind;
  here.threat = move.threat;
  here.quiet = !move.noisy;
  here.reduction = 0;
  return child;
}

// Principal variation search: the first move in the full window, the others only have to be shown no better.
template <SearchableGame G>
Score Searcher<G>::search_first(const Node& node, const Ranked& move, Depth extension) {
  const Position child = after(node, move);
  const Depth depth = depth_after(node, child) + extension;
  return -visit(child, depth, node.ply + 1, -node.beta, -node.alpha, !node.pv && !node.cut_node);
}

template <SearchableGame G>
Score Searcher<G>::search_later(const Node& node, const Ranked& move, int count) {
  const Position child = after(node, move);
  Depth depth = depth_after(node, child);
  const Ply ply = node.ply + 1;
  const Depth less = reduction(node, move, count, in_check(child));
  step(node.ply).reduction = less;
  Score score = -visit(child, depth - less, ply, -node.alpha - 1, -node.alpha, less > 0 || !node.cut_node);
  step(node.ply).reduction = 0;
  if (score > node.alpha && less > 0) {
    if (node.ply > 0) {
      if (less > 1 && score > node.best + margins_.much_better(depth)) ++depth;
      if (score < node.best + margins_.hardly_better()) --depth;
    }
    score = -visit(child, depth, ply, -node.alpha - 1, -node.alpha, !node.cut_node);
    if (!stopped_ && !move.noisy && (score <= node.alpha || score >= node.beta) && use().second_look) {
      const int bonus = margins_.history_bonus(node.depth);
      history_.update_answers(move.kind, around(node.ply), score >= node.beta ? bonus : -bonus);
    }
  }
  if (score > node.alpha && score < node.beta) score = -visit(child, depth, ply, -node.beta, -node.alpha, false);
  return score;
}

// Keeps a score if it is the best. Returns true when it refutes the node.
template <SearchableGame G>
bool Searcher<G>::take(Node& node, const Ranked& move, Score score) {
  if (score > node.best) node.best = score;
  if (score <= node.alpha) return false;
  node.best_move = move.move;
  node.best_is_noisy = move.noisy;
  extend_pv(node.ply, move.move);
  if (node.ply == 0) keep_root_best(score);
  if (score >= node.beta) return true;
  node.alpha = score;
  return false;
}

// The move that refuted the node gains history, and those that were tried before it lose some.
template <SearchableGame G>
void Searcher<G>::reward(const Node& node, const Ranked& best, std::span<const Tried> tried) {
  const int bonus = margins_.history_bonus(node.depth);
  const auto context = around(node.ply);
  if (best.noisy) {
    history_.update_noisy(best.kind, best.victim, bonus);
  } else {
    history_.add_killer(node.ply, best.move);
    history_.update_quiet(best.kind, best.threat, context, bonus);
  }
  for (const Tried& move : tried) {
    if (move.noisy) {
      history_.update_noisy(move.kind, move.victim, -bonus);
    } else {
      history_.update_quiet(move.kind, move.threat, context, -bonus);
    }
  }
}

template <SearchableGame G>
Bound Searcher<G>::bound_of(const Node& node) {
  if (node.best >= node.beta) return Bound::lower;
  return node.best > node.alpha_at_entry ? Bound::exact : Bound::upper;
}

template <SearchableGame G>
void Searcher<G>::finish_node(const Node& node, bool pruned) {
  if (!node.best_move) reward_last_move(node);
  learn_error(node);
  store(node);
  if (sample_ != nullptr) tell(node, pruned);
}

// Nothing refuted the move that led here.
template <SearchableGame G>
void Searcher<G>::reward_last_move(const Node& node) {
  if (!selective() || !follows_quiet_move(node) || !use().reply_history) return;
  const Step& last = step(node.ply - 1);
  const int bonus = margins_.reply_bonus(node.depth);
  history_.update_quiet(last.kind, last.threat, around(node.ply - 1), bonus);
}

// A move after which the evaluation is better than before it was perhaps good, whatever the search will find.
template <SearchableGame G>
void Searcher<G>::judge_last_move(const Node& node) {
  if constexpr (HasTellingEvaluation<G>) {
    if (!follows_quiet_move(node) || !use().evaluation_history || step(node.ply).excluded != 0) return;
    const Step& last = step(node.ply - 1);
    if (!last.has_eval) return;
    const Score gain = -(node.static_eval + last.eval);  // of the side that made it
    history_.update_main(last.kind, last.threat, margins_.evaluation_bonus(gain));
  }
}

// A quiet value tells how the evaluation erred. That of a capture tells what it left out on purpose, and a bound on the
// near side of the evaluation tells nothing.
template <SearchableGame G>
void Searcher<G>::learn_error(const Node& node) {
  if (!corrects() || node.raw_eval == no_eval || is_decided(node.best) || node.best_is_noisy) return;
  const Bound bound = bound_of(node);
  if (bound == Bound::lower && node.best <= node.static_eval) return;
  if (bound == Bound::upper && node.best >= node.static_eval) return;
  corrections_.update(node.correction, node.best - node.static_eval, node.depth);
}

template <SearchableGame G>
void Searcher<G>::store(const Node& node) {
  if (!options_.transposition_table || is_restricted(node.ply)) return;
  table_.store(node.key, {node.best_move ? move_tag(G::encode(*node.best_move)) : 0, to_table(node.best, node.ply),
                          static_cast<std::int16_t>(node.raw_eval),
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
    estimate(node);
    node.best = learning_ && use().table_evaluation ? node.eval : node.static_eval;
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
  MoveOrder<G> ordered = order(node, moves);
  push(node);
  while (const Ranked* move = ordered.next()) {
    prefetch(node, *move);
    if constexpr (HasNoisyMoves<G>) {
      if (!node.in_check) {
        if (!move->good) continue;
        const Score hope = node.static_eval + G::noisy_gain(node.pos, move->move) + margins_.delta();
        if (hope <= node.alpha && !is_decided(node.alpha)) {
          node.best = std::max(node.best, hope);
          continue;
        }
      } else if (!move->noisy && !is_loss(node.best) && node.best > -infinite_score) {
        continue;
      }
    }
    if (is_forbidden(node.pos, move->move)) continue;
    const Score score = -quiescence(after(node, *move), node.ply + 1, -node.beta, -node.alpha);
    if (stopped_ || take(node, *move, score)) break;
  }
  path_hashes_.pop();
}

}  // namespace hone
