// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/random.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/killed.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

using testing::HasSubstr;
using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

Words match(const Words& more) {
  Words words{"match",    "--game",   "tic_tac_toe", "--player", "a=weights:material",
              "--player", "b=random", "--depth",     "1",        "--resign",
              "off",      "--log",    "warning"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += " '" + word + "'";
  return text;
}

struct Outputs {
  std::string record, pgn, epd;
  Json json;

  friend bool operator==(const Outputs&, const Outputs&) = default;
};

// The options that make them, in a folder.
Words keeping(const TempFolder& folder, const std::string& name) {
  const auto file = [&](const char* kind) { return (folder / (name + kind)).string(); };
  return {"--record", file(".games"), "--pgn", file(".pgn"), "--epd", file(".epd"), "--json", file(".json")};
}

Outputs outputs_of(const TempFolder& folder, const std::string& name) {
  const auto content = [&](const char* kind) { return read_file(folder / (name + kind)); };
  return {content(".games"), content(".pgn"), content(".epd"), Json::parse(content(".json"))};
}

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(Match, MakesTheSameBytesForAnyNumberOfThreads) {
  const TempFolder folder;
  for (const char* threads : {"1", "3"}) {
    const Finished finished = run_hone(
        match(with(keeping(folder, threads), {"--player", "c=weights:zero", "--rounds", "30", "--threads", threads})));
    ASSERT_EQ(finished.code, 0) << finished.err;
  }
  const Outputs one = outputs_of(folder, "1");
  EXPECT_EQ(one, outputs_of(folder, "3"));
  EXPECT_EQ(one.json["games"], 180);
}

// Killed at random moments and resumed until it is done, a match has every game once and the same outputs.
TEST(Match, SurvivesBeingKilled) {
  const std::uint64_t seed = 6;
  RecordProperty("seed", static_cast<int>(seed));
  Random random(seed);
  const TempFolder folder;
  const Words size{"--player", "c=weights:zero", "--rounds", "400", "--threads", "2"};
  ASSERT_EQ(run_hone(match(with(keeping(folder, "whole"), size))).code, 0);
  const std::string record = (folder / "killed.games").string();
  const std::string begin = joined(match(with(keeping(folder, "killed"), size)));
  const std::string resume = joined({"match", "--resume", record, "--json", (folder / "killed.json").string()});
  const Killed done =
      run_killed([&] { return std::filesystem::exists(record) ? resume : begin; }, record, folder / "errors", random);
  ASSERT_EQ(done.status, 0) << "seed " << seed << ": " << read_file(folder / "errors");
  EXPECT_GT(done.kills, 0) << "seed " << seed;
  EXPECT_EQ(outputs_of(folder, "killed"), outputs_of(folder, "whole")) << "seed " << seed;
}

TEST(Match, SaysHowToGoOnWhenInterrupted) {
  const TempFolder folder;
  const std::string record = (folder / "m.games").string();
  const Words words = match({"--games", "1000000", "--record", record});
  const int status =
      std::system(("timeout -s INT 1 " HONE_BINARY + joined(words) + " >" + (folder / "out").string()).c_str());
  EXPECT_EQ(WEXITSTATUS(status), 124);  // of timeout: the time was over
  EXPECT_THAT(read_file(folder / "out"), HasSubstr("hone match --resume " + record));
  const int code = std::system(
      ("timeout --preserve-status -s INT 1 " HONE_BINARY " match --resume " + record + " >/dev/null").c_str());
  EXPECT_EQ(WEXITSTATUS(code), 3);
}

TEST(Match, RefusesAnotherMatchInTheSameFile) {
  const TempFolder folder;
  const std::string record = (folder / "m.games").string();
  ASSERT_EQ(run_hone(match({"--games", "4", "--record", record})).code, 0);
  const Finished finished = run_hone(match({"--games", "4", "--record", record, "--seed", "2"}));
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("other settings"));
  EXPECT_EQ(run_hone({"match", "--resume", record, "--json", "-"}).code, 0);
}

TEST(Match, KeepsTheOptionsItWasBegunWith) {
  const Finished finished = run_hone({"match", "--resume", "m.games", "--nodes", "9"});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("--nodes cannot be given with --resume"));
}

// Of a clean sweep one bound is known: "elo_low", say, or "low". The value, its error and the other bound are null
// then.
bool has_one_bound(const Json& object, std::string key) {
  for (const std::string end : {"_error", "_low", "_high"}) {
    if (key.ends_with(end)) key.resize(key.size() - end.size());
  }
  const bool is_interval = key == "value" || key == "low" || key == "high";
  const std::string name = is_interval ? "" : key + "_";
  return object.contains(name + "low") && object[name + "low"].is_null() != object[name + "high"].is_null();
}

// JSON has null for a number that is none.
bool all_known(const Json& json) {
  if (!json.is_structured()) return !json.is_null();
  for (const auto& [key, value] : json.items()) {
    if (!all_known(value) && !(json.is_object() && has_one_bound(json, key))) return false;
  }
  return true;
}

struct Degenerate {
  const char* name;
  Words words;
};

class DegenerateMatch : public testing::TestWithParam<Degenerate> {};

// Of equal players, of one-sided results and of a single game.
TEST_P(DegenerateMatch, HasNumbersOrABoundEverywhere) {
  const TempFolder folder;
  write_file_atomically(folder / "empty_board", ".../.../... X\n");
  const std::string json = (folder / "j").string();
  Words words = with(GetParam().words, {"--json", json, "--log", "warning"});
  std::ranges::replace(words, "empty_board", (folder / "empty_board").string());
  const Finished finished = run_hone(words);
  EXPECT_LE(finished.code, 1) << finished.err;
  EXPECT_TRUE(all_known(Json::parse(read_file(json)))) << read_file(json);
  EXPECT_FALSE(std::regex_search(finished.out, std::regex("\\b(nan|inf)\\b"))) << finished.out;
}

INSTANTIATE_TEST_SUITE_P(
    All, DegenerateMatch,
    testing::Values(Degenerate{"AllDraws",
                               {"match", "--game", "tic_tac_toe", "--player", "a=weights:zero", "--player",
                                "b=weights:zero", "--games", "40", "--depth", "9", "--openings", "empty_board",
                                "--sprt", "0,5"}},
                    Degenerate{"OneSided",
                               {"match", "--game", "connect_four", "--player", "a=weights:material", "--player",
                                "b=random", "--games", "20", "--depth", "5", "--sprt", "0,5"}},
                    Degenerate{"OneGame",
                               {"match", "--game", "tic_tac_toe", "--player", "a=weights:zero", "--player", "b=random",
                                "--games", "1", "--depth", "1", "--no-reverse"}}),
    [](const auto& test) { return std::string(test.param.name); });

// All players by those of --parameter, one by its own beside them; the record knows by which.
TEST(Match, PlaysByTheNumbersOfTheSearchThatAreGiven) {
  const TempFolder folder;
  const auto words = [&](const std::string& name, const Words& more) {
    const Words common{"match",
                       "--game",
                       "chess",
                       "--player",
                       "a=weights:material",
                       "--player",
                       "b=weights:material",
                       "--nodes",
                       "200",
                       "--games",
                       "4",
                       "--log",
                       "warning"};
    return with(
        with(common, {"--record", (folder / (name + ".games")).string(), "--pgn", (folder / (name + ".pgn")).string()}),
        more);
  };
  const Words all{"--parameter", "reduction_base=0,delta_margin=0"};
  const Words and_one = with(all, {"--option", "b.late_move_base=1"});
  const std::vector<std::pair<std::string, Words>> matches{{"usual", {}}, {"all", all}, {"and_one", and_one}};
  for (const auto& [name, numbers] : matches) {
    const Finished finished = run_hone(words(name, numbers));
    ASSERT_LT(finished.code, 2) << name << ": " << finished.err;
    for (const auto& [other, other_numbers] : matches) {
      if (other == name) continue;
      const Finished refused = run_hone(words(name, other_numbers));
      EXPECT_EQ(refused.code, 2) << name << " is no match of " << other;
    }
  }
  const auto games = [&](const std::string& name) {  // without tags
    return std::regex_replace(read_file(folder / (name + ".pgn")), std::regex("\\[[^\\]]*\\]\n"), "");
  };
  EXPECT_NE(games("usual"), games("all"));
  EXPECT_NE(games("all"), games("and_one"));
}

TEST(Match, DoesNotTakeTheTwoGamesOfEqualPlayersForRepeats) {
  const Finished finished = run_hone({"match", "--game", "connect_four", "--player", "a=weights:zero", "--player",
                                      "b=weights:zero", "--games", "20", "--nodes", "100", "--log", "warning"});
  EXPECT_THAT(finished.out, HasSubstr("[0, 0, 10, 0, 0]"));
  EXPECT_THAT(finished.out, testing::Not(HasSubstr("epeated")));
}

// Random movers meet again and again in the few games that this position leaves.
TEST(Match, TellsWhichPairsWereRepeated) {
  const TempFolder folder;
  write_file_atomically(folder / "suite", "XOX/XO./... O\n");
  const Finished finished =
      run_hone({"match", "--game", "tic_tac_toe", "--player", "a=random", "--player", "b=random", "--games", "4000",
                "--depth", "1", "--openings", (folder / "suite").string(), "--log", "warning"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, testing::ContainsRegex("Repeated pairs 1[0-9]+ of 2000 of a and b: points only"));
}

TEST(Match, ShowsATableAndACrossTableOfManyPlayers) {
  const TempFolder folder;
  const Finished finished =
      run_hone(match({"--player", "c=weights:zero", "--rounds", "4", "--json", (folder / "j").string()}));
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, testing::ContainsRegex("Rank +Player +Elo"));
  EXPECT_THAT(finished.out, testing::ContainsRegex("Points against +1 +2 +3"));
  const Json json = Json::parse(read_file(folder / "j"));
  EXPECT_EQ(json["players"].size(), 3U);
  EXPECT_EQ(json["pairings"].size(), 3U);
  for (const Json& pairing : json["pairings"]) EXPECT_EQ(pairing["games"], 8);
}

TEST(Match, PlansAnSprtWithoutPlayingIt) {
  const Finished finished = run_hone({"match", "--sprt", "0,5", "--plan", "5"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, testing::ContainsRegex("Accepted +9[45]\\."));  // 1 - beta, by the definition of the test
}

TEST(MatchLimits, OfAllNeedNotBeGivenWhereEachPlayerHasItsOwn) {
  const std::vector<std::string> words{"match",    "--game",  "tic_tac_toe", "--player", "a=weights:zero", "--player",
                                       "b=random", "--games", "2",           "--limits", "a:nodes=20"};
  EXPECT_EQ(run_hone(words).code, 2);  // b has none
  std::vector<std::string> both = words;
  both.insert(both.end(), {"--limits", "b:depth=1"});
  EXPECT_EQ(run_hone(both).code, 0);
}

}  // namespace
}  // namespace hone::cli
