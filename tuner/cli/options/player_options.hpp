// SPDX-License-Identifier: MIT
//
// Who plays: --player, what is said of a single player: --option, --limits, --dir, and --log-engines.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/cli/options/options.hpp"
#include "tuner/play/entrant.hpp"

namespace hone::cli {

class PlayerOptions {
 public:
  void declare(Options& options);

  // In the order given. Throws UsageError.
  [[nodiscard]] std::vector<play::PlayerSpec> players() const;

 private:
  std::vector<std::string> players_, options_, limits_, directories_;
  std::string log_folder_;
};

// The only engine of a command: --engine uci:COMMAND with its --option, --dir and --log-engines.
class OnlyEngineOptions {
 public:
  void declare(Options& options);

  // Nothing without --engine. Throws UsageError, also for options of an engine that is not there.
  [[nodiscard]] std::optional<play::PlayerSpec> player() const;

 private:
  std::string engine_, directory_, log_folder_;
  std::vector<std::string> options_;
};

// "NAME=weights:FILE", "NAME=random", "NAME=uci:COMMAND with 'its arguments'". Throws Error.
[[nodiscard]] play::PlayerSpec parse_player(std::string_view text);

// These speak of one of the players, and throw Error when there is no such player.
void set_player_option(std::vector<play::PlayerSpec>& players, std::string_view text);  // "NAME.Option=value"
void set_player_limits(std::vector<play::PlayerSpec>& players, std::string_view text);  // "NAME:nodes=1000,margin=20"
void set_player_directory(std::vector<play::PlayerSpec>& players, std::string_view text);  // "NAME=PATH"

}  // namespace hone::cli
