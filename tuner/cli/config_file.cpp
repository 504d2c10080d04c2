// SPDX-License-Identifier: MIT
#include "tuner/cli/config_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/toml_value.hpp"
#include "tuner/cli/option_value.hpp"

namespace hone {
namespace {

ConfigEntry parse_line(std::string_view text, const std::string& file, int line) {
  const auto sign = text.find('=');
  const std::string_view key = trimmed(text.substr(0, sign));
  if (sign == std::string_view::npos || key.empty()) {
    throw Error(file, line, expected_found("option = value", "'" + std::string(text) + "'"));
  }
  return {std::string(key), std::string(trimmed(text.substr(sign + 1))), line};
}

std::string text_of(const TomlValue& value, const std::string& file) {
  if (const auto* text = value.as<std::string>()) return *text;
  if (const auto* flag = value.as<bool>()) return *flag ? "true" : "false";
  if (const auto* whole = value.as<std::int64_t>()) return show(*whole);
  if (const auto* real = value.as<double>()) return show(*real);
  throw Error(file, value.line, expected_found("a string, a number, true or false", describe(value)));
}

void add_entries(const TomlValue::Table& table, const std::string& file, std::vector<ConfigEntry>& entries) {
  for (const auto& [key, value, line] : table) {
    if (const auto* inner = value.as<TomlValue::Table>()) {
      add_entries(*inner, file, entries);
    } else if (const auto* values = value.as<TomlValue::Array>()) {
      for (const TomlValue& each : *values) entries.push_back({key, text_of(each, file), each.line});
    } else {
      entries.push_back({key, text_of(value, file), line});
    }
  }
}

std::vector<ConfigEntry> read_toml_config(const std::string& file) {
  std::vector<ConfigEntry> entries;
  add_entries(parse_toml(read_file(file), file), file, entries);
  return entries;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<ConfigEntry> read_config_file(const std::string& file) {
  if (file.ends_with(".toml")) return read_toml_config(file);
  errno = 0;
  std::ifstream in(file);
  if (!in) throw Error(file, 0, std::strerror(errno));
  std::vector<ConfigEntry> entries;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    const std::string_view text = trimmed(line);
    if (!text.empty() && text.front() != '#') entries.push_back(parse_line(text, file, number));
  }
  if (in.bad()) throw Error(file, 0, "cannot be read");
  return entries;
}

}  // namespace hone
