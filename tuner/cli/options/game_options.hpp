// SPDX-License-Identifier: MIT
//
// Which game is played, from which position, and how long to think at most.
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

// The same limits. Throws UsageError when there is none.
[[nodiscard]] const Limits& required_limits(const Limits& limits);

// What a command is about that goes over all games unless it is told one: those of the program's own, if it has any.
[[nodiscard]] std::vector<const GameDriver*> games_of_this_program();

// --game, which may be left out where a weights file says it, and in a program with one game of its own.
class GameOption {
 public:
  void declare(Options& options);

  // The game of --game, otherwise that of the first weights file among `sources` (see engine/named_weights.hpp),
  // otherwise the program's own. Throws UsageError when there is none of these.
  [[nodiscard]] const GameDriver& driver(const std::vector<std::string>& sources = {}) const;
  [[nodiscard]] bool is_given() const { return !name_.empty(); }
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

// The position that the text describes; the initial one for an empty text and for "startpos". Throws UsageError.
[[nodiscard]] std::unique_ptr<Board> board_of(const GameDriver& game, const std::string& position);
// The initial position with this komi, unless that is empty.
[[nodiscard]] std::unique_ptr<Board> board_of(const GameDriver& game, const std::string& position,
                                              const std::string& komi);

}  // namespace hone::cli
