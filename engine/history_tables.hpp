// SPDX-License-Identifier: MIT
//
// What the search remembers about kinds of moves, whatever the position: how often each refuted a line (history), how
// often it did so as an answer to an earlier move (continuation), how often captures of a kind did, and the last
// refutations at each ply (killers). It is used to order moves and to decide how deep to search them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "data/large_pages.hpp"
#include "engine/score.hpp"
#include "games/game.hpp"

namespace hone {

// How many kinds of moves history tells apart.
template <SearchableGame G>
inline constexpr int move_kinds = [] {
  if constexpr (HasMoveKinds<G>) {
    return static_cast<int>(G::move_kinds);
  } else {
    return 4096;
  }
}();

// Returns the history kind of a move. If the game defines no kinds, it is the encoded move, folded.
template <SearchableGame G>
[[nodiscard]] int move_kind(const typename G::Position& pos, const typename G::Move& move) {
  if constexpr (HasMoveKinds<G>) {
    return G::move_kind(pos, move);
  } else {
    return static_cast<int>(G::encode(move) % move_kinds<G>);
  }
}

template <SearchableGame G>
inline constexpr int victim_kinds = [] {
  if constexpr (HasVictimKinds<G>) {
    return static_cast<int>(G::victim_kinds);
  } else {
    return 1;
  }
}();
template <SearchableGame G>
inline constexpr int threat_kinds = [] {
  if constexpr (HasThreats<G>) {
    return static_cast<int>(G::threat_kinds);
  } else {
    return 1;
  }
}();

// A value between -limit and limit. An update adds the bonus, reduced the more the value already agrees with it, so
// that recent results count more and nothing overflows.
template <int most>
class LearntValue {
 public:
  static constexpr int limit = most;

  void update(int bonus) { value_ = static_cast<std::int16_t>(value_ + bonus - value_ * std::abs(bonus) / limit); }
  [[nodiscard]] int get() const { return value_; }

 private:
  static_assert(most <= INT16_MAX);
  std::int16_t value_ = 0;
};
using HistoryValue = LearntValue<16'384>;

template <SearchableGame G>
class HistoryTables {
 public:
  using Move = typename G::Move;
  static constexpr int kinds = move_kinds<G>;
  // A table of pairs of moves is worth its memory only where there are few kinds.
  static constexpr bool has_continuation = HasMoveKinds<G> && kinds <= 1024;
  static constexpr int no_kind = kinds;  // before the first move, and for a null move

  // The kinds of the moves one, two and four plies ago, by which a quiet move is judged besides itself.
  struct Context {
    int before = no_kind, earlier = no_kind, fourth = no_kind;
  };

  HistoryTables() : main_(size(threat_kinds<G>)), noisy_(size(victim_kinds<G>)) {
    if constexpr (has_continuation) continuation_.resize(size(kinds + 1));
  }

  void clear() {
    for (auto* table : {&main_, &noisy_, &continuation_}) std::fill(table->begin(), table->end(), HistoryValue());
    forget_killers();
  }
  void forget_killers() { killers_.fill({}); }
  void forget_killers(Ply ply) { killers_[static_cast<std::size_t>(ply)] = {}; }
  // The share of the answers to the move four plies ago in quiet_score(), in 128ths.
  void weigh_fourth(int share) { fourth_share_ = share; }

  // Of quiet moves; `threat` is the move's threat_kind (0 in games without threats).
  [[nodiscard]] int quiet_score(int kind, int threat, const Context& around) const {
    int sum = main_[pair(threat, kind)].get();
    if constexpr (has_continuation) {
      sum += continuation_[pair(around.before, kind)].get() + continuation_[pair(around.earlier, kind)].get() +
             continuation_[pair(around.fourth, kind)].get() * fourth_share_ / 128;
    }
    return sum;
  }
  void update_quiet(int kind, int threat, const Context& around, int bonus) {
    main_[pair(threat, kind)].update(bonus);
    update_answers(kind, around, bonus);
  }

  // Only as an answer to other moves.
  void update_answers(int kind, const Context& around, int bonus) {
    if constexpr (has_continuation) {
      continuation_[pair(around.before, kind)].update(bonus);
      continuation_[pair(around.earlier, kind)].update(bonus);
      continuation_[pair(around.fourth, kind)].update(bonus / 2);
    }
  }

  // Only by itself, not as an answer.
  void update_main(int kind, int threat, int bonus) { main_[pair(threat, kind)].update(bonus); }

  // Of noisy moves; `victim` is the move's victim_kind (0 in games without them).
  [[nodiscard]] int noisy_score(int kind, int victim) const { return noisy_[pair(victim, kind)].get(); }
  void update_noisy(int kind, int victim, int bonus) { noisy_[pair(victim, kind)].update(bonus); }

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
  // Tables hold a value for each kind of moves and each of so many other things.
  static std::size_t size(int others) { return static_cast<std::size_t>(others) * kinds; }
  static std::size_t pair(int other, int kind) {
    return static_cast<std::size_t>(other) * kinds + static_cast<std::size_t>(kind);
  }

  using Table = std::vector<HistoryValue, LargePages<HistoryValue>>;
  Table main_;          // by threat
  Table noisy_;         // by victim
  Table continuation_;  // by an earlier move
  std::array<Killers, max_ply + 2> killers_{};
  int fourth_share_ = 64;
};

}  // namespace hone
