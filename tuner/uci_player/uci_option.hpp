// SPDX-License-Identifier: MIT
//
// The options that an engine offers, and whether what it is to be told fits them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hone {

struct UciOption {
  enum class Type : std::uint8_t { check, spin, combo, button, string };

  std::string name;
  Type type = Type::string;
  std::string fallback;                   // its default
  std::optional<std::int64_t> low, high;  // of a spin
  std::vector<std::string> choices;       // of a combo
};

// "option name Hash type spin default 16 min 1 max 1024"; nothing when the line cannot be understood.
[[nodiscard]] std::optional<UciOption> parse_uci_option(std::string_view line);

// The protocol does not tell upper from lower case here. Null when there is none.
[[nodiscard]] const UciOption* find_uci_option(const std::vector<UciOption>& options, std::string_view name);

// Throws Error when the option does not take the value.
void check_uci_value(const UciOption& option, std::string_view value);

}  // namespace hone
