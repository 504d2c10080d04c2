// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/carried_prior.hpp"

#include <fmt/format.h>

#include <string>
#include <unordered_map>

#include "data/error.hpp"
#include "tuner/learn/fit/packed_rows.hpp"
#include "tuner/learn/weight_spelling.hpp"

namespace hone::learn {

namespace {

using Eigen::Index;

constexpr std::int32_t not_known = -1;

// By index of Weights::values the number of the weight in the posterior.
std::vector<std::int32_t> places_in(const Posterior& posterior, const Schema& schema) {
  if (posterior.game != schema.game()) {
    throw Error("posterior: " + expected_found("one of " + schema.game(), "one of " + posterior.game));
  }
  std::unordered_map<std::string, std::size_t> numbers;
  for (std::size_t i = 0; i < static_cast<std::size_t>(schema.weights()); ++i) numbers[weight_key(schema, i)] = i;
  std::vector<std::int32_t> places(numbers.size(), not_known);
  for (std::size_t i = 0; i < posterior.weights.size(); ++i) {
    const auto found = numbers.find(posterior.weights[i]);
    if (found == numbers.end()) {
      throw Error(fmt::format("posterior: {} has no weight '{}'", schema.game(), posterior.weights[i]));
    }
    places[found->second] = static_cast<std::int32_t>(i);
  }
  return places;
}

}  // namespace

CarriedPrior::CarriedPrior(const Posterior& posterior, const Weights& start, const std::vector<bool>& chosen,
                           double dispersion)
    : games_(posterior.games),
      place_(places_in(posterior, start.schema)),
      terms_(chosen.size()),
      has_prior_(posterior.has_prior()) {
  const double ratio = start.k / posterior.k;  // weights of the fit times this are weights of the posterior
  Vector distance = -posterior.centre / ratio;
  if (has_prior_) prior_ = posterior.prior / ratio;
  const auto phases = static_cast<std::size_t>(start.schema.phase_count());
  for (std::size_t weight = 0; weight < place_.size(); ++weight) {
    if (place_[weight] == not_known) continue;
    distance[place_[weight]] += start.values[weight] / parameter_unit;
    if (has_prior_) prior_[place_[weight]] -= start.values[weight] / parameter_unit;
    if (chosen[weight / phases]) terms_[weight / phases] = true;
  }
  precision_ = dispersion * ratio * ratio * Matrix(posterior.precision.selfadjointView<Eigen::Lower>());
  slope_ = dispersion * ratio * posterior.slope + precision_ * distance;
}

QuadraticTerm CarriedPrior::term(const std::vector<std::size_t>& weights) const {
  const auto size = static_cast<Index>(weights.size());
  QuadraticTerm term{Vector::Zero(size), Matrix::Zero(size, size)};
  for (Index column = 0; column < size; ++column) {
    const std::int32_t from = place_[weights[static_cast<std::size_t>(column)]];
    if (from == not_known) continue;
    term.slope[column] = slope_[from];
    for (Index row = column; row < size; ++row) {
      const std::int32_t to = place_[weights[static_cast<std::size_t>(row)]];
      if (to != not_known) term.curvature(row, column) = precision_(to, from);
    }
  }
  return term;
}

Vector CarriedPrior::prior(const std::vector<std::size_t>& weights) const {
  Vector result = Vector::Zero(std::ssize(weights));
  for (Index i = 0; i < result.size(); ++i) {
    const std::int32_t from = place_[weights[static_cast<std::size_t>(i)]];
    if (from != not_known && has_prior_) result[i] = prior_[from];
  }
  return result;
}

}  // namespace hone::learn
