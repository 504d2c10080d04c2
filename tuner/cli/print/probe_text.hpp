// SPDX-License-Identifier: MIT
//
// What a probe costs and what it found, and what came of a round, as text.
#pragma once

#include <string>

#include "tuner/exchange/probe/probe.hpp"
#include "tuner/exchange/probe/probe_rounds.hpp"

namespace hone::cli {

[[nodiscard]] std::string report(const exchange::ProbeCost& cost, int threads);
[[nodiscard]] std::string report(const exchange::ProbeSummary& summary);
[[nodiscard]] std::string report(const exchange::ProbeRound& round);

}  // namespace hone::cli
