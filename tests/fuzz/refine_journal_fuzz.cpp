// SPDX-License-Identifier: MIT
//
// Journals of refinements (data/REFINEMENTS.md). Each line of the input is a JSON object without its sum; the target
// seals the lines.
#include <nlohmann/json.hpp>
#include <string>

#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/sealed_lines.hpp"
#include "tuner/refine/record.hpp"

using namespace hone;

namespace {

std::string dumped(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::InputFile file("refine_journal");
  file.write(fuzz::sealed_lines(fuzz::text_of(data, size)));
  refine::RefineRecord record;
  if (!fuzz::accepts([&] { record = refine::record_of(run::read_journal(file.path())); })) return 0;
  for (const int points : record.points) fuzz::require(points >= 0 && points <= 4, "points of two games");
  fuzz::require(!record.is_done || record.steps.has_value(), "what is done was begun");
  if (record.begun) (void)dumped(to_json(*record.begun));
  if (record.steps) (void)dumped(to_json(*record.steps));
  return 0;
}
