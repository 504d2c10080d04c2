// SPDX-License-Identifier: MIT
#include "tuner/match/tournament.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "data/game_file.hpp"
#include "tests/tuner/run/loop_support.hpp"

namespace hone::match {
namespace {

// Weights that prefer what wins.
Weights good_weights() {
  Weights weights = run::bad_weights();
  for (double& value : weights.values) value = -value;
  return weights;
}

play::Entrant with(const char* name, const Weights& weights) {
  return play::weights_entrant(run::tic_tac_toe(), name, weights, run::shallow_tournament(1).engine);
}

std::vector<play::Entrant> good_and_bad() { return {with("good", good_weights()), with("bad", run::bad_weights())}; }
std::vector<play::Entrant> twins() { return {with("one", good_weights()), with("two", good_weights())}; }

TournamentResult play(const std::vector<play::Entrant>& players, const TournamentOptions& options,
                      const std::optional<std::filesystem::path>& file = {}, const std::stop_token& stop = {},
                      const TournamentObserver& observer = {}) {
  const auto recording = file ? std::optional(Recording{*file}) : std::nullopt;
  return play_tournament(run::tic_tac_toe(), players, options, recording, stop, observer);
}

const stats::Pentanomial& pairs(const TournamentResult& result) { return result.player(0).results.pairs; }
stats::Estimate elo(const TournamentResult& result) { return result.player(0).results.estimate(); }

std::vector<GameRecord> games_of(const std::filesystem::path& file) {
  std::vector<GameRecord> games;
  GameFileReader reader(file);
  while (auto game = reader.next()) games.push_back(*game);
  return games;
}

TEST(Tournament, FindsTheStrongerPlayer) {
  const TournamentResult result = play(good_and_bad(), run::shallow_tournament(200));
  EXPECT_GT(elo(result).elo.low, 0.0);
  EXPECT_EQ(result.tally().games, 200U);
  EXPECT_EQ(pairs(result).count(), 100U);
}

TEST(Tournament, CountsPointsAlikeInGamesAndPairs) {
  const TournamentResult result = play(good_and_bad(), run::shallow_tournament(100));
  std::uint64_t half_points = 0;
  for (std::size_t i = 0; i < 5; ++i) half_points += i * pairs(result).pairs[i];
  EXPECT_EQ(half_points, 2 * result.player(0).results.games.wins + result.player(0).results.games.draws);
}

TEST(Tournament, IsEvenBetweenEqualPlayers) {
  const TournamentResult result = play(twins(), run::shallow_tournament(100));
  EXPECT_EQ(pairs(result).pairs[2], 50U);  // each pair is one game played twice
  EXPECT_EQ(elo(result).elo.value, 0.0);
  // Only an opening that comes again is played again.
  EXPECT_EQ(result.tally().duplicates, 2 * (50 - result.player(0).results.distinct_pairs.count()));
}

TEST(Tournament, PlaysEachOpeningWithBothColours) {
  const TempFolder folder;
  play(good_and_bad(), run::shallow_tournament(40), folder / "m.games");
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

TEST(Tournament, StopsAtTheSamePairWhateverTheThreads) {
  TournamentOptions options = run::shallow_tournament(2'000);
  options.sprt = stats::SprtOptions{.elo0 = 0, .elo1 = 50};
  const TempFolder folder;
  const TournamentResult one = play(good_and_bad(), options, folder / "1.games");
  EXPECT_EQ(one.sprt->verdict, stats::SprtVerdict::accepted);
  EXPECT_LT(one.tally().games, 2'000U);
  for (const int threads : {2, 4}) {
    options.threads = threads;
    const auto file = folder / (std::to_string(threads) + ".games");
    EXPECT_EQ(pairs(play(good_and_bad(), options, file)), pairs(one));
    EXPECT_EQ(read_file(file), read_file(folder / "1.games")) << threads << " threads";
  }
}

TEST(Tournament, RejectsTheWeakerPlayer) {
  TournamentOptions options = run::shallow_tournament(2'000);
  options.sprt = stats::SprtOptions{.elo0 = 0, .elo1 = 50};
  const std::vector<play::Entrant> players{with("bad", run::bad_weights()), with("good", good_weights())};
  EXPECT_EQ(play(players, options).sprt->verdict, stats::SprtVerdict::rejected);
}

TEST(Tournament, GoesOnToTheSameBytesAfterAnyInterruption) {
  const TempFolder folder;
  TournamentOptions options = run::shallow_tournament(60);
  options.sprt = stats::SprtOptions{.elo0 = 0, .elo1 = 400};
  const TournamentResult whole = play(good_and_bad(), options, folder / "whole.games");
  const std::string bytes = read_file(folder / "whole.games");
  // The header is written atomically; anything after it may be cut off.
  for (const std::size_t cut : {bytes.size() / 4, bytes.size() / 3, bytes.size() / 2, bytes.size() - 1}) {
    const auto file = folder / (std::to_string(cut) + ".games");
    write_file_atomically(file, bytes.substr(0, cut));
    const TournamentResult rest = play(good_and_bad(), options, file);
    EXPECT_EQ(pairs(rest), pairs(whole));
    EXPECT_EQ(rest.sprt->llr, whole.sprt->llr);
    EXPECT_EQ(read_file(file), bytes) << "cut at " << cut;
  }
}

TEST(Tournament, ShowsEveryGameOfTheResultOnce) {
  std::vector<std::uint64_t> numbers;
  TournamentObserver observer;
  observer.game = [&](const GameRecord& game) { numbers.push_back(game.number); };
  play(good_and_bad(), run::shallow_tournament(10), {}, {}, observer);
  EXPECT_EQ(numbers, (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST(Tournament, PlaysASuiteInItsOrder) {
  TournamentOptions options = run::shallow_tournament(6);
  options.suite = {{".../.../X.. O", {}}, {".../.X./... O", {}}};
  std::vector<play::Entrant> players = good_and_bad();
  players[1].varies = true;
  std::vector<std::string> starts;
  TournamentObserver observer;
  observer.game = [&](const GameRecord& game) { starts.push_back(game.start); };
  play(players, options, {}, {}, observer);
  const std::string corner = ".../.../X.. O";
  const std::string centre = ".../.X./... O";
  EXPECT_EQ(starts, (std::vector<std::string>{corner, corner, centre, centre, corner, corner}));
}

TEST(Tournament, ARandomMoverLosesToTheGoodPlayer) {
  const std::vector<play::Entrant> players{with("good", good_weights()), play::random_entrant("random")};
  const TournamentResult result = play(players, run::shallow_tournament(200));
  EXPECT_GT(elo(result).elo.low, 0.0);
}

TEST(Tournament, RandomMovesAreTheSameWhateverTheThreads) {
  const TempFolder folder;
  const std::vector<play::Entrant> players{play::random_entrant("one"), play::random_entrant("two")};
  TournamentOptions options = run::shallow_tournament(60);
  const TournamentResult one = play(players, options, folder / "1.games");
  EXPECT_LT(pairs(one).pairs[2], 30U);  // the games of a pair are not the same
  options.threads = 3;
  EXPECT_EQ(pairs(play(players, options, folder / "3.games")), pairs(one));
  EXPECT_EQ(read_file(folder / "3.games"), read_file(folder / "1.games"));
}

TEST(Tournament, RefusesPlayersOfOneNameOrOfAnotherNumber) {
  EXPECT_THROW(play({with("x", good_weights()), with("x", run::bad_weights())}, run::shallow_tournament(2)), Error);
  EXPECT_THROW(play({with("x", good_weights())}, run::shallow_tournament(2)), Error);
}

play::Entrant mixed(const char* name, int good_share) {
  Weights weights = good_weights();
  const Weights bad = run::bad_weights();
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    weights.values[i] = (weights.values[i] * good_share + bad.values[i] * (10 - good_share)) / 10;
  }
  return with(name, weights);
}

std::vector<play::Entrant> five() {
  return {mixed("a", 10), mixed("b", 8), play::random_entrant("c"), mixed("d", 3), mixed("e", 0)};
}

std::uint64_t games_between(const TournamentResult& result, PlayerIndex first, PlayerIndex second) {
  for (const PairingResults& pairing : result.standings.pairings()) {
    if (pairing.players == Pairing{first, second}) return pairing.results.games.count();
  }
  return 0;
}

// An opening as text, so that openings can be compared.
std::string opening_of(const GameRecord& game) {
  std::string text = game.start;
  for (std::size_t ply = 0; ply < game.opening_plies; ++ply) text += ' ' + std::to_string(game.moves[ply].move);
  return text;
}

TEST(RoundRobin, GivesEveryPairingTheSameOpeningsWithBothColours) {
  const TempFolder folder;
  const TournamentResult result = play(five(), run::shallow_tournament(10 * 2 * 6), folder / "r.games");
  ASSERT_EQ(result.tally().games, 120U);
  std::map<std::pair<int, int>, std::multiset<std::string>> openings;
  for (const GameRecord& game : games_of(folder / "r.games")) {
    openings[{game.first, second_player(game, 5)}].insert(opening_of(game));
  }
  ASSERT_EQ(openings.size(), 20U);
  EXPECT_GT(std::set<std::string>(openings[{0, 1}].begin(), openings[{0, 1}].end()).size(), 1U);
  for (const auto& [players, met] : openings) EXPECT_EQ(met, (openings[{0, 1}])) << players.first << players.second;
}

TEST(RoundRobin, IsTheSameForAnyNumberOfThreads) {
  const TempFolder folder;
  TournamentOptions options = run::shallow_tournament(80);
  play(five(), options, folder / "1.games");
  for (const int threads : {2, 5}) {
    options.threads = threads;
    const auto file = folder / (std::to_string(threads) + ".games");
    play(five(), options, file);
    EXPECT_EQ(read_file(file), read_file(folder / "1.games")) << threads << " threads";
  }
}

TEST(RoundRobin, CountsEachGameForBothItsPlayers) {
  const TournamentResult result = play(five(), run::shallow_tournament(60));
  std::uint64_t games = 0;
  double points = 0;
  std::uint64_t pairs = 0;
  for (const PlayerResults& player : result.standings.players()) {
    games += player.results.games.count();
    points += player.results.points();
    pairs += player.results.pairs.count();
    EXPECT_EQ(player.first_move.count() * 2, player.results.games.count()) << player.name;
  }
  EXPECT_EQ(games, 2 * 60U);
  EXPECT_EQ(points, 60.0);
  EXPECT_EQ(pairs, 60U);
  for (PlayerIndex i = 0; i < 5; ++i) {
    for (PlayerIndex j = i + 1; j < 5; ++j) EXPECT_EQ(games_between(result, i, j), 6U);
  }
}

TEST(RoundRobin, RanksByShareOfPoints) {
  const TournamentResult result =
      play({mixed("worst", 0), mixed("best", 10), play::random_entrant("middle")}, run::shallow_tournament(300));
  EXPECT_EQ(result.standings.ranking().front(), 1U);
}

TEST(Gauntlet, LetsOnlyTheFirstMeetTheOthers) {
  TournamentOptions options = run::shallow_tournament(40);
  options.format = Format::gauntlet;
  const TournamentResult result = play(five(), options);
  EXPECT_EQ(result.tally().games, 40U);
  for (PlayerIndex j = 1; j < 5; ++j) EXPECT_EQ(games_between(result, 0, j), 10U);
}

class EveryFormat : public testing::TestWithParam<Format> {};

TEST_P(EveryFormat, GoesOnToTheSameBytesAfterAnyInterruption) {
  const TempFolder folder;
  TournamentOptions options = run::shallow_tournament(60);
  options.format = GetParam();
  options.threads = 2;
  const TournamentResult whole = play(five(), options, folder / "whole.games");
  EXPECT_TRUE(whole.complete);
  const std::string bytes = read_file(folder / "whole.games");
  for (const std::size_t cut : {bytes.size() / 3, bytes.size() / 2, bytes.size() - 1}) {
    const auto file = folder / (std::to_string(cut) + ".games");
    write_file_atomically(file, bytes.substr(0, cut));
    EXPECT_EQ(play(five(), options, file).tally(), whole.tally());
    EXPECT_EQ(read_file(file), bytes) << "cut at " << cut;
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryFormat,
                         testing::Values(Format::round_robin, Format::gauntlet, Format::knockout, Format::swiss),
                         [](const auto& test) {
                           std::string name = to_string(test.param);
                           std::erase(name, '-');
                           return name;
                         });

TEST(Tournament, PlaysSingleGamesOnRequest) {
  TournamentOptions options = run::shallow_tournament(20);
  options.reverse = false;
  const TournamentResult result = play(good_and_bad(), options);
  EXPECT_EQ(result.tally().games, 20U);
  EXPECT_EQ(pairs(result).count(), 0U);
  EXPECT_EQ(result.player(0).first_move.count(), 10U);
}

TEST(Tournament, GivesAPlayerItsOwnLimits) {
  TournamentOptions options = run::shallow_tournament(2);
  std::vector<play::Entrant> players = good_and_bad();
  players[1].limits = Limits{};
  players[1].limits->depth = 3;
  TournamentObserver observer;
  std::uint16_t deepest[2] = {0, 0};
  observer.game = [&](const GameRecord& game) {
    for (std::size_t i = 0; i < game.details.size(); ++i) {
      const std::size_t mover = (game.opening_plies + i + game.first) % 2;
      deepest[mover] = std::max(deepest[mover], game.details[i].depth);
    }
  };
  play(players, options, {}, {}, observer);
  EXPECT_EQ(deepest[0], 1);
  EXPECT_GT(deepest[1], 1);
}

TEST(Tournament, PlaysAtMostTheGamesAskedFor) {
  const TournamentResult result = play(good_and_bad(), run::shallow_tournament(3));
  EXPECT_EQ(result.tally().games, 2U);
  EXPECT_EQ(result.planned, 2U);
  EXPECT_EQ(result.asked, 3U);
  EXPECT_THROW(play(good_and_bad(), run::shallow_tournament(1)), Error);
  EXPECT_EQ(play(five(), run::shallow_tournament(39)).tally().games, 20U);
}

TEST(Tournament, RefusesRoundsThatNobodyCanPlay) {
  TournamentOptions options = run::shallow_tournament(2);
  options.format = Format::swiss;
  options.stages = 1'000;
  EXPECT_THROW(play(good_and_bad(), options), Error);
  EXPECT_EQ(games_of_round(options, 2), 2'000U);
  EXPECT_THROW(play(good_and_bad(), run::shallow_tournament(UINT64_MAX)), Error);
}

TEST(Knockout, RanksTheWinnerFirstAndTheOtherFinalistSecond) {
  TournamentOptions options = run::shallow_tournament(16);
  options.format = Format::knockout;
  const TournamentResult result = play(five(), options);
  const std::vector<std::size_t> ranking = result.standings.ranking();
  EXPECT_EQ(result.standings.winner(), ranking[0]);
  const auto [low, high] = std::minmax(ranking[0], ranking[1]);
  EXPECT_EQ(games_between(result, static_cast<PlayerIndex>(low), static_cast<PlayerIndex>(high)), 4U);
}

TEST(Tournament, RefusesToGoOnWithOtherPlayersOrLimits) {
  const TempFolder folder;
  play(good_and_bad(), run::shallow_tournament(4), folder / "m.games");
  EXPECT_THROW(play(twins(), run::shallow_tournament(4), folder / "m.games"), Error);
  TournamentOptions deeper = run::shallow_tournament(4);
  deeper.limits.depth = 2;
  EXPECT_THROW(play(good_and_bad(), deeper, folder / "m.games"), Error);
  EXPECT_EQ(play(good_and_bad(), run::shallow_tournament(8), folder / "m.games").tally().games, 8U);
}

// Games end in another order than they begin.
TEST(Tournament, KeepsGamesThatEndOutOfOrder) {
  const TempFolder folder;
  const TournamentResult whole = play(five(), run::shallow_tournament(40), folder / "whole.games");
  const std::vector<GameRecord> games = games_of(folder / "whole.games");
  GameFileReader reader(folder / "whole.games");
  GameFileWriter writer = GameFileWriter::create(folder / "m.games", reader.header());
  for (const std::size_t number : {7, 3, 0, 21}) writer.write(games[number]);
  writer = GameFileWriter::create(folder / "other.games", reader.header());  // releases the first file
  std::vector<std::uint64_t> seen;
  TournamentObserver observer;
  observer.game = [&](const GameRecord& game) { seen.push_back(game.number); };
  int played = 0;
  observer.progress = [&](const TournamentResult&) { ++played; };
  EXPECT_EQ(play(five(), run::shallow_tournament(40), folder / "m.games", {}, observer).tally(), whole.tally());
  EXPECT_EQ(played, 36);
  EXPECT_EQ(seen.size(), 40U);
  EXPECT_TRUE(std::ranges::is_sorted(seen));
  EXPECT_EQ(read_file(folder / "m.games"), read_file(folder / "whole.games"));
}

// A player that fails in its n-th game.
class Quitter final : public Player {
 public:
  explicit Quitter(int games) : left_(games) {}
  void set_seed(std::uint64_t) override {}
  std::optional<Failure> new_game(const Opening&, const std::stop_token&) override {
    if (--left_ == 0) return Failure{EndReason::crash, "tired"};
    return std::nullopt;
  }
  Reply choose(const Turn& turn) override {
    Reply reply;
    reply.move = turn.board.legal_moves().front();
    return reply;
  }

 private:
  int left_;
};

std::vector<play::Entrant> one_quits() {
  std::vector<play::Entrant> players = good_and_bad();
  players[1].make = [] { return std::make_unique<Quitter>(3); };
  players[1].reproducible = false;
  return players;
}

TEST(Tournament, IsBrokenOffByABreakdown) {
  const TournamentResult result = play(one_quits(), run::shallow_tournament(10));
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.tally().games, 3U);
  EXPECT_NE(result.broken_off.find("tired"), std::string::npos) << result.broken_off;
  EXPECT_EQ(result.player(1).lost_by[static_cast<std::size_t>(EndReason::crash)], 1U);
}

TEST(Tournament, GoesOnAfterABreakdownIfItMay) {
  TournamentOptions options = run::shallow_tournament(10);
  options.recover = true;
  const TournamentResult result = play(one_quits(), options);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.tally().games, 10U);
  EXPECT_EQ(result.player(1).lost_by[static_cast<std::size_t>(EndReason::crash)], 1U);
}

}  // namespace
}  // namespace hone::match
