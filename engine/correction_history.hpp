// SPDX-License-Identifier: MIT
//
// What the search learns about the errors of the evaluation. A search of a position knows more than its evaluation; the
// difference is remembered by parts of the position (games/game.hpp: HasStructures) and by the last moves, and added
// to the evaluation of positions that share them. The tables of all parts are learnt together: each moves by the error
// that the sum of all leaves.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/hash.hpp"
#include "engine/history_tables.hpp"
#include "engine/search_margins.hpp"
#include "games/game.hpp"

namespace hone {

template <SearchableGame G>
class CorrectionHistory {
 public:
  // Where the tables keep what they know of a position.
  struct Context {
    std::array<std::uint32_t, structure_count + 2> slots{};
  };

  CorrectionHistory() : values_(tables * slots_in_table) {}

  void learn_by(const SearchParameters& parameters) {
    share_ = parameters.correction_share;
    rate_ = parameters.correction_rate;
  }
  void clear() { std::fill(values_.begin(), values_.end(), Error()); }

  // `before` and `earlier` are the kinds of the moves one and two plies ago.
  [[nodiscard]] static Context context(const typename G::Position& pos, int before, int earlier) {
    Context result;
    const std::uint64_t side = G::side_to_move(pos) == Side::first ? 0 : 1;
    std::size_t table = 0;
    const auto add = [&](std::uint64_t hash) {
      result.slots[table] = static_cast<std::uint32_t>(table * slots_in_table + (hash >> 51) * 2 + side);
      ++table;
    };
    if constexpr (HasStructures<G>) {
      for (const std::uint64_t hash : G::structures(pos)) add(hash);
    }
    const auto last = static_cast<std::uint64_t>(before) + 1;
    add(last * golden_gamma);
    add((last * 1031 + static_cast<std::uint64_t>(earlier) + 1) * golden_gamma);
    return result;
  }

  void prefetch(const Context& context) const {
    for (const std::uint32_t slot : context.slots) __builtin_prefetch(&values_[slot]);
  }
  // Returns what is to be added to the evaluation, seen by the side to move.
  [[nodiscard]] Score correction(const Context& context) const {
    int sum = 0;
    for (std::size_t i = 0; i < tables; ++i) sum += values_[context.slots[i]].get();
    return scaled<G>(sum) * share_ / (128 * grain);
  }

  // The search to this depth found a value that exceeds the corrected evaluation by `error`.
  void update(const Context& context, Score error, Depth depth) {
    constexpr int most = 40'000;  // reaches the limit at any rate and depth, and the product fits in an int
    const int centi_units = std::clamp(error * 100 / scaled<G>(100), -most, most);
    const int bonus = std::clamp(centi_units * depth * rate_ / 128, -Error::limit / 4, Error::limit / 4);
    for (std::size_t i = 0; i < tables; ++i) values_[context.slots[i]].update(bonus);
  }

 private:
  static constexpr std::size_t tables = (HasStructures<G> ? structure_count : 0) + 2;
  static constexpr std::size_t slots_in_table = std::size_t{1} << 14;  // hash >> 51 has 13 bits; one is the side
  static constexpr int grain = 24;                                     // an entry of `grain` corrects by a centi-unit
  using Error = LearntValue<1024>;

  std::vector<Error> values_;
  int share_ = SearchParameters().correction_share;  // of what was learnt in the correction, in 128ths
  int rate_ = SearchParameters().correction_rate;    // of learning, in 128ths
};

}  // namespace hone
