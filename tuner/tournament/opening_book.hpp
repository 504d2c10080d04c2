// SPDX-License-Identifier: MIT
//
// The opening of each round of a tournament: from a suite, or random moves that lead to a balanced position.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "engine/game_driver.hpp"
#include "engine/opening.hpp"
#include "tuner/self_play/openings.hpp"

namespace hone {

class OpeningBook {
 public:
  // One opening of the suite a round, again from its first at its end; without a suite random ones, searched with the
  // game's material weights.
  OpeningBook(const GameDriver& driver, const std::vector<Opening>& suite, const OpeningOptions& random,
              const EngineOptions& engine);

  // `seed` is that of a random opening: the same for the same round. Any thread.
  [[nodiscard]] Opening opening(std::uint64_t round, std::uint64_t seed);

 private:
  [[nodiscard]] Opening make_random(std::uint64_t seed) const;

  const GameDriver& driver_;
  const std::vector<Opening>& suite_;
  const OpeningOptions& random_;
  EngineOptions engine_;
  std::mutex mutex_;
  std::map<std::uint64_t, Opening> made_;  // of the last rounds: every pairing asks for them
};

}  // namespace hone
