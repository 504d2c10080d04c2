// SPDX-License-Identifier: MIT
#include "games/refusal.hpp"

#include <fmt/format.h>

#include "data/error.hpp"

namespace hone {

void reject(std::string_view wanted, std::string_view text) { reject_found(wanted, fmt::format("\"{}\"", text)); }

void reject_found(std::string_view wanted, std::string_view found) { throw Error(expected_found(wanted, found)); }

}  // namespace hone
