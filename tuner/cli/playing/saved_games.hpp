// SPDX-License-Identifier: MIT
//
// The file that the games of a session are saved in, whole after every move: PGN for chess, PDN for checkers, text for
// any game, as the file's name asks for.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/game_driver.hpp"
#include "tuner/formats/game_source.hpp"

namespace hone::cli {

class SavedGames {
 public:
  explicit SavedGames(const GameDriver& driver) : driver_(driver) {}

  // Throws Error for a name that asks for no text of games of this kind, for a file that cannot be written, and for one
  // that holds something already and was not written by this object.
  void choose(const std::filesystem::path& file);
  [[nodiscard]] bool is_chosen() const { return !file_.empty(); }
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

  // Replaces what the file held. Without games nothing is written. Throws Error; the file is then what it was.
  void write(const std::vector<formats::NamedGame>& games);

 private:
  const GameDriver& driver_;
  std::filesystem::path file_;
  std::vector<std::filesystem::path> own_;  // files that were written here
};

}  // namespace hone::cli
