// SPDX-License-Identifier: MIT
//
// Searchers that share a limit of nodes.
#include "engine/shared_work.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "engine/bench.hpp"
#include "engine/game_driver.hpp"
#include "engine/searcher.hpp"
#include "games/connect_four/connect_four.hpp"

namespace hone {
namespace {

SearchResult search_by(const SharedWork& shared, std::uint64_t limit) {
  const WeightTable weights(bench_weights(find_driver("connect_four")));
  TranspositionTable table(1 << 16);
  Searcher<ConnectFour> searcher(weights, table, {});
  SearchControl control;
  control.limits.nodes = limit;
  return searcher.search_together(ConnectFour::initial(), {}, control, shared);
}

// The other searcher visits no more nodes, so that this one is left all that are missing.
TEST(SharedWork, EndsAtALimitThatOthersHaveNearlyReached) {
  std::atomic<std::uint64_t> nodes = 900;
  EXPECT_EQ(search_by({.nodes = &nodes, .searchers = 2}, 1'000).counters.nodes, 1'000U);
  EXPECT_EQ(nodes, 1'000U);
}

TEST(SharedWork, OfOneSearcherEndsAtItsLimit) {
  for (const std::uint64_t limit : {1, 1'023, 1'024, 1'025, 5'000}) {
    EXPECT_EQ(search_by({}, limit).counters.nodes, limit);
  }
}

}  // namespace
}  // namespace hone
