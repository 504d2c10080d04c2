// SPDX-License-Identifier: MIT
#include "tuner/run_state.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

std::string utc_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

bool is(const Json& entry, std::string_view event, int generation) {
  return entry.value("event", "") == event && entry.value("generation", -1) == generation;
}

bool is_promotion(const Json& entry) { return entry.value("event", "") == "gate" && entry.value("promoted", false); }

}  // namespace

RunState::RunState(const std::filesystem::path& journal) : journal_(journal), begun_(std::chrono::steady_clock::now()) {
  if (!journal_.entries().empty()) hours_before_ = journal_.entries().back().value("hours", 0.0);
  note("session", 0);
}

void RunState::note(std::string_view event, int generation, Json what) {
  Json entry = {{"event", event}, {"generation", generation}, {"time", utc_now()}, {"hours", hours()}};
  entry.update(what);
  journal_.append(entry);
}

bool RunState::has(std::string_view event, int generation) const {
  return std::any_of(journal_.entries().begin(), journal_.entries().end(),
                     [&](const Json& entry) { return is(entry, event, generation); });
}

int RunState::count(std::string_view event) const {
  return static_cast<int>(std::count_if(journal_.entries().begin(), journal_.entries().end(),
                                        [&](const Json& entry) { return entry.value("event", "") == event; }));
}

int RunState::promotions() const {
  return static_cast<int>(std::count_if(journal_.entries().begin(), journal_.entries().end(), is_promotion));
}

int RunState::best_generation() const {
  const auto last = std::find_if(journal_.entries().rbegin(), journal_.entries().rend(), is_promotion);
  return last == journal_.entries().rend() ? 0 : last->value("generation", 0);
}

double RunState::hours() const {
  return hours_before_ +
         std::chrono::duration<double, std::ratio<3600>>(std::chrono::steady_clock::now() - begun_).count();
}

double RunState::hours_at(std::string_view event, int generation) const {
  const auto found = std::find_if(journal_.entries().begin(), journal_.entries().end(),
                                  [&](const Json& entry) { return is(entry, event, generation); });
  return found == journal_.entries().end() ? 0 : found->value("hours", 0.0);
}

double RunState::hours_of_last_generation() const {
  const int last = count("gate");
  return last == 0 ? 0 : hours_at("gate", last) - hours_at("generation", last);
}

}  // namespace hone
