// SPDX-License-Identifier: MIT
//
// Position texts of every game, and the texts of moves. The first line of the input is the name of the game, the second
// a position, and each further line a move.
#include <cmath>
#include <memory>

#include "tests/fuzz/fuzz.hpp"

using namespace hone;

namespace {

void check(const GameDriver& driver, const Board& board) {
  fuzz::require_text_reads_back(driver, board);
  fuzz::require_moves_read_back(driver, board);
  const Row row = board.row();
  fuzz::require(row.phase.lower < driver.schema().phase_count(), "the phase of a position is known");
  const auto outcome = board.outcome();
  fuzz::require(!outcome || board.legal_moves().empty(), "a game that is over has no legal moves");
  fuzz::require(outcome || !board.legal_moves().empty(), "a game that goes on has a legal move");
  fuzz::require(!outcome || std::abs(outcome->utility) <= driver.max_utility(), "utilities are within bounds");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = fuzz::text_of(data, size);
  const GameDriver& driver = fuzz::game_named_in(fuzz::take_line(text));
  std::unique_ptr<Board> board;
  const std::string_view position = fuzz::take_line(text);
  if (!fuzz::accepts([&] { board = driver.parse(position); })) return 0;
  check(driver, *board);
  for (int moves = 0; moves < 16 && !text.empty(); ++moves) {
    const auto move = board->parse_move(fuzz::take_line(text));
    if (!move || board->outcome()) continue;
    board->play(*move);
    check(driver, *board);
  }
  return 0;
}
