// SPDX-License-Identifier: MIT
#include "engine/opening.hpp"

#include <fmt/format.h>

#include "data/error.hpp"
#include "data/hash.hpp"

namespace hone {
namespace {

std::unique_ptr<Board> board_of(const GameDriver& driver, const std::string& start) {
  return start.empty() ? driver.initial() : driver.parse(start);
}

}  // namespace

void play_checked(Board& board, MoveCode move) {
  if (board.follow(move)) return;
  throw Error(expected_found(fmt::format("a legal move in '{}'", board.text()), fmt::format("move code {}", move)));
}

std::uint64_t hash_of(const Opening& opening, std::uint64_t hash) {
  hash = hash_text(opening.start, hash);
  for (const MoveCode move : opening.moves) hash = hash_seed(hash, move);
  return hash;
}

std::unique_ptr<Board> set_up(const GameDriver& driver, const Opening& opening) {
  std::unique_ptr<Board> board = board_of(driver, opening.start);
  for (const MoveCode move : opening.moves) play_checked(*board, move);
  return board;
}

std::unique_ptr<Board> start_of(const GameDriver& driver, const GameRecord& game) {
  return board_of(driver, game.start);
}

}  // namespace hone
