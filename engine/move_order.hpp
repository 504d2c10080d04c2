// SPDX-License-Identifier: MIT
//
// Returns the moves of a position one by one, the most promising first: the table's move, captures that do not lose
// material, killers, quiet moves by history, losing captures. Sorts as it goes, since most nodes need few moves.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "engine/history_tables.hpp"
#include "engine/transposition_table.hpp"
#include "games/game.hpp"

namespace hone {

template <SearchableGame G>
class MoveOrder {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  struct Ranked {
    Move move;
    std::int32_t rank;
    std::int16_t kind;
    bool noisy;
    bool good;  // a noisy move that does not lose material
  };

  // The context by which the quiet moves of a node are judged.
  struct Context {
    Ply ply = 0;
    int before = 0, earlier = 0;  // move kinds one and two plies ago
  };

  MoveOrder(const Position& pos, const MoveList<G>& moves, MoveTag table_move, const HistoryTables<G>& history,
            const Context& context) {
    for (const Move& move : moves) ranked_[size_++] = rank(pos, move, table_move, history, context);
  }

  // Whether a noisy move does not lose material.
  [[nodiscard]] static bool is_good(const Position& pos, const Move& move) {
    if constexpr (HasExchange<G>) {
      return G::exchange_at_least(pos, move, 0);
    } else {
      return true;
    }
  }

  // Returns the next best move, or nothing after the last. Ties are broken in a fixed way.
  [[nodiscard]] const Ranked* next() {
    if (next_ == size_) return nullptr;
    std::size_t best = next_;
    for (std::size_t i = next_ + 1; i < size_; ++i) {
      if (ranked_[i].rank > ranked_[best].rank) best = i;
    }
    std::swap(ranked_[next_], ranked_[best]);
    return &ranked_[next_++];
  }

 private:
  static constexpr std::int32_t table_rank = 1 << 30;
  static constexpr std::int32_t good_rank = 1 << 24;
  static constexpr std::int32_t killer_rank = 1 << 20;

  static Ranked rank(const Position& pos, const Move& move, MoveTag table_move, const HistoryTables<G>& history,
                     const Context& context) {
    Ranked result{move, 0, static_cast<std::int16_t>(move_kind<G>(pos, move)), false, false};
    if constexpr (HasNoisyMoves<G>) result.noisy = G::is_noisy(pos, move);
    if constexpr (HasNoisyMoves<G>) {
      if (result.noisy) {
        result.good = is_good(pos, move);
        result.rank = G::noisy_rank(pos, move) + (result.good ? good_rank : -good_rank);
      }
    }
    if (!result.noisy) result.rank = quiet_rank(result, history, context) + hint(pos, move);
    if (table_move != 0 && move_tag(G::encode(move)) == table_move) result.rank = table_rank;
    return result;
  }

  // The sum of history values stays within the limits of three tables.
  static std::int32_t hint(const Position& pos, const Move& move) {
    if constexpr (HasOrderHint<G>) {
      return G::order_hint(pos, move) * 4 * HistoryValue::limit;
    } else {
      return 0;
    }
  }

  static std::int32_t quiet_rank(const Ranked& move, const HistoryTables<G>& history, const Context& context) {
    const int killer = history.killer_rank(context.ply, move.move);
    if (killer > 0) return killer_rank + killer;
    return history.quiet_score(move.kind, context.before, context.earlier);
  }

  std::array<Ranked, G::max_moves> ranked_;
  std::size_t size_ = 0;
  std::size_t next_ = 0;
};

}  // namespace hone
