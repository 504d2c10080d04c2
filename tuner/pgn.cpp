// SPDX-License-Identifier: MIT
#include "tuner/pgn.hpp"

#include <fmt/format.h>

#include <memory>
#include <vector>

#include "engine/opening.hpp"

namespace hone {
namespace {

constexpr std::size_t line_width = 80;  // PGN specification, 4.3: export lines are shorter than 80 + line end

const char* result_text(const Outcome& outcome) {
  return outcome.utility > 0 ? "1-0" : outcome.utility < 0 ? "0-1" : "1/2-1/2";
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string tag(const char* name, std::string_view value) { return fmt::format("[{} \"{}\"]\n", name, escaped(value)); }

std::string score_comment(Score score) {
  if (is_decided(score)) return fmt::format("{{{}M{}}}", is_win(score) ? '+' : '-', (plies_to_end(score) + 1) / 2);
  return fmt::format("{{{:+.2f}}}", score / 100.0);
}

// Numbers, moves and comments, each a word.
std::vector<std::string> movetext(const GameDriver& driver, const GameRecord& game) {
  std::vector<std::string> words;
  const std::unique_ptr<Board> board = start_of(driver, game);
  int number = 1;
  for (const PlayedMove& played : game.moves) {
    const bool first = board->side_to_move() == Side::first;
    if (first || words.empty()) words.push_back(fmt::format("{}{}", number, first ? "." : "..."));
    words.push_back(board->move_for_people(played.move));
    if (played.score != no_score) words.push_back(score_comment(played.score));
    play_checked(*board, played.move);
    if (!first) ++number;
  }
  words.emplace_back(result_text(game.outcome));
  return words;
}

std::string wrapped(const std::vector<std::string>& words) {
  std::string text;
  std::size_t column = 0;
  for (const std::string& word : words) {
    if (column > 0 && column + 1 + word.size() >= line_width) {
      text += '\n';
      column = 0;
    }
    if (column > 0) text += ' ', ++column;
    text += word;
    column += word.size();
  }
  return text + '\n';
}

}  // namespace

std::string to_pgn(const GameDriver& driver, const GameRecord& game, std::span<const std::string> players) {
  const bool draughts = driver.name() == "checkers";
  const std::string& first = players[game.first];
  const std::string& second = players.size() == 1 ? first : players[1 - game.first];
  std::string text = tag("Event", "hone") + tag("Site", "?") + tag("Date", "????.??.??") +
                     tag("Round", std::to_string(game.number + 1)) + tag(draughts ? "Black" : "White", first) +
                     tag(draughts ? "White" : "Black", second) + tag("Result", result_text(game.outcome));
  if (draughts) text += tag("GameType", "21");
  if (!game.start.empty()) text += tag("FEN", game.start) + tag("SetUp", "1");
  text += tag("Termination", to_string(game.outcome.reason));
  return text + '\n' + wrapped(movetext(driver, game)) + '\n';
}

}  // namespace hone
