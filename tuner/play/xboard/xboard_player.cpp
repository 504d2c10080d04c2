// SPDX-License-Identifier: MIT
#include "tuner/play/xboard/xboard_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "data/error.hpp"
#include "data/printable.hpp"

namespace hone::play {

namespace {

// A move as most engines spell it: "e2-e4" without the hyphen, "o-o" and "0-0" as O-O, "e8=q" with a capital. Other
// letters stay, as "Bxc6" and "bxc6" are moves of different pieces.
std::string as_usual(std::string_view text) {
  std::string letters(text);
  std::ranges::replace(letters, 'o', 'O');
  std::ranges::replace(letters, '0', 'O');
  if (letters == "O-O" || letters == "O-O-O") return letters;
  std::string usual;
  for (const char c : text) {
    const bool is_after_square = !usual.empty() && usual.back() >= '1' && usual.back() <= '8';
    if (c != '-' || !is_after_square) usual += c;
  }
  if (!usual.empty()) usual.back() = static_cast<char>(std::toupper(static_cast<unsigned char>(usual.back())));
  return usual;
}

}  // namespace

std::optional<Failure> XboardPlayer::start() {
  if (driver_.name() != "chess") throw Error(fmt::format("xboard engines play chess, and not {}", driver_.name()));
  engine_ = std::make_unique<XboardEngine>(settings_);
  if (auto failure = engine_->introduce()) return failure;
  const XboardFeatures& features = engine_->features();
  if (!features.plays_chess())
    throw Error(
        fmt::format("'{}' does not play chess; it plays {}", printable(features.name), printable(features.variants)));
  engine_->set_options();
  return std::nullopt;
}

std::optional<Failure> XboardPlayer::begin_game(const Opening& opening, const std::stop_token& stop) {
  begin_board(opening);
  std::string position = board_->text();
  if (position == driver_.initial()->text()) position.clear();
  if (UciPosition(driver_, opening.start).is_chess960())
    throw Error(fmt::format("an opening is of Chess960, which hone does not play with xboard engines: {}", position));
  if (!position.empty() && !engine_->features().setboard) {
    throw Error(
        fmt::format("'{}' cannot be given a position (feature setboard=0), and an opening begins with one: {}; "
                    "openings of moves, as a PGN has them, or none will do",
                    printable(engine_->features().name), position));
  }
  return engine_->new_game(position, stop);
}

EngineAnswer XboardPlayer::ask(const Turn& turn, const MovePatience& patience) {
  const Limits& limits = turn.own_limits();
  check_xboard_limits(settings_.player, limits);
  XboardEngine::Question question;
  if (std::exchange(is_new_, false)) question.limits = limit_commands(limits);
  question.moves = take_moves(turn, [is_san = engine_->features().san](const Board& board, MoveCode move) {
    return is_san ? board.move_for_people(move) : board.move_text(move);
  });
  question.side_to_move = board_->side_to_move();
  question.clocks = clock_commands(turn.limits, question.side_to_move);
  EngineAnswer answer = engine_->search(question, patience, turn.stop);
  has_moved_ = !answer.move.empty();
  return answer;
}

std::optional<Failure> XboardPlayer::try_limits(const Limits& limits) {
  return engine_->try_limits(limit_commands(limits));
}

// In coordinates or in SAN, whatever was asked for.
std::optional<MoveCode> XboardPlayer::parse(std::string_view text) const {
  if (const auto move = board_->parse_move(text)) return move;
  return board_->parse_move(as_usual(text));
}

}  // namespace hone::play
