// SPDX-License-Identifier: MIT
//
// How far a run has come, as the entries of its journal tell.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tuner/run/model.hpp"

namespace hone::run {

// A file with the event that recorded what must be in it.
struct SealedFile {
  FileRecord file;
  std::optional<RunStep> step;  // that made the file; nothing: it was there from the beginning
  int generation = 0;
};

class RunHistory {
 public:
  RunHistory() = default;
  explicit RunHistory(const std::vector<JournalEntry>& entries);
  void add(const JournalEntry& entry);

  // The options that decide the results of the run, as the JSON of tuner/run/record.hpp.
  [[nodiscard]] const std::string& options() const { return options_; }
  // When the last session was to end: names and values of options.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& budgets() const { return budgets_; }
  [[nodiscard]] bool was_begun(int generation) const { return generations_.contains(generation); }

  // The entry of a finished step, or nullptr.
  [[nodiscard]] const JournalEntry* finished(RunStep step, int generation) const;
  // The entry of a step that was finished once, but is to be done again or was done again since; or nullptr.
  [[nodiscard]] const JournalEntry* finished_before(RunStep step, int generation) const;
  // The result of a finished step, or nullptr: result<GateDone>(3).
  template <class Done>
  [[nodiscard]] const Done* result(int generation) const {
    const JournalEntry* entry = finished(Done::step, generation);
    return entry == nullptr ? nullptr : std::get_if<Done>(&entry->event);
  }

  // Whether the weights are there that a generation brings to its gate: not while they are to be made again. 0: the
  // starting weights, which always are.
  [[nodiscard]] bool has_weights(int generation) const;

  [[nodiscard]] int generations() const;  // finished
  [[nodiscard]] int promotions() const;
  [[nodiscard]] bool was_promoted(int generation) const { return promoted_.contains(generation); }
  [[nodiscard]] int best_before(int generation) const;  // the last before it that was promoted; 0: none
  [[nodiscard]] int best() const;                       // the last of all that was promoted; 0: none
  // Generations right before this one, in a row, whose fits were not worth a gate.
  [[nodiscard]] int skipped_before(int generation) const;
  [[nodiscard]] int failures() const;                    // last generations in a row that were not promoted
  [[nodiscard]] std::uint64_t games() const;             // of self-play, in finished steps
  [[nodiscard]] double hours() const { return hours_; }  // at the last entry
  // Worked on it from its begin to its gate, without later repairs; 0: not finished.
  [[nodiscard]] double hours_of(int generation) const;
  [[nodiscard]] double hours_of_last_generation() const { return hours_of(generations()); }
  [[nodiscard]] std::optional<double> begin_of(int generation) const;  // the hour; nothing: it was not begun
  [[nodiscard]] bool done() const { return done_; }

  // What workers have played, in all steps and sessions; empty where this was done by the run's process alone.
  [[nodiscard]] const units::Distribution& distribution() const { return distribution_; }

  // The files that were there from the beginning, and those of finished steps.
  [[nodiscard]] std::vector<SealedFile> sealed_files() const;

 private:
  using Key = std::pair<RunStep, int>;  // the int is the generation

  void replace_first_files(const std::vector<FileRecord>& files);

  std::string options_ = "{}";
  std::vector<std::pair<std::string, std::string>> budgets_;
  std::vector<FileRecord> first_files_;
  std::map<int, double> generations_;  // the hour in which each was begun
  std::map<int, double> first_gates_;  // the hour in which each had its gate for the first time
  std::map<Key, JournalEntry> finished_, voided_;
  std::set<int> promoted_;
  units::Distribution distribution_;
  double hours_ = 0;
  bool done_ = false;
};

}  // namespace hone::run
