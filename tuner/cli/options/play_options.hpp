// SPDX-License-Identifier: MIT
//
// How games are played: what selfplay, match and run have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/adjudication.hpp"
#include "tuner/cli/options/options.hpp"
#include "tuner/play/openings.hpp"
#include "tuner/play/self_player.hpp"
#include "tuner/stats/statistics.hpp"

namespace hone::cli {

// --threads, --seed, --hash.
struct WorkOptions {
  int threads = all_cores();
  std::uint64_t seed = 1;
  std::size_t hash_megabytes = 4;

  void declare(Options& options);
  [[nodiscard]] std::size_t hash_bytes() const { return hash_megabytes << 20; }

  [[nodiscard]] static int all_cores();
};

// --resign, --draw, --verify-share.
struct AdjudicationFlags {
  AdjudicationOptions rules;

  void declare(Options& options);
};

// --noise, --temperature, --temperature-plies, --temperature-margin, --node-jitter.
struct VarietyFlags {
  play::Variety variety;

  void declare(Options& options);
};

// --opening-plies, --opening-bound.
struct OpeningFlags {
  std::optional<int> plies;
  std::optional<Score> bound;

  void declare(Options& options);
  void apply(play::OpeningOptions& openings) const;  // where given
};

// "0,5" or "off".
struct SprtFlag {
  std::optional<stats::SprtOptions> test;

  void declare(Options& options, std::string_view name, std::string_view help);
};

}  // namespace hone::cli
