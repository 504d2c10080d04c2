// SPDX-License-Identifier: MIT
//
// What games claim to foresee, held against what a plain search sees.
#include <algorithm>
#include <map>

#include "tests/games/conformance.hpp"
#include "tests/plain_search.hpp"

namespace hone::testing {
namespace {

constexpr Depth seen_depth = 4;
constexpr std::size_t most_moves = 8;

template <class G>
class Foresight : public Conformance<G> {
 protected:
  using typename Conformance<G>::Position;

  [[nodiscard]] static Score plain_value(const Position& pos, Depth depth) {
    static const WeightTable weights(zero_weights(G::schema()));
    return minimax<G>(pos, {}, depth, weights).score;
  }
  // Positions in which the game goes on, and which have few enough moves to be searched by minimax.
  template <class Visit>
  void for_each_position(std::size_t count, Visit visit) const {
    for (const Position& pos : this->positions()) {
      if (count == 0) break;
      const auto legal = this->legal_moves(pos);
      if (G::outcome(pos, legal) || legal.size() > most_moves) continue;
      --count;
      visit(pos);
    }
  }
};
TYPED_TEST_SUITE(Foresight, GameTypes, GameNames);

TYPED_TEST(Foresight, UtilitiesAreNotLargerThanDeclared) {
  for (const auto& pos : this->positions()) {
    const auto outcome = TypeParam::outcome(pos, this->legal_moves(pos));
    if (outcome) {
      ASSERT_LE(std::abs(outcome->utility), max_utility_of<TypeParam>) << TypeParam::to_text(pos);
    }
  }
}

TYPED_TEST(Foresight, BoundsHold) {
  if constexpr (!HasBounds<TypeParam>) {
    GTEST_SKIP() << "the game has no bounds";
  } else {
    this->for_each_position(TypeParam::max_moves > 10 ? 300 : 1'500, [](const auto& pos) {
      const ValueBounds bounds = TypeParam::bounds(pos);
      const Score worst = terminal_score(bounds.worst.utility, bounds.worst.plies);
      const Score best = terminal_score(bounds.best.utility, bounds.best.plies);
      ASSERT_LE(worst, best) << TypeParam::to_text(pos);
      const Score seen = TestFixture::plain_value(pos, seen_depth);
      if (is_decided(seen)) {
        // Where results are graded, a win that is seen may not be the largest, nor a loss the smallest.
        if (max_utility_of<TypeParam> == 1 || is_loss(seen)) {
          ASSERT_GE(seen, worst) << TypeParam::to_text(pos);
        }
        if (max_utility_of<TypeParam> == 1 || is_win(seen)) {
          ASSERT_LE(seen, best) << TypeParam::to_text(pos);
        }
      } else if (worst == best && bounds.best.plies <= seen_depth) {
        ASSERT_EQ(best, draw_score) << TypeParam::to_text(pos);
      }
    });
  }
}

TYPED_TEST(Foresight, ContendersIncludeABestMove) {
  if constexpr (!HasContenders<TypeParam>) {
    GTEST_SKIP() << "the game has no contenders";
  } else {
    int left_out = 0;
    this->for_each_position(1'500, [&](const auto& pos) {
      MoveList<TypeParam> contenders;
      TypeParam::contenders(pos, contenders);
      ASSERT_FALSE(contenders.empty()) << TypeParam::to_text(pos);
      Score best = -infinite_score, best_contender = -infinite_score;
      for (const auto& move : this->legal_moves(pos)) {
        const Score score = -TestFixture::plain_value(this->after(pos, move), seen_depth - 1);
        const bool contends = std::ranges::find(contenders, move) != contenders.end();
        best = std::max(best, score);
        if (contends) best_contender = std::max(best_contender, score);
        left_out += !contends;
      }
      ASSERT_EQ(best_contender, best) << TypeParam::to_text(pos);
    });
    EXPECT_GT(left_out, 100);
  }
}

}  // namespace
}  // namespace hone::testing
