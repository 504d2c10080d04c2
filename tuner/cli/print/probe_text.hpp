// SPDX-License-Identifier: MIT
//
// What a probe costs and what it found, as text.
#pragma once

#include <string>

#include "tuner/exchange/probe.hpp"

namespace hone::cli {

[[nodiscard]] std::string report(const exchange::ProbeCost& cost, int threads);
[[nodiscard]] std::string report(const exchange::ProbeSummary& summary);

}  // namespace hone::cli
