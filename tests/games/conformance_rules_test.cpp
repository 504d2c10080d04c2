// SPDX-License-Identifier: MIT
//
// Laws of movement, of the end of the game, and of the traits that the search relies on.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "data/rows.hpp"
#include "tests/games/conformance.hpp"

namespace hone::testing {
namespace {

template <class G>
class GameRules : public Conformance<G> {
 protected:
  using typename Conformance<G>::Position;
  using typename Conformance<G>::Move;

  [[nodiscard]] static std::set<MoveCode> codes(const MoveList<G>& moves) {
    std::set<MoveCode> codes;
    for (const Move& move : moves) codes.insert(G::encode(move));
    return codes;
  }

  // What play can tell of a position: its moves and its features.
  [[nodiscard]] static auto view(const Position& pos) {
    RowSink sink;
    G::extract(pos, sink);
    return std::pair(codes(Conformance<G>::legal_moves(pos)), sink.finish(G::phase(pos)).entries);
  }
};
TYPED_TEST_SUITE(GameRules, GameTypes, GameNames);

TYPED_TEST(GameRules, SatisfyTheConcept) {
  static_assert(Game<TypeParam>);
  EXPECT_EQ(TypeParam::side_to_move(TypeParam::initial()), Side::first);
  EXPECT_FALSE(TypeParam::outcome(TypeParam::initial(), this->legal_moves(TypeParam::initial())));
}

TYPED_TEST(GameRules, PlayOnACopyLeavesTheOriginal) {
  for (const auto& pos : this->positions()) {
    const auto original = pos;
    const std::uint64_t hash = TypeParam::hash(pos);
    for (const auto& move : this->legal_moves(pos)) EXPECT_NE(TypeParam::hash(this->after(pos, move)), hash);
    ASSERT_EQ(pos, original);
    ASSERT_EQ(TypeParam::hash(pos), hash);
  }
}

TYPED_TEST(GameRules, MovesAreDifferentAndNoMoreThanDeclared) {
  for (const auto& pos : this->positions()) {
    const auto legal = this->legal_moves(pos);
    ASSERT_LE(legal.size(), std::size_t{TypeParam::max_moves});
    ASSERT_EQ(this->codes(legal).size(), legal.size()) << TypeParam::to_text(pos);
  }
}

TYPED_TEST(GameRules, MovesComeInAFixedOrder) {
  for (const auto& pos : this->positions()) {
    const auto parsed = TypeParam::parse_position(TypeParam::to_text(pos));
    ASSERT_EQ(this->move_texts(pos), this->move_texts(parsed)) << TypeParam::to_text(pos);
  }
}

TYPED_TEST(GameRules, WithoutMovesTheGameIsOver) {
  for (const auto& pos : this->positions()) {
    const auto legal = this->legal_moves(pos);
    if (legal.empty()) {
      ASSERT_TRUE(TypeParam::outcome(pos, legal)) << TypeParam::to_text(pos);
    }
  }
}

TYPED_TEST(GameRules, OnceWonThereAreNoMoves) {
  for (const auto& pos : this->positions()) {
    const auto legal = this->legal_moves(pos);
    const auto outcome = TypeParam::outcome(pos, legal);
    if (outcome && outcome->utility != 0) {
      ASSERT_TRUE(legal.empty()) << TypeParam::to_text(pos);
    }
  }
}

TYPED_TEST(GameRules, OutcomesSayWhy) {
  for (const auto& pos : this->positions()) {
    const auto outcome = TypeParam::outcome(pos, this->legal_moves(pos));
    if (!outcome) continue;
    ASSERT_NE(outcome->reason, EndReason::none) << TypeParam::to_text(pos);
    ASSERT_EQ(outcome->reason == EndReason::win && outcome->utility == 0, false) << TypeParam::to_text(pos);
  }
}

TYPED_TEST(GameRules, PlayoutsEndUnlessPositionsRepeat) {
  static_assert(TypeParam::max_plies > 0);
  for (const auto& playout : this->playouts()) {
    if (!HasRepetition<TypeParam> && !HasSuperko<TypeParam>) {
      ASSERT_TRUE(playout.finished);
    }
  }
}

TYPED_TEST(GameRules, ExchangingThePlayersTwiceChangesNothing) {
  for (const auto& pos : this->positions()) {
    ASSERT_EQ(TypeParam::flipped(TypeParam::flipped(pos)), pos) << TypeParam::to_text(pos);
  }
}

TYPED_TEST(GameRules, AreTheSameForBothPlayers) {
  for (const auto& pos : this->positions()) {
    const auto flipped = TypeParam::flipped(pos);
    ASSERT_EQ(TypeParam::side_to_move(flipped), other(TypeParam::side_to_move(pos)));
    const auto legal = this->legal_moves(pos);
    const auto mirrored = this->legal_moves(flipped);
    ASSERT_EQ(mirrored.size(), legal.size()) << TypeParam::to_text(pos);
    const auto outcome = TypeParam::outcome(pos, legal);
    const auto opposite = TypeParam::outcome(flipped, mirrored);
    ASSERT_EQ(opposite.has_value(), outcome.has_value()) << TypeParam::to_text(pos);
    if (outcome) {
      ASSERT_EQ(*opposite, (Outcome{-outcome->utility, outcome->reason})) << TypeParam::to_text(pos);
    }
  }
}

// Move counters and the like may differ between positions of equal hash; moves and features may not.
TYPED_TEST(GameRules, EqualHashesMeanEqualPositions) {
  std::unordered_map<std::uint64_t, typename TypeParam::Position> first_seen;
  for (const auto& pos : this->positions()) {
    const auto [seen, fresh] = first_seen.emplace(TypeParam::hash(pos), pos);
    if (!fresh && seen->second != pos) {
      ASSERT_EQ(this->view(seen->second), this->view(pos)) << TypeParam::to_text(pos);
    }
  }
}

TYPED_TEST(GameRules, EqualPositionsHaveEqualHashes) {
  std::map<std::string, std::uint64_t> hashes;
  for (const auto& pos : this->positions()) {
    const auto [seen, fresh] = hashes.emplace(TypeParam::to_text(pos), TypeParam::hash(pos));
    ASSERT_EQ(seen->second, TypeParam::hash(pos)) << TypeParam::to_text(pos);
  }
}

// Plays a, b, c and c, b, a where both are possible.
TYPED_TEST(GameRules, TranspositionsHaveEqualHashes) {
  using G = TypeParam;
  const auto play_line = [&](typename G::Position pos, const std::vector<typename G::Move>& line) {
    std::optional<typename G::Position> reached = pos;
    for (const auto& move : line) {
      const auto legal = this->legal_moves(*reached);
      if (std::ranges::find(legal, move) == legal.end()) return std::optional<typename G::Position>();
      G::play(*reached, move);
    }
    return reached;
  };

  int transpositions = 0;
  for (const auto& playout : this->playouts()) {
    for (std::size_t i = 0; i + 2 < playout.moves.size(); ++i) {
      const auto &a = playout.moves[i], &b = playout.moves[i + 1], &c = playout.moves[i + 2];
      const auto reached = play_line(playout.positions[i], {c, b, a});
      if (!reached || G::to_text(*reached) != G::to_text(playout.positions[i + 3])) continue;
      ASSERT_EQ(G::hash(*reached), G::hash(playout.positions[i + 3])) << G::to_text(*reached);
      ++transpositions;
    }
  }
  EXPECT_GT(transpositions, 20);
}

TYPED_TEST(GameRules, PositionsRepeatOnlyWithinReversiblePlies) {
  if constexpr (!HasRepetition<TypeParam>) {
    GTEST_SKIP() << "positions do not repeat";
  } else {
    for (const auto& playout : this->playouts()) {
      std::unordered_map<std::uint64_t, int> last_seen;
      for (int i = 0; const auto& pos : playout.positions) {
        const auto [seen, fresh] = last_seen.emplace(TypeParam::hash(pos), i);
        if (!fresh) {
          ASSERT_LE(i - seen->second, TypeParam::reversible_plies(pos)) << TypeParam::to_text(pos);
        }
        seen->second = i++;
      }
    }
  }
}

TYPED_TEST(GameRules, QuickTestOverlooksNoEnd) {
  if constexpr (!HasQuickTerminalTest<TypeParam>) {
    GTEST_SKIP() << "the game has no quick test";
  } else {
    for (const auto& pos : this->positions()) {
      const auto legal = this->legal_moves(pos);
      if (!legal.empty() && !TypeParam::may_be_over(pos)) {
        ASSERT_FALSE(TypeParam::outcome(pos, legal)) << TypeParam::to_text(pos);
      }
    }
  }
}

// Moves of the positions before and after are often those of the position itself, and as often not.
TYPED_TEST(GameRules, MoveTestKnowsTheLegalMoves) {
  if constexpr (!HasMoveTest<TypeParam>) {
    GTEST_SKIP() << "the game has no test of moves";
  } else {
    for (const auto& playout : this->playouts()) {
      std::vector<MoveList<TypeParam>> legal;
      for (const auto& pos : playout.positions) legal.push_back(this->legal_moves(pos));
      for (std::size_t i = 0; i < legal.size(); ++i) {
        const auto& pos = playout.positions[i];
        ASSERT_EQ(TypeParam::has_legal_move(pos), !legal[i].empty()) << TypeParam::to_text(pos);
        for (std::size_t from = i - std::min<std::size_t>(i, 2); from < std::min(i + 3, legal.size()); ++from) {
          for (const auto& move : legal[from]) {
            ASSERT_EQ(TypeParam::is_legal(pos, move), std::ranges::find(legal[i], move) != legal[i].end())
                << TypeParam::to_text(pos) << ' ' << TypeParam::encode(move);
          }
        }
      }
    }
  }
}

TYPED_TEST(GameRules, NoisyMovesAreTheLegalMovesThatAreNoisy) {
  if constexpr (!HasNoisyMoves<TypeParam>) {
    GTEST_SKIP() << "the game has no noisy moves";
  } else {
    for (const auto& pos : this->positions()) {
      MoveList<TypeParam> noisy;
      TypeParam::noisy_moves(pos, noisy);
      std::set<MoveCode> expected;
      for (const auto& move : this->legal_moves(pos)) {
        if (TypeParam::is_noisy(pos, move)) expected.insert(TypeParam::encode(move));
      }
      ASSERT_EQ(noisy.size(), expected.size()) << TypeParam::to_text(pos);
      ASSERT_EQ(this->codes(noisy), expected) << TypeParam::to_text(pos);
    }
  }
}

TYPED_TEST(GameRules, ExchangesThatWinMuchWinLess) {
  if constexpr (!HasExchange<TypeParam>) {
    GTEST_SKIP() << "the game has no exchanges";
  } else {
    for (const auto& pos : this->positions()) {
      for (const auto& move : this->legal_moves(pos)) {
        bool wins = true;
        for (const int threshold : {-2000, -300, -1, 0, 1, 300, 2000}) {
          const bool wins_more = TypeParam::exchange_at_least(pos, move, threshold);
          ASSERT_LE(wins_more, wins) << TypeParam::to_text(pos) << ' ' << TypeParam::to_text(pos, move);
          wins = wins_more;
        }
      }
    }
  }
}

TYPED_TEST(GameRules, PassingGivesTheTurnAway) {
  if constexpr (!HasNullMove<TypeParam>) {
    GTEST_SKIP() << "passing is not part of the reasoning";
  } else {
    for (const auto& pos : this->positions()) {
      if (!TypeParam::can_pass(pos)) continue;
      auto passed = pos;
      TypeParam::pass(passed);
      ASSERT_EQ(TypeParam::side_to_move(passed), other(TypeParam::side_to_move(pos)));
      ASSERT_NE(TypeParam::hash(passed), TypeParam::hash(pos)) << TypeParam::to_text(pos);
    }
  }
}

TYPED_TEST(GameRules, MoveKindsAreInRange) {
  if constexpr (!HasMoveKinds<TypeParam>) {
    GTEST_SKIP() << "moves have no kinds";
  } else {
    for (const auto& pos : this->positions()) {
      for (const auto& move : this->legal_moves(pos)) {
        const int kind = TypeParam::move_kind(pos, move);
        ASSERT_TRUE(kind >= 0 && kind < TypeParam::move_kinds) << TypeParam::to_text(pos);
      }
    }
  }
}

TYPED_TEST(GameRules, VictimAndThreatKindsAreInRange) {
  if constexpr (!HasVictimKinds<TypeParam> && !HasThreats<TypeParam>) {
    GTEST_SKIP() << "histories go by kinds of moves alone";
  } else {
    for (const auto& pos : this->positions()) {
      for (const auto& move : this->legal_moves(pos)) {
        bool noisy = false;
        if constexpr (HasNoisyMoves<TypeParam>) noisy = TypeParam::is_noisy(pos, move);
        if constexpr (HasVictimKinds<TypeParam>) {
          const int kind = noisy ? TypeParam::victim_kind(pos, move) : 0;
          ASSERT_TRUE(kind >= 0 && kind < TypeParam::victim_kinds) << TypeParam::to_text(pos);
        }
        if constexpr (HasThreats<TypeParam>) {
          const int kind = noisy ? 0 : TypeParam::threat_kind(TypeParam::threats(pos), move);
          ASSERT_TRUE(kind >= 0 && kind < TypeParam::threat_kinds) << TypeParam::to_text(pos);
        }
      }
    }
  }
}

}  // namespace
}  // namespace hone::testing
