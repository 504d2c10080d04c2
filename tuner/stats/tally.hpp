// SPDX-License-Identifier: MIT
//
// What a set of games amounts to: results, ways to end, repeated games, and how often adjudication was wrong.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_set>

#include "data/game_record.hpp"
#include "tuner/stats/statistics.hpp"

namespace hone::stats {

inline constexpr std::size_t end_reasons = 13;  // enumerators of EndReason
using ReasonCounts = std::array<std::uint64_t, end_reasons>;

struct PlayTally {
  std::uint64_t games = 0;
  std::uint64_t duplicates = 0;  // games whose opening and moves had been played before
  std::uint64_t plies = 0;       // searched ones
  Trinomial results;             // first player's view
  ReasonCounts reasons{};
  std::uint64_t verified = 0;   // games played on past adjudication
  std::uint64_t misjudged = 0;  // ... that ended with another result than adjudicated

  void add(const GameRecord& game);
  friend bool operator==(const PlayTally&, const PlayTally&) = default;
};

// Start and moves; scores and seeds do not count.
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
