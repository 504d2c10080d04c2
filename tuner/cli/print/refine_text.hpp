// SPDX-License-Identifier: MIT
//
// A refinement as text.
#pragma once

#include <string>

#include "tuner/refine/refine.hpp"

namespace hone::cli {

// A table of the parameters with their estimates and errors, and what they are predicted to gain.
[[nodiscard]] std::string report(const refine::RefineStatus& status);
// "+12.3 +- 5.0 Elo predicted".
[[nodiscard]] std::string short_report(const refine::RefineStatus& status);

}  // namespace hone::cli
