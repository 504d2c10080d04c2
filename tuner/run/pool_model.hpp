// SPDX-License-Identifier: MIT
//
// What a run's games against its pool came to, as types with their JSON. The results are kept game by game, so that all
// ratings follow from the journal alone.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tuner/stats/stopped_estimate.hpp"

namespace hone::run {

// "start", "gen-001": the name of the run's own weights.
[[nodiscard]] std::string weights_name(int generation);
// Whether it is such a name, whatever the generation.
[[nodiscard]] bool is_name_of_own_weights(const std::string& name);

// The games of one of the run's own weights against one opponent.
struct PoolMatch {
  int generation = 0;    // of the run's weights; 0: the start
  std::string opponent;  // its name in the pool
  std::string rated_as;  // its name among the ratings: that of the run's own weights where it is the same player
  std::string results;   // 'w', 'd' or 'l' for each game, seen by the run's weights, which move first in every other
  std::uint64_t faults = 0;  // games that the opponent lost by a crash, a stall, an illegal move or its clock
  std::string fault;         // what went wrong the first time

  friend bool operator==(const PoolMatch&, const PoolMatch&) = default;
};

struct PoolRating {
  std::string name;
  stats::Interval elo;  // over the reference
  double points = 0;
  std::uint64_t games = 0;
};

// All players of the pool's games who can be rated together with the reference.
struct PoolTable {
  std::string reference;            // the first of the run's own weights that can be rated; its Elo is 0
  std::vector<PoolRating> ratings;  // the best first
  std::vector<std::string> unrated;

  [[nodiscard]] const PoolRating* find(const std::string& name) const;  // null: it is not rated
};

// A candidate beside the best weights before it, against the same opponents on the same openings.
struct PoolComparison {
  int before = 0;                          // generation of those best weights
  std::uint64_t pairs = 0;                 // of games, that both have played
  double score = 0.5, score_before = 0.5;  // points a game in them
  stats::Interval gained;                  // the difference of these, pair by pair
  std::optional<stats::Interval> elo;      // the difference of the ratings; nothing where one of them has none
  bool has_fallen = false;                 // the interval of Elo, or of points where there is none, is below 0
};

[[nodiscard]] nlohmann::ordered_json to_json(const PoolMatch& match);
[[nodiscard]] nlohmann::ordered_json to_json(const PoolTable& table);
[[nodiscard]] nlohmann::ordered_json to_json(const PoolComparison& comparison);
// These throw an Error that names the key whose value is missing or wrong.
void from_json(const nlohmann::ordered_json& json, PoolMatch& match);
void from_json(const nlohmann::ordered_json& json, PoolTable& table);
void from_json(const nlohmann::ordered_json& json, PoolComparison& comparison);

}  // namespace hone::run
