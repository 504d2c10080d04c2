// SPDX-License-Identifier: MIT
//
// What is left of the budgets of a run, and when it will end if generations go on to take as long as the last ones did.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tuner/run/history.hpp"
#include "tuner/run/options.hpp"

namespace hone::run {

struct BudgetLeft {
  std::string option;  // "generations"
  double of = 0;       // as asked for
  double left = 0;
};

struct Forecast {
  std::vector<BudgetLeft> budgets;   // those that were set
  std::optional<double> hours_left;  // of work, the final match included; nothing: no generation to judge by, or no end
  RunEnd end = RunEnd::stopped;      // the budget that is used up first
};

// `options` are those of the run with the budgets of its last session; `hours` is the work so far.
[[nodiscard]] Forecast forecast(const RunHistory& history, const RunOptions& options, double hours);

[[nodiscard]] nlohmann::ordered_json to_json(const Forecast& forecast);

}  // namespace hone::run
