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
        Misuse{{"prft"}, "unknown command 'prft' (did you mean 'perft'?)", "hone --help"},
        Misuse{{"xyzzy"}, "unknown command 'xyzzy'", "hone --help"},
        Misuse{{"tun"}, "unknown command 'tun' (did you mean 'tune'?)", "hone --help"},
        Misuse{{"analyse"}, "unknown command 'analyse' (did you mean 'search'?)", "hone --help"},
        Misuse{{"convert"}, "unknown command 'convert' (it is an action of hone data)", "hone --help"},
        Misuse{{"match", "--concurrency", "4"},
               "unknown option '--concurrency' (did you mean '--threads'?)",
               "hone match --help"},
        Misuse{{"match", "-concurrency", "4"},
               "unknown option '-concurrency' (did you mean '--threads'?)",
               "hone match --help"},
        Misuse{
            {"match", "--each", "tc=8+0.08"},
            "unknown option '--each' (limits such as --tc and --nodes hold for all players; --option each.NAME=VALUE "
            "is said to each engine)",
            "hone match --help"},
        Misuse{{"match", "--draw", "movenumber=40", "movecount=8"},
               "unexpected argument 'movecount=8'; parts of one value have commas between: movenumber=40,movecount=8",
               "hone match --help"},
        Misuse{{"match", "--ponder"},
               "unknown option '--ponder' (no player of hone thinks in its opponent's time)",
               "hone match --help"},
        Misuse{
            {"match", "--tb", "/tb"}, "unknown option '--tb' (hone reads no endgame tablebases)", "hone match --help"},
        Misuse{
            {"match", "-engine", "cmd=a"}, "unknown option '-engine' (did you mean '--player'?)", "hone match --help"},
        Misuse{{"selfplay", "--game", "checkers", "--endings", "7"},
               "--endings: expected a whole number, 0 to 6, found '7'",
               "hone selfplay --help"},
        Misuse{{"tune", "--prior", "first"}, "--prior: expected one of start, zero, found 'first'", "hone tune --help"},
        Misuse{{"perft", "-depth", "3"}, "unknown option '-depth' (did you mean '--depth'?)", "hone perft --help"},
        Misuse{{"tune", "--epochs", "9"},
               "unknown option '--epochs' (the fit is solved by Newton steps, which have nothing of the kind)",
               "hone tune --help"},
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
        Misuse{{"perft", "-d3", "--game", "chess", "--komi", "7"},
               "--komi: expected a game of go, found chess",
               "hone perft --help"},
        Misuse{{"search", "-d3", "--game", "go_5", "--komi", "7", "--position", "x"},
               "--komi does not go with --position, which has its own",
               "hone search --help"},
        Misuse{{"perft", "-d3", "--game", "tic_tac_toe", "--log", "loud"},
               "--log: expected one of trace, debug, info, warning, error, off, found 'loud'",
               "hone perft --help"},
        Misuse{{"search", "--game", "tic_tac_toe"},
               "no limit given: --depth N, --nodes N, --movetime MS or --tc S+INC",
               "hone search --help"},
        Misuse{{"search", "--game", "tic_tac_toe", "--nodes", "9", "--algorithm", "minimax"},
               "--algorithm minimax needs --depth and no other limit",
               "hone search --help"},
        Misuse{{"search", "--eval", "-d3", "--game", "chess"}, "--depth does not go with --eval", "hone search --help"},
        Misuse{{"search", "--epd", "a", "--position", "b", "-d3", "--game", "chess"},
               "--epd and --position exclude each other",
               "hone search --help"},
        Misuse{{"search", "-d3", "--game", "chess", "--tc", "1:30"},
               "--tc: expected a number, 0.001 to 2592000, found '1:30'",
               "hone search --help"}));

INSTANTIATE_TEST_SUITE_P(
    Files, Usage,
    testing::Values(
        Misuse{{"perft", "-d3", "--config", "/no/such"}, "/no/such: cannot read: No such file or directory", ""},
        Misuse{{"perft", "-d3", "--config", "/dev/zero"}, "/dev/zero: expected a file, found a device", ""},
        Misuse{{"search", "-d3", "--weights", "/dev/zero"}, "/dev/zero: expected a file, found a device", ""},
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

TEST(Application, AloneSpeaksTheProtocolToPrograms) {
  const Finished finished = run_hone({}, {.input = "uci\nposition startpos\ngo depth 4\nisready\n"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  for (const char* answer : {"id name hone", "uciok\n", "readyok\n", "bestmove "}) {
    EXPECT_THAT(finished.out, HasSubstr(answer));
  }
  EXPECT_EQ(run_hone({}).code, 0);
}

TEST(Application, AloneHelpsPeople) {
  const Finished finished = run_hone({}, {.at_terminal = true});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(finished.out, run_hone({"help"}).out);
}

TEST(Application, NamesTheGamesWhenNoneIsChosen) {
  const Finished finished = run_hone({"perft", "-d3"});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, StartsWith("hone: --game G is missing: one of "));
  EXPECT_THAT(finished.err, HasSubstr("chess"));
}

TEST(Application, SaysWhichVersionItIsInOneLine) {
  for (const char* word : {"--version", "version", "-v", "-V"}) {
    const Finished finished = run_hone({word});
    EXPECT_EQ(finished.code, 0);
    EXPECT_THAT(finished.out, testing::MatchesRegex("hone [0-9]+\\.[0-9]+\\.[0-9]+ \\(.+\\)\n"));
  }
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

TEST_F(ConfigFile, MayBeginWithAByteOrderMark) {
  EXPECT_EQ(perft_with(std::string("\xEF\xBB\xBF") + "depth = 2\n").out, "72\n");
}

TEST_F(ConfigFile, OfTomlMayHaveSectionsForCommands) {
  file_ += ".toml";
  const std::string config =
      "depth = 1\ndivide = true\nquiescence = \"keep\"\n"  // of perft, and of tune
      "[match]\ngames = 40\nplayer = [\"a=random\", \"b=random\"]\n"
      "[perft]\ndepth = 2\n"
      "[run]\n"  // nothing there
      "[selfplay]\ngames = 20\n";
  const Finished finished = perft_with(config);
  EXPECT_EQ(finished.err, "");
  EXPECT_THAT(finished.out, EndsWith("c3: 8\n72\n"));
  EXPECT_EQ(perft_with(config, {"--depth", "3"}).out, perft_with("divide = true\ndepth = 3\n").out);
}

TEST_F(ConfigFile, NamesMistakesInSectionsOfOtherCommandsToo) {
  file_ += ".toml";
  const std::vector<std::pair<std::string, std::string>> mistakes{
      {"[perft]\ndepth = 3\n[matsch]\ngames = 3\n", ":4: unknown section [matsch] (did you mean 'match'?)\n"},
      {"depth = 3\n[match]\n\ngame = \"chess\"\ngamse = 3\n",
       ":5: unknown option 'gamse' of hone match (did you mean 'game'?)\n"},
      {"[match]\nconcurrency = 3\n", ":2: unknown option 'concurrency' of hone match (did you mean 'threads'?)\n"},
      {"[budget]\ngames = 3\n", ":2: unknown section [budget] (sections are named after commands, such as [run])\n"},
      {"depht = 3\n", ":1: unknown option 'depht' (did you mean 'depth'?)\n"},
      {"[match]\nconfig = \"x\"\n", ":2: an option file cannot name another"},
      {"config = \"x\"\n", ":1: an option file cannot name another"},
      {"[budget]\n", ":1: unknown section [budget] (sections are named after commands, such as [run])\n"},
      {"depth = 3\n[matsch]\n", ":2: unknown section [matsch] (did you mean 'match'?)\n"},
      {"[perft]\ndepth = [1, 2]\n", ":2: 'depth' is given twice\n"},
      {"[perft.inner]\ndepth = 1\n", ":1: expected a string, a number, true or false, found a table\n"},
  };
  for (const auto& [config, message] : mistakes) {
    const Finished finished = perft_with(config);
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, StartsWith("hone: " + file_ + message));
  }
  EXPECT_THAT(perft_with("depth = deep\n").err, EndsWith("; text needs quotes: depth = \"deep\"\n"));
}

TEST_F(ConfigFile, WithSectionsIsToml) {
  EXPECT_THAT(perft_with("[perft]\ndepth = 3\n").err, HasSubstr("the name of a file with sections ends in .toml"));
}

// A key of 30,000 parts.
TEST_F(ConfigFile, OfTomlIsNotNestedWithoutEnd) {
  file_ += ".toml";
  std::string deep;
  for (int i = 0; i < 30'000; ++i) deep += "a.";
  const std::string message = ":1: expected a key of at most 64 parts, found more\n";
  EXPECT_EQ(perft_with(deep + "b = 1\n").err, "hone: " + file_ + message);
  const Finished uci = run_hone({"uci", "setoption name WeightsFile value " + file_, "isready"});
  EXPECT_EQ(uci.code, 0);
  EXPECT_THAT(uci.out, StartsWith("info string error: " + file_ + message));
  EXPECT_THAT(uci.out, testing::EndsWith("readyok\n"));
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
