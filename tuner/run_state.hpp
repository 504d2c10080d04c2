// SPDX-License-Identifier: MIT
//
// How far a run has come, as its journal tells, and the writing of that journal.
#pragma once

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "tuner/journal.hpp"

namespace hone {

class RunState {
 public:
  // Notes the beginning of a session.
  explicit RunState(const std::filesystem::path& journal);

  // Appends an event; "event", "generation" and times are added to what is given.
  void note(std::string_view event, int generation, nlohmann::ordered_json what = nlohmann::ordered_json::object());

  [[nodiscard]] bool has(std::string_view event, int generation) const;
  [[nodiscard]] int count(std::string_view event) const;
  [[nodiscard]] int promotions() const;
  [[nodiscard]] int best_generation() const;  // the last that was promoted; 0: none

  [[nodiscard]] double hours() const;  // of all sessions
  [[nodiscard]] double hours_of_last_generation() const;

 private:
  [[nodiscard]] double hours_at(std::string_view event, int generation) const;

  Journal journal_;
  double hours_before_ = 0;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace hone
