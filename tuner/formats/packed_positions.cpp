// SPDX-License-Identifier: MIT
//
// Labelled positions of chess in the 32 bytes each of trainers of networks, as formats of the table. All numbers are
// little-endian. Bytes of a record:
//
//   marlinformat                                   bulletformat, which turns the board so that the mover plays up it
//    0..7   occupied squares, bit 0 is a1           0..7   occupied squares
//    8..23  their pieces in this order, 4 bits     8..23  their pieces, the mover's as white ones
//           each, the low half of a byte first
//   24      bit 7: Black to move; the rest: the    24..25  the mover's score
//           en passant square, 64 for none
//   25      half-move clock                        26      the mover's result: 0 loss, 1 draw, 2 win
//   26..27  move number                            27      the square of the mover's king
//   28..29  White's score                          28      the other king's, turned by a mirror of rows
//   30      0 Black has won, 1 draw, 2 White       29..31  free
//   31      free
//
// The low three bits of a piece are 0 to 5 for pawn to king, and in marlinformat 6 for a rook with the right to castle;
// the fourth is set for Black. bulletformat keeps neither who was to move nor rights nor clocks: its positions are read
// as White's to move.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

#include "data/error.hpp"
#include "tuner/formats/formats.hpp"

namespace hone::formats {

namespace {

constexpr int squares = 64, black = 8, king = 5, unmoved_rook = 6, rook = 3, no_square = 64;
constexpr std::string_view letters = "PNBRQK";

using Record = std::array<unsigned char, packed_position_bytes>;
using PackedBoard = std::array<int, squares>;  // pieces from a1; -1 for none

template <class Number>
Number number_at(std::string_view record, std::size_t at) {
  Number number = 0;
  std::memcpy(&number, record.data() + at, sizeof number);
  static_assert(std::endian::native == std::endian::little);
  return number;
}

template <class Number>
void put_number(Record& record, std::size_t at, Number number) {
  std::memcpy(record.data() + at, &number, sizeof number);
}

PackedBoard unpacked_board(std::string_view record) {
  PackedBoard board;
  board.fill(-1);
  auto occupied = number_at<std::uint64_t>(record, 0);
  if (std::popcount(occupied) > 32)
    throw Error(expected_found("32 pieces at most", fmt::to_string(std::popcount(occupied))));
  for (int i = 0; occupied != 0; ++i, occupied &= occupied - 1) {
    const auto byte = static_cast<unsigned char>(record[8 + static_cast<std::size_t>(i) / 2]);
    const int piece = i % 2 == 0 ? byte & 15 : byte >> 4;
    if ((piece & 7) > unmoved_rook) throw Error(expected_found("a piece from 0 to 6", fmt::to_string(piece & 7)));
    board[static_cast<std::size_t>(std::countr_zero(occupied))] = piece;
  }
  return board;
}

// Letters by the number of a piece.
constexpr std::string_view piece_letters = "PNBRQKR?pnbrqkr?";

// A text written into memory that suffices for any position.
class PositionText {
 public:
  void put(char c) { text_[size_++] = c; }
  void put(int number) {
    size_ = static_cast<std::size_t>(std::to_chars(end(), text_.end(), number).ptr - text_.data());
  }
  void put_square(int square) {
    if (square >= no_square) return put('-');
    put(static_cast<char>('a' + square % 8));
    put(static_cast<char>('1' + square / 8));
  }
  void put_placement(const PackedBoard& board);
  void put_rights(const PackedBoard& board);

  [[nodiscard]] std::string_view text() const { return {text_.data(), size_}; }

 private:
  [[nodiscard]] char* end() { return text_.data() + size_; }

  std::array<char, 128> text_;  // 71 of the placement, 16 of the rights, 15 of the rest and blanks at most
  std::size_t size_ = 0;
};

void PositionText::put_placement(const PackedBoard& board) {
  for (int row = 7; row >= 0; --row) {
    int empty = 0;
    for (int column = 0; column < 8; ++column) {
      const int piece = board[static_cast<std::size_t>(8 * row + column)];
      if (piece < 0) {
        ++empty;
        continue;
      }
      if (empty > 0) put(static_cast<char>('0' + empty));
      empty = 0;
      put(piece_letters[static_cast<std::size_t>(piece)]);
    }
    if (empty > 0) put(static_cast<char>('0' + empty));
    if (row > 0) put('/');
  }
}

// Of rooks beside a king on the e-file in the corners KQkq, of others their files.
void PositionText::put_rights(const PackedBoard& board) {
  const std::size_t before = size_;
  for (const int side : {0, black}) {
    const std::size_t row = side == 0 ? 0 : 56;
    const bool has_king_on_e = board[row + 4] == (king | side);
    for (int column = 7; column >= 0; --column) {
      if (board[row + static_cast<std::size_t>(column)] != (unmoved_rook | side)) continue;
      char letter = static_cast<char>('A' + column);
      if (has_king_on_e && column == 7) letter = 'K';
      if (has_king_on_e && column == 0) letter = 'Q';
      put(side == 0 ? letter : static_cast<char>(letter + ('a' - 'A')));
    }
  }
  if (size_ == before) put('-');
}

double result_at(std::string_view record, std::size_t at) {
  const int result = static_cast<unsigned char>(record[at]);
  if (result > 2) throw Error(expected_found("a result of 0, 1 or 2", fmt::to_string(result)));
  return result / 2.0;
}

void set(LabelledPosition& into, const PositionText& position, double target, double score) {
  into.position = position.text();
  into.target = target;
  into.score = score;
  into.game.reset();
  into.weight = 1;
}

void read_marlin(std::string_view record, LabelledPosition& into) {
  const PackedBoard board = unpacked_board(record);
  const int mover = static_cast<unsigned char>(record[24]);
  if ((mover & 127) > no_square)
    throw Error(expected_found("an en passant square, or 64", fmt::to_string(mover & 127)));
  PositionText position;
  position.put_placement(board);
  position.put(' ');
  position.put(mover < 128 ? 'w' : 'b');
  position.put(' ');
  position.put_rights(board);
  position.put(' ');
  position.put_square(mover & 127);
  position.put(' ');
  position.put(int{static_cast<unsigned char>(record[25])});
  position.put(' ');
  position.put(std::max(1, int{number_at<std::uint16_t>(record, 26)}));  // trainers leave it 0
  set(into, position, result_at(record, 30), number_at<std::int16_t>(record, 28));
}

void read_bullet(std::string_view record, LabelledPosition& into) {
  PositionText position;
  position.put_placement(unpacked_board(record));
  for (const char c : std::string_view(" w - - 0 1")) position.put(c);
  set(into, position, result_at(record, 26), number_at<std::int16_t>(record, 24));
}

// -- Writing

struct Fen {
  PackedBoard board;
  bool is_black_to_move = false;
  int en_passant = no_square;
  int clock = 0, number = 1;
};

void mark_castling(Fen& fen, std::string_view rights) {
  for (const char right : rights) {
    if (right == '-') continue;
    const bool is_black = right >= 'a';
    const char wing = static_cast<char>(is_black ? right - ('a' - 'A') : right);
    const int row = is_black ? 56 : 0, side = is_black ? black : 0;
    int king_column = 0;
    while (king_column < 8 && fen.board[static_cast<std::size_t>(row + king_column)] != (king | side)) ++king_column;
    int column = wing - 'A';
    if (wing == 'K' || wing == 'Q') {  // the outermost rook of that wing
      const int step = wing == 'K' ? -1 : 1;
      column = wing == 'K' ? 7 : 0;
      while (column != king_column && fen.board[static_cast<std::size_t>(row + column)] != (rook | side))
        column += step;
    }
    int& piece = fen.board[static_cast<std::size_t>(row + column)];
    if (piece == (rook | side)) piece = unmoved_rook | side;
  }
}

// Of a position that the game has read.
Fen parse_fen(const GameDriver& driver, const std::string& position) {
  const std::string text = driver.parse(position)->text();
  Fen fen;
  fen.board.fill(-1);
  int square = 56;
  std::size_t at = 0;
  for (; text[at] != ' '; ++at) {
    const char c = text[at];
    if (c == '/') {
      square -= 16;
    } else if (c <= '8') {
      square += c - '0';
    } else {
      const bool is_black = c >= 'a';
      const char letter = static_cast<char>(is_black ? c - ('a' - 'A') : c);
      fen.board[static_cast<std::size_t>(square++)] = static_cast<int>(letters.find(letter)) | (is_black ? black : 0);
    }
  }
  fen.is_black_to_move = text[at + 1] == 'b';
  const std::size_t rights = at + 3, passant = text.find(' ', rights) + 1, clock = text.find(' ', passant) + 1;
  mark_castling(fen, std::string_view(text).substr(rights, passant - rights - 1));
  if (text[passant] != '-') fen.en_passant = (text[passant] - 'a') + 8 * (text[passant + 1] - '1');
  fen.clock = std::stoi(text.substr(clock));
  fen.number = std::stoi(text.substr(text.find(' ', clock) + 1));
  return fen;
}

void put_board(Record& record, const PackedBoard& board) {
  std::uint64_t occupied = 0;
  std::size_t count = 0;
  for (std::size_t square = 0; square < board.size(); ++square) {
    if (board[square] < 0) continue;
    occupied |= std::uint64_t{1} << square;
    const auto piece = static_cast<unsigned>(board[square]);
    record[8 + count / 2] = static_cast<unsigned char>(record[8 + count / 2] | piece << (count % 2 == 0 ? 0 : 4));
    ++count;
  }
  put_number(record, 0, occupied);
}

// Throws Error where the record has no room for the label.
std::int16_t packed_score(const LabelledPosition& it) {
  if (!it.score) throw Error(fmt::format("{} has no score, which records of 32 bytes need", it.position));
  const double score = std::round(*it.score);
  if (std::abs(score) <= std::numeric_limits<std::int16_t>::max()) return static_cast<std::int16_t>(score);
  throw Error(fmt::format("{}: the score {} does not fit in 16 bits", it.position, score));
}

unsigned char packed_result(double target, const std::string& position) {
  const double result = 2 * target;
  if (result == 0 || result == 1 || result == 2) return static_cast<unsigned char>(result);
  throw Error(fmt::format("{}: the result {} is neither a win nor a draw nor a loss", position, target));
}

std::string bytes_of(const Record& record) { return {reinterpret_cast<const char*>(record.data()), record.size()}; }

std::string marlin_record(const GameDriver& driver, const LabelledPosition& it) {
  const Fen fen = parse_fen(driver, it.position);
  Record record{};
  put_board(record, fen.board);
  record[24] = static_cast<unsigned char>(fen.en_passant | (fen.is_black_to_move ? 128 : 0));
  record[25] = static_cast<unsigned char>(std::min(fen.clock, 255));
  put_number(record, 26, static_cast<std::uint16_t>(std::min(fen.number, 65535)));
  put_number(record, 28, packed_score(it));
  record[30] = packed_result(it.target, it.position);
  return bytes_of(record);
}

std::string bullet_record(const GameDriver& driver, const LabelledPosition& it) {
  const Fen fen = parse_fen(driver, it.position);
  PackedBoard board;
  std::array<int, 2> kings{};
  for (int square = 0; square < squares; ++square) {
    int piece = fen.board[static_cast<std::size_t>(square)];
    if (piece >= 0 && (piece & 7) == unmoved_rook) piece = rook | (piece & black);
    const int turned = fen.is_black_to_move ? square ^ 56 : square;
    if (piece >= 0 && fen.is_black_to_move) piece ^= black;
    board[static_cast<std::size_t>(turned)] = piece;
    if (piece >= 0 && (piece & 7) == king) kings[piece == king ? 0 : 1] = turned;
  }
  Record record{};
  put_board(record, board);
  const int score = packed_score(it);
  put_number(record, 24, static_cast<std::int16_t>(fen.is_black_to_move ? -score : score));
  record[26] = packed_result(fen.is_black_to_move ? 1 - it.target : it.target, it.position);
  record[27] = static_cast<unsigned char>(kings[0]);
  record[28] = static_cast<unsigned char>(kings[1] ^ 56);
  return bytes_of(record);
}

void require_chess(const GameDriver& driver) {
  if (driver.name() != "chess") throw Error(expected_found("positions of chess", driver.name()));
}

LabelParser packed_parser(const GameDriver& driver, const ReadAs& as,
                          void (*read)(std::string_view record, LabelledPosition& into)) {
  require_chess(driver);
  return {.parse = [&driver, as, read](std::string_view record, LabelledPosition& into) {
    read(record, into);
    turn_to_first(driver, into, View::first, View::first, as);
  }};
}

Encoder<LabelledPosition> packed_encoder(const GameDriver& driver,
                                         std::string (*record)(const GameDriver&, const LabelledPosition&)) {
  require_chess(driver);
  return {.head = {}, .encode = [&driver, record](const LabelledPosition& it) { return record(driver, it); }};
}

}  // namespace

LabelParser marlin_parser(const GameDriver& driver, std::string_view, const ReadAs& as) {
  return packed_parser(driver, as, read_marlin);
}

LabelParser bullet_parser(const GameDriver& driver, std::string_view, const ReadAs& as) {
  return packed_parser(driver, as, read_bullet);
}

Encoder<LabelledPosition> marlin_encoder(const GameDriver& driver, bool) {
  return packed_encoder(driver, marlin_record);
}

Encoder<LabelledPosition> bullet_encoder(const GameDriver& driver, bool) {
  return packed_encoder(driver, bullet_record);
}

}  // namespace hone::formats
