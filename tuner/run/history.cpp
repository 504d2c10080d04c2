// SPDX-License-Identifier: MIT
#include "tuner/run/history.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace hone::run {

namespace {

constexpr std::array<std::string_view, 4> stages{"self_play", "fit", "gate", "final"};

}  // namespace

RunHistory::RunHistory(const std::vector<Json>& entries) {
  for (const Json& entry : entries) add(entry);
}

void RunHistory::add(const Json& entry) {
  const std::string event = entry.value("event", "");
  const int generation = entry.value("generation", 0);
  hours_ = std::max(hours_, entry.value("hours", 0.0));
  done_ = event == "done";
  if (event == "begun") begun_ = entry;
  if (event == "generation") generations_.emplace(generation, entry.value("hours", 0.0));
  if (event == "redo") {
    const auto node = finished_.extract({entry.value("stage", ""), generation});
    if (!node.empty()) to_redo_[node.key()] = node.mapped();
  }
  if (std::ranges::find(stages, event) != stages.end()) finished_[{event, generation}] = entry;
  if (event == "gate" && entry.value("promoted", false)) promoted_.insert(generation);
}

const RunHistory::Json* RunHistory::finished(std::string_view event, int generation) const {
  const auto found = finished_.find({std::string(event), generation});
  return found == finished_.end() ? nullptr : &found->second;
}

const RunHistory::Json* RunHistory::finished_before(std::string_view event, int generation) const {
  const auto found = to_redo_.find({std::string(event), generation});
  return found == to_redo_.end() ? nullptr : &found->second;
}

int RunHistory::generations() const {
  return static_cast<int>(
      std::ranges::count_if(finished_, [](const auto& stage) { return stage.first.first == "gate"; }));
}

int RunHistory::promotions() const { return static_cast<int>(promoted_.size()); }

int RunHistory::best_before(int generation) const {
  const auto next = promoted_.lower_bound(generation);
  return next == promoted_.begin() ? 0 : *std::prev(next);
}

int RunHistory::best() const { return promoted_.empty() ? 0 : *promoted_.rbegin(); }

int RunHistory::failures() const { return generations() - best(); }

std::uint64_t RunHistory::games() const {
  std::uint64_t games = 0;
  for (const auto& [key, entry] : finished_) {
    if (key.first == "self_play") games += entry.value("games", std::uint64_t{0});
  }
  return games;
}

double RunHistory::hours_of_last_generation() const {
  const int last = generations();
  const Json* gate = finished("gate", last);
  const auto begun = generations_.find(last);
  return gate == nullptr || begun == generations_.end() ? 0 : gate->value("hours", 0.0) - begun->second;
}

std::vector<SealedFile> RunHistory::sealed_files() const {
  std::vector<SealedFile> sealed;
  const auto add_files = [&sealed](const Json& entry) {
    const auto files = entry.find("files");
    if (files == entry.end()) return;
    for (const auto& [name, seal] : files->items()) {
      sealed.push_back({name, file_seal(seal), entry.value("event", ""), entry.value("generation", 0)});
    }
  };
  add_files(begun_);
  for (const auto& [key, entry] : finished_) add_files(entry);
  return sealed;
}

}  // namespace hone::run
