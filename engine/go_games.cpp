// SPDX-License-Identifier: MIT
#include "engine/go_games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "data/error.hpp"
#include "data/words.hpp"
#include "games/go/text.hpp"

namespace hone {

std::optional<int> go_size(const GameDriver& driver) {
  constexpr std::string_view family = "go_";
  if (!driver.name().starts_with(family)) return std::nullopt;
  return whole_number<int>(driver.name().substr(family.size()));
}

const GameDriver* find_go(int size) {
  const auto drivers = all_drivers();
  const auto found = std::ranges::find_if(drivers, [&](const GameDriver* driver) { return go_size(*driver) == size; });
  return found == drivers.end() ? nullptr : *found;
}

std::string go_sizes_text() {
  std::vector<int> sizes;
  for (const GameDriver* driver : all_drivers()) {
    if (const auto size = go_size(*driver)) sizes.push_back(*size);
  }
  std::string text;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == sizes.size() ? " or " : ", ", sizes[i]);
  return text;
}

go::Position go_position(const Board& board) {
  const std::string text = board.text();
  const auto rows = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(' ')), '/');
  return go::parse_position(text, static_cast<int>(rows) + 1);
}

std::unique_ptr<Board> go_board(const go::Position& position) {
  return find_go(position.size)->parse(go::to_text(position));
}

std::string go_point_text(int row, int column) {
  const char letter = static_cast<char>('A' + column + (column >= 8 ? 1 : 0));  // there is no I
  return fmt::format("{}{}", letter, row + 1);
}

std::string go_score_text(int halves) {
  if (halves == 0) return "0";
  return fmt::format("{}+{}", halves > 0 ? 'B' : 'W', go::komi_text(std::abs(halves)));
}

}  // namespace hone
