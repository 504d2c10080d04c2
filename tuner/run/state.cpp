// SPDX-License-Identifier: MIT
#include "tuner/run/state.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace hone::run {

std::string utc_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

nlohmann::ordered_json journal_entry(std::string_view event, int generation, double hours) {
  return {{"event", event}, {"generation", generation}, {"time", utc_now()}, {"hours", hours}};
}

RunState::RunState(std::filesystem::path folder, Journal journal, double hours)
    : folder_(std::move(folder)),
      journal_(std::move(journal)),
      history_(journal_.entries()),
      hours_before_(std::max(hours, history_.hours())),
      begun_(std::chrono::steady_clock::now()) {}

void RunState::note(std::string_view event, int generation, nlohmann::ordered_json what,
                    const std::vector<std::filesystem::path>& files) {
  nlohmann::ordered_json entry = journal_entry(event, generation, hours());
  entry.update(what);
  for (const std::filesystem::path& file : files) {
    entry["files"][file.lexically_relative(folder_).string()] = to_json(seal_of(file));
  }
  journal_.append(entry);
  history_.add(entry);
}

double RunState::hours() const {
  return hours_before_ +
         std::chrono::duration<double, std::ratio<3600>>(std::chrono::steady_clock::now() - begun_).count();
}

}  // namespace hone::run
