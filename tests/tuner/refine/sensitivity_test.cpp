// SPDX-License-Identifier: MIT
//
// How large a step is that matters.
#include "tuner/refine/sensitivity.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/named_weights.hpp"

namespace hone::refine {
namespace {

SensitivityOptions options(int threads = 1) {
  SensitivityOptions options{.share = 0.1, .positions = 40, .threads = threads};
  options.limits.nodes = 300;
  return options;
}

const GameDriver& chess() { return find_driver("chess"); }

TEST(Sensitivity, FindsStepsThatMatterAndNumbersThatDoNot) {
  const std::vector<std::string> patterns{"search.reverse_futility_margin", "search.delta_margin",
                                          "search.confirmation_depth"};
  const OwnSubject subject(chess(), load_weights(chess(), "default"), {}, patterns);
  ASSERT_EQ(subject.parameters().size(), 3U);
  const auto positions = positions_of_games(chess(), 160, 1);
  ASSERT_EQ(positions.size(), 160U);
  const auto found = sensitivity_of(subject, {0, 1, 2}, positions, options(), {});
  ASSERT_EQ(found.size(), 3U);
  // in the order of the table: reverse_futility_margin, confirmation_depth, delta_margin
  EXPECT_EQ(subject.parameters()[1].name, "search.confirmation_depth");
  EXPECT_GT(found[0].step, 1);
  EXPECT_LT(found[0].step, 225) << "the range";
  EXPECT_EQ(found[1].step, 0) << "300 nodes do not reach its depth";
  EXPECT_GT(found[2].step, found[0].step) << "of captures alone";
}

// In trees of some thousand nodes a margin of 75 that is one larger or smaller changes moves by chance. A share of that
// size must not make it a step.
TEST(Sensitivity, DoesNotTakeChanceForASign) {
  const std::vector<std::string> patterns{"search.reverse_futility_margin"};
  const OwnSubject subject(chess(), load_weights(chess(), "default"), {}, patterns);
  SensitivityOptions at_nodes = options(2);
  at_nodes.limits.nodes = 5'000;
  at_nodes.share = 0.05;
  const auto found = sensitivity_of(subject, {0}, positions_of_games(chess(), 40, 4), at_nodes, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_GT(found[0].step, 2);
}

// What matters in small searches has the step that it has there, however large those of the games are, and larger ones
// are looked at for the others.
TEST(Sensitivity, IsSeenInTheSmallestSearchesThatTellIt) {
  const std::vector<std::string> patterns{"search.reduction_divisor", "search.null_move_slope"};
  const OwnSubject subject(chess(), load_weights(chess(), "default"), {}, patterns);
  ASSERT_EQ(subject.parameters()[0].name, "search.null_move_slope");
  const auto positions = positions_of_games(chess(), 40, 5);
  SensitivityOptions small = options(2), large = options(2);
  small.limits.nodes = 1'000;
  large.limits.nodes = 20'000;
  const auto of_small = sensitivity_of(subject, {0, 1}, positions, small, {});
  const auto of_large = sensitivity_of(subject, {0, 1}, positions, large, {});
  EXPECT_EQ(of_small[0].step, 0) << "1,000 nodes have no null moves deep enough";
  EXPECT_GT(of_large[0].step, 0);
  EXPECT_GT(of_small[1].step, 100) << "of 2,100";
  EXPECT_EQ(of_large[1].step, of_small[1].step);
}

TEST(Sensitivity, IsTheSameForAnyNumberOfThreads) {
  const std::vector<std::string> patterns{"search.*_margin"};
  const OwnSubject subject(chess(), load_weights(chess(), "default"), {}, patterns);
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < subject.parameters().size(); ++i) all.push_back(i);
  const auto positions = positions_of_games(chess(), 15, 2);
  const auto one = sensitivity_of(subject, all, positions, options(1), {});
  const auto three = sensitivity_of(subject, all, positions, options(3), {});
  ASSERT_EQ(one.size(), three.size());
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].step, three[i].step) << all[i];
}

TEST(Sensitivity, EndsWhenStopped) {
  const std::vector<std::string> patterns{"search.delta_margin"};
  const OwnSubject subject(chess(), load_weights(chess(), "default"), {}, patterns);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(sensitivity_of(subject, {0}, positions_of_games(chess(), 5, 3), options(), stop.get_token()).empty());
}

}  // namespace
}  // namespace hone::refine
