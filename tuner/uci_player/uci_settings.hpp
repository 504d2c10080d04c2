// SPDX-License-Identifier: MIT
//
// How to start a UCI engine, and how long to wait for it.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace hone {

struct UciSettings {
  std::vector<std::string> command;                          // program and arguments
  std::filesystem::path directory;                           // to run in; empty: ours
  std::vector<std::pair<std::string, std::string>> options;  // set in this order after the start

  std::chrono::milliseconds start_limit{10'000};   // from `uci` to `uciok`
  std::chrono::milliseconds ready_limit{60'000};   // from `isready` to `readyok`; a large table takes time to clear
  std::chrono::milliseconds stall_limit{300'000};  // of a move whose limits say nothing about time
  std::chrono::milliseconds stop_limit{1'000};     // from `stop` to `bestmove`, and from `quit` to its end
};

}  // namespace hone
