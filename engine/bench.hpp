// SPDX-License-Identifier: MIT
//
// The functional fingerprint of the engine: the number of nodes it needs for fixed positions at fixed depth. A change
// that is not meant to change behaviour must leave this number as it is.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "engine/game_driver.hpp"

namespace hone {

struct BenchOptions {
  std::optional<Depth> depth;      // the game's bench_depth by default
  std::optional<Weights> weights;  // bench_weights() by default
  std::size_t hash_bytes = std::size_t{16} << 20;
};

struct BenchSummary {
  std::uint64_t nodes = 0;
  std::uint64_t positions = 0;
  SearchCounters counters;
  std::chrono::nanoseconds elapsed{};

  [[nodiscard]] std::uint64_t nodes_per_second() const;
};

// Called after each position.
using BenchObserver = std::function<void(const std::string& position, const SearchResult& result)>;

[[nodiscard]] BenchSummary bench(const GameDriver& driver, const BenchOptions& options,
                                 const BenchObserver& observer = {});

// Returns the material weights. To every weight of a linear group a small amount is added that is drawn from its name
// and never zero, so that each such feature takes part in the fingerprint.
[[nodiscard]] Weights bench_weights(const GameDriver& driver);

}  // namespace hone
