// SPDX-License-Identifier: MIT
//
// How large a step of each parameter is that matters: the change that makes the engine choose another move in a given
// share of some hundred positions, beyond those in which the least change does so by chance. Searches visit 1,000
// nodes, or for parameters that change no move there five times as many, and so on up to the nodes that games will
// have. No game is played for that. Parameters that change no move within their bounds are found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/game_driver.hpp"
#include "tuner/refine/coordinates.hpp"
#include "tuner/refine/subject.hpp"

namespace hone::refine {

struct SensitivityOptions {
  double share = 0.08;          // of the positions that chance leaves, in which a step of 1 changes the move
  std::size_t positions = 200;  // from games of this program's engine
  Limits limits = {};           // of the games
  std::uint64_t seed = 1;
  int threads = 1;  // changes no result
};

// The step of a direction that changes that share of the moves, on the average of both ways. 0: no step does anything.
struct Sensitivity {
  double step = 0;
  double share = 0;  // that was seen next to it
};

// Positions in the middle of games that the driver's own engine plays from random openings. They depend on the seed
// alone. Fewer when stopped.
[[nodiscard]] std::vector<std::unique_ptr<Board>> positions_of_games(const GameDriver& driver, std::size_t count,
                                                                     std::uint64_t seed,
                                                                     const std::stop_token& stop = {});

// Of each parameter in `single`; nothing when stopped. `progress` is told how many are done.
[[nodiscard]] std::vector<Sensitivity> sensitivity_of(const Subject& subject, const std::vector<std::size_t>& single,
                                                      const std::vector<std::unique_ptr<Board>>& positions,
                                                      const SensitivityOptions& options, const std::stop_token& stop,
                                                      const std::function<void(std::size_t done)>& progress = {});

// Of directions of many weights, one number for all: the step at which they change that share on average.
[[nodiscard]] Sensitivity sensitivity_of(const Subject& subject, const WeightDirections& directions,
                                         const std::vector<std::unique_ptr<Board>>& positions,
                                         const SensitivityOptions& options, const std::stop_token& stop);

}  // namespace hone::refine
