// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

using testing::HasSubstr;

constexpr const char* results =
    "first,second,wins,draws,losses\n"
    "a,b,5,3,2\nb,a,4,3,3\na,\"c, \"\"x\"\"\",6,2,2\n\"c, \"\"x\"\"\",b,5,2,3\nchamp,a,4,0,0\np,q,3,1,2\nq,p,1,1,1\n";

class Rate : public testing::Test {
 protected:
  Rate() { write_plainly(file_, results); }

  TempFolder folder_;
  std::string file_ = (folder_ / "results.csv").string();
};

TEST_F(Rate, PrintsATableAGroupAndWhoIsNotInIt) {
  const Finished finished = run_hone({"rate", file_, "--los"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("Model          logistic, expected score 1 / (1 + 10^(-difference / 400))"));
  EXPECT_THAT(finished.out, HasSubstr("\nGroup 2: no games with another group, so ratings compare only within it\n"));
  EXPECT_THAT(finished.out, HasSubstr("champ: won all games (4)\n"));
  EXPECT_THAT(finished.out, HasSubstr("\nLikelihood of superiority, %\n"));
}

// a and b took points from each other, and so did c and d; the rest was won by the first two.
TEST_F(Rate, SaysWhoWonTheGamesBetweenGroups) {
  write_plainly(file_, "first,second,result\na,b,1-0\nb,a,1-0\nc,d,1-0\nd,c,1-0\na,c,1-0\nb,d,1-0\n");
  const Finished finished = run_hone({"rate", file_, "--advantage", "0"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("; 2 between groups\n"));
  EXPECT_THAT(finished.out, HasSubstr("\nGroup 1: won all 2 games with group 2, so ratings compare only within it\n"));
  EXPECT_THAT(finished.out, HasSubstr("\nGroup 2: lost all 2 games with group 1, so ratings compare only within it\n"));
}

TEST_F(Rate, SaysWhatIsKnownOfAnAdvantageThatWonAllGames) {
  write_plainly(file_, "first,second,wins,draws,losses\na,b,10,0,0\nb,a,10,0,0\n");
  const std::string json = (folder_ / "r.json").string();
  const Finished finished = run_hone({"rate", file_, "--json", json});
  EXPECT_THAT(finished.out, HasSubstr("First mover    at least +316.6 (95 %), taken for +645.1\n"));
  const auto found = nlohmann::ordered_json::parse(std::ifstream(json))["advantage"];
  EXPECT_NEAR(found["low"], 316.6, 0.1);
  EXPECT_TRUE(found["high"].is_null() && found["error"].is_null());
  EXPECT_EQ(found["unknown"], false);
}

TEST_F(Rate, TakesErrorsFromPairs) {
  std::string games = "first,second,result\n";
  for (int i = 0; i < 20; ++i) games += i % 4 == 0 ? "a,b,1-0\nb,a,1/2-1/2\n" : "a,b,1-0\nb,a,1-0\n";
  write_plainly(file_, games);
  const Finished finished = run_hone({"rate", file_});
  EXPECT_THAT(finished.out, HasSubstr("Errors         95 %, by the scatter of 20 pairs of games\n"));
}

TEST_F(Rate, WritesEverythingForPrograms) {
  const std::string json = (folder_ / "r.json").string(), csv = (folder_ / "r.csv").string();
  const Finished finished = run_hone({"rate", file_, "--json", json, "--csv", csv, "--anchor", "c, \"x\"=3000",
                                      "--scale", "ordo", "--simulations", "20", "--seed", "7"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  const auto found = nlohmann::ordered_json::parse(std::ifstream(json));
  EXPECT_NEAR(found["scale"], 403.514, 1e-3);
  EXPECT_EQ(found["anchor"]["name"], "c, \"x\"");
  EXPECT_EQ(found["groups"], 2);
  EXPECT_EQ(found["players"][2]["rating"], 3000);
  EXPECT_EQ(found["players"][0]["games"], 30);
  EXPECT_EQ(found["superiority"].size(), 5U);
  EXPECT_EQ(found["unrated"][0]["name"], "champ");
  EXPECT_EQ(found["games"]["rated"], 49);
  EXPECT_GT(found["players"][0]["simulated_error"], 0);
  std::string line, last;
  for (std::ifstream in(csv); std::getline(in, line);) last = line.find("x") != std::string::npos ? line : last;
  EXPECT_THAT(last, testing::StartsWith("1,\"c, \"\"x\"\"\",3000.000,0.000,"));
}

TEST_F(Rate, IsRepeatedByTheSeed) {
  const std::vector<std::string> words{"rate", file_, "--simulations", "50", "--seed", "4"};
  EXPECT_EQ(run_hone(words).out, run_hone(words).out);
}

TEST_F(Rate, RefusesABadAnchorAndAFileThatIsNotThere) {
  EXPECT_EQ(run_hone({"rate", file_, "--anchor", "a"}).code, 2);
  EXPECT_EQ(run_hone({"rate", file_, "--anchor", "zz=0"}).code, 2);
  EXPECT_EQ(run_hone({"rate", "/no/such"}).code, 2);
}

}  // namespace
}  // namespace hone::cli
