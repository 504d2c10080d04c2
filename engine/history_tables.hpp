// SPDX-License-Identifier: MIT
//
// What the search remembers about kinds of moves, whatever the position: how often each refuted a line (history), how
// often it did so as an answer to an earlier move (continuation), and the last refutations at each ply (killers). It is
// used to order quiet moves and to decide how deep to search them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "engine/score.hpp"
#include "games/game.hpp"

namespace hone {

// Returns the history kind of a move. If the game defines no kinds, it is the encoded move, folded.
template <SearchableGame G>
inline constexpr int move_kinds = [] {
  if constexpr (HasMoveKinds<G>) {
    return static_cast<int>(G::move_kinds);
  } else {
    return 4096;
  }
}();

template <SearchableGame G>
[[nodiscard]] int move_kind(const typename G::Position& pos, const typename G::Move& move) {
  if constexpr (HasMoveKinds<G>) {
    return G::move_kind(pos, move);
  } else {
    return static_cast<int>(G::encode(move) % 4096);
  }
}

// A value between -limit and limit. An update adds the bonus, reduced the more the value already agrees with it, so
// that recent results count more and nothing overflows.
class HistoryValue {
 public:
  static constexpr int limit = 16'384;

  void update(int bonus) { value_ = static_cast<std::int16_t>(value_ + bonus - value_ * std::abs(bonus) / limit); }
  [[nodiscard]] int get() const { return value_; }

 private:
  std::int16_t value_ = 0;
};

template <SearchableGame G>
class HistoryTables {
 public:
  using Move = typename G::Move;
  static constexpr int kinds = move_kinds<G>;
  // A table of pairs of moves is worth its memory only where there are few kinds.
  static constexpr bool has_continuation = HasMoveKinds<G> && kinds <= 1024;
  static constexpr int no_kind = kinds;  // before the first move, and for a null move

  HistoryTables() : main_(kinds) {
    if constexpr (has_continuation) continuation_.resize(static_cast<std::size_t>(kinds + 1) * kinds);
  }

  void clear() {
    std::fill(main_.begin(), main_.end(), HistoryValue());
    std::fill(continuation_.begin(), continuation_.end(), HistoryValue());
    forget_killers();
  }
  void forget_killers() { killers_.fill({}); }

  // `before` and `earlier` are the kinds of the moves one and two plies ago.
  [[nodiscard]] int quiet_score(int kind, int before, int earlier) const {
    int sum = main_[index(kind)].get();
    if constexpr (has_continuation) {
      sum += continuation_[pair(before, kind)].get() + continuation_[pair(earlier, kind)].get();
    }
    return sum;
  }
  void update(int kind, int before, int earlier, int bonus) {
    main_[index(kind)].update(bonus);
    if constexpr (has_continuation) {
      continuation_[pair(before, kind)].update(bonus);
      continuation_[pair(earlier, kind)].update(bonus);
    }
  }

  void add_killer(Ply ply, Move move) {
    auto& pair = killers_[static_cast<std::size_t>(ply)];
    if (pair.count > 0 && pair.moves[0] == move) return;
    pair.moves[1] = pair.moves[0];
    pair.moves[0] = move;
    pair.count = std::min(pair.count + 1, 2);
  }
  // 2 for the latest killer of this ply, 1 for the one before, 0 otherwise.
  [[nodiscard]] int killer_rank(Ply ply, Move move) const {
    const auto& pair = killers_[static_cast<std::size_t>(ply)];
    if (pair.count > 0 && pair.moves[0] == move) return 2;
    return pair.count > 1 && pair.moves[1] == move ? 1 : 0;
  }

 private:
  struct Killers {
    std::array<Move, 2> moves{};
    int count = 0;
  };
  static std::size_t index(int kind) { return static_cast<std::size_t>(kind); }
  static std::size_t pair(int before, int kind) { return index(before) * kinds + index(kind); }

  std::vector<HistoryValue> main_;
  std::vector<HistoryValue> continuation_;
  std::array<Killers, max_ply + 1> killers_{};
};

}  // namespace hone
