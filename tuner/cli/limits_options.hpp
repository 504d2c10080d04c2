// SPDX-License-Identifier: MIT
//
// How long to think: --depth, --nodes, --movetime, --tc.
#pragma once

#include <string_view>

#include "engine/search_types.hpp"
#include "tuner/cli/options.hpp"

namespace hone {

class LimitsOptions {
 public:
  // What holds when none of the options is given; no limit at all means that one must be.
  explicit LimitsOptions(Limits fallback = {}) : fallback_(fallback) {}

  void declare(Options& options);

  // Throws UsageError when there is no limit.
  [[nodiscard]] Limits limits() const;
  [[nodiscard]] bool given() const;  // on the command line or in its stead
  // Takes the fallback for given, so that it is kept with the options that are.
  void settle() { given_ = limits(); }

 private:
  Limits fallback_;
  Limits given_;
};

// "10+0.1": ten seconds for the game and a tenth more a move; "40/60+1": a minute for every forty moves.
// Throws Error.
[[nodiscard]] Clock parse_time_control(std::string_view text);
[[nodiscard]] std::string to_string(const Clock& clock);

// "depth 8", "5000 nodes", "depth 12, 100 ms a move".
[[nodiscard]] std::string to_string(const Limits& limits);

}  // namespace hone
