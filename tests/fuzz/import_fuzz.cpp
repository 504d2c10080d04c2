// SPDX-License-Identifier: MIT
//
// Files with another program's weights. The first line of the input is the name of the format.
#include <cmath>

#include "data/weights.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tuner/exchange/import/import_format.hpp"
#include "tuner/exchange/import/import_weights.hpp"

using namespace hone;

namespace {

void require_shapes(const exchange::Found& found) {
  for (const exchange::FoundNumbers& numbers : found.numbers) {
    std::size_t size = 1;
    for (const int one : numbers.sizes) size *= static_cast<std::size_t>(one);
    fuzz::require(numbers.values.size() == size, "an array has as many numbers as its sizes say");
    fuzz::require(numbers.errors.empty() || numbers.errors.size() == size, "and as many errors, if any");
  }
}

void require_reads_back(const Weights& weights) {
  Weights again;
  if (!fuzz::accepts([&] { again = parse_weights(format_weights(weights), "written"); })) return;
  fuzz::require(again.values == weights.values, "imported weights are read back");
  fuzz::require(again.schema == weights.schema, "the schema that was made is read back");
  fuzz::require(again.schema.constraints() == weights.schema.constraints(), "bounds are read back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = fuzz::text_of(data, size);
  const std::string_view name = fuzz::take_line(text);
  for (const exchange::ImportFormat& format : exchange::import_formats()) {
    if (format.name != name) continue;
    exchange::ImportOptions options;
    options.rules.file = "input";
    options.rules.skip_expressions = true;
    options.every_stage = true;
    exchange::Found found;
    if (!fuzz::accepts([&] { found = format.read(text, options.rules); })) return 0;
    require_shapes(found);
    exchange::Imported imported;
    if (!fuzz::accepts([&] { imported = exchange::import_weights(found, options); })) return 0;
    require_reads_back(imported.weights);
  }
  return 0;
}
