// SPDX-License-Identifier: MIT
//
// What an engine and this program have said to each other: the last lines are kept, to be shown when the engine fails,
// and with a folder all lines are written to a file there, a line each with its time (UTC) and its direction:
//
//     2026-11-22T10:05:03.123Z = started: stockfish
//     2026-11-22T10:05:03.123Z > go nodes 1000            to the engine
//     2026-11-22T10:05:03.127Z < bestmove e2e4            from the engine
//     2026-11-22T10:05:03.127Z ! no network file          from its standard error
//
// The file is named after the player and the process, as in "fish-4711.log". Each line is with the operating system
// before the next one is read, so that nothing is missing after a crash.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/file.hpp"

namespace hone::play {

class Dialogue {
 public:
  // Begins the file of a process. Without this the lines are only kept. Throws Error when it cannot be made.
  void log_to(const std::filesystem::path& folder, std::string_view player, int process);

  void started(std::string_view command) { note('=', command); }
  void sent(std::string_view lines);  // each with its line end
  void received(std::string_view line) { note('<', line); }
  void complained(std::string_view bytes);  // standard error, in pieces of any size
  void ended(std::string_view how) { note('=', how); }

  // The last lines of all kinds, without control characters, cut to a length that a terminal can show.
  [[nodiscard]] std::vector<std::string> last_lines() const;
  // Why the file ends before the dialogue does; empty: it does not, or that was asked before.
  [[nodiscard]] std::string take_log_fault() { return std::exchange(log_fault_, {}); }

 private:
  struct Line {
    char direction = 0;
    std::string text;
  };

  void note(char direction, std::string_view line);
  void write(char direction, std::string_view line);

  static constexpr std::size_t lines_kept = 8;
  static constexpr std::size_t kept_length = 160;  // bytes of a line

  std::array<Line, lines_kept> last_;
  std::uint64_t count_ = 0;  // of all lines
  std::string complaint_;    // a line of standard error without its end
  std::optional<File> log_;
  std::string log_fault_;
};

}  // namespace hone::play
