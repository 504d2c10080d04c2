// SPDX-License-Identifier: MIT
//
// A program that is talked to in lines, over pipes. It inherits these three pipes and no other descriptor, and is in a
// session of its own: an interrupt from the terminal is for us, and the signals that end it reach what it has started.
// When the object goes, so does the process, and is reaped.
//
// Any number of processes may be used from any threads, each by one at a time. Broken pipes are answers here, not
// signals: with the first process, SIGPIPE is ignored by this program from then on.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace hone::play {

struct ExitStatus {
  std::int64_t code = 0;
  int signal = 0;  // that ended it; 0: none

  friend bool operator==(const ExitStatus&, const ExitStatus&) = default;
};
[[nodiscard]] std::string to_string(const ExitStatus& status);  // "exited with code 3", "killed by signal 11 (...)"

class Process {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // `command` is the program, searched in PATH unless it names a folder, and its arguments. It runs in `directory`,
  // where that is not empty, and a relative program is looked for there. Throws Error when it cannot be started.
  Process(const std::vector<std::string>& command, const std::filesystem::path& directory);
  Process(Process&&) noexcept;
  Process& operator=(Process&&) noexcept;
  ~Process();  // kills it if it still runs

  // False when it has closed its input. Never waits: what the pipe does not take goes out during the next wait.
  bool write(std::string_view text);

  enum class Wait {
    answered,  // `is_answer` was true of a line
    closed,    // it has closed its output, or ended
    late,      // not by the deadline
    stopped,   // by the token
    flooded,   // more than output_limit bytes, and the answer not among them
  };
  // Hands over its output, line by line, until one is the answer.
  [[nodiscard]] Wait wait(Time deadline, const std::stop_token& stop,
                          const std::function<bool(std::string_view line)>& is_answer);

  // Waits for its end; nothing if that does not come in time.
  [[nodiscard]] std::optional<ExitStatus> wait_for_end(std::chrono::milliseconds patience);
  // Asks it to end with the line `farewell`, then with SIGTERM, each time with so much patience, then kills it.
  ExitStatus end(std::string_view farewell, std::chrono::milliseconds patience);

  [[nodiscard]] std::uint64_t overlong_lines() const;  // dropped
  [[nodiscard]] std::string last_words() const;        // the end of its standard error

  static constexpr std::size_t line_limit = std::size_t{1} << 16;
  static constexpr std::uint64_t output_limit = std::uint64_t{64} << 20;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hone::play
