// SPDX-License-Identifier: MIT
#include "tuner/learn/study/pull_spreads.hpp"

#include <algorithm>
#include <cmath>

namespace hone::learn {

namespace {

using Eigen::Index;

std::size_t group_of_weight(const Schema& schema, std::size_t weight) {
  const Group& group = schema.group_of(static_cast<int>(weight) / schema.phase_count());
  return static_cast<std::size_t>(&group - schema.groups().data());
}

}  // namespace

ParameterPlaces places_of(const FitInQuestion& fit) {
  const auto size = static_cast<std::size_t>(fit.curvature.point.size());
  ParameterPlaces places{std::vector<std::size_t>(size), std::vector<std::size_t>(size, no_weight)};
  for (std::size_t weight = fit.curvature.parameter_of_weight.size(); weight-- > 0;) {
    const std::int32_t parameter = fit.curvature.parameter_of_weight[weight];
    if (parameter == not_fitted) continue;
    places.weight[static_cast<std::size_t>(parameter)] = weight;
    places.group[static_cast<std::size_t>(parameter)] = group_of_weight(fit.schema, weight);
  }
  return places;
}

WeightErrors no_errors(std::size_t weights) {
  const std::vector<double> none(weights, 0.0);
  return {none, none, none, std::vector<double>(weights, 1.0)};
}

void share_among_tied(const FitCurvature& curvature, const ParameterPlaces& places, WeightErrors& errors) {
  for (std::size_t i = 0; i < curvature.parameter_of_weight.size(); ++i) {
    if (curvature.parameter_of_weight[i] == not_fitted) continue;
    const std::size_t first = places.weight[static_cast<std::size_t>(curvature.parameter_of_weight[i])];
    for (std::vector<double>* const of : {&errors.sampling, &errors.prior, &errors.leak, &errors.data_share}) {
      (*of)[i] = (*of)[first];
    }
  }
}

void join_pulls(const FitInQuestion& fit, const ParameterPlaces& places, double noise_factor, PullSpreads& spread) {
  const Vector ridge = 2 * fit.curvature.penalty.ridge;
  const std::vector<NeighbourPull>& pairs = fit.curvature.penalty.neighbours;
  const auto phases = static_cast<std::size_t>(fit.schema.phase_count());
  const auto block_of = [&](Index i) {
    const auto parameter = static_cast<std::size_t>(i);
    return static_cast<Index>(places.group[parameter] * phases + places.weight[parameter] % phases);
  };
  Vector weighed = Vector::Zero(std::ssize(fit.schema.groups()) * static_cast<Index>(phases));
  Vector weights = weighed, pulled = weighed;
  for (std::size_t q = 0; q < pairs.size(); ++q) {
    const double of_pair = spread.neighbours[static_cast<Index>(q)];
    weighed[block_of(pairs[q].first)] += 2 * pairs[q].strength * of_pair * of_pair;
    pulled[block_of(pairs[q].first)] = 1;
  }
  for (Index i = 0; i < ridge.size(); ++i) {
    if (!places.is_seen(i)) continue;
    weighed[block_of(i)] += ridge[i] * spread.ridge[i] * spread.ridge[i];
    weights[block_of(i)] += 1;
  }
  const Vector common = weighed.cwiseQuotient(weights.cwiseMax(1)).cwiseMax(noise_factor);
  for (Index i = 0; i < ridge.size(); ++i) {
    if (!places.is_seen(i) || pulled[block_of(i)] == 0 || ridge[i] == 0) continue;
    spread.ridge[i] = std::sqrt(common[block_of(i)] / ridge[i]);
  }
  for (std::size_t q = 0; q < pairs.size(); ++q) {
    spread.neighbours[static_cast<Index>(q)] = std::sqrt(common[block_of(pairs[q].first)] / (2 * pairs[q].strength));
  }
}

}  // namespace hone::learn
