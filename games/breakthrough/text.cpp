// SPDX-License-Identifier: MIT
#include "games/breakthrough/text.hpp"

#include <fmt/format.h>

#include <array>

#include "games/refusal.hpp"

namespace hone::breakthrough {
namespace {

constexpr int pieces_at_first = 16;

// One row of eight squares, from its a-file on.
void read_row(std::string_view row, int first, Position& pos, std::string_view text) {
  int file = 0;
  for (const char c : row) {
    const bool gap = '1' <= c && c <= '8';
    if (!gap && c != 'P' && c != 'p') reject("P, p or 1 to 8 on rows", text);
    const int next = file + (gap ? c - '0' : 1);
    if (next > 8) reject("rows of eight squares", text);
    if (c == 'P') pos.white |= bit(first + file);
    if (c == 'p') pos.black |= bit(first + file);
    file = next;
  }
  if (file != 8) reject("rows of eight squares", text);
}

void read_board(std::string_view board, Position& pos, std::string_view text) {
  constexpr int top = 56;
  int first = top;
  for (;; first -= 8) {
    const std::size_t end = std::min(board.find('/'), board.size());
    read_row(board.substr(0, end), first, pos, text);
    if (first == 0 || end == board.size()) {
      board.remove_prefix(end);
      break;
    }
    board.remove_prefix(end + 1);
  }
  if (first != 0 || !board.empty()) reject("eight rows", text);
}

void require_possible(const Position& pos, std::string_view text) {
  if (popcount(pos.white) > pieces_at_first || popcount(pos.black) > pieces_at_first)
    reject("at most sixteen pieces a side", text);
  const View view = seen_by_mover(pos);
  if (view.enemy == 0) reject("a piece of the side that has just moved", text);
  if ((view.own & rank_8) != 0) reject("no piece of the side to move on its last row", text);
  if (popcount(view.enemy & rank_1) > 1) reject("one piece at most on its last row", text);
}

std::string row_text(const Position& pos, int first) {
  std::string text;
  for (int square = first; square < first + 8; ++square) {
    if (contains(pos.white, square)) {
      text += 'P';
    } else if (contains(pos.black, square)) {
      text += 'p';
    } else if (!text.empty() && '1' <= text.back() && text.back() <= '7') {
      ++text.back();
    } else {
      text += '1';
    }
  }
  return text;
}

}  // namespace

Position parse_position(std::string_view text) {
  if (text.size() < 2 || !(text.ends_with(" w") || text.ends_with(" b"))) reject("rows, a space, w or b", text);
  Position pos;
  pos.to_move = text.back() == 'w' ? Side::first : Side::second;
  read_board(text.substr(0, text.size() - 2), pos, text);
  require_possible(pos, text);
  return pos;
}

std::string to_text(const Position& pos) {
  std::string text = row_text(pos, 56);
  for (int first = 48; first >= 0; first -= 8) text += '/' + row_text(pos, first);
  return text + (pos.to_move == Side::first ? " w" : " b");
}

std::string to_text(Move move) {
  const auto square = [](int s) { return fmt::format("{}{}", static_cast<char>('a' + s % 8), s / 8 + 1); };
  return square(move.from) + square(move.to);
}

BoardPicture picture(const Position& pos) {
  BoardPicture board = lettered_board(8, 8);
  chequer(board);
  for (int square = 0; square < 64; ++square) {
    PictureCell& cell = board.at(7 - rank_of(square), square & 7);
    if (contains(pos.white, square)) put(cell, Side::first, 'P', "♟");
    if (contains(pos.black, square)) put(cell, Side::second, 'p', "♟");
  }
  return board;
}

}  // namespace hone::breakthrough
