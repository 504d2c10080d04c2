// SPDX-License-Identifier: MIT
//
// Templates of weights (tuner/exchange/export/TEMPLATES.md).
#include "tests/fuzz/fuzz.hpp"
#include "tuner/exchange/export/export_template.hpp"

using namespace hone;

namespace {

exchange::PreparedWeights small_weights() {
  const std::vector<GroupSpec> groups{{"tempo", scalar(), "side to move"}, {"psqt.king", board(2, 2), "king"}};
  Weights weights = zero_weights(Schema("toy", {"mg", "eg"}, 24, groups));
  for (std::size_t i = 0; i < weights.values.size(); ++i) weights.values[i] = static_cast<double>(i) - 3;
  return exchange::prepare(weights, {}, {0});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const exchange::PreparedWeights weights = small_weights();
  std::string filled;
  if (!fuzz::accepts([&] { filled = exchange::fill_template(text, "input", weights); })) return 0;
  fuzz::require(exchange::fill_template(text, "input", weights) == filled, "a template always writes the same");
  fuzz::require(text.find("{{") != std::string_view::npos || filled == text, "a text without tags stays as it is");
  return 0;
}
