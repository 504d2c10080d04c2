// SPDX-License-Identifier: MIT
//
// The journal of a refinement: what was asked, the steps that the sensitivity found, the points of each pair, and how
// the last match ended. Everything else is calculated again from these. The file is that of tuner/run/journal.hpp.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tuner/match/summary.hpp"
#include "tuner/run/file_record.hpp"
#include "tuner/run/journal.hpp"

namespace hone::refine {

struct Begun {
  std::string game;
  std::vector<std::pair<std::string, std::string>> options;  // that decide results
  std::string start;      // a hash of the starting values and of what directions and bounds come from
  std::string signature;  // of how this build plays; empty where the players are not reproducible
};

// The step of each parameter that is a direction of its own (0: it changes nothing), by their names, and of all
// directions of weights together.
struct Steps {
  std::vector<std::pair<std::string, double>> single;
  double weights = 0;
  std::size_t weight_directions = 0;
};

struct Proof {
  match::MatchSummary match;
  std::vector<run::FileRecord> files;  // that the match left
};

struct RefineRecord {
  std::optional<Begun> begun;
  std::optional<Steps> steps;
  std::vector<int> points;  // of each pair, in halves, 0 to 4, seen by its first point
  std::optional<Proof> proof;
  bool is_done = false;
};

[[nodiscard]] nlohmann::ordered_json to_json(const Begun& begun);
[[nodiscard]] Begun as_kept(const Begun& begun);  // as it comes back from the journal, which is UTF-8
[[nodiscard]] nlohmann::ordered_json to_json(const Steps& steps);
[[nodiscard]] nlohmann::ordered_json pair_json(std::uint64_t pair, int points);
[[nodiscard]] nlohmann::ordered_json to_json(const Proof& proof);
[[nodiscard]] nlohmann::ordered_json voided_json();  // of the last match, whose files were damaged
[[nodiscard]] nlohmann::ordered_json done_json();

// Throws Error with the number of the line that tells no event of a refinement, or not the next one.
[[nodiscard]] RefineRecord record_of(const run::JournalLines& lines);

}  // namespace hone::refine
