// SPDX-License-Identifier: MIT
//
// A recorded match and its files under the hands of a user: made longer, given a test, asked for too little.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::ordered_json;
using Strings = std::vector<std::string>;

class MatchRecord : public testing::Test {
 protected:
  // Runs `hone match` with the players unless it goes on with a record.
  Finished match(const Strings& more, const Strings& players = {"a=weights:material", "b=random"}) const {
    Strings words{"match", "--json", json_, "--log", "warning"};
    if (more.front() != "--resume") {
      words.insert(words.end(), {"--game", "tic_tac_toe", "--depth", "1", "--resign", "off"});
      for (const std::string& player : players) words.insert(words.end(), {"--player", player});
    }
    words.insert(words.end(), more.begin(), more.end());
    return run_hone(words);
  }
  Json result() const { return Json::parse(read_file(json_)); }
  std::string config() const { return read_file(record_ + ".config"); }
  std::string file(const char* name) const { return (folder_ / name).string(); }

  const TempFolder folder_;
  const std::string json_ = file("json");
  const std::string record_ = file("m.games");
};

TEST_F(MatchRecord, IsMadeLongerAndNeverCutByGoingOn) {
  ASSERT_EQ(match({"--games", "10", "--record", record_}).code, 0);
  ASSERT_EQ(match({"--games", "40", "--record", record_}).code, 0);
  EXPECT_THAT(config(), HasSubstr("games = 40\n"));
  const std::string bytes = read_file(record_);
  ASSERT_EQ(match({"--resume", record_}).code, 0);
  EXPECT_EQ(result()["games"], 40);
  EXPECT_EQ(read_file(record_), bytes);
  ASSERT_EQ(match({"--resume", record_, "--rounds", "30"}).code, 0);
  EXPECT_EQ(result()["games"], 60);
  EXPECT_THAT(config(), HasSubstr("rounds = 30\n"));
  EXPECT_THAT(config(), Not(HasSubstr("games = 40\n")));
}

TEST_F(MatchRecord, IsRefusedWhereItHoldsMoreThanAskedFor) {
  ASSERT_EQ(match({"--games", "20", "--record", record_}).code, 0);
  const std::string bytes = read_file(record_), kept = config();
  for (const Strings& words : {Strings{"--resume", record_, "--games", "4"}, {"--games", "4", "--record", record_}}) {
    const Finished finished = match(words);
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, HasSubstr("holds 20 games, more than the 4 of this match"));
    EXPECT_THAT(finished.err, HasSubstr("--truncate"));
    EXPECT_EQ(read_file(record_), bytes);
    EXPECT_EQ(config(), kept);
  }
  ASSERT_EQ(match({"--resume", record_, "--games", "4", "--truncate"}).code, 0);
  ASSERT_EQ(match({"--resume", record_}).code, 0);
  EXPECT_EQ(result()["games"], 4);
}

TEST_F(MatchRecord, TakesATestLaterAndKeepsIt) {
  ASSERT_EQ(match({"--games", "4", "--record", record_}).code, 0);
  ASSERT_LE(match({"--resume", record_, "--sprt", "0,5", "--games", "20"}).code, 1);
  EXPECT_THAT(config(), HasSubstr("sprt = elo0=0,elo1=5"));
  ASSERT_LE(match({"--resume", record_}).code, 1);
  EXPECT_TRUE(result().contains("sprt"));
}

TEST_F(MatchRecord, IsNotCutByATestThatItsGamesDecide) {
  ASSERT_EQ(match({"--games", "200", "--record", record_}, {"a=weights:material", "b=random"}).code, 0);
  const std::string bytes = read_file(record_);
  for (int time = 0; time < 2; ++time) {
    const Finished finished = match({"--resume", record_, "--sprt", "elo0=-400,elo1=-200"});
    EXPECT_EQ(finished.code, 0) << finished.out;
    EXPECT_LT(result()["games"], 200);
    EXPECT_THAT(finished.out, HasSubstr("more games, which do not count here; --truncate cuts them"));
    EXPECT_EQ(read_file(record_), bytes);
  }
}

TEST_F(MatchRecord, OfAKnockoutKeepsItsRounds) {
  const Strings players{"a=weights:material", "b=random", "c=weights:zero"};
  ASSERT_EQ(match({"--format", "knockout", "--rounds", "2", "--record", record_}, players).code, 0);
  const Finished finished = match({"--resume", record_, "--rounds", "3"});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("a tournament in stages cannot be made longer or shorter"));
  EXPECT_EQ(match({"--resume", record_}).code, 0);
}

TEST_F(MatchRecord, LetsOnlyItsOwnPgnBeReplaced) {
  const std::string pgn = file("games.pgn");
  ASSERT_EQ(match({"--games", "2", "--record", record_, "--pgn", pgn}).code, 0);
  EXPECT_EQ(match({"--resume", record_, "--games", "4"}).code, 0);
  EXPECT_EQ(match({"--games", "4", "--record", record_, "--pgn", pgn}).code, 0);
  const std::string games = read_file(pgn);
  for (const Strings& words : {Strings{"--games", "2", "--pgn", pgn}, {"--games", "2", "--epd", pgn}}) {
    const Finished finished = match(words);
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, HasSubstr(pgn + ": there is such a file already"));
    EXPECT_THAT(finished.err, HasSubstr("--overwrite"));
    EXPECT_EQ(read_file(pgn), games);
  }
  EXPECT_EQ(match({"--games", "2", "--pgn", pgn, "--overwrite"}).code, 0);
  EXPECT_NE(read_file(pgn), games);
}

TEST_F(MatchRecord, IsNoOtherOutputOfTheMatch) {
  const std::string other = file("other");
  for (const Strings& words : {Strings{"--record", record_, "--pgn", record_},
                               {"--record", record_, "--epd", record_ + ".config"},
                               {"--record", json_},
                               {"--pgn", other, "--epd", file(".") + "/other"}}) {
    Strings all{"--games", "2"};
    all.insert(all.end(), words.begin(), words.end());
    const Finished finished = match(all);
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, HasSubstr("is named as both"));
  }
  EXPECT_FALSE(std::filesystem::exists(record_));
  EXPECT_FALSE(std::filesystem::exists(other));
  EXPECT_EQ(match({"--games", "2", "--pgn", "/dev/null", "--epd", "/dev/null"}).code, 0);
}

TEST_F(MatchRecord, IsAFileAndNothingElse) {
  EXPECT_EQ(mkfifo(record_.c_str(), 0600), 0);
  const Finished finished = match({"--games", "2", "--record", record_});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("expected a file to record games in"));
}

// In another folder than the match was begun in, the name of its PGN may be that of another file.
TEST_F(MatchRecord, LeavesFilesThatHaveTheNameOfItsOwnElsewhere) {
  for (const char* option : {"--pgn", "--epd"}) {
    const std::string record = file(option), text = record + ".txt";
    ASSERT_EQ(match({"--games", "4", "--record", record, option, text}).code, 0);
    const std::string games = read_file(text);
    write_file_atomically(text, "precious\n");
    for (const Strings& more : {Strings{}, {"--games", "8"}}) {
      Strings words{"--resume", record};
      words.insert(words.end(), more.begin(), more.end());
      const Finished finished = match(words);
      EXPECT_EQ(finished.code, 2);
      EXPECT_THAT(finished.err, HasSubstr("does not begin with the first game of this match"));
      EXPECT_EQ(read_file(text), "precious\n");
    }
    EXPECT_EQ(match({"--resume", record, "--overwrite"}).code, 0);
    EXPECT_EQ(read_file(text), games);
  }
}

TEST_F(MatchRecord, SaysHowToGoOnWithoutItsOptions) {
  const Strings begun{"--games", "4", "--record", record_};
  ASSERT_EQ(match(begun).code, 0);
  std::filesystem::remove(record_ + ".config");
  const Finished finished = match({"--resume", record_});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr(record_ + ".config, which keeps its options, is missing: repeat the command"));
  EXPECT_EQ(match(begun).code, 0);
  EXPECT_EQ(match({"--resume", record_}).code, 0);
}

TEST_F(MatchRecord, IsNamedToTheShellWhenInterrupted) {
  const std::string record = file("a b.games");
  const Finished finished = run_hone({"match", "--game", "tic_tac_toe", "--depth", "1", "--player", "a=random",
                                      "--player", "b=random", "--games", "1000000", "--record", record},
                                     {.interrupt = true});
  EXPECT_EQ(finished.code, 3);
  EXPECT_THAT(finished.out, HasSubstr("hone match --resume '" + record + "'\n"));
}

class MatchLength : public MatchRecord {};

TEST_F(MatchLength, IsRefusedWhereItOverflows) {
  const Strings three{"a=weights:material", "b=random", "c=weights:zero"};
  EXPECT_EQ(match({"--rounds", "3074457345618258603"}, three).code, 2);
  EXPECT_EQ(match({"--games", "9223372036854775807"}, three).code, 2);
}

TEST_F(MatchLength, IsAtMostWhatWasAskedFor) {
  const Finished three = match({"--games", "3"});
  EXPECT_EQ(three.code, 0);
  EXPECT_EQ(result()["games"], 2);
  EXPECT_EQ(result()["asked"], 3);
  EXPECT_THAT(three.out, HasSubstr("Planned        2 of at most 3 games, in whole rounds\n"));
  const Finished swiss = match({"--games", "2", "--format", "swiss", "--stages", "1000"});
  EXPECT_EQ(swiss.code, 2);
  EXPECT_THAT(swiss.err, HasSubstr("expected at least the 2000 games of one round, found 2"));
}

// The default of 400 games is not enough for one round of so many players.
TEST_F(MatchLength, IsOneRoundOfManyPlayersByDefault) {
  Strings players;
  for (int i = 0; i < 21; ++i) players.push_back("p" + std::to_string(i) + "=random");
  EXPECT_EQ(match({"--threads", "2"}, players).code, 0);
  EXPECT_EQ(result()["games"], 21 * 20);
}

TEST_F(MatchLength, IsThatOfTheSuiteWherePlayersRepeatThemselves) {
  write_file_atomically(folder_ / "suite", "X../.../... O\n.X./.../... O\n.../.X./... O\n");
  const Finished finished = match({"--openings", file("suite"), "--games", "4000", "--sprt", "0,5"},
                                  {"a=weights:material", "b=weights:zero"});
  EXPECT_EQ(finished.code, 1) << "undecided is no success";
  EXPECT_EQ(result()["games"], 6);
  EXPECT_EQ(result()["suite_ends"], 3);
  EXPECT_EQ(result()["sprt"]["verdict"], "undecided");
  EXPECT_THAT(finished.out, HasSubstr("Ended          after 3 openings, which is all there are"));
}

// Sides alternate from game to game there, and three openings take six games until each was played with both.
TEST_F(MatchLength, CountsOpeningsAndNotGames) {
  write_file_atomically(folder_ / "suite", "X../.../... O\n.X./.../... O\n.../.X./... O\n");
  const Finished finished =
      match({"--openings", file("suite"), "--games", "4000", "--no-reverse"}, {"a=weights:material", "b=weights:zero"});
  EXPECT_EQ(result()["games"], 6);
  EXPECT_EQ(result()["suite_ends"], 3);
  EXPECT_THAT(finished.out, HasSubstr("Ended          after 3 openings, which is all there are"));
}

TEST_F(MatchLength, TellsWinnersOfKnockouts) {
  const Strings players{"a=weights:material", "b=random", "c=weights:zero", "d=random"};
  const Finished finished = match({"--format", "knockout", "--rounds", "2"}, players);
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(result()["winner"], result()["ranking"][0]);
  EXPECT_THAT(finished.out, HasSubstr("Winner         " + result()["winner"].get<std::string>() + "\n"));
}

TEST_F(MatchLength, IsPlannedInANamedUnit) {
  EXPECT_THAT(run_hone({"match", "--help"}).out, HasSubstr("(nElo)"));
  EXPECT_THAT(match({"--sprt", "0,5", "--plan", "3"}).out,
              HasSubstr("SPRT [0, 5] nElo at a true difference of 3 nElo\n"));
  EXPECT_EQ(result()["unit"], "nElo");
  EXPECT_THAT(match({"--sprt", "elo0=0,elo1=5,model=logistic", "--plan", "3"}).out,
              HasSubstr("SPRT [0, 5] Elo at a true difference of 3 Elo, 50 % of the games drawn\n"));
  EXPECT_EQ(result()["unit"], "Elo");
  EXPECT_THAT(match({"--sprt", "elo0=0,elo1=5,model=logistic", "--plan", "400"}).out,
              HasSubstr("SPRT [0, 5] Elo at a true difference of 400 Elo, 14 % of the games drawn\n"));
}

}  // namespace
}  // namespace hone::cli
