// SPDX-License-Identifier: MIT
#include "tuner/exchange/weight_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "data/constraints.hpp"
#include "data/error.hpp"
#include "data/words.hpp"

namespace hone::exchange {

namespace {

// A line `bound LOW HIGH PATTERN`.
struct BoundLine {
  std::string_view low, high, pattern;

  // "bound LOW HIGH " with both ends multiplied.
  [[nodiscard]] std::string multiplied(double factor) const {
    std::array<std::string, 2> ends{multiplied(low, factor), multiplied(high, factor)};
    if (factor < 0) std::swap(ends[0], ends[1]);
    return fmt::format("bound {} {} ", ends[0], ends[1]);
  }

 private:
  static std::string multiplied(std::string_view end, double factor) {
    if (const auto number = whole_number<double>(end)) return fmt::format("{}", *number * factor + 0.0);
    const bool turns = factor < 0;
    return turns ? (end == "inf" ? "-inf" : "inf") : std::string(end);
  }
};

// The weights of a group at a stage that are among those named, which are sorted: the whole group in one name.
std::vector<std::string> names_within(const Schema& schema, const Group& group, std::size_t phase,
                                      const std::vector<std::size_t>& named) {
  const std::string stage = "." + schema.phases()[phase];
  std::vector<std::string> names;
  for (int term = group.first; term < group.first + group.shape.size(); ++term) {
    const std::size_t weight = static_cast<std::size_t>(term) * schema.phases().size() + phase;
    if (std::ranges::binary_search(named, weight)) names.push_back(schema.term_name(term) + stage);
  }
  if (names.size() == static_cast<std::size_t>(group.shape.size())) return {group.name + stage};
  return names;
}

void add_bounds_of_groups(const Schema& schema, const BoundLine& line, const std::vector<std::size_t>& named,
                          double factor, std::vector<std::string>& lines) {
  for (const Group& group : schema.groups()) {
    const std::string bound = line.multiplied(factor_of_role(group.role, factor));
    for (std::size_t phase = 0; phase < schema.phases().size(); ++phase) {
      for (const std::string& name : names_within(schema, group, phase, named)) lines.push_back(bound + name);
    }
  }
}

void add_scaled_bound(const Schema& schema, const BoundLine& line, double factor, std::vector<std::string>& lines) {
  const std::vector<std::size_t> named = weights_named(schema, line.pattern);
  const auto bound_of = [&](std::size_t weight) { return line.multiplied(factor_of_weight(schema, weight, factor)); };
  const std::string first = named.empty() ? line.multiplied(factor) : bound_of(named.front());
  const bool is_one = std::ranges::all_of(named, [&](std::size_t weight) { return bound_of(weight) == first; });
  if (is_one) return lines.push_back(first + std::string(line.pattern));
  add_bounds_of_groups(schema, line, named, factor, lines);
}

}  // namespace

void require_factor(double factor) {
  constexpr double least = 1e-9, most = 1e9;
  if (least <= std::abs(factor) && std::abs(factor) <= most) return;
  throw Error(expected_found(fmt::format("--scale by a factor of a size from {:.0e} to {:.0e}", least, most),
                             fmt::format("{}", factor)));
}

double factor_of_role(Role role, double factor) {
  switch (role) {
    case Role::squared:
      return std::sqrt(std::abs(factor));
    case Role::lesser:
      return std::abs(factor);
    case Role::scale:
    case Role::phase:
      return 1;
    case Role::linear:
      break;
  }
  return factor;
}

double factor_of_weight(const Schema& schema, std::size_t weight, double factor) {
  return factor_of_role(schema.group_of(static_cast<int>(weight / schema.phases().size())).role, factor);
}

bool cannot_turn(Role role, double value, double factor) { return factor < 0 && has_unit(role) && value != 0; }

std::vector<std::string> scaled_constraints(const Schema& schema, const std::vector<std::string>& lines,
                                            double factor) {
  std::vector<std::string> scaled;
  for (const std::string& line : lines) {
    Words words(line);
    if (words.next() != "bound") {
      scaled.push_back(line);
      continue;
    }
    const std::string_view low = words.next(), high = words.next();
    add_scaled_bound(schema, {low, high, words.rest()}, factor, scaled);
  }
  return scaled;
}

Schema scaled_schema(const Schema& schema, double factor) {
  std::vector<GroupSpec> groups;
  for (const Group& group : schema.groups()) {
    groups.push_back({group.name, group.shape, group.meaning, group.parts, group.square, schema.role_of(group)});
  }
  Schema scaled(schema.game(), schema.phases(), schema.phase_steps(), groups);
  scaled.constrain(scaled_constraints(schema, schema.constraints(), factor));
  return scaled;
}

double scaled_k(double k, double factor) { return k / std::abs(factor); }

void multiply_score(Weights& weights, double factor) {
  if (factor == 1) return;
  require_factor(factor);
  const Schema& schema = weights.schema;
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    const Group& group = schema.group_of(static_cast<int>(i / schema.phases().size()));
    if (cannot_turn(group.role, weights.values[i], factor)) {
      throw Error(fmt::format("{} {}", group.name, why_it_cannot_turn));
    }
    const double own = factor_of_role(group.role, factor);
    weights.values[i] *= own;
    if (!weights.errors.empty()) weights.errors[i] *= std::abs(own);
  }
  weights.schema = scaled_schema(schema, factor);
  weights.k = scaled_k(weights.k, factor);
}

}  // namespace hone::exchange
