// SPDX-License-Identifier: MIT
//
// Game records and the header of a game file as bytes; layout in data/GAMES.md. Equal values have equal bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "data/game_file.hpp"
#include "data/game_record.hpp"

namespace hone {

[[nodiscard]] std::string encode_header(const GameFileHeader& header);
[[nodiscard]] std::string encode_game(const GameRecord& game);

// Returns nothing unless the bytes are exactly one whole value.
[[nodiscard]] std::optional<GameFileHeader> decode_header(std::string_view bytes);
[[nodiscard]] std::optional<GameRecord> decode_game(std::string_view bytes);

}  // namespace hone
