// SPDX-License-Identifier: MIT
#include "tuner/play/uci/uci_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hone::play {

namespace {

using std::chrono::milliseconds;

// The time that the limits give a move, if they limit time.
std::optional<milliseconds> time_of(const Limits& limits) {
  std::optional<milliseconds> time = limits.move_time;
  if (limits.clock) time = std::min(time.value_or(limits.clock->time), limits.clock->time);
  return time;
}

// Whether the process cannot be used any more.
bool is_fatal(EndReason reason) { return reason == EndReason::crash || reason == EndReason::stalled; }

}  // namespace

std::optional<Failure> UciPlayer::start() {
  engine_ = std::make_unique<UciEngine>(settings_);
  return engine_->introduce();
}

std::optional<Failure> UciPlayer::try_new_game(const std::stop_token& stop) {
  if (engine_ == nullptr) {
    if (auto failure = start()) return failure;
  }
  return engine_->new_game(position_->is_chess960(), stop);
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
  if (failure) dismiss();
  if (failure && is_used) {
    warnings_.add({1, "between games: " + failure->detail});
    failure = try_new_game(stop);
    if (failure) dismiss();
  }
  return failure;
}

UciEngine::Answer UciPlayer::ask(const Turn& turn) {
  const std::optional<milliseconds> time = time_of(turn.own_limits());
  const milliseconds limit = time ? *time + turn.time_margin : settings_.stall_limit;
  const Failure late{time ? EndReason::time_forfeit : EndReason::stalled,
                     fmt::format("no move within {} ms", limit.count())};
  const std::string& position = position_->after(turn.moves);
  return engine_->search(position, go_command(turn.limits, turn.board.side_to_move()), limit, late, turn.stop);
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
    reply.failure = Failure{EndReason::illegal_move, fmt::format("bestmove '{}'", answer.move)};
  if (reply.failure && is_fatal(reply.failure->reason)) dismiss();
  return reply;
}

ProtocolWarnings UciPlayer::take_warnings() {
  if (engine_ != nullptr) warnings_.add(engine_->take_warnings());
  return std::exchange(warnings_, {});
}

}  // namespace hone::play
