// SPDX-License-Identifier: MIT
#include "tuner/fit_report/relation_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "tuner/fit_report/weight_names.hpp"

namespace hone {
namespace {

constexpr double same_coefficient = 1e-3;  // relative
constexpr std::size_t spelt_out = 3;       // weights of a group with different coefficients, one by one
constexpr std::size_t most_parts = 4;      // said of a relation

// First term of a group, and a stage.
using Place = std::pair<int, int>;

struct WeightMultiple {
  std::size_t weight;
  double coefficient;
};
// Weights of one place.
using Part = std::vector<WeightMultiple>;

bool is_uniform(const Part& part) {
  const double first = part.front().coefficient;
  return std::all_of(part.begin(), part.end(), [&](const WeightMultiple& multiple) {
    return std::abs(multiple.coefficient - first) <= same_coefficient * std::abs(first);
  });
}

class Describer {
 public:
  Describer(const Collinearity& collinearity, const Schema& schema, std::span<const std::size_t> weights)
      : schema_(schema), weights_(weights) {
    std::vector<bool> unseen(weights.size());
    for (const Eigen::Index column : collinearity.unseen) unseen[static_cast<std::size_t>(column)] = true;
    for (std::size_t i = 0; i < weights.size(); ++i) seen_[place(weights[i])] += unseen[i] ? 0U : 1U;
  }

  // Said of the part with the fewest weights.
  [[nodiscard]] std::string operator()(const Relation& relation) const {
    std::vector<Part> parts = parts_of(relation);
    const auto subject = std::min_element(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
      return std::pair(!is_uniform(a), a.size()) < std::pair(!is_uniform(b), b.size());
    });
    const Part said = *subject;
    parts.erase(subject);
    return noun(said) + " is " + sum_of(parts, -said.front().coefficient);
  }

 private:
  [[nodiscard]] Place place(std::size_t weight) const {
    const int index = static_cast<int>(weight), stages = schema_.stage_count();
    return {schema_.group_of(index / stages).first, index % stages};
  }

  // Of the sum that is 0: the relation with the column itself on its other side.
  [[nodiscard]] std::vector<Part> parts_of(const Relation& relation) const {
    const WeightMultiple column{weights_[static_cast<std::size_t>(relation.column)], -1};
    std::map<Place, Part> places;
    for (const ColumnMultiple& multiple : relation.parts) {
      const std::size_t weight = weights_[static_cast<std::size_t>(multiple.column)];
      places[place(weight)].push_back({weight, multiple.coefficient});
    }
    std::vector<Part> parts;
    place_column(places[place(column.weight)], column, parts);
    for (auto& [where, part] : places) spell_out(std::move(part), parts);
    return parts;
  }

  // Among the others of its place when it looks like one of them.
  static void place_column(Part& place, const WeightMultiple& column, std::vector<Part>& parts) {
    place.push_back(column);
    if (is_uniform(place)) return;
    place.pop_back();
    parts.push_back({column});
  }

  static void spell_out(Part part, std::vector<Part>& parts) {
    if (part.empty()) return;
    if (is_uniform(part) || part.size() > spelt_out) return parts.push_back(std::move(part));
    for (const WeightMultiple& multiple : part) parts.push_back({multiple});
  }

  [[nodiscard]] std::string noun(const Part& part) const {
    if (part.size() == 1) return weight_name(schema_, part.front().weight);
    const Place where = place(part.front().weight);
    const std::string group = at_stage(schema_, schema_.group_of(where.first).name, where.second);
    if (!is_uniform(part)) return fmt::format("a combination of {} weights of {}", part.size(), group);
    if (part.size() == seen_.at(where)) return "the sum of " + group;
    return fmt::format("the sum of {} weights of {}", part.size(), group);
  }

  [[nodiscard]] std::string sum_of(const std::vector<Part>& parts, double divisor) const {
    if (parts.empty()) return "0 in every row";
    std::string text;
    for (std::size_t i = 0; i < std::min(most_parts, parts.size()); ++i) {
      const double factor = is_uniform(parts[i]) ? parts[i].front().coefficient / divisor : 1.0;
      if (i > 0 || factor < 0) text += i == 0 ? "minus " : (factor < 0 ? " minus " : " plus ");
      if (std::abs(std::abs(factor) - 1) > same_coefficient) text += fmt::format("{:.4g} x ", std::abs(factor));
      text += noun(parts[i]);
    }
    if (parts.size() > most_parts) text += fmt::format(" plus {} others", parts.size() - most_parts);
    return text;
  }

  const Schema& schema_;
  std::span<const std::size_t> weights_;
  std::map<Place, std::size_t> seen_;  // columns that some row has
};

}  // namespace

std::vector<std::string> describe_relations(const Collinearity& collinearity, const Schema& schema,
                                            std::span<const std::size_t> weights) {
  const Describer describe(collinearity, schema, weights);
  std::vector<std::string> phrases;
  for (const Relation& relation : collinearity.relations) phrases.push_back(describe(relation));
  return phrases;
}

}  // namespace hone
