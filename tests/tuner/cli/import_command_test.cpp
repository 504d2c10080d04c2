// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "data/atomic_file.hpp"
#include "data/weights.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string shipped = HONE_DATA_DIR "/weights/";

class ImportCommandTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::string written(const std::string& name, const std::string& text) const {
    write_plainly(folder_ / name, text);
    return path(name);
  }

  TempFolder folder_;
};

TEST_F(ImportCommandTest, SaysWhatBecameOfEveryName) {
  const std::string source = written("eval.c", "int tempo_mg = 5, tempo_eg = 3;\nint other = 7;\n");
  const std::string names = written("toy.names", "game toy\nstages mg eg\nsteps 24\ntempo scalar\nrook scalar\n");
  const Finished finished =
      run_hone({"import", source, "--format", "table", "--names", names, "--out", path("w"), "--json", path("j")});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("tempo mg"));
  EXPECT_THAT(finished.out, HasSubstr("left out: no group has this name"));
  EXPECT_THAT(finished.out, HasSubstr("Group rook got no number"));
  EXPECT_THAT(read_weights(path("w")).values, ElementsAre(5, 3, 0, 0));
  const auto json = nlohmann::json::parse(read_file(path("j")));
  EXPECT_EQ(json["names"].size(), 3U);
  EXPECT_EQ(json["names"][0]["target"], "tempo");
  EXPECT_EQ(json["names"][2]["target"], "");
}

TEST_F(ImportCommandTest, AsksAnEngine) {
  const std::string engine =
      written("engine.sh",
              "read line\necho 'option name Pawn Value type spin default 90 min 0 max 200'\n"
              "echo 'option name Hash type spin default 1 min 1 max 9'\necho uciok\nread line\n");
  const Finished finished = run_hone({"import", "uci:sh " + engine, "--format", "uci", "--out", path("w")});
  EXPECT_EQ(finished.code, 0) << finished.err;
  const Weights weights = read_weights(path("w"));
  EXPECT_EQ(weights.schema.groups().size(), 1U);
  EXPECT_THAT(weights.schema.constraints(), ElementsAre("bound 0 200 pawn_value"));
  EXPECT_EQ(run_hone({"import", "uci:/none", "--format", "uci", "--out", path("w2")}).code, 2);
  EXPECT_FALSE(std::filesystem::exists(path("w2")));
}

TEST_F(ImportCommandTest, GoesThereAndBackAgain) {
  const std::string source = written("e.ini", "tempo = 5\nmobility = 7\n"), engine = path("engine.weights");
  EXPECT_EQ(run_hone({"import", source, "--format", "ini", "--out", engine}).code, 0);
  EXPECT_EQ(run_hone({"export", "--weights", engine, "--format", "ini", "--out", path("tuned.ini")}).code, 0);
  const Finished back =
      run_hone({"import", path("tuned.ini"), "--format", "ini", "--like", engine, "--out", path("new.weights")});
  EXPECT_EQ(back.code, 0) << back.err;
  EXPECT_THAT(back.out, testing::Not(HasSubstr("Nothing says what K")));
  EXPECT_THAT(read_weights(path("new.weights")).values, ElementsAre(5, 7));
}

TEST_F(ImportCommandTest, LeavesSourceOfOthersAlone) {
  const std::string source = written("eval.hpp", "int tempo = 5;\n"), engine = path("engine.weights");
  ASSERT_EQ(run_hone({"import", source, "--format", "table", "--out", engine}).code, 0);
  std::vector<std::string> words{"export", "--weights", engine, "--format", "cpp", "--out", source};
  const Finished refused = run_hone(words);
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("hone export did not write it"));
  EXPECT_EQ(read_file(source), "int tempo = 5;\n");
  words.emplace_back("--overwrite");
  EXPECT_EQ(run_hone(words).code, 0);
  words.pop_back();
  EXPECT_EQ(run_hone(words).code, 0) << "its own are replaced";
}

TEST_F(ImportCommandTest, ScalesBoundsOfItsOwnFiles) {
  const std::string engine = written(
      "engine.sh", "read line\necho 'option name Pawn type spin default 90 min 0 max 200'\necho uciok\nread line\n");
  ASSERT_EQ(run_hone({"import", "uci:sh " + engine, "--format", "uci", "--out", path("w")}).code, 0);
  const auto scaled = [&](const char* factor) {
    const Finished finished =
        run_hone({"import", path("w"), "--format", "weights", "--scale", factor, "--out", path("s")});
    EXPECT_EQ(finished.code, 0) << finished.err;
    return read_weights(path("s"));
  };
  EXPECT_THAT(scaled("10").values, ElementsAre(900));
  EXPECT_THAT(scaled("10").schema.constraints(), ElementsAre("bound 0 2000 pawn"));
  EXPECT_THAT(scaled("-0.5").schema.constraints(), ElementsAre("bound -100 0 pawn"));
  EXPECT_EQ(scaled("-0.5").k, 2 * read_weights(path("w")).k);
  const Finished tiny = run_hone({"import", path("w"), "--format", "weights", "--scale", "1e-310", "--out", path("s")});
  EXPECT_EQ(tiny.code, 2);
  EXPECT_THAT(tiny.err, HasSubstr("expected --scale by a factor of a size from 1e-09 to 1e+09, found 1e-310"));
  const Finished refused = run_hone({"import", path("w"), "--format", "weights", "--map", "a=b", "--out", path("s")});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--map says how to read files of others"));
}

TEST_F(ImportCommandTest, ReadsStandardInput) {
  const Finished finished = run_hone({"import", "-", "--format", "ini", "--out", path("w")}, {.input = "a = 3\n"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("Nothing says what K of the scores is"));
  EXPECT_THAT(read_weights(path("w")).values, ElementsAre(3));
}

TEST_F(ImportCommandTest, CompletesWeightsOfTheFirstVersion) {
  const std::string old =
      written("old.weights",
              "format = \"hone weights 1\"\ngame = \"tic_tac_toe\"\nk = 2\nmissing = \"zero\"\ntempo = { all = 7 }\n");
  EXPECT_EQ(run_hone({"import", old, "--format", "weights", "--out", path("new")}).code, 0);
  const Weights weights = read_weights(path("new"));
  EXPECT_EQ(weights.schema.game(), "tic_tac_toe");
  EXPECT_EQ(weights.k, 2);
  EXPECT_EQ(run_hone({"weights", "diff", old, path("new")}).code, 0);
}

TEST_F(ImportCommandTest, CompletesItsOwnFilesFromOthers) {
  const std::string small = written("small.ini", "tempo = 5\n"), large = written("large.ini", "tempo = 1\npair = 7\n");
  ASSERT_EQ(run_hone({"import", small, "--format", "ini", "--k", "2", "--out", path("small")}).code, 0);
  ASSERT_EQ(run_hone({"import", large, "--format", "ini", "--k", "3", "--out", path("large")}).code, 0);
  const auto complete = [&](const std::string& file, const std::string& like, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"import", file, "--format", "weights", "--like", like, "--out", path("w")});
    return run_hone(more);
  };
  const Finished finished = complete(path("small"), path("large"));
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("Group pair got no number: as in --like"));
  const Weights weights = read_weights(path("w"));
  EXPECT_THAT(weights.values, ElementsAre(5, 7));
  EXPECT_EQ(weights.k, 2);
  EXPECT_EQ(weights.provenance.back(), (std::pair<std::string, std::string>("completed_from", path("large"))));
  EXPECT_EQ(complete(path("small"), path("large"), {"--scale", "2"}).code, 2);
  const Finished unknown = complete(path("large"), path("small"));
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("unknown group 'pair'"));
}

TEST_F(ImportCommandTest, RefusesWhatItCannotRead) {
  const std::string source = written("eval.c", "int a = 5;\nint b = 2 * 3;\n");
  const Finished bad = run_hone({"import", source, "--format", "table", "--out", path("w")});
  EXPECT_EQ(bad.code, 2);
  EXPECT_THAT(bad.err, HasSubstr("eval.c:2: b: "));
  EXPECT_FALSE(std::filesystem::exists(path("w")));
  EXPECT_EQ(run_hone({"import", source, "--format", "table", "--skip", "--out", path("w")}).code, 0);
  EXPECT_EQ(run_hone({"import", source, "--format", "table", "--out", path("none/w")}).code, 2);
  EXPECT_EQ(run_hone({"import", path("none"), "--format", "table", "--out", path("w")}).code, 2);
  EXPECT_THAT(run_hone({"import", source, "--out", path("w")}).err, HasSubstr("--format NAME is missing"));
  EXPECT_THAT(run_hone({"import", source, "--format", "cobol", "--out", path("w")}).err,
              HasSubstr("one of the formats table"));
  EXPECT_THAT(run_hone({"import", source, "--format", "table"}).err, HasSubstr("--out F is missing"));
  EXPECT_THAT(
      run_hone({"import", source, "--format", "table", "--out", path("w"), "--game", "chess", "--names", "x"}).err,
      HasSubstr("each give a schema"));
  EXPECT_THAT(run_hone({"import", source, "--format", "table", "--out", source}).err, HasSubstr("eval.c"));
  EXPECT_THAT(run_hone({"import", "--list"}).out, HasSubstr("setoption"));
}

TEST_F(ImportCommandTest, RefusesOptionsWithoutEffect) {
  const std::string file = written("x", "a = 1\n"), names = written("toy.names", "game toy\na scalar\n");
  const auto refusal = [&](const std::string& format, std::vector<std::string> more) {
    more.insert(more.begin(), {"import", file, "--format", format, "--out", path("w")});
    const Finished finished = run_hone(more);
    EXPECT_EQ(finished.code, 2);
    return finished.err;
  };
  EXPECT_THAT(refusal("table", {"--names", names, "--board", "a=oops"}), HasSubstr("--board is of a new schema"));
  EXPECT_THAT(refusal("ini", {"--names", names, "--stages", "mg,eg"}), HasSubstr("--stages is of a new schema"));
  EXPECT_THAT(refusal("json", {"--name", "mine"}), HasSubstr("--name is of a new schema"));
  EXPECT_THAT(refusal("ini", {"--pairs", "inner"}), HasSubstr("--pairs is about arrays, and ini has none"));
}

TEST_F(ImportCommandTest, ShowsWeightsOfAnEngineThatHoneDoesNotKnow) {
  const std::string file =
      written("w",
              "format = \"hone weights 2\"\ngame = \"toy\"\nk = 1\n"
              "names = '''\ngame toy\na scalar  of what\nmap board 2 2\ntie mirror map\nfix a\nbound 0 9 map\n'''\n"
              "[provenance]\nauthor = \"somebody\"\n[a]\nall = 5\n[map]\nall = [[3, 3], [1.5, 1.5]]\n"
              "[errors.map]\nall = [[0.25, nan], [1, 2]]\n");
  const Finished finished = run_hone({"weights", "show", file});
  EXPECT_EQ(finished.code, 0) << finished.err;
  for (const char* wanted : {"game toy, 2 groups, 5 weights", "author = somebody", "tie mirror map", "bound 0 9 map",
                             "a  scalar  of what", "5!", "3 ±0.25", "1.5= ±2"}) {
    EXPECT_THAT(finished.out, HasSubstr(wanted));
  }
  EXPECT_LT(finished.out.find("3 ±0.25"), finished.out.find("1.5"));
  const std::string turned = run_hone({"weights", "show", file, "--order", "a1"}).out;
  EXPECT_GT(turned.find("3 ±0.25"), turned.find("1.5"));
  EXPECT_THAT(run_hone({"weights", "show", file, "--groups", "a"}).out, ::testing::Not(HasSubstr("±0.25")));
  EXPECT_THAT(run_hone({"weights", "show", file, "--groups", "a,m*"}).out, HasSubstr("±0.25"));
  EXPECT_EQ(run_hone({"weights", "show", file, "--groups", "b"}).code, 2);
  EXPECT_EQ(run_hone({"weights", "show", file, file}).code, 2);
}

TEST_F(ImportCommandTest, ShowsTheValuesOfChosenGroupsAsJson) {
  const std::string file =
      written("w",
              "format = \"hone weights 2\"\ngame = \"toy\"\nk = 1\n"
              "names = '''\ngame toy\na scalar\nb list 2\n'''\n[a]\nall = 5\n[b]\nall = [1, 2.5]\n");
  EXPECT_EQ(run_hone({"weights", "show", file, "--groups", "b", "--json", path("j")}).code, 0);
  const auto groups = nlohmann::json::parse(read_file(path("j")))["groups"];
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0]["name"], "b");
  EXPECT_EQ(groups[0]["values"]["all"], nlohmann::json({1, 2.5}));
}

// By hand: of the list 1, 2, 3 against 1, 4, 2 the changes are 0, 2 and -1, the mean of their sizes 1; the errors 3 and
// 4 of the second make 5 together, and the correlation of (-1, 0, 1) and (-4, 5, -1) / 3 is 3 / sqrt(2 * 42) = 0.327.
TEST_F(ImportCommandTest, TellsHowMuchTwoWeightSetsDiffer) {
  const auto set = [&](const char* name, const char* values, const char* errors) {
    return written(name, fmt::format("format = \"hone weights 2\"\ngame = \"toy\"\nk = 1\nnames = \"game toy\\nx list "
                                     "3\"\nx = {{all = {}}}\nerrors.x = {{all = {}}}\n",
                                     values, errors));
  };
  const std::string a = set("a", "[1, 2, 3]", "[1, 3, nan]"), b = set("b", "[1, 4, 2]", "[1, 4, 0.5]");
  const Finished finished = run_hone({"weights", "diff", a, b, "--json", path("j")});
  EXPECT_EQ(finished.code, 1) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("x[1] all"));
  const auto json = nlohmann::json::parse(read_file(path("j")))["groups"][0];
  EXPECT_EQ(json["changed"], 2);
  EXPECT_DOUBLE_EQ(json["mean"], 1);
  EXPECT_DOUBLE_EQ(json["largest"], 2);
  EXPECT_DOUBLE_EQ(json["largest_in_errors"], 2);  // the third: 1 / 0.5
  EXPECT_NEAR(json["correlation"], 0.3273, 1e-4);
  EXPECT_EQ(run_hone({"weights", "diff", a, a}).code, 0);
  EXPECT_EQ(run_hone({"weights", "diff", a}).code, 2);
}

// By hand: 1, 2 and -6 have the mean -1, and 0, 4 and 6 10/3. Of the scales 1, 0.5 and 0.25 the scores that mean the
// same are 1, 2 and 4 times as large, 7/3 on average.
TEST_F(ImportCommandTest, AveragesWeightSets) {
  const auto set = [&](const char* name, const char* k, const char* list, const char* values) {
    return written(name, fmt::format("format = \"hone weights 2\"\ngame = \"toy\"\nk = {}\nnames = \"game toy\\nx list "
                                     "{}\"\nx = {{all = {}}}\nerrors.x = {{all = {}}}\n",
                                     k, list, values, *list == '3' ? "[1, 1, 1]" : "[1, 1]"));
  };
  const std::string a = set("a", "1", "2", "[1, 0]"), b = set("b", "0.5", "2", "[2, 4]");
  const std::string c = set("c", "0.25", "2", "[-6, 6]"), other = set("d", "1", "3", "[1, 2, 3]"), out = path("m");
  const Finished finished = run_hone({"weights", "mean", a, b, c, "--out", out, "--json", path("j")});
  EXPECT_EQ(finished.code, 0) << finished.err;
  const Weights mean = read_weights(out);
  EXPECT_DOUBLE_EQ(mean.at(0, 0), -1);
  EXPECT_NEAR(mean.at(1, 0), 10 / 3.0, 1e-9);
  EXPECT_NEAR(mean.k, 3 / 7.0, 1e-9);
  EXPECT_TRUE(mean.errors.empty());
  EXPECT_EQ(nlohmann::json::parse(read_file(path("j")))["sets"].size(), 3U);

  // What all sets hold to stays.
  const std::string tied = set("t", "1", "2\\nfix x[0]\\nbound 0 9 x[1]", "[1, 3]");
  const std::string held = set("h", "1", "2\\nbound 0 9 x[1]", "[1, 5]");
  ASSERT_EQ(run_hone({"weights", "mean", tied, held, "--out", out}).code, 0);
  EXPECT_THAT(read_weights(out).schema.constraints(), ::testing::ElementsAre("bound 0 9 x[1]"));
  ASSERT_EQ(run_hone({"weights", "mean", tied, a, "--out", out}).code, 0);
  EXPECT_TRUE(read_weights(out).schema.constraints().empty());

  EXPECT_EQ(run_hone({"weights", "mean", a, "--out", out}).code, 2);
  EXPECT_EQ(run_hone({"weights", "mean", a, b}).code, 2);
  EXPECT_EQ(run_hone({"weights", "mean", a, b, "--out", out, "--groups", "x"}).code, 2);
  EXPECT_EQ(run_hone({"weights", "diff", a, b, "--out", out}).code, 2);
  const std::string before = read_file(a);
  EXPECT_THAT(run_hone({"weights", "mean", a, b, "--out", a}).err, HasSubstr("would replace it"));
  EXPECT_EQ(read_file(a), before);
  EXPECT_THAT(run_hone({"weights", "mean", a, other, "--out", path("n")}).err, HasSubstr("set 2 of 2"));
  EXPECT_FALSE(std::filesystem::exists(path("n")));
}

// Beside the index for people; for programs the index alone. A file that holds its schema does not say its squares.
TEST_F(ImportCommandTest, NamesSquares) {
  const std::string pesto = shipped + "chess.pesto.weights";
  const Finished shown = run_hone({"weights", "show", pesto, "--groups", "psqt.pawn"});
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("   a8 to h8\n"));
  const Finished found = run_hone({"weights", "diff", "material", pesto, "--game", "chess", "--json", path("j")});
  EXPECT_THAT(found.out, testing::ContainsRegex("psqt.king.[0-7],[0-7]. [me]g, [a-h][1-8]"));
  for (const auto& group : nlohmann::json::parse(read_file(path("j")))["groups"]) {
    EXPECT_THAT(group["largest_weight"].get<std::string>(), testing::Not(HasSubstr(",  ")));
    EXPECT_THAT(group["largest_weight"].get<std::string>(), testing::Not(HasSubstr("g, ")));
  }
}

TEST_F(ImportCommandTest, ComparesWeightSetsByName) {
  EXPECT_EQ(run_hone({"weights", "diff", "material", "material", "--game", "chess"}).code, 0);
  const Finished finished =
      run_hone({"weights", "diff", "material", shipped + "chess.pesto.weights", "--game", "chess"});
  EXPECT_EQ(finished.code, 1) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("psqt.king"));
  EXPECT_EQ(run_hone({"weights", "show", "default", "--game", "tic_tac_toe"}).code, 0);
  EXPECT_EQ(run_hone({"weights", "show", "default"}).code, 2);
  EXPECT_EQ(run_hone({"weights", "diff", "zero", shipped + "chess.weights"}).code, 1);
}

}  // namespace
}  // namespace hone::cli
