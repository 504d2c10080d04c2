// SPDX-License-Identifier: MIT
//
// In a match every game counts, but one that was played before, move by move, says nothing new.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/game_record.hpp"
#include "tuner/match/schedule.hpp"
#include "tuner/stats/statistics.hpp"
#include "tuner/stats/tally.hpp"

namespace hone::match {

// Whether the errors of a match, which take its games for independent, are noticeably too small: a tenth of them.
[[nodiscard]] constexpr bool are_too_many_repeated(std::uint64_t repeated, std::uint64_t games) {
  return repeated > 0 && 10 * repeated >= games;
}

// What the games of a tournament amount to: for each player against the field, and for each two players against
// each other. Counts only; what they mean is said by tuner/stats/statistics.hpp.

// Results from one side's view.
struct Results {
  stats::Trinomial games;
  stats::Pentanomial pairs;  // of games with colours reversed; none in a tournament of single games

  [[nodiscard]] double points() const;
  // By pairs where there are some: the games of a pair share their opening, so they are not independent.
  [[nodiscard]] stats::Estimate estimate() const;
  [[nodiscard]] Results reversed() const { return {games.reversed(), pairs.reversed()}; }
  friend bool operator==(const Results&, const Results&) = default;
};

struct PlayerResults {
  std::string name;
  Results results;              // against the field
  stats::Trinomial first_move;  // of these, the games in which the player moved first
  stats::ReasonCounts lost_by{};
};

struct PairingResults {
  Pairing players;
  Results results;               // first player's view
  std::uint64_t duplicates = 0;  // games that these two had played before, move by move
};

class Standings {
 public:
  explicit Standings(std::vector<std::string> names);

  // Games in the order of their numbers; the second of a pair directly behind the first.
  void add(const GameRecord& game, const ScheduledGame& slot);
  // Between the games of a pair.
  [[nodiscard]] bool in_pair() const { return half_pair_.has_value(); }

  [[nodiscard]] const std::vector<PlayerResults>& players() const { return players_; }
  [[nodiscard]] std::vector<PairingResults> pairings() const;  // by their players' places in the list
  [[nodiscard]] const stats::PlayTally& tally() const { return tally_; }
  [[nodiscard]] const CrossTable& cross_table() const { return cross_; }
  // The places in the list of players, best share of points first; equal ones as in the list.
  [[nodiscard]] std::vector<std::size_t> ranking() const;

 private:
  void count_game(PlayerIndex player, int half_points, const GameRecord& game);
  void count_pair(const Pairing& pairing, int half_points);
  PairingResults& pairing_of(const ScheduledGame& slot);

  std::vector<PlayerResults> players_;
  using PairingKey = std::pair<PlayerIndex, PlayerIndex>;

  std::map<PairingKey, PairingResults> pairings_;
  stats::PlayTally tally_;
  CrossTable cross_;
  stats::SeenGames seen_;
  std::map<PairingKey, stats::SeenGames> seen_by_pairing_;
  std::optional<int> half_pair_;  // half points of the pairing's first player
};

}  // namespace hone::match
