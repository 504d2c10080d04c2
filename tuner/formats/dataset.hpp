// SPDX-License-Identifier: MIT
//
// Files of games or of labelled positions read from one end to the other, whatever their format, in constant memory.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "data/game_file.hpp"
#include "engine/game_driver.hpp"
#include "tuner/formats/game_source.hpp"
#include "tuner/formats/labels.hpp"

namespace hone::formats {

struct ReadOptions {
  bool skip_bad = false;  // leave out what cannot be read, instead of refusing the file
  std::stop_token stop = {};
};

struct ReadSummary {
  bool is_whole = true;               // not stopped
  std::uint64_t unfinished = 0;       // games without a result, left out
  std::vector<std::string> warnings;  // what skip_bad left out, one text a file
};

// The position itself, with what a file of games knows besides its label.
struct DatasetPosition {
  LabelledPosition label;
  std::unique_ptr<Board> board;
  std::optional<int> ply;  // moves played before, where it is known
  std::optional<MoveCode> played;
};

// The visitor says whether to go on, and may throw Error to refuse an item, which is then one that cannot be read.
// Throws Error with file and line when something cannot be read, but not before the
// end of the file, so that all faults are counted.
using GameVisitor = std::function<bool(NamedGame&)>;
using PositionVisitor = std::function<bool(DatasetPosition&)>;
ReadSummary read_games(const std::filesystem::path& file, const ReadOptions& options, const GameVisitor& visit);
// A file of games gives every position after the opening, its score that of the move played, its game the number of the
// game.
ReadSummary read_positions(const GameDriver& driver, const std::filesystem::path& file, const ReadOptions& options,
                           const PositionVisitor& visit);

// The game that the file says, or whose positions its first line holds; throws Error when none does, or several do,
// and for a pipe, whose first lines would be missing afterwards.
[[nodiscard]] const GameDriver& game_of(const std::filesystem::path& file);

inline constexpr std::size_t most_players = 256;  // of a header: a record has a byte for each
inline constexpr std::string_view other_players = "others";

// The header of games merged from several files: all that their own headers agree on, and the players of all. Where
// there are more than most_players, those beyond the 255th are other_players. Throws Error for pipes, because files may
// have to be read for the names first.
[[nodiscard]] GameFileHeader common_header(const std::vector<std::string>& files);

}  // namespace hone::formats
