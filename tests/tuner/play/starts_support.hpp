// SPDX-License-Identifier: MIT
//
// What the tests of the starts of games share: quick games of chess, starts as self-play asks for them, a small book.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>
#include <vector>

#include "data/game_file.hpp"
#include "data/hash.hpp"
#include "tests/engine/no_adjudication.hpp"
#include "tests/tuner/play/default_self_play.hpp"
#include "tests/tuner/run/loop_support.hpp"
#include "tuner/play/game_starts.hpp"
#include "tuner/play/self_play.hpp"

namespace hone::play {

inline const GameDriver& chess_game() { return find_driver("chess"); }

// A chess game of some ten plies each, played in no time.
inline SelfPlayOptions quick_chess(std::uint64_t games) {
  SelfPlayOptions options = default_self_play(chess_game());
  options.games = games;
  options.limits.nodes = 30;
  options.openings.limits.nodes = 30;
  options.openings.bound = 1'000;
  options.adjudication = no_adjudication();
  options.adjudication.draw_count = 1;
  options.adjudication.draw_score = max_eval;
  options.adjudication.draw_ply = 16;
  options.engine.hash_bytes = std::size_t{1} << 16;
  return options;
}

inline std::vector<GameRecord> play_games(const GameDriver& driver, const SelfPlayOptions& options) {
  const TempFolder folder;
  self_play(driver, driver.material_weights(), options, folder / "x.games", Existing::refuse, {});
  std::vector<GameRecord> games;
  GameFileReader reader(folder / "x.games");
  while (auto game = reader.next()) games.push_back(*game);
  return games;
}

inline GameStarts starts_of(const GameDriver& driver, const StartOptions& options, std::uint64_t seed = 1) {
  OpeningOptions openings = default_openings(driver, OpeningUse::training);
  openings.limits.nodes = 30;
  return {driver, driver.material_weights(), options, openings, seed};
}

// The starts of games 0 .. games-1, as self-play asks for them.
inline std::vector<GameStart> draw_starts(const GameDriver& driver, const StartOptions& options, std::uint64_t games,
                                          std::uint64_t seed = 1) {
  const GameStarts starts = starts_of(driver, options, seed);
  const auto engine = driver.engine(driver.material_weights(), {.hash_bytes = std::size_t{1} << 16});
  std::vector<GameStart> drawn;
  for (std::uint64_t number = 0; number < games; ++number) {
    drawn.push_back(starts.start(number, hash_seed(seed, number), *engine));
  }
  return drawn;
}

// Four standard deviations of the number of successes on either side.
inline void expect_share(std::uint64_t found, std::uint64_t of, double share) {
  const double all = static_cast<double>(of), mean = share * all;
  EXPECT_NEAR(static_cast<double>(found), mean, 4 * std::sqrt(mean * (1 - share)));
}

inline constexpr const char* ten_positions =
    "# ten\n"
    "X../.../... O\n.X./.../... O\n..X/.../... O\n.../X../... O\n.../.X./... O\n"
    ".../..X/... O\n.../.../X.. O\n.../.../.X. O\n.../.../..X O\n.../.../... X\n";

inline StartOptions book_of(const std::filesystem::path& file, std::string_view text) {
  write_file_atomically(file, text);
  return {.book = file.string()};
}

}  // namespace hone::play
