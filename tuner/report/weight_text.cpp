// SPDX-License-Identifier: MIT
#include "tuner/report/weight_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tuner/decimals.hpp"
#include "tuner/fit_report/weight_names.hpp"
#include "tuner/number_text.hpp"

namespace hone {

std::string value_text(double value) { return fmt::format("{}", round_to(value, 1)); }

std::string change_text(const WeightEstimate& weight) {
  const double moved = round_to(weight.change(), 1);
  return moved == 0 ? "" : fmt::format("{:+}", moved);
}

std::string full_text(const WeightChanges& changes, std::size_t weight) {
  const WeightEstimate& estimate = changes.weights[weight];
  std::string text = fmt::format("{}: {}", weight_name(changes.schema, weight), value_text(estimate.value));
  const std::string moved = change_text(estimate);
  text += moved.empty() ? ", as at the start" : fmt::format(" ({} from {})", moved, value_text(estimate.start));
  if (estimate.error > 0) text += fmt::format(", error {}, z {}", fixed(estimate.error, 1), fixed(estimate.z(), 1));
  if (changes.has_errors) text += fmt::format(", {} positions", grouped(estimate.seen.positions));
  return text;
}

nlohmann::ordered_json weight_row(const WeightChanges& changes, std::size_t weight) {
  const WeightEstimate& estimate = changes.weights[weight];
  const bool known = estimate.error > 0;
  return {{"name", weight_name(changes.schema, weight)},
          {"start", value_text(estimate.start)},
          {"value", value_text(estimate.value)},
          {"change", change_text(estimate)},
          {"error", known ? fixed(estimate.error, 1) : ""},
          {"z", known ? fixed(estimate.z(), 1) : ""},
          {"positions", changes.has_errors ? grouped(estimate.seen.positions) : ""}};
}

}  // namespace hone
