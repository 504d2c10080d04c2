// SPDX-License-Identifier: MIT
//
// A recorded match that is made longer, shorter or gets a test: the file is the truth, and nothing is cut unasked.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "data/error.hpp"
#include "data/game_file.hpp"
#include "tests/tuner/run/loop_support.hpp"
#include "tuner/match/tournament.hpp"

namespace hone::match {
namespace {

using testing::HasSubstr;

std::vector<play::Entrant> winner_and_loser() {
  Weights good = run::bad_weights();
  for (double& value : good.values) value = -value;
  const EngineOptions engine = run::shallow_tournament(2).engine;
  return {play::weights_entrant(run::tic_tac_toe(), "good", good, engine),
          play::weights_entrant(run::tic_tac_toe(), "bad", run::bad_weights(), engine)};
}

TournamentResult play(const TournamentOptions& options, const Recording& recording, int* begun = nullptr) {
  TournamentObserver observer;
  if (begun != nullptr) observer.begin = [begun] { ++*begun; };
  return play_tournament(run::tic_tac_toe(), winner_and_loser(), options, recording, {}, observer);
}

TournamentOptions tested(std::uint64_t games) {
  TournamentOptions options = run::shallow_tournament(games);
  options.sprt = stats::SprtOptions{.elo0 = 0, .elo1 = 400};
  return options;
}

std::uint64_t games_in(const std::filesystem::path& file) {
  GameFileReader reader(file);
  while (reader.next()) {
  }
  return reader.extent().games;
}

TEST(Record, GrowsToTheBytesOfALongerMatch) {
  const TempFolder folder;
  int begun = 0;
  play(run::shallow_tournament(60), {folder / "long.games"}, &begun);
  EXPECT_EQ(begun, 1);
  play(run::shallow_tournament(10), {folder / "grown.games"});
  play(run::shallow_tournament(60), {folder / "grown.games", false});
  EXPECT_EQ(read_file(folder / "grown.games"), read_file(folder / "long.games"));
}

TEST(Record, OfMoreGamesThanAskedForIsRefusedUnlessItMayBeCut) {
  const TempFolder folder;
  const auto file = folder / "m.games";
  play(run::shallow_tournament(60), {file});
  const std::string bytes = read_file(file);
  int begun = 0;
  try {
    play(run::shallow_tournament(10), {file, false}, &begun);
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("holds 60 games, more than the 10"));
    EXPECT_THAT(error.what(), HasSubstr("--truncate"));
  }
  EXPECT_EQ(begun, 0);
  EXPECT_EQ(read_file(file), bytes);
  play(run::shallow_tournament(10), {file, false, true}, &begun);
  EXPECT_EQ(begun, 1);
  EXPECT_EQ(games_in(file), 10U);
}

TEST(Record, IsNotCutByATestThatItsGamesDecide) {
  const TempFolder folder;
  const auto file = folder / "m.games";
  play(run::shallow_tournament(200), {file});
  const std::string bytes = read_file(file);
  int begun = 0;
  const TournamentResult result = play(tested(200), {file, false}, &begun);
  EXPECT_EQ(result.sprt->verdict, stats::SprtVerdict::accepted);
  EXPECT_LT(result.tally().games, 200U);
  EXPECT_EQ(result.unused, 200 - result.tally().games);
  EXPECT_EQ(begun, 0);
  EXPECT_EQ(read_file(file), bytes);
}

// A file that was killed while other threads played on after the deciding game, and one in which they are wanted.
TEST(Record, LosesOnlyWhatWasBeingPlayedWhenTheTestWasDecided) {
  const TempFolder folder;
  play(run::shallow_tournament(200), {folder / "all.games"});
  const std::uint64_t end = play(tested(200), {folder / "tested.games"}).tally().games;
  std::vector<GameRecord> games;
  GameFileReader reader(folder / "all.games");
  while (auto game = reader.next()) games.push_back(*game);
  const auto killed = [&](const char* name) {
    GameFileWriter writer = GameFileWriter::create(folder / name, reader.header());
    writer.write(games[end + 1]);
    for (std::uint64_t i = 0; i < end; ++i) writer.write(games[i]);
    return folder / name;
  };
  play(tested(200), {killed("leftover.games")});
  EXPECT_EQ(read_file(folder / "leftover.games"), read_file(folder / "tested.games"));
  EXPECT_EQ(play(tested(200), {killed("wanted.games"), false}).unused, 1U);
  EXPECT_EQ(games_in(folder / "wanted.games"), end + 1);
}

TEST(Record, KeepsARoundThatAnEarlyVersionPlayedToItsEnd) {
  const TempFolder folder;
  play(run::shallow_tournament(4), {folder / "m.games"});
  const TournamentResult result = play(run::shallow_tournament(3), {folder / "m.games"});
  EXPECT_EQ(result.tally().games, 2U);
  EXPECT_EQ(result.unused, 2U);
  EXPECT_EQ(games_in(folder / "m.games"), 4U);
}

}  // namespace
}  // namespace hone::match
