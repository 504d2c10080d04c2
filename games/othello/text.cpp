// SPDX-License-Identifier: MIT
#include "games/othello/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "data/words.hpp"
#include "games/refusal.hpp"

namespace hone::othello {
namespace {

constexpr std::string_view discs = "XO";
constexpr char empty_square = '-';

void require_form(std::string_view text) {
  if (text.size() != 66 || text[64] != ' ') reject("64 squares, a space and the side to move", text);
  if (text.substr(0, 64).find_first_not_of("XO-") != std::string_view::npos) reject("X, O or - on squares", text);
  if (discs.find(text[65]) == std::string_view::npos) reject("X or O to move", text);
}

void require_possible(const Position& pos, std::string_view text) {
  const Squares occupied = ~pos.empty();
  if ((occupied & centre) != centre) reject("discs on d4, e4, d5 and e5", text);
  Squares joined = centre;
  for (Squares before = 0; joined != before;) {
    before = joined;
    joined |= neighbours(joined) & occupied;
  }
  if (joined != occupied) reject("discs that are joined to the centre", text);
}

}  // namespace

Position parse_position(std::string_view text) {
  require_form(text);
  Position pos;
  for (int square = 0; square < 64; ++square) {
    const char disc = text[static_cast<std::size_t>(square)];
    if (disc == 'X') pos.black |= bit(square);
    if (disc == 'O') pos.white |= bit(square);
  }
  pos.to_move = text.back() == 'X' ? Side::first : Side::second;
  require_possible(pos, text);
  return pos;
}

std::string to_text(const Position& pos) {
  std::string text(64, empty_square);
  for (int square = 0; square < 64; ++square) {
    if (contains(pos.black, square)) text[static_cast<std::size_t>(square)] = 'X';
    if (contains(pos.white, square)) text[static_cast<std::size_t>(square)] = 'O';
  }
  return text + (pos.to_move == Side::first ? " X" : " O");
}

std::optional<Move> parse_move(std::string_view text) {
  constexpr std::array<std::string_view, 4> passes{"pass", "pa", "ps", "--"};
  const std::string move = small_letters(text);
  if (std::ranges::find(passes, move) != passes.end()) return pass;
  const bool on_board = move.size() == 2 && 'a' <= move[0] && move[0] <= 'h' && '1' <= move[1] && move[1] <= '8';
  if (!on_board) return std::nullopt;
  return Move{static_cast<std::uint8_t>((move[1] - '1') * 8 + (move[0] - 'a'))};
}

std::string to_text(Move move) {
  if (move == pass) return "pass";
  return fmt::format("{}{}", static_cast<char>('a' + column_of(move.square)), row_of(move.square) + 1);
}

BoardPicture picture(const Position& pos) {
  BoardPicture board = lettered_board(8, 8, FirstRow::at_top);
  board.players = black_and_white();
  for (int square = 0; square < 64; ++square) {
    PictureCell& cell = board.at(row_of(square), column_of(square));
    if (contains(pos.black, square)) put(cell, Side::first, 'X', "●");
    if (contains(pos.white, square)) put(cell, Side::second, 'O', "●");
  }
  board.notes.push_back(fmt::format("Black {}, White {}", popcount(pos.black), popcount(pos.white)));
  return board;
}

}  // namespace hone::othello
