// SPDX-License-Identifier: MIT
//
// Where a line of a fixed-depth search ends, and what that end is worth. Shared by the plain algorithms, which
// differ only in which lines they look at.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/evaluation.hpp"
#include "engine/repetition.hpp"
#include "engine/search_types.hpp"
#include "games/game.hpp"

namespace hone {

template <Game G>
class Horizon {
 public:
  using Position = typename G::Position;

  Horizon(const WeightTable& weights, std::span<const std::uint64_t> history) : weights_(weights), path_(history) {}

  // Counts the visit. The value of pos for its side to move if the line ends here, in this order: by the rules of
  // the game, by repetition, by running out of depth. Otherwise nothing, and the search goes on to the successors.
  [[nodiscard]] std::optional<Score> visit(const Position& pos, const MoveList<G>& legal, Depth depth, Ply ply) {
    ++counters_.nodes;
    deepest_ = std::max(deepest_, ply);
    const std::optional<Score> score = value_at_end(pos, legal, depth, ply);
    if (score) ++counters_.leaves;
    return score;
  }

  [[nodiscard]] PathHistory& path() { return path_; }
  [[nodiscard]] SearchCounters& counters() { return counters_; }
  [[nodiscard]] Ply deepest() const { return deepest_; }

 private:
  [[nodiscard]] std::optional<Score> value_at_end(const Position& pos, const MoveList<G>& legal, Depth depth, Ply ply) {
    if (const auto outcome = G::outcome(pos, legal)) {
      return terminal_score(sign(G::side_to_move(pos)) * outcome->utility, ply);
    }
    if (ply > 0 && is_repetition<G>(path_, pos)) return draw_score;
    if (depth > 0 && ply < max_ply) return std::nullopt;
    ++counters_.evaluations;
    return evaluate<G>(pos, weights_);
  }

  const WeightTable& weights_;
  PathHistory path_;
  SearchCounters counters_;
  Ply deepest_ = 0;
};

}  // namespace hone
