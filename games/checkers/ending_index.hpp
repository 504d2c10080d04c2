// SPDX-License-Identifier: MIT
//
// Numbers the positions of one material, Black to move (games/checkers/endings.hpp). A set of squares has the rank that
// it has among all sets of its size. The men of either side are ranked among the 28 squares on which they can stand,
// the kings among the squares that are still free. Numbers under which men of both sides would share a square stand for
// no position.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/checkers/endings.hpp"
#include "games/checkers/position.hpp"

namespace hone::checkers {

inline constexpr int man_squares = 28;  // of one side: all but its king row

// Returns the number of sets of `chosen` things out of `all`.
[[nodiscard]] constexpr std::uint64_t choices(int all, int chosen) {
  std::uint64_t number = 1;
  for (int i = 0; i < chosen; ++i)
    number = number * static_cast<std::uint64_t>(all - i) / static_cast<std::uint64_t>(i + 1);
  return chosen <= all ? number : 0;
}

namespace details {

using Choices = std::array<std::array<std::uint32_t, Endings::most_pieces + 1>, square_count>;
[[nodiscard]] consteval Choices make_choices() {
  Choices table{};
  for (int all = 0; all < square_count; ++all) {
    for (int chosen = 0; chosen <= Endings::most_pieces; ++chosen) {
      table[static_cast<std::size_t>(all)][static_cast<std::size_t>(chosen)] =
          static_cast<std::uint32_t>(choices(all, chosen));
    }
  }
  return table;
}
inline constexpr Choices choices_of = make_choices();

}  // namespace details

// The rank of a set among those of its size, after the squares of `taken` were left out.
[[nodiscard]] constexpr std::uint64_t rank_among(Squares set, Squares taken) {
  std::uint64_t rank = 0;
  for (std::size_t chosen = 1; set != 0; ++chosen) {
    const int square = pop_first(set);
    rank += details::choices_of[static_cast<std::size_t>(square - popcount(taken & (bit(square) - 1)))][chosen];
  }
  return rank;
}

[[nodiscard]] constexpr Material material_of(const Position& pos) {
  return {popcount(pos.own() & ~pos.kings), popcount(pos.own() & pos.kings), popcount(pos.enemy() & ~pos.kings),
          popcount(pos.enemy() & pos.kings)};
}

// Calls visit(material) for so many pieces in all, so many men among them, and at least one piece of either side.
template <class Visit>
void for_each_material(int pieces, int men, Visit visit) {
  for (int own = 1; own < pieces; ++own) {
    for (int own_men = 0; own_men <= std::min(own, men); ++own_men) {
      const int enemy_men = men - own_men;
      if (enemy_men <= pieces - own) visit(Material{own_men, own - own_men, enemy_men, pieces - own - enemy_men});
    }
  }
}

class EndingIndex {
 public:
  explicit constexpr EndingIndex(const Material& material)
      : enemy_men_(choices(man_squares, material.enemy_men)),
        own_kings_(choices(square_count - material.men(), material.own_kings)),
        enemy_kings_(choices(square_count - material.men() - material.own_kings, material.enemy_kings)),
        size_(choices(man_squares, material.own_men) * enemy_men_ * own_kings_ * enemy_kings_) {}

  [[nodiscard]] constexpr std::uint64_t size() const { return size_; }

  // The position must have this material and Black to move.
  [[nodiscard]] constexpr std::uint64_t number(const Position& pos) const {
    constexpr int first_of_white = square_count - man_squares;
    const Squares men = (pos.black | pos.white) & ~pos.kings;
    const Squares own_kings = pos.black & pos.kings;
    const std::uint64_t own = rank_among(pos.black & men, 0);
    const std::uint64_t enemy = rank_among((pos.white & men) >> first_of_white, 0);
    const std::uint64_t kings = rank_among(own_kings, men);
    return ((own * enemy_men_ + enemy) * own_kings_ + kings) * enemy_kings_ +
           rank_among(pos.white & pos.kings, men | own_kings);
  }

  // The ranks of which a number consists.
  struct Ranks {
    std::uint64_t own_men, enemy_men, own_kings, enemy_kings;
  };
  [[nodiscard]] constexpr Ranks ranks(std::uint64_t number) const {
    Ranks ranks{};
    ranks.enemy_kings = number % enemy_kings_;
    number /= enemy_kings_;
    ranks.own_kings = number % own_kings_;
    number /= own_kings_;
    ranks.enemy_men = number % enemy_men_;
    ranks.own_men = number / enemy_men_;
    return ranks;
  }

 private:
  std::uint64_t enemy_men_, own_kings_, enemy_kings_, size_;
};

// All sets of `chosen` of the first `all` squares, by their ranks.
[[nodiscard]] std::vector<Squares> sets_by_rank(int all, int chosen);

// Finds positions by their numbers.
class EndingPositions {
 public:
  explicit EndingPositions(const Material& material);

  [[nodiscard]] const EndingIndex& index() const { return index_; }
  // Nothing for a number that stands for no position.
  [[nodiscard]] std::optional<Position> position(std::uint64_t number) const;

 private:
  EndingIndex index_;
  std::vector<Squares> own_men_, enemy_men_, own_kings_, enemy_kings_;
};

}  // namespace hone::checkers
