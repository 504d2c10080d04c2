// SPDX-License-Identifier: MIT
#include "data/game_codec.hpp"

#include "data/bytes.hpp"
#include "data/rows.hpp"

namespace hone {
namespace {

constexpr auto last_reason = static_cast<std::uint8_t>(EndReason::two_passes);

void write_outcome(ByteWriter& to, const Outcome& outcome) {
  to.zigzag(outcome.utility);
  to.u8(static_cast<std::uint8_t>(outcome.reason));
}

Outcome read_outcome(ByteReader& from) {
  const int utility = from.zigzag_as<int>();
  const std::uint8_t reason = from.u8();
  if (reason > last_reason) from.fail();
  return {utility, static_cast<EndReason>(reason)};
}

// Scores are seen by the mover, so the best guess at a score is the negative of the previous one. The number 0 stands
// for no score, and n + 1 for the zigzag number n of the guess's error.
void write_scores(ByteWriter& to, const std::vector<PlayedMove>& moves) {
  std::int64_t guess = 0;
  for (const PlayedMove& move : moves) {
    if (move.score == no_score) {
      to.varint(0);
    } else {
      to.varint(zigzag(move.score - guess) + 1);
      guess = -std::int64_t{move.score};
    }
  }
}

void read_scores(ByteReader& from, std::vector<PlayedMove>& moves) {
  std::int64_t guess = 0;
  for (PlayedMove& move : moves) {
    const std::uint64_t code = from.varint();
    if (code == 0) continue;
    // A guess and its error could overflow if scores were far outside their range.
    const std::int64_t score = code <= UINT64_C(1) << 40 ? guess + unzigzag(code - 1) : INT64_MIN;
    if (score <= no_score || score > INT32_MAX) from.fail();
    if (from.bad()) return;
    move.score = static_cast<std::int32_t>(score);
    guess = -score;
  }
}

void write_moves(ByteWriter& to, const std::vector<PlayedMove>& moves) {
  to.varint(moves.size());
  for (const PlayedMove& move : moves) to.varint(move.move);
  write_scores(to, moves);
}

std::vector<PlayedMove> read_moves(ByteReader& from) {
  const std::uint64_t count = from.varint();
  if (count > from.left() / 2) return from.fail(), std::vector<PlayedMove>();  // a move takes two bytes or more
  std::vector<PlayedMove> moves(count);
  for (PlayedMove& move : moves) move.move = from.varint();
  read_scores(from, moves);
  return moves;
}

// Fields that records of self-play do not have come last, and are left out if all of them are absent.
constexpr std::uint8_t second_is_there = 1;
constexpr std::uint8_t details_are_there = 2;
constexpr std::uint8_t note_is_there = 4;
constexpr std::uint8_t weight_is_there = 8;
constexpr std::uint8_t all_of_the_tail = second_is_there | details_are_there | note_is_there | weight_is_there;

std::uint8_t tail_of(const GameRecord& game) {
  const int flags = (game.second ? second_is_there : 0) | (game.details.empty() ? 0 : details_are_there) |
                    (game.note.empty() ? 0 : note_is_there) | (game.weight == 1 ? 0 : weight_is_there);
  return static_cast<std::uint8_t>(flags);
}

void write_tail(ByteWriter& to, const GameRecord& game) {
  const std::uint8_t flags = tail_of(game);
  if (flags == 0) return;
  to.u8(flags);
  if (game.second) to.u8(*game.second);
  if (!game.note.empty()) to.text(game.note);
  if (game.weight != 1) to.f32(game.weight);
  for (const MoveDetail& detail : game.details) {
    to.varint(detail.depth);
    to.varint(detail.milliseconds);
  }
}

void read_details(ByteReader& from, GameRecord& game) {
  if (game.moves.size() <= game.opening_plies) from.fail();
  if (from.bad()) return;
  game.details.resize(game.moves.size() - game.opening_plies);
  for (MoveDetail& detail : game.details) {
    detail.depth = from.varint_as<std::uint16_t>();
    detail.milliseconds = from.varint_as<std::uint32_t>();
  }
}

float read_weight(ByteReader& from) {
  const float weight = from.f32();
  if (!(weight > 0 && weight <= largest_row_weight) || weight == 1) from.fail();
  return weight;
}

void read_tail(ByteReader& from, GameRecord& game) {
  if (from.left() == 0) return;
  const std::uint8_t flags = from.u8();
  if (flags == 0 || flags > all_of_the_tail) from.fail();
  if ((flags & second_is_there) != 0) game.second = from.u8();
  if ((flags & note_is_there) != 0) game.note = from.text();
  if ((flags & note_is_there) != 0 && game.note.empty()) from.fail();
  if ((flags & weight_is_there) != 0) game.weight = read_weight(from);
  if ((flags & details_are_there) != 0) read_details(from, game);
}

std::vector<std::string> read_texts(ByteReader& from) {
  std::vector<std::string> texts;
  for (std::uint64_t left = from.varint(); left > 0 && !from.bad(); --left) texts.emplace_back(from.text());
  return texts;
}

}  // namespace

std::string encode_header(const GameFileHeader& header) {
  ByteWriter to;
  to.text(header.game);
  to.u64(header.seed);
  to.varint(header.players.size());
  for (const std::string& player : header.players) to.text(player);
  to.varint(header.settings.size());
  for (const auto& [key, value] : header.settings) {
    to.text(key);
    to.text(value);
  }
  return to.bytes();
}

std::optional<GameFileHeader> decode_header(std::string_view bytes) {
  ByteReader from(bytes);
  GameFileHeader header;
  header.game = from.text();
  header.seed = from.u64();
  header.players = read_texts(from);
  for (std::uint64_t left = from.varint(); left > 0 && !from.bad(); --left) {
    const std::string_view key = from.text();
    header.settings.emplace_back(key, from.text());
  }
  return from.done() ? std::optional(header) : std::nullopt;
}

std::string encode_game(const GameRecord& game) {
  ByteWriter to;
  to.varint(game.number);
  to.u64(game.seed);
  to.u8(game.first);
  to.text(game.start);
  to.varint(game.opening_plies);
  write_outcome(to, game.outcome);
  to.u8(game.adjudicated ? 1 : 0);
  if (game.adjudicated) write_outcome(to, *game.adjudicated);
  write_moves(to, game.moves);
  write_tail(to, game);
  return to.bytes();
}

std::optional<GameRecord> decode_game(std::string_view bytes) {
  ByteReader from(bytes);
  GameRecord game;
  game.number = from.varint();
  game.seed = from.u64();
  game.first = from.u8();
  game.start = from.text();
  game.opening_plies = from.varint_as<std::uint16_t>();
  game.outcome = read_outcome(from);
  const std::uint8_t adjudicated = from.u8();
  if (adjudicated > 1) from.fail();
  if (adjudicated == 1) game.adjudicated = read_outcome(from);
  game.moves = read_moves(from);
  read_tail(from, game);
  return from.done() ? std::optional(std::move(game)) : std::nullopt;
}

}  // namespace hone
