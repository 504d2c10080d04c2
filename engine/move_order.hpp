// SPDX-License-Identifier: MIT
//
// Returns the moves of a position one by one, the most promising first: the table's move, captures that do not lose
// material, killers, quiet moves by history, losing captures. Captures are ordered by what they win and by history.
// Ranks and sorts as it goes, since most nodes need few moves: the table's move comes before any other is looked at.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "engine/history_tables.hpp"
#include "engine/search_techniques.hpp"
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
    std::int8_t victim;  // of a noisy move
    std::int8_t threat;  // of a quiet one
    bool noisy;
    bool good;  // a noisy move that does not lose material
  };

  // The context by which the moves of a node are judged.
  struct Context {
    Ply ply = 0;
    typename HistoryTables<G>::Context around{};
    const SearchTechniques& use;
    int noisy_history_share = 8;  // of history in the rank of captures, in 64ths
  };

  MoveOrder(const Position& pos, const MoveList<G>& moves, MoveTag table_move, const HistoryTables<G>& history,
            const Context& context)
      : pos_(pos), moves_(moves), table_move_(table_move), history_(history), context_(context) {}

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
    if (stage_ == Stage::table) {
      stage_ = Stage::others;
      if (take_table_move()) return &ranked_[next_++];
    }
    if (stage_ == Stage::others) {
      stage_ = Stage::noisy;
      take_others();
    }
    if (stage_ == Stage::noisy) {
      if (next_ < ranked_size_ && best()->rank > 0) return &ranked_[next_++];
      stage_ = Stage::quiet;
      for (; ranked_size_ < size_; ++ranked_size_) rank_quiet(ranked_[ranked_size_]);
    }
    return next_ < ranked_size_ ? (best(), &ranked_[next_++]) : nullptr;
  }

 private:
  static constexpr std::int32_t good_rank = 1 << 24;
  static constexpr std::int32_t killer_rank = 1 << 20;

  enum class Stage : std::uint8_t { table, others, noisy, quiet };  // what next() does first

  [[nodiscard]] Ranked unranked(const Move& move) const {
    Ranked result{move, 0, static_cast<std::int16_t>(move_kind<G>(pos_, move)), 0, 0, false, false};
    if constexpr (HasNoisyMoves<G>) result.noisy = G::is_noisy(pos_, move);
    return result;
  }

  // Appends the table's move if it is one of the moves.
  bool take_table_move() {
    if (table_move_ == 0) return false;
    for (; table_index_ < moves_.size(); ++table_index_) {
      if (move_tag(G::encode(moves_[table_index_])) != table_move_) continue;
      Ranked move = unranked(moves_[table_index_]);
      move.noisy ? rank_noisy(move) : rank_quiet(move);
      ranked_[size_++] = move;
      ranked_size_ = size_;
      return true;
    }
    return false;
  }

  // Appends the other moves, the noisy ones first and ranked. An order hint may place quiet moves before them.
  void take_others() {
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      if (table_move_ == 0 || i != table_index_) ranked_[size_++] = unranked(moves_[i]);
    }
    if constexpr (HasNoisyMoves<G>) {
      const auto begin = ranked_.begin() + static_cast<std::ptrdiff_t>(ranked_size_);
      const auto end = ranked_.begin() + static_cast<std::ptrdiff_t>(size_);
      const auto quiet = std::partition(begin, end, [](const Ranked& move) { return move.noisy; });
      std::for_each(begin, quiet, [this](Ranked& move) { rank_noisy(move); });
      ranked_size_ = static_cast<std::size_t>(quiet - ranked_.begin());
    }
    if constexpr (HasOrderHint<G>) {
      for (; ranked_size_ < size_; ++ranked_size_) rank_quiet(ranked_[ranked_size_]);
    }
  }

  // Puts the best of the ranked moves first, and returns it.
  const Ranked* best() {
    std::size_t best = next_;
    for (std::size_t i = next_ + 1; i < ranked_size_; ++i) {
      if (ranked_[i].rank > ranked_[best].rank) best = i;
    }
    std::swap(ranked_[next_], ranked_[best]);
    return &ranked_[next_];
  }

  void rank_noisy(Ranked& move) const {
    if constexpr (HasNoisyMoves<G>) {
      move.good = is_good(pos_, move.move);
      move.rank = G::noisy_rank(pos_, move.move) + (move.good ? good_rank : -good_rank);
      if constexpr (HasVictimKinds<G>) {
        move.victim = static_cast<std::int8_t>(G::victim_kind(pos_, move.move));
        if (context_.use.capture_history) {
          move.rank += history_.noisy_score(move.kind, move.victim) * context_.noisy_history_share / 64;
        }
      }
    }
  }

  // The sum of history values stays within the limits of four tables. In quiescence, where there are no quiet moves,
  // nobody asks for threats.
  void rank_quiet(Ranked& move) {
    if constexpr (HasThreats<G>) {
      if (context_.use.threat_history) {
        if (!threats_) threats_ = G::threats(pos_);
        move.threat = static_cast<std::int8_t>(G::threat_kind(*threats_, move.move));
      }
    }
    const int killer = history_.killer_rank(context_.ply, move.move);
    move.rank = killer > 0 ? killer_rank + killer : history_.quiet_score(move.kind, move.threat, context_.around);
    if constexpr (HasOrderHint<G>) move.rank += G::order_hint(pos_, move.move) * 4 * HistoryValue::limit;
  }

  const Position& pos_;
  const MoveList<G>& moves_;
  MoveTag table_move_;
  const HistoryTables<G>& history_;
  const Context context_;
  std::optional<ThreatsOf<G>> threats_;
  std::array<Ranked, G::max_moves> ranked_;
  std::size_t size_ = 0;         // moves taken from the list
  std::size_t ranked_size_ = 0;  // those of them that are ranked, the first ones
  std::size_t next_ = 0;
  std::size_t table_index_ = 0;  // in the list, of the table's move
  Stage stage_ = Stage::table;
};

}  // namespace hone
