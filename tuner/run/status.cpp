// SPDX-License-Identifier: MIT
#include "tuner/run/status.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "tuner/run/history.hpp"
#include "tuner/run/journal.hpp"

namespace hone::run {

RunStatus status_of_run(const std::filesystem::path& folder) {
  RunDirectory::require_run(folder);
  const JournalLines journal = read_journal(RunPaths(folder).journal());
  const std::vector<JournalEntry> entries = entries_of(journal);
  const RunHistory history(entries);
  RunStatus status;
  status.holder = RunDirectory::holder_of(folder);
  status.done = history.done();
  status.generations = history.generations();
  status.promotions = history.promotions();
  status.best_generation = history.best();
  status.live = read_live(RunPaths(folder).live(), journal.first_sum).live;
  status.hours = std::max(history.hours(), status.live ? status.live->hours : 0.0);
  status.last = entries.back();
  return status;
}

nlohmann::ordered_json to_json(const RunStatus& status) {
  nlohmann::ordered_json json = {{"running", status.holder.has_value()},      {"done", status.done},
                                 {"generations", status.generations},         {"promotions", status.promotions},
                                 {"best_generation", status.best_generation}, {"hours", status.hours}};
  if (status.holder) {
    json["process"] = status.holder->process;
    json["host"] = status.holder->host;
    json["since"] = status.holder->since;
  }
  json["live"] = status.live ? to_json(*status.live) : nlohmann::ordered_json::object();
  json["last"] = to_json(status.last);
  return json;
}

}  // namespace hone::run
