// SPDX-License-Identifier: MIT
//
// How far a run has come, as its journal tells.
//
// Events: "begun" once; "session" when a process takes the run up; "generation" when one begins; "self_play", "fit",
// "gate" and "final" when that stage is finished, with the seals of its files; "redo" when a finished stage is to be
// done again because its files are damaged; "stopped" and "done" at the end of a session.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tuner/run/seal.hpp"

namespace hone::run {

struct SealedFile {
  std::string name;  // in the run's folder
  FileSeal seal;
  std::string event;  // that sealed it
  int generation = 0;
};

class RunHistory {
 public:
  using Json = nlohmann::ordered_json;

  RunHistory() = default;
  explicit RunHistory(const std::vector<Json>& entries);
  void add(const Json& entry);

  [[nodiscard]] const Json& begun() const { return begun_; }  // its entry
  [[nodiscard]] bool was_begun(int generation) const { return generations_.contains(generation); }
  // The entry of a finished stage, or nullptr.
  [[nodiscard]] const Json* finished(std::string_view event, int generation) const;
  // The same before it was to be done again.
  [[nodiscard]] const Json* finished_before(std::string_view event, int generation) const;

  [[nodiscard]] int generations() const;  // finished
  [[nodiscard]] int promotions() const;
  [[nodiscard]] int best_before(int generation) const;   // the last that was promoted before it; 0: none
  [[nodiscard]] int best() const;                        // ... of all
  [[nodiscard]] int failures() const;                    // last generations in a row that were not promoted
  [[nodiscard]] std::uint64_t games() const;             // of self-play, in finished stages
  [[nodiscard]] double hours() const { return hours_; }  // at the last entry
  [[nodiscard]] double hours_of_last_generation() const;
  [[nodiscard]] bool done() const { return done_; }

  // Of finished stages and of the beginning.
  [[nodiscard]] std::vector<SealedFile> sealed_files() const;

 private:
  using Key = std::pair<std::string, int>;  // event, generation

  Json begun_ = Json::object();
  std::map<int, double> generations_;  // that were begun, at what hour
  std::map<Key, Json> finished_, to_redo_;
  std::set<int> promoted_;
  double hours_ = 0;
  bool done_ = false;
};

}  // namespace hone::run
