// SPDX-License-Identifier: MIT
//
// Which players meet, when, and with which side. A tournament is a list of stages, and a stage is a list of pairings
// and a number of rounds: in each round every pairing plays its pair of games, colours reversed, from the round's
// opening.
//
//     game in its stage = (round * pairings + pairing) * 2 + colour      (without reversed games: no colour)
//
// As the opening depends on the round alone, every pairing plays the same openings with both colours, and the effect of
// an opening on the results cancels between pairings. Round robins and gauntlets have one stage; knockouts and Swiss
// systems make new pairings for each stage by the results so far.
#pragma once

#include <cstdint>
#include <vector>

#include "tuner/match/pairings.hpp"

namespace hone::match {

enum class Format : std::uint8_t { round_robin, gauntlet, knockout, swiss };
[[nodiscard]] const char* to_string(Format format);

// Bounds that keep every number of games far from what a number can hold.
inline constexpr std::uint64_t most_rounds = 1'000'000'000;
inline constexpr int most_stages = 1'000;

struct Plan {
  Format format = Format::round_robin;
  std::size_t players = 2;
  std::size_t seeds = 1;     // of a gauntlet: the number of first players who meet all the others
  std::uint64_t rounds = 1;  // of each stage
  int stages = 0;            // of a Swiss system; 0: as many as a knockout has
  bool reverse = true;       // two games a round and pairing

  void validate() const;  // throws Error naming the bound that is broken
};

struct ScheduledGame {
  std::uint64_t round = 0;  // of the tournament: rounds are numbered on from stage to stage
  std::size_t pairing = 0;  // of the stage
  int in_pair = 0;          // 0 or 1
  bool is_paired = false;   // one of two with colours reversed
  PlayerIndex first = 0;    // moves first
  PlayerIndex second = 0;
};

class Stage {
 public:
  Stage(const Plan& plan, int number, std::vector<Pairing> pairings);

  [[nodiscard]] std::uint64_t games() const;
  [[nodiscard]] ScheduledGame game(std::uint64_t index) const;  // index < games()

 private:
  std::vector<Pairing> pairings_;
  std::uint64_t rounds_;
  std::uint64_t first_round_;
  bool reverse_;
};

[[nodiscard]] int stages_of(const Plan& plan);
// The number of games of one round, over all stages.
[[nodiscard]] std::uint64_t games_per_round(const Plan& plan);
[[nodiscard]] std::uint64_t games_of(const Plan& plan);

// The pairings of a stage; `so_far` holds the results of the stages before it.
[[nodiscard]] std::vector<Pairing> pairings_of(const Plan& plan, int stage, const CrossTable& so_far);

}  // namespace hone::match
