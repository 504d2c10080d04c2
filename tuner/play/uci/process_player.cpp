// SPDX-License-Identifier: MIT
#include "tuner/play/uci/process_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "data/printable.hpp"
#include "engine/game_end.hpp"

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

Reply reply_of(EngineAnswer& answer) {
  Reply reply;
  reply.score = answer.info.score.value_or(no_score);
  reply.depth = answer.info.depth;
  reply.selective_depth = answer.info.selective_depth;
  reply.nodes = answer.info.nodes;
  reply.elapsed = answer.elapsed;
  reply.resigned = answer.resigned;
  reply.failure = std::move(answer.failure);
  return reply;
}

}  // namespace

ProcessPlayer::ProcessPlayer(const GameDriver& driver, UciSettings settings)
    : driver_(driver), settings_(std::move(settings)) {}

// Leaves no engine after a failure.
std::optional<Failure> ProcessPlayer::try_new_game(const Opening& opening, const std::stop_token& stop) {
  std::optional<Failure> failure;
  if (!is_running()) {
    has_searched_ = false;
    failure = start();
  }
  if (!failure) failure = begin_game(opening, stop);
  if (!failure) return std::nullopt;
  failure->last_lines = process().last_lines();
  dismiss();
  return failure;
}

void ProcessPlayer::dismiss() {
  warnings_.add(process().take_warnings());
  end();
}

// An engine that fails between games loses none of them if a newly started one is ready for the next game.
std::optional<Failure> ProcessPlayer::new_game(const Opening& opening, const std::stop_token& stop) {
  if (is_running() && !plays_another_game()) dismiss();
  const bool is_used = is_running();
  std::optional<Failure> failure = try_new_game(opening, stop);
  if (!failure || !is_used) return failure;
  warnings_.add({1, "between games: " + failure->detail});
  settings_.tell("failed between games and is started again: " + failure->detail);
  return try_new_game(opening, stop);
}

MovePatience ProcessPlayer::patience(const Turn& turn) const {
  const Limits limits = heeded(turn.own_limits());
  MovePatience patience;
  if (const std::optional<milliseconds> time = time_of(limits)) {
    patience.limit = *time + turn.time_margin;
    patience.late = EndReason::time_forfeit;
    return patience;
  }
  // The first search of a process may load a network, or clear tables.
  patience.limit = settings_.stall_limit.value_or(has_searched_ ? patience_for(limits) : longest_patience);
  patience.alive = settings_.stall_limit.value_or(longest_patience);
  patience.quiet = settings_.notice_limit;
  patience.notify = !has_been_slow_;
  patience.hint = hint_for(limits);
  if (!limits.depth) patience.nodes = limits.nodes;
  return patience;
}

Reply ProcessPlayer::choose(const Turn& turn) {
  const MovePatience patience = this->patience(turn);
  EngineAnswer answer = ask(turn, patience);
  has_searched_ = true;
  has_been_slow_ = has_been_slow_ || (patience.quiet && answer.elapsed >= *patience.quiet);
  if (const auto advice = node_check_.see(turn, answer.info)) settings_.tell_once("nodes", *advice);
  Reply reply = reply_of(answer);
  if (turn.stop.stop_requested()) return reply;
  if (reply.resigned) {
    rest(reply, turn.stop);
    return reply;
  }
  if (!reply.failure) reply.move = parse(answer.move);
  if (!reply.failure && !reply.move)
    reply.failure = Failure{EndReason::illegal_move, fmt::format("{} {}", word_for_moves(), quotation(answer.move))};
  if (!reply.failure) return reply;
  reply.failure->last_lines = process().last_lines();
  rest(reply, turn.stop);
  return reply;
}

// After the end of its game an engine does not search on during the games of others.
void ProcessPlayer::rest(const Reply& reply, const std::stop_token& stop) {
  if (!plays_another_game() || (reply.failure && is_breakdown(reply.failure->reason))) return dismiss();
  const std::optional<Failure> failure = end_search(stop);
  if (!failure) return;
  warnings_.add({1, "after the end of its game: " + failure->detail});
  settings_.tell("failed after the end of its game and is started again: " + failure->detail);
  dismiss();
}

ProtocolWarnings ProcessPlayer::take_warnings() {
  if (is_running()) warnings_.add(process().take_warnings());
  return std::exchange(warnings_, {});
}

}  // namespace hone::play
