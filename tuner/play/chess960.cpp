// SPDX-License-Identifier: MIT
#include "tuner/play/chess960.hpp"

#include <fmt/format.h>

#include <array>
#include <cassert>
#include <string_view>

namespace hone::play {

namespace {

constexpr char no_man = ' ';

// The free squares of two knights, counted from the a-file over the five squares that bishops and queen leave.
constexpr std::array<std::array<int, 2>, 10> knight_pairs{
    {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};

std::size_t free_file(std::string_view rank, int wanted) {
  std::size_t file = rank.find(no_man);
  for (; wanted > 0; --wanted) file = rank.find(no_man, file + 1);
  return file;
}

void put(std::string& rank, int wanted, char man) { rank[free_file(rank, wanted)] = man; }

// The men of the first rank in small letters.
std::string home_rank(int number) {
  std::string rank(8, no_man);
  rank[static_cast<std::size_t>(2 * (number % 4) + 1)] = 'b';  // light squares: b, d, f, h
  rank[static_cast<std::size_t>(2 * (number / 4 % 4))] = 'b';  // dark squares: a, c, e, g
  put(rank, number / 16 % 6, 'q');
  const auto [first, second] = knight_pairs[static_cast<std::size_t>(number / 96)];
  put(rank, second, 'n');
  put(rank, first, 'n');
  for (const char man : {'r', 'k', 'r'}) put(rank, 0, man);
  return rank;
}

std::string in_capitals(std::string text) {
  for (char& letter : text) letter = static_cast<char>(letter - 'a' + 'A');
  return text;
}

}  // namespace

std::string chess960_start(int number) {
  assert(number >= 0 && number < chess960_starts);
  const std::string rank = home_rank(number);
  const std::string rooks{static_cast<char>('a' + rank.rfind('r')), static_cast<char>('a' + rank.find('r'))};
  return fmt::format("{}/pppppppp/8/8/8/8/PPPPPPPP/{} w {}{} - 0 1", rank, in_capitals(rank), in_capitals(rooks),
                     rooks);
}

}  // namespace hone::play
