// SPDX-License-Identifier: MIT
//
// The games of self-play by their numbers, without the file that they go to.
#pragma once

#include "tuner/play/numbered_games.hpp"
#include "tuner/play/self_play.hpp"

namespace hone::play {

// The driver and the weights must outlive the result. Throws Error for options out of bounds, and for starts that
// cannot be read.
[[nodiscard]] NumberedGames self_play_games(const GameDriver& driver, const Weights& weights,
                                            const SelfPlayOptions& options);
// The same of another player; `judges` find balanced openings. The player must outlive the result, too.
[[nodiscard]] NumberedGames self_play_games(const GameDriver& driver, const Entrant& player, const Weights& judges,
                                            const SelfPlayOptions& options);

}  // namespace hone::play
