// SPDX-License-Identifier: MIT
//
// How a run stands, looked at from outside, whether a process works on it or not. Nothing is changed by looking.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "tuner/run/directory.hpp"
#include "tuner/run/live_file.hpp"

namespace hone::run {

struct RunStatus {
  std::optional<LockHolder> holder;  // the process at work
  bool done = false;
  int generations = 0;  // finished
  int promotions = 0;
  int best_generation = 0;   // 0: the starting weights
  double hours = 0;          // worked
  std::optional<Live> live;  // what live.json tells, where it is whole
  JournalEntry last;         // of the journal
};

// Throws Error when there is no run, or its journal is damaged.
[[nodiscard]] RunStatus status_of_run(const std::filesystem::path& folder);

[[nodiscard]] nlohmann::ordered_json to_json(const RunStatus& status);

}  // namespace hone::run
