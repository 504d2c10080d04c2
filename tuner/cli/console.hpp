// SPDX-License-Identifier: MIT
//
// Standard error: log lines and, on a terminal, a status of one line or more below them that each log line pushes down.
// Colour only on a terminal, and not when NO_COLOR is set.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace hone {

class Console {
 public:
  explicit Console(bool show_progress);

  [[nodiscard]] bool shows_progress() const { return show_progress_; }
  // Whether there is a status line; without one progress goes to the log now and then.
  [[nodiscard]] bool has_status_line() const { return status_line_; }
  [[nodiscard]] bool has_colour() const { return colour_; }

  // Replaces the status, its lines cut to the width of the terminal; empty removes it. Any thread may call it.
  void set_status(std::string_view text);
  // Puts whole lines above the status line. Any thread may call it.
  void write(std::string_view lines);

 private:
  void erase_status() const;
  void draw_status() const;

  bool show_progress_;
  bool status_line_;
  bool colour_;
  std::mutex mutex_;
  std::string status_;
};

// Sends the default log of spdlog to the console, times in UTC. `level` is a name of spdlog's.
void start_logging(const std::shared_ptr<Console>& console, const std::string& level);

}  // namespace hone
