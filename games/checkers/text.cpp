// SPDX-License-Identifier: MIT
#include "games/checkers/text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "games/checkers/movegen.hpp"
#include "games/refusal.hpp"

namespace hone::checkers {
namespace {

constexpr int most_pieces = 12;
constexpr int noted_quiet_plies = 20;  // pictures note so many, and more

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; (at = text.find(separator)) != std::string_view::npos; text.remove_prefix(at + 1)) {
    parts.push_back(text.substr(0, at));
  }
  parts.push_back(text);
  return parts;
}

// Reads a number written as to_text writes it: digits only, without leading zeros.
std::optional<int> parse_number(std::string_view text, int least, int most) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < least || number > most) return std::nullopt;
  if (text.front() == '0' && text.size() > 1) return std::nullopt;
  return number;
}

// Reads a square, counted from 0.
int require_square(std::string_view text) {
  const auto number = parse_number(text, 1, square_count);
  if (!number) reject("a square 1 to 32", text);
  return *number - 1;
}

Side require_colour(std::string_view text) {
  if (text.empty() || (text.front() != 'B' && text.front() != 'W')) reject("B or W", text);
  return text.front() == 'B' ? Side::first : Side::second;
}

// Reads "21", "K21" or "21-24".
void add_pieces(Position& pos, Side side, std::string_view item) {
  const bool king = item.starts_with('K');
  const std::vector<std::string_view> ends = split(item.substr(king ? 1 : 0), '-');
  if (ends.size() > 2) reject("a square or a range", item);
  const int first = require_square(ends.front());
  const int last = require_square(ends.back());
  if (last < first) reject("a range that ends after its beginning", item);
  for (int square = first; square <= last; ++square) {
    if ((pos.empty() & bit(square)) == 0) reject("every square once", item);
    if (!king && (king_row(side) & bit(square)) != 0) reject("men before their king row", item);
    (side == Side::first ? pos.black : pos.white) |= bit(square);
    if (king) pos.kings |= bit(square);
  }
}

void add_side(Position& pos, std::string_view field) {
  const Side side = require_colour(field);
  field.remove_prefix(1);
  if (field.empty()) return;
  for (const std::string_view item : split(field, ',')) add_pieces(pos, side, item);
}

std::uint8_t parse_quiet_plies(std::string_view field) {
  const auto plies = field.starts_with('H') ? parse_number(field.substr(1), 0, most_quiet_plies) : std::nullopt;
  if (!plies) reject("H and 0 to 80 plies without progress", field);
  return static_cast<std::uint8_t>(*plies);
}

std::string pieces(Squares set, Squares kings) {
  std::string text;
  while (set != 0) {
    const int square = pop_first(set);
    text += fmt::format("{}{}{}", text.empty() ? "" : ",", (kings & bit(square)) != 0 ? "K" : "", square + 1);
  }
  return text;
}

// Returns squares counted from 0, or nothing unless they are separated by '-', 'x' or ':'. As whoever can capture must,
// the sign says nothing that the position does not.
std::optional<std::vector<std::uint8_t>> parse_path(std::string_view text) {
  std::vector<std::uint8_t> path;
  for (;;) {
    const std::size_t end = std::min(text.find_first_of("-x:"), text.size());
    const auto number = parse_number(text.substr(0, end), 1, square_count);
    if (!number) return std::nullopt;
    path.push_back(static_cast<std::uint8_t>(*number - 1));
    if (end == text.size()) break;
    text.remove_prefix(end + 1);
  }
  if (path.size() < 2) return std::nullopt;
  return path;
}

std::optional<Move> find_step(const Position& pos, const std::vector<std::uint8_t>& path) {
  if (path.size() != 2) return std::nullopt;
  for (const Direction direction : directions) {
    const Squares from = movers(pos, direction) & bit(path[0]);
    if ((step(direction, from) & pos.empty() & bit(path[1])) != 0) return Move{0, path[0], path[1]};
  }
  return std::nullopt;
}

// Returns the capture along the whole path, or otherwise the only one from its first square to its last.
std::optional<Move> find_capture(const Position& pos, Path path) {
  const Path landings = path.subspan(1);
  std::vector<Move> exact, between;
  JumpWalk(pos, path.front(), [&](Path way, Squares captured) {
    const Move move{captured, path.front(), way.back()};
    if (std::ranges::equal(way, landings)) exact.push_back(move);
    if (landings.size() == 1 && way.back() == landings.back()) between.push_back(move);
  });
  if (!exact.empty()) return exact.front();
  const bool clear = !between.empty() && std::ranges::count(between, between.front()) == std::ssize(between);
  return clear ? std::optional(between.front()) : std::nullopt;
}

}  // namespace

Position parse_position(std::string_view text) {
  const std::string_view whole = text;
  if (text.ends_with('.')) text.remove_suffix(1);
  const std::vector<std::string_view> fields = split(text, ':');
  if (fields.size() < 3 || fields.size() > 4) reject("side to move, two sides' pieces", whole);
  if (fields[0].size() != 1) reject("B or W to move", fields[0]);
  Position pos;
  pos.to_move = require_colour(fields[0]);
  if (require_colour(fields[1]) == require_colour(fields[2])) reject("the pieces of both sides", whole);
  add_side(pos, fields[1]);
  add_side(pos, fields[2]);
  if (fields.size() == 4) pos.quiet_plies = parse_quiet_plies(fields[3]);
  if (std::max(popcount(pos.black), popcount(pos.white)) > most_pieces) reject("at most twelve pieces a side", whole);
  if (pos.enemy() == 0) reject("pieces of the side that has moved", whole);
  return pos;
}

std::string to_text(const Position& pos) {
  const std::string progress = pos.quiet_plies > 0 ? fmt::format(":H{}", pos.quiet_plies) : "";
  return fmt::format("{}:W{}:B{}{}", pos.to_move == Side::first ? 'B' : 'W', pieces(pos.white, pos.kings),
                     pieces(pos.black, pos.kings), progress);
}

std::optional<Move> parse_move(const Position& pos, std::string_view text) {
  const auto path = parse_path(text);
  if (!path) return std::nullopt;
  if (!must_capture(pos)) return find_step(pos, *path);
  if ((jumpers(pos) & bit(path->front())) == 0) return std::nullopt;
  return find_capture(pos, *path);
}

std::string to_text(const Position& pos, Move move) {
  if (move.captured == 0) return fmt::format("{}-{}", move.from + 1, move.to + 1);
  std::string text;
  JumpWalk(pos, move.from, [&](Path path, Squares captured) {
    if (captured != move.captured || path.back() != move.to || !text.empty()) return;
    text = fmt::format("{}", move.from + 1);
    for (const int square : path) text += fmt::format("x{}", square + 1);
  });
  return text;
}

BoardPicture picture(const Position& pos) {
  BoardPicture board = unnamed_board(8, 8);
  board.players = black_and_white();
  chequer(board);
  for (PictureCell& cell : board.cells) cell.playable = cell.dark;
  for (int square = 0; square < square_count; ++square) {
    PictureCell& cell = board.at(row_of(square), column_of(square));
    cell.name = std::to_string(square + 1);
    const bool king = (pos.kings & bit(square)) != 0;
    const std::string_view symbol = king ? "♛" : "●";
    if ((pos.black & bit(square)) != 0) put(cell, Side::first, king ? 'B' : 'b', symbol);
    if ((pos.white & bit(square)) != 0) put(cell, Side::second, king ? 'W' : 'w', symbol);
  }
  if (pos.quiet_plies >= noted_quiet_plies) {
    board.notes.push_back(fmt::format("{} plies without a capture or a man's move", pos.quiet_plies));
  }
  return board;
}

}  // namespace hone::checkers
