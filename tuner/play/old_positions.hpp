// SPDX-License-Identifier: MIT
//
// Quiet positions of games that were played before, to be played out again with today's weights: what the old players
// thought of them is then seen by better ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "engine/opening.hpp"

namespace hone::play {

struct OldPositionOptions {
  Score bound = 400;          // centi-units; positions that the old game scored beyond +-bound are not taken
  Score quiet_margin = 60;    // centi-units that the static and the quiescence score may differ by
  std::size_t most = 65'536;  // positions; of more games these are drawn, each with the same chance
};

// One position of each game of the files, which may be of any format that holds games: drawn among those after the
// opening that are quiet, lie within the bound, belong to the training half (tuner/play/openings.hpp), and in which the
// game is not over. Games without such a position give none. Each comes as the old game's moves up to it, so that what
// the rules say about earlier positions holds. Depends on the files, the seed, the options and the weights, which judge
// what is quiet. Throws Error with the file when it is damaged, is of another game, or a game breaks the rules.
[[nodiscard]] std::vector<Opening> old_positions(const GameDriver& driver, const Weights& weights,
                                                 const std::vector<std::filesystem::path>& files, std::uint64_t seed,
                                                 const OldPositionOptions& options = {});

}  // namespace hone::play
