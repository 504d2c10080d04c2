// SPDX-License-Identifier: MIT
//
// The history of a run together with the journal it is written to.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "tuner/run/history.hpp"
#include "tuner/run/journal.hpp"

namespace hone::run {

class RunState {
 public:
  // Continues a journal. `hours` are those that earlier sessions are known to have worked.
  RunState(std::filesystem::path folder, Journal journal, double hours);

  // Appends an event, with the time and the seals of these files.
  void note(RunEvent event, int generation, const std::vector<std::filesystem::path>& files = {},
            const units::Distribution& distribution = {});

  [[nodiscard]] const RunHistory& history() const { return history_; }
  [[nodiscard]] const std::string& id() const { return journal_.id(); }
  [[nodiscard]] double hours() const;  // worked in all sessions

 private:
  std::filesystem::path folder_;
  Journal journal_;
  RunHistory history_;
  double hours_before_ = 0;
  std::chrono::steady_clock::time_point begun_;
};

[[nodiscard]] std::string utc_now();  // "2026-01-31T23:59:59Z"

}  // namespace hone::run
