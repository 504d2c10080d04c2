// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <fstream>
#include <ostream>

#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

struct Misuse {
  std::vector<std::string> words;
  std::string message;  // the first line on standard error, without "hone: "
  std::string hint;     // the second, empty when the command line itself is in order
};

std::ostream& operator<<(std::ostream& out, const Misuse& misuse) { return out << misuse.message; }

class Usage : public testing::TestWithParam<Misuse> {};

TEST_P(Usage, MisuseIsOneLineAndAHint) {
  const Finished finished = run_hone(GetParam().words);
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.out, IsEmpty());
  const std::string hint = GetParam().hint.empty() ? "" : "Try '" + GetParam().hint + "'.\n";
  EXPECT_EQ(finished.err, "hone: " + GetParam().message + "\n" + hint);
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, Usage,
    testing::Values(
        Misuse{{}, "no command given", "hone --help"},
        Misuse{{"prft"}, "unknown command 'prft' (did you mean 'perft'?)", "hone --help"},
        Misuse{{"xyzzy"}, "unknown command 'xyzzy'", "hone --help"},
        Misuse{{"--depth"}, "unknown command '--depth'", "hone --help"},
        Misuse{{"help", "prft"}, "unknown command 'prft' (did you mean 'perft'?)", "hone --help"},
        Misuse{{"perft", "--dept", "3"}, "unknown option '--dept' (did you mean '--depth'?)", "hone perft --help"},
        Misuse{{"perft", "-x"}, "unknown option '-x'", "hone perft --help"},
        Misuse{{"perft", "--game", "tic_tac_toe"}, "--depth N is missing", "hone perft --help"},
        Misuse{{"perft", "--depth"}, "--depth needs a value", "hone perft --help"},
        Misuse{{"perft", "--game", "--depth", "3"},
               "--game needs a value, found the option '--depth'",
               "hone perft --help"},
        Misuse{{"perft", "--game=", "--depth", "3"}, "--game needs a value", "hone perft --help"},
        Misuse{{"perft", "--divide=yes"}, "--divide takes no value", "hone perft --help"},
        Misuse{{"perft", "-d3", "--depth", "4"}, "--depth is given twice", "hone perft --help"},
        Misuse{{"perft", "-d3", "tic_tac_toe"}, "unexpected argument 'tic_tac_toe'", "hone perft --help"},
        Misuse{{"perft", "-d", "101"}, "--depth: expected a whole number, 0 to 100, found '101'", "hone perft --help"},
        Misuse{{"perft", "-d", "3x"}, "--depth: expected a whole number, 0 to 100, found '3x'", "hone perft --help"},
        Misuse{{"perft", "-d3", "--game", "tic_tac_toe", "--position", "XX"},
               "--position: expected three rows and the side to move like \"XO./.X./... O\", found \"XX\"",
               "hone perft --help"},
        Misuse{{"perft", "-d3", "--game", "tic_tac_toe", "--log", "loud"},
               "--log: expected one of trace, debug, info, warning, error, off, found 'loud'",
               "hone perft --help"},
        Misuse{{"search", "--game", "tic_tac_toe"},
               "no limit given: --depth N, --nodes N, --movetime MS or --tc S+INC",
               "hone search --help"},
        Misuse{{"search", "--game", "tic_tac_toe", "--nodes", "9", "--algorithm", "minimax"},
               "--algorithm minimax needs --depth and no other limit",
               "hone search --help"},
        Misuse{{"search", "--epd", "a", "--position", "b", "-d3", "--game", "chess"},
               "--epd and --position exclude each other",
               "hone search --help"},
        Misuse{{"search", "-d3", "--game", "chess", "--tc", "1:30"},
               "--tc: expected a number, 0.001 to 2592000, found '1:30'",
               "hone search --help"}));

INSTANTIATE_TEST_SUITE_P(
    Files, Usage,
    testing::Values(
        Misuse{{"perft", "-d3", "--config", "/no/such"}, "/no/such: No such file or directory", ""},
        Misuse{{"search", "-d3", "--weights", "/no/such"}, "/no/such: cannot read: No such file or directory", ""},
        Misuse{{"perft", "-d3", "--game", "tic_tac_toe", "--json", "/no/such/file"},
               "/no/such/file: cannot be written: No such file or directory",
               ""},
        Misuse{{"perft", "-d3", "--game", "tic_tac_toe", "--json", "/proc"},
               "/proc: cannot be written: Is a directory",
               ""},
        Misuse{{"bench", "--game", "tic_tac_toe", "--weights", HONE_DATA_DIR "/weights/chess.simplified.weights"},
               HONE_DATA_DIR "/weights/chess.simplified.weights:5: expected game = \"tic_tac_toe\", found \"chess\"",
               ""}));

TEST(Application, NamesTheGamesWhenNoneIsChosen) {
  const Finished finished = run_hone({"perft", "-d3"});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, StartsWith("hone: --game G is missing: one of "));
  EXPECT_THAT(finished.err, HasSubstr("chess"));
}

TEST(Application, SaysWhichVersionItIsInOneLine) {
  const Finished finished = run_hone({"--version"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.out, testing::MatchesRegex("hone [0-9]+\\.[0-9]+\\.[0-9]+ \\(.+\\)\n"));
}

TEST(Application, FailsWhenItsOutputCannotBeWritten) {
  const Finished finished =
      run_hone({"perft", "-d3", "--game", "tic_tac_toe"}, {.input = {}, .environment = {}, .stdout_file = "/dev/full"});
  EXPECT_EQ(finished.code, 3);
  EXPECT_EQ(finished.err, "hone: standard output: No space left on device\n");
}

class ConfigFile : public testing::Test {
 protected:
  Finished perft_with(const std::string& config, std::vector<std::string> more = {}, const RunSetup& setup = {}) {
    std::ofstream(file_) << config;
    more.insert(more.begin(), {"perft", "--game", "tic_tac_toe", "--config", file_});
    return run_hone(more, setup);
  }

  TempFolder folder_;
  std::string file_ = (folder_ / "hone.conf").string();
};

// Positions after n plies of tic-tac-toe: 9, 9 * 8, 9 * 8 * 7.
TEST_F(ConfigFile, GivesWay) {
  const RunSetup environment{.input = {}, .environment = {{"HONE_DEPTH", "2"}}, .stdout_file = {}};
  EXPECT_EQ(perft_with("depth = 3\n").out, "504\n");
  EXPECT_EQ(perft_with("depth = 3\n", {}, environment).out, "72\n");
  EXPECT_EQ(perft_with("depth = 3\n", {"--depth", "1"}, environment).out, "9\n");
}

TEST_F(ConfigFile, MayHoldCommentsAndFlags) {
  EXPECT_THAT(perft_with("# a comment\n\n  depth=1\r\ndivide = true\n").out, EndsWith("c3: 1\n9\n"));
}

TEST_F(ConfigFile, MistakesAreNamedWithTheirLine) {
  const std::vector<std::pair<std::string, std::string>> mistakes{
      {"depth = 3\n\ndivid = true\n", ":3: unknown option 'divid' (did you mean 'divide'?)"},
      {"depth = 3\nhalf a line\n", ":2: expected option = value, found 'half a line'"},
      {"depth = 3\ndepth = 4\n", ":2: 'depth' is given twice"},
      {"depth = deep\n", ":1: depth: expected a whole number, 0 to 100, found 'deep'"},
      {"divide = yes\n", ":1: divide: expected one of true, false, found 'yes'"},
  };
  for (const auto& [config, message] : mistakes) {
    const Finished finished = perft_with(config);
    EXPECT_EQ(finished.code, 2);
    EXPECT_EQ(finished.err, "hone: " + file_ + message + "\n");
  }
}

TEST_F(ConfigFile, MistakesInTheEnvironmentNameTheVariable) {
  const Finished finished =
      perft_with("", {}, {.input = {}, .environment = {{"HONE_DEPTH", "deep"}}, .stdout_file = {}});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, StartsWith("hone: HONE_DEPTH: expected a whole number, 0 to 100, found 'deep'\n"));
}

}  // namespace
}  // namespace hone::cli
