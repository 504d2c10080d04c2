// SPDX-License-Identifier: MIT
#include "tuner/play/gtp/gtp_setup.hpp"

#include <fmt/format.h>

#include "data/error.hpp"
#include "engine/go_games.hpp"
#include "engine/gtp_text.hpp"
#include "games/go/text.hpp"
#include "games/othello/othello.hpp"

namespace hone::play {

namespace {

bool is_othello(const GameDriver& game) { return game.name() == Othello::name; }

std::vector<std::string> stone_commands(const go::Position& position) {
  std::vector<std::string> commands;
  for (const Side side : {Side::first, Side::second}) {
    for (go::Points left = position.stones(side); !left.empty();) {
      const int point = left.pop_first();
      commands.push_back(
          fmt::format("play {} {}", gtp_colour(side), go_point_text(go::row_of(point), go::column_of(point))));
    }
  }
  if (position.passes > 0) commands.push_back(fmt::format("play {} pass", gtp_colour(other(position.to_move))));
  return commands;
}

[[noreturn]] void refuse_opening(std::string_view what, const Board& start) {
  throw Error(
      fmt::format("an opening begins {}, which the Go Text Protocol has no words for: {}; let it begin with moves",
                  what, start.text()));
}

}  // namespace

void check_gtp_game(const GameDriver& game) {
  if (!go_size(game) && !is_othello(game))
    throw Error(fmt::format("GTP engines play go and othello, and not {}", game.name()));
}

std::vector<std::string> board_commands(const GameDriver& game, const Board& start) {
  if (is_othello(game)) return {"boardsize 8", "clear_board"};
  const go::Position position = go_position(start);
  return {fmt::format("boardsize {}", position.size), "clear_board",
          fmt::format("komi {}", go::komi_text(position.komi_halves))};
}

std::vector<std::string> set_up_commands(const GameDriver& game, const Board& start) {
  if (is_othello(game)) {
    if (start.hash() != game.initial()->hash()) refuse_opening("within a game", start);
    return {};
  }
  const go::Position position = go_position(start);
  if (position.ko != go::no_point) refuse_opening("in a ko", start);
  return stone_commands(position);
}

std::string play_command(const GameDriver& game, const Board& board, MoveCode move) {
  if (is_othello(game) && Othello::decode(move) == othello::pass) return {};
  return fmt::format("play {} {}", gtp_colour(board.side_to_move()), board.move_text(move));
}

}  // namespace hone::play
