// SPDX-License-Identifier: MIT
//
// The pool of a run as its users see it.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<std::string> pool_run(const std::filesystem::path& out, const std::vector<std::string>& more) {
  std::vector<std::string> words{
      "run",       "--game",       "tic_tac_toe", "--start",       "zero", "--out",         out.string(), "--games",
      "150",       "--depth",      "2",           "--noise",       "100",  "--generations", "1",          "--gate",
      "-300,-200", "--gate-games", "60",          "--match-nodes", "60",   "--final-games", "40",         "--threads",
      "2",         "--log",        "warning"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

void write_text(const std::filesystem::path& file, const std::string& text) { std::ofstream(file) << text; }

TEST(Pool, ComesFromAFileAndFromOptions) {
  const TempFolder folder;
  const std::string outside = (folder / "outside.weights").string();
  write_text(outside, "format = \"hone weights 1\"\ngame = \"tic_tac_toe\"\nk = 1\nmissing = \"zero\"\n");
  write_text(folder / "pool.toml",
             "player = [\"outside=weights:" + outside + "\", \"r=random\"]\nlimits = \"outside:depth=1\"\n");
  const std::string run = (folder / "run").string();
  const Finished done = run_hone(
      pool_run(run, {"--pool", (folder / "pool.toml").string(), "--pool-player", "start=start", "--pool-games", "24"}));
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("Passed; the games against the pool decide"));
  EXPECT_THAT(done.out, HasSubstr("Generation 1: against the pool\ngen-001 vs start: 8 games, "));
  EXPECT_THAT(done.out, HasSubstr("gen-001 vs outside: 8 games, "));
  EXPECT_THAT(done.out, HasSubstr("start vs r: 8 games, "));

  // The run keeps what it needs of the pool, so that neither file is asked for again.
  std::filesystem::remove(outside);
  std::filesystem::remove(folder / "pool.toml");
  const Finished again = run_hone({"run", "--resume", run, "--generations", "2", "--log", "warning"});
  EXPECT_EQ(again.code, 0) << again.err;

  const Finished status = run_hone({"run", "--status", run, "--json", (folder / "status.json").string()});
  EXPECT_EQ(status.code, 0);
  EXPECT_THAT(status.out, HasSubstr("home, tests added up"));
  EXPECT_THAT(status.out, HasSubstr("Travelled "));
  std::ifstream json(folder / "status.json");
  const std::string text(std::istreambuf_iterator<char>(json), {});
  EXPECT_THAT(text, HasSubstr("\"travelled\""));
  EXPECT_THAT(text, HasSubstr("\"pool_reference\""));

  // So does its journal, where the file of options was lost.
  std::filesystem::remove(folder / "run" / "config");
  const Finished mended = run_hone({"run", "--resume", run, "--repair", "--log", "warning"});
  EXPECT_EQ(mended.code, 0) << mended.err;
  EXPECT_THAT(mended.err, HasSubstr("it was made again from the journal"));

  const Finished other = run_hone({"run", "--resume", run, "--pool-player", "x=random"});
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("--pool-player cannot be given with --resume"));
  const Finished two = run_hone({"run", "--resume", run, "--pool-player", "x=random", "--pool-player", "y=start"});
  EXPECT_THAT(two.err, HasSubstr(" --pool-player 'x=random' --pool-player 'y=start'"));
}

// Names of files are any bytes, and the journal is UTF-8.
TEST(Pool, MayLieInFilesWhoseNamesAreOfAnotherEncoding) {
  const TempFolder folder;
  const std::string outside = (folder / "w\xe4.weights").string(), book = (folder / "b\xe4.epd").string();
  write_text(outside, "format = \"hone weights 1\"\ngame = \"tic_tac_toe\"\nk = 1\nmissing = \"zero\"\n");
  write_text(book, ".../.../... X\n");
  const std::string run = (folder / "run").string();
  const Finished done = run_hone(
      pool_run(run, {"--openings", book, "--pool-player", "outside=weights:" + outside, "--pool-games", "24"}));
  ASSERT_EQ(done.code, 0) << done.err;
  const Finished again = run_hone({"run", "--resume", run, "--generations", "2", "--log", "warning"});
  EXPECT_EQ(again.code, 0) << again.err;
  std::filesystem::remove(folder / "run" / "config");
  const Finished mended = run_hone({"run", "--resume", run, "--repair", "--log", "warning"});
  EXPECT_EQ(mended.code, 0) << mended.err;
}

TEST(Pool, IsNotSpokenOfWhereThereIsNone) {
  const TempFolder folder;
  const Finished done = run_hone(pool_run(folder / "run", {}));
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, Not(HasSubstr("pool")));
  EXPECT_THAT(run_hone({"run", "--status", (folder / "run").string()}).out, Not(HasSubstr("Travelled")));
}

TEST(Pool, RefusesWhatIsWrongWithIt) {
  const TempFolder folder;
  write_text(folder / "empty.toml", "");
  write_text(folder / "unknown.toml", "player = [\"r=random\"]\nnodes = 5\n");
  struct Wrong {
    std::vector<std::string> words;
    const char* complaint;
  };
  const std::vector<Wrong> all{
      {{"--pool-player", "random"}, "a pool knows NAME=start, NAME=gen:N and NAME=gen:-N too"},
      {{"--pool-limits", "sf:nodes=5"}, "--pool-limits goes with --pool-player NAME=WHO or --pool F"},
      {{"--pool-option", "sf.Hash=5"}, "--pool-option goes with --pool-player"},
      {{"--pool", ""}, "--pool: expected the name of a file, found nothing"},
      {{"--pool-player", "g=gen:0"}, "expected start, gen:N or gen:-N"},
      {{"--pool-player", "g=gen:x"}, "--pool-player: "},
      {{"--pool-player", "w=weights:/no/such.weights"}, "/no/such.weights: "},
      {{"--pool-player", "e=uci:/no/such/engine"}, "pool: player e: "},
      {{"--pool-player", "a/b=random"}, "found 'a/b'"},
      {{"--pool-player", "r=random", "--pool-player", "r=start"}, "two opponents are called 'r'"},
      {{"--pool-player", "each=start"}, "--pool-player: expected a name other than each"},
      {{"--pool-player", "each.1=gen:1"}, "--pool-player: expected a name other than each"},
      {{"--pool-player", "r=random", "--pool-limits", "x:nodes=5"}, "--pool-limits: "},
      {{"--pool-player", "r=random", "--pool-option", "r.Hash=5"}, "player r is no UCI, xboard or GTP engine"},
      {{"--pool", (folder / "none.toml").string()}, "none.toml: "},
      {{"--pool", (folder / "empty.toml").string()}, "empty.toml: expected player"},
      {{"--pool", (folder / "unknown.toml").string()}, "unknown.toml:2: "},
      {{"--pool-games", "1"}, "--pool-games: "}};
  for (const Wrong& wrong : all) {
    const Finished finished = run_hone(pool_run(folder / "run", wrong.words));
    EXPECT_EQ(finished.code, 2) << wrong.complaint;
    EXPECT_THAT(finished.err, HasSubstr(wrong.complaint));
    EXPECT_FALSE(std::filesystem::exists(folder / "run" / "config")) << wrong.complaint;
  }
}

}  // namespace
}  // namespace hone::cli
