// SPDX-License-Identifier: MIT
//
// Test suites: positions with the moves that solve them, from an EPD file with the operations `bm` (best move) and
// `am` (avoid move).
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
  std::string id;  // operation `id`, otherwise the line's number
  std::unique_ptr<Board> board;
  std::vector<MoveCode> best;   // any of them solves it
  std::vector<MoveCode> avoid;  // none of them does

  [[nodiscard]] bool solved_by(MoveCode move) const;
};

// Empty lines and lines that begin with '#' are skipped. Throws Error with file and line for anything else: an
// impossible position, a move that is not legal, neither bm nor am.
[[nodiscard]] std::vector<Problem> read_epd_suite(const std::filesystem::path& file, const GameDriver& game);

// What `hone openings` says of a suite, for people and for programs.

struct SuiteResult {
  play::Suite suite;
  std::string about;  // the line of the suite's file
  std::string file;
  double seconds = 0;
};

// Each line ends with a line end.
[[nodiscard]] std::string report(const SuiteResult& result);
[[nodiscard]] nlohmann::ordered_json to_json(const SuiteResult& result, const play::SuiteOptions& options);

}  // namespace hone::cli
