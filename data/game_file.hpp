// SPDX-License-Identifier: MIT
//
// Game files (*.games): append-only, compressed, checksummed blocks, one game a block. Grammar and a worked
// example: data/GAMES.md. A file cut anywhere is good up to the last whole block; the rest is reported, and
// cut off when the file is opened for appending.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/game_record.hpp"

namespace hone {

struct GameFileHeader {
  std::string game;
  std::vector<std::string> players;
  std::uint64_t seed = 0;                                     // seed of the run
  std::vector<std::pair<std::string, std::string>> settings;  // limits, openings, adjudication, ...; in order

  friend bool operator==(const GameFileHeader&, const GameFileHeader&) = default;

  [[nodiscard]] const std::string* setting(std::string_view name) const;  // null: there is none
};

// Settings of a header about what played the games. The signature is a hash over a few games and over arithmetic: two
// programs with different ones play differently. The others decide nothing: files that differ there may be continued.
inline constexpr const char* signature_setting = "play signature";
inline constexpr const char* build_setting = "build";
inline constexpr const char* host_setting = "host";
inline constexpr const char* cpu_setting = "cpu seconds";
// Before the name of a player: where its process starts, and a margin of time that is not the usual one. Early versions
// wrote neither, so that a file without them may be continued.
inline constexpr const char* folder_setting = "folder of ";
inline constexpr const char* margin_setting = "time margin of ";

// How the conditions of the games differ, as "; limits is 'nodes 5' there and 'depth 4' here"; nothing when games of
// both headers may stand in one file. A signature that one of them lacks, as files of early versions do, is no
// difference.
[[nodiscard]] std::optional<std::string> difference_of(const GameFileHeader& there, const GameFileHeader& here);

// Members throw Error, of Kind::system when the disk refuses.
class GameFileWriter {
 public:
  // Creates a file. Throws if it exists already.
  [[nodiscard]] static GameFileWriter create(const std::filesystem::path& file, const GameFileHeader& header);
  // Continues an existing file. A torn end is cut off, and games_kept() returns the number of whole games. Throws if
  // the header of the file differs from the one given.
  [[nodiscard]] static GameFileWriter append(const std::filesystem::path& file, const GameFileHeader& header);

  GameFileWriter(GameFileWriter&&) noexcept;
  GameFileWriter& operator=(GameFileWriter&&) noexcept;
  ~GameFileWriter();

  void write(const GameRecord& game);  // the kernel has it on return
  void sync();                         // the disk has all games on return
  [[nodiscard]] std::uint64_t games_kept() const;

 private:
  struct State;
  explicit GameFileWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// A whole file of these games, for who writes it at once and needs no lock. Throws Error, as game files do.
[[nodiscard]] std::string format_games(const GameFileHeader& header, std::span<const GameRecord> games);

// How much of a file could be read, and why reading ended.
struct GameFileExtent {
  std::uint64_t games = 0;
  std::uint64_t bytes = 0;          // header and whole blocks
  std::uint64_t bytes_dropped = 0;  // after the last whole block
  std::string damage;  // what is wrong at offset `bytes` ("torn block", "checksum", ...); empty for a sound file
};

class GameFileReader {
 public:
  // Throws Error when the file is missing or its header is not whole.
  explicit GameFileReader(const std::filesystem::path& file);
  GameFileReader(GameFileReader&&) noexcept;
  GameFileReader& operator=(GameFileReader&&) noexcept;
  ~GameFileReader();

  [[nodiscard]] const GameFileHeader& header() const;
  // Returns the next whole game, or nothing at the end or at damage; extent() then tells which of the two.
  [[nodiscard]] std::optional<GameRecord> next();
  [[nodiscard]] const GameFileExtent& extent() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hone
