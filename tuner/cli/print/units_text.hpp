// SPDX-License-Identifier: MIT
//
// What workers did for a stage, as text.
#pragma once

#include <string>

#include "tuner/units/distribution.hpp"

namespace hone::cli {

// Lines that end with a line end: units, what was played in vain, and a line for each host.
[[nodiscard]] std::string report(const units::Distribution& distribution);

}  // namespace hone::cli
