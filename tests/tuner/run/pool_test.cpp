// SPDX-License-Identifier: MIT
//
// A run with a pool of opponents that never learn.
#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "data/game_file.hpp"
#include "data/random.hpp"
#include "tests/tuner/run/pool_support.hpp"
#include "tests/tuner/run/run_support.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/run/history.hpp"
#include "tuner/run/journal.hpp"
#include "tuner/run/progress.hpp"

namespace hone::run {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

PoolOpponent of_the_run(std::string name, int generation) {
  PoolOpponent opponent;
  opponent.spec.name = std::move(name);
  opponent.generation = generation;
  return opponent;
}

PoolOpponent with_weights(std::string name, Weights weights) {
  PoolOpponent opponent;
  opponent.spec.name = std::move(name);
  opponent.spec.source = "somewhere";
  opponent.weights = std::move(weights);
  return opponent;
}

PoolOpponent random_mover() {
  PoolOpponent opponent;
  opponent.spec.name = "random";
  opponent.spec.kind = play::PlayerSpec::Kind::random;
  return opponent;
}

RunOptions run_with_pool() {
  RunOptions options = shallow_run();
  options.pool.games = 60;
  options.pool.opponents = {of_the_run("start", 0), random_mover(),
                            with_weights("zero", zero_weights(tic_tac_toe().schema())), of_the_run("before", -1)};
  options.gate.openings.use = play::OpeningUse::gate;
  options.final_match.openings.use = play::OpeningUse::gate;
  return options;
}

// One finished run for all tests that only read.
class PoolRun : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    place_ = new TempFolder;
    run_in(*place_ / "run", run_with_pool());
  }
  static void TearDownTestSuite() {
    delete place_;
    place_ = nullptr;
  }
  static fs::path whole() { return *place_ / "run"; }

 private:
  static inline TempFolder* place_ = nullptr;
};

TEST_F(PoolRun, PlaysWhatPassedTheGateAndTheBestBeforeIt) {
  const RunHistory history = history_of(whole());
  const auto* pool = history.result<PoolDone>(1);
  ASSERT_NE(pool, nullptr);
  std::set<std::string> met;
  for (const PoolMatch& match : pool->matches) {
    met.insert(weights_name(match.generation) + " " + match.opponent);
    EXPECT_EQ(match.results.size(), 16U) << "60 games for four opponents, in whole pairs";
  }
  EXPECT_EQ(met,
            (std::set<std::string>{"gen-001 start", "gen-001 random", "gen-001 zero", "start random", "start zero"}));
  EXPECT_TRUE(history.result<GateDone>(1)->promoted);
  EXPECT_EQ(pool->table.reference, "start");
  EXPECT_EQ(pool->comparison.before, 0);
  EXPECT_EQ(pool->comparison.pairs, 24U);
}

// The starts of the games of a file, by pairs.
std::vector<std::string> openings_in(const fs::path& file) {
  std::vector<std::string> openings;
  GameFileReader reader(file);
  while (const auto game = reader.next()) {
    const auto board = tic_tac_toe().initial();
    for (int ply = 0; ply < game->opening_plies; ++ply) board->play(game->moves[static_cast<std::size_t>(ply)].move);
    openings.push_back(board->text());
  }
  return openings;
}

TEST_F(PoolRun, PairsGenerationsOnOpeningsOfItsOwn) {
  const RunPaths paths(whole());
  const auto own = openings_in(paths.pool_games(1, "random", ""));
  EXPECT_THAT(own, SizeIs(16));
  EXPECT_EQ(own, openings_in(paths.pool_games(1, "random", "start")));
  EXPECT_NE(own, openings_in(paths.pool_games(1, "zero", ""))) << "each opponent has its own";
  const auto learnt = openings_in(paths.self_play_games(1)), judged = openings_in(paths.gate_games(1));
  for (const std::string& opening : own) {
    EXPECT_TRUE(play::is_for(*tic_tac_toe().parse(opening), play::OpeningUse::pool)) << opening;
    EXPECT_THAT(learnt, testing::Not(Contains(opening)));
    EXPECT_THAT(judged, testing::Not(Contains(opening)));
  }
}

TEST_F(PoolRun, TellsItsProgressAtHomeAndAbroad) {
  const RunProgress progress = progress_of(history_of(whole()));
  ASSERT_GE(progress.points.size(), 2U);
  EXPECT_EQ(progress.reference, "start");
  ASSERT_TRUE(progress.points[1].pool);
  EXPECT_GT(progress.points[1].pool->low, 0) << "bad weights are easy to improve";
  EXPECT_TRUE(progress.is_direct) << "the last match was played";
  ASSERT_TRUE(progress.pool_gain);
  EXPECT_GT(progress.opponents.size(), 0U);
}

TEST_F(PoolRun, GivesTheSameFilesForAnyNumberOfThreads) {
  const TempFolder folder;
  RunOptions options = run_with_pool();
  options.threads = 3;
  run_in(folder / "run", options);
  EXPECT_EQ(results_in(folder / "run"), results_in(whole()));
}

TEST_F(PoolRun, GivesTheSameFilesHoweverOftenItIsInterrupted) {
  const TempFolder folder;
  for (const int step : {3, 11, 34}) {
    const fs::path place = folder / std::to_string(step);
    EXPECT_GT(run_in_sessions(place, run_with_pool(), is_one_of<PoolPlayed, PoolFinished, StepBegun>, step, 1), 2);
    EXPECT_EQ(results_in(place), results_in(whole())) << step;
  }
}

TEST_F(PoolRun, NamesAndRepairsItsFiles) {
  const TempFolder folder;
  RunOptions options = run_with_pool();
  options.repair = true;
  for (const char* name : {"gen-001/pool-random.games", "gen-001/pool-zero@start.games", "gen-001/pool.json"}) {
    const fs::path copy = folder / "copy";
    fs::remove_all(copy);
    fs::copy(whole(), copy, fs::copy_options::recursive);
    std::string bytes = read_file(copy / name);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
    write_plainly(copy / name, bytes);
    EXPECT_THROW(run_in(copy, run_with_pool()), DamagedRun) << name;
    EXPECT_TRUE(run_in(copy, options).complete) << name;
    EXPECT_EQ(results_in(copy), results_in(whole())) << name;
  }
}

TEST_F(PoolRun, KeepsTheWeightsOfItsOpponents) {
  EXPECT_TRUE(fs::exists(whole() / "pool-zero.weights"));
  const TempFolder folder;
  fs::copy(whole(), folder / "copy", fs::copy_options::recursive);
  fs::remove(folder / "copy" / "pool-zero.weights");
  EXPECT_THROW(run_in(folder / "copy", run_with_pool()), DamagedRun);
}

std::string message_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST_F(PoolRun, RefusesAnotherPool) {
  std::vector<RunOptions> others(4, run_with_pool());
  others[0].pool.opponents.pop_back();
  others[1].pool.opponents[2].weights->values[0] += 1;
  others[2].pool.opponents[1].spec.limits = Limits{.depth = 3, .nodes = {}, .move_time = {}, .clock = {}};
  others[3].pool.opponents[3].generation = -2;
  for (const RunOptions& other : others) {
    const std::string message = message_of([&] { run_in(whole(), other); });
    EXPECT_THAT(message, HasSubstr("the run was begun with pool/"));
    EXPECT_THAT(message, HasSubstr("to begin another run from its best weights"));
  }
  RunOptions fewer = run_with_pool();
  fewer.pool.games = 40;
  EXPECT_THAT(message_of([&] { run_in(whole(), fewer); }), HasSubstr("options/pool-games"));
}

TEST(Pool, RefusesNamesThatFilesOrRatingsCannotHave) {
  for (const char* name : {"", "a/b", "..", ".x", "a b", "gen-001", "start", "x@y"}) {
    RunOptions options = run_with_pool();
    options.pool.opponents[1].spec.name = name;
    if (std::string(name) == "start") options.pool.opponents.erase(options.pool.opponents.begin());
    EXPECT_THROW(options.validate(), Error) << name;
  }
  RunOptions twice = run_with_pool();
  twice.pool.opponents[1].spec.name = "zero";
  EXPECT_THAT(message_of([&] { twice.validate(); }), HasSubstr("two opponents are called 'zero'"));
}

TEST(Pool, RefusesAnEngineThatCannotBeStarted) {
  const TempFolder folder;
  RunOptions options = run_with_pool();
  options.pool.opponents[1].spec.kind = play::PlayerSpec::Kind::uci;
  options.pool.opponents[1].spec.uci.command = {"/no/such/engine"};
  EXPECT_THAT(message_of([&] { run_in(folder / "run", options); }), HasSubstr("pool: player random: "));
  EXPECT_FALSE(fs::exists(folder / "run")) << "nothing was begun";
}

// The journal tells that the start won all games against an opponent which is as strong as the candidate. So the
// candidate beats the start, and makes fewer points than it on the same openings.
TEST(Pool, RefusesACandidateThatBeatsItsParentAndFallsAbroad) {
  RunOptions options = shallow_run();
  options.generations = 2;
  const Weights strong = tic_tac_toe().material_weights();
  options.pool.games = 100;
  options.pool.opponents = {with_weights("rival", strong)};
  PoolDone before;
  before.matches = {PoolMatch{0, "rival", "rival", std::string(100, 'w'), 0, {}}};
  const std::vector<play::Entrant> players{
      play::weights_entrant(tic_tac_toe(), "gen-001", strong, options.gate.engine),
      play::weights_entrant(tic_tac_toe(), "start", bad_weights(), options.gate.engine)};
  const auto match = match::play_tournament(tic_tac_toe(), players, shallow_tournament(20), std::nullopt, {});
  const std::vector<RunEvent> end{before, GateDone{match::summary_of(match), false}};
  const TempFolder folder;
  begin_judging(folder / "run", tic_tac_toe(), bad_weights(), strong, options, end);
  const RunSummary summary = run_in(folder / "run", options);
  EXPECT_EQ(summary.promotions, 0);
  EXPECT_EQ(read_file(summary.best_weights), read_file(folder / "run/start.weights"));
  const RunHistory history = history_of(folder / "run");
  ASSERT_NE(history.result<GateDone>(2), nullptr);
  EXPECT_GT(history.result<GateDone>(2)->result.elo().low, 0) << "it beat its parent";
  EXPECT_FALSE(history.result<GateDone>(2)->promoted);
  const auto* pool = history.result<PoolDone>(2);
  ASSERT_NE(pool, nullptr);
  EXPECT_THAT(pool->matches, SizeIs(1)) << "the start has met the opponent before";
  EXPECT_TRUE(pool->comparison.has_fallen);
  EXPECT_LT(pool->comparison.gained.high, 0);

  // Without the pool it is promoted.
  options.pool.opponents.clear();
  begin_judging(folder / "alone", tic_tac_toe(), bad_weights(), strong, options, {end[1]});
  EXPECT_EQ(run_in(folder / "alone", options).promotions, 1);
}

match::MatchSummary match_of(const stats::Interval& elo) {
  match::MatchSummary match;
  match.players.resize(2);
  match.players[0].results.elo = elo;
  return match;
}

// The share of 60 +- 20 in 100 +- 20: (6000 +- sqrt(6000^2 - 9600 * 3200)) / 9600, by Fieller's formula.
TEST(Pool, TellsWhatShareOfTheGainAtHomeTravelled) {
  PoolDone pool;
  pool.table.reference = "start";
  pool.table.ratings = {PoolRating{"gen-001", stats::around(60, 20), 0, 0}, PoolRating{"start", {}, 0, 0}};
  const std::vector<RunEvent> events{GenerationBegun{}, SelfPlayDone{}, FitDone{}, pool,
                                     GateDone{match_of(stats::around(90, 40)), true}};
  std::vector<JournalEntry> entries;
  for (const RunEvent& event : events) entries.push_back({event, 1, "", 0, {}});
  const RunProgress before = progress_of(RunHistory(entries));
  EXPECT_FALSE(before.is_direct);
  EXPECT_LT(before.home_gain.value, 90) << "what passed a test looks better than it is";
  entries.push_back({FinalMatchDone{match_of(stats::around(100, 20))}, 1, "", 0, {}});
  const RunProgress progress = progress_of(RunHistory(entries));
  EXPECT_TRUE(progress.is_direct);
  ASSERT_TRUE(progress.travelled);
  EXPECT_NEAR(progress.travelled->value, 0.6, 1e-9);
  EXPECT_NEAR(progress.travelled->low, 0.38564, 1e-4);
  EXPECT_NEAR(progress.travelled->high, 0.86436, 1e-4);

  // Where all games of the last match were won, they tell only the least gain.
  entries.back() = {FinalMatchDone{match_of({stats::unknown().value, 161, HUGE_VAL})}, 1, "", 0, {}};
  EXPECT_FALSE(progress_of(RunHistory(entries)).travelled);
}

// A name that begins as those of generations do is an opponent's all the same.
TEST(Pool, ShowsEveryOpponent) {
  PoolDone pool;
  pool.table.reference = "start";
  for (const char* name : {"gen-001", "gen-old", "gen-old@gen-001", "gen-", "start", "starter"}) {
    pool.table.ratings.push_back(PoolRating{name, {}, 0, 0});
  }
  const std::vector<JournalEntry> entries{{GenerationBegun{}, 1, "", 0, {}}, {pool, 1, "", 0, {}}};
  std::vector<std::string> shown;
  for (const PoolRating& rating : progress_of(RunHistory(entries)).opponents) shown.push_back(rating.name);
  EXPECT_THAT(shown, testing::ElementsAre("gen-old", "gen-old@gen-001", "gen-", "starter"));
}

// gen:-1 are the best weights before those that a candidate is to replace: nobody when these are the start's.
TEST_F(PoolRun, MeetsOldGenerationsOnceTheyAreThere) {
  const TempFolder folder;
  RunOptions options = run_with_pool();
  options.generations = 5;
  options.patience = 0;
  options.final_games = 0;
  options.gate.sprt.reset();
  options.gate_los = 0.501;
  run_in(folder / "run", options);
  const RunHistory history = history_of(folder / "run");
  for (int generation = 1; generation <= 5; ++generation) {
    const auto* pool = history.result<PoolDone>(generation);
    if (pool == nullptr) continue;
    const int best = history.best_before(generation);
    const int expected = best == 0 ? 0 : history.best_before(best);  // the start is met under its own name
    const auto is_old = [](const PoolMatch& match) { return match.opponent == "before"; };
    for (const PoolMatch& match : pool->matches) {
      if (is_old(match)) {
        EXPECT_EQ(match.rated_as, weights_name(expected));
      }
    }
    EXPECT_EQ(std::ranges::any_of(pool->matches, is_old), expected > 0) << generation;
  }
}

}  // namespace
}  // namespace hone::run
