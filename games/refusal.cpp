// SPDX-License-Identifier: MIT
#include "games/refusal.hpp"

#include <fmt/format.h>

#include "data/error.hpp"

namespace hone {

void reject(std::string_view wanted, std::string_view text) {
  throw Error(expected_found(wanted, fmt::format("\"{}\"", text)));
}

}  // namespace hone
