// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "data/error.hpp"

namespace hone::fuzz {

void require(bool holds, std::string_view law) {
  if (!holds) throw std::logic_error("a law does not hold: " + std::string(law));
}

bool accepts(const std::function<void()>& parse) {
  try {
    parse();
    return true;
  } catch (const Error& error) {
    require(error.kind() == Error::Kind::input, "what is wrong is the input, not the system");
    require(!error.message().empty(), "an error says what is wrong");
    return false;
  }
}

std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return size == 0 ? std::string_view() : std::string_view(reinterpret_cast<const char*>(data), size);
}

std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

const GameDriver& game_named_in(std::string_view text) {
  for (const GameDriver* driver : all_drivers()) {
    if (text.find(driver->name()) != std::string_view::npos) return *driver;
  }
  return find_driver("tic_tac_toe");
}

void require_text_reads_back(const GameDriver& driver, const Board& board) {
  const std::string text = board.text();
  const std::unique_ptr<Board> again = driver.parse(text);
  require(again->text() == text, "a position is written as it was read: " + text);
  require(again->hash() == board.hash(), "a position read back is the same position: " + text);
  require(again->side_to_move() == board.side_to_move(), "a position read back has the same side to move: " + text);
  // A game that is drawn by repetition has no legal moves; the position alone does not tell that.
  const bool is_repeated = board.occurrences() > 1;
  require(is_repeated || again->legal_moves() == board.legal_moves(), "it has the same legal moves: " + text);
}

void require_moves_read_back(const GameDriver& driver, const Board& board) {
  for (const MoveCode move : board.legal_moves()) {
    const std::string text = board.move_text(move);
    require(board.parse_move(text) == move, "a move is read back: " + text + " in " + board.text());
    const std::string for_people = board.move_for_people(move);
    require(board.parse_move(for_people) == move, "a move is read back: " + for_people + " in " + board.text());
    const std::unique_ptr<Board> child = board.clone();
    child->play(move);
    require_text_reads_back(driver, *child);
  }
}

}  // namespace hone::fuzz
