// SPDX-License-Identifier: MIT
//
// Games of chess in viriformat, as the engine Viridithas and others keep them, as a format of the table. All numbers
// are little-endian. A file is games one after the other; a game is
//
//   32 bytes   the position it starts from, a record of marlinformat (tuner/formats/packed_positions.cpp) whose result
//              is that of the game: 0 Black has won, 1 draw, 2 White. Its score says nothing
//    4 bytes   for each move: the move, and White's score of the position it was played in, 16 bits each
//    4 bytes   zeros
//
// A move is 15..14 kind | 13..12 promoted to | 11..6 to | 5..0 from. The kinds are 0 a move, 1 en passant, 2 castling,
// written as king takes rook, 3 a promotion, and the pieces 0 knight to 3 queen, of promotions alone.
//
// There is no room for moves without a score, so that a game is written from its first searched move on.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "data/error.hpp"
#include "games/chess/move.hpp"
#include "tuner/formats/chain_games.hpp"
#include "tuner/formats/formats.hpp"

namespace hone::formats {

namespace {

constexpr std::size_t pair_bytes = 4;
constexpr std::string_view end_of_pairs{"\0\0\0\0", pair_bytes};
constexpr std::size_t side_byte = 24;  // of the record of marlinformat
constexpr unsigned promotion_kind = 3;

unsigned word_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]) | static_cast<unsigned>(static_cast<unsigned char>(bytes[at + 1])) << 8;
}

std::string word_of(unsigned value) { return {static_cast<char>(value & 255), static_cast<char>(value >> 8 & 255)}; }

MoveCode move_of_word(unsigned word) {
  const unsigned kind = word >> 14;
  const unsigned own_kind = kind == promotion_kind ? 4 + (word >> 12 & 3) : kind;
  return chess::Move(word & 63, word >> 6 & 63, static_cast<chess::MoveKind>(own_kind)).bits();
}

unsigned word_of_move(MoveCode code) {
  const auto move = chess::Move::from_bits(static_cast<std::uint16_t>(code));
  const auto from_to = static_cast<unsigned>(code & 0xFFF);
  if (!move.is_promotion()) return from_to | static_cast<unsigned>(move.kind()) << 14;
  return from_to | (static_cast<unsigned>(move.kind()) & 3) << 12 | promotion_kind << 14;
}

// `bytes` are a game without its end.
Chain chain_of_bytes(const GameDriver& driver, std::string_view bytes) {
  LabelledPosition start;
  marlin_parser(driver, {}).parse(bytes.substr(0, packed_position_bytes), start);
  Chain chain;
  chain.start = std::move(start.position);
  chain.winner = start.target > 0.5 ? 1 : start.target < 0.5 ? -1 : 0;
  int sign = (bytes[side_byte] & 0x80) != 0 ? -1 : 1;
  for (std::size_t at = packed_position_bytes; at < bytes.size(); at += pair_bytes, sign = -sign) {
    const int white = static_cast<std::int16_t>(word_at(bytes, at + 2));
    chain.moves.push_back({move_of_word(word_at(bytes, at)), score_in_chain(sign * white)});
  }
  return chain;
}

class ViriGames final : public GameSource {
 public:
  explicit ViriGames(const std::filesystem::path& file) : in_(file), driver_(find_driver("chess")) {
    header_.game = driver_.name();
  }

  [[nodiscard]] const GameDriver& driver() const override { return driver_; }
  [[nodiscard]] const GameFileHeader& header() const override { return header_; }

  [[nodiscard]] std::optional<UnreadGame> next() override {
    if (in_.at_end()) return std::nullopt;
    const std::uint64_t offset = in_.offset();
    std::string bytes = take_game(offset);
    const std::size_t size = bytes.size();
    return UnreadGame{[this, number = number_++, offset, bytes = std::move(bytes)] {
                        return std::optional(understood_in_place(
                            number, offset, [&] { return game_of(driver_, chain_of_bytes(driver_, bytes), number); }));
                      },
                      size};
  }

 private:
  [[noreturn]] void throw_damaged(const std::string& message) const {
    throw Error(in_.name(), 0, message + hint_at_games_before(number_));
  }

  [[nodiscard]] std::string take_whole(std::size_t size, std::uint64_t offset) {
    std::string bytes = in_.take(size);
    if (bytes.size() == size) return bytes;
    throw_damaged(fmt::format("ends at byte {}, within game {} from byte {}", in_.offset(), number_, offset));
  }

  [[nodiscard]] std::string take_game(std::uint64_t offset) {
    std::string bytes = take_whole(packed_position_bytes, offset);
    for (std::size_t moves = 0; moves <= longest_chain; ++moves) {
      const std::string pair = take_whole(pair_bytes, offset);
      if (pair == end_of_pairs) return bytes;
      bytes += pair;
    }
    throw Error(in_.name(), 0,
                fmt::format("game {}, at byte {}: expected four zero bytes after {} moves at most, found none", number_,
                            offset, longest_chain));
  }

  BinaryInput in_;
  const GameDriver& driver_;
  GameFileHeader header_;
  std::uint64_t number_ = 0;
};

// Throws Error where a game has moves but no scores.
std::size_t first_searched(const GameRecord& game) {
  const auto begin = game.moves.begin() + std::min<std::ptrdiff_t>(game.opening_plies, std::ssize(game.moves));
  const auto found = std::find_if(begin, game.moves.end(), [](const PlayedMove& it) { return it.score != no_score; });
  if (found != game.moves.end() || begin == game.moves.end()) {
    return static_cast<std::size_t>(found - game.moves.begin());
  }
  throw Error("has no scores, which viriformat needs");
}

std::string viri_text(const GameDriver& driver, const GameRecord& game) {
  const std::size_t first = first_searched(game);
  const Chain chain = chain_of(driver, game, first);
  std::string text = marlin_encoder(driver, false).encode({chain.start, (chain.winner + 1) / 2.0, 0});
  int sign = (text[side_byte] & 0x80) != 0 ? -1 : 1;
  for (std::size_t i = 0; i < chain.moves.size(); ++i, sign = -sign) {
    const auto& [move, score] = chain.moves[i];
    if (score == no_score) {
      throw Error(fmt::format("has no score for its move {}, which viriformat needs", first + i + 1));
    }
    text += word_of(word_of_move(move)) + word_of(static_cast<std::uint16_t>(sign * score_for_chain(score)));
  }
  return text.append(end_of_pairs);
}

}  // namespace

std::unique_ptr<GameSource> open_viri_games(const std::filesystem::path& file) {
  return std::make_unique<ViriGames>(file);
}

Encoder<NamedGame> viri_game_encoder(const GameFileHeader& header) {
  const GameDriver& driver = find_driver(header.game);
  return {.head = {}, .encode = [&driver](const NamedGame& game) { return viri_text(driver, game.record); }};
}

}  // namespace hone::formats
