// SPDX-License-Identifier: MIT
#include "games/checkers/endings.hpp"

#include <algorithm>
#include <cassert>
#include <memory>
#include <mutex>

#include "games/checkers/ending_index.hpp"
#include "games/checkers/ending_solver.hpp"

namespace hone::checkers {
namespace {

constexpr std::size_t sizes = Endings::most_pieces + 1;  // numbers of pieces of one kind

Position seen_by_mover(const Position& pos) { return pos.to_move == Side::first ? pos : flipped(pos); }

}  // namespace

std::size_t Endings::place_of(const Material& material) {
  std::size_t place = 0;
  for (const int count : {material.own_men, material.own_kings, material.enemy_men, material.enemy_kings}) {
    place = place * sizes + static_cast<std::size_t>(count);
  }
  return place;
}

// In the order in which they need each other.
Endings::Endings(int pieces, const std::stop_token& stop) : pieces_(pieces), tables_(sizes * sizes * sizes * sizes) {
  assert(0 <= pieces && pieces <= most_pieces);
  for (int all = 2; all <= pieces; ++all) {
    for (int men = 0; men <= all; ++men) {
      for_each_material(all, men, [&](const Material& material) {
        if (stop.stop_requested()) is_whole_ = false;
        if (is_whole_ && values(material).empty()) solve(material);
      });
    }
  }
}

void Endings::solve(const Material& material) {
  EndingSolver solver(*this, material);
  longest_run_ = std::max(longest_run_, solver.run());
  tables_[place_of(material)] = solver.packed(0);
  if (material != material.exchanged()) tables_[place_of(material.exchanged())] = solver.packed(1);
}

std::optional<int> Endings::value(const Position& pos) const {
  if (pos.enemy() == 0 || popcount(pos.black | pos.white) > pieces_) return std::nullopt;
  if (pos.own() == 0) return -1;
  const Position seen = seen_by_mover(pos);
  const Material material = material_of(seen);
  return to_utility(unpacked(values(material), EndingIndex(material).number(seen)));
}

EndingCounts Endings::counts(const Material& material) const {
  EndingCounts counts;
  const Values& all = values(material);
  for (std::uint64_t number = 0; number < EndingIndex(material).size(); ++number) {
    const EndingValue value = unpacked(all, number);
    counts.won += value == EndingValue::won ? 1U : 0U;
    counts.drawn += value == EndingValue::drawn ? 1U : 0U;
    counts.lost += value == EndingValue::lost ? 1U : 0U;
  }
  return counts;
}

namespace {

// Null where it was stopped.
const Endings* find_solved(int pieces, const std::stop_token& stop) {
  static std::mutex mutex;
  static std::array<std::unique_ptr<const Endings>, sizes> solved;
  const std::lock_guard lock(mutex);
  std::unique_ptr<const Endings>& endings = solved[static_cast<std::size_t>(pieces)];
  if (!endings) endings = std::make_unique<const Endings>(pieces, stop);
  if (!endings->is_whole()) endings.reset();
  return endings.get();
}

}  // namespace

const Endings& solved_endings(int pieces) { return *find_solved(pieces, {}); }

bool solve_endings(int pieces, const std::stop_token& stop) { return find_solved(pieces, stop) != nullptr; }

}  // namespace hone::checkers
