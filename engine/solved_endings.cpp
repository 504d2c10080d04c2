// SPDX-License-Identifier: MIT
#include "engine/solved_endings.hpp"

#include <algorithm>

#include "games/checkers/checkers.hpp"
#include "games/checkers/endings.hpp"

namespace hone {

bool solve_endings_ahead(const GameDriver& driver, int pieces, const std::stop_token& stop) {
  if (pieces == 0 || driver.name() != Checkers::name) return true;
  return checkers::solve_endings(std::min(pieces, Checkers::most_kept_pieces), stop);
}

}  // namespace hone
