// SPDX-License-Identifier: MIT
//
// The samples of one game: pure work on one record, done on any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "data/game_record.hpp"
#include "data/rows.hpp"
#include "engine/game_driver.hpp"
#include "tuner/sampling/sampling_options.hpp"

namespace hone {

struct Sample {
  std::uint64_t hash;  // of the position that the row is of
  Row row;
  float score = no_row_score;  // that a search gave the position, first player's view, centi-units
};

struct GameSamples {
  std::vector<Sample> samples;  // in order of the game
  SamplingSummary counts;       // rows and duplicates not yet known
  float target = 0.5F;
  std::uint32_t game = 0;  // id_of
};

// The id of a game's rows, drawn from its seed: the same in every data set that it is part of, so that a game once held
// out stays so in all fits with one seed.
[[nodiscard]] constexpr std::uint32_t id_of(const GameRecord& game) {
  return static_cast<std::uint32_t>(game.seed ^ (game.seed >> 32));
}

// Throws Error when the game does not follow the rules. `engine` judges what is quiet.
[[nodiscard]] GameSamples samples_of(const GameDriver& driver, Engine& engine, const GameRecord& game,
                                     const SamplingOptions& options);

// The board whose row stands for `board`, after Quiet; nothing when it is to be dropped. `played` is the move that
// was chosen there, if known.
[[nodiscard]] std::unique_ptr<Board> quiet_board(Engine& engine, std::unique_ptr<Board> board,
                                                 std::optional<MoveCode> played, const SamplingOptions& options);

}  // namespace hone
