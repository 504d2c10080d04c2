// SPDX-License-Identifier: MIT
//
// What a teacher thinks of positions and of others near them. From a position of a game go the move that was played
// there and lines of a few random moves; the position and what these lead to are a neighbourhood, and each of its
// positions is searched by the teacher. A search compares such positions with one another, and hardly ever with those
// of other games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <unordered_set>
#include <vector>

#include "data/game_record.hpp"
#include "data/rows.hpp"
#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "tuner/formats/game_source.hpp"
#include "tuner/learn/sampling.hpp"

namespace hone::text {
class Options;
}

namespace hone::learn {

struct NeighbourhoodOptions {
  std::size_t per_game = 6;   // positions of a game at most, at random, each with a neighbourhood
  int around = 16;            // positions of it beside these two: of the game, and after the move played
  int plies = 2;              // random moves to such a position, 1 to `plies`
  std::uint64_t nodes = 500;  // of each search
  Score max_score = 1'500;    // centi-units, either sign; positions that are judged beyond it are left out
  std::uint64_t seed = 1;
  int threads = 1;  // changes nothing of the result

  // Declares all but seed and threads.
  void declare(text::Options& options);
  void validate() const;  // throws Error naming the bound that is broken
};

struct NeighbourhoodCounts {
  std::uint64_t games = 0;
  std::uint64_t unfinished = 0;  // games without a result, left out
  std::uint64_t repeated = 0;    // games whose moves were those of an earlier one, left out
  std::uint64_t positions = 0;   // of these games, with a neighbourhood
  std::uint64_t rows = 0;        // in all neighbourhoods

  friend bool operator==(const NeighbourhoodCounts&, const NeighbourhoodCounts&) = default;
};

// The score of a row is the teacher's of its position; the row itself is that of the end of the position's quiescence
// line. Weights and ids of rows are those of their games (GameIds).
struct Neighbourhoods {
  RowSet rows;
  std::vector<std::size_t> first{0};  // neighbourhood i has the rows first[i] .. first[i + 1] - 1; none is empty
  NeighbourhoodCounts counts;

  [[nodiscard]] std::size_t size() const { return first.size() - 1; }
};

// Called from one thread at a time.
using NeighbourhoodProgress = std::function<void(const NeighbourhoodCounts&)>;

// Takes neighbourhoods from games, file after file. Games are remembered, so that each counts once.
class NeighbourhoodSampler {
 public:
  // `pupil` follows quiescence lines. Throws Error for options that are out of bounds.
  NeighbourhoodSampler(const GameDriver& driver, Weights teacher, Weights pupil, const NeighbourhoodOptions& options);

  // Left out are positions of a game that are in check, have a single move or were judged beyond max_score when they
  // were played; around them those in check, with a decided score or one beyond max_score, and where the game is over,
  // there or at the end of the quiescence line; and neighbourhoods of which less than two positions are left. Returns
  // false when stopped; those of the first games are then there. Throws Error with file and line or game where the file
  // cannot be read.
  bool add_games(const std::filesystem::path& file, const std::stop_token& stop = {},
                 const NeighbourhoodProgress& progress = {});

  [[nodiscard]] const Neighbourhoods& found() const { return found_; }

 private:
  struct Judged;
  struct JudgedGame;
  class Examiner;

  [[nodiscard]] JudgedGame judge(const formats::UnreadGame& unread, const std::filesystem::path& file,
                                 Examiner& examiner, const std::stop_token& stop) const;
  [[nodiscard]] JudgedGame judge(const GameRecord& game, Examiner& examiner, const std::stop_token& stop) const;
  void take(const JudgedGame& game);

  const GameDriver& driver_;
  Weights teacher_, pupil_;
  NeighbourhoodOptions options_;
  Neighbourhoods found_;
  GameIds ids_;
  std::unordered_set<std::uint64_t> seen_;  // moves of games
};

}  // namespace hone::learn
