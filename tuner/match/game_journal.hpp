// SPDX-License-Identifier: MIT
//
// The games of a tournament on disk, each exactly once: a game file to which every game is appended as it ends, by
// its number. From it a tournament goes on after anything, and everything that is reported comes from it. When
// the tournament is over, its games are put in the order of their numbers.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>

#include "data/game_file.hpp"

namespace hone::match {

class GameJournal {
 public:
  // Keeps nothing.
  GameJournal() = default;
  // Begins the file or goes on with it. Throws Error when it was begun with another header.
  GameJournal(const std::filesystem::path& file, const GameFileHeader& header);

  // The game of that number, once, if the file held it when it was opened. Any thread.
  [[nodiscard]] std::optional<GameRecord> take(std::uint64_t number);
  [[nodiscard]] std::uint64_t games_kept() const { return games_kept_; }

  // With the kernel on return, so that nothing is lost when this process dies; with the disk within a second of
  // play, so that a power cut costs no more. Any thread.
  void add(const GameRecord& game);

  // All is on disk.
  void sync();
  // Likewise, and the file holds the games 0 .. games-1 in this order and no others. No game may be added after.
  void close(std::uint64_t games);

 private:
  void read_kept();
  void put_in_order(std::uint64_t games);

  std::mutex mutex_;
  std::filesystem::path file_;
  GameFileHeader header_;
  std::optional<GameFileWriter> writer_;
  std::map<std::uint64_t, GameRecord> kept_;
  std::uint64_t games_kept_ = 0;
  std::uint64_t written_ = 0;  // games in the file
  bool in_order_ = true;       // they are 0, 1, ..., written_ - 1
  std::chrono::steady_clock::time_point last_sync_ = std::chrono::steady_clock::now();
};

}  // namespace hone::match
