// SPDX-License-Identifier: MIT
#include "tuner/cli/console.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/spdlog.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace hone {
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

}  // namespace

Console::Console(bool show_progress)
    : show_progress_(show_progress),
      status_line_(show_progress && is_terminal()),
      colour_(is_terminal() && !is_set("NO_COLOR")) {}

void Console::set_status(std::string_view text) {
  if (!status_line_) return;
  const std::lock_guard lock(mutex_);
  erase_status();
  status_ = text.substr(0, terminal_width() - 1);
  draw_status();
}

void Console::sink_it_(const spdlog::details::log_msg& message) {
  spdlog::memory_buf_t line;
  formatter_->format(message, line);
  const std::string_view text(line.data(), line.size());
  const std::size_t begin = message.color_range_start;
  const std::size_t end = message.color_range_end;
  erase_status();
  if (colour_ && begin < end) {
    put(text.substr(0, begin));
    put(colour_of(message.level));
    put(text.substr(begin, end - begin));
    put("\033[m");
    put(text.substr(end));
  } else {
    put(text);
  }
  draw_status();
}

void Console::erase_status() const {
  if (!status_.empty()) put("\r\033[K");
}

void Console::draw_status() const {
  put(status_);
  std::fflush(stderr);
}

void start_logging(const std::shared_ptr<Console>& console, const std::string& level) {
  console->set_formatter(
      std::make_unique<spdlog::pattern_formatter>("%Y-%m-%dT%H:%M:%SZ %^%-7l%$ %v", spdlog::pattern_time_type::utc));
  auto logger = std::make_shared<spdlog::logger>("hone", console);
  logger->set_level(spdlog::level::from_str(level));
  spdlog::set_default_logger(std::move(logger));
}

}  // namespace hone
