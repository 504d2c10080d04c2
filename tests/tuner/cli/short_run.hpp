// SPDX-License-Identifier: MIT
//
// The words of a run that takes a second: tic-tac-toe from nothing.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hone::cli {

// `more` are added to them.
inline std::vector<std::string> short_run(const std::filesystem::path& folder, const std::vector<std::string>& more) {
  std::vector<std::string> words{"run",           "--game",       "tic_tac_toe", "--start",       "zero", "--out",
                                 folder.string(), "--games",      "150",         "--depth",       "2",    "--noise",
                                 "100",           "--gate-games", "60",          "--match-nodes", "60",   "--log",
                                 "warning"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace hone::cli
