// SPDX-License-Identifier: MIT
//
// Reads the numbers of other programs' files. To add a format, write a function from text to what was found in a file
// of its own and name it in import_format.cpp. Which group of which schema a number belongs to is settled afterwards
// (import_weights.hpp).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/exchange/import/found_numbers.hpp"
#include "tuner/play/uci/uci_words.hpp"

namespace hone::exchange {

struct ImportFormat {
  std::string_view name;
  std::string_view description;
  Found (*read)(std::string_view text, const ReadRules& rules);
  bool has_arrays = true;  // else single numbers alone
};

// All formats, in the order in which they are listed. "weights" is not among them: such a file needs no reading of
// names (data/weights.hpp).
[[nodiscard]] std::span<const ImportFormat> import_formats();
// Throws Error that lists the formats if there is none of that name.
[[nodiscard]] const ImportFormat& find_import_format(std::string_view name);

// All of these throw Error with file and line.

// Tables in source text of C, C++, Rust, Go, Java, C#, Python, Zig or JavaScript.
[[nodiscard]] Found read_table(std::string_view text, const ReadRules& rules);
// What export_json() writes, with the schema; boards begin with their first row unless "order" says otherwise.
[[nodiscard]] Found read_json(std::string_view text, const ReadRules& rules);
// What export_csv() writes: rows count from the first player's side.
[[nodiscard]] Found read_csv(std::string_view text, const ReadRules& rules);
// Lines `key = value`, the key after its [section]; comments begin with ';', '#' or "//".
[[nodiscard]] Found read_ini(std::string_view text, const ReadRules& rules);
// Lines `key value`.
[[nodiscard]] Found read_personality(std::string_view text, const ReadRules& rules);
// Lines `setoption name KEY value VALUE`.
[[nodiscard]] Found read_setoption(std::string_view text, const ReadRules& rules);
// The answer of an engine to `uci`: the spin options, with their default values and bounds.
[[nodiscard]] Found read_uci(std::string_view text, const ReadRules& rules);
// The same from an engine that was asked.
[[nodiscard]] Found found_options(const std::vector<play::UciOption>& options, const ReadRules& rules);

}  // namespace hone::exchange
