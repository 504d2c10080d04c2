// SPDX-License-Identifier: MIT
//
// What a stage that was played by workers has taken: the journal of a run keeps it, and its page shows it.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace hone::units {

struct HostWork {
  std::string host;
  std::uint64_t units = 0;  // that were good
  std::uint64_t games = 0;  // of these
  std::uint64_t bad = 0;    // units
  double cpu_seconds = 0;
};

struct Distribution {
  std::string launch = {};       // to_string(Launch); empty: no unit was played
  std::uint64_t units = 0;       // good ones
  std::uint64_t twice = 0;       // units that were played once more, to the same games
  std::uint64_t bad = 0;         // units that were set aside
  std::uint64_t relaunched = 0;  // how often workers were launched again
  std::uint64_t unused = 0;      // games of good units that came after the verdict of a test
  double seconds = 0;            // from begin to end
  std::vector<HostWork> hosts = {};

  [[nodiscard]] bool is_empty() const { return launch.empty(); }
  [[nodiscard]] HostWork& work_of(const std::string& host);  // added where it is new
  [[nodiscard]] std::uint64_t games() const;                 // of all hosts
};

// Adds what another stage has taken, or another session of the same one.
void add(Distribution& all, const Distribution& more);

[[nodiscard]] nlohmann::ordered_json to_json(const Distribution& distribution);
void from_json(const nlohmann::ordered_json& json, Distribution& distribution);  // throws Error

}  // namespace hone::units
