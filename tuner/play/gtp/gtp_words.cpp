// SPDX-License-Identifier: MIT
#include "tuner/play/gtp/gtp_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "data/error.hpp"
#include "engine/gtp_text.hpp"
#include "tuner/text/options.hpp"

namespace hone::play {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t longest_answer = std::size_t{1} << 16;  // bytes that are kept

bool is_limited_in_time(const Limits& limits) { return limits.move_time || limits.clock; }

std::int64_t seconds_of(milliseconds time) {
  return std::max<std::int64_t>(std::chrono::floor<seconds>(time).count(), 1);
}

}  // namespace

Limits in_time_alone(const Limits& limits) {
  Limits times;
  times.move_time = limits.move_time;
  times.clock = limits.clock;
  return times;
}

void check_gtp_limits(std::string_view player, const std::optional<Limits>& own, const Limits& usual) {
  const auto refuse = [&](std::string_view what) {
    throw Error(fmt::format("player {}: a GTP engine {}", player, what));
  };
  if (own && (own->depth || own->nodes)) {
    refuse(
        "knows no limit in depth or nodes: without a limit in time it plays at its own level, which its command line "
        "says");
  }
  const Limits limits = own ? *own : usual;
  if (limits.move_time && limits.clock) refuse("has either a time for each move or a clock");
  if (limits.move_time && limits.move_time->count() % 1000 != 0)
    refuse(fmt::format("has whole seconds for each move, and not {} ms", limits.move_time->count()));
  if (limits.clock && limits.clock->time < seconds(1)) refuse("has a clock of a second at least");
}

std::string time_settings_command(const Limits& limits) {
  if (limits.move_time) return fmt::format("time_settings 0 {} 1", seconds_of(*limits.move_time));
  if (!limits.clock) return {};
  const Clock& clock = *limits.clock;
  if (clock.moves_to_go > 0) return fmt::format("time_settings 0 {} {}", seconds_of(clock.time), clock.moves_to_go);
  return fmt::format("time_settings {} 0 0", seconds_of(clock.time));
}

std::string time_left_command(const Limits& limits, Side side) {
  if (!is_limited_in_time(limits)) return {};
  const milliseconds time = limits.move_time ? *limits.move_time : limits.clock->time;
  const int moves = limits.move_time ? 1 : limits.clock->moves_to_go;
  return fmt::format("time_left {} {} {}", gtp_colour(side), seconds_of(time), moves);
}

GtpAnswer::Line GtpAnswer::take(std::string_view line) {
  line = text::trimmed(line);
  if (line.empty()) {
    is_another_ = false;
    return has_begun_ ? Line::last : Line::of_answer;
  }
  if (has_begun_) {
    if (text_.size() < longest_answer) text_ += fmt::format("\n{}", line);
    return Line::of_answer;
  }
  if (is_another_ || (line.front() != '=' && line.front() != '?')) return Line::stray;
  const std::size_t end = std::min(line.find_first_not_of("0123456789", 1), line.size());
  const std::string_view id = line.substr(1, end - 1);
  is_another_ = !id.empty() && id != id_;
  if (is_another_) return Line::stray;
  has_begun_ = true;
  is_done_ = line.front() == '=';
  text_ = text::trimmed(line.substr(end));
  return Line::of_answer;
}

}  // namespace hone::play
