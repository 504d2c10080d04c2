// SPDX-License-Identifier: MIT
#include "games/chess/fen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <ranges>

#include "games/chess/legality.hpp"
#include "games/refusal.hpp"

namespace hone::chess {
namespace {

// The fields of a FEN, and whether there are more than there may be.
struct Fields {
  static constexpr std::size_t most = 6;
  std::array<std::string_view, most> texts;
  std::size_t count = 0;  // one more than `most` for any number beyond it
};

Fields fields_of(std::string_view text) {
  Fields fields;
  std::size_t at = 0;
  while (fields.count <= Fields::most) {
    while (at < text.size() && text[at] == ' ') ++at;
    if (at == text.size()) break;
    const std::size_t begin = at;
    while (at < text.size() && text[at] != ' ') ++at;
    if (fields.count < Fields::most) fields.texts[fields.count] = text.substr(begin, at - begin);
    ++fields.count;
  }
  return fields;
}

// Error texts are made only where something is wrong, because reading positions takes a large part of the time of
// learning from them.
[[noreturn]] void reject_fields(std::string_view text) {
  const auto begins = [&](std::size_t i) { return text[i] != ' ' && (i == 0 || text[i - 1] == ' '); };
  const auto all = std::views::iota(std::size_t{0}, text.size());
  reject_found("4 to 6 fields of a FEN", fmt::format("{} in '{}'", std::ranges::count_if(all, begins), text));
}

// -- Placement

// What each letter of a rank stands for: a piece, or 1 to 8 empty squares; 0 where it is neither.
struct RankLetter {
  Piece piece = no_piece;
  std::int8_t files = 0;
};

constexpr std::array<RankLetter, 256> rank_letters = [] {
  std::array<RankLetter, 256> letters;
  for (std::size_t i = 0; i < piece_letters.size(); ++i) {
    letters[static_cast<unsigned char>(piece_letters[i])] = {static_cast<Piece>(i), 1};
  }
  for (char digit = '1'; digit <= '8'; ++digit) {
    letters[static_cast<unsigned char>(digit)] = {no_piece, static_cast<std::int8_t>(digit - '0')};
  }
  return letters;
}();

void parse_rank(std::string_view text, int rank, Setup& setup) {
  int file = 0;
  for (const char letter : text) {
    const RankLetter& meant = rank_letters[static_cast<unsigned char>(letter)];
    if (meant.files == 0) reject_found("a piece letter or a digit 1-8", fmt::format("'{}'", letter));
    if (meant.piece != no_piece && file < 8) {
      setup.board[static_cast<std::size_t>(make_square(file, rank))] = meant.piece;
    }
    file += meant.files;
  }
  if (file != 8) reject_found(fmt::format("8 squares on rank {}", rank + 1), fmt::format("{} in '{}'", file, text));
}

void parse_placement(std::string_view text, Setup& setup) {
  const auto ranks = std::ranges::count(text, '/') + 1;
  if (ranks != 8) reject_found("8 ranks", fmt::format("{} in '{}'", ranks, text));
  for (int rank = 7; rank >= 0; --rank) {
    const std::string_view squares = text.substr(0, text.find('/'));
    parse_rank(squares, rank, setup);
    text.remove_prefix(std::min(squares.size() + 1, text.size()));
  }
}

// -- Side

Side parse_side(std::string_view text) {
  if (text != "w" && text != "b") reject_found("side to move 'w' or 'b'", fmt::format("'{}'", text));
  return text == "w" ? Side::first : Side::second;
}

// -- Castling

// Returns the rook that a letter of the castling field means.
std::optional<Square> castling_rook(char lower, Bitboard rooks, Square king) {
  const Bitboard row = rooks & rank_mask(rank_of(king));
  const Bitboard eastern = row & (~Bitboard{0} << king);
  const Bitboard western = row & ~eastern;
  if (lower == 'k' && eastern != 0) return 63 - std::countl_zero(eastern);
  if (lower == 'q' && western != 0) return first_square(western);
  if (lower < 'a' || lower > 'h') return std::nullopt;
  const Square square = make_square(lower - 'a', rank_of(king));
  return contains(row, square) ? std::optional(square) : std::nullopt;
}

bool is_castling_letter(char lower) { return lower == 'k' || lower == 'q' || (lower >= 'a' && lower <= 'h'); }

void parse_right(char letter, const Men& men, Setup& setup) {
  const bool white = letter >= 'A' && letter <= 'Z';
  const char lower = white ? static_cast<char>(letter - 'A' + 'a') : letter;
  if (!is_castling_letter(lower))
    reject_found("castling rights of KQkq, A-H or a-h, or '-'", fmt::format("'{}'", letter));
  const Side side = white ? Side::first : Side::second;
  const Square king = first_square(men.of(side, PieceType::king));
  const bool at_home = rank_of(king) == (white ? 0 : 7) && file_of(king) > 0 && file_of(king) < 7;
  if (!at_home)
    reject_found(fmt::format("a king between b and g on its first rank for castling right '{}'", letter),
                 fmt::format("one on {}", to_text(king)));
  const auto rook = castling_rook(lower, men.of(side, PieceType::rook), king);
  if (!rook.has_value()) reject_found(fmt::format("a rook for castling right '{}'", letter), "none");
  const Bitboard rank = rank_mask(rank_of(king));
  const Bitboard wing = *rook > king ? rank & (~Bitboard{0} << king) : rank & (bit(king) - 1);
  if ((setup.castling_rooks & wing) != 0)
    reject_found("one castling right a wing", fmt::format("a second, '{}'", letter));
  setup.castling_rooks |= bit(*rook);
  const bool classical = file_of(king) == 4 && file_of(*rook) == (*rook > king ? 7 : 0);
  setup.chess960 = setup.chess960 || !classical || (lower != 'k' && lower != 'q');
}

void parse_castling(std::string_view text, const Men& men, Setup& setup) {
  if (text == "-") return;
  for (const char letter : text) parse_right(letter, men, setup);
}

// -- En passant

Square parse_en_passant(std::string_view text, const Setup& setup) {
  if (text == "-") return no_square;
  const bool black_moved = setup.side_to_move == Side::first;
  const char rank = black_moved ? '6' : '3';
  const bool formed = text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] == rank;
  if (!formed) reject_found(fmt::format("en-passant square on rank {} or '-'", rank), fmt::format("'{}'", text));
  const Square square = make_square(text[0] - 'a', text[1] - '1');
  const int step = black_moved ? -8 : 8;
  const auto on = [&](Square place) { return setup.board[static_cast<std::size_t>(place)]; };
  const Piece pawn = make_piece(other(setup.side_to_move), PieceType::pawn);
  const bool possible = on(square) == no_piece && on(square - step) == no_piece && on(square + step) == pawn;
  if (!possible) reject_found(fmt::format("a pawn that has just passed en-passant square {}", text), "none");
  return square;
}

// -- Counters

int parse_counter(std::string_view text, std::string_view name, int least, int most) {
  int number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool good = error == std::errc() && end == text.data() + text.size() && number >= least && number <= most;
  if (!good) reject_found(fmt::format("{} {} to {}", name, least, most), fmt::format("'{}'", text));
  return number;
}

std::string placement_text(const Position& pos) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    const auto flush = [&] {
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
    };
    for (int file = 0; file < 8; ++file) {
      const Piece piece = pos.piece_on(make_square(file, rank));
      if (piece == no_piece) {
        ++empty;
      } else {
        flush();
        text += piece_letters[static_cast<std::size_t>(piece)];
      }
    }
    flush();
    if (rank > 0) text += '/';
  }
  return text;
}

}  // namespace

Position parse_fen(std::string_view text) {
  const Fields fields = fields_of(text);
  if (fields.count < 4 || fields.count > Fields::most) reject_fields(text);
  Setup setup;
  parse_placement(fields.texts[0], setup);
  setup.side_to_move = parse_side(fields.texts[1]);
  const Men men(setup.board);
  check_men(men);
  parse_castling(fields.texts[2], men, setup);
  setup.en_passant = parse_en_passant(fields.texts[3], setup);
  if (fields.count > 4) setup.halfmove_clock = parse_counter(fields.texts[4], "halfmove clock", 0, last_halfmove_clock);
  if (fields.count > 5) {  // many programs write 0 where they do not know it
    setup.fullmove_number = std::max(1, parse_counter(fields.texts[5], "move number", 0, last_fullmove_number));
  }
  const Position pos(setup);
  check_checks(pos);
  return pos;
}

std::string to_fen(const Position& pos) {
  const Square square = pos.en_passant();
  return fmt::format("{} {} {} {} {} {}", placement_text(pos), pos.side_to_move() == Side::first ? 'w' : 'b',
                     castling_text(pos), square == no_square ? "-" : to_text(square), pos.halfmove_clock(),
                     pos.fullmove_number());
}

// Writes kingside before queenside and White before Black.
std::string castling_text(const Position& pos) {
  std::string text;
  for (const Side side : {Side::first, Side::second}) {
    for (const bool kingside : {true, false}) {
      for (const Square rook : squares(pos.castling_rooks(side))) {
        if ((rook > pos.king(side)) != kingside) continue;
        const int letter = pos.chess960() ? 'a' + file_of(rook) : kingside ? 'k' : 'q';
        text += static_cast<char>(side == Side::first ? letter - 'a' + 'A' : letter);
      }
    }
  }
  return text.empty() ? "-" : text;
}

}  // namespace hone::chess
