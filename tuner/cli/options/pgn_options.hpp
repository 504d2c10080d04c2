// SPDX-License-Identifier: MIT
//
// What the tags of a match's PGN say besides the games: --event, --site, --date, and the limits of each game's players.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/game_record.hpp"
#include "tuner/cli/options/options.hpp"
#include "tuner/formats/pgn.hpp"
#include "tuner/match/tournament.hpp"

namespace hone::cli {

// "2026.11.22", as the tag Date of PGN has it.
[[nodiscard]] std::string date_of_today();

class PgnOptions {
 public:
  void declare(Options& options);

  // A date that was not given is that of the option file, if it exists and has one, otherwise today's. From then on it
  // is one of the options, so that a match which is resumed on another day writes the same tags.
  void settle_date(const std::string& option_file);

  // The tags of a game of this match.
  [[nodiscard]] formats::PgnHeading heading(const GameRecord& game, const match::TournamentOptions& match,
                                            const std::vector<play::Entrant>& players) const;

 private:
  std::string event_ = "hone";
  std::string site_ = "?";
  std::string date_;
};

}  // namespace hone::cli
