// SPDX-License-Identifier: MIT
#include "tuner/formats/sgf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "data/printable.hpp"
#include "engine/go_games.hpp"
#include "engine/opening.hpp"
#include "games/go/text.hpp"
#include "tuner/formats/search_comment.hpp"

namespace hone::formats {

namespace {

// Bytes beyond ASCII stay as they are, whatever their character set.
std::string sgf_text(std::string_view text) {
  std::string escaped;
  for (const char c : printable_bytes(text)) {
    if (c == ']' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string property(std::string_view name, std::string_view value) {
  return fmt::format("{}[{}]", name, sgf_text(value));
}

std::string sgf_point(int point, int size) {
  return {static_cast<char>('a' + go::column_of(point)), static_cast<char>('a' + size - 1 - go::row_of(point))};
}

std::string stones(std::string_view name, go::Points points, int size) {
  std::string text;
  for (go::Points left = points; !left.empty();) text += fmt::format("[{}]", sgf_point(left.pop_first(), size));
  return text.empty() ? text : fmt::format("{}{}", name, text);
}

// What gave the loser's game away is behind the plus, and in the root's comment in hone's own words.
std::string sgf_result(const Outcome& outcome, const Board& last) {
  if (outcome.utility == 0) return "0";
  const char winner = outcome.utility > 0 ? 'B' : 'W';
  switch (outcome.reason) {
    case EndReason::two_passes:
      return go_score_text(go::score_halves(go_position(last)));
    case EndReason::time_forfeit:
      return fmt::format("{}+T", winner);
    case EndReason::illegal_move:
    case EndReason::crash:
    case EndReason::stalled:
      return fmt::format("{}+F", winner);
    default:
      return fmt::format("{}+R", winner);
  }
}

// "2026.11.22" is 2026-11-22 here; a date that is not known is left out.
std::string sgf_date(std::string date) {
  if (date.find('?') != std::string::npos) return {};
  std::ranges::replace(date, '.', '-');
  return property("DT", date);
}

std::string note_of(const GameRecord& game) {
  return game.note.empty() ? to_string(game.outcome.reason)
                           : fmt::format("{}: {}", to_string(game.outcome.reason), game.note);
}

std::string comment_of(const GameRecord& game, std::size_t ply) {
  if (ply < game.opening_plies) return "book";
  const std::size_t searched = ply - game.opening_plies;
  return search_comment(game.moves[ply], searched < game.details.size() ? &game.details[searched] : nullptr,
                        Wins::graded);
}

// The nodes after the root, each on a line of its own; the board is that after them.
std::string move_nodes(const GameRecord& game, Board& board, int size) {
  std::string text;
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    const MoveCode code = game.moves[ply].move;
    const go::Move move = go::parse_move(board.move_text(code), size).value();
    const std::string point = move == go::pass ? "" : sgf_point(move.point, size);
    text += fmt::format("\n;{}[{}]", board.side_to_move() == Side::first ? 'B' : 'W', point);
    if (const std::string comment = comment_of(game, ply); !comment.empty()) text += property("C", comment);
    play_checked(board, code);
  }
  return text;
}

}  // namespace

std::string to_sgf(const GameDriver& driver, const GameRecord& game, std::span<const std::string> players,
                   const PgnHeading& heading) {
  const std::unique_ptr<Board> board = start_of(driver, game);
  const go::Position start = go_position(*board);
  const int size = start.size;
  const std::string nodes = move_nodes(game, *board, size);
  std::string text =
      fmt::format("(;FF[4]GM[1]CA[UTF-8]AP[hone:1]SZ[{}]KM[{}]RU[Chinese]", size, go::komi_text(start.komi_halves));
  text += property("PB", players[game.first]) + property("PW", players[second_player(game, players.size())]);
  text += property("EV", heading.event) + (heading.site == "?" ? "" : property("PC", heading.site));
  text += sgf_date(heading.date) + property("RO", round_text(game, heading));
  const bool is_over = game.outcome.reason != EndReason::none;
  text += is_over ? property("RE", sgf_result(game.outcome, *board)) + property("GC", note_of(game)) : "RE[?]";
  if (game.weight != 1) text += fmt::format("WEIGHT[{}]", game.weight);
  text += stones("AB", start.black, size) + stones("AW", start.white, size);
  if (!game.start.empty()) text += fmt::format("PL[{}]", start.to_move == Side::first ? 'B' : 'W');
  return text + nodes + ")\n";
}

}  // namespace hone::formats
