// SPDX-License-Identifier: MIT
//
// The algorithms of `hone search`, their switches, and the comparison.
#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "data/atomic_file.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

using Words = std::vector<std::string>;

// The value of --json.
Json search_json(Words words) {
  const TempFolder folder;
  const std::filesystem::path file = folder / "search.json";
  words.insert(words.end(), {"--json", file.string()});
  const Finished finished = run_hone(words);
  EXPECT_EQ(finished.code, 0) << finished.err;
  return Json::parse(std::ifstream(file));
}

Words and_also(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

class SearchAlgorithms : public testing::Test {
 protected:
  SearchAlgorithms() { std::ofstream(file_) << "((1 4) (5 6)) ((2 1) (1 1))\n"; }

  Words on_tree(const Words& more) const { return and_also({"search", "--tree-file", file_}, more); }

  TempFolder folder_;
  std::string file_ = (folder_ / "notes.tree").string();
};

const Words three_plies_left{"search", "--game", "connect_three", "--position", "XO../OX.O/XXOX O", "--depth", "3"};

TEST_F(SearchAlgorithms, AllFindTheValueWithAndWithoutATable) {
  for (const std::string algorithm : {"minimax", "negamax", "alpha_beta", "pvs", "mtd_f"}) {
    EXPECT_EQ(search_json(on_tree({"--algorithm", algorithm}))["score"], 4) << algorithm;
    const Json json = search_json(and_also(three_plies_left, {"--algorithm", algorithm}));
    EXPECT_EQ(json["utility"], 1) << algorithm;
    EXPECT_EQ(json["move"], "4") << algorithm;
  }
  for (const std::string algorithm : {"searcher", "alpha_beta", "pvs", "mtd_f", "iterative_deepening"}) {
    for (const std::string table : {"on", "off"}) {
      const Words options{"--algorithm", algorithm, "--table", table};
      EXPECT_EQ(search_json(on_tree(options))["score"], 4) << algorithm << " " << table;
      EXPECT_EQ(search_json(and_also(three_plies_left, options))["move"], "4") << algorithm << " " << table;
    }
  }
}

TEST_F(SearchAlgorithms, CountWhatTheySearchAgainAndWhatTheTableKnows) {
  const Json mtd_f = search_json(on_tree({"--algorithm", "mtd_f"}));
  EXPECT_EQ(mtd_f["leaves"], 5);
  EXPECT_EQ(mtd_f["researches"], 2) << "at least 0? at least 2? at least 5?";
  EXPECT_GT(mtd_f["table_cutoffs"], 0);
  const Json without = search_json(on_tree({"--algorithm", "mtd_f", "--table", "off"}));
  EXPECT_GT(without["leaves"], 5);
  EXPECT_EQ(without["table_cutoffs"], 0);
  EXPECT_EQ(search_json(on_tree({"--algorithm", "mtd_f", "--first-guess", "4"}))["researches"], 1);
  EXPECT_THAT(run_hone(on_tree({"--algorithm", "mtd_f"})).out, HasSubstr("4 known from the table, 2 searched again"));
}

TEST_F(SearchAlgorithms, DeepenDepthByDepth) {
  const Words words{"search",  "--game", "connect_four", "--algorithm", "mtd_f",
                    "--depth", "3",      "--deepen",     "--table",     "on"};
  const std::string out = run_hone(words).out;
  for (const char* row : {"\n    1  ", "\n    2  ", "\n    3  "}) EXPECT_THAT(out, HasSubstr(row));
  EXPECT_EQ(search_json(on_tree({"--algorithm", "pvs", "--deepen", "--movetime", "1000"}))["score"], 4);
}

TEST_F(SearchAlgorithms, AreDrawnWithTheirQuestions) {
  const auto drawn = [&](const std::string& algorithm) {
    return run_hone(on_tree({"--algorithm", algorithm, "--tree", "text"})).out;
  };
  EXPECT_EQ(drawn("negamax"), drawn("minimax"));
  EXPECT_THAT(drawn("pvs"), HasSubstr("  2  MIN <= 2  alpha cut-off  (asked: >= 5)\n"));
  EXPECT_THAT(drawn("mtd_f"), testing::StartsWith("MAX >= 1  beta cut-off  (asked: >= 0)\n"));
  EXPECT_THAT(drawn("mtd_f"), HasSubstr("\nMAX <= 4  (asked: >= 5)\n"));
  EXPECT_THAT(drawn("mtd_f"), HasSubstr("(from the table)"));
}

TEST_F(SearchAlgorithms, RefuseOptionsOfOthers) {
  const std::vector<std::pair<Words, std::string>> mistakes{
      {{"--algorithm", "minimax", "--table", "on"}, "--algorithm minimax has no table"},
      {{"--algorithm", "negamax", "--deepen"}, "--deepen goes with alpha_beta, pvs and mtd_f, not with negamax"},
      {{"--deepen"}, "not with searcher"},
      {{"--algorithm", "pvs", "--first-guess", "3"}, "--first-guess goes with --algorithm mtd_f, not with pvs"},
      {{"--algorithm", "pvs", "--deepen", "--best-first"}, "--best-first does not go with --deepen"},
      {{"--algorithm", "pvs", "--without", "futility"}, "--without goes with --algorithm searcher, not with pvs"},
      {{"--algorithm", "pvs", "--movetime", "100"}, "needs --depth, or --deepen and --movetime, and no other limit"},
      {{"--without", "nonsense"}, "nonsense"},
      {{"--without", ""}, "--without"},
      {{"--table", "maybe"}, "maybe"},
      {{"--compare", "--table", "on"}, "--table does not go with --compare"},
      {{"--eval", "--without", "futility"}, "--without does not go with --eval"},
  };
  for (const auto& [options, message] : mistakes) {
    const Finished finished = run_hone(and_also({"search", "--game", "tic_tac_toe"}, options));
    EXPECT_EQ(finished.code, 2) << message;
    EXPECT_EQ(finished.out, "");
    EXPECT_THAT(finished.err, HasSubstr(message));
  }
  EXPECT_EQ(run_hone(on_tree({"--without", "futility"})).code, 2);
}

TEST_F(SearchAlgorithms, SwitchOffPartsOfTheSearcher) {
  const auto nodes = [](const Words& more) {
    return search_json(and_also({"search", "--game", "chess", "--weights", "material", "--depth", "6"}, more))["nodes"];
  };
  const Json all = nodes({});
  EXPECT_NE(nodes({"--without", "null_move"}), all);
  EXPECT_EQ(nodes({"--without", "null-move,futility"}), nodes({"--without", "futility,null_move"}));
  EXPECT_GT(nodes({"--without", "late_move_reductions,late_move_pruning"}), all);
  EXPECT_NE(nodes({"--table", "off"}), all);
  const Words plain{"search", "--game", "chess", "--weights", "material", "--depth", "3"};
  EXPECT_EQ(search_json(and_also(plain, {"--without", "selectivity"}))["score"],
            search_json(and_also(plain, {"--algorithm", "alpha_beta"}))["score"]);
}

// An engine for a match that tells what a technique is worth.
TEST_F(SearchAlgorithms, SwitchOffPartsOfAnEngine) {
  const auto answer = [](const Words& more) {
    const Words engine{"uci", "--game", "chess", "--weights", "material"};
    const Finished finished = run_hone(and_also(and_also(engine, more), {"go depth 6"}));
    EXPECT_EQ(finished.code, 0) << finished.err;
    const std::size_t begin = finished.out.rfind(" nodes ");
    return finished.out.substr(begin, finished.out.find(" nps ", begin) - begin);
  };
  EXPECT_NE(answer({"--without", "late_move_reductions"}), answer({}));
  EXPECT_EQ(answer({"--without", "null_move"}), answer({"--without", "null-move"}));
  EXPECT_EQ(run_hone({"uci", "--without", "thinking", "quit"}).code, 2);
}

// The tables of engine/README.md, which are the same on every machine.
TEST(SearchComparison, PrintsWhatThePageSays) {
  const std::string page = read_file(std::string(HONE_SOURCE_DIR) + "/engine/README.md");
  for (const char* game :
       {"tic_tac_toe", "connect_three", "connect_four", "breakthrough", "othello", "checkers", "chess"}) {
    const std::string out = run_hone({"search", "--compare", "--game", game}).out;
    std::istringstream counted(out.substr(0, out.find("Seconds")));
    int rows = 0;
    for (std::string line; std::getline(counted, line);) {
      if (!line.starts_with("| " + std::string(game) + " |")) continue;
      EXPECT_THAT(page, HasSubstr("\n" + line + "\n"));
      ++rows;
    }
    EXPECT_EQ(rows, 2) << game;
  }
}

// What is proved of trees holds of these numbers.
TEST_F(SearchAlgorithms, AreCompared) {
  const Words words{"search", "--compare", "--game", "tic_tac_toe", "--depth", "5"};
  const Json game = search_json(words)["games"][0];
  const Json& leaves = game["leaves"];
  EXPECT_EQ(leaves["minimax"], 15'120);
  for (const char* key : {"alpha_beta_table", "pvs_table", "mtd_f"}) {
    EXPECT_LT(leaves[key], leaves["alpha_beta"]) << key;
    EXPECT_GT(leaves[key], 0) << key;
  }
  EXPECT_LE(leaves["best_first_pvs"], leaves["best_first_alpha_beta"]) << "nothing is searched again";
  for (const char* key : {"deepening_alpha_beta", "deepening_pvs", "deepening_mtd_f"}) EXPECT_GT(leaves[key], 0);
  EXPECT_EQ(game["seconds"].size(), leaves.size()) << "one for each search; the minimal tree is none, the searcher is";

  const std::string out = run_hone(words).out;
  EXPECT_THAT(out, testing::StartsWith("Leaves: positions at the full depth"));
  EXPECT_THAT(out, HasSubstr("\n| tic_tac_toe | 5 | 15120 | "));
  const std::string counted = out.substr(0, out.find("Seconds"));
  EXPECT_NE(counted.size(), out.size());
  const std::string again = run_hone(words).out;
  EXPECT_EQ(again.substr(0, again.find("Seconds")), counted) << "the time stands apart";
}

}  // namespace
}  // namespace hone::cli
