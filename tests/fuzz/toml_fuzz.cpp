// SPDX-License-Identifier: MIT
//
// TOML documents: option files, and what is written as TOML.
#include "data/error.hpp"
#include "data/toml_text.hpp"
#include "data/toml_value.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tuner/cli/options/option_sources.hpp"

using namespace hone;

namespace {

void require_reads_back(const std::string& key, const std::string& value) {
  const std::string line = toml_key(key) + " = " + toml_string(value);
  const TomlValue::Table again = parse_toml(line, "written");
  fuzz::require(again.size() == 1 && again.front().key == key, "a key is read back: " + line);
  const auto* text = again.front().value.as<std::string>();
  fuzz::require(text != nullptr && *text == value, "a string is read back: " + line);
}

void check(const TomlValue::Table& table) {
  for (const auto& [key, value, line] : table) {
    fuzz::require(line >= 1 && value.line >= 1, "keys and values have lines");
    fuzz::require(find(table, key) != nullptr, "a key is found");
    fuzz::require(!describe(value).empty(), "a value can be described");
    require_reads_back(key, key);
    if (const auto* text = value.as<std::string>()) require_reads_back(key, *text);
    if (const auto* inner = value.as<TomlValue::Table>()) check(*inner);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::InputFile file("input.toml");
  const std::string_view text = fuzz::text_of(data, size);
  TomlValue::Table table;
  if (fuzz::accepts([&] { table = parse_toml(text, "input"); })) check(table);
  file.write(text);
  (void)fuzz::accepts([&] { (void)cli::read_config_file(file.path().string()); });
  return 0;
}
