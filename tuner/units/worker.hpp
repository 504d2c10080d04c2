// SPDX-License-Identifier: MIT
//
// Plays units of a folder until none is open: those of its own slot first, then from the far end those that nobody has
// begun, and near the end those that others have begun and not finished. It claims nothing and holds no lock, so that
// any number of workers may be at work, and any of them may die.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace hone::units {

struct WorkOptions {
  std::uint64_t slot = 0;  // of `of` slots: the units slot, slot + of, ... are its own
  std::uint64_t of = 1;
  int threads = 1;
  std::string host = {};  // what units call this machine; empty: its name
  // The process that verifies all units goes on playing whatever is found of its host: it would find its own games
  // right.
  bool is_coordinator = false;
  // A worker leaves when every unit is there and the coordinator, which may find one of them wrong, has said nothing
  // for so long.
  std::chrono::milliseconds patience{30'000};

  void validate() const;  // throws Error naming the bound that is broken
};

enum class WorkEnd : std::uint8_t {
  done,      // the games are not needed any more, or all there
  stopped,   // by the token
  left_out,  // the coordinator wants no more units of this host
};

struct WorkSummary {
  WorkEnd end = WorkEnd::done;
  std::uint64_t units = 0;  // that got their name by this worker
  std::uint64_t twice = 0;  // that another one had finished before
  std::uint64_t other = 0;  // the same, with other games
  std::uint64_t games = 0;  // of all these
  double cpu_seconds = 0;
};

// Called from one thread at a time, after each unit.
using WorkProgress = std::function<void(const WorkSummary&)>;

// Throws Error where the plan or its files are not what was written, of Kind::system where this build plays other games
// than the one that wrote the plan, or the disk refuses.
WorkSummary work(const std::filesystem::path& folder, const WorkOptions& options, const std::stop_token& stop,
                 const WorkProgress& progress = {});

// Plays one unit of the folder, from begin to end, into a file elsewhere. Nothing is looked at but the plan and its
// files.
WorkSummary work_on(const std::filesystem::path& folder, std::string_view unit, const std::filesystem::path& file,
                    const WorkOptions& options, const std::stop_token& stop);

}  // namespace hone::units
