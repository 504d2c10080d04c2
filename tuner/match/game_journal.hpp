// SPDX-License-Identifier: MIT
//
// The games of a tournament on disk, each exactly once: a game file to which every game is appended with its number as
// it ends. A tournament resumes from this file after any interruption, and every report is computed from it. When the
// tournament is over, its games are put in the order of their numbers. Games that are in the file when it is opened
// stay there unless close() is told to cut them.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "data/game_file.hpp"

namespace hone::match {

class GameJournal {
 public:
  // A journal without a file, which keeps nothing.
  GameJournal() = default;
  // Begins the file or continues it. Throws Error when it was begun with another header.
  GameJournal(const std::filesystem::path& file, const GameFileHeader& header);

  // Hands out the game with that number, once, if the file held it when it was opened. May be called from any thread.
  [[nodiscard]] std::optional<GameRecord> take(std::uint64_t number);
  // A copy of that game, which can still be taken.
  [[nodiscard]] std::optional<GameRecord> peek(std::uint64_t number);

  // Of the games that the file held when it was opened: how many there were, how many of them have this number or a
  // greater one, and whether they stood in the order of their numbers, none missing.
  [[nodiscard]] std::uint64_t games_kept() const { return numbers_kept_.size(); }
  [[nodiscard]] std::uint64_t games_kept_from(std::uint64_t number) const;
  [[nodiscard]] bool was_in_order() const { return was_in_order_; }

  // On return the kernel has the game, so that nothing is lost when this process dies; within a second of play the disk
  // has it, so that a power cut loses no more than that. May be called from any thread.
  void add(const GameRecord& game);

  // Writes everything to disk.
  void sync();
  // Writes everything to disk and leaves the games 0 .. games-1 in the file, in this order. Of the games from there on
  // those that were added go, and those that the file held when it was opened go with Beyond::cut. No game may be added
  // after that.
  enum class Beyond : std::uint8_t { keep, cut };
  void close(std::uint64_t games, Beyond beyond);

 private:
  void read_kept();
  void put_in_order(std::uint64_t games, Beyond beyond);

  std::mutex mutex_;
  std::filesystem::path file_;
  GameFileHeader header_;
  std::optional<GameFileWriter> writer_;
  std::map<std::uint64_t, GameRecord> kept_;
  std::set<std::uint64_t> numbers_kept_;
  bool was_in_order_ = true;
  std::uint64_t written_ = 0;  // games in the file
  bool in_order_ = true;       // the games are 0, 1, ..., written_ - 1
  std::chrono::steady_clock::time_point last_sync_ = std::chrono::steady_clock::now();
};

}  // namespace hone::match
