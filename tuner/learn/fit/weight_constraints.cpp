// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/weight_constraints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "data/constraints.hpp"
#include "data/error.hpp"
#include "tuner/learn/fit/fit_options.hpp"
#include "tuner/learn/fit/group_patterns.hpp"

namespace hone::learn {

namespace {

void narrow_by_options(const Schema& schema, const std::vector<GroupBounds>& bounds, WeightConstraints& found) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<std::pair<double, double>> of_options(found.lower.size(), {-infinity, infinity});
  for (const GroupBounds& entry : bounds) {
    for (const std::size_t weight : weights_named(schema, entry.pattern)) {
      auto& [lower, upper] = of_options[weight];
      lower = std::max(lower, entry.lower);
      upper = std::min(upper, entry.upper);
    }
  }
  for (std::size_t i = 0; i < of_options.size(); ++i) {
    const std::size_t lead = found.lead[i];
    found.lower[lead] = std::max(found.lower[lead], of_options[i].first);
    found.upper[lead] = std::min(found.upper[lead], of_options[i].second);
  }
}

void require_values(const Schema& schema, const WeightConstraints& found) {
  const int phases = schema.phase_count();
  for (std::size_t i = 0; i < found.lead.size(); ++i) {
    if (found.lower[i] <= found.upper[i]) continue;
    const int weight = static_cast<int>(i);
    throw Error(fmt::format("bounds leave no value for {} at {}: {} to {}", schema.term_name(weight / phases),
                            schema.phases()[static_cast<std::size_t>(weight % phases)], found.lower[i],
                            found.upper[i]));
  }
}

// Sums and number of values of a class.
struct ClassSum {
  double all = 0, fixed = 0;
  std::size_t weights = 0, fixed_weights = 0;
  bool is_uneven = false;

  [[nodiscard]] double mean() const {
    return fixed_weights > 0 ? fixed / static_cast<double>(fixed_weights) : all / static_cast<double>(weights);
  }
};

}  // namespace

bool WeightConstraints::is_bounded(std::size_t weight) const {
  return std::isfinite(lower[weight]) || std::isfinite(upper[weight]);
}

bool WeightConstraints::has_bounds() const {
  for (std::size_t i = 0; i < lead.size(); ++i) {
    if (is_bounded(i)) return true;
  }
  return false;
}

bool WeightConstraints::has_ties() const {
  for (std::size_t i = 0; i < lead.size(); ++i) {
    if (lead[i] != i) return true;
  }
  return false;
}

WeightConstraints weight_constraints(const Schema& schema, const FitOptions& options, const std::vector<bool>& chosen) {
  Constraints of_schema = constraints_of(schema);
  WeightConstraints found{std::move(of_schema.tied_to), std::vector<bool>(of_schema.fixed.size()),
                          std::move(of_schema.fixed_itself), std::move(of_schema.lower), std::move(of_schema.upper)};
  narrow_by_options(schema, options.bounds, found);
  const auto phases = static_cast<std::size_t>(schema.phase_count());
  for (std::size_t i = 0; i < found.lead.size(); ++i) {
    if (!chosen[i / phases]) found.fixed_itself[i] = true;
    if (found.fixed_itself[i]) found.fixed[found.lead[i]] = true;
  }
  for (std::size_t i = 0; i < found.lead.size(); ++i) {
    const std::size_t lead = found.lead[i];
    found.fixed[i] = found.fixed[lead];
    found.lower[i] = found.lower[lead];
    found.upper[i] = found.upper[lead];
  }
  require_values(schema, found);
  return found;
}

std::vector<bool> even_out(Weights& weights, const WeightConstraints& constraints) {
  std::vector<bool> uneven(weights.values.size(), false);
  if (!constraints.has_ties()) return uneven;
  std::vector<ClassSum> classes(weights.values.size());
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    const std::size_t lead = constraints.lead[i];
    ClassSum& sum = classes[lead];
    sum.all += weights.values[i];
    ++sum.weights;
    sum.is_uneven = sum.is_uneven || weights.values[i] != weights.values[lead];
    if (!constraints.fixed_itself[i]) continue;
    sum.fixed += weights.values[i];
    ++sum.fixed_weights;
  }
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    const ClassSum& sum = classes[constraints.lead[i]];
    if (!sum.is_uneven || constraints.fixed_itself[i]) continue;
    uneven[i] = true;
    weights.values[i] = sum.mean();
  }
  return uneven;
}

std::optional<std::string> broken_ties(const Weights& start, const FitOptions& options) {
  Weights even = start;
  even.schema.constrain(options.constraint_lines());
  const std::vector<bool> chosen = terms_of_groups(even.schema, options.groups);
  const std::vector<bool> moved = even_out(even, weight_constraints(even.schema, options, chosen));
  const auto first = std::ranges::find(moved, true);
  if (first == moved.end()) return std::nullopt;
  const auto index = static_cast<std::size_t>(first - moved.begin());
  const int weight = static_cast<int>(index), phases = even.schema.phase_count();
  return fmt::format(
      "the starting weights break ties: {} of them begin at the mean of those that they are tied to, or at the value "
      "of "
      "one that is fixed, as {} at {}, which is {:g} and begins at {:g}",
      std::ranges::count(moved, true), even.schema.term_name(weight / phases),
      even.schema.phases()[static_cast<std::size_t>(weight % phases)], start.values[index], even.values[index]);
}

}  // namespace hone::learn
