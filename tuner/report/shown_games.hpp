// SPDX-License-Identifier: MIT
//
// Which games of a match the page shows, and why these: the first pair that one player won twice, the shortest win, the
// one who lost after standing best, the longest. What they take on the page is bounded.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "data/game_file.hpp"
#include "engine/game_driver.hpp"
#include "tuner/report/reported_run.hpp"

namespace hone::report {

inline constexpr std::size_t most_plies_shown = 3'000;  // of all games together; a longer game is left out

struct ShownGame {
  GameRecord record;
  std::vector<std::string> why;
};

struct ShownGames {
  std::string match;    // "the final match", "the gate of generation 3"
  std::string missing;  // why none of its games can be shown; empty: they can
  const GameDriver* driver = nullptr;
  std::vector<std::string> players;
  std::vector<ShownGame> games;

  [[nodiscard]] std::string first_of(const GameRecord& game) const;  // the name of who moved first
  [[nodiscard]] std::string second_of(const GameRecord& game) const;
};

// Of the final match, or of the last gate while there is none; nothing where no match was played.
[[nodiscard]] std::optional<ShownGames> shown_games(const ReportedRun& run);

// Chooses among the games of a file. k: of the scores. Throws Error for a file that cannot be read.
[[nodiscard]] std::vector<ShownGame> choose_games(const GameDriver& driver, const std::filesystem::path& file,
                                                  double k);

}  // namespace hone::report
