// SPDX-License-Identifier: MIT
#include "games/checkers/ending_index.hpp"

namespace hone::checkers {
namespace {

// Puts a set of the squares that are left without `taken` back in its place.
Squares put_back(Squares set, Squares taken) {
  for (; taken != 0; taken &= taken - 1) {
    const Squares below = (taken & -taken) - 1;
    set = (set & below) | (set & ~below) << 1;
  }
  return set;
}

}  // namespace

std::vector<Squares> sets_by_rank(int all, int chosen) {
  std::vector<Squares> sets;
  sets.reserve(choices(all, chosen));
  if (chosen == 0) return {0};
  std::uint64_t set = (std::uint64_t{1} << chosen) - 1;
  while (set >> all == 0) {  // the next larger number with as many bits has the next rank
    sets.push_back(static_cast<Squares>(set));
    const std::uint64_t lowest = set & (~set + 1);
    const std::uint64_t carried = set + lowest;
    set = carried | ((set ^ carried) / lowest >> 2);
  }
  return sets;
}

EndingPositions::EndingPositions(const Material& material)
    : index_(material),
      own_men_(sets_by_rank(man_squares, material.own_men)),
      enemy_men_(sets_by_rank(man_squares, material.enemy_men)),
      own_kings_(sets_by_rank(square_count - material.men(), material.own_kings)),
      enemy_kings_(sets_by_rank(square_count - material.men() - material.own_kings, material.enemy_kings)) {}

std::optional<Position> EndingPositions::position(std::uint64_t number) const {
  const EndingIndex::Ranks ranks = index_.ranks(number);
  const Squares own = own_men_[ranks.own_men];
  const Squares enemy = enemy_men_[ranks.enemy_men] << (square_count - man_squares);
  if ((own & enemy) != 0) return std::nullopt;
  const Squares men = own | enemy;
  const Squares own_kings = put_back(own_kings_[ranks.own_kings], men);
  const Squares enemy_kings = put_back(enemy_kings_[ranks.enemy_kings], men | own_kings);
  return Position{own | own_kings, enemy | enemy_kings, own_kings | enemy_kings, Side::first, 0};
}

}  // namespace hone::checkers
