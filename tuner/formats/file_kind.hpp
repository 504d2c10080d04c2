// SPDX-License-Identifier: MIT
//
// What a file of training data holds, by its name.
#pragma once

#include <cstdint>
#include <filesystem>

namespace hone::formats {

enum class FileKind : std::uint8_t { games, pgn, pdn, text, csv, epd, fen, rows, row_text };

// *.games, *.pgn, *.pdn, *.txt, *.csv, *.fen, *.rows, *.rowtext; anything else is EPD. A last *.gz is not looked at.
[[nodiscard]] FileKind kind_of(const std::filesystem::path& file);

[[nodiscard]] constexpr bool is_of_games(FileKind kind) { return kind < FileKind::csv; }
[[nodiscard]] constexpr bool is_of_rows(FileKind kind) { return kind >= FileKind::rows; }

}  // namespace hone::formats
