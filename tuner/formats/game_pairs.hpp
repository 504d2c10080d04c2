// SPDX-License-Identifier: MIT
//
// Finds the games that came in pairs, from the same opening with colours reversed, among the results of a file. It goes
// by the round first: two games of the same players, each moving first once, in one round (7, or 7.1 and 7.2). Of the
// games that are left it takes those that follow one another. Two games that were taken for a pair and are none do no
// harm: the errors of ratings hold for whatever is put together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tuner/stats/ratings_model.hpp"

namespace hone::formats {

struct PlayedGame {
  std::uint32_t first = 0, second = 0;  // players, by number
  int half_points = 0;                  // of the first
  std::uint64_t opening = 0;            // a hash; games from different openings are no pair
};

class GamePairs {
 public:
  explicit GamePairs(stats::RatedGames& games) : games_(games) {}

  // The round is empty, "?" or "-" where it is not known.
  void add(const PlayedGame& game, std::string_view round);
  // Adds what is still without its other game; nothing may be added afterwards.
  void finish();

 private:
  struct Waiting {
    PlayedGame game;
    bool is_alone = true;
    std::size_t next = 0;  // place of the next game of its queue, unless it is the last
  };
  struct Queue {
    std::size_t first = 0, last = 0;  // places
  };

  void wait(std::uint64_t key);

  stats::RatedGames& games_;
  std::vector<Waiting> games_in_order_;
  // Games that wait for another, by their players in the order of their moves, opening and round; those with equal keys
  // were played on the same terms, and the oldest is taken first.
  std::unordered_map<std::uint64_t, Queue> by_round_;
};

}  // namespace hone::formats
