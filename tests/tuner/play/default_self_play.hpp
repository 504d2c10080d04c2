// SPDX-License-Identifier: MIT
//
// Self-play with the defaults of a game.
#pragma once

#include "tuner/play/openings.hpp"
#include "tuner/play/self_play.hpp"

namespace hone::play {

[[nodiscard]] inline SelfPlayOptions default_self_play(const GameDriver& driver) {
  SelfPlayOptions options;
  options.openings = default_openings(driver, OpeningUse::training);
  return options;
}

}  // namespace hone::play
