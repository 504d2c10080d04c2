// SPDX-License-Identifier: MIT
#include "tuner/play/gtp/gtp_player.hpp"

#include <string>
#include <vector>

#include "engine/gtp_text.hpp"
#include "tuner/play/gtp/gtp_setup.hpp"

namespace hone::play {

std::optional<Failure> GtpPlayer::start() {
  check_gtp_game(driver_);
  engine_ = std::make_unique<GtpEngine>(settings_);
  if (auto failure = engine_->introduce()) return failure;
  return engine_->set_options();
}

std::optional<Failure> GtpPlayer::begin_game(const Opening& opening, const std::stop_token& stop) {
  begin_board(opening);
  const std::vector<std::string> position = set_up_commands(driver_, *board_);
  if (auto failure = engine_->new_game(board_commands(driver_, *board_), stop)) return failure;
  return engine_->tell(position, stop);
}

EngineAnswer GtpPlayer::ask(const Turn& turn, const MovePatience& patience) {
  const Limits limits = in_time_alone(turn.own_limits());
  std::vector<std::string> news =
      take_moves(turn, [&](const Board& board, MoveCode move) { return play_command(driver_, board, move); });
  EngineAnswer answer;
  if (std::exchange(is_new_, false)) answer.failure = engine_->set_limit(time_settings_command(limits), turn.stop);
  if (engine_->knows("time_left")) news.push_back(time_left_command(limits, board_->side_to_move()));
  if (!answer.failure) answer.failure = engine_->tell(news, turn.stop);
  if (answer.failure || turn.stop.stop_requested()) return answer;
  answer = engine_->search(board_->side_to_move(), patience, turn.stop);
  has_moved_ = !answer.move.empty();
  return answer;
}

std::optional<MoveCode> GtpPlayer::parse(std::string_view text) const { return board_->parse_move(gtp_vertex(text)); }

std::optional<Failure> GtpPlayer::try_limits(const Limits& limits) {
  return engine_->set_limit(time_settings_command(in_time_alone(limits)), {});
}

}  // namespace hone::play
