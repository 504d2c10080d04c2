// SPDX-License-Identifier: MIT
#include "tuner/play/uncertainty.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/bytes.hpp"
#include "data/error.hpp"
#include "data/exponential.hpp"
#include "data/outcome_model.hpp"
#include "data/second_order.hpp"

namespace hone::play {

namespace {

constexpr std::string_view uncertainty_format = "hone uncertainty 1\n";

std::size_t triangle_size(std::size_t rows) { return rows * (rows + 1) / 2; }

std::vector<std::uint32_t> read_indices(ByteReader& from, const Schema& schema) {
  const std::uint64_t count = from.varint();
  const auto most = static_cast<std::uint64_t>(schema.weights());
  if (count > most) return from.fail(), std::vector<std::uint32_t>();
  std::vector<std::uint32_t> weights;
  std::uint64_t index = 0;
  for (std::uint64_t i = 0; i < count && !from.bad(); ++i) {
    const std::uint64_t step = from.varint();
    if (step >= most || index + step >= most || (i > 0 && step == 0)) from.fail();
    weights.push_back(static_cast<std::uint32_t>(index += step));
  }
  return weights;
}

std::vector<float> read_covariance(ByteReader& from, std::size_t weights) {
  if (from.left() != triangle_size(weights) * sizeof(float)) return from.fail(), std::vector<float>();
  std::vector<float> covariance(triangle_size(weights));
  for (float& value : covariance) {
    value = from.f32();
    if (!std::isfinite(value)) from.fail();
  }
  return covariance;
}

// A weight that the row's score depends on, with the derivative of the score by it.
struct Derivative {
  std::size_t place = 0;
  double value = 0;
};

}  // namespace

void write_uncertainty(const std::filesystem::path& file, const Uncertainty& uncertainty) {
  assert(uncertainty.covariance.size() == triangle_size(uncertainty.weights.size()));
  ByteWriter to;
  to.raw(uncertainty_format);
  to.text(uncertainty.fingerprint);
  to.varint(uncertainty.weights.size());
  std::uint32_t last = 0;
  for (const std::uint32_t weight : uncertainty.weights) to.varint(weight - std::exchange(last, weight));
  for (const float value : uncertainty.covariance) to.f32(value);
  write_file_atomically(file, to.bytes());
}

Uncertainty read_uncertainty(const std::filesystem::path& file, const Schema& schema) {
  const std::size_t most = triangle_size(static_cast<std::size_t>(schema.weights())) * sizeof(float);
  const std::string bytes = read_file(file, largest_read + most);
  if (!std::string_view(bytes).starts_with(uncertainty_format)) {
    throw Error(file.string(), 0, expected_found("the uncertainty of a fit", "something else"));
  }
  ByteReader from(bytes);
  (void)from.raw(uncertainty_format.size());
  Uncertainty result;
  result.fingerprint = from.text();
  if (!from.bad() && result.fingerprint != schema.fingerprint()) {
    throw Error(file.string(), 0,
                expected_found("the uncertainty of " + schema.game() + " " + schema.fingerprint(), result.fingerprint));
  }
  result.weights = read_indices(from, schema);
  if (!from.bad()) result.covariance = read_covariance(from, result.weights.size());
  if (!from.done()) throw Error(file.string(), 0, "is damaged");
  return result;
}

LeverageMeasure::LeverageMeasure(const Uncertainty& uncertainty, const Weights& weights)
    : weights_(weights),
      integer_weights_(weights.rounded()),
      place_(weights.values.size(), -1),
      covariance_(uncertainty.covariance) {
  for (std::size_t i = 0; i < uncertainty.weights.size(); ++i) {
    place_[uncertainty.weights[i]] = static_cast<std::int32_t>(i);
  }
}

// Of an evaluation that is not linear, the tangent counts.
double LeverageMeasure::of(const Row& position) const {
  std::vector<std::uint16_t> terms;
  std::vector<float> counts;
  RowView row = view_of(position, {}, terms, counts);
  std::vector<std::uint16_t> tangent_terms;
  std::vector<float> tangent_counts;
  const bool is_linear = weights_.schema.is_linear();
  if (!is_linear) row = SecondOrderModel(weights_.schema).tangent(row, weights_.values, tangent_terms, tangent_counts);
  const auto phases = static_cast<std::size_t>(weights_.schema.phase_count());
  const double upper = static_cast<double>(row.phase.step) / weights_.schema.phase_steps();
  std::vector<Derivative> derivatives;
  const auto add = [&](std::size_t weight, double value) {
    if (value == 0 || place_[weight] < 0) return;
    derivatives.push_back({static_cast<std::size_t>(place_[weight]), value});
  };
  const double lower_factor = (1 - upper) * static_cast<double>(row.label.lower_scale),
               upper_factor = upper * static_cast<double>(row.label.upper_scale);
  for (const auto [term, count] : row.entries) {
    const std::size_t weight = term * phases + row.phase.lower;
    add(weight, static_cast<double>(count) * lower_factor);
    if (upper > 0) add(weight + 1, static_cast<double>(count) * upper_factor);
  }
  double variance = 0;  // the places ascend
  for (std::size_t i = 0; i < derivatives.size(); ++i) {
    const float* const line = covariance_.data() + triangle_size(derivatives[i].place);
    for (std::size_t j = 0; j < i; ++j) {
      variance += 2 * derivatives[i].value * derivatives[j].value * static_cast<double>(line[derivatives[j].place]);
    }
    variance += derivatives[i].value * derivatives[i].value * static_cast<double>(line[derivatives[i].place]);
  }
  // One result on every machine, as it decides how games begin.
  const double p =
      1 / (1 + reproducible_exp(-logit_per_score(1) * weights_.k * dot(weights_.schema, position, integer_weights_)));
  return std::max(0.0, p * (1 - p) * variance);
}

LeverageDraw draw_by_leverage(const std::vector<double>& leverages, double uniform) {
  assert(!leverages.empty());
  const auto count = static_cast<double>(leverages.size());
  const double sum = std::accumulate(leverages.begin(), leverages.end(), 0.0);
  const auto probability = [&](std::size_t i) {
    return sum > 0 ? even_share / count + (1 - even_share) * leverages[i] / sum : 1 / count;
  };
  std::size_t chosen = 0;
  for (double left = uniform - probability(0); left >= 0 && chosen + 1 < leverages.size();) {
    left -= probability(++chosen);
  }
  return {chosen, 1 / (count * probability(chosen))};
}

}  // namespace hone::play
