// SPDX-License-Identifier: MIT
//
// Several candidates a gate: how they are made, who of them is chosen, and that a run with them keeps its promises.
#include "tuner/run/candidates.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "data/error.hpp"
#include "tests/tuner/run/run_support.hpp"
#include "tuner/play/entrant.hpp"
#include "tuner/run/halving.hpp"
#include "tuner/run/history.hpp"
#include "tuner/run/journal.hpp"
#include "tuner/run/status.hpp"

namespace hone::run {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Halving, LetsTheBetterHalfGoOn) {
  EXPECT_THAT(better_half(std::vector<double>{3, 9, 1, 5}), ElementsAre(1, 3));
  EXPECT_THAT(better_half(std::vector<double>{1, 2, 3}), ElementsAre(1, 2));
  EXPECT_THAT(better_half(std::vector<double>{1, 2}), ElementsAre(1));
  EXPECT_THAT(better_half(std::vector<double>{7}), ElementsAre(0));
  EXPECT_THAT(better_half(std::vector<double>{}), ElementsAre());
}

TEST(Halving, PrefersTheFirstOfEquals) {
  EXPECT_THAT(better_half(std::vector<double>{4, 4, 4, 4}), ElementsAre(0, 1));
  EXPECT_THAT(better_half(std::vector<double>{4, 5, 4, 4}), ElementsAre(0, 1));
}

// -- A planted case: the weights that are shipped with the game among three that want to lose

match::TournamentResult planted_round(int round, const std::vector<std::size_t>& candidates, std::size_t good) {
  const EngineOptions engine{.hash_bytes = std::size_t{1} << 16};
  std::vector<play::Entrant> players{play::weights_entrant(tic_tac_toe(), "best", bad_weights(), engine)};
  for (const std::size_t number : candidates) {
    const Weights weights = number == good ? tic_tac_toe().material_weights() : bad_weights();
    players.push_back(play::weights_entrant(tic_tac_toe(), std::to_string(number), weights, engine));
  }
  match::TournamentOptions options = shallow_tournament(100 * candidates.size());
  options.format = match::Format::gauntlet;
  options.seed = static_cast<std::uint64_t>(round);
  return match::play_tournament(tic_tac_toe(), players, options, std::nullopt, {});
}

TEST(Candidates, TheBetterOneOfFourWins) {
  for (const std::size_t good : {0U, 2U, 3U}) {
    const auto selection = select_candidate({"a", "b", "c", "d"}, [&](int round, const auto& candidates) {
      return planted_round(round, candidates, good);
    });
    ASSERT_TRUE(selection);
    EXPECT_EQ(selection->chosen, good + 1);
    EXPECT_EQ(selection->rounds, 2);
    std::multiset<std::uint64_t> games;
    for (const SelectionDone::Result& one : selection->candidates) games.insert(one.games);
    EXPECT_THAT(games, ElementsAre(100, 100, 200, 200));
  }
}

TEST(Candidates, PlayNothingWhereThereIsOne) {
  const auto selection =
      select_candidate({"fit"}, [](int, const auto&) -> match::TournamentResult { throw Error("a round"); });
  ASSERT_TRUE(selection);
  EXPECT_EQ(selection->rounds, 0);
  EXPECT_EQ(describe_chosen(*selection), "candidate 1 of 1 (fit)");
}

TEST(Candidates, AreNotFewerBecauseAFileIsDamaged) {
  const Weights weights = tic_tac_toe().material_weights();
  const RowSet rows;
  const learn::FitOptions options;
  learn::FitResult fit{
      .weights = weights, .summary = {}, .fitted = weights, .curvature = nullptr, .posterior = nullptr};
  fit.summary.ridge = 1e-3;
  const Weights start = bad_weights();
  const CandidateSource source{
      rows,    start,
      options, fit,
      1,       [](const auto&) -> learn::FitResult {
                                 throw Error("start.weights", 0, "has 4 bytes instead of 300"); }};
  EXPECT_THROW((void)make_candidates(source, 2), Error);
}

// -- In a run

RunOptions run_with_candidates(int count) {
  RunOptions options = shallow_run();
  options.candidates = count;
  options.candidate_games = 20;
  return options;
}

TEST(Candidates, AreMadeOfTheSameGamesInOtherWays) {
  const TempFolder folder;
  RunOptions options = run_with_candidates(7);
  options.generations = 1;
  options.fit.decimals = 3;
  run_in(folder / "run", options);
  EXPECT_THAT(history_of(folder / "run").result<FitDone>(1)->candidates,
              ElementsAre("fit", "ridge / 3", "ridge x 3", "target rootstrap", "draw 1", "ridge / 9", "ridge x 9"));
  std::set<std::vector<double>> different;
  for (int number = 1; number <= 7; ++number) {
    const auto file = folder / "run/gen-001" / ("candidate-" + std::to_string(number) + ".weights");
    different.insert(read_weights(file, tic_tac_toe().schema()).values);
  }
  EXPECT_EQ(different.size(), 7U);
}

TEST(Candidates, TheChosenOneIsTestedOnOtherOpenings) {
  const TempFolder folder;
  run_in(folder / "run", run_with_candidates(4));
  const RunHistory history = history_of(folder / "run");
  for (const int generation : {1, 2}) {
    const auto* selection = history.result<SelectionDone>(generation);
    ASSERT_NE(selection, nullptr);
    const RunPaths paths(folder / "run");
    EXPECT_EQ(read_file(paths.candidate_weights(generation)),
              read_file(paths.numbered_candidate(generation, selection->chosen)));
    std::set<std::uint64_t> seeds;
    GameFileReader rounds(paths.selection_games(generation, 1)), gate(paths.gate_games(generation));
    while (const auto game = rounds.next()) seeds.insert(game->seed);
    while (const auto game = gate.next()) EXPECT_FALSE(seeds.contains(game->seed));
  }
}

TEST(Candidates, OfAFitThatDoesNotMoveAreNone) {
  const TempFolder folder;
  RunOptions options = run_with_candidates(3);
  options.generations = 1;
  options.fit.ridge = 1e12;  // the weights stay what they are, a third of that too
  options.fit.targets.target = learn::parse_target("rootstrap");
  const RunSummary summary = run_in(folder / "run", options);
  EXPECT_TRUE(summary.complete);
  EXPECT_THAT(history_of(folder / "run").result<FitDone>(1)->candidates, ElementsAre("fit"));
  EXPECT_EQ(history_of(folder / "run").result<SelectionDone>(1)->rounds, 0);
}

TEST(Candidates, AreTheSameForAnyNumberOfThreads) {
  const TempFolder folder;
  RunOptions options = run_with_candidates(5);
  run_in(folder / "1", options);
  options.threads = 4;
  run_in(folder / "4", options);
  EXPECT_EQ(results_in(folder / "4"), results_in(folder / "1"));
}

TEST(Candidates, AreTheSameHoweverOftenTheRunIsInterrupted) {
  const TempFolder folder;
  const RunOptions options = run_with_candidates(4);
  run_in(folder / "whole", options);
  for (const int step : {11, 47}) {
    const auto name = std::to_string(step);
    EXPECT_GT(run_in_sessions(
                  folder / name, options, [](const RunNews&) { return true; }, step, 3),
              2);
    EXPECT_EQ(results_in(folder / name), results_in(folder / "whole"));
  }
}

TEST(Candidates, ThatWereDamagedAreMadeAgain) {
  const TempFolder folder;
  RunOptions options = run_with_candidates(3);
  run_in(folder / "run", options);
  const auto whole = results_in(folder / "run");
  for (const char* name : {"gen-001/candidate-2.weights", "gen-001/candidate.weights", "gen-002/selection-1.games",
                           "gen-002/selection.json"}) {
    write_plainly(folder / "run" / name, read_file(folder / "run" / name).substr(1));
    options.repair = false;
    EXPECT_THROW(run_in(folder / "run", options), DamagedRun) << name;
    options.repair = true;
    EXPECT_TRUE(run_in(folder / "run", options).complete) << name;
    EXPECT_EQ(results_in(folder / "run"), whole) << name;
  }
}

TEST(Candidates, AreNamedByTheStatus) {
  const TempFolder folder;
  run_in(folder / "run", run_with_candidates(3));
  const RunStatus status = status_of_run(folder / "run");
  ASSERT_EQ(status.table.size(), 2U);
  EXPECT_THAT(status.table[0].chosen, HasSubstr(" of 3 ("));
  EXPECT_EQ(to_json(status)["table"][0]["chosen"], status.table[0].chosen);
}

TEST(Candidates, NobodyIsChosenWhoIsNotThere) {
  nlohmann::ordered_json entry = {{"event", "selection"}, {"generation", 1}, {"time", "t"},
                                  {"hours", 0},           {"chosen", 2U},    {"rounds", 0}};
  entry["candidates"] = nlohmann::ordered_json::array({{{"origin", "fit"}, {"games", 0U}, {"points", 0.0}}});
  JournalEntry read;
  try {
    from_json(entry, read);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "chosen: expected 1 to 1, found 2");
  }
  entry["chosen"] = 1U;
  EXPECT_NO_THROW(from_json(entry, read));
  EXPECT_EQ(std::get<SelectionDone>(read.event).candidates[0].origin, "fit");
}

}  // namespace
}  // namespace hone::run
