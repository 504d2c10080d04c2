// SPDX-License-Identifier: MIT
//
// Engines that read their weights from a file, and engines that print rows: tests/mock_engine/tuned_engine.cpp, which
// counts men.
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/random.hpp"
#include "data/row_file.hpp"
#include "data/weights.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/killed.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using Words = std::vector<std::string>;

const std::string epd = HONE_DATA_DIR "/chess/quiet_labeled.epd";

class EngineFiles : public testing::Test {
 protected:
  void SetUp() override {
    write_file_atomically(file("men.txt"), "Pawn 100\nKnight 100\nBishop 100\nRook 100\nQueen 100\n");
    ASSERT_EQ(run_hone({"import", file("men.txt"), "--format", "personality", "--name", "men", "--out",
                        file("start.weights"), "--log", "warning"})
                  .code,
              0);
    write_file_atomically(file("men.txt.mustache"), "{{#weights}}\n{{option}} {{value}}\n{{/weights}}\n");
  }

  [[nodiscard]] std::string file(const std::string& name) const { return (folder_ / name).string(); }

  // An engine of the file.
  [[nodiscard]] Words by_file() const {
    return {"--engine",     "uci:" TUNED_ENGINE " {weights}",
            "--weights-by", "file:" + file("men.txt.mustache"),
            "--start",      file("start.weights")};
  }

  [[nodiscard]] Words probe(const Words& engine, const std::string& out, const Words& more = {}) const {
    Words words{"probe", "--positions", epd,       "--resolve", "keep",   "--threads",
                "2",     "--log",       "warning", "--out",     file(out)};
    words.insert(words.end(), engine.begin(), engine.end());
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  [[nodiscard]] Words run(const std::string& out, const Words& engine, const Words& more = {}) const {
    Words words{
        "run",   "--nodes",       "10",      "--match-depth", "1",          "--games", "200",     "--gate-games",
        "40",    "--final-games", "0",       "--generations", "2",          "--seed",  "3",       "--threads",
        "2",     "--log",         "warning", "--gate-worse",  "--patience", "0",       "--ridge", "1e-6",
        "--out", file(out)};
    words.insert(words.end(), engine.begin(), engine.end());
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  void refused(const Words& words, const std::string& why) const {
    const Finished done = run_hone(words);
    EXPECT_EQ(done.code, 2) << why;
    EXPECT_THAT(done.err, HasSubstr(why));
  }

  TempFolder folder_;
};

const Words by_differences{"--pattern", "Evaluation: (-?[0-9]+)"};
const Words printed{"--eval", "rows", "--rows-by", "print"};
const Words by_options{"--engine", "uci:" TUNED_ENGINE, "--options", "*"};

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// The counts of each row by the names of the terms.
std::vector<std::map<std::string, float>> named_counts(const RowFile& file) {
  std::vector<std::map<std::string, float>> rows;
  for (std::size_t i = 0; i < file.rows.size(); ++i) {
    rows.emplace_back();
    for (const auto& [term, count] : file.rows[i].entries) rows.back()[file.header.schema.term_name(term)] = count;
  }
  return rows;
}

// However an engine is told of its weights and asked, the rows are the same.
TEST_F(EngineFiles, GiveTheRowsThatOptionsGive) {
  const std::vector<std::pair<std::string, Words>> ways{{"a.rows", joined(by_options, by_differences)},
                                                        {"b.rows", joined(by_file(), by_differences)},
                                                        {"c.rows", joined(by_options, printed)},
                                                        {"d.rows", joined(by_file(), printed)}};
  for (const auto& [out, engine] : ways) {
    const Finished done = run_hone(probe(engine, out));
    ASSERT_EQ(done.code, 0) << out << done.err;
  }
  const RowFile first = read_row_file(file("a.rows"));
  ASSERT_GT(first.rows.size(), 50U);
  for (const char* out : {"b.rows", "c.rows", "d.rows"}) {
    const RowFile other = read_row_file(file(out));
    EXPECT_EQ(named_counts(other), named_counts(first)) << out;
    for (std::size_t i = 0; i < first.rows.size(); ++i) {
      EXPECT_EQ(other.rows[i].label.target, first.rows[i].label.target);
      EXPECT_NEAR(other.rows[i].label.offset, first.rows[i].label.offset, 1e-3);
    }
  }
  const Weights weights = read_weights(file("d.weights")), start = read_weights(file("start.weights"));
  EXPECT_EQ(weights.values, start.values);
  EXPECT_EQ(weights.schema.fingerprint(), start.schema.fingerprint());
}

// The engine's own numbers are those that --start says.
TEST_F(EngineFiles, AreNotNeededForRowsOfAnEngineWithItsWeightsInside) {
  const Words inside{"--engine", "uci:" TUNED_ENGINE, "--weights-by", "source", "--start", file("start.weights")};
  ASSERT_EQ(run_hone(probe(joined(inside, printed), "a.rows")).code, 0);
  ASSERT_EQ(run_hone(probe(joined(by_file(), printed), "b.rows")).code, 0);
  EXPECT_EQ(named_counts(read_row_file(file("a.rows"))), named_counts(read_row_file(file("b.rows"))));
  refused(probe(joined(inside, by_differences), "c.rows"), "goes with --rows-by print");
  refused(run("r", joined(inside, printed)), "a run gives the engine new weights");
  write_file_atomically(file("other.txt"), "Pawn 100\nKnight 300\nBishop 100\nRook 100\nQueen 100\n");
  ASSERT_EQ(run_hone({"import", file("other.txt"), "--format", "personality", "--name", "men", "--out",
                      file("other.weights"), "--log", "warning"})
                .code,
            0);
  Words other = inside;
  other.back() = file("other.weights");
  refused(probe(joined(other, printed), "c.rows"), "cp off their sum of counts");
}

TEST_F(EngineFiles, GiveRowsOfSomeOfTheirWeights) {
  ASSERT_EQ(run_hone(probe(joined(by_file(), by_differences), "a.rows", {"--options", "knight,queen"})).code, 0);
  for (const auto& row : named_counts(read_row_file(file("a.rows")))) {
    for (const auto& [name, count] : row) EXPECT_TRUE(name == "knight" || name == "queen") << name;
  }
}

// The sum of a row is compared with what the engine says of the position.
// What is not chosen stays as it is in the fit of these rows, and is free in the weights that the fit writes.
TEST_F(EngineFiles, PrintRowsOfWhichSomeWeightsAreNotTuned) {
  ASSERT_EQ(run_hone(probe(joined(by_file(), printed), "a.rows", {"--exclude", "queen,rook"})).code, 0);
  EXPECT_THAT(read_weights(file("a.weights")).schema.constraints(),
              testing::UnorderedElementsAre("fix queen", "fix rook"));
  const Finished tuned = run_hone({"tune", "--data", file("a.rows"), "--start", file("a.weights"), "--ridge", "1e-6",
                                   "--out", file("t.weights"), "--log", "error"});
  ASSERT_EQ(tuned.code, 0) << tuned.err;
  const Weights learnt = read_weights(file("t.weights"));
  const auto value = [&](const char* group) { return learnt.at(learnt.schema.find(group)->first, 0); };
  EXPECT_EQ(value("queen"), 100);
  EXPECT_EQ(value("rook"), 100);
  EXPECT_NE(value("knight"), 100);
  EXPECT_THAT(learnt.schema.constraints(), testing::IsEmpty());
  refused(probe(joined(by_file(), printed), "b.rows", {"--options", "qeen"}), "no weight fits 'qeen'");
}

TEST_F(EngineFiles, AreRefusedWithRowsThatAreWrong) {
  const Words print{"--rows-by", "print"};
  refused(probe(joined(by_file(), print), "a.rows", {"--eval", "wrong_rows"}), "cp off their sum of counts");
  refused(probe(joined(by_file(), print), "a.rows", {"--eval", "no_rows"}), "row of 'position fen");
  refused(probe(joined(by_file(), print), "a.rows", {"--eval", "isready"}), "prints no row");
  refused(probe(joined(by_file(), {"--rows-by", "print:counts"}), "a.rows", {"--eval", "rows"}), "prints no row");
  EXPECT_FALSE(fs::exists(file("a.rows")));
  const Finished checked = run_hone(probe(joined(by_file(), printed), "a.rows"));
  EXPECT_THAT(checked.out, HasSubstr("59 rows against the engine's own evaluation; 0 are more than 2.5"));
}

TEST_F(EngineFiles, SayWhatIsMissing) {
  const std::string layout = "file:" + file("men.txt.mustache");
  const Words start{"--start", file("start.weights")};
  refused(probe({"--engine", "uci:" TUNED_ENGINE, "--weights-by", layout}, "a.rows", joined(start, by_differences)),
          "say {weights}");
  refused(probe({"--engine", "uci:" TUNED_ENGINE " {weights}", "--weights-by", layout}, "a.rows", by_differences),
          "--start");
  refused(probe({"--engine", "uci:" TUNED_ENGINE " {weights}", "--options", "*"}, "a.rows", by_differences),
          "--weights-by file");
  refused(probe({"--engine", "uci:" TUNED_ENGINE " {weights}", "--weights-by", "file:nothing"}, "a.rows",
                joined(start, by_differences)),
          "expected a template file, or a format");
  refused(probe({"--engine", "uci:" TUNED_ENGINE " {weights}", "--weights-by", "letter"}, "a.rows",
                joined(start, by_differences)),
          "--weights-by");
  refused(probe(joined(by_file(), by_differences), "a.rows", {"--options", "king"}), "no weight fits 'king'");
  refused(probe(joined(by_file(), printed), "a.rows", {"--unit", "pawns"}), "the engine prints rows");
  refused(run("r", {"--engine", "uci:" TUNED_ENGINE " {weights}", "--weights-by", layout, "--pattern", "n: (.*)"}),
          "--start");
  EXPECT_FALSE(fs::exists(file("r") + "/config"));
}

// Layouts that keep all digits are of whole numbers for an engine all the same.
TEST_F(EngineFiles, HoldWholeNumbers) {
  write_file_atomically(file("odd.txt"), "Pawn 100.4\nKnight 100\nBishop 100\nRook 100\nQueen 100\n");
  ASSERT_EQ(run_hone({"import", file("odd.txt"), "--format", "personality", "--name", "men", "--out",
                      file("odd.weights"), "--log", "warning"})
                .code,
            0);
  write_file_atomically(file("log.sh"), "#!/bin/sh\ncat \"$1\" >> " + file("seen") + "\nexec " TUNED_ENGINE "\n");
  fs::permissions(file("log.sh"), fs::perms::owner_all);
  const Words engine{"--engine",         "uci:" + file("log.sh") + " {weights}", "--weights-by", "file:csv", "--start",
                     file("odd.weights")};
  const Finished probed = run_hone(probe(joined(engine, printed), "a.rows"));
  EXPECT_THAT(read_file(file("seen")), HasSubstr("pawn,,,all,100,"));
  EXPECT_THAT(probed.err, HasSubstr("rounded for the engine, such as pawn from 100.4 to 100"));
}

// Weights of two stages cannot be told apart by differences.
TEST_F(EngineFiles, HaveOneStageWhereTheyAreProbed) {
  write_file_atomically(file("two.txt"), "Pawn_mg 100\nPawn_eg 100\n");
  ASSERT_EQ(run_hone({"import", file("two.txt"), "--format", "personality", "--name", "men", "--out",
                      file("two.weights"), "--log", "warning"})
                .code,
            0);
  Words engine = by_file();
  engine.back() = file("two.weights");
  refused(probe(joined(engine, by_differences), "a.rows"), "several stages (mg, eg)");
}

TEST_F(EngineFiles, AreTunedInARun) {
  for (const auto& [out, how] : {std::pair{"differences", by_differences}, std::pair{"printed", printed}}) {
    const Finished done = run_hone(run(out, joined(by_file(), how)));
    ASSERT_EQ(done.code, 0) << done.err;
    const Weights learnt = read_weights(file(out) + "/gen-001/candidate.weights");
    const auto value = [&](const char* group) { return learnt.at(learnt.schema.find(group)->first, 0); };
    EXPECT_GT(value("queen"), 1.5 * value("pawn")) << out;
    EXPECT_GT(value("rook"), value("pawn")) << out;
    EXPECT_FALSE(fs::exists(file(out) + "/gen-001/probe.rows"));
    EXPECT_THAT(learnt.schema.constraints(), testing::IsEmpty());
  }
  EXPECT_EQ(read_file(file("differences") + "/gen-001/selfplay.games"),
            read_file(file("printed") + "/gen-001/selfplay.games"));
}

// The file that an engine reads lies elsewhere after each kill.
TEST_F(EngineFiles, LoseNothingByKills) {
  ASSERT_EQ(run_hone(run("whole", joined(by_file(), printed))).code, 0);
  const fs::path killed = folder_ / "killed";
  const auto words = [&] {
    std::string text;
    const Words next = fs::exists(killed / "config") ? Words{"run", "--resume", killed.string(), "--log", "warning"}
                                                     : run("killed", joined(by_file(), printed));
    for (const std::string& word : next) text += " '" + word + "'";
    return text;
  };
  Random random(7);
  const Killed result = run_killed(words, killed, folder_ / "errors", random);
  EXPECT_EQ(result.status, 0) << read_file(folder_ / "errors");
  EXPECT_GE(result.kills, 3);
  for (const char* part : {"gen-001/selfplay.games", "gen-001/candidate.weights", "gen-002/selfplay.games",
                           "gen-002/candidate.weights", "best.weights"}) {
    EXPECT_EQ(read_file(killed / part), read_file(folder_ / "whole" / part)) << part;
  }
}

}  // namespace
}  // namespace hone::cli
