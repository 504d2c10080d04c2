// SPDX-License-Identifier: MIT
//
// How a run stands, looked at from outside, whether a process works on it or not. Changes nothing.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "tuner/run/directory.hpp"

namespace hone::run {

struct RunStatus {
  std::optional<LockHolder> holder;  // the process at work
  bool done = false;
  int generations = 0;  // finished
  int promotions = 0;
  int best_generation = 0;                                         // 0: the starting weights
  double hours = 0;                                                // worked
  nlohmann::ordered_json live = nlohmann::ordered_json::object();  // of live.json; empty when there is none
  nlohmann::ordered_json last;                                     // entry of the journal
};

// Throws Error when there is no run, or its journal is damaged.
[[nodiscard]] RunStatus status_of_run(const std::filesystem::path& folder);

[[nodiscard]] nlohmann::ordered_json to_json(const RunStatus& status);

}  // namespace hone::run
