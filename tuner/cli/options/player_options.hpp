// SPDX-License-Identifier: MIT
//
// Who plays: --player, what is said of a single player, or of each engine: --options, --option, --limits, --dir; and
// --log-engines and --set-unlisted.
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

  // Puts what the files of --options hold in their place, so that the options are whole without them. Throws Error.
  void take_option_files();

 private:
  std::vector<std::string> players_, option_files_, options_, limits_, directories_;
  std::string log_folder_;
  bool set_unlisted_ = false;
};

// The only engine of a command: --engine uci:COMMAND with its --options, --option, --dir and --log-engines.
class OnlyEngineOptions {
 public:
  void declare(Options& options);

  // Nothing without --engine. Throws UsageError, also for options of an engine that is not there.
  [[nodiscard]] std::optional<play::PlayerSpec> player() const;

 private:
  std::string engine_, option_file_, directory_, log_folder_;
  std::vector<std::string> options_;
};

// "NAME=weights:FILE", "NAME=random", "NAME=uci:COMMAND with 'its arguments'", "NAME=xboard:COMMAND",
// "NAME=gtp:COMMAND". Throws Error.
[[nodiscard]] play::PlayerSpec parse_player(std::string_view text);

// Other engines score in units of their own: scores end their games only where the options say so.
void adjudicate_only_as_asked(AdjudicationOptions& adjudication, const Options& given);

// Throws Error for the name of a player that would be mistaken for `each`, or that cannot be printed.
void require_player_name(std::string_view name);

// These speak of one of the players, or, where NAME is "each", of each engine; they throw Error when there is none.
// What is said later counts.
void set_player_options(std::vector<play::PlayerSpec>& players, std::string_view text);  // "NAME=FILE"
void set_player_option(std::vector<play::PlayerSpec>& players, std::string_view text);   // "NAME.Option=value"
void set_player_limits(std::vector<play::PlayerSpec>& players, std::string_view text);   // "NAME:nodes=1000,margin=20"
void set_player_directory(std::vector<play::PlayerSpec>& players, std::string_view text);  // "NAME=PATH"
// All such texts of limits: depth, nodes, movetime and tc that are said of a player alone stand in place of those of
// each.
void set_all_limits(std::vector<play::PlayerSpec>& players, const std::vector<std::string>& texts);

// The texts in an order in which what is said of a single player counts more: first those that speak of each.
[[nodiscard]] std::vector<std::string> each_first(std::vector<std::string> texts);

}  // namespace hone::cli
