// SPDX-License-Identifier: MIT
//
// A TOML document as plain values, in file order, each with its line. The parser behind it is costly to compile and
// stays in one source file.
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
  struct Time {};  // a date or time, of which nothing here makes use
  using Array = std::vector<TomlValue>;
  using Table = std::vector<TomlEntry>;

  std::variant<Time, bool, std::int64_t, double, std::string, Array, Table> value;
  int line = 0;  // where it begins, from 1

  template <class T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&value);
  }
};

struct TomlEntry {
  std::string key;
  TomlValue value;
  int line = 0;  // of the key
};

// Throws Error with `name` and the line where the text is not TOML.
[[nodiscard]] TomlValue::Table parse_toml(std::string_view text, std::string_view name);

// nullptr when there is none.
[[nodiscard]] const TomlValue* find(const TomlValue::Table& table, std::string_view key);
// An integer or a real; nothing when the value is neither.
[[nodiscard]] std::optional<double> number_of(const TomlValue& value);
// In few words, for messages: "x", 12, true, an array of 3, a table.
[[nodiscard]] std::string describe(const TomlValue& value);

}  // namespace hone
