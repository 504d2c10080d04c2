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
  std::uint64_t seed = 0;                                     // of the run
  std::vector<std::pair<std::string, std::string>> settings;  // limits, openings, adjudication, ...; in order

  friend bool operator==(const GameFileHeader&, const GameFileHeader&) = default;
};

// Throws Error (Kind::system when the disk refuses).
class GameFileWriter {
 public:
  // A new file. Throws if there is one already.
  [[nodiscard]] static GameFileWriter create(const std::filesystem::path& file, const GameFileHeader& header);
  // Goes on with an existing file: cuts a torn tail off; games_kept() says how many games were whole.
  // Throws if its header differs from the one given.
  [[nodiscard]] static GameFileWriter append(const std::filesystem::path& file, const GameFileHeader& header);

  GameFileWriter(GameFileWriter&&) noexcept;
  GameFileWriter& operator=(GameFileWriter&&) noexcept;
  ~GameFileWriter();

  void write(const GameRecord& game);  // reaches the kernel at once
  void sync();                         // and now the disk
  [[nodiscard]] std::uint64_t games_kept() const;

 private:
  struct State;
  explicit GameFileWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// What reading a file found.
struct GameFileExtent {
  std::uint64_t games = 0;
  std::uint64_t bytes = 0;          // header and whole blocks
  std::uint64_t bytes_dropped = 0;  // behind the last whole block
  std::string damage;               // empty, or what is wrong at offset `bytes`: "torn block", "checksum", ...
};

class GameFileReader {
 public:
  // Throws Error when the file is missing or its header is not whole.
  explicit GameFileReader(const std::filesystem::path& file);
  GameFileReader(GameFileReader&&) noexcept;
  GameFileReader& operator=(GameFileReader&&) noexcept;
  ~GameFileReader();

  [[nodiscard]] const GameFileHeader& header() const;
  // The next whole game, or nothing at the end or at damage; then extent() tells which.
  [[nodiscard]] std::optional<GameRecord> next();
  [[nodiscard]] const GameFileExtent& extent() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hone
