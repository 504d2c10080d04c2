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

// Results from one side's view. A game is repeated when the same two players have played the same moves with the same
// sides before, that is, in an earlier pair. A pair with a repeated game depends on that earlier pair: it counts as
// points, but not as evidence of strength.
struct Results {
  stats::Trinomial games;
  stats::Pentanomial pairs;  // of games with colours reversed; empty in a tournament of single games
  stats::Trinomial distinct_games;
  stats::Pentanomial distinct_pairs;

  [[nodiscard]] double points() const;
  // From distinct pairs where there are pairs, because the two games of a pair share their opening and are not
  // independent; otherwise from distinct games.
  [[nodiscard]] stats::Estimate estimate() const;
  [[nodiscard]] Results reversed() const {
    return {games.reversed(), pairs.reversed(), distinct_games.reversed(), distinct_pairs.reversed()};
  }
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
  std::uint64_t duplicates = 0;  // repeated games
};

class Standings {
 public:
  explicit Standings(std::vector<std::string> names);

  // Games are added in the order of their numbers, the second game of a pair directly after the first.
  void add(const GameRecord& game, const ScheduledGame& slot);
  // Whether the first game of a pair has been added and the second has not.
  [[nodiscard]] bool in_pair() const { return half_pair_.has_value(); }
  // Notes at the end of a knockout's stage who is left.
  void go_on_with(std::vector<PlayerIndex> survivors);

  [[nodiscard]] const std::vector<PlayerResults>& players() const { return players_; }
  [[nodiscard]] std::vector<PairingResults> pairings() const;  // by their players' places in the list
  [[nodiscard]] const stats::PlayTally& tally() const { return tally_; }
  [[nodiscard]] const CrossTable& cross_table() const { return cross_; }
  // The places in the list of players: those who survived more stages of a knockout first, then those with the better
  // share of points, then those who come first in the list.
  [[nodiscard]] std::vector<std::size_t> ranking() const;
  // The one who is left of a knockout; nothing as long as there are several, and in other formats.
  [[nodiscard]] std::optional<std::size_t> winner() const;

 private:
  // A game or a pair as evidence: the half points of one side, and whether the game, or one of the two, is repeated.
  struct Evidence {
    int half_points = 0;
    bool is_repeated = false;
  };

  static void count(Results& results, const Evidence& game);
  void count_game(PlayerIndex player, const Evidence& seen, const GameRecord& game);
  void count_pair(const Pairing& pairing, const Evidence& seen);
  PairingResults& pairing_of(const ScheduledGame& slot);

  std::vector<PlayerResults> players_;
  using PairingKey = std::pair<PlayerIndex, PlayerIndex>;

  std::map<PairingKey, PairingResults> pairings_;
  stats::PlayTally tally_;
  CrossTable cross_;
  std::map<PairingKey, stats::SeenGames> seen_;  // by the players who moved first and second
  std::optional<Evidence> half_pair_;            // the first game of a pair, seen by the pairing's first player
  std::vector<int> stages_survived_;             // by player
  std::vector<PlayerIndex> survivors_;
};

// Whether so large a share of the games that count repeats earlier ones, a tenth or more, that the errors of the match,
// which take its games as independent, are noticeably too small.
[[nodiscard]] constexpr bool are_too_many_repeated(std::uint64_t repeated, std::uint64_t games) {
  return repeated > 0 && 10 * repeated >= games;
}

}  // namespace hone::match
