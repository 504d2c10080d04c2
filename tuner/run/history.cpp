// SPDX-License-Identifier: MIT
#include "tuner/run/history.hpp"

#include <algorithm>
#include <iterator>

namespace hone::run {

RunHistory::RunHistory(const std::vector<JournalEntry>& entries) {
  for (const JournalEntry& entry : entries) add(entry);
}

void RunHistory::add(const JournalEntry& entry) {
  hours_ = std::max(hours_, entry.hours);
  done_ = std::holds_alternative<RunDone>(entry.event);
  units::add(distribution_, entry.distribution);
  if (const auto* begun = std::get_if<RunBegun>(&entry.event)) {
    options_ = begun->options;
    first_files_ = entry.files;
  }
  if (const auto* session = std::get_if<SessionBegun>(&entry.event)) budgets_ = session->budgets;
  if (std::holds_alternative<ConfigRestored>(entry.event)) replace_first_files(entry.files);
  if (std::holds_alternative<GenerationBegun>(entry.event)) generations_.emplace(entry.generation, entry.hours);
  if (const auto* voided = std::get_if<StepVoided>(&entry.event)) {
    const auto node = finished_.extract({voided->which, entry.generation});
    if (!node.empty()) voided_[node.key()] = node.mapped();
  }
  if (const auto step = step_of(entry.event)) finished_[{*step, entry.generation}] = entry;
  if (step_of(entry.event) == RunStep::gate) first_gates_.emplace(entry.generation, entry.hours);
  const auto* gate = std::get_if<GateDone>(&entry.event);
  if (gate != nullptr && gate->promoted) promoted_.insert(entry.generation);
}

const JournalEntry* RunHistory::finished(RunStep step, int generation) const {
  const auto found = finished_.find({step, generation});
  return found == finished_.end() ? nullptr : &found->second;
}

const JournalEntry* RunHistory::finished_before(RunStep step, int generation) const {
  const auto found = voided_.find({step, generation});
  return found == voided_.end() ? nullptr : &found->second;
}

bool RunHistory::has_weights(int generation) const {
  if (generation == 0) return true;
  const auto* fitted = result<FitDone>(generation);
  return fitted != nullptr && (fitted->candidates.empty() || finished(RunStep::selection, generation) != nullptr);
}

int RunHistory::generations() const {
  return static_cast<int>(
      std::ranges::count_if(finished_, [](const auto& done) { return done.first.first == RunStep::gate; }));
}

int RunHistory::promotions() const { return static_cast<int>(promoted_.size()); }

int RunHistory::best_before(int generation) const {
  const auto next = promoted_.lower_bound(generation);
  return next == promoted_.begin() ? 0 : *std::prev(next);
}

int RunHistory::best() const { return promoted_.empty() ? 0 : *promoted_.rbegin(); }

int RunHistory::skipped_before(int generation) const {
  int count = 0;
  while (result<GateSkipped>(generation - 1 - count) != nullptr) ++count;
  return count;
}

int RunHistory::failures() const { return generations() - best(); }

std::uint64_t RunHistory::games() const {
  std::uint64_t games = 0;
  for (const auto& [key, entry] : finished_) {
    if (const auto* played = std::get_if<SelfPlayDone>(&entry.event)) games += played->result.tally.games;
  }
  return games;
}

void RunHistory::replace_first_files(const std::vector<FileRecord>& files) {
  for (const FileRecord& file : files) {
    for (FileRecord& first : first_files_) {
      if (first.name == file.name) first = file;
    }
  }
}

std::optional<double> RunHistory::begin_of(int generation) const {
  const auto begun = generations_.find(generation);
  return begun == generations_.end() ? std::nullopt : std::optional(begun->second);
}

double RunHistory::hours_of(int generation) const {
  const auto gate = first_gates_.find(generation);
  const bool is_finished = gate != first_gates_.end() && finished(RunStep::gate, generation) != nullptr;
  return is_finished ? gate->second - begin_of(generation).value_or(gate->second) : 0;
}

std::vector<SealedFile> RunHistory::sealed_files() const {
  std::vector<SealedFile> sealed;
  for (const FileRecord& file : first_files_) sealed.push_back({file, std::nullopt, 0});
  for (const auto& [key, entry] : finished_) {
    for (const FileRecord& file : entry.files) sealed.push_back({file, key.first, key.second});
  }
  return sealed;
}

}  // namespace hone::run
