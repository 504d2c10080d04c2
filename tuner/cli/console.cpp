// SPDX-License-Identifier: MIT
#include "tuner/cli/console.hpp"

#include <fmt/format.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "data/printable.hpp"
#include "tuner/cli/print/lines.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::cli {

namespace {

constexpr auto redraw_interval = std::chrono::milliseconds(100);
constexpr auto log_interval = std::chrono::seconds(30);

std::string amount_done(const ProgressState& state) {
  std::string text = text::grouped(state.done);
  if (state.total > 0) text += " of " + text::grouped(state.total);
  text += ' ' + state.unit;
  if (state.total > 0) return text + fmt::format(" ({} %)", 100 * state.done / state.total);
  return state.share ? text + fmt::format(" ({:.0f} %)", std::floor(100 * *state.share)) : text;
}

// Units a second; 0 while the rate is not known.
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

namespace {

std::string speed_text(double speed) {
  if (speed >= 100) return text::grouped(static_cast<std::uint64_t>(std::llround(speed)));
  return text::fixed(speed, speed < 1 ? 2 : 1);
}

// Seconds; nothing while it is not known, and at the end.
std::optional<double> time_left(const ProgressState& state) {
  const double speed = rate(state);
  if (state.total > state.done && speed > 0) return static_cast<double>(state.total - state.done) / speed;
  const bool has_share = state.total == 0 && state.share && *state.share > 0 && *state.share < 1;
  return has_share ? std::optional(state.seconds * (1 - *state.share) / *state.share) : std::nullopt;
}

}  // namespace

std::string to_string(const ProgressState& state) {
  std::string text = amount_done(state);
  if (const double speed = rate(state); speed > 0) text += fmt::format(", {}/s", speed_text(speed));
  if (const auto left = time_left(state)) text += fmt::format(", {} left", duration_text(*left));
  if (!state.note.empty()) text += ", " + state.note;
  return text;
}

std::string to_lines(const ProgressState& state, std::size_t width) { return wrapped(to_string(state), width, 2); }

Progress::Progress(std::shared_ptr<Console> console, std::string unit, std::uint64_t total, std::uint64_t resumed)
    : console_(std::move(console)),
      state_{.unit = std::move(unit), .total = total, .resumed = resumed, .done = resumed, .seconds = 0, .note = {}},
      next_(console_->has_status_line() ? start_ : start_ + log_interval) {}

Progress::~Progress() { console_->set_status(""); }

void Progress::resume_at(std::uint64_t resumed) {
  const std::lock_guard lock(mutex_);
  state_.resumed = resumed;
}

namespace {

std::optional<double> no_share() { return std::nullopt; }

}  // namespace

void Progress::update(std::uint64_t done, std::string_view note) {
  show(done, no_share, [&] { return ProgressNote{std::string(note), {}}; });
}

void Progress::update(std::uint64_t done, const std::function<ProgressNote()>& note) { show(done, no_share, note); }

void Progress::update_share(std::uint64_t done, const std::function<std::optional<double>()>& share) {
  show(done, share, [] { return ProgressNote{}; });
}

void Progress::show(std::uint64_t done, const std::function<std::optional<double>()>& share,
                    const std::function<ProgressNote()>& note) {
  if (!console_->shows_progress()) return;
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  const ProgressNote shown = note();
  state_.done = done;
  state_.share = share();
  state_.note = shown.line;
  state_.seconds = std::chrono::duration<double>(now - start_).count();
  if (console_->has_status_line()) {
    console_->set_status(shown.lines + to_lines(state_, console_->width()));
    next_ = now + redraw_interval;
  } else {
    spdlog::info(to_string(state_));
    next_ = now + log_interval;
  }
}

namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool is_terminal() {
  const char* type = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && type != nullptr && std::string_view(type) != "dumb";
}

std::size_t terminal_width() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

void put(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

std::string_view colour_of(spdlog::level::level_enum level) {
  switch (level) {
    case spdlog::level::warn:
      return "\033[33m";
    case spdlog::level::err:
    case spdlog::level::critical:
      return "\033[31m";
    default:
      return "\033[2m";
  }
}

// The sink of spdlog's log.
class ConsoleSink final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit ConsoleSink(std::shared_ptr<Console> console) : console_(std::move(console)) {}

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    const std::string text = printable_lines({message.payload.data(), message.payload.size()});
    spdlog::details::log_msg shown = message;
    shown.payload = text;
    spdlog::memory_buf_t buffer;
    formatter_->format(shown, buffer);
    std::string line(buffer.data(), buffer.size());
    if (console_->has_colour() && shown.color_range_start < shown.color_range_end) {
      line.insert(shown.color_range_end, "\033[m");
      line.insert(shown.color_range_start, colour_of(shown.level));
    }
    console_->write(line);
  }
  void flush_() override {}

 private:
  std::shared_ptr<Console> console_;
};

}  // namespace

std::string cut_lines(std::string_view text, std::size_t width) {
  std::string lines;
  std::size_t column = 0;
  for (const char c : text) {
    const bool continues = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (c == '\n') column = 0;
    if (c != '\n' && !continues) ++column;
    if (column <= width) lines += c;
  }
  return lines;
}

Console::Console(bool show_progress)
    : show_progress_(show_progress),
      status_line_(show_progress && is_terminal()),
      colour_(is_terminal() && !is_set("NO_COLOR")) {}

// The last column stays free: some terminals begin a line after it.
std::size_t Console::width() const { return terminal_width() - 1; }

void Console::set_status(std::string_view text) {
  if (!status_line_) return;
  const std::lock_guard lock(mutex_);
  erase_status();
  status_ = cut_lines(printable_lines(text), width());
  draw_status();
}

void Console::write(std::string_view lines) {
  const std::lock_guard lock(mutex_);
  erase_status();
  put(lines);
  draw_status();
}

void Console::erase_status() const {
  if (status_.empty()) return;
  put("\r\033[K");
  for (auto below = std::count(status_.begin(), status_.end(), '\n'); below > 0; --below) put("\033[A\033[K");
}

void Console::draw_status() const {
  put(status_);
  std::fflush(stderr);
}

void start_logging(const std::shared_ptr<Console>& console, const std::string& level) {
  auto sink = std::make_shared<ConsoleSink>(console);
  sink->set_formatter(
      std::make_unique<spdlog::pattern_formatter>("%Y-%m-%dT%H:%M:%SZ %^%-7l%$ %v", spdlog::pattern_time_type::utc));
  auto logger = std::make_shared<spdlog::logger>("hone", std::move(sink));
  logger->set_level(spdlog::level::from_str(level));
  spdlog::set_default_logger(std::move(logger));
}

}  // namespace hone::cli
