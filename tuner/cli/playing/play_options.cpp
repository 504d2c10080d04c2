// SPDX-License-Identifier: MIT
#include "tuner/cli/playing/play_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "games/board_drawing.hpp"
#include "tuner/cli/playing/near_moves.hpp"
#include "tuner/cli/print/board_text.hpp"
#include "tuner/play/options.hpp"

namespace hone::cli {

namespace {

bool is_same_name(std::string_view a, std::string_view b) {
  const auto small = [](char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(a, b, {}, small, small);
}

constexpr std::string_view levels_wanted = "a level 1 to 10, nodes N, movetime MS or depth N";

}  // namespace

std::string PersonSides::text() const {
  if (plays[0] == plays[1]) return plays[0] ? "both" : "none";
  return plays[0] ? "first" : "second";
}

std::optional<PersonSides> parse_sides(const Board& board, std::string_view word) {
  if (word == "both") return PersonSides{{true, true}};
  if (word == "none") return PersonSides{{false, false}};
  if (word == "first" || is_same_name(word, name_of(board, Side::first))) return PersonSides{{true, false}};
  if (word == "second" || is_same_name(word, name_of(board, Side::second))) return PersonSides{{false, true}};
  return std::nullopt;
}

Limits limits_of_level(int level) {
  Limits limits;
  limits.nodes = 10;
  for (int step = 1; step < level; ++step) *limits.nodes = step % 2 == 1 ? *limits.nodes * 3 : *limits.nodes * 10 / 3;
  return limits;
}

Limits parse_level(std::string_view text) {
  const std::string_view word = text::trimmed(text);
  const std::size_t blank = word.find(' ');
  if (blank == std::string_view::npos) {
    try {
      return limits_of_level(static_cast<int>(parse_integer(word, level_range)));
    } catch (const Error&) {
      throw Error(expected_found(levels_wanted, quotation(word)));
    }
  }
  Limits limits;
  Options options;
  play::declare_limits(options, limits);
  const std::string name(word.substr(0, blank));
  if (name != "nodes" && name != "movetime" && name != "depth") {
    throw Error(expected_found(levels_wanted, quotation(word)));
  }
  Option& option = *options.find(name);
  option.set(text::trimmed(word.substr(blank)));
  options.check();
  return limits;
}

std::vector<MoveCode> parse_moves(const Board& board, const std::vector<std::string>& words) {
  std::vector<MoveCode> moves;
  const std::unique_ptr<Board> at = board.clone();
  for (const std::string& word : words) {
    const std::optional<MoveCode> move = at->outcome() ? std::nullopt : at->parse_move(word);
    if (!move) {
      const std::string found = fmt::format("{} after {} moves", quotation(word), moves.size());
      const std::string wanted = at->outcome() ? "no move, as the game is over" : "a legal move";
      throw Error(fmt::format("{}\n{}", expected_found(wanted, found), draw_board(at->picture())));
    }
    moves.push_back(*move);
    at->play(*move);
  }
  return moves;
}

}  // namespace hone::cli
