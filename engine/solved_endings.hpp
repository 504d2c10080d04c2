// SPDX-License-Identifier: MIT
//
// Endings that are solved before games which are to end in them, so that a stop does not wait for all of them.
#pragma once

#include <stop_token>

#include "engine/game_driver.hpp"

namespace hone {

// Solves the endings that GameDriver::ending_utility() with so many pieces asks; at once where they are solved, or
// there are none. Returns false where it was stopped before.
bool solve_endings_ahead(const GameDriver& driver, int pieces, const std::stop_token& stop);

}  // namespace hone
