// SPDX-License-Identifier: MIT
#include "tuner/formats/pdn_moves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "data/printable.hpp"

namespace hone::formats {

namespace {

constexpr std::string_view decimal_digits = "0123456789";

// The captures that begin and end as the text does, also where a rule has drawn the game; none unless it has two
// squares only.
std::vector<MoveCode> captures_between(const Board& board, std::string_view text) {
  const std::size_t sign = text.find_first_not_of(decimal_digits);
  if (sign == std::string_view::npos || text.find_first_not_of(decimal_digits, sign + 1) != std::string_view::npos)
    return {};
  const std::string first = fmt::format("{}x", text.substr(0, sign));
  const std::string last = fmt::format("x{}", text.substr(sign + 1));
  std::vector<MoveCode> found;
  for (const auto& [whole, next] : find_driver("checkers").successors(board)) {
    if (whole.starts_with(first) && whole.ends_with(last)) found.push_back(board.parse_move(whole).value());
  }
  return found;
}

class CaptureSpeller {
 public:
  explicit CaptureSpeller(std::span<PgnMove> moves) : moves_(moves) {}

  void run(const Board& start) { (void)follow(start, 0, true); }

 private:
  // Plays the moves from a place on and returns how many of all could be read. With `spell`, spells the captures met.
  std::size_t follow(const Board& before, std::size_t place, bool spell) {
    const std::unique_ptr<Board> board = before.clone();
    for (; place < moves_.size(); ++place) {
      if (++played_ > most_played) return place;
      if (const auto move = board->parse_move(moves_[place].text)) {
        board->play(*move);
        continue;
      }
      const std::vector<MoveCode> ways = captures_between(*board, moves_[place].text);
      return ways.empty() ? place : follow_ways(*board, place, ways, spell);
    }
    return moves_.size();
  }

  std::size_t follow_ways(const Board& board, std::size_t place, const std::vector<MoveCode>& ways, bool spell) {
    std::vector<std::size_t> reached;
    for (const MoveCode way : ways) reached.push_back(follow(*after(board, way), place + 1, false));
    const auto best = std::ranges::max_element(reached);
    if (!spell || played_ > most_played) return *best;
    if (std::ranges::count(reached, *best) > 1) reject(board, place, ways);
    const MoveCode played = ways[static_cast<std::size_t>(best - reached.begin())];
    moves_[place].text = board.move_text(played);
    return follow(*after(board, played), place + 1, true);
  }

  static std::unique_ptr<Board> after(const Board& board, MoveCode move) {
    std::unique_ptr<Board> next = board.clone();
    next->play(move);
    return next;
  }

  [[noreturn]] void reject(const Board& board, std::size_t place, const std::vector<MoveCode>& ways) const {
    std::vector<std::string> texts;
    for (const MoveCode way : ways) texts.push_back(board.move_text(way));
    throw Error({}, moves_[place].line,
                expected_found(fmt::format("one of {}", fmt::join(texts, ", ")), quotation(moves_[place].text)) +
                    ", and the moves that follow do not tell which");
  }

  // Real games have one such capture in hundreds of moves. This is for files made to be hostile.
  static constexpr int most_played = 100'000;

  std::span<PgnMove> moves_;
  int played_ = 0;
};

}  // namespace

bool continues_move(std::string_view word, std::string_view before) {
  constexpr std::string_view signs = "-x:";
  const auto is_digit = [](char letter) { return decimal_digits.find(letter) != std::string_view::npos; };
  return !word.empty() && is_digit(word.front()) && !before.empty() && is_digit(before.front()) &&
         signs.find(before.back()) != std::string_view::npos;
}

void spell_out_captures(const Board& start, std::span<PgnMove> moves) { CaptureSpeller(moves).run(start); }

}  // namespace hone::formats
