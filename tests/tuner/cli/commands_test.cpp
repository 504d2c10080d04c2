// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/game_driver.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

// The value of --json.
Json json_of(std::vector<std::string> words) {
  const TempFolder folder;
  const std::filesystem::path file = folder / "result.json";
  words.insert(words.end(), {"--json", file.string()});
  const Finished finished = run_hone(words);
  EXPECT_EQ(finished.code, 0) << finished.err;
  return Json::parse(std::ifstream(file));
}

std::string last_line(const std::string& text) {
  const auto end = text.find_last_not_of('\n');
  const auto begin = text.find_last_of('\n', end);
  return text.substr(begin + 1, end - begin);
}

TEST(Perft, PrintsTheCountAlone) {
  // https://www.chessprogramming.org/Perft_Results
  EXPECT_EQ(run_hone({"perft", "--game", "chess", "--depth", "4"}).out, "197281\n");
}

TEST(Perft, DividesTheCountByTheFirstMove) {
  // The same page, position 3.
  const Finished finished = run_hone(
      {"perft", "--game", "chess", "--position", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "-d", "2", "--divide"});
  EXPECT_THAT(finished.out, HasSubstr("b4b3: 15\n"));
  EXPECT_EQ(last_line(finished.out), "191");
}

TEST(Perft, CountsTheRootAtDepthNought) {
  EXPECT_EQ(run_hone({"perft", "--game", "tic_tac_toe", "-d", "0", "--divide"}).out, "1\n");
  // Superko looks at what was played before, and perft does not.
  EXPECT_EQ(
      run_hone({"perft", "--game", "go_5", "--position", ".XXOO/XXXOO/X.XO./XXOOO/.O.O. O 0.5 - 0", "-d", "6"}).out,
      "7620\n");
  // Bare kings and a knight are a draw, but perft counts their moves.
  const std::string dead =
      run_hone({"perft", "--game", "chess", "--position", "8/6k1/1n6/8/8/3K4/8/8 b - - 9 59", "-d", "1", "--divide"})
          .out;
  EXPECT_EQ(std::ranges::count(dead, '\n'), 15);
  EXPECT_TRUE(dead.ends_with("\n14\n"));
}

TEST(Perft, TakesAPositionThatBeginsWithDashes) {
  // data/othello/fforum-1-19.obf, numbers 1, 2 and 8, lists eight moves for each.
  for (const std::string position : {"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
                                     "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X",
                                     "---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O"}) {
    EXPECT_EQ(run_hone({"perft", "--game", "othello", "--position", position, "-d", "1"}).out, "8\n") << position;
  }
}

TEST(Perft, WritesItsResultForPrograms) {
  const Json json = json_of({"perft", "--game", "tic_tac_toe", "-d", "2", "--divide"});
  EXPECT_EQ(json["game"], "tic_tac_toe");
  EXPECT_EQ(json["depth"], 2);
  EXPECT_EQ(json["nodes"], 72);
  EXPECT_EQ(json["divide"]["b2"], 8);
}

struct Proof {
  std::string position;
  std::string outcome;
  Json distance;
};

// Worked out by hand; X moves first.
const std::vector<Proof>& proofs() {
  static const std::vector<Proof> all{
      {".../.../... X", "draw", nullptr},                               // the literature's result for perfect play
      {"XX./OO./... X", "win", 1},        {"X.O/.../... X", "win", 5},  // a corner makes two threats
      {"XX./X.O/.O. O", "loss", 2},                                     // two threats, one reply
      {"XXX/OO./... O", "loss", 0},
  };
  return all;
}

TEST(Search, ProvesTheOutcomeWithEveryAlgorithm) {
  for (const std::string algorithm :
       {"searcher", "iterative_deepening", "mtd_f", "pvs", "alpha_beta", "branch_and_bound", "negamax", "minimax"}) {
    for (const Proof& proof : proofs()) {
      SCOPED_TRACE(algorithm + " " + proof.position);
      const Json json = json_of(
          {"search", "--game", "tic_tac_toe", "--position", proof.position, "--depth", "9", "--algorithm", algorithm});
      EXPECT_EQ(json["outcome"], proof.outcome);
      EXPECT_EQ(json["distance"], proof.distance);
    }
  }
}

TEST(Search, FindsTheMove) {
  const Json json =
      json_of({"search", "--game", "chess", "--position", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "-d", "3"});
  EXPECT_EQ(json["move"], "a1a8");
  EXPECT_EQ(json["outcome"], "win");
  EXPECT_EQ(json["distance"], 1);
  EXPECT_EQ(json["pv"], Json({"a1a8"}));
}

TEST(Search, SaysByHowMuchWhereTheGameGrades) {
  const std::vector<std::string> words{"search", "--game", "connect_three", "--position", "XO../OX.O/XXOX O",
                                       "-d",     "3"};
  EXPECT_EQ(json_of(words)["utility"], 1);
  EXPECT_NE(run_hone(words).out.find("best move 4, win by 1 in 3"), std::string::npos);
}

class WrittenTree : public testing::Test {
 protected:
  WrittenTree() { std::ofstream(file()) << "((2 3) (5 9)) ((0) (7 4)) ((2 1) (5 6))\n"; }
  std::string file() const { return (folder_ / "notes.tree").string(); }

  TempFolder folder_;
};

TEST_F(WrittenTree, HasOneValueForEveryAlgorithm) {
  for (const std::string algorithm :
       {"searcher", "iterative_deepening", "mtd_f", "pvs", "alpha_beta", "branch_and_bound", "negamax", "minimax"}) {
    const Json json = json_of({"search", "--tree-file", file(), "--algorithm", algorithm});
    EXPECT_EQ(json["score"], 3) << algorithm;
    EXPECT_EQ(json["pv"], Json({1, 1, 2})) << algorithm;
  }
  EXPECT_EQ(json_of({"search", "--tree-file", file(), "--algorithm", "alpha_beta"})["cutoffs"], 3);
  EXPECT_EQ(json_of({"search", "--tree-file", file(), "--algorithm", "minimax"})["leaves"], 11);
}

TEST_F(WrittenTree, IsDrawn) {
  const auto drawn = [&](const std::string& form) {
    return run_hone({"search", "--tree-file", file(), "--algorithm", "alpha_beta", "--tree", form}).out;
  };
  EXPECT_EQ(drawn("text").rfind("MAX 3\n", 0), 0U);
  EXPECT_EQ(drawn("dot").rfind("digraph", 0), 0U);
  EXPECT_EQ(drawn("svg").rfind("<svg", 0), 0U);
}

TEST_F(WrittenTree, IsSearchedByTheClock) {
  for (const std::string algorithm : {"searcher", "iterative_deepening"}) {
    const Json json = json_of({"search", "--tree-file", file(), "--algorithm", algorithm, "--movetime", "1000"});
    EXPECT_EQ(json["score"], 3) << algorithm;
  }
}

// The searcher draws nothing: a drawing alone means alpha-beta.
TEST_F(WrittenTree, IsDrawnByAlphaBetaUnlessAnotherIsNamed) {
  const std::vector<std::string> words{"search", "--tree-file", file(), "--tree", "text"};
  EXPECT_NE(run_hone(words).out.find("beta cut-off"), std::string::npos);
  std::vector<std::string> named = words;
  named.insert(named.end(), {"--algorithm", "searcher"});
  EXPECT_EQ(run_hone(named).code, 2);
}

// A hundred plies without progress: drawn by article 9.3 of the laws, though moves are left.
TEST(Search, KnowsThatARuleHasEndedTheGameWithEveryAlgorithm) {
  for (const std::string algorithm :
       {"searcher", "iterative_deepening", "mtd_f", "pvs", "alpha_beta", "branch_and_bound", "negamax", "minimax"}) {
    const Json json = json_of({"search", "--game", "chess", "--position", "4k3/8/8/8/8/8/R7/4K3 w - - 100 90", "-d",
                               "2", "--algorithm", algorithm});
    EXPECT_EQ(json["outcome"], "draw") << algorithm;
    EXPECT_EQ(json["move"], nullptr) << algorithm;
  }
}

TEST(Search, DeepensDepthByDepth) {
  const std::string out =
      run_hone({"search", "--game", "connect_four", "--algorithm", "iterative_deepening", "--depth", "3"}).out;
  for (const char* row : {"\n    1  ", "\n    2  ", "\n    3  "}) EXPECT_NE(out.find(row), std::string::npos) << row;
}

// The game is over after three plies, whatever the depth: two leaves are the least there.
TEST(Search, MeasuresAgainstTheTreeThatThereIs) {
  const auto least = [](const std::string& depth) {
    return json_of({"search", "--game", "connect_three", "--position", "XO../OX.O/XXOX O", "--algorithm", "minimax",
                    "-d", depth})["minimal_leaves"];
  };
  EXPECT_EQ(least("3"), least("100"));
}

TEST_F(WrittenTree, GoesWithNoOptionOfAGame) {
  for (const std::string option : {"--nodes", "--hash"}) {
    EXPECT_EQ(run_hone({"search", "--tree-file", file(), option, "5"}).code, 2) << option;
  }
  EXPECT_EQ(run_hone({"search", "--tree-file", file(), "--compare"}).code, 2);
}

// No game is over before its fifth mark: 9 x 8 x 7 x 6 x 5 leaves.
TEST(Search, ComparesTheAlgorithms) {
  const Json game = json_of({"search", "--compare", "--game", "tic_tac_toe", "--depth", "5"})["games"][0];
  const Json& leaves = game["leaves"];
  EXPECT_EQ(leaves["minimax"], 15120);
  EXPECT_LT(leaves["branch_and_bound"], leaves["minimax"]);
  EXPECT_LE(leaves["alpha_beta"], leaves["branch_and_bound"]);
  EXPECT_LT(leaves["best_first_alpha_beta"], leaves["alpha_beta"]);
}

int share(const Json& part, const char* side, const std::string& phase) { return part[side][phase].get<int>(); }

TEST(Search, ShowsTheEvaluationInPartsThatAddUp) {
  for (const std::string game : {"chess", "othello", "connect_four", "tic_tac_toe"}) {
    const Json json = json_of({"search", "--eval", "--game", game});
    int score = 0;
    for (const Json& group : json["groups"]) {
      int of_terms = 0;
      for (const Json& term : group["terms"]) of_terms += term["score"].get<int>();
      EXPECT_EQ(of_terms, group["score"]) << group;
      score += of_terms;
    }
    EXPECT_EQ(score, json["total"]["score"]) << game;
    EXPECT_EQ(score, json["score"]) << game;  // the first player is to move
  }
}

TEST(Search, TellsThePlayersApartWhereTheGameDoes) {
  const Json json = json_of({"search", "--eval", "--weights", "material", "--game", "chess", "--position",
                             "rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"});
  EXPECT_EQ(json["score"], -100);
  EXPECT_EQ(json["total"]["score"], 100);
  for (const std::string phase : {"mg", "eg"}) {
    EXPECT_EQ(share(json["total"], "first", phase) + share(json["total"], "second", phase),
              share(json["total"], "both", phase));
  }
  EXPECT_EQ(share(json["groups"][0], "first", "mg"), 800);
  EXPECT_EQ(share(json["groups"][0], "second", "mg"), -700);
  EXPECT_EQ(json["groups"][0]["terms"][0]["counts"], Json({8, -7}));
  EXPECT_FALSE(json_of({"search", "--eval", "--game", "othello"})["total"].contains("first"));
}

TEST(Search, ShowsTheEvaluationAsATable) {
  const Finished finished = run_hone({"search", "--eval", "--weights", "material", "--game", "chess", "--position",
                                      "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("material.pawn |"));
  EXPECT_THAT(finished.out, HasSubstr("static evaluation -1.00, seen by the side to move"));
}

TEST(Search, LeavesTheOutcomeOpenWhereAnEvaluationHadASay) {
  const Json json = json_of({"search", "--game", "chess", "--nodes", "1000"});
  EXPECT_EQ(json["outcome"], "unknown");
  EXPECT_EQ(json["distance"], nullptr);
  EXPECT_GE(json["nodes"], 1000);
}

class Suite : public testing::Test {
 protected:
  std::string with(const std::string& epd) {
    std::ofstream(folder_ / "suite.epd") << epd;
    return (folder_ / "suite.epd").string();
  }

  TempFolder folder_;
};

TEST_F(Suite, CountsWhatIsSolved) {
  const std::string file = with(
      "# mate in one, avoided once\n"
      "6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id \"mate\";\n"
      "6k1/5ppp/8/8/8/8/8/R3K3 w Q - am Ra8;\n");
  const Finished finished = run_hone({"search", "--game", "chess", "--epd", file, "-d", "3"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.out, HasSubstr("mate                     solved  best move Ra8#"));
  EXPECT_THAT(finished.out, HasSubstr("line 3                   failed  "));
  EXPECT_EQ(last_line(finished.out), "solved 1 of 2 at depth 3");
  const Json json = json_of({"search", "--game", "chess", "--epd", file, "-d", "3"});
  EXPECT_EQ(json["solved"], 1);
  EXPECT_EQ(json["total"], 2);
  EXPECT_EQ(json["positions"][0]["id"], "mate");
}

TEST_F(Suite, NamesTheLineOfAMistakeBeforeSearching) {
  const std::string start = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - ";
  const std::vector<std::pair<std::string, std::string>> mistakes{
      {start + "bm Ra8;\n" + start + "bm Ra9;\n", ":2: bm: expected a legal move, found 'Ra9'"},
      {start + "id \"x\";\n", ":1: expected the operation bm or am, found neither"},
      {start + "id \"x;\n", ":1: expected a closing quote, found '\"x;'"},
      {"6k1/8 w\n", ":1: expected the 4 fields of a position, found '6k1/8 w'"},
      {"", ": no positions"},
  };
  for (const auto& [epd, message] : mistakes) {
    const std::string file = with(epd);
    const Finished finished = run_hone({"search", "--game", "chess", "--epd", file, "-d", "3"});
    EXPECT_EQ(finished.code, 2);
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(finished.err, "hone: " + file + message + "\n");
  }
}

TEST(Match, TakesARandomMoverAsAPlayer) {
  const Json json = json_of({"match", "--game", "breakthrough", "--player", "one=weights:material", "--player",
                             "two=random", "--games", "20", "--depth", "1"});
  EXPECT_EQ(json["games"], 20);
  EXPECT_EQ(json["players"][1]["name"], "two");
  EXPECT_GT(json["players"][0]["points"], 15);
}

TEST(Bench, EndsWithNodesAndSpeed) {
  const Finished finished = run_hone({"bench", "--game", "tic_tac_toe"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(last_line(finished.out), testing::MatchesRegex("[0-9]+ nodes [0-9]+ nps"));
}

TEST(Bench, CountsTheSameNodesEveryTime) {
  const std::vector<std::string> words{"bench", "--game", "tic_tac_toe"};
  EXPECT_EQ(json_of(words)["nodes"], json_of(words)["nodes"]);
}

TEST(Uci, AnswersOnStandardOutput) {
  const Finished finished = run_hone({"uci"}, {.input = "uci\nisready\nquit\n", .environment = {}, .stdout_file = {}});
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.err, IsEmpty());
  EXPECT_THAT(finished.out, HasSubstr("id name hone "));
  EXPECT_THAT(finished.out, HasSubstr("uciok\n"));
  EXPECT_THAT(finished.out, EndsWith("readyok\n"));
}

TEST(Uci, CarriesOutItsArguments) {
  const Finished finished = run_hone({"uci", "position startpos", "go depth 1"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(last_line(finished.out), testing::StartsWith("bestmove "));
}

TEST(Perft, CountsThroughPositionsThatARuleHasEnded) {
  // The pawn is taken at once, and bare kings are a draw, but perft counts their moves.
  const std::string position = "8/8/8/3k4/8/8/3Kp3/8 w - - 0 1";
  const GameDriver& chess = find_driver("chess");
  for (const Depth depth : {4, 5}) {
    const std::uint64_t leaves = chess.perft(*chess.parse(position), depth);
    const std::vector<std::string> words{
        "perft", "--game", "chess", "--position", position, "-d", std::to_string(depth)};
    EXPECT_EQ(run_hone(words).out, std::to_string(leaves) + "\n");
  }
}

TEST(Perft, TakesTheWordOfUciForTheInitialPosition) {
  EXPECT_EQ(run_hone({"perft", "--game", "chess", "--position", "startpos", "-d", "2"}).out, "400\n");
}

TEST(Json, ReplacesAFileOnlyWithAWholeResult) {
  const TempFolder folder;
  const std::string file = (folder / "result.json").string();
  std::ofstream(file) << "old";
  EXPECT_EQ(run_hone({"perft", "--game", "tic_tac_toe", "-d", "x", "--json", file}).code, 2);
  std::string kept;
  std::ifstream(file) >> kept;
  EXPECT_EQ(kept, "old");
  EXPECT_EQ(run_hone({"perft", "--game", "tic_tac_toe", "-d", "1", "--json", file}).code, 0);
  EXPECT_EQ(Json::parse(std::ifstream(file))["nodes"], 9);
  EXPECT_EQ(folder.files(), 1);
}

}  // namespace
}  // namespace hone::cli
