// SPDX-License-Identifier: MIT
//
// Files of options that an engine does not list (tuner/exchange/probe/probe_options.hpp).
#include "data/row_names.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tuner/exchange/probe/probe_differences.hpp"
#include "tuner/exchange/probe/probe_options.hpp"

using namespace hone;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<exchange::ProbedOption> options;
  if (!fuzz::accepts([&] { options = exchange::parse_option_file(fuzz::text_of(data, size), "input"); })) return 0;
  for (const auto& option : options) {
    fuzz::require(option.low <= option.start && option.start <= option.high, "the start is within the bounds");
    fuzz::require(exchange::names_option(option.name, option.name) || option.name.find('*') != std::string::npos,
                  "a name is its own pattern");
  }
  const Schema schema = exchange::probed_schema("engine", options);
  fuzz::require(parse_row_names(format_row_names(schema), "written") == schema, "a schema is read back");
  for (const auto& option : options) (void)exchange::steps_of(option, {});
  return 0;
}
