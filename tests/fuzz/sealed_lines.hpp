// SPDX-License-Identifier: MIT
//
// Journals out of any bytes. Checksums would keep a fuzzer from ever reaching what is in them.
#pragma once

#include <string>
#include <string_view>

#include "data/checksum.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tuner/text/seal.hpp"

namespace hone::fuzz {

// The lines of the text, each a JSON object without its sum, with their sums.
[[nodiscard]] inline std::string sealed_lines(std::string_view text) {
  std::string lines, sum;
  while (!text.empty()) {
    std::string_view body = take_line(text);
    if (body.ends_with('}')) body.remove_suffix(1);
    sum = text::sum_text(checksum(sum + std::string(body)));
    lines += std::string(body) + ",\"sum\":\"" + sum + "\"}\n";
  }
  return lines;
}

}  // namespace hone::fuzz
