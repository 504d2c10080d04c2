// SPDX-License-Identifier: MIT
//
// JSON objects of one line that show when they were changed: the last member, "sum", is a checksum of the text in
// front of it and of the sum of the line before, so that lines cannot change places either.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace hone {

struct UnsealedJson {
  nlohmann::ordered_json object;  // without the sum
  std::string sum;
};

// One line without its end. The object has no member "sum".
[[nodiscard]] std::string sealed(const nlohmann::ordered_json& object, std::string_view sum_before = {});
// Nothing when the line is not as it was written.
[[nodiscard]] std::optional<UnsealedJson> unsealed(std::string_view line, std::string_view sum_before = {});

// 16 hexadecimal digits.
[[nodiscard]] std::string sum_text(std::uint64_t checksum);

}  // namespace hone
