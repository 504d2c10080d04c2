// SPDX-License-Identifier: MIT
//
// Test suites: positions with the moves that solve them, read from an EPD file with the operations `bm` (best move) and
// `am` (avoid move). And the result of `hone openings`, as text and as JSON.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/game_driver.hpp"
#include "tuner/play/opening_suite.hpp"

namespace hone::cli {

struct Problem {
  std::string id;  // the operation `id`, or the number of the line where there is none
  std::unique_ptr<Board> board;
  std::vector<MoveCode> best;   // each of them solves the problem
  std::vector<MoveCode> avoid;  // none of them solves it

  [[nodiscard]] bool solved_by(MoveCode move) const;
};

// Skips empty lines and lines that begin with '#'. Throws Error with file and line for a line that is no problem: its
// position is impossible, a move is not legal, or it has neither bm nor am.
[[nodiscard]] std::vector<Problem> read_epd_suite(const std::filesystem::path& file, const GameDriver& game);

// A suite that `hone openings` made.

struct SuiteResult {
  play::Suite suite;
  std::string about;  // how the suite was made, as its file says
  std::string file;
  double seconds = 0;
};

// The result as text; each line ends with a line end.
[[nodiscard]] std::string report(const SuiteResult& result);
[[nodiscard]] nlohmann::ordered_json to_json(const SuiteResult& result, const play::SuiteOptions& options);

}  // namespace hone::cli
