// SPDX-License-Identifier: MIT
//
// What a probe asks: which options at which values, and what else is set in the engine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/weights.hpp"
#include "tuner/exchange/probe/probe.hpp"

namespace hone::exchange {

using OptionValues = std::vector<std::pair<std::string, std::int64_t>>;

struct PlannedOption {
  ProbedOption option;
  std::vector<Step> steps;
  std::vector<std::int64_t> values;  // other than the start
};

struct Plan {
  std::string engine;
  std::vector<PlannedOption> options;
  OptionValues start;           // to be set: of all options, and of others that the starting weights know
  OptionValues moved;           // those of them that are perhaps not the engine's defaults
  std::optional<Weights> file;  // instead: what the engine reads
  double rounding = 0;

  [[nodiscard]] std::vector<ProbedOption> probed() const {
    std::vector<ProbedOption> all;
    for (const PlannedOption& option : options) all.push_back(option.option);
    return all;
  }
};

// Throws Error as choose_options, choose_weights and start_at do.
[[nodiscard]] Plan plan_of(const ProbeEngine& engine, const ProbeOptions& options);

// Everything that the part of an option depends on beside the key.
[[nodiscard]] std::string name_of_part(const PlannedOption& option);
// Everything that all parts of the work depend on, a line each.
[[nodiscard]] std::string key_of(const Plan& plan, const ProbeOptions& options,
                                 const std::vector<AskedPosition>& positions);

}  // namespace hone::exchange
