// SPDX-License-Identifier: MIT
//
// The program as a process that can be left alone, signalled or killed in the middle.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace hone {

struct Ended {
  std::optional<int> code;    // nothing: by a signal
  std::optional<int> signal;  // that ended it
  double seconds = 0;
  std::string output;  // both streams
};

[[nodiscard]] inline bool has_crashed(const Ended& ended) { return ended.signal && *ended.signal != SIGKILL; }

// Starts the command; the caller waits for it.
[[nodiscard]] pid_t start_process(std::vector<std::string> command, const std::filesystem::path& output);
// Runs the command to its end, or sends it a signal after some time.
[[nodiscard]] Ended run_process(std::vector<std::string> command, const std::filesystem::path& output);
[[nodiscard]] Ended run_and_signal(std::vector<std::string> command, const std::filesystem::path& output, int signal,
                                   std::chrono::microseconds after);

}  // namespace hone
