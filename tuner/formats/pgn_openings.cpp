// SPDX-License-Identifier: MIT
#include "tuner/formats/pgn_openings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "data/error.hpp"
#include "tuner/formats/pgn_text.hpp"

namespace hone {
namespace {

// Throws Error; `line` is where.
Opening opening_of(const GameDriver& driver, const PgnGame& game, std::size_t plies, FinishedGames finished,
                   int& line) {
  Opening opening;
  if (const std::string* const position = game.tag("FEN")) opening.start = *position;
  const std::unique_ptr<Board> board = set_up(driver, opening);
  const std::size_t count = std::min(plies, game.moves.size());
  for (std::size_t ply = 0; ply < count; ++ply) {
    const PgnMove& word = game.moves[ply];
    line = word.line;
    const std::optional<MoveCode> move = board->parse_move(word.text);
    if (!move) throw Error(expected_found("a legal move", fmt::format("'{}'", word.text)));
    board->play(*move);
    opening.moves.push_back(*move);
  }
  if (finished == FinishedGames::refuse && board->outcome()) {
    throw Error("the game is over by the end of this opening");
  }
  return opening;
}

}  // namespace

std::vector<Opening> read_pgn_openings(const GameDriver& driver, const std::filesystem::path& file,
                                       std::optional<int> plies, FinishedGames finished) {
  const std::size_t most = plies ? static_cast<std::size_t>(*plies) : std::numeric_limits<std::size_t>::max();
  PgnGames games(file);
  std::vector<Opening> openings;
  while (const std::optional<PgnGame> game = games.next()) {
    if (!game->fault.empty()) throw Error(games.name(), game->fault_line, game->fault);
    int line = game->line;
    try {
      openings.push_back(opening_of(driver, *game, most, finished, line));
    } catch (const Error& error) {
      throw Error(games.name(), line, error.message());
    }
  }
  return openings;
}

}  // namespace hone
