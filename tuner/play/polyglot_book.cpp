// SPDX-License-Identifier: MIT
#include "tuner/play/polyglot_book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_set>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/random.hpp"
#include "tuner/play/polyglot_key.hpp"

namespace hone::play {

namespace {

constexpr std::size_t entry_size = 16;
constexpr std::uint64_t largest_book = std::uint64_t{1} << 30;  // bytes

std::uint64_t big_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char byte : bytes) value = value << 8 | static_cast<unsigned char>(byte);
  return value;
}

std::string square_text(unsigned file, unsigned rank) {
  return {static_cast<char>('a' + file), static_cast<char>('1' + rank)};
}

// As UCI spells it, castling as king takes rook.
std::string text_of(std::uint16_t move) {
  const auto bits = [&](int shift) { return static_cast<unsigned>(move >> shift & 7); };
  constexpr std::string_view promotions = " nbrq";
  std::string text = square_text(bits(6), bits(9)) + square_text(bits(0), bits(3));
  if (bits(12) > 0 && bits(12) < promotions.size()) text += promotions[bits(12)];
  return text;
}

// The legal move with that text, where castling is spelt as king takes rook; some tools write it as the king's step,
// which is no other move's text.
std::optional<MoveCode> legal_move(const Board& board, const Board& spelling, std::string_view text) {
  const std::vector<MoveCode> legal = spelling.legal_moves();
  for (const Board* speller : {&spelling, &board}) {
    const auto at = std::ranges::find_if(legal, [&](MoveCode code) { return speller->move_text(code) == text; });
    if (at != legal.end()) return *at;
  }
  return std::nullopt;
}

// The first moves of a line; nothing when the game is over at its end.
std::optional<Opening> draw_line(const GameDriver& chess, const PolyglotBook& book, int plies, Random& random,
                                 std::unordered_set<std::uint64_t>& ends) {
  const std::unique_ptr<Board> board = chess.initial();
  Opening line;
  while (board->plies() < plies && !board->outcome()) {
    const std::vector<PolyglotBook::WeighedMove> moves = book.moves(*board);
    if (moves.empty()) break;
    std::uint64_t total = 0;
    for (const auto& move : moves) total += move.weight;
    std::uint64_t drawn = random.below(total);
    const auto* chosen = moves.data();
    while (drawn >= chosen->weight) drawn -= chosen++->weight;
    line.moves.push_back(chosen->move);
    board->play(chosen->move);
  }
  if (line.moves.empty() || board->outcome() || !ends.insert(board->hash()).second) return std::nullopt;
  return line;
}

}  // namespace

PolyglotBook::PolyglotBook(const std::filesystem::path& file) : file_(file), bytes_(read_file(file, largest_book)) {
  const auto refuse = [&](const std::string& found) {
    throw Error(file.string(), 0,
                expected_found("a Polyglot book: entries of 16 bytes in the order of their keys", found));
  };
  if (bytes_.empty()) refuse("nothing");
  if (bytes_.size() % entry_size != 0) refuse(fmt::format("{} bytes", bytes_.size()));
  for (std::size_t i = 1; i < size(); ++i) {
    if (entry(i - 1).key > entry(i).key) refuse(fmt::format("entry {} before a smaller key", i));
  }
}

std::size_t PolyglotBook::size() const { return bytes_.size() / entry_size; }

PolyglotBook::Entry PolyglotBook::entry(std::size_t index) const {
  const std::string_view bytes = std::string_view(bytes_).substr(index * entry_size, entry_size);
  return {big_endian(bytes.substr(0, 8)), static_cast<std::uint16_t>(big_endian(bytes.substr(8, 2))),
          static_cast<std::uint16_t>(big_endian(bytes.substr(10, 2)))};
}

std::vector<PolyglotBook::WeighedMove> PolyglotBook::moves(const Board& board) const {
  const std::uint64_t key = polyglot_key(board.text());
  std::size_t first = 0;
  for (std::size_t end = size(); first < end;) {
    const std::size_t middle = first + (end - first) / 2;
    if (entry(middle).key < key)
      first = middle + 1;
    else
      end = middle;
  }
  std::vector<WeighedMove> found;
  if (first == size() || entry(first).key != key) return found;
  const std::unique_ptr<Board> spelling = board.clone();
  spelling->use_variant_spelling();
  for (; first < size() && entry(first).key == key; ++first) {
    const auto [_, code, weight] = entry(first);
    const std::optional<MoveCode> move = legal_move(board, *spelling, text_of(code));
    if (move && weight > 0) found.push_back({*move, weight});
  }
  return found;
}

std::vector<Opening> book_lines(const GameDriver& chess, const std::filesystem::path& file, const BookLines& options) {
  if (chess.name() != "chess") throw Error(file.string(), 0, "Polyglot books are of chess");
  if (options.plies < 1) {
    throw Error(file.string(), 0,
                expected_found("one ply or more of each line of a book (--opening-plies, or --plies of hone openings)",
                               fmt::format("{}", options.plies)));
  }
  const PolyglotBook book(file);
  Random random(options.seed);
  std::unordered_set<std::uint64_t> ends;
  std::vector<Opening> lines;
  for (std::size_t i = 0; i < options.count * options.attempts && lines.size() < options.count; ++i) {
    if (auto line = draw_line(chess, book, options.plies, random, ends)) lines.push_back(std::move(*line));
  }
  if (lines.empty())
    throw Error(file.string(), 0,
                expected_found("moves for the initial position", fmt::format("none in {} entries", book.size())));
  return lines;
}

}  // namespace hone::play
