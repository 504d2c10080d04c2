// SPDX-License-Identifier: MIT
#include "tuner/play/uci/uci_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "data/error.hpp"
#include "data/printable.hpp"

namespace hone::play {

namespace {

using std::chrono::milliseconds;

// The time that the limits give a move, if they limit time.
std::optional<milliseconds> time_of(const Limits& limits) {
  std::optional<milliseconds> time = limits.move_time;
  if (limits.clock) time = std::min(time.value_or(limits.clock->time), limits.clock->time);
  return time;
}

// Not every engine knows `go nodes`; one that does not searches until it is told to stop.
std::string_view hint_for(const Limits& limits) {
  return limits.nodes && !limits.depth ? "; it may not know 'go nodes': try --depth or --movetime" : "";
}

// The text of a move that is none, which may be anything.
std::string shown(std::string_view move) {
  constexpr std::size_t longest = 100;
  return printable(move.substr(0, longest)) + (move.size() > longest ? "..." : "");
}

// Whether the process cannot be used any more.
bool is_fatal(EndReason reason) { return reason == EndReason::crash || reason == EndReason::stalled; }

// The protocol has words for chess alone. This program's own engine plays other games by it, and says which.
void require_game(const UciEngine& engine, const GameDriver& driver) {
  if (driver.name() == "chess") return;
  const UciOption* variant = find_uci_option(engine.options(), "UCI_Variant");
  const bool is_hone = engine.name() == "hone" || engine.name().starts_with("hone ");
  if (is_hone && variant != nullptr && std::ranges::count(variant->choices, driver.name()) > 0) return;
  throw Error(
      fmt::format("'{0}' does not say that it plays {1}: UCI engines play chess, and 'hone uci --game {1}' plays {1}",
                  printable(engine.name()), driver.name()));
}

}  // namespace

std::optional<Failure> UciPlayer::start() {
  engine_ = std::make_unique<UciEngine>(settings_);
  if (auto failure = engine_->introduce()) return failure;
  require_game(*engine_, driver_);
  engine_->set_options();
  return std::nullopt;
}

// Leaves no engine after a failure.
std::optional<Failure> UciPlayer::try_new_game(const std::stop_token& stop) {
  std::optional<Failure> failure;
  if (engine_ == nullptr) failure = start();
  if (!failure) failure = engine_->new_game(position_->is_chess960(), stop);
  if (!failure) return std::nullopt;
  failure->last_lines = engine_->last_lines();
  dismiss();
  return failure;
}

void UciPlayer::dismiss() {
  warnings_.add(engine_->take_warnings());
  engine_.reset();
}

// An engine that fails between games loses none of them if a newly started one is ready for the next game.
std::optional<Failure> UciPlayer::new_game(const Opening& opening, const std::stop_token& stop) {
  position_.emplace(driver_, opening.start);
  const bool is_used = engine_ != nullptr;
  std::optional<Failure> failure = try_new_game(stop);
  if (!failure || !is_used) return failure;
  warnings_.add({1, "between games: " + failure->detail});
  settings_.tell("failed between games and is started again: " + failure->detail);
  return try_new_game(stop);
}

UciEngine::Answer UciPlayer::ask(const Turn& turn) {
  const std::optional<milliseconds> time = time_of(turn.own_limits());
  const milliseconds stall = settings_.stall_limit.value_or(patience_for(turn.own_limits()));
  UciEngine::Patience patience{time ? *time + turn.time_margin : stall, {}, {}};
  patience.late = {
      time ? EndReason::time_forfeit : EndReason::stalled,
      fmt::format("no move within {} ms{}", patience.limit.count(), time ? "" : hint_for(turn.own_limits()))};
  if (!time && !has_been_slow_) patience.notice = settings_.notice_limit;
  if (!time) patience.hint = hint_for(turn.own_limits());
  const std::string& position = position_->after(turn.moves);
  UciEngine::Answer answer =
      engine_->search(position, go_command(turn.limits, turn.board.side_to_move()), patience, turn.stop);
  has_been_slow_ = has_been_slow_ || (patience.notice && answer.elapsed >= *patience.notice);
  return answer;
}

Reply UciPlayer::choose(const Turn& turn) {
  UciEngine::Answer answer = ask(turn);
  Reply reply;
  reply.score = answer.info.score.value_or(no_score);
  reply.depth = answer.info.depth;
  reply.selective_depth = answer.info.selective_depth;
  reply.nodes = answer.info.nodes;
  reply.elapsed = answer.elapsed;
  reply.failure = std::move(answer.failure);
  if (turn.stop.stop_requested()) return reply;
  if (!reply.failure) reply.move = position_->parse(answer.move);
  if (!reply.failure && !reply.move)
    reply.failure = Failure{EndReason::illegal_move, fmt::format("bestmove '{}'", shown(answer.move))};
  if (!reply.failure) return reply;
  reply.failure->last_lines = engine_->last_lines();
  if (is_fatal(reply.failure->reason)) dismiss();
  return reply;
}

ProtocolWarnings UciPlayer::take_warnings() {
  if (engine_ != nullptr) warnings_.add(engine_->take_warnings());
  return std::exchange(warnings_, {});
}

}  // namespace hone::play
