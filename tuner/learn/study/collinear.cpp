// SPDX-License-Identifier: MIT
#include "tuner/learn/study/collinear.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "tuner/learn/weight_spelling.hpp"

namespace hone::learn {

namespace {

using Eigen::Index;

// The factor L of the scaled Hessian, L L' = A, computed column by column from the left. For a dependent column L has 1
// on the diagonal and 0 below it, so that L' c = b gives c = b there, which is 0.
class ColumnFactor {
 public:
  ColumnFactor(const Matrix& hessian, double tolerance) : tolerance_(tolerance), lower_(hessian) {
    scale();
    for (Index first = 0; first < size(); first += panel_columns) {
      const Index last = std::min(first + panel_columns, size());
      for (Index column = first; column < last; ++column) eliminate(column, last);
      update_rest(first, last);
    }
  }

  [[nodiscard]] const std::vector<Index>& unseen() const { return unseen_; }
  [[nodiscard]] const std::vector<Index>& dependent() const { return dependent_; }
  [[nodiscard]] double length(Index column) const { return lengths_[column]; }

  // A column for each dependent column: its coefficients over all columns, where each of these has unit length.
  [[nodiscard]] Matrix coefficients() const {
    Matrix right = Matrix::Zero(size(), static_cast<Index>(dependent_.size()));
    for (Index i = 0; i < right.cols(); ++i) {
      const Index column = dependent_[static_cast<std::size_t>(i)];
      right.col(i).head(column) = lower_.row(column).head(column).transpose();
    }
    if (right.size() > 0) lower_.triangularView<Eigen::Lower>().transpose().solveInPlace(right);
    return right;
  }

 private:
  [[nodiscard]] Index size() const { return lower_.rows(); }

  void scale() {
    lengths_ = lower_.diagonal().cwiseMax(0).cwiseSqrt();
    const Vector inverse = lengths_.unaryExpr([](double length) { return length > 0 ? 1 / length : 0.0; });
    for (Index i = 0; i < size(); ++i) {
      lower_.col(i).tail(size() - i).array() *= inverse[i] * inverse.tail(size() - i).array();
    }
  }

  void eliminate(Index column, Index panel_end) {
    const Index below = size() - column - 1;
    const double pivot = lower_(column, column);
    if (pivot < tolerance_) return skip(column);
    lower_(column, column) = std::sqrt(pivot);
    lower_.col(column).tail(below) /= lower_(column, column);
    for (Index other = column + 1; other < panel_end; ++other) {
      lower_.col(other).tail(size() - other) -= lower_(other, column) * lower_.col(column).tail(size() - other);
    }
  }

  void skip(Index column) {
    (lengths_[column] > 0 ? dependent_ : unseen_).push_back(column);
    lower_(column, column) = 1;
    lower_.col(column).tail(size() - column - 1).setZero();
  }

  void update_rest(Index first, Index last) {
    const Index rest = size() - last;
    if (rest == 0) return;
    lower_.bottomRightCorner(rest, rest)
        .selfadjointView<Eigen::Lower>()
        .rankUpdate(lower_.block(last, first, rest, last - first), -1.0);
  }

  double tolerance_;
  Matrix lower_;
  Vector lengths_;  // of the columns, with the rows weighted as in the Hessian
  std::vector<Index> unseen_, dependent_;
};

constexpr double same_coefficient = 1e-3;  // relative
constexpr std::size_t spelt_out = 3;       // weights of a group with different coefficients that are named one by one
constexpr std::size_t most_parts = 4;      // of a relation that are named

// The first term of a group, and a phase.
using Place = std::pair<int, int>;

struct WeightMultiple {
  std::size_t weight;
  double coefficient;
};
// Weights of one place that are named together.
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

  // The part with the fewest weights is the subject of the sentence.
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
    const int index = static_cast<int>(weight), phases = schema_.phase_count();
    return {schema_.group_of(index / phases).first, index % phases};
  }

  // The parts of the sum that is 0, that is, of the relation with its column moved to the other side.
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

  // Puts the column among the other weights of its place when it has their coefficient.
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
    const std::string group = at_phase(schema_, schema_.group_of(where.first).name, where.second);
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
  std::map<Place, std::size_t> seen_;  // number of columns that some row has
};

}  // namespace

Collinearity find_collinear(const Matrix& hessian, const CollinearOptions& options) {
  const ColumnFactor factor(hessian, options.tolerance);
  Collinearity result{factor.unseen(), {}};
  const Matrix coefficients = factor.coefficients();
  for (Index i = 0; i < coefficients.cols(); ++i) {
    Relation relation{factor.dependent()[static_cast<std::size_t>(i)], {}};
    for (Index part = 0; part < relation.column; ++part) {
      const double coefficient = coefficients(part, i);
      if (std::abs(coefficient) < options.smallest_part) continue;
      relation.parts.push_back({part, coefficient * factor.length(relation.column) / factor.length(part)});
    }
    result.relations.push_back(std::move(relation));
  }
  return result;
}

std::vector<std::string> describe_relations(const Collinearity& collinearity, const Schema& schema,
                                            std::span<const std::size_t> weights) {
  const Describer describe(collinearity, schema, weights);
  std::vector<std::string> phrases;
  for (const Relation& relation : collinearity.relations) phrases.push_back(describe(relation));
  return phrases;
}

}  // namespace hone::learn
