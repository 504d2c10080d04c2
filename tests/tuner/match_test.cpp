// SPDX-License-Identifier: MIT
#include "tuner/match.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "data/game_file.hpp"
#include "tests/tuner/loop_support.hpp"

namespace hone {
namespace {

// The good player wants what wins, the bad one what loses.
Weights bad_weights() {
  Weights weights = tic_tac_toe().material_weights();
  for (double& value : weights.values) value = -value - 10;
  return weights;
}

Weights good_weights() {
  Weights weights = bad_weights();
  for (double& value : weights.values) value = -value;
  return weights;
}

std::vector<Player> good_and_bad() { return {{"good", good_weights()}, {"bad", bad_weights()}}; }
std::vector<Player> twins() { return {{"one", good_weights()}, {"two", good_weights()}}; }

MatchResult play(const std::vector<Player>& players, const MatchOptions& options,
                 const std::optional<std::filesystem::path>& file = {}, const std::stop_token& stop = {},
                 const MatchObserver& observer = {}) {
  return play_match(tic_tac_toe(), players, options, file, stop, observer);
}

std::vector<GameRecord> games_of(const std::filesystem::path& file) {
  std::vector<GameRecord> games;
  GameFileReader reader(file);
  while (auto game = reader.next()) games.push_back(*game);
  return games;
}

TEST(Match, FindsTheStrongerPlayer) {
  const MatchResult result = play(good_and_bad(), shallow_match(200));
  EXPECT_GT(result.estimate.elo, result.estimate.elo_error);
  EXPECT_EQ(result.results.count(), 200U);
  EXPECT_EQ(result.pairs.count(), 100U);
}

TEST(Match, CountsPointsAlikeInGamesAndPairs) {
  const MatchResult result = play(good_and_bad(), shallow_match(100));
  std::uint64_t half_points = 0;
  for (std::size_t i = 0; i < 5; ++i) half_points += i * result.pairs.pairs[i];
  EXPECT_EQ(half_points, 2 * result.results.wins + result.results.draws);
}

TEST(Match, IsEvenBetweenEqualPlayers) {
  const MatchResult result = play(twins(), shallow_match(100));
  EXPECT_EQ(result.pairs.pairs[2], 50U);  // each pair is one game played twice
  EXPECT_EQ(result.estimate.elo, 0.0);
  EXPECT_GE(result.tally.duplicates, 50U);
}

TEST(Match, PlaysEachOpeningWithBothColours) {
  const TempFolder folder;
  play(good_and_bad(), shallow_match(40), folder / "m.games");
  const std::vector<GameRecord> games = games_of(folder / "m.games");
  ASSERT_EQ(games.size(), 40U);
  for (std::size_t i = 0; i < games.size(); i += 2) {
    EXPECT_EQ(games[i].first, 0);
    EXPECT_EQ(games[i + 1].first, 1);
    ASSERT_EQ(games[i].opening_plies, games[i + 1].opening_plies);
    for (std::size_t ply = 0; ply < games[i].opening_plies; ++ply) {
      EXPECT_EQ(games[i].moves[ply], games[i + 1].moves[ply]);
    }
  }
}

TEST(Match, StopsAtTheSamePairWhateverTheThreads) {
  MatchOptions options = shallow_match(2'000);
  options.sprt = SprtOptions{.elo0 = 0, .elo1 = 50};
  const TempFolder folder;
  const MatchResult one = play(good_and_bad(), options, folder / "1.games");
  EXPECT_EQ(one.sprt->verdict, SprtVerdict::accepted);
  EXPECT_LT(one.results.count(), 2'000U);
  for (const int threads : {2, 4}) {
    options.threads = threads;
    const auto file = folder / (std::to_string(threads) + ".games");
    EXPECT_EQ(play(good_and_bad(), options, file).pairs, one.pairs);
    EXPECT_EQ(read_file(file), read_file(folder / "1.games")) << threads << " threads";
  }
}

TEST(Match, RejectsTheWeakerPlayer) {
  MatchOptions options = shallow_match(2'000);
  options.sprt = SprtOptions{.elo0 = 0, .elo1 = 50};
  const std::vector<Player> players{{"bad", bad_weights()}, {"good", good_weights()}};
  EXPECT_EQ(play(players, options).sprt->verdict, SprtVerdict::rejected);
}

TEST(Match, GoesOnToTheSameBytesAfterAnyInterruption) {
  const TempFolder folder;
  MatchOptions options = shallow_match(60);
  options.sprt = SprtOptions{.elo0 = 0, .elo1 = 400};
  const MatchResult whole = play(good_and_bad(), options, folder / "whole.games");
  const std::string bytes = read_file(folder / "whole.games");
  // The header is written atomically; anything behind it may be cut.
  for (const std::size_t cut : {bytes.size() / 4, bytes.size() / 3, bytes.size() / 2, bytes.size() - 1}) {
    const auto file = folder / (std::to_string(cut) + ".games");
    write_file_atomically(file, bytes.substr(0, cut));
    const MatchResult rest = play(good_and_bad(), options, file);
    EXPECT_EQ(rest.pairs, whole.pairs);
    EXPECT_EQ(rest.sprt->llr, whole.sprt->llr);
    EXPECT_EQ(read_file(file), bytes) << "cut at " << cut;
  }
}

TEST(Match, ShowsEveryGameOfTheResultOnce) {
  std::vector<std::uint64_t> numbers;
  MatchObserver observer;
  observer.game = [&](const GameRecord& game) { numbers.push_back(game.number); };
  play(good_and_bad(), shallow_match(10), {}, {}, observer);
  EXPECT_EQ(numbers, (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST(Match, PlaysASuiteInItsOrder) {
  MatchOptions options = shallow_match(6);
  options.suite = {{".../.../X.. O", {}}, {".../.X./... O", {}}};
  std::vector<std::string> starts;
  MatchObserver observer;
  observer.game = [&](const GameRecord& game) { starts.push_back(game.start); };
  play(good_and_bad(), options, {}, {}, observer);
  const std::string corner = ".../.../X.. O";
  const std::string centre = ".../.X./... O";
  EXPECT_EQ(starts, (std::vector<std::string>{corner, corner, centre, centre, corner, corner}));
}

TEST(Match, ARandomMoverLosesToTheGoodPlayer) {
  const std::vector<Player> players{{"good", good_weights()}, {"random", {}, true}};
  const MatchResult result = play(players, shallow_match(200));
  EXPECT_GT(result.estimate.elo, result.estimate.elo_error);
}

TEST(Match, RandomMovesAreTheSameWhateverTheThreads) {
  const TempFolder folder;
  const std::vector<Player> players{{"one", {}, true}, {"two", {}, true}};
  MatchOptions options = shallow_match(60);
  const MatchResult one = play(players, options, folder / "1.games");
  EXPECT_LT(one.pairs.pairs[2], 30U);  // the games of a pair are not the same
  options.threads = 3;
  EXPECT_EQ(play(players, options, folder / "3.games").pairs, one.pairs);
  EXPECT_EQ(read_file(folder / "3.games"), read_file(folder / "1.games"));
}

TEST(Match, RefusesPlayersOfOneNameOrOfAnotherNumber) {
  EXPECT_THROW(play({{"x", good_weights()}, {"x", bad_weights()}}, shallow_match(2)), Error);
  EXPECT_THROW(play({{"x", good_weights()}}, shallow_match(2)), Error);
}

}  // namespace
}  // namespace hone
