// SPDX-License-Identifier: MIT
#include "tuner/exchange/import/import_filler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "data/error.hpp"
#include "tuner/exchange/weight_scale.hpp"

namespace hone::exchange {

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

}  // namespace

ImportTarget target_of_group(const Group& group, std::optional<int> phase) {
  ImportTarget target{group.name, std::vector<int>(static_cast<std::size_t>(group.shape.size())), phase};
  std::iota(target.terms.begin(), target.terms.end(), group.first);
  if (group.shape.kind == GroupKind::board) target.board = &group;
  return target;
}

ImportFiller::ImportFiller(Weights& weights, const ImportOptions& options, bool last_row_first)
    : weights_(weights), options_(options), last_row_first_(last_row_first), sources_(weights.values.size(), nullptr) {}

ImportedName ImportFiller::put(const FoundNumbers& numbers, const ImportTarget& target) {
  const auto phases = static_cast<std::size_t>(weights_.schema.phase_count());
  const std::size_t terms = target.terms.size();
  const auto place = [&](std::size_t number, std::size_t term, std::size_t phase) {
    set(numbers, number, static_cast<std::size_t>(target.terms[in_file(target, term)]) * phases + phase);
  };
  const PairOrder pairs = layout(numbers, target);
  for (std::size_t term = 0; term < terms; ++term) {
    for (std::size_t phase = 0; phase < phases; ++phase) {
      if (target.phase && static_cast<std::size_t>(*target.phase) != phase) continue;
      if (pairs == PairOrder::inner) place(term * phases + phase, term, phase);
      if (pairs == PairOrder::outer) place(phase * terms + term, term, phase);
      if (pairs == PairOrder::none) place(term, term, phase);
    }
  }
  bound(numbers, target);
  return {numbers.name, numbers.line, numbers.shape_text(), target.name, stage_text(target), ""};
}

void ImportFiller::add_bounds() { weights_.schema.constrain(bounds_); }

std::vector<std::string> ImportFiller::missing() const {
  const std::vector<std::string>& phases = weights_.schema.phases();
  std::vector<std::string> missing;
  for (const Group& group : weights_.schema.groups()) {
    std::vector<bool> is_filled(phases.size());
    for (std::size_t i = 0; i < static_cast<std::size_t>(group.shape.size()) * phases.size(); ++i) {
      if (sources_[static_cast<std::size_t>(group.first) * phases.size() + i] != nullptr) {
        is_filled[i % phases.size()] = true;
      }
    }
    const bool has_some = std::ranges::find(is_filled, true) != is_filled.end();
    if (!has_some) missing.push_back(group.name);
    for (std::size_t phase = 0; phase < phases.size() && has_some; ++phase) {
      if (!is_filled[phase]) missing.push_back(fmt::format("{} at {}", group.name, phases[phase]));
    }
  }
  return missing;
}

void ImportFiller::fail(const FoundNumbers& numbers, std::string_view message) const {
  throw Error(options_.rules.file, numbers.line, fmt::format("{}: {}", numbers.name, message));
}

std::size_t ImportFiller::in_file(const ImportTarget& target, std::size_t place) const {
  if (target.board == nullptr || !last_row_first_) return place;
  const auto rows = static_cast<std::size_t>(target.board->shape.rows);
  const auto cols = static_cast<std::size_t>(target.board->shape.cols);
  return (rows - 1 - place / cols) * cols + place % cols;
}

PairOrder ImportFiller::layout(const FoundNumbers& numbers, const ImportTarget& target) const {
  const std::size_t terms = target.terms.size(), count = numbers.values.size();
  const auto phases = static_cast<std::size_t>(weights_.schema.phase_count());
  if (phases == 1 || target.phase) {
    if (count != terms) misfit(numbers, target, terms);
    return PairOrder::none;
  }
  if (count == terms && !numbers.has_pairs) {
    if (options_.every_stage) return PairOrder::none;
    fail(numbers,
         fmt::format("names no stage of '{}': --map '{}={}.{}' says which it is, --every-stage takes it for all",
                     target.name, numbers.name, target.name, weights_.schema.phases().front()));
  }
  if (count != terms * phases) misfit(numbers, target, terms * phases);
  const bool may_be_inner = static_cast<std::size_t>(numbers.sizes.back()) == phases;
  const bool may_be_outer = static_cast<std::size_t>(numbers.sizes.front()) == phases && !numbers.has_pairs;
  if (numbers.has_pairs && may_be_inner) return PairOrder::inner;
  if (options_.pairs == PairOrder::inner && may_be_inner) return PairOrder::inner;
  if (options_.pairs == PairOrder::outer && may_be_outer) return PairOrder::outer;
  if (may_be_inner && (!may_be_outer || numbers.sizes.size() == 1)) return PairOrder::inner;
  if (may_be_outer && !may_be_inner) return PairOrder::outer;
  if (may_be_outer)
    fail(numbers, "the stages may be its first dimension or its last: --pairs outer or inner says which");
  fail(numbers, fmt::format("is {} numbers without a dimension of the {} stages", numbers.shape_text(), phases));
}

void ImportFiller::misfit(const FoundNumbers& numbers, const ImportTarget& target, std::size_t wanted) const {
  fail(numbers, fmt::format("{}; --exclude '{}' leaves it out, --map gives it another place",
                            expected_found(fmt::format("{} numbers for '{}'", wanted, target.name),
                                           std::to_string(numbers.values.size())),
                            numbers.name));
}

void ImportFiller::set(const FoundNumbers& numbers, std::size_t number, std::size_t weight) {
  const int term = static_cast<int>(weight / static_cast<std::size_t>(weights_.schema.phase_count()));
  if (sources_[weight] != nullptr) {
    fail(numbers, fmt::format("'{}' on line {} gave {} its value already; --exclude leaves one of them out",
                              sources_[weight]->name, sources_[weight]->line, weights_.schema.term_name(term)));
  }
  const Role role = weights_.schema.group_of(term).role;
  const double factor = factor_of_role(role, options_.scale);
  const double value = numbers.values[number] * factor;
  if (cannot_turn(role, value, options_.scale)) fail(numbers, why_it_cannot_turn);
  if (!(std::abs(value) <= max_weight)) {
    fail(numbers, fmt::format("{}; --exclude '{}' or --skip leaves it out, --scale makes it smaller",
                              expected_found("a number within +-1e6", fmt::format("{}", value)), numbers.name));
  }
  sources_[weight] = &numbers;
  weights_.values[weight] = value;
  if (numbers.errors.empty() || std::isnan(numbers.errors[number])) return;
  const double error = numbers.errors[number] * std::abs(factor);
  if (!(error >= 0) || std::isinf(error))
    fail(numbers, expected_found("a standard error from 0", fmt::format("{}", error)));
  if (weights_.errors.empty()) weights_.errors.assign(weights_.values.size(), no_value);
  weights_.errors[weight] = error;
}

void ImportFiller::bound(const FoundNumbers& numbers, const ImportTarget& target) {
  if (!numbers.low || !numbers.high) return;
  const Role role = weights_.schema.group_of(target.terms.front()).role;
  const double factor = factor_of_role(role, options_.scale);
  const double a = *numbers.low * factor + 0.0, b = *numbers.high * factor + 0.0;  // no negative zero
  const std::string stage =
      target.phase && weights_.schema.phase_count() > 1 ? fmt::format(".{}", stage_text(target)) : "";
  const std::string name = weights_.schema.term_name(target.terms.front());
  bounds_.push_back(fmt::format("bound {} {} {}{}", std::min(a, b), std::max(a, b), name, stage));
}

std::string ImportFiller::stage_text(const ImportTarget& target) const {
  const std::vector<std::string>& phases = weights_.schema.phases();
  if (phases.size() == 1) return phases.front();
  return target.phase ? phases[static_cast<std::size_t>(*target.phase)] : "all";
}

}  // namespace hone::exchange
