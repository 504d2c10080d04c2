// SPDX-License-Identifier: MIT
//
// How a run stands, looked at from outside, whether a process works on it or not. Nothing is changed by looking. All
// files that the journal answers for are compared with it.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tuner/run/damage.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/run/forecast.hpp"
#include "tuner/run/live_file.hpp"
#include "tuner/run/progress.hpp"

namespace hone::run {

struct GenerationStatus {
  int number = 0;
  double hours = 0;                                        // of work; 0: it is not finished
  std::optional<std::uint64_t> games = std::nullopt;       // of self-play, when they are played
  std::optional<match::MatchSummary> gate = std::nullopt;  // when it was played
  bool promoted = false;
  std::string why = {};     // it was promoted, or was not, or was not tested
  std::string chosen = {};  // which of several candidates; empty: there was one, or none is chosen yet
};

struct RunStatus {
  std::optional<LockHolder> holder;  // the process at work
  bool done = false;
  int generations = 0;  // finished
  int promotions = 0;
  int best_generation = 0;              // 0: the starting weights
  double hours = 0;                     // worked
  std::optional<Live> live;             // what live.json tells, where it is whole
  RunProgress progress;                 // by generation, at home and against the pool
  JournalEntry last;                    // of the journal
  std::vector<GenerationStatus> table;  // of the generations that were begun
  Forecast forecast;
  units::Distribution distribution;  // what workers have played; may be empty
  std::vector<Damage> damage;        // files that are not what the run wrote
};

// Throws Error when there is no run, or its journal is damaged.
[[nodiscard]] RunStatus status_of_run(const std::filesystem::path& folder);

[[nodiscard]] nlohmann::ordered_json to_json(const RunStatus& status);

}  // namespace hone::run
