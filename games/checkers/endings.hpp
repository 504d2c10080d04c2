// SPDX-License-Identifier: MIT
//
// Endings with few pieces, solved backwards: who wins each position under best play. Nobody counts moves without
// progress there, and no position is drawn by repetition alone.
//
// A position is looked at by the side to move, seen as Black. All positions with the same men and kings of either side
// are numbered by their squares. They are solved together with those in which the sides have exchanged their pieces,
// after all endings with fewer pieces, or with as many pieces and fewer men, because captures and new kings lead there:
//
//   1. Each position is looked at once. If a move leaves these endings, it is worth what it leads to. The quiet moves
//      that stay among them are counted; if there is no move at all, the side to move has lost.
//   2. From each position that is decided one steps back. Before a lost one stands a won one; before a won one stands
//      one that has a quiet move less, and is lost when it has none left and no other way out.
//   3. What is undecided at the end is drawn.
//
// Two bits a position are kept.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "games/checkers/position.hpp"

namespace hone::checkers {

// The pieces of a position, seen by the side to move.
struct Material {
  int own_men = 0;
  int own_kings = 0;
  int enemy_men = 0;
  int enemy_kings = 0;

  [[nodiscard]] constexpr int pieces() const { return own_men + own_kings + enemy_men + enemy_kings; }
  [[nodiscard]] constexpr int men() const { return own_men + enemy_men; }
  [[nodiscard]] constexpr Material exchanged() const { return {enemy_men, enemy_kings, own_men, own_kings}; }
  friend bool operator==(const Material&, const Material&) = default;
};

struct EndingCounts {
  std::uint64_t won = 0;  // by the side to move
  std::uint64_t drawn = 0;
  std::uint64_t lost = 0;

  [[nodiscard]] std::uint64_t all() const { return won + drawn + lost; }
  friend bool operator==(const EndingCounts&, const EndingCounts&) = default;
};

class Endings {
 public:
  static constexpr int most_pieces = 6;

  // Solves all endings with so many pieces, of both sides together, or fewer. Five take 150 million positions, and 45
  // MB when they are solved. A stop is noticed between two endings, after some seconds at most.
  explicit Endings(int pieces, const std::stop_token& stop = {});

  [[nodiscard]] int pieces() const { return pieces_; }
  // Whether all are solved; false where it was stopped before.
  [[nodiscard]] bool is_whole() const { return is_whole_; }
  // Utility under best play, seen by the side to move. Nothing if there are more pieces, or none of the side that has
  // just moved.
  [[nodiscard]] std::optional<int> value(const Position& pos) const;
  // Of all positions with this material; both sides have pieces.
  [[nodiscard]] EndingCounts counts(const Material& material) const;
  // The most plies that pass between two captures or new kings on the way to a win, with men moving freely. Where it is
  // no more than most_quiet_plies, the rule of forty moves saves nobody.
  [[nodiscard]] int longest_run() const { return longest_run_; }

 private:
  using Values = std::vector<std::uint8_t>;  // two bits for each position

  [[nodiscard]] static std::size_t place_of(const Material& material);
  [[nodiscard]] const Values& values(const Material& material) const { return tables_[place_of(material)]; }
  void solve(const Material& material);

  int pieces_;
  bool is_whole_ = true;
  int longest_run_ = 0;
  std::vector<Values> tables_;  // by place_of(material)
};

// Solved at the first call with this number of pieces, and kept until the program ends.
[[nodiscard]] const Endings& solved_endings(int pieces);
// Solves them if they are not; returns false where it was stopped before. Other threads wait for the one that solves.
bool solve_endings(int pieces, const std::stop_token& stop);

}  // namespace hone::checkers
