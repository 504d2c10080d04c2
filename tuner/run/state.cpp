// SPDX-License-Identifier: MIT
#include "tuner/run/state.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

namespace hone::run {

std::string utc_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

RunState::RunState(std::filesystem::path folder, Journal journal, double hours)
    : folder_(std::move(folder)),
      journal_(std::move(journal)),
      history_(entries_of(journal_.lines())),
      hours_before_(std::max(hours, history_.hours())),
      begun_(std::chrono::steady_clock::now()) {}

void RunState::note(RunEvent event, int generation, const std::vector<std::filesystem::path>& files,
                    const units::Distribution& distribution) {
  JournalEntry entry{std::move(event), generation, utc_now(), hours(), {}, distribution};
  for (const std::filesystem::path& file : files) entry.files.push_back(file_record_of(folder_, file));
  journal_.append(to_json(entry));
  history_.add(entry);
}

double RunState::hours() const {
  return hours_before_ +
         std::chrono::duration<double, std::ratio<3600>>(std::chrono::steady_clock::now() - begun_).count();
}

}  // namespace hone::run
