// SPDX-License-Identifier: MIT
#include "games/go/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "data/words.hpp"
#include "games/refusal.hpp"

namespace hone::go {
namespace {

constexpr std::string_view columns = "ABCDEFGHJ";

// The words between single spaces; two spaces make an empty word.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t space; (space = text.find(' ')) != std::string_view::npos; text.remove_prefix(space + 1)) {
    words.push_back(text.substr(0, space));
  }
  words.push_back(text);
  return words;
}

std::string komis_of(int size) { return fmt::format("a komi from -{0} to {0} in whole or half points", size * size); }

void read_board(Position& pos, std::string_view rows, std::string_view text) {
  const auto size = static_cast<std::size_t>(pos.size);
  const std::string wanted = fmt::format("{0} rows of {0} points, separated by /", size);
  if (rows.size() != size * (size + 1) - 1) reject(wanted, text);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t column = i % (size + 1);
    const auto place = bit(point_at(static_cast<int>(size - 1 - i / (size + 1)), static_cast<int>(column)));
    if ((rows[i] == '/') != (column == size)) reject(wanted, text);
    if (rows[i] == 'X') pos.black |= place;
    if (rows[i] == 'O') pos.white |= place;
    if (std::string_view("XO./").find(rows[i]) == std::string_view::npos) reject("X, O or . on points", text);
  }
  if (!is_legal_board(pos.black, pos.white, pos.board())) reject("chains that have a liberty", text);
}

// The stone that has just taken another at the ko must be alone, and the only one that can be taken there.
bool is_ko(const Position& pos, int point) {
  if (!pos.empty().contains(point) || pos.passes != 0) return false;
  const Points enemy = pos.enemy();
  if (neighbours(bit(point), pos.board() & ~enemy) != Points()) return false;
  const Points taken = captured_at(pos, point);
  return taken.is_single() && neighbours(taken, pos.empty()) == bit(point);
}

}  // namespace

Position parse_position(std::string_view text, int size) {
  const std::vector<std::string_view> words = words_of(text);
  if (words.size() != 5) reject("rows, side to move, komi, ko point and passes, separated by spaces", text);
  Position pos;
  pos.size = static_cast<std::uint8_t>(size);
  read_board(pos, words[0], text);
  if (words[1] != "X" && words[1] != "O") reject("X or O to move", text);
  pos.to_move = words[1] == "X" ? Side::first : Side::second;
  const std::optional<int> komi = parse_komi(words[2], size);
  if (!komi || komi_text(*komi) != words[2]) reject(komis_of(size), text);
  pos.komi_halves = static_cast<std::int16_t>(*komi);
  if (words[4] != "0" && words[4] != "1" && words[4] != "2") reject("0, 1 or 2 passes", text);
  pos.passes = static_cast<std::uint8_t>(words[4][0] - '0');
  if (words[3] != "-") {
    const std::optional<Move> ko = parse_move(words[3], size);
    if (!ko || *ko == pass || to_text(*ko) != words[3] || !is_ko(pos, ko->point)) {
      reject("a point where a single stone was just taken in a ko, or -", text);
    }
    pos.ko = ko->point;
  }
  return pos;
}

std::string to_text(const Position& pos) {
  std::string text;
  for (int row = pos.size - 1; row >= 0; --row) {
    for (int column = 0; column < pos.size; ++column) {
      const int point = point_at(row, column);
      text += pos.black.contains(point) ? 'X' : pos.white.contains(point) ? 'O' : '.';
    }
    text += row > 0 ? '/' : ' ';
  }
  return text + fmt::format("{} {} {} {}", pos.to_move == Side::first ? 'X' : 'O', komi_text(pos.komi_halves),
                            pos.ko == no_point ? "-" : to_text(Move{pos.ko}), pos.passes);
}

std::optional<Move> parse_move(std::string_view text, int size) {
  const std::string move = small_letters(text);
  if (move == "pass") return pass;
  if (move.size() != 2) return std::nullopt;
  const auto column = small_letters(columns.substr(0, static_cast<std::size_t>(size))).find(move[0]);
  const int row = move[1] - '1';
  if (column == std::string::npos || row < 0 || row >= size) return std::nullopt;
  return Move{static_cast<std::uint8_t>(point_at(row, static_cast<int>(column)))};
}

std::string to_text(Move move) {
  if (move == pass) return "pass";
  if (move.point >= places || column_of(move.point) >= largest_size) return "none";
  return fmt::format("{}{}", columns[static_cast<std::size_t>(column_of(move.point))], row_of(move.point) + 1);
}

std::optional<int> parse_komi(std::string_view text, int size) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const bool half = text.ends_with(".5");
  if (half) text.remove_suffix(2);
  if (!half && text.ends_with(".0")) text.remove_suffix(2);
  if (text.empty() || text.size() > 2 || text.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  int halves = half ? 1 : 0;
  int whole = 0;
  for (const char digit : text) whole = 10 * whole + (digit - '0');
  halves += 2 * whole;
  if (halves > 2 * size * size) return std::nullopt;
  return negative ? -halves : halves;
}

int require_komi(std::string_view text, int size) {
  const std::optional<int> halves = parse_komi(text, size);
  if (!halves) reject(komis_of(size), text);
  return *halves;
}

std::string komi_text(int halves) {
  return fmt::format("{}{}{}", halves < 0 ? "-" : "", std::abs(halves) / 2, halves % 2 != 0 ? ".5" : "");
}

BoardPicture picture(const Position& pos) {
  BoardPicture picture = unnamed_board(pos.size, pos.size);
  picture.players = black_and_white();
  picture.crossings = true;
  for (int i = 0; i < pos.size; ++i) {
    picture.row_names[static_cast<std::size_t>(i)] = std::to_string(pos.size - i);
    picture.column_names[static_cast<std::size_t>(i)] = columns[static_cast<std::size_t>(i)];
    for (int column = 0; column < pos.size; ++column) {
      const int point = point_at(pos.size - 1 - i, column);
      PictureCell& cell = picture.at(i, column);
      cell.name = to_text(Move{static_cast<std::uint8_t>(point)});
      if (pos.black.contains(point)) put(cell, Side::first, 'X', "●");
      if (pos.white.contains(point)) put(cell, Side::second, 'O', "●");
    }
  }
  picture.notes.push_back(fmt::format("komi {}", komi_text(pos.komi_halves)));
  if (pos.ko != no_point) picture.notes.push_back(fmt::format("ko at {}", to_text(Move{pos.ko})));
  if (pos.passes == 1) picture.notes.emplace_back("the other side has just passed");
  if (pos.passes == 2) picture.notes.emplace_back("both sides have passed");
  return picture;
}

}  // namespace hone::go
