// SPDX-License-Identifier: MIT
#include "tuner/cli/search_text.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace hone {
namespace {

using Spelling = std::string (Board::*)(MoveCode) const;

std::vector<std::string> spell(const Board& board, const std::vector<MoveCode>& line, Spelling spelling) {
  std::vector<std::string> words;
  const std::unique_ptr<Board> at = board.clone();
  for (const MoveCode move : line) {
    words.push_back((*at.*spelling)(move));
    at->play(move);
  }
  return words;
}

}  // namespace

std::string score_for_people(const GameDriver& game, Score score) {
  if (!is_decided(score)) return fmt::format("{:+.2f}", score / 100.0);
  const char* end = is_win(score) ? "win" : "loss";
  if (game.max_utility() == 1) return fmt::format("{} in {}", end, plies_to_end(score));
  return fmt::format("{} by {} in {}", end, std::abs(utility_of(score)), plies_to_end(score));
}

std::string proved_outcome(const SearchResult& result) {
  if (is_win(result.score)) return "win";
  if (is_loss(result.score)) return "loss";
  return result.proved && result.score == draw_score ? "draw" : "unknown";
}

std::vector<std::string> line_in_protocol(const Board& board, const std::vector<MoveCode>& line) {
  return spell(board, line, &Board::move_text);
}

std::vector<std::string> line_for_people(const Board& board, const std::vector<MoveCode>& line) {
  return spell(board, line, &Board::move_for_people);
}

double seconds_of(const SearchResult& result) { return std::chrono::duration<double>(result.elapsed).count(); }

}  // namespace hone
