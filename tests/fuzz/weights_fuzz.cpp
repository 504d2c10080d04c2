// SPDX-License-Identifier: MIT
//
// Weights files (data/WEIGHTS.md), of the game that the text names, and by the schema that the text itself holds.
#include <cmath>

#include "data/weights.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace hone;

namespace {

void require_bounds(const Weights& weights, const Schema& schema) {
  fuzz::require(weights.values.size() == static_cast<std::size_t>(schema.weights()), "every weight has a value");
  for (const double value : weights.values) fuzz::require(std::abs(value) <= max_weight, "weights are within bounds");
  fuzz::require(std::isfinite(weights.k) && weights.k > 0, "k is a positive number");
  fuzz::require(weights.rounded().size() == weights.values.size(), "the engine gets every weight");
}

void require_reads_back(const Weights& weights) {
  const Weights again = parse_weights(format_weights(weights), "written");
  fuzz::require(again.values == weights.values, "weights are read back as the same values");
  fuzz::require(again.k == weights.k, "k is read back as the same value");
  fuzz::require(again.provenance == weights.provenance, "the provenance is read back");
  fuzz::require(again.schema == weights.schema, "the schema is read back");
  fuzz::require(again.schema.constraints() == weights.schema.constraints(), "the constraints are read back");
  fuzz::require(format_weights(again) == format_weights(weights), "errors are read back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const Schema& schema = fuzz::game_named_in(text).schema();
  Weights weights;
  if (fuzz::accepts([&] { weights = parse_weights(text, "input", schema, [](const std::string&) {}); })) {
    require_bounds(weights, schema);
    require_reads_back(weights);
  }
  if (fuzz::accepts([&] { weights = parse_weights(text, "input"); })) {
    require_bounds(weights, weights.schema);
    require_reads_back(weights);
  }
  return 0;
}
