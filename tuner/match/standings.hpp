// SPDX-License-Identifier: MIT
//
// The results of a tournament: for each player against the field, and for each two players against each other. These
// are counts only; tuner/stats/statistics.hpp computes what they mean.
#pragma once

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

// Results from one side's view.
struct Results {
  stats::Trinomial games;
  stats::Pentanomial pairs;  // of games with colours reversed; empty in a tournament of single games

  [[nodiscard]] double points() const;
  // From pairs where there are some, because the two games of a pair share their opening and are not independent.
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
  Results results;               // from the first player's view
  std::uint64_t duplicates = 0;  // games with the same moves as an earlier game of these two
};

class Standings {
 public:
  explicit Standings(std::vector<std::string> names);

  // Games are added in the order of their numbers, the second game of a pair directly after the first.
  void add(const GameRecord& game, const ScheduledGame& slot);
  // Whether the first game of a pair has been added and the second has not.
  [[nodiscard]] bool in_pair() const { return half_pair_.has_value(); }

  [[nodiscard]] const std::vector<PlayerResults>& players() const { return players_; }
  [[nodiscard]] std::vector<PairingResults> pairings() const;  // by their players' places in the list
  [[nodiscard]] const stats::PlayTally& tally() const { return tally_; }
  [[nodiscard]] const CrossTable& cross_table() const { return cross_; }
  // The places in the list of players, the best share of points first; players with equal shares in the list's order.
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
  std::optional<int> half_pair_;  // half points of the pairing's first player in the first game of a pair
};

// Whether so large a share of the games repeats earlier ones, a tenth or more, that the errors of the match, which take
// its games as independent, are noticeably too small.
[[nodiscard]] constexpr bool are_too_many_repeated(std::uint64_t repeated, std::uint64_t games) {
  return repeated > 0 && 10 * repeated >= games;
}

}  // namespace hone::match
