// SPDX-License-Identifier: MIT
//
// Counts over a set of games: results, how the games ended, repeated games, and how often adjudication was wrong.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_set>

#include "data/game_record.hpp"
#include "tuner/stats/adjudication_check.hpp"
#include "tuner/stats/statistics.hpp"

namespace hone::stats {

inline constexpr std::size_t end_reasons = 14;  // enumerators of EndReason
using ReasonCounts = std::array<std::uint64_t, end_reasons>;

struct PlayTally {
  std::uint64_t games = 0;
  std::uint64_t duplicates = 0;  // games whose opening and moves had been played before
  std::uint64_t plies = 0;       // after the openings
  Trinomial results;             // from the first player's view
  ReasonCounts reasons{};
  std::uint64_t verified = 0;   // games played on after adjudication, to check it
  std::uint64_t misjudged = 0;  // of these, games that ended with another result than adjudicated
  AdjudicationChecks checks;    // the same by kind; empty in runs of early versions, which counted both kinds as one

  void add(const GameRecord& game);
  friend bool operator==(const PlayTally&, const PlayTally&) = default;
};

// A hash over the start and the moves of a game; scores and seeds are no part of it.
[[nodiscard]] std::uint64_t fingerprint(const GameRecord& game);

// The games seen so far.
class SeenGames {
 public:
  // False when the game is known already.
  bool insert(const GameRecord& game) { return seen_.insert(fingerprint(game)).second; }
  [[nodiscard]] bool contains(const GameRecord& game) const { return seen_.contains(fingerprint(game)); }

 private:
  std::unordered_set<std::uint64_t> seen_;
};

}  // namespace hone::stats
