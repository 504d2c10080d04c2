// SPDX-License-Identifier: MIT
//
// A child process that reads and writes lines over pipes. It inherits three pipes and no other descriptor, and runs in
// a session of its own: an interrupt from the terminal reaches only this program, and the signals that end the child
// also reach the processes that it has started. The destructor ends the process and reaps it, and ends what it has left
// behind in its session.
//
// A guard, a small shell that waits on a pipe, ends all of these processes when this program is killed and cannot. Only
// a process that moves to another process group escapes.
//
// Any number of processes may be used from any threads, each by one thread at a time. A broken pipe is reported as a
// result, not as a signal: from the first process on, this program ignores SIGPIPE.
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
  int signal = 0;  // that ended the process; 0: none

  friend bool operator==(const ExitStatus&, const ExitStatus&) = default;
};
[[nodiscard]] std::string to_string(const ExitStatus& status);  // "exited with code 3", "killed by signal 11 (...)"

class Process {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // `command` is the program, searched for in PATH unless its name has a folder, and its arguments. Unless `directory`
  // is empty, the program runs there and a relative name is looked for there. `on_errors` is given the process's
  // standard error, in pieces, while this object waits. Throws Error when the program cannot be started.
  Process(const std::vector<std::string>& command, const std::filesystem::path& directory,
          std::function<void(std::string_view)> on_errors = {});
  Process(Process&&) noexcept;
  Process& operator=(Process&&) noexcept;
  ~Process();  // kills the process if it still runs

  // Returns false when the process has closed its input. Never waits: text that the pipe does not take at once is
  // written during the next wait.
  bool write(std::string_view text);

  enum class Wait {
    answered,  // `is_answer` was true for a line
    closed,    // the process has closed its output, or ended
    late,      // there was no answer by the deadline
    stopped,   // by the token
    flooded,   // there was no answer in output_limit bytes
  };
  // Passes the output to is_answer, line by line, until that returns true.
  [[nodiscard]] Wait wait(Time deadline, const std::stop_token& stop,
                          const std::function<bool(std::string_view line)>& is_answer);

  // Waits for the process to end; returns nothing if it does not in time.
  [[nodiscard]] std::optional<ExitStatus> wait_for_end(std::chrono::milliseconds patience);
  // Asks the process to end with the line `farewell`, then with SIGTERM, waits for `patience` each time, then kills it.
  // Ends the processes that it has left behind, too.
  ExitStatus end(std::string_view farewell, std::chrono::milliseconds patience);

  [[nodiscard]] int id() const;                        // of the process and of its group
  [[nodiscard]] std::uint64_t overlong_lines() const;  // that were dropped
  [[nodiscard]] std::string last_words() const;        // the end of its standard error

  static constexpr std::size_t line_limit = std::size_t{1} << 16;
  static constexpr std::uint64_t output_limit = std::uint64_t{64} << 20;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hone::play
