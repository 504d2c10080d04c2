// SPDX-License-Identifier: MIT
#include "data/second_order.hpp"

#include <cassert>
#include <cmath>

namespace hone {

namespace {

constexpr double nearest_percent = 0.1;

// What a unit comes to, not rounded.
double of_unit(bool is_lesser, const UnitSums<double>& sums) {
  if (is_lesser) return lesser_sum(sums, 0) - lesser_sum(sums, 1);
  const double first = std::max(0.0, sums[0][0]), second = std::max(0.0, sums[0][1]);
  return (first * first - second * second) / square_divisor;
}

// How much of a change of an arm's sum is one of the lesser. Where both are alike half of it is, whichever way.
double share_of_arm(const UnitSums<double>& sums, std::size_t arm, std::size_t side) {
  const double own = sums[arm][side], other = sums[1 - arm][side];
  if (own <= 0 || own > other) return 0;
  return own == other ? 0.5 : 1;
}

}  // namespace

SecondOrderForm::SecondOrderForm(const Schema& schema)
    : steps(schema.phase_steps()), units(static_cast<int>(schema.units().size())), scale_stage(schema.scale_stage()) {
  for (std::size_t i = 0; i < schema.units().size(); ++i) {
    unit_stage[i] = schema.units()[i].stage;
    is_lesser[i] = schema.units()[i].role == Role::lesser;
  }
}

SecondOrderModel::SecondOrderModel(const Schema& schema)
    : terms_(static_cast<std::size_t>(schema.terms())),
      phases_(static_cast<std::size_t>(schema.phase_count())),
      form_(schema),
      roles_(terms_),
      stages_(terms_) {
  for (const Group& group : schema.groups()) {
    for (int term = group.first; term < group.first + group.shape.size(); ++term) {
      roles_[static_cast<std::size_t>(term)] = {group.role, static_cast<std::uint8_t>(std::max(group.unit, 0)),
                                                static_cast<std::uint8_t>(group.arm)};
      stages_[static_cast<std::size_t>(term)] = static_cast<std::size_t>(std::max(group.stage, 0));
    }
  }
}

// What a row adds up to, and what follows from it.
struct SecondOrderModel::Parts {
  std::array<double, 2> stage{};  // E_p and E_(p+1), before they are scaled
  std::array<UnitSums<double>, most_units> units{};
  double percent = 100;                // that the scaled stage counts with, before it is kept in bounds
  double phase = 0;                    // t, before it is kept in bounds
  std::array<double, 2> factor{1, 1};  // of both stages: scale and the label's factor
  int scaled = -1;                     // the stage that is scaled, 0 or 1; -1: none of both
  double t = 0;

  [[nodiscard]] bool is_scale_free() const {
    return scaled >= 0 && least_percent <= percent && percent <= most_percent;
  }
  // The percent as far from 0 as it must be to be divided by.
  [[nodiscard]] double divisor() const {
    return std::abs(percent) >= nearest_percent ? percent : percent < 0 ? -nearest_percent : nearest_percent;
  }
  [[nodiscard]] bool is_phase_free() const { return -phase_overshoot <= phase && phase <= 1 + phase_overshoot; }
  [[nodiscard]] double score() const { return (1 - t) * factor[0] * stage[0] + t * factor[1] * stage[1]; }
};

// The single weight of a term of another role than the linear one.
double SecondOrderModel::value(std::size_t term, std::span<const double> weights) const {
  return weights[term * phases_ + stages_[term]];
}

SecondOrderModel::Parts SecondOrderModel::parts_of(const RowView& row, std::span<const double> weights) const {
  Parts parts;
  const std::size_t lower = row.phase.lower, upper = std::min(lower + 1, phases_ - 1);
  double shift = 0;
  for (const auto [column, real] : row.entries) {
    const std::size_t side = column < terms_ ? 0 : 1, term = column - side * terms_;
    const double count = static_cast<double>(real);
    const TermRole role = roles_[term];
    if (role.role == Role::linear) {
      const double signed_count = side == 0 ? count : -count;
      parts.stage[0] += signed_count * weights[term * phases_ + lower];
      parts.stage[1] += signed_count * weights[term * phases_ + upper];
    } else if (has_unit(role.role)) {
      parts.units[role.unit][role.arm][side] += count * value(term, weights);
    } else if (role.role == Role::scale) {
      parts.percent += count * value(term, weights);
    } else {
      shift += count * value(term, weights);
    }
  }
  for (std::size_t unit = 0; unit < static_cast<std::size_t>(form_.units); ++unit) {
    const auto stage = static_cast<std::size_t>(form_.unit_stage[unit]);
    if (stage == lower || stage == lower + 1) {
      parts.stage[stage - lower] += of_unit(form_.is_lesser[unit], parts.units[unit]);
    }
  }
  parts.factor = {static_cast<double>(row.label.lower_scale), static_cast<double>(row.label.upper_scale)};
  if (form_.scale_stage == row.phase.lower || form_.scale_stage == row.phase.lower + 1) {
    parts.scaled = form_.scale_stage - row.phase.lower;
    const double percent = std::clamp<double>(parts.percent, least_percent, most_percent);
    parts.factor[static_cast<std::size_t>(parts.scaled)] *= percent / 100;
  }
  parts.phase = (static_cast<double>(row.phase.step) + shift / phase_fraction) / form_.steps;
  parts.t = std::clamp(parts.phase, -phase_overshoot, 1 + phase_overshoot);
  return parts;
}

RowView SecondOrderModel::placed(RowView row) const {
  const PhasePoint phase = between_stages(row.phase, phases_, form_.steps);
  if (phase != row.phase) row.label.upper_scale = row.label.lower_scale;  // that of the same stage
  row.phase = phase;
  return row;
}

double SecondOrderModel::score(const RowView& row, std::span<const double> weights) const {
  return parts_of(placed(row), weights).score() + static_cast<double>(row.label.offset);
}

// What the derivatives of a row need beside its parts.
struct SecondOrderModel::Slopes {
  const Parts& parts;
  PhasePoint phase;                    // of the tangent
  std::array<double, 2> factor{1, 1};  // of both stages at the tangent
  std::array<double, 2> share{1, 1};   // (1 - t') x first = 1 - t, t' x second = t, where t' is that of `phase`
  double by_phase = 0;                 // of the score by the place between the stages
  double phase_unit = 0;               // that a phase term's derivative is divided by; 0: it has none
};

SecondOrderModel::Slopes SecondOrderModel::slopes_of(const RowView& row, const Parts& parts) const {
  constexpr double nearest_sum = 1e-4;  // of both stages, for a phase term to say what it is worth
  const double t = parts.t;
  Slopes slopes{parts, row.phase, parts.factor};
  // Where weights move the phase, t is put into the factors.
  if (t * form_.steps != row.phase.step) {
    const double step = std::clamp(std::round(t * form_.steps), 1.0, form_.steps - 1.0), share = step / form_.steps;
    slopes.phase.step = static_cast<std::uint8_t>(step);
    slopes.share = {(1 - t) / (1 - share), t / share};
  }
  // A stage that counted with 0 % could not say what its percent is worth.
  if (parts.is_scale_free() && std::abs(parts.percent) < nearest_percent) {
    const auto scaled = static_cast<std::size_t>(parts.scaled);
    slopes.factor[scaled] =
        static_cast<double>(scaled == 0 ? row.label.lower_scale : row.label.upper_scale) * parts.divisor() / 100;
  }
  // A weight of a stage is multiplied by that stage's share and factor when the row is used; one of the phase, which
  // is the same at all stages, by the sum of both.
  const double both = (1 - t) * slopes.factor[0] + t * slopes.factor[1];
  slopes.by_phase = parts.factor[1] * parts.stage[1] - parts.factor[0] * parts.stage[0];
  if (parts.is_phase_free() && std::abs(both) > nearest_sum) slopes.phase_unit = both * phase_fraction * form_.steps;
  return slopes;
}

// The derivative of the score by the weight of a term that counts so often for a side, as the row has it.
double SecondOrderModel::slope(const Slopes& slopes, std::size_t term, std::size_t side, double count) const {
  const Parts& parts = slopes.parts;
  const TermRole role = roles_[term];
  switch (role.role) {
    case Role::linear:
      return side == 0 ? count : -count;
    case Role::squared:
      return (side == 0 ? 2 : -2) * std::max(0.0, parts.units[role.unit][0][side]) / square_divisor * count;
    case Role::lesser:
      return (side == 0 ? count : -count) * share_of_arm(parts.units[role.unit], role.arm, side);
    case Role::scale:
      if (!parts.is_scale_free()) return 0;
      return count * parts.stage[static_cast<std::size_t>(parts.scaled)] / parts.divisor();
    case Role::phase:
      break;
  }
  return slopes.phase_unit != 0 ? count * slopes.by_phase / slopes.phase_unit : 0;
}

// The second player's counts come last, in the same order of terms, and are merged into the first player's.
void SecondOrderModel::add_slopes(const RowView& row, const Slopes& slopes, std::vector<std::uint16_t>& terms,
                                  std::vector<float>& counts) const {
  const std::size_t size = row.entries.size();
  std::size_t second = 0;
  while (second < size && row.entries[second].term < terms_) ++second;
  const std::size_t middle = second;
  for (std::size_t first = 0; first < middle || second < size;) {
    const std::size_t own = first < middle ? row.entries[first].term : terms_;
    const std::size_t other = second < size ? row.entries[second].term - terms_ : terms_;
    const std::size_t term = std::min(own, other);
    double sum = 0;
    if (own == term) sum += slope(slopes, term, 0, static_cast<double>(row.entries[first++].count));
    if (other == term) sum += slope(slopes, term, 1, static_cast<double>(row.entries[second++].count));
    const auto count = static_cast<float>(sum);
    if (count == 0) continue;
    terms.push_back(static_cast<std::uint16_t>(term));
    counts.push_back(count);
  }
}

RowView SecondOrderModel::tangent(const RowView& given, std::span<const double> weights,
                                  std::vector<std::uint16_t>& terms, std::vector<float>& counts) const {
  const RowView row = placed(given);
  const Parts parts = parts_of(row, weights);
  const Slopes slopes = slopes_of(row, parts);
  terms.clear();
  counts.clear();
  add_slopes(row, slopes, terms, counts);
  RowLabel label = row.label;
  label.lower_scale = static_cast<float>(slopes.factor[0] * slopes.share[0]);
  label.upper_scale = static_cast<float>(slopes.factor[1] * slopes.share[1]);
  label.offset = 0;
  const RowView flat{slopes.phase, {terms, counts}, label};
  label.offset = static_cast<float>(parts.score() + static_cast<double>(row.label.offset) -
                                    linear_score(flat, static_cast<int>(phases_), form_.steps, weights));
  return {slopes.phase, {terms, counts}, label};
}

// The slope by the single weight of a term that is not linear: that of a tangent times what its stage counts with. One
// of the phase is no stage's, and holds also where a tangent could not say it.
double SecondOrderModel::single_slope(const Slopes& slopes, std::size_t term, std::size_t side, double count) const {
  const Parts& parts = slopes.parts;
  const Role role = roles_[term].role;
  if (role == Role::phase) {
    return parts.is_phase_free() ? count * slopes.by_phase / (phase_fraction * form_.steps) : 0;
  }
  const std::size_t stage =
      role == Role::scale ? static_cast<std::size_t>(parts.scaled) : stages_[term] - slopes.phase.lower;
  if (stage > 1) return 0;
  const double share = stage == 0 ? 1 - parts.t : parts.t;
  const double factor = role == Role::scale ? slopes.factor[stage] : parts.factor[stage];
  return slope(slopes, term, side, count) * share * factor;
}

double SecondOrderModel::slopes(const RowView& given, std::span<const double> weights,
                                std::vector<WeightSlope>& result) const {
  const RowView row = placed(given);
  const Parts parts = parts_of(row, weights);
  const Slopes slopes = slopes_of(row, parts);
  result.clear();
  const auto add = [&](std::size_t weight, double slope) {
    if (slope != 0) result.push_back({static_cast<std::uint32_t>(weight), slope});
  };
  for (const auto [column, real] : row.entries) {
    const std::size_t side = column < terms_ ? 0 : 1, term = column - side * terms_;
    const double count = static_cast<double>(real);
    if (roles_[term].role == Role::linear) {
      const std::size_t lower = term * phases_ + row.phase.lower;
      const double of_sum = slope(slopes, term, side, count);
      add(lower, of_sum * (1 - parts.t) * parts.factor[0]);
      add(lower + 1, of_sum * parts.t * parts.factor[1]);
    } else {
      add(term * phases_ + stages_[term], single_slope(slopes, term, side, count));
    }
  }
  return parts.score() + static_cast<double>(row.label.offset);
}

RowView view_of(const Row& row, const RowLabel& label, std::vector<std::uint16_t>& terms, std::vector<float>& counts) {
  terms.clear();
  counts.clear();
  for (const auto [term, count] : row.entries) {
    terms.push_back(term);
    counts.push_back(count);
  }
  return {row.phase, {terms, counts}, label};
}

double linear_score(const RowView& row, int phases, int steps, std::span<const double> weights) {
  const double t = static_cast<double>(row.phase.step) / steps;
  const double* const lower = weights.data() + row.phase.lower;
  const double* const upper = t > 0 ? lower + 1 : lower;  // the last phase has none above
  double lower_sum = 0, upper_sum = 0;
  for (const auto [term, count] : row.entries) {
    lower_sum += static_cast<double>(count) * lower[term * phases];
    upper_sum += static_cast<double>(count) * upper[term * phases];
  }
  const double lower_scale = row.label.lower_scale, upper_scale = row.label.upper_scale;
  return (1 - t) * lower_scale * lower_sum + t * upper_scale * upper_sum + static_cast<double>(row.label.offset);
}

}  // namespace hone
