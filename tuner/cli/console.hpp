// SPDX-License-Identifier: MIT
//
// Standard error: log lines and, on a terminal, a status of one or more lines below them. Each log line pushes the
// status down. Colour is used only on a terminal, and not when NO_COLOR is set. Control characters in log lines and in
// the status are shown as bytes (data/printable.hpp), whoever's text they came with.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace hone::cli {

class Console {
 public:
  explicit Console(bool show_progress);

  [[nodiscard]] bool shows_progress() const { return show_progress_; }
  // Without a status line, progress goes to the log now and then.
  [[nodiscard]] bool has_status_line() const { return status_line_; }
  [[nodiscard]] bool has_colour() const { return colour_; }
  // How many characters a line of the status may have.
  [[nodiscard]] std::size_t width() const;

  // Replaces the status; its lines are cut to the width of the terminal. An empty text removes it. Any thread may call
  // this.
  void set_status(std::string_view text);
  // Writes whole lines above the status. Any thread may call this.
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

// Sends the default log of spdlog to the console, with times in UTC. `level` is one of spdlog's names of levels.
void start_logging(const std::shared_ptr<Console>& console, const std::string& level);

// How far a long job has come: a live line on a terminal, a log line every half minute elsewhere, nothing with --quiet.
struct ProgressState {
  std::string unit;                            // plural: "games"
  std::uint64_t total = 0;                     // 0: not known
  std::uint64_t resumed = 0;                   // done before the clock started
  std::uint64_t done = 0;                      // resumed ones included
  double seconds = 0;                          // on the clock
  std::string note;                            // at the end of the line
  std::optional<double> share = std::nullopt;  // of the work that is done, where the total is not known in units
};

struct ProgressNote {
  std::string line;   // at the end of the progress line
  std::string lines;  // below it, on a terminal only; each ends with a line end
};

// "320 of 1,000 games (32 %), 12.5/s, 54 s left, note".
[[nodiscard]] std::string to_string(const ProgressState& state);

// The same in lines of at most `width` characters, where no word is longer: nothing is lost on a narrow terminal.
[[nodiscard]] std::string to_lines(const ProgressState& state, std::size_t width);

// The first characters of each line of the text, whole characters of UTF-8.
[[nodiscard]] std::string cut_lines(std::string_view text, std::size_t width);

// "54 s", "12 min", "3 h 05 min".
[[nodiscard]] std::string duration_text(double seconds);

class Progress {
 public:
  // `resumed` of the total were done by an earlier process.
  Progress(std::shared_ptr<Console> console, std::string unit, std::uint64_t total, std::uint64_t resumed = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // To be called when it turns out that `resumed` of the total were done by an earlier process.
  void resume_at(std::uint64_t resumed);
  // Cheap enough to be called often. Any thread may call it.
  void update(std::uint64_t done, std::string_view note = {});
  // The note is made only when it is to be shown.
  void update(std::uint64_t done, const std::function<ProgressNote()>& note);
  // Where the total is not known in units, but perhaps which share of the work is done, from 0 to 1. It is asked for
  // only when it is to be shown.
  void update_share(std::uint64_t done, const std::function<std::optional<double>()>& share);

 private:
  using Clock = std::chrono::steady_clock;

  void show(std::uint64_t done, const std::function<std::optional<double>()>& share,
            const std::function<ProgressNote()>& note);

  std::shared_ptr<Console> console_;
  std::mutex mutex_;
  ProgressState state_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_;  // earliest time to show something again
};

}  // namespace hone::cli
