// SPDX-License-Identifier: MIT
//
// Runs of the first format. Texts and defaults are those of the version before options declared themselves.
#include "tuner/run/version_1.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tests/tuner/run/loop_support.hpp"
#include "tuner/play/settings_text.hpp"
#include "tuner/run/record.hpp"

namespace hone::run {
namespace {

using Json = nlohmann::ordered_json;

// In the parts that are read back.
Json record_of_version_1(const RunOptions& run) {
  return {{"game", "tic_tac_toe"},
          {"window", 3},
          {"gate_los", 0.95},
          {"final_games", run.final_games},
          {"self_play", {{"games", 3'000U}, {"openings", play::describe(run.self_play.openings)}}},
          {"fit", {{"blend", 0.0}}},
          {"gate",
           {{"games", 2'000U},
            {"openings", play::describe(run.gate.openings)},
            {"sprt", {{"elo0", 0}, {"elo1", 10}, {"alpha", 0.05}, {"beta", 0.05}, {"logistic", false}}}}},
          {"final_match", {{"openings", play::describe(run.final_match.openings)}}}};
}

class RunOfVersion1 : public testing::Test {
 protected:
  RunOfVersion1() {
    write_file_atomically(config_, "# hone 1\ngame = tic_tac_toe\nnodes = 3000\nnoise = 30\n");
    run_.settle(tic_tac_toe());
  }

  void compare(const RunOptions& now, const Json& then) const {
    require_same_as_config(then, config_, tic_tac_toe(), now);
  }

  TempFolder folder_;
  std::filesystem::path config_ = folder_ / "config";
  RunOptions run_ = options_of_version_1(record_of_version_1(default_run(tic_tac_toe())));
};

TEST_F(RunOfVersion1, IsComparedThroughTheFolder) {
  EXPECT_NO_THROW(compare(run_, record_of_version_1(run_)));
  RunOptions other = run_;
  other.self_play.variety.noise = 31;
  EXPECT_THROW(compare(other, record_of_version_1(run_)), Error);
}

TEST_F(RunOfVersion1, IsNotResumedWithTheDefaultsOfToday) {
  EXPECT_THROW(compare(default_run(tic_tac_toe()), record_of_version_1(run_)), Error);
}

TEST_F(RunOfVersion1, KeepsItsOpenings) {
  RunOptions other = run_;
  other.gate.openings.bound += 1;
  EXPECT_THROW(compare(run_, record_of_version_1(other)), Error);
}

TEST_F(RunOfVersion1, HasTheDefaultsOfItsTime) {
  EXPECT_EQ(run_.fit.targets.target, learn::Target());
  ASSERT_TRUE(run_.gate.sprt);
  EXPECT_EQ(run_.gate.sprt->elo0, 0);
  EXPECT_EQ(run_.gate.sprt->elo1, 10);
  EXPECT_EQ(run_.gate.games, 2'000U);
  EXPECT_EQ(run_.gate_los, 0.95);
}

TEST_F(RunOfVersion1, KeepsWhatItsRecordTells) {
  Json record = record_of_version_1(run_);
  record["final_games"] = 123U;
  record["self_play"]["games"] = 77U;
  record["window"] = 5;
  record["gate_los"] = 0.9;
  record["fit"]["blend"] = 0.25;
  record["gate"]["games"] = 500U;
  record["gate"].erase("sprt");
  const RunOptions found = options_of(record);
  EXPECT_EQ(found.final_games, 123U);
  EXPECT_EQ(found.self_play.games, 77U);
  EXPECT_EQ(found.window_size(), 5);
  EXPECT_EQ(found.gate_los, 0.9);
  EXPECT_EQ(found.fit.targets.target, learn::parse_target("blend:0.25"));
  EXPECT_EQ(found.gate.games, 500U);
  EXPECT_FALSE(found.gate.sprt) << "it was off";
}

}  // namespace
}  // namespace hone::run
