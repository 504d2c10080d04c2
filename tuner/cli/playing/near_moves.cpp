// SPDX-License-Identifier: MIT
#include "tuner/cli/playing/near_moves.hpp"

#include <algorithm>
#include <array>

#include "data/words.hpp"

namespace hone::cli {

namespace {

// Both notations of a move.
std::array<std::string, 2> spellings(const Board& board, MoveCode move) {
  return {board.move_for_people(move), board.move_text(move)};
}

bool has_in_order(std::string_view text, std::string_view letters) {
  for (const char c : text) {
    if (!letters.empty() && c == letters.front()) letters.remove_prefix(1);
  }
  return letters.empty();
}

std::size_t common_length(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

}  // namespace

std::vector<std::string> moves_for_people(const Board& board) {
  std::vector<std::string> moves;
  for (const MoveCode move : board.legal_moves()) moves.push_back(board.move_for_people(move));
  return moves;
}

std::vector<std::string> near_moves(const Board& board, std::string_view word) {
  const std::string wanted = small_letters(word);
  std::vector<std::string> holding, beginning;
  std::size_t longest = 1;
  for (const MoveCode move : board.legal_moves()) {
    bool holds = false;
    std::size_t common = 0;
    for (const std::string& spelling : spellings(board, move)) {
      const std::string text = small_letters(spelling);
      holds = holds || has_in_order(text, wanted);
      common = std::max(common, common_length(text, wanted));
    }
    if (holds) holding.push_back(board.move_for_people(move));
    if (common > longest) beginning.clear();
    longest = std::max(longest, common);
    if (common == longest) beginning.push_back(board.move_for_people(move));
  }
  return holding.empty() || wanted.empty() ? beginning : holding;
}

std::vector<std::string> moves_beginning(const Board& board, std::string_view word) {
  std::vector<std::string> moves;
  for (const MoveCode move : board.legal_moves()) {
    for (const std::string& spelling : spellings(board, move)) {
      const bool is_new = std::ranges::find(moves, spelling) == moves.end();
      if (spelling.starts_with(word) && is_new) moves.push_back(spelling);
      if (word.empty()) break;
    }
  }
  return moves;
}

}  // namespace hone::cli
