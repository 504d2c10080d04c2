// SPDX-License-Identifier: MIT
//
// The words of the Go Text Protocol, version 2: the limits that a program is told, and the answers that it gives.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/search_types.hpp"
#include "games/game.hpp"

namespace hone::play {

// The limits that the protocol has words for, which are those in time. A program plays at a level of its own otherwise.
[[nodiscard]] Limits in_time_alone(const Limits& limits);

// Throws Error when the limits of the player's own, if it has any, are not of time alone, or its limits are no whole
// seconds. `usual` are those of everybody. `player` is for the message.
void check_gtp_limits(std::string_view player, const std::optional<Limits>& own, const Limits& usual);

// "time_settings 300 0 0" before a game, and "time_left black 12 0" before a move; empty without a limit in time. An
// increment is not told before, but is in what is left.
[[nodiscard]] std::string time_settings_command(const Limits& limits);
[[nodiscard]] std::string time_left_command(const Limits& limits, Side side);

// An answer line by line: "=12 D4", which an empty line ends. What stands in front of it is no part of it.
class GtpAnswer {
 public:
  explicit GtpAnswer(std::string id) : id_(std::move(id)) {}

  enum class Line { of_answer, last, stray };  // stray: neither part of this answer nor empty
  Line take(std::string_view line);

  [[nodiscard]] bool is_done() const { return is_done_; }  // "=", otherwise "?"
  // The lines of the answer, of which the first is without its number.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string id_;
  bool has_begun_ = false;
  bool is_another_ = false;  // lines of the answer to another command follow
  bool is_done_ = false;
  std::string text_;
};

}  // namespace hone::play
