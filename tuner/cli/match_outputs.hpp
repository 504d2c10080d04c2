// SPDX-License-Identifier: MIT
//
// Which files a match may write. Its record, PGN, final positions and JSON are different files, and none of them takes
// the place of something that is not the match's own.
#pragma once

#include <vector>

#include "engine/game_driver.hpp"
#include "tuner/cli/options/match_options.hpp"
#include "tuner/cli/output.hpp"
#include "tuner/match/tournament.hpp"
#include "tuner/play/entrant.hpp"

namespace hone::cli {

enum class Replace : std::uint8_t { own_files, any_file };  // any_file: --overwrite

// Throws Error when two outputs are one file, when one cannot be written, when the record is no regular file, and when
// a file of --pgn or --epd is there that may not be replaced: by its name it is not what the recorded match wrote.
void require_outputs(const MatchSettings& settings, const JsonOutput& json, Replace replace);

// Throws Error when a file of --pgn or --epd does not begin with the first game of the record. A resumed match may be
// in another folder than it was begun in, where the same name belongs to another file.
void require_own_texts(const MatchSettings& settings, const GameDriver& game, const std::vector<play::Entrant>& players,
                       const match::TournamentOptions& options);

}  // namespace hone::cli
