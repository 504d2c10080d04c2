// SPDX-License-Identifier: MIT
//
// The evaluation of any game: the sum of its features times their weights. The game's extract() feeds a DotSink, which
// is inlined to integer arithmetic; there is no other evaluation code. Where a game has groups that are not linear and
// any of their weights is not zero, a SecondOrderDotSink takes its place (data/second_order.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/second_order.hpp"
#include "data/weights.hpp"
#include "engine/score.hpp"
#include "games/game.hpp"

namespace hone {

// Two sums in one word, so that a term costs one multiplication and one addition: the lower phase's in the low
// half, the upper phase's in the high half (with the borrow that a negative low half leaves; see upper()).
class PackedSum {
 public:
  constexpr PackedSum() = default;
  constexpr PackedSum(std::int32_t lower, std::int32_t upper)
      : bits_((static_cast<std::int64_t>(upper) << 32) + lower) {}

  constexpr void add(PackedSum weight, int count) { bits_ += weight.bits_ * count; }
  [[nodiscard]] constexpr std::int32_t lower() const { return static_cast<std::int32_t>(bits_); }
  [[nodiscard]] constexpr std::int32_t upper() const {
    return static_cast<std::int32_t>((bits_ + 0x8000'0000LL) >> 32);
  }

 private:
  std::int64_t bits_ = 0;
};

// The weights as the engine uses them: rounded, and packed for each pair of neighbouring phases.
class WeightTable {
 public:
  explicit WeightTable(const Weights& weights);

  [[nodiscard]] const PackedSum* pair(int lower_phase) const {
    return packed_.data() + static_cast<std::size_t>(lower_phase) * terms_;
  }
  [[nodiscard]] int steps() const { return steps_; }
  // Whether any weight of a group that is not linear is not zero.
  [[nodiscard]] bool is_second_order() const { return !single_.empty(); }
  // Of these groups, the single value of each term; only where is_second_order().
  [[nodiscard]] const int* single() const { return single_.data(); }
  [[nodiscard]] const SecondOrderForm& form() const { return form_; }
  // Returns whether any weight of the groups first .. last-1 of the schema is not zero.
  [[nodiscard]] bool uses_groups(int first, int last) const {
    return used_groups_[static_cast<std::size_t>(first)] != used_groups_[static_cast<std::size_t>(last)];
  }

 private:
  std::size_t terms_;
  int steps_;
  SecondOrderForm form_;
  std::vector<PackedSum> packed_;
  std::vector<int> single_;       // by term
  std::vector<int> used_groups_;  // element i: how many of the first i groups have a weight that is not zero
};

class DotSink {
 public:
  static constexpr bool is_linear = true;  // is told of linear terms alone

  DotSink(const WeightTable& table, int lower_phase) : table_(table), weights_(table.pair(lower_phase)) {}
  void add(int term, int count = 1) { sum_.add(weights_[term], count); }
  void add_squared(int /*unit*/, Side /*side*/, int /*term*/, int /*count*/ = 1) {}
  void add_lesser(int /*unit*/, int /*arm*/, Side /*side*/, int /*term*/, int /*count*/ = 1) {}
  void add_scale(int /*term*/, int /*count*/ = 1) {}
  void add_phase(int /*term*/, int /*count*/ = 1) {}
  [[nodiscard]] bool needs_groups(int first, int last) const { return table_.uses_groups(first, last); }
  void add_sum(PackedSum sum) { sum_.add(sum, 1); }
  [[nodiscard]] PackedSum sum() const { return sum_; }

 protected:
  const WeightTable& table_;
  const PackedSum* weights_;
  PackedSum sum_;
};

class SecondOrderDotSink : public DotSink {
 public:
  static constexpr bool is_linear = false;

  SecondOrderDotSink(const WeightTable& table, int lower_phase)
      : DotSink(table, lower_phase), single_(table.single()) {}
  void add_squared(int unit, Side side, int term, int count = 1) { add_lesser(unit, 0, side, term, count); }
  void add_lesser(int unit, int arm, Side side, int term, int count = 1) {
    auto& sums = sums_.units[static_cast<std::size_t>(unit)][static_cast<std::size_t>(arm)];
    sums[static_cast<std::size_t>(side)] += single_[term] * count;
  }
  void add_scale(int term, int count = 1) { sums_.scale += single_[term] * count; }
  // Single values of phase terms are those of the first stage.
  void add_phase(int term, int count = 1) { sums_.phase += single_[term] * count; }
  [[nodiscard]] int score(PhasePoint phase) const {
    return second_order_score(table_.form(), phase, sum_.lower(), sum_.upper(), sums_);
  }

 private:
  const int* single_;
  SecondOrderSums sums_;
};

// Returns the score of terms that sum up to `known` and of those that extract(sink) adds, seen by the first player, in
// centi-units, not clamped.
template <SearchableGame G, class Extract>
[[nodiscard]] int score_of(PhasePoint phase, const WeightTable& weights, PackedSum known, const Extract& extract) {
  if constexpr (HasSecondOrder<G>) {
    if (weights.is_second_order()) {
      SecondOrderDotSink sink(weights, phase.lower);
      sink.add_sum(known);
      extract(sink);
      return sink.score(phase);
    }
  }
  DotSink sink(weights, phase.lower);
  sink.add_sum(known);
  extract(sink);
  return interpolated(sink.sum().lower(), sink.sum().upper(), phase.step, weights.steps());
}

// Returns the score of a position, seen by the first player, in centi-units, not clamped.
template <SearchableGame G>
[[nodiscard]] int evaluate_first(const typename G::Position& pos, const WeightTable& weights) {
  return score_of<G>(G::phase(pos), weights, {}, [&](auto& sink) { G::extract(pos, sink); });
}

// Returns the score, which is seen by the first player, as the side to move sees it, clamped to the evaluation range of
// engine/score.hpp.
template <SearchableGame G>
[[nodiscard]] Score seen_by_mover(const typename G::Position& pos, int score) {
  return clamp_eval(sign(G::side_to_move(pos)) * score);
}

// Returns the score of a position, seen by the side to move and clamped.
template <SearchableGame G>
[[nodiscard]] Score evaluate(const typename G::Position& pos, const WeightTable& weights) {
  return seen_by_mover<G>(pos, evaluate_first<G>(pos, weights));
}

}  // namespace hone
