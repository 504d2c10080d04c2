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
#include <string>
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
};

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
