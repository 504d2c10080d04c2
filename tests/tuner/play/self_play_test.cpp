// SPDX-License-Identifier: MIT
#include "tuner/play/self_play.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "data/error.hpp"
#include "data/game_file.hpp"
#include "engine/opening.hpp"
#include "tests/tuner/run/loop_support.hpp"

namespace hone::play {
namespace {

SelfPlaySummary play(const std::filesystem::path& file, const SelfPlayOptions& options,
                     Existing existing = Existing::refuse, const std::stop_token& stop = {},
                     const PlayProgress& progress = {}) {
  return self_play(run::tic_tac_toe(), run::tic_tac_toe().material_weights(), options, file, existing, stop, progress);
}

std::vector<GameRecord> games_of(const std::filesystem::path& file) {
  std::vector<GameRecord> games;
  GameFileReader reader(file);
  while (auto game = reader.next()) games.push_back(*game);
  return games;
}

TEST(SelfPlay, WritesTheSameBytesForAnyNumberOfThreads) {
  const TempFolder folder;
  SelfPlayOptions options = run::shallow_self_play(200);
  play(folder / "1.games", options);
  for (const int threads : {2, 4}) {
    options.threads = threads;
    const auto file = folder / (std::to_string(threads) + ".games");
    play(file, options);
    EXPECT_EQ(read_file(file), read_file(folder / "1.games")) << threads << " threads";
  }
}

// hone's own engine, taken for somebody else's.
Entrant as_entrant(const SelfPlayOptions& options) {
  return weights_entrant(run::tic_tac_toe(), "other", run::tic_tac_toe().material_weights(), options.engine);
}

SelfPlaySummary play_entrant(const std::filesystem::path& file, const Entrant& player, const SelfPlayOptions& options,
                             Existing existing = Existing::refuse, const std::stop_token& stop = {},
                             const PlayProgress& progress = {}) {
  return self_play(run::tic_tac_toe(), player, run::tic_tac_toe().material_weights(), options, file, existing, stop,
                   progress);
}

TEST(SelfPlay, AnotherPlayerOfTheSameMovesHasTheSameGames) {
  const TempFolder folder;
  SelfPlayOptions options = run::shallow_self_play(200);
  options.threads = 2;
  const SelfPlaySummary own = play(folder / "own.games", options);
  const SelfPlaySummary other = play_entrant(folder / "other.games", as_entrant(options), options);
  EXPECT_EQ(other.recorded, own.recorded);
  const auto own_games = games_of(folder / "own.games"), other_games = games_of(folder / "other.games");
  ASSERT_EQ(other_games.size(), own_games.size());
  ASSERT_GT(own_games.size(), 10U);
  for (std::size_t i = 0; i < own_games.size(); ++i) EXPECT_EQ(other_games[i], own_games[i]) << i;
}

TEST(SelfPlay, AnotherPlayerGoesOnAfterAnInterruption) {
  const TempFolder folder;
  const SelfPlayOptions options = run::shallow_self_play(120);
  play_entrant(folder / "whole.games", as_entrant(options), options);
  std::stop_source stop;
  const SelfPlaySummary part = play_entrant(folder / "part.games", as_entrant(options), options, Existing::refuse,
                                            stop.get_token(), [&](const stats::PlayTally& tally) {
                                              if (tally.games == 40) stop.request_stop();
                                            });
  EXPECT_FALSE(part.complete);
  EXPECT_TRUE(play_entrant(folder / "part.games", as_entrant(options), options, Existing::go_on).complete);
  EXPECT_EQ(read_file(folder / "part.games"), read_file(folder / "whole.games"));
  // The file tells who played: another player must not go on with it.
  EXPECT_THROW(play(folder / "part.games", options, Existing::go_on), Error);
}

TEST(SelfPlay, AnotherPlayerHasNoVarietyOfOurs) {
  const TempFolder folder;
  SelfPlayOptions options = run::shallow_self_play(10);
  options.variety.noise = 10;
  EXPECT_THROW(play_entrant(folder / "x.games", as_entrant(options), options), Error);
  EXPECT_FALSE(std::filesystem::exists(folder / "x.games"));
}

// Checks that `varied` plays other games than `plain`, and more different ones.
void expect_same_bytes_and_more_games(const SelfPlayOptions& plain, SelfPlayOptions varied) {
  const TempFolder folder;
  play(folder / "plain.games", plain);
  play(folder / "1.games", varied);
  varied.threads = 3;
  play(folder / "3.games", varied);
  EXPECT_EQ(read_file(folder / "3.games"), read_file(folder / "1.games"));
  EXPECT_GT(games_of(folder / "1.games").size(), games_of(folder / "plain.games").size());
}

TEST(SelfPlay, WritesTheSameBytesWithNoiseToo) {
  SelfPlayOptions options = run::shallow_self_play(100);
  options.variety.noise = 100;
  expect_same_bytes_and_more_games(run::shallow_self_play(100), options);
}

TEST(SelfPlay, WritesTheSameBytesWithDrawnMovesAndJitterToo) {
  SelfPlayOptions options = run::shallow_self_play(200);
  options.limits.nodes = 200;
  options.variety = {.noise = 0, .choice = {.temperature = 100, .margin = 300}, .choice_plies = 4, .node_jitter = 0.5};
  expect_same_bytes_and_more_games(run::shallow_self_play(200), options);
}

TEST(SelfPlay, RefusesNodeJitterWithoutNodes) {
  const TempFolder folder;
  SelfPlayOptions options = run::shallow_self_play(3);
  options.limits.nodes.reset();
  options.variety.node_jitter = 0.1;
  EXPECT_THROW(play(folder / "x.games", options), Error);
}

TEST(SelfPlay, RecordsGamesThatFollowTheRules) {
  const TempFolder folder;
  play(folder / "x.games", run::shallow_self_play(100));
  const std::vector<GameRecord> games = games_of(folder / "x.games");
  ASSERT_GT(games.size(), 10U);
  for (const GameRecord& game : games) {
    const auto board = start_of(run::tic_tac_toe(), game);
    for (const PlayedMove& played : game.moves) play_checked(*board, played.move);
    EXPECT_EQ(board->outcome(), game.outcome);
  }
}

TEST(SelfPlay, RecordsNoGameTwice) {
  const TempFolder folder;
  const SelfPlaySummary summary = play(folder / "x.games", run::shallow_self_play(300));
  std::set<std::uint64_t> seen;
  for (const GameRecord& game : games_of(folder / "x.games")) EXPECT_TRUE(seen.insert(stats::fingerprint(game)).second);
  EXPECT_EQ(summary.tally.games, 300U);
  EXPECT_EQ(summary.recorded, seen.size());
  EXPECT_EQ(summary.tally.duplicates, 300 - seen.size());
}

TEST(SelfPlay, GoesOnToTheSameBytesAfterAnyInterruption) {
  const TempFolder folder;
  const SelfPlayOptions options = run::shallow_self_play(120);
  const SelfPlaySummary whole = play(folder / "whole.games", options);
  for (const std::uint64_t stop_at : {1, 7, 60, 119}) {
    const auto file = folder / (std::to_string(stop_at) + ".games");
    std::stop_source source;
    const SelfPlaySummary part =
        play(file, options, Existing::go_on, source.get_token(), [&](const stats::PlayTally& tally) {
          if (tally.games == stop_at) source.request_stop();
        });
    EXPECT_FALSE(part.complete);
    const SelfPlaySummary rest = play(file, options, Existing::go_on);
    EXPECT_TRUE(rest.complete);
    EXPECT_EQ(rest.tally, whole.tally);
    EXPECT_EQ(rest.recorded, whole.recorded);
    EXPECT_EQ(read_file(file), read_file(folder / "whole.games")) << "stopped at " << stop_at;
  }
}

TEST(SelfPlay, RefusesAFileThatIsThere) {
  const TempFolder folder;
  const SelfPlayOptions options = run::shallow_self_play(3);
  play(folder / "x.games", options);
  EXPECT_THROW(play(folder / "x.games", options), Error);
}

TEST(SelfPlay, RefusesToGoOnWithOtherOptions) {
  const TempFolder folder;
  SelfPlayOptions options = run::shallow_self_play(3);
  play(folder / "x.games", options);
  options.limits.depth = 2;
  EXPECT_THROW(play(folder / "x.games", options, Existing::go_on), Error);
}

TEST(SelfPlay, PlaysVerifiedGamesToTheirEnd) {
  const TempFolder folder;
  SelfPlayOptions options = run::shallow_self_play(100);
  options.limits.depth = 9;  // sees to the end of every game
  options.adjudication = {};
  options.adjudication.verify_share = 0;
  const SelfPlaySummary cut = play(folder / "cut.games", options);
  options.adjudication.verify_share = 1;
  const SelfPlaySummary verified = play(folder / "verified.games", options);
  EXPECT_GT(cut.tally.reasons[static_cast<std::size_t>(EndReason::resign)], 0U);
  EXPECT_EQ(cut.tally.verified, 0U);
  EXPECT_GT(verified.tally.verified, 0U);
  EXPECT_EQ(verified.tally.reasons[static_cast<std::size_t>(EndReason::resign)], 0U);
  EXPECT_EQ(verified.tally.misjudged, 0U);  // a perfect player resigns lost games only
}

}  // namespace
}  // namespace hone::play
