// SPDX-License-Identifier: MIT
//
// The result of a game in the spellings that training data use.
#pragma once

#include <optional>
#include <string_view>

namespace hone {

// "1-0", "0-1", "1/2-1/2" as 1, 0, 0.5; nothing for any other text.
[[nodiscard]] std::optional<double> parse_result(std::string_view text);

// A plain decimal number that is the whole text; nothing for any other text, infinities included.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

// The same within [0, 1].
[[nodiscard]] std::optional<double> parse_share(std::string_view text);

}  // namespace hone
