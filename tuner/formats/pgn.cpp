// SPDX-License-Identifier: MIT
#include "tuner/formats/pgn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string_view>
#include <vector>

#include "data/printable.hpp"
#include "data/text_lines.hpp"
#include "data/words.hpp"
#include "engine/opening.hpp"
#include "tuner/formats/search_comment.hpp"

namespace hone::formats {

namespace {

constexpr std::size_t line_width = 80;  // PGN specification, 4.3: export lines are shorter than 80 + line end

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : printable_bytes(text)) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string tag(const char* name, std::string_view value) { return fmt::format("[{} \"{}\"]\n", name, escaped(value)); }

// The words are those of the PGN standard (9.8.1) or, where it has none, those of cutechess.
const char* termination(EndReason reason) {
  switch (reason) {
    case EndReason::none:
      return "unterminated";
    case EndReason::resign:
    case EndReason::draw_adjudication:
    case EndReason::max_plies:
      return "adjudication";
    case EndReason::time_forfeit:
      return "time forfeit";
    case EndReason::illegal_move:
      return "rules infraction";
    case EndReason::crash:
      return "abandoned";
    case EndReason::stalled:
      return "stalled connection";
    default:
      return "normal";
  }
}

// Braces are left out of the note, because a closing one would end the comment.
std::string ending_comment(const GameRecord& game) {
  std::string note = game.note.empty() ? "" : ": " + printable_bytes(game.note);
  std::replace_if(
      note.begin(), note.end(), [](char c) { return c == '{' || c == '}'; }, ' ');
  return fmt::format("{{{}{}}}", to_string(game.outcome.reason), note);
}

std::string comment_on(const GameRecord& game, std::size_t ply) {
  if (ply < game.opening_plies) return "{book}";
  const std::size_t searched = ply - game.opening_plies;
  const std::string text =
      search_comment(game.moves[ply], searched < game.details.size() ? &game.details[searched] : nullptr);
  return text.empty() ? text : '{' + text + '}';
}

void append_words(std::vector<std::string>& words, std::string_view text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    if (end > begin) words.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

// Of the first move: the last field of a FEN. Positions of other games have none.
int first_number(const GameDriver& driver, const Board& start) {
  if (driver.name() != "chess") return 1;
  const std::string fen = start.text();
  return std::max(1, whole_number<int>(std::string_view(fen).substr(fen.rfind(' ') + 1)).value_or(1));
}

// Numbers, moves and comments as words, between which lines may be broken.
std::vector<std::string> movetext(const GameDriver& driver, const GameRecord& game) {
  std::vector<std::string> words;
  const std::unique_ptr<Board> board = start_of(driver, game);
  int number = first_number(driver, *board);
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    const bool first = board->side_to_move() == Side::first;
    if (first || words.empty()) words.push_back(fmt::format("{}{}", number, first ? "." : "..."));
    words.push_back(board->move_for_people(game.moves[ply].move));
    append_words(words, comment_on(game, ply));
    play_checked(*board, game.moves[ply].move);
    if (!first) ++number;
  }
  if (game.outcome.reason != EndReason::none) append_words(words, ending_comment(game));
  words.emplace_back(result_text(game.outcome));
  return words;
}

// Where a line begins with another word, it is an escape or a tag, which may have a byte order mark before it.
bool may_begin_line(std::string_view word) {
  return !word.starts_with('%') && !word.starts_with('[') && !word.starts_with(byte_order_mark);
}

std::string wrapped(const std::vector<std::string>& words) {
  std::string text;
  std::size_t column = 0;
  for (const std::string& word : words) {
    if (column > 0 && column + 1 + word.size() >= line_width && may_begin_line(word)) {
      text += '\n';
      column = 0;
    }
    if (column > 0) text += ' ', ++column;
    text += word;
    column += word.size();
  }
  return text + '\n';
}

// Whether the castling rights in a FEN name the files of the rooks.
bool is_chess960(std::string_view start) {
  const std::size_t side = start.find_first_of(" ");
  if (side == std::string_view::npos || start.size() < side + 4) return false;
  const std::string_view rights = start.substr(side + 3, start.find(' ', side + 3) - side - 3);
  return rights.find_first_of("ABCDEFGHabcdefgh") != std::string_view::npos;
}

// One tag where both players have the same time, otherwise one each, as cutechess writes them.
std::string time_control_tags(const PgnHeading& heading, bool draughts) {
  const auto& [first, second] = heading.time_controls;
  if (first.empty() && second.empty()) return {};
  if (first == second) return tag("TimeControl", first);
  return tag("WhiteTimeControl", draughts ? second : first) + tag("BlackTimeControl", draughts ? first : second);
}

// Seconds without superfluous zeros: "10", "0.1".
std::string seconds_text(std::chrono::milliseconds time) {
  return fmt::format("{}", static_cast<double>(time.count()) / 1000);
}

}  // namespace

const char* result_text(const Outcome& outcome) {
  if (outcome.reason == EndReason::none) return "*";
  return outcome.utility > 0 ? "1-0" : outcome.utility < 0 ? "0-1" : "1/2-1/2";
}

std::string round_text(const GameRecord& game, const PgnHeading& heading) {
  if (!heading.is_paired) return fmt::format("{}", game.number + 1);
  return fmt::format("{}.{}", game.number / 2 + 1, game.number % 2 + 1);
}

PgnHeading heading_of(const GameFileHeader& header) {
  PgnHeading heading;
  if (const std::string* const date = header.setting("date")) heading.date = *date;
  return heading;
}

std::string time_control_text(const Limits& limits) {
  if (!limits.clock) return limits.move_time ? seconds_text(*limits.move_time) + "/move" : "-";
  const Clock& clock = *limits.clock;
  std::string text = clock.moves_to_go > 0 ? fmt::format("{}/", clock.moves_to_go) : "";
  text += seconds_text(clock.time);
  return clock.increment.count() > 0 ? text + '+' + seconds_text(clock.increment) : text;
}

std::string to_pgn(const GameDriver& driver, const GameRecord& game, std::span<const std::string> players,
                   const PgnHeading& heading) {
  const bool draughts = driver.name() == "checkers";
  const std::string& first = players[game.first];
  const std::string& second = players[second_player(game, players.size())];
  std::string text = tag("Event", heading.event) + tag("Site", heading.site) + tag("Date", heading.date) +
                     tag("Round", round_text(game, heading)) + tag(draughts ? "Black" : "White", first) +
                     tag(draughts ? "White" : "Black", second) + tag("Result", result_text(game.outcome));
  if (draughts) text += tag("GameType", "21");
  if (driver.name() == "chess" && !game.start.empty() && is_chess960(driver.parse(game.start)->text())) {
    text += tag("Variant", "fischerandom");  // also where a book has said KQkq of rooks that stand elsewhere
  }
  if (!game.start.empty()) text += tag("FEN", game.start) + tag("SetUp", "1");
  text += time_control_tags(heading, draughts);
  if (game.weight != 1) text += tag("Weight", fmt::format("{}", game.weight));
  text += tag("PlyCount", std::to_string(game.moves.size())) + tag("Termination", termination(game.outcome.reason));
  return text + '\n' + wrapped(movetext(driver, game)) + '\n';
}

}  // namespace hone::formats
