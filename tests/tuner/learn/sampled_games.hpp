// SPDX-License-Identifier: MIT
//
// Games of tic-tac-toe, and the rows of their positions.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>

#include "tests/tuner/run/loop_support.hpp"
#include "tuner/learn/sampling.hpp"

namespace hone::learn {

class SampledGames : public testing::Test {
 protected:
  explicit SampledGames(std::uint64_t games) {
    play::self_play(run::tic_tac_toe(), run::tic_tac_toe().material_weights(), run::shallow_self_play(games), file(),
                    play::Existing::refuse, {});
  }
  [[nodiscard]] std::filesystem::path file() const { return folder_ / "x.games"; }

  SamplingSummary sample(const SamplingOptions& options, RowSet& rows) const {
    Sampler sampler(run::tic_tac_toe(), run::tic_tac_toe().material_weights(), options);
    EXPECT_TRUE(sampler.add_games(file(), rows));
    return sampler.summary();
  }

 private:
  TempFolder folder_;
};

}  // namespace hone::learn
