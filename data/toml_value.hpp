// SPDX-License-Identifier: MIT
//
// A TOML document as plain values in the order of the file, each with its line. The parser library is slow to compile,
// so only one source file includes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace hone {

struct TomlEntry;

struct TomlValue {
  struct Time {};  // a date or time; its value is not kept because nothing uses it
  using Array = std::vector<TomlValue>;
  using Table = std::vector<TomlEntry>;

  std::variant<Time, bool, std::int64_t, double, std::string, Array, Table> value;
  int line = 0;  // the line where the value begins, from 1

  template <class T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&value);
  }
};

struct TomlEntry {
  std::string key;
  TomlValue value;
  int line = 0;  // the line of the key
};

// Keys of so many parts, and values so deep in arrays and inline tables, are refused: a text of a few kilobytes could
// exhaust the stack otherwise.
inline constexpr int max_toml_depth = 64;

// Throws Error with `name` and the line where the text is not TOML, or nested too deep.
[[nodiscard]] TomlValue::Table parse_toml(std::string_view text, std::string_view name);

// Returns nullptr if the table has no such key.
[[nodiscard]] const TomlValue* find(const TomlValue::Table& table, std::string_view key);
// Returns the number if the value is an integer or a real, otherwise nothing.
[[nodiscard]] std::optional<double> number_of(const TomlValue& value);
// Describes the value for error messages: "x", 12, true, an array of 3, a table.
[[nodiscard]] std::string describe(const TomlValue& value);

}  // namespace hone
