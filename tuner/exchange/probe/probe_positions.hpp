// SPDX-License-Identifier: MIT
//
// The positions that an engine is asked about, with what is known of the games that they are from.
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "tuner/exchange/probe/probe_engine.hpp"
#include "tuner/learn/sampling.hpp"

namespace hone::exchange {

struct ProbePositions {
  std::vector<AskedPosition> positions;
  std::vector<RowLabel> labels;  // of the positions
  bool has_chess960 = false;
  learn::SamplingSummary summary;
  std::vector<std::string> warnings;  // of the files

  // Leaves out all but these, which ascend.
  void keep(const std::vector<std::size_t>& numbers);
};

// Of games and labelled positions. Nothing when stopped. Throws Error for files of rows, and when there is no position.
// `judge` are the weights that say which positions are quiet.
[[nodiscard]] std::optional<ProbePositions> probe_positions(const GameDriver& driver, const Weights& judge,
                                                            const std::vector<std::string>& files,
                                                            const learn::SamplingOptions& sampling,
                                                            const std::stop_token& stop);

// The numbers of some of so many positions, in equal distances.
[[nodiscard]] std::vector<std::size_t> some_of(std::size_t all, std::size_t wanted);

template <class T>
[[nodiscard]] std::vector<T> picked(const std::vector<T>& all, const std::vector<std::size_t>& numbers) {
  std::vector<T> some;
  some.reserve(numbers.size());
  for (const std::size_t number : numbers) some.push_back(all[number]);
  return some;
}

}  // namespace hone::exchange
