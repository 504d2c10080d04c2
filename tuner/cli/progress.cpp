// SPDX-License-Identifier: MIT
#include "tuner/cli/progress.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <utility>

#include "tuner/number_text.hpp"

namespace hone {
namespace {

constexpr auto redraw_interval = std::chrono::milliseconds(100);
constexpr auto log_interval = std::chrono::seconds(30);

std::string amount_text(const ProgressState& state) {
  if (state.total == 0) return fmt::format("{} {}", grouped(state.done), state.unit);
  return fmt::format("{} of {} {} ({} %)", grouped(state.done), grouped(state.total), state.unit,
                     100 * state.done / state.total);
}

// Units a second; 0 while nothing can be said.
double rate(const ProgressState& state) {
  const bool known = state.done > state.resumed && state.seconds > 0;
  return known ? static_cast<double>(state.done - state.resumed) / state.seconds : 0;
}

}  // namespace

std::string duration_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  const auto minutes = static_cast<std::uint64_t>(seconds / 60 + 0.5);
  if (minutes < 100) return fmt::format("{} min", minutes);
  return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
}

std::string to_string(const ProgressState& state) {
  std::string text = amount_text(state);
  if (const double speed = rate(state); speed > 0) {
    text += fmt::format(", {:.1f}/s", speed);
    if (state.total > state.done) {
      text += fmt::format(", {} left", duration_text(static_cast<double>(state.total - state.done) / speed));
    }
  }
  if (!state.note.empty()) text += ", " + state.note;
  return text;
}

Progress::Progress(std::shared_ptr<Console> console, std::string unit, std::uint64_t total, std::uint64_t resumed)
    : console_(std::move(console)),
      state_{.unit = std::move(unit), .total = total, .resumed = resumed, .done = resumed, .seconds = 0, .note = {}},
      next_(console_->has_status_line() ? start_ : start_ + log_interval) {}

Progress::~Progress() { console_->set_status(""); }

void Progress::resume_at(std::uint64_t resumed) {
  const std::lock_guard lock(mutex_);
  state_.resumed = resumed;
}

void Progress::update(std::uint64_t done, std::string_view note) {
  update(done, [&] { return ProgressNote{std::string(note), {}}; });
}

void Progress::update(std::uint64_t done, const std::function<ProgressNote()>& note) {
  if (!console_->shows_progress()) return;
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  const ProgressNote shown = note();
  state_.done = done;
  state_.note = shown.line;
  state_.seconds = std::chrono::duration<double>(now - start_).count();
  if (console_->has_status_line()) {
    console_->set_status(shown.lines + to_string(state_));
    next_ = now + redraw_interval;
  } else {
    spdlog::info(to_string(state_));
    next_ = now + log_interval;
  }
}

}  // namespace hone
