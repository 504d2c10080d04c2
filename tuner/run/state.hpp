// SPDX-License-Identifier: MIT
//
// A run's history and the journal that it is written to.
#pragma once

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/run/history.hpp"
#include "tuner/run/journal.hpp"

namespace hone::run {

class RunState {
 public:
  // Goes on with a journal. hours: that earlier ones are known to have worked.
  RunState(std::filesystem::path folder, Journal journal, double hours);

  // Appends an event; "event", "generation", times and the seals of the files are added to what is given.
  void note(std::string_view event, int generation, nlohmann::ordered_json what = nlohmann::ordered_json::object(),
            const std::vector<std::filesystem::path>& files = {});

  [[nodiscard]] const RunHistory& history() const { return history_; }
  [[nodiscard]] const std::string& id() const { return journal_.id(); }
  [[nodiscard]] double hours() const;  // of all sessions

 private:
  std::filesystem::path folder_;
  Journal journal_;
  RunHistory history_;
  double hours_before_ = 0;
  std::chrono::steady_clock::time_point begun_;
};

// An entry with its time.
[[nodiscard]] nlohmann::ordered_json journal_entry(std::string_view event, int generation, double hours);

[[nodiscard]] std::string utc_now();  // "2026-01-31T23:59:59Z"

}  // namespace hone::run
