// SPDX-License-Identifier: MIT
//
// The score of a schema with groups that are not linear (data/schema.hpp, Role). With x the counts of terms, w their
// weights, and p and p + 1 the stages around the position:
//
//   E_p  = sum of the linear groups of w_p x (first player's minus the second's)
//        + sum of the squared units at stage p of (max(0, D_first)^2 - max(0, D_second)^2) / 256,
//          where D_s = sum over the unit's terms of v x_s, counted for player s alone
//        + sum of the units at stage p of which the lesser sum counts, of L_first - L_second,
//          where L_s = max(0, min(A_s, B_s)), with A_s and B_s sums over the terms of either arm as D_s is
//   E_p *= clamp(100 + sum of s x, -25, 200) / 100 at the stage of the scale groups
//   t    = clamp(step / steps + sum of f x / (100 steps), -1, 2), with the f that stand at the first stage
//   score = (1 - t) E_p + t E_(p+1)
//
// A position may be moved beyond its stages, and a percent may be somewhat below 0: very many positions lie
// exactly at a stage, and what is drawn lies near 0. Bounds there would be a crease in the loss of just those.
//
// Scale and phase terms are counted for both players together. A game that counts for the stronger side alone says by
// the pieces which one that is: were it said by the sign of E_p, the score would have a crease where weights change it.
//
// So a v of 16 is a centi-unit for one count, and four for two, but for the lesser of two sums, whose v are centi-units;
// s is in percent, and f in hundredths of a step. At zero
// weights all of that is the linear score. The engine's arithmetic is whole; the fit's is that of real numbers.
//
// A fit knows linear rows alone. It is given the tangent: at some weights, the row whose counts are the derivatives of
// the score, with an offset such that the row's score at these weights is the score itself.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "data/rows.hpp"
#include "data/schema.hpp"
#include "data/weights.hpp"

namespace hone {

inline constexpr int square_divisor = 256, least_percent = -25, most_percent = 200, phase_fraction = 100;
inline constexpr double phase_overshoot = 1;  // how far a position may be moved beyond its stages

// Which units and which scale a schema has.
struct SecondOrderForm {
  explicit SecondOrderForm(const Schema& schema);

  int steps = 1;
  int units = 0;
  std::array<int, most_units> unit_stage{};
  std::array<bool, most_units> is_lesser{};
  int scale_stage = -1;  // -1: none
};

// The sums of a unit: by arm, of which squared units have the first alone, and by player.
template <class Number>
using UnitSums = std::array<std::array<Number, 2>, 2>;

// What a position adds up to beside its linear sums, with whole weights; the first player's comes first.
struct SecondOrderSums {
  std::array<UnitSums<int>, most_units> units{};
  int scale = 0;
  int phase = 0;
};

// The parts of a score, seen by the first player: at the lower and the upper stage.
struct StageScores {
  std::int64_t lower = 0, upper = 0;

  [[nodiscard]] std::int64_t& at(bool is_upper) { return is_upper ? upper : lower; }
};

// A position at the last of several stages has none above it. It lies at the end of the way from the stage before, from
// where phase terms can move it back.
[[nodiscard]] constexpr PhasePoint between_stages(PhasePoint phase, std::size_t phases, int steps) {
  if (phases < 2 || phase.lower + std::size_t{1} < phases) return phase;
  return {static_cast<std::uint8_t>(phases - 2), static_cast<std::uint8_t>(steps)};
}

// The score so many of `steps` on the way from the lower stage to the upper one.
[[nodiscard]] constexpr int interpolated(int lower, int upper, int step, int steps) {
  return static_cast<int>((std::int64_t{lower} * (steps - step) + std::int64_t{upper} * step) / steps);
}

// What the squares of a unit come to, in centi-units.
[[nodiscard]] inline std::int64_t squared_part(const std::array<int, 2>& sums) {
  constexpr std::int64_t most = 100'000'000;  // beyond any score; so that nothing overflows, whatever the weights
  const std::int64_t first = std::max(0, sums[0]), second = std::max(0, sums[1]);
  return std::clamp((first * first - second * second) / square_divisor, -most, most);
}

// What the lesser sum of a unit comes to for a player.
template <class Number>
[[nodiscard]] Number lesser_sum(const UnitSums<Number>& sums, std::size_t side) {
  return std::max(Number(), std::min(sums[0][side], sums[1][side]));
}

// What a unit comes to, in centi-units.
[[nodiscard]] inline std::int64_t unit_part(bool is_lesser, const UnitSums<int>& sums) {
  if (!is_lesser) return squared_part(sums[0]);
  return std::int64_t{lesser_sum(sums, 0)} - lesser_sum(sums, 1);
}

// The percent that the score of a stage counts with.
[[nodiscard]] inline int scale_percent(int sum) { return std::clamp(100 + sum, least_percent, most_percent); }

// The position's place between its stages, which lie at 0 and steps x phase_fraction.
[[nodiscard]] inline int phase_place(int steps, int step, int shift) {
  const int all = steps * phase_fraction, beyond = static_cast<int>(phase_overshoot * all);
  return std::clamp(step * phase_fraction + shift, -beyond, all + beyond);
}

// The score in centi-units. lower, upper: the linear sums. All divisions truncate toward zero, so that exchanging the
// players negates the score.
[[nodiscard]] inline int second_order_score(const SecondOrderForm& form, PhasePoint phase, int lower, int upper,
                                            const SecondOrderSums& sums) {
  StageScores scores{lower, upper};
  for (int unit = 0; unit < form.units; ++unit) {
    const auto index = static_cast<std::size_t>(unit);
    const int from_lower = form.unit_stage[index] - phase.lower;
    if (from_lower != 0 && from_lower != 1) continue;
    scores.at(from_lower == 1) += unit_part(form.is_lesser[index], sums.units[index]);
  }
  if (form.scale_stage == phase.lower || form.scale_stage == phase.lower + 1) {
    std::int64_t& score = scores.at(form.scale_stage != phase.lower);
    score = score * scale_percent(sums.scale) / 100;
  }
  const std::int64_t all = std::int64_t{form.steps} * phase_fraction;
  const int place = phase_place(form.steps, phase.step, sums.phase);
  constexpr std::int64_t most = std::numeric_limits<int>::max();  // more is possible with weights near their bounds
  return static_cast<int>(std::clamp((scores.lower * (all - place) + scores.upper * place) / all, -most, most));
}

// By how much a score grows with a weight.
struct WeightSlope {
  std::uint32_t weight = 0;  // index of Weights::values
  double slope = 0;
};

// Scores of rows of a schema under real weights, and their tangents. Of a linear schema these are the linear score and
// the row itself.
class SecondOrderModel {
 public:
  explicit SecondOrderModel(const Schema& schema);

  // In centi-units, seen by the first player, with the row's offset. Nothing is rounded.
  [[nodiscard]] double score(const RowView& row, std::span<const double> weights) const;
  // The counts are sorted by term and those of derivatives that are not zero; they are put into `terms` and `counts`,
  // of which the row returned is a view. It is a row of Schema::linearised().
  [[nodiscard]] RowView tangent(const RowView& row, std::span<const double> weights, std::vector<std::uint16_t>& terms,
                                std::vector<float>& counts) const;
  // Returns the score and gives its slopes by the weights, which are those of the tangent before they are put into
  // single precision. A weight may have several, which add up. A weight that all stages share is the first of them.
  double slopes(const RowView& row, std::span<const double> weights, std::vector<WeightSlope>& result) const;

 private:
  struct TermRole {
    Role role = Role::linear;
    std::uint8_t unit = 0;
    std::uint8_t arm = 0;
  };
  struct Parts;
  struct Slopes;

  [[nodiscard]] double value(std::size_t term, std::span<const double> weights) const;
  // The same row between two stages, where there are two.
  [[nodiscard]] RowView placed(RowView row) const;
  [[nodiscard]] Parts parts_of(const RowView& row, std::span<const double> weights) const;
  [[nodiscard]] Slopes slopes_of(const RowView& row, const Parts& parts) const;
  [[nodiscard]] double slope(const Slopes& slopes, std::size_t term, std::size_t side, double count) const;
  [[nodiscard]] double single_slope(const Slopes& slopes, std::size_t term, std::size_t side, double count) const;
  void add_slopes(const RowView& row, const Slopes& slopes, std::vector<std::uint16_t>& terms,
                  std::vector<float>& counts) const;

  std::size_t terms_, phases_;
  SecondOrderForm form_;
  std::vector<TermRole> roles_;
  std::vector<std::size_t> stages_;  // where the single weight of a term lies; of phase terms, at the first stage
};

// The row of a position as a view; `terms` and `counts` hold its counts.
[[nodiscard]] RowView view_of(const Row& row, const RowLabel& label, std::vector<std::uint16_t>& terms,
                              std::vector<float>& counts);

// The linear score of a row: dot product, factors and offset, in centi-units.
[[nodiscard]] double linear_score(const RowView& row, int phases, int steps, std::span<const double> weights);

}  // namespace hone
