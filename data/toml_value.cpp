// SPDX-License-Identifier: MIT
#include "data/toml_value.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

#include "data/error.hpp"

namespace hone {
namespace {

int line_of(const toml::source_region& place) { return static_cast<int>(place.begin.line); }

TomlValue convert(const toml::node& node);

TomlValue::Array convert(const toml::array& array) {
  TomlValue::Array values;
  values.reserve(array.size());
  for (const toml::node& element : array) values.push_back(convert(element));
  return values;
}

// The parser orders its tables by key; this puts the entries back into the order of the file.
TomlValue::Table convert(const toml::table& table) {
  struct Place {
    toml::source_position position;
    TomlEntry entry;
  };
  std::vector<Place> places;
  for (const auto& [key, node] : table) {
    places.push_back({key.source().begin, {std::string(key.str()), convert(node), line_of(key.source())}});
  }
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.position < b.position; });
  TomlValue::Table entries;
  for (Place& place : places) entries.push_back(std::move(place.entry));
  return entries;
}

TomlValue convert(const toml::node& node) {
  const int line = line_of(node.source());
  if (const auto* boolean = node.as_boolean()) return {boolean->get(), line};
  if (const auto* integer = node.as_integer()) return {integer->get(), line};
  if (const auto* real = node.as_floating_point()) return {real->get(), line};
  if (const auto* text = node.as_string()) return {text->get(), line};
  if (const auto* array = node.as_array()) return {convert(*array), line};
  if (const auto* table = node.as_table()) return {convert(*table), line};
  return {TomlValue::Time{}, line};
}

}  // namespace

TomlValue::Table parse_toml(std::string_view text, std::string_view name) {
  try {
    return convert(static_cast<const toml::table&>(toml::parse(text)));
  } catch (const toml::parse_error& error) {
    throw Error(name, line_of(error.source()), error.description());
  }
}

const TomlValue* find(const TomlValue::Table& table, std::string_view key) {
  const auto entry = std::find_if(table.begin(), table.end(), [&](const TomlEntry& e) { return e.key == key; });
  return entry == table.end() ? nullptr : &entry->value;
}

std::optional<double> number_of(const TomlValue& value) {
  if (const auto* integer = value.as<std::int64_t>()) return static_cast<double>(*integer);
  if (const auto* real = value.as<double>()) return *real;
  return std::nullopt;
}

std::string describe(const TomlValue& value) {
  if (const auto* text = value.as<std::string>()) return fmt::format("\"{}\"", *text);
  if (const auto* boolean = value.as<bool>()) return *boolean ? "true" : "false";
  if (const auto* integer = value.as<std::int64_t>()) return fmt::format("{}", *integer);
  if (const auto* real = value.as<double>()) return fmt::format("{}", *real);
  if (const auto* array = value.as<TomlValue::Array>()) return fmt::format("an array of {}", array->size());
  return value.as<TomlValue::Table>() != nullptr ? "a table" : "a date or time";
}

}  // namespace hone
