// SPDX-License-Identifier: MIT
//
// hone tune on rows: those of another engine, and those it keeps itself.
#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/row_file.hpp"
#include "data/row_names.hpp"
#include "data/row_text.hpp"
#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string positions = HONE_DATA_DIR "/chess/quiet_labeled.epd";

const std::string toy_names = "game toy\nstages mg eg\nsteps 4\nmaterial list 2\ntempo scalar\n";
const std::string toy_rows =
    "1 g=a p=0 0:2 2:1\n0 g=b p=4 0:-1 1:-1\n1/2-1/2 g=c p=1.5 0:1 1:-1 2:1\n1 g=d p=2 k=1,0.5 1:3\n0 g=e p=3 o=-50 "
    "1:-2\n";

// The words of a fit that is the same but for the data and the weights file.
std::vector<std::string> tune(const std::vector<std::string>& words) {
  std::vector<std::string> all{"tune", "--k", "1", "--holdout", "0", "--decimals", "6", "--log", "warning"};
  all.insert(all.end(), words.begin(), words.end());
  return all;
}

std::vector<std::string> tune_positions(const std::vector<std::string>& words) {
  std::vector<std::string> all{"--game",       "chess",           "--groups", "material.*",
                               "--keep-check", "--keep-repeated", "--data"};
  all.push_back(positions);
  all.insert(all.end(), words.begin(), words.end());
  return tune(all);
}

std::string body(const std::filesystem::path& weights) {
  const std::string text = read_file(weights);
  return text.substr(text.find("\n[", text.find("[provenance]") + 1));
}

class Rows : public ::testing::Test {
 protected:
  void SetUp() override {
    write_plainly(folder_ / "toy.names", toy_names);
    write_plainly(folder_ / "toy.rowtext", toy_rows);
  }
  [[nodiscard]] std::string file(const std::string& name) const { return (folder_ / name).string(); }
  void expect_fit(const std::vector<std::string>& words) const {
    const Finished finished = run_hone(words);
    ASSERT_EQ(finished.code, 0) << finished.err;
  }

  TempFolder folder_;
};

TEST_F(Rows, OfAnyEngineNeedNoGame) {
  expect_fit(tune({"--data", file("toy.rowtext"), "--out", file("a.weights")}));
  const Weights weights = read_weights(file("a.weights"), parse_row_names(toy_names, "toy.names"));
  EXPECT_EQ(weights.schema.game(), "toy");
  EXPECT_NE(weights.values, zero_weights(weights.schema).values);
  expect_fit({"tune", "--start", file("a.weights"), "--data", file("toy.rowtext"), "--out", file("b.weights")});
  EXPECT_EQ(folder_.files(), 4);
}

TEST_F(Rows, ThatTeachNothingAreRefusedByTheReason) {
  write_plainly(folder_ / "light.names", toy_names);
  write_plainly(folder_ / "light.rowtext", "1 g=1 p=3 w=0 0:1\n");
  const auto said = [&](const std::vector<std::string>& words) {
    std::vector<std::string> all{"tune", "--out", file("o")};
    all.insert(all.end(), words.begin(), words.end());
    return run_hone(all).err;
  };
  const std::string toy = file("toy.rowtext");
  EXPECT_THAT(said({"--data", toy, "--target", "treestrap"}), HasSubstr("found none from inside of searches"));
  EXPECT_THAT(said({"--data", file("light.rowtext"), "--holdout", "0"}), HasSubstr("found none that weigh anything"));
  const std::string trees = "no row is from inside of a search";
  EXPECT_THAT(said({"--data", toy, "--holdout", "0", "--target", "outcome+treestrap"}), HasSubstr(trees));
  EXPECT_THAT(said({"--data", toy, "--holdout", "0", "--target", "outcome"}), Not(HasSubstr(trees)));
}

TEST_F(Rows, AreTheSameAsTextAndBinary) {
  const Schema schema = parse_row_names(toy_names, "toy.names");
  RowFileWriter writer(file("toy.rows"), {.schema = schema, .key = {}, .notes = {}});
  read_row_text(file("toy.rowtext"), schema, {}, [&](const RowView& row) { writer.add(row); });
  (void)std::move(writer).finish();
  expect_fit(tune({"--data", file("toy.rowtext"), "--out", file("text.weights")}));
  expect_fit(tune({"--data", file("toy.rows"), "--out", file("binary.weights")}));
  EXPECT_EQ(body(file("text.weights")), body(file("binary.weights")));
  expect_fit(tune({"--data", file("toy.rowtext"), file("toy.rows"), "--out", file("both.weights")}));
  const Finished named = run_hone(tune({"--data", file("toy.rows"), "--names", file("toy.names"), "--out", file("o")}));
  EXPECT_EQ(named.code, 2);
  EXPECT_THAT(named.err, HasSubstr("the rows hold their schema"));
}

TEST_F(Rows, AreRefusedWithTheirPlace) {
  const auto refusal = [&](const std::vector<std::string>& words) {
    const Finished finished = run_hone(tune(words));
    EXPECT_EQ(finished.code, 2);
    return finished.err;
  };
  write_plainly(file("bad.rowtext"), "1 p=0 0:1\nx\n1 p=9\n");
  EXPECT_THAT(refusal({"--data", file("bad.rowtext"), "--out", file("o")}), HasSubstr("bad.names: cannot read"));
  EXPECT_THAT(refusal({"--data", file("bad.rowtext"), "--names", file("toy.names"), "--out", file("o")}),
              AllOf(HasSubstr("bad.rowtext:2: expected a result"), HasSubstr("(2 bad lines in all)")));
  EXPECT_THAT(refusal({"--data", file("toy.rowtext"), "--game", "chess", "--out", file("o")}),
              HasSubstr("expected rows of chess "));
  EXPECT_THAT(refusal({"--data", file("toy.rowtext"), positions, "--out", file("o")}), HasSubstr("cannot be mixed"));
  const Finished material =
      run_hone({"tune", "--start", "material", "--data", file("toy.rowtext"), "--out", file("o")});
  EXPECT_THAT(material.err, HasSubstr("nothing is known of toy"));
  write_plainly(file("bad.rows"), "not rows");
  EXPECT_THAT(refusal({"--data", file("bad.rows"), "--out", file("o")}), HasSubstr("bad.rows: expected a row file"));
  EXPECT_FALSE(std::filesystem::exists(file("o")));
}

// As a cache does when a later version of the program has other terms.
TEST_F(Rows, OfOtherTermsOfAGameAreNamed) {
  std::string names = toy_names;
  names.replace(names.find("game toy"), 8, "game chess");
  write_plainly(file("toy.names"), names);
  const Finished refused = run_hone({"tune", "--start", "material", "--data", file("toy.rowtext"), "--out", file("o")});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("the rows have other terms of chess"),
                                 HasSubstr("from the games; start from zero or a file")));
  const Finished from_zero = run_hone(tune({"--data", file("toy.rowtext"), "--out", file("o")}));
  EXPECT_EQ(from_zero.code, 0);
  EXPECT_THAT(from_zero.err, HasSubstr("again from the games; the fit starts from zero"));
}

TEST_F(Rows, WithBadLinesAreLearntFromWhenTold) {
  write_plainly(file("toy.rowtext"), toy_rows + "x\n");
  const Finished finished = run_hone(tune({"--skip-bad", "--data", file("toy.rowtext"), "--out", file("a.weights")}));
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.err, HasSubstr("toy.rowtext:6: expected a result"));
}

TEST_F(Rows, AreTakenFromTheCacheWhileNothingChanges) {
  const auto run = [&](const std::string& out, const std::string& start, std::vector<std::string> words) {
    words.insert(words.end(), {"--start", start, "--cache", file("c.rows"), "--out", file(out)});
    const Finished finished = run_hone(tune_positions(words));
    EXPECT_EQ(finished.code, 0) << finished.err;
    return finished.out;
  };
  const auto taken = HasSubstr("Taken from     " + file("c.rows"));
  EXPECT_THAT(run("1", "zero", {}), Not(taken));
  EXPECT_THAT(run("2", "zero", {}), AllOf(taken, HasSubstr("Positions ")));
  EXPECT_EQ(body(file("1")), body(file("2")));
  EXPECT_THAT(run("3", "zero", {"--threads", "2", "--loss", "ce"}), taken);
  EXPECT_THAT(run("4", "zero", {"--max-score", "700"}), Not(taken));
  EXPECT_THAT(run("5", "zero", {}), Not(taken));  // a file has one set of rows
  EXPECT_THAT(run("6", "zero", {"--quiescence", "keep"}), Not(taken));
  EXPECT_THAT(run("7", "material", {"--quiescence", "keep"}), taken);  // which weights judge nothing
  EXPECT_THAT(run("8", "zero", {}), Not(taken));
  EXPECT_THAT(run("9", "material", {}), Not(taken));
  EXPECT_EQ(read_row_file_header(file("c.rows")).schema, find_driver("chess").schema());
}

TEST_F(Rows, DamagedInTheCacheAreNotLearntFrom) {
  expect_fit(tune_positions({"--cache", file("c.rows"), "--out", file("a")}));
  std::string bytes = read_file(file("c.rows"));
  bytes[200] = static_cast<char>(bytes[200] ^ 1);
  write_plainly(file("c.rows"), bytes);
  const Finished finished = run_hone(tune_positions({"--cache", file("c.rows"), "--out", file("b")}));
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("c.rows: chunk 1 of 1, at byte 64, is damaged: the checksum differs"));
  EXPECT_FALSE(std::filesystem::exists(file("b")));
}

TEST_F(Rows, NeverReplaceWhatIsNoRowFile) {
  write_plainly(file("precious"), "letters");
  const Finished finished = run_hone(tune_positions({"--cache", file("precious"), "--out", file("a")}));
  EXPECT_EQ(finished.code, 2);
  EXPECT_EQ(read_file(file("precious")), "letters");
}

// The same features counted by a program in another language.
TEST_F(Rows, OfAnotherProgramGiveTheSameWeights) {
  if (std::system("python3 -c '' 2>/dev/null") != 0) GTEST_SKIP() << "there is no python3 here";
  const std::string print_rows = "python3 " HONE_SOURCE_DIR "/tests/other_engine/print_rows.py ";
  ASSERT_EQ(std::system((print_rows + positions + " " + file("engine")).c_str()), 0);
  expect_fit(tune({"--start", "zero", "--groups", "material.*", "--data", file("engine.rowtext"), "--out",
                   file("engine.weights")}));
  expect_fit(tune_positions({"--start", "zero", "--quiescence", "keep", "--out", file("chess.weights")}));
  const Weights engine = read_weights(file("engine.weights"), read_row_names(file("engine.names")));
  const Weights chess = read_weights(file("chess.weights"), find_driver("chess").schema());
  for (const char* const piece : {"pawn", "knight", "bishop", "rook", "queen"}) {
    const std::string name = std::string("material.") + piece;
    for (const int stage : {0, 1}) {
      const double found = engine.at(engine.schema.find(name)->first, stage);
      EXPECT_NEAR(found, chess.at(chess.schema.find(name)->first, stage), 1e-4) << name;
      EXPECT_NE(found, 0) << name;
    }
  }
}

}  // namespace
}  // namespace hone::cli
