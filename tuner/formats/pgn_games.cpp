// SPDX-License-Identifier: MIT
//
// PGN of chess and PDN of checkers as formats of the table.
#include <memory>

#include "tuner/formats/formats.hpp"
#include "tuner/formats/notation_games.hpp"
#include "tuner/formats/pgn.hpp"
#include "tuner/formats/pgn_records.hpp"
#include "tuner/formats/pgn_text.hpp"

namespace hone::formats {

std::unique_ptr<GameSource> open_pgn_games(const std::filesystem::path& file) {
  return std::make_unique<NotationGames<PgnGames>>(file, find_driver("chess"), players_of);
}

std::unique_ptr<GameSource> open_pdn_games(const std::filesystem::path& file) {
  return std::make_unique<NotationGames<PgnGames>>(file, find_driver("checkers"), players_of);
}

Encoder<NamedGame> notation_encoder(const GameFileHeader& header) { return encoder_of(to_pgn, header); }

}  // namespace hone::formats
