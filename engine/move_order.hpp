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
#include <limits>
#include <optional>

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

  // Returns the next best move, or nothing after the last. Of equals the first in the list comes first.
  [[nodiscard]] const Ranked* next() {
    return next([] { return false; });
  }
  // leaves_out_quiet(): is asked when it is a quiet move's turn. Once it was true, quiet moves that give no check are
  // left out.
  template <class Question>
  [[nodiscard]] const Ranked* next(const Question& leaves_out_quiet) {
    if (stage_ == Stage::table) {
      stage_ = Stage::others;
      if (take_table_move()) return &ranked_[0];
    }
    if (stage_ == Stage::others) {
      stage_ = Stage::noisy;
      take_others();
    }
    if (stage_ == Stage::noisy) {
      while (const std::optional<std::size_t> best = best_of_others(key_of(0, 0))) {
        if (is_worth_its_rank(*best) && is_kept(*best, leaves_out_quiet)) return take(*best);
      }
      stage_ = Stage::quiet;
      if (quiet_size_ > 0 && !skips_quiet_ && leaves_out_quiet()) skip_quiet();
      rank_quiet_moves();
    }
    while (const std::optional<std::size_t> best = best_of_others(taken)) {
      if (is_kept(*best, leaves_out_quiet)) return take(*best);
    }
    return nullptr;
  }

 private:
  static constexpr std::int32_t good_rank = 1 << 24;
  static constexpr std::int32_t killer_rank = 1 << 20;

  // Ranks with the place in the list below them, so that the greatest key is the first of the best.
  using Key = std::int64_t;
  static constexpr Key places = Key{1} << 16;
  static_assert(G::max_moves < places);
  static constexpr Key taken = std::numeric_limits<Key>::min();
  static constexpr Key key_of(std::int32_t rank, std::size_t place) {
    return rank * places + places - 1 - static_cast<Key>(place);
  }
  static constexpr std::size_t place_of(Key key) { return static_cast<std::size_t>(places - 1 - (key & (places - 1))); }

  enum class Stage : std::uint8_t { table, others, noisy, quiet };  // what next() does first

  [[nodiscard]] bool is_noisy(const Move& move) const {
    if constexpr (HasNoisyMoves<G>) {
      return G::is_noisy(pos_, move);
    } else {
      return false;
    }
  }
  // Whether a move that is not taken may be: it is noisy, or quiet moves are not left out, or it gives check.
  template <class Question>
  bool is_kept(std::size_t place, const Question& leaves_out_quiet) {
    if (ranked_[place].noisy || skips_quiet_ || !leaves_out_quiet()) return true;
    skip_quiet();
    return keys_[place] != taken;
  }
  void skip_quiet() {
    skips_quiet_ = true;
    for_checks([&](const auto& gives_check) {
      std::size_t kept = 0;
      for (std::size_t i = 0; i < quiet_size_; ++i) {
        if (gives_check(moves_[quiet_[i]])) quiet_[kept++] = quiet_[i];
      }
      quiet_size_ = kept;
      for (std::size_t i = 0; i < size_; ++i) {
        if (!ranked_[i].noisy && keys_[i] != taken && !gives_check(ranked_[i].move)) keys_[i] = taken;
      }
    });
  }
  // Calls use(gives_check) with a function that tells of a move whether it does.
  template <class Use>
  void for_checks(const Use& use) const {
    if constexpr (HasCheck<G>) {
      const auto checks = G::checks(pos_);
      use([&](const Move& move) { return G::gives_check(checks, move); });
    } else {
      use([](const Move&) { return false; });
    }
  }
  [[nodiscard]] Ranked unranked(const Move& move, bool noisy) const {
    return {move, static_cast<std::int16_t>(move_kind<G>(pos_, move)), 0, 0, noisy, false};
  }
  void append(Ranked move) {
    const std::int32_t rank = move.noisy ? noisy_rank(move) : quiet_rank(move);
    ranked_[size_] = move;
    keys_[size_] = key_of(rank, size_);
    ++size_;
  }
  const Ranked* take(std::size_t place) {
    keys_[place] = taken;
    return &ranked_[place];
  }

  // Appends the table's move if it is one of the moves.
  bool take_table_move() {
    if (table_move_ == 0) return false;
    for (; table_index_ < moves_.size(); ++table_index_) {
      const Move& move = moves_[table_index_];
      if (move_tag(G::encode(move)) != table_move_) continue;
      append(unranked(move, is_noisy(move)));
      if (ranked_[0].noisy) ranked_[0].good = is_good(pos_, move);
      keys_[0] = taken;
      return true;
    }
    return false;
  }

  // Appends the other moves that are noisy. An order hint may place quiet moves before them.
  void take_others() {
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      if (table_move_ != 0 && i == table_index_) continue;
      if (is_noisy(moves_[i])) {
        append(unranked(moves_[i], true));
      } else {
        quiet_[quiet_size_++] = static_cast<std::uint16_t>(i);
      }
    }
    if constexpr (HasOrderHint<G>) rank_quiet_moves();
  }

  void rank_quiet_moves() {
    for (std::size_t i = 0; i < quiet_size_; ++i) append(unranked(moves_[quiet_[i]], false));
    quiet_size_ = 0;
  }

  // The place of the best of the moves that were not taken, whose key exceeds this.
  [[nodiscard]] std::optional<std::size_t> best_of_others(Key least) const {
    Key highest = least;
    for (std::size_t i = 0; i < size_; ++i) highest = std::max(highest, keys_[i]);
    if (highest == least) return std::nullopt;
    return place_of(highest);
  }

  // Whether a move keeps the rank of a good one. Noisy moves are looked at closely only when their turn comes, since
  // most nodes need few of them; one that loses material is ranked after all others then.
  bool is_worth_its_rank(std::size_t place) {
    Ranked& move = ranked_[place];
    if (!move.noisy) return true;
    move.good = is_good(pos_, move.move);
    if (!move.good) keys_[place] -= 2 * good_rank * places;
    return move.good;
  }

  // Fills in what else is known of the move, and returns its rank if it is a good one.
  [[nodiscard]] std::int32_t noisy_rank(Ranked& move) const {
    std::int32_t rank = 0;
    if constexpr (HasNoisyMoves<G>) {
      rank = G::noisy_rank(pos_, move.move) + good_rank;
      if constexpr (HasVictimKinds<G>) {
        move.victim = static_cast<std::int8_t>(G::victim_kind(pos_, move.move));
        if (context_.use.capture_history) {
          rank += history_.noisy_score(move.kind, move.victim) * context_.noisy_history_share / 64;
        }
      }
    }
    return rank;
  }

  // The sum of history values stays within the limits of four tables. In quiescence, where there are no quiet moves,
  // nobody asks for threats.
  [[nodiscard]] std::int32_t quiet_rank(Ranked& move) {
    if constexpr (HasThreats<G>) {
      if (context_.use.threat_history) {
        if (!threats_) threats_ = G::threats(pos_);
        move.threat = static_cast<std::int8_t>(G::threat_kind(*threats_, move.move));
      }
    }
    const int killer = history_.killer_rank(context_.ply, move.move);
    std::int32_t rank =
        killer > 0 ? killer_rank + killer : history_.quiet_score(move.kind, move.threat, context_.around);
    if constexpr (HasOrderHint<G>) rank += G::order_hint(pos_, move.move) * 4 * HistoryValue::limit;
    return rank;
  }

  const Position& pos_;
  const MoveList<G>& moves_;
  MoveTag table_move_;
  const HistoryTables<G>& history_;
  const Context context_;
  std::optional<ThreatsOf<G>> threats_;
  std::array<Ranked, G::max_moves> ranked_;
  std::array<Key, G::max_moves> keys_;             // of these moves
  std::array<std::uint16_t, G::max_moves> quiet_;  // moves of the list that are not ranked yet
  std::size_t size_ = 0, quiet_size_ = 0;
  std::size_t table_index_ = 0;  // in the list, of the table's move
  Stage stage_ = Stage::table;
  bool skips_quiet_ = false;
};

}  // namespace hone
