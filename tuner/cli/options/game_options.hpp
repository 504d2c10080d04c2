// SPDX-License-Identifier: MIT
//
// How long to think: --depth, --nodes, --movetime, --tc.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "engine/search_types.hpp"
#include "tuner/cli/options/options.hpp"

namespace hone::cli {

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

// Which game, and played with which weights.

// Of every --hash, in megabytes.
inline constexpr IntegerRange hash_range{1, 65'536};

// --game, which may be left out where a weights file says it.
class GameOption {
 public:
  void declare(Options& options);

  // The game of --game, otherwise that of the first weights file among `sources` (see engine/named_weights.hpp).
  // Throws UsageError when there is neither.
  [[nodiscard]] const GameDriver& driver(const std::vector<std::string>& sources = {}) const;
  void choose(const GameDriver& game) { name_ = game.name(); }

 private:
  std::string name_;
};

// --strict: what happens when a weights file lacks groups of the game's schema. A command that loads weights declares
// it last, as it begins a group of its own in help.
class StrictOption {
 public:
  void declare(Options& options);

  [[nodiscard]] bool given() const { return strict_; }
  // To give to load_weights(). Logs each warning once; it is empty with --strict, so that missing groups are an error.
  [[nodiscard]] WeightsWarning warning() const;

 private:
  bool strict_ = false;
  std::shared_ptr<std::set<std::string>> logged_ = std::make_shared<std::set<std::string>>();
};

// The position that the text describes; the initial one for an empty text. Throws UsageError.
[[nodiscard]] std::unique_ptr<Board> board_of(const GameDriver& game, const std::string& position);

}  // namespace hone::cli
