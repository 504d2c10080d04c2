// SPDX-License-Identifier: MIT
//
// UCI engines in the pool of a run: whatever they do, the run goes on.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <utility>

#include "data/error.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/play/uci/processes.hpp"
#include "tests/tuner/run/pool_support.hpp"
#include "tuner/run/gate.hpp"
#include "tuner/run/history.hpp"

namespace hone::run {
namespace {

using testing::HasSubstr;

const GameDriver& chess_game() { return find_driver("chess"); }

class Listener final : public RunObserver {
 public:
  void told(const RunNews& news) override {
    if (const auto* noticed = std::get_if<Noticed>(&news)) heard += noticed->what + '\n';
  }
  std::string heard;
};

// The gate of material weights against none, and four games against the engine.
RunOptions judging_run(const std::string& mode) {
  RunOptions options = default_run(chess_game());
  options.generations = 1;
  options.final_games = 0;
  options.gate.sprt.reset();
  options.gate_los = 0.501;
  options.gate.games = least_gate_games;
  options.gate.limits = Limits{.depth = 2, .nodes = {}, .move_time = {}, .clock = {}};
  options.pool.games = 4;
  PoolOpponent engine;
  engine.spec.name = "mock";
  engine.spec.kind = play::PlayerSpec::Kind::uci;
  engine.spec.uci.command = {MOCK_ENGINE, mode};
  options.pool.opponents = {engine};
  options.config = "nothing\n";
  return options;
}

RunHistory judged(const std::filesystem::path& folder, const RunOptions& options, Listener& listener) {
  const Weights start = zero_weights(chess_game().schema());
  begin_judging(folder, chess_game(), start, chess_game().material_weights(), options);
  EXPECT_TRUE(run(chess_game(), start, options, folder, listener, {}).complete);
  return RunHistory(entries_of(read_journal(RunPaths(folder).journal())));
}

class PoolEngine : public play::Processes {};

// It crashes at its third move of every game, or plays one illegal move and is a good engine from then on.
TEST_F(PoolEngine, LosesTheGamesOfItsFaultsAndIsNamed) {
  const TempFolder folder;
  for (const auto& [mode, faults] : {std::pair{"abort", 4U}, std::pair{"illegal", 1U}}) {
    Listener listener;
    const RunHistory history = judged(folder / mode, judging_run(mode), listener);
    const auto* pool = history.result<PoolDone>(1);
    ASSERT_NE(pool, nullptr) << mode;
    ASSERT_EQ(pool->matches.size(), 2U);
    for (const PoolMatch& match : pool->matches) {
      EXPECT_EQ(match.faults, faults) << mode;
      EXPECT_NE(match.fault, "");
      EXPECT_GE(std::ranges::count(match.results, 'w'), static_cast<std::ptrdiff_t>(faults));
    }
    EXPECT_THAT(listener.heard,
                HasSubstr(fmt::format("pool: mock lost {} of 4 games against gen-001 by its own fault", faults)));
    EXPECT_TRUE(history.result<GateDone>(1)->promoted) << "four games cannot show a fall";
  }
}

TEST_F(PoolEngine, PlaysAsOpponentWhenItIsWell) {
  const TempFolder folder;
  Listener listener;
  const RunHistory history = judged(folder / "run", judging_run("good"), listener);
  const auto* pool = history.result<PoolDone>(1);
  ASSERT_NE(pool, nullptr);
  EXPECT_EQ(pool->matches.at(0).faults, 0U);
  EXPECT_EQ(listener.heard, "");
}

TEST_F(PoolEngine, IsRefusedAtTheBeginningWhenItCannotStart) {
  const TempFolder folder;
  RunObserver observer;
  try {
    (void)run(chess_game(), zero_weights(chess_game().schema()), judging_run("crash_at_start"), folder / "run",
              observer, {});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("pool: player mock: "));
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "run"));
}

// The program is gone when the games against it begin.
TEST_F(PoolEngine, LosesItsGamesWhenItIsGone) {
  const TempFolder folder;
  const std::filesystem::path program = folder / "engine";
  std::filesystem::copy_file(MOCK_ENGINE, program);
  RunOptions options = judging_run("good");
  options.pool.opponents[0].spec.uci.command = {program.string(), "good"};
  class Remover final : public RunObserver {
   public:
    explicit Remover(std::filesystem::path program) : program_(std::move(program)) {}
    void told(const RunNews& news) override {
      const auto* begun = std::get_if<StepBegun>(&news);
      if (begun != nullptr && begun->step == RunStep::pool) std::filesystem::remove(program_);
    }

   private:
    std::filesystem::path program_;
  };
  const Weights start = zero_weights(chess_game().schema());
  begin_judging(folder / "run", chess_game(), start, chess_game().material_weights(), options);
  Remover remover(program);
  EXPECT_TRUE(run(chess_game(), start, options, folder / "run", remover, {}).complete);
  const RunHistory history(entries_of(read_journal(RunPaths(folder / "run").journal())));
  EXPECT_EQ(history.result<PoolDone>(1)->matches.at(0).results, "wwww");
}

}  // namespace
}  // namespace hone::run
