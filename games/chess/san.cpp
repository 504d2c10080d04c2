// SPDX-License-Identifier: MIT
#include "games/chess/san.hpp"

#include "games/chess/chess.hpp"
#include "games/chess/movegen.hpp"

namespace hone::chess {
namespace {

std::string castling_san(Move move) { return move.to() > move.from() ? "O-O" : "O-O-O"; }

// Returns file, rank or both, as far as other moves of such a piece to the same square make it necessary.
std::string origin_of(const Position& pos, Move move) {
  const Piece piece = pos.piece_on(move.from());
  Moves moves;
  legal_moves(pos, moves);
  bool rivals = false, same_file = false, same_rank = false;
  for (const Move rival : moves) {
    if (rival.from() == move.from() || rival.to() != move.to() || rival.is_castling()) continue;
    if (pos.piece_on(rival.from()) != piece) continue;
    rivals = true;
    same_file = same_file || file_of(rival.from()) == file_of(move.from());
    same_rank = same_rank || rank_of(rival.from()) == rank_of(move.from());
  }
  const std::string square = to_text(move.from());
  if (!rivals) return "";
  if (!same_file) return square.substr(0, 1);
  return same_rank ? square : square.substr(1);
}

std::string piece_san(const Position& pos, Move move) {
  const PieceType type = type_of(pos.piece_on(move.from()));
  std::string text;
  if (type != PieceType::pawn) {
    text = type_letters[static_cast<std::size_t>(type)] + origin_of(pos, move);
  } else if (pos.is_capture(move)) {
    text = to_text(move.from()).substr(0, 1);
  }
  if (pos.is_capture(move)) text += 'x';
  text += to_text(move.to());
  if (move.is_promotion()) text += std::string("=") + type_letters[static_cast<std::size_t>(move.promotion())];
  return text;
}

std::string check_mark(const Position& pos, Move move) {
  Position after = pos;
  after.play(move);
  if (!after.in_check()) return "";
  Moves replies;
  legal_moves(after, replies);
  return replies.empty() ? "#" : "+";
}

// The properties that a text requires of a move; those that it leaves open are empty.
struct Pattern {
  PieceType type = PieceType::pawn;
  std::optional<int> file, rank;  // of the origin
  bool capture = false;
  Square to = no_square;
  std::optional<PieceType> promotion;
};

bool fits(const Position& pos, Move move, const Pattern& pattern) {
  const std::optional<PieceType> promotion = move.is_promotion() ? std::optional(move.promotion()) : std::nullopt;
  return !move.is_castling() && move.to() == pattern.to && type_of(pos.piece_on(move.from())) == pattern.type &&
         promotion == pattern.promotion && (!pattern.capture || pos.is_capture(move)) &&
         pattern.file.value_or(file_of(move.from())) == file_of(move.from()) &&
         pattern.rank.value_or(rank_of(move.from())) == rank_of(move.from());
}

// Takes characters off the end of a text, because SAN is read most easily from its end.
class BackwardReader {
 public:
  explicit BackwardReader(std::string_view text) : text_(text) {}

  [[nodiscard]] bool done() const { return text_.empty(); }
  bool take(char letter) { return take_one_of({&letter, 1}).has_value(); }

  // Takes the last character if it is one of `letters`, and returns its index there.
  std::optional<int> take_one_of(std::string_view letters) {
    const std::size_t found = text_.empty() ? std::string_view::npos : letters.find(text_.back());
    if (found == std::string_view::npos) return std::nullopt;
    text_.remove_suffix(1);
    return static_cast<int>(found);
  }

 private:
  std::string_view text_;
};

std::optional<PieceType> take_type(BackwardReader& reader) {
  const auto found = reader.take_one_of(type_letters);
  return found ? std::optional(static_cast<PieceType>(*found)) : std::nullopt;
}

std::optional<Pattern> parse_pattern(std::string_view text) {
  BackwardReader reader(text);
  Pattern pattern;
  pattern.promotion = take_type(reader);
  if (pattern.promotion) reader.take('=');
  const auto rank = reader.take_one_of("12345678");
  const auto file = reader.take_one_of("abcdefgh");
  if (!rank || !file) return std::nullopt;
  pattern.to = make_square(*file, *rank);
  pattern.capture = reader.take('x');
  const bool is_long = !pattern.capture && reader.take('-');
  pattern.rank = reader.take_one_of("12345678");
  pattern.file = reader.take_one_of("abcdefgh");
  pattern.type = take_type(reader).value_or(PieceType::pawn);
  if (is_long && !(pattern.rank && pattern.file)) return std::nullopt;
  return reader.done() ? std::optional(pattern) : std::nullopt;
}

std::string_view without_marks(std::string_view text) {
  while (!text.empty() && std::string_view("+#!?").find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  if (text.ends_with("e.p.")) text.remove_suffix(4);  // en passant
  return text;
}

// The letters of castling, which are often written as zeros or small.
std::optional<std::string_view> castling_letters(std::string_view text) {
  if (text == "O-O" || text == "0-0" || text == "o-o") return "O-O";
  if (text == "O-O-O" || text == "0-0-0" || text == "o-o-o") return "O-O-O";
  return std::nullopt;
}

template <class Fits>
std::optional<Move> only_move(const Position& pos, Fits fits) {
  Moves moves;
  legal_moves(pos, moves);
  std::optional<Move> found;
  for (const Move move : moves) {
    if (!fits(move)) continue;
    if (found) return std::nullopt;
    found = move;
  }
  return found;
}

}  // namespace

std::string to_san(const Position& pos, Move move) {
  return (move.is_castling() ? castling_san(move) : piece_san(pos, move)) + check_mark(pos, move);
}

std::optional<Move> parse_san(const Position& pos, std::string_view text) {
  const std::string_view bare = without_marks(text);
  if (const auto castling = castling_letters(bare)) {
    return only_move(pos, [&](Move move) { return move.is_castling() && castling_san(move) == *castling; });
  }
  const auto pattern = parse_pattern(bare);
  if (!pattern) return std::nullopt;
  return only_move(pos, [&](Move move) { return fits(pos, move, *pattern); });
}

}  // namespace hone::chess
