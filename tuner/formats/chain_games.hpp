// SPDX-License-Identifier: MIT
//
// Games as chains, the way in which trainers of networks keep them: a position, the moves played from there with their
// scores, and who won. This is what viriformat and Stockfish's binpack, both of chess, have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/game_record.hpp"
#include "engine/game_driver.hpp"
#include "engine/score.hpp"
#include "tuner/formats/game_source.hpp"

namespace hone::formats {

struct Chain {
  std::string start;              // a FEN
  std::vector<PlayedMove> moves;  // may be illegal; their scores are hone's
  int winner = 0;                 // 1 White, -1 Black, 0 nobody
};

inline constexpr std::size_t longest_chain = 65'536;  // moves

// The game of a chain, of players without names. Throws Error without a place when a move is not legal, or the loser
// has won on the board.
[[nodiscard]] NamedGame game_of(const GameDriver& driver, Chain chain, std::uint64_t number);

// Throws the Error of a move, counted from 1, that is not legal in its position.
[[noreturn]] void throw_illegal(std::size_t number, const std::string& position, MoveCode code);

// The moves of a game from its move number `first` on. Throws Error when a move is not legal.
[[nodiscard]] Chain chain_of(const GameDriver& driver, const GameRecord& game, std::size_t first);

// Scores in such files have 16 bits. Beyond evaluations they are taken for wins and losses as most programs code them:
// 32,000 less the plies to mate. Those too far off for that are read as the largest evaluation.
[[nodiscard]] Score score_in_chain(int score);
[[nodiscard]] std::int16_t score_for_chain(Score score);

// A binary file, read from one end to the other.
class BinaryInput {
 public:
  // Throws Error when there is no such file.
  explicit BinaryInput(const std::filesystem::path& file);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::uint64_t offset() const { return offset_; }  // of the next byte
  // All of these throw Error with the name of the file when it cannot be read.
  [[nodiscard]] bool at_end();
  // The next bytes, fewer than asked for only at the end of the file.
  [[nodiscard]] std::string take(std::size_t size);
  [[nodiscard]] std::optional<unsigned char> take_byte();

 private:
  std::string name_;
  std::ifstream in_;
  std::string buffer_;
  std::size_t next_ = 0;  // in the buffer
  std::uint64_t offset_ = 0;
};

// What an Error of a damaged file adds, of whose games so many can be read; nothing for none.
[[nodiscard]] std::string hint_at_games_before(std::uint64_t games);

// Calls `understand`; an Error that it throws then says which game of the file it is about.
[[nodiscard]] NamedGame understood_in_place(std::uint64_t number, std::uint64_t offset,
                                            const std::function<NamedGame()>& understand);

}  // namespace hone::formats
