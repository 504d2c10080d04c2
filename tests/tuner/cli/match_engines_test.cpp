// SPDX-License-Identifier: MIT
//
// Matches with UCI engines, and what befalls a match from outside: signals, a machine that stands still.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include "data/atomic_file.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;
using Words = std::vector<std::string>;

Words with_engines(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string mock(const std::string& name, const std::string& mode) { return name + "=uci:" MOCK_ENGINE " " + mode; }

Words chess_match(const std::string& mode, const Words& more) {
  return with_engines({"match", "--game", "chess", "--player", mock("a", mode), "--player", mock("b", "level"),
                       "--nodes", "10", "--opening-plies", "0", "--threads", "1", "--log", "warning"},
                      more);
}

Words xboard_match(const std::string& mode, const std::string& opponent, const Words& more) {
  return with_engines({"match", "--game", "chess", "--player", "a=xboard:" MOCK_ENGINE " " + mode, "--player", opponent,
                       "--threads", "1", "--log", "warning"},
                      more);
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  const std::filesystem::directory_iterator files(folder);
  return {begin(files), end(files)};
}

// -- Adjudication

// Both mocks score every position 0, so that a draw would be adjudicated at ply 96.
TEST(ForeignEngines, AreNotAdjudicatedUnlessTold) {
  const TempFolder folder;
  const std::string pgn = (folder / "m.pgn").string();
  const Words words = chess_match("level", {"--games", "2", "--max-moves", "60", "--pgn", pgn});
  const Finished played_out = run_hone(words);
  EXPECT_EQ(played_out.code, 0) << played_out.err;
  EXPECT_THAT(played_out.out, HasSubstr("Adjudication   off, as engines score in units of their own"));
  EXPECT_THAT(read_file(pgn), Not(HasSubstr("draw_adjudication")));
  EXPECT_THAT(read_file(pgn), HasSubstr("max_plies"));
  std::filesystem::remove(pgn);
  const Finished told = run_hone(with_engines(words, {"--draw", "8,8,80"}));
  EXPECT_THAT(told.out, Not(HasSubstr("Adjudication   off")));
  EXPECT_THAT(read_file(pgn), HasSubstr("draw_adjudication"));
}

// Random moves, of which one game is longer than a game of self-play may be.
TEST(Match, EndsGamesByTheRulesHoweverLong) {
  const TempFolder folder;
  const std::string pgn = (folder / "m.pgn").string();
  const Words words{"match", "--game",  "chess", "--player", "a=random", "--player",   "b=random", "--depth",
                    "1",     "--games", "40",    "--seed",   "7",        "--resign",   "off",      "--draw",
                    "off",   "--pgn",   pgn,     "--log",    "warning",  "--overwrite"};
  EXPECT_EQ(run_hone(words).code, 0);
  const std::string games = read_file(pgn);
  const std::regex length("\\[PlyCount \"([0-9]+)\"\\]");
  int longest = 0;
  for (std::sregex_iterator at(games.begin(), games.end(), length); at != std::sregex_iterator(); ++at) {
    longest = std::max(longest, std::stoi((*at)[1]));
  }
  EXPECT_GT(longest, 600);
  EXPECT_THAT(games, Not(HasSubstr("max_plies")));
  EXPECT_EQ(run_hone(with_engines(words, {"--max-moves", "300"})).code, 0);
  EXPECT_THAT(read_file(pgn), HasSubstr("max_plies"));
}

TEST(ForeignEngines, AreToldThatTheHashIsNotTheirs) {
  const Words words = chess_match("level", {"--games", "2", "--max-moves", "2"});
  EXPECT_THAT(run_hone(words).err, Not(HasSubstr("--hash")));
  EXPECT_THAT(run_hone(with_engines(words, {"--hash", "8"})).err, HasSubstr("--hash is not for player a, an engine"));
  const Words told = with_engines(words, {"--hash", "8", "--option", "each.Hash=8"});
  EXPECT_THAT(run_hone(told).err, Not(HasSubstr("--hash")));
}

// An option of the user's that the opening contradicts.
TEST(ForeignEngines, ReadCastlingAsTheOpeningHasIt) {
  const TempFolder folder;
  const std::string logs = (folder / "logs").string();
  const Words words = chess_match(
      "level", {"--games", "2", "--max-moves", "2", "--option", "each.UCI_Chess960=true", "--log-engines", logs});
  EXPECT_EQ(run_hone(words).code, 0);
  for (const std::filesystem::path& log : files_in(logs)) {
    const std::string text = read_file(log);
    const std::size_t on = text.find("UCI_Chess960 value true"), off = text.find("UCI_Chess960 value false");
    ASSERT_NE(off, std::string::npos) << text;
    EXPECT_LT(on, off);
    EXPECT_LT(off, text.find("position startpos"));
  }
}

TEST(ForeignEngines, StayUnadjudicatedWhenTheMatchGoesOn) {
  const TempFolder folder;
  const std::string record = (folder / "m.games").string();
  const Words words = chess_match("level", {"--games", "2", "--max-moves", "50", "--record", record});
  ASSERT_EQ(run_hone(words).code, 0);
  const Finished resumed = run_hone({"match", "--resume", record});
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_THAT(resumed.out, HasSubstr("Adjudication   off"));
}

TEST(WeightSets, AreAdjudicated) {
  const TempFolder folder;
  const std::string record = (folder / "m.games").string();
  const Finished finished =
      run_hone({"match", "--game", "tic_tac_toe", "--player", "a=weights:zero", "--player", "b=weights:zero", "--depth",
                "1", "--games", "2", "--record", record, "--log", "warning"});
  EXPECT_THAT(finished.out, Not(HasSubstr("Adjudication   off")));
  EXPECT_THAT(read_file(record + ".config"), HasSubstr("resign = 600,4"));
}

// -- What is said of engines

TEST(ForeignEngines, AreReportedWhenTheyFail) {
  const Finished crashed = run_hone(chess_match("exit", {"--games", "2", "--max-moves", "5", "--recover"}));
  EXPECT_EQ(crashed.code, 0) << crashed.err;
  for (const char* line : {"game 1: a loses by crash: exited with code 3, saying 'no network file'\n",
                           "\n    > go nodes 10\n", "\n    ! no network file\n"}) {
    EXPECT_THAT(crashed.err, HasSubstr(line));
  }
  const Finished illegal = run_hone(chess_match("illegal", {"--games", "2", "--max-moves", "5"}));
  EXPECT_THAT(illegal.err, HasSubstr("game 1: a loses by illegal_move: bestmove 'e1e8'\n"));
  EXPECT_THAT(illegal.err, HasSubstr("\n    < bestmove e1e8 ponder e7e5\n"));
}

TEST(ForeignEngines, RefuseLimitsBeforeAnythingIsRecorded) {
  const TempFolder folder;
  const std::string record = (folder / "m.games").string();
  const Finished refused =
      run_hone(xboard_match("no_depth", "b=random", {"--depth", "4", "--games", "2", "--record", record}));
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("player a: 'mock' refuses the command of its limit: "));
  EXPECT_THAT(files_in(folder.path()), testing::IsEmpty());
}

TEST(ForeignEngines, AreLogged) {
  const TempFolder folder;
  const std::string logs = (folder / "new" / "logs").string();
  ASSERT_EQ(run_hone(chess_match("good", {"--games", "2", "--max-moves", "3", "--log-engines", logs})).code, 0);
  int with_moves = 0;
  for (const auto& file : files_in(logs)) {
    EXPECT_TRUE(std::regex_match(file.filename().string(), std::regex("[ab]-[0-9]+\\.log"))) << file;
    const std::string log = read_file(file);
    EXPECT_THAT(log, HasSubstr("Z > uci\n"));
    with_moves += log.find("Z < bestmove") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(with_moves, 2);
  EXPECT_EQ(files_in(logs).size(), 4U);  // each engine is started once before the first game, to see whether it works
}

// By `each` and for one engine, by files and options: what is said of one engine counts more.
TEST(ForeignEngines, TakeTheirOptionsFromFiles) {
  const TempFolder folder;
  const std::string logs = (folder / "logs").string(), all = (folder / "all").string(), own = (folder / "own").string();
  write_plainly(all, "setoption name Hash value 11\nStyle = calm\n");
  write_plainly(own, "Hash = 13\n");
  const Finished finished =
      run_hone(chess_match("good", {"--games", "2", "--max-moves", "3", "--log-engines", logs, "--options", "b=" + own,
                                    "--options", "each=" + all, "--option", "each.Style=wild"}));
  EXPECT_EQ(finished.code, 0) << finished.err;
  for (const auto& file : files_in(logs)) {
    const std::string log = read_file(file);
    EXPECT_THAT(log, HasSubstr("> setoption name Style value wild\n"));
    EXPECT_THAT(log, HasSubstr(file.filename().string().starts_with("a-") ? "Hash value 11\n" : "Hash value 13\n"));
    EXPECT_THAT(log, Not(HasSubstr("value calm")));
  }
  const Finished wrong = run_hone(chess_match("good", {"--games", "2", "--options", "a=" + logs + ".none"}));
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--options: "));
}

// The match goes on with the options that it began with, wherever their file is by then.
TEST(ForeignEngines, KeepTheOptionsOfTheirFiles) {
  const TempFolder folder;
  const std::string record = (folder / "m.games").string(), own = (folder / "own").string();
  write_plainly(own, "setoption name Hash value 11\nStyle = calm\n");
  const Words words = chess_match("good", {"--games", "2", "--max-moves", "3", "--record", record, "--options",
                                           "each=" + own, "--option", "b.Style=wild"});
  ASSERT_EQ(run_hone(words).code, 0);
  EXPECT_THAT(read_file(record + ".config"),
              HasSubstr("option = each.Hash=11\noption = each.Style=calm\noption = b.Style=wild\n"));
  write_plainly(own, "Hash = 12\n");
  const Finished other = run_hone(words);
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, testing::ContainsRegex("other settings; player a is 'uci .*, Hash=11, Style=calm' there and "
                                                "'uci .*, Hash=12' here"));
  std::filesystem::remove(own);
  const Finished resumed = run_hone({"match", "--resume", record, "--games", "4"});
  EXPECT_EQ(resumed.code, 0) << resumed.err;
}

TEST(ForeignEngines, TakeUnlistedOptionsWhenAsked) {
  const Words words = chess_match("good", {"--games", "2", "--max-moves", "3", "--option", "a.Secret=5"});
  const Finished refused = run_hone(words);
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("One that it does not list is set as '!Secret'"));
  const Finished taken = run_hone(with_engines(words, {"--set-unlisted"}));
  EXPECT_EQ(taken.code, 0) << taken.err;
  EXPECT_THAT(taken.err, HasSubstr("warning a: does not list the option 'Secret', which is set all the same\n"));
}

TEST(ForeignEngines, AreNamedWhenTheirNodesStayFarFromTheLimit) {
  const Finished finished =
      run_hone(chess_match("deaf", {"--games", "2", "--max-moves", "20", "--limits", "a:nodes=10000"}));
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("warning a: by its own account it searches 6 nodes a move where 10000"));
}

TEST(XboardEngines, PlayWithLimitsThatTheyKnow) {
  const Words words = xboard_match("level", mock("b", "level"), {"--games", "4", "--max-moves", "10", "--nodes", "10"});
  const Finished refused = run_hone(words);
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err,
              HasSubstr("player a: an xboard engine knows no limit in nodes: give it one of its own, as in "
                        "--limits a:depth=6"));
  const TempFolder folder;
  const std::string record = (folder / "m.games").string();
  const Finished finished = run_hone(with_engines(words, {"--limits", "a:depth=4", "--record", record}));
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("a vs b: 4 games"));
  EXPECT_THAT(finished.out, HasSubstr("Adjudication   off"));
  const Finished longer = run_hone({"match", "--resume", record, "--games", "6"});
  EXPECT_EQ(longer.code, 0) << longer.err;
  EXPECT_THAT(longer.out, HasSubstr("a vs b: 6 games"));
}

TEST(XboardEngines, AreReportedWhenTheyFail) {
  const Words words = xboard_match("exit", "b=random", {"--depth", "2", "--games", "2", "--max-moves", "8"});
  const Finished crashed = run_hone(words);
  EXPECT_EQ(crashed.code, 1);
  EXPECT_THAT(crashed.err, HasSubstr("game 1: a loses by crash: exited with code 3, saying 'no network file'\n"));
  EXPECT_EQ(run_hone(with_engines(words, {"--recover"})).code, 0);
}

TEST(ForeignEngines, AreRefusedInOtherGames) {
  const Finished finished = run_hone({"match", "--game", "othello", "--player", mock("a", "good"), "--player",
                                      "b=random", "--nodes", "10", "--games", "2"});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("player a: 'mock' does not say that it plays othello"));
}

TEST(PlayerNames, HaveNoControlCharacters) {
  for (const std::string name : {"a\nb", "\x1b]0;pwned\x07", "a\tb", "a\x80"}) {
    const Finished finished = run_hone({"match", "--game", "tic_tac_toe", "--player", name + "=random", "--player",
                                        "b=random", "--depth", "1", "--games", "2"});
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, HasSubstr("expected a name without control characters, in UTF-8, found"));
    EXPECT_EQ(finished.err.find('\x1b'), std::string::npos);
  }
  EXPECT_EQ(run_hone({"match", "--game", "tic_tac_toe", "--player", "Jürgen=random", "--player", "b=random", "--depth",
                      "1", "--games", "2"})
                .code,
            0);
}

// -- PGN

TEST(MatchPgn, HasTheTagsThatAreAskedFor) {
  const TempFolder folder;
  const std::string pgn = (folder / "m.pgn").string();
  const Words words{"match", "--game", "chess",    "--player",  "a=random", "--player", "b=random",
                    "--tc",  "10+0.1", "--limits", "b:depth=1", "--games",  "4",        "--max-moves",
                    "5",     "--pgn",  pgn,        "--log",     "warning"};
  const Finished named =
      run_hone(with_engines(words, {"--event", "Spring cup", "--site", "Bern", "--date", "2026.11.22"}));
  EXPECT_EQ(named.code, 0) << named.err;
  const std::string text = read_file(pgn);
  EXPECT_THAT(text, HasSubstr("[Event \"Spring cup\"]\n[Site \"Bern\"]\n[Date \"2026.11.22\"]\n[Round \"1.1\"]\n"));
  EXPECT_THAT(text, HasSubstr("[Round \"2.2\"]\n"));
  EXPECT_THAT(text, HasSubstr("[WhiteTimeControl \"10+0.1\"]\n[BlackTimeControl \"-\"]\n"));
  EXPECT_THAT(text, Not(HasSubstr("[Opening ")));
  std::filesystem::remove(pgn);
  ASSERT_EQ(run_hone(words).code, 0);
  EXPECT_THAT(read_file(pgn), testing::ContainsRegex("\\[Date \"20[0-9][0-9]\\.[0-9][0-9]\\.[0-9][0-9]\"\\]"));
  for (const char* wrong : {"22.11.2026", "2026-11-22", "today"})
    EXPECT_EQ(run_hone(with_engines(words, {"--date", wrong})).code, 2);
  EXPECT_EQ(run_hone(with_engines(words, {"--event", "a\nb"})).code, 2);
}

// A match that goes on, on whatever day, writes the same bytes as one that was not interrupted.
TEST(MatchPgn, KeepsTheDayOnWhichTheMatchBegan) {
  const TempFolder folder;
  const std::string record = (folder / "m.games").string(), pgn = (folder / "m.pgn").string();
  const Words words{"match",   "--game",   "chess",   "--player", "a=random",    "--player", "b=random",
                    "--depth", "1",        "--games", "2",        "--max-moves", "5",        "--pgn",
                    pgn,       "--record", record,    "--log",    "warning"};
  ASSERT_EQ(run_hone(words).code, 0);
  std::string config = read_file(record + ".config");
  ASSERT_THAT(config, testing::ContainsRegex("date = 20[0-9][0-9]"));
  config.replace(config.find("date = ") + 7, 10, "1999.12.31");
  write_file_atomically(record + ".config", config);
  ASSERT_EQ(run_hone(words).code, 0);
  EXPECT_THAT(read_file(pgn), HasSubstr("[Date \"1999.12.31\"]"));
  ASSERT_EQ(run_hone({"match", "--resume", record}).code, 0);
  EXPECT_THAT(read_file(pgn), HasSubstr("[Date \"1999.12.31\"]"));
}

// -- From outside

// hone in a process of its own, its output in a file.
class Started {
 public:
  Started(const Words& words, const std::filesystem::path& output) : child_(fork()) {
    if (child_ != 0) return;
    const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    std::vector<char*> arguments{const_cast<char*>("hone")};
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(HONE_BINARY, arguments.data());
    _exit(127);
  }
  Started(const Started&) = delete;
  Started& operator=(const Started&) = delete;
  ~Started() {
    if (child_ > 0) signal(SIGKILL), waitpid(child_, nullptr, 0);
  }

  void signal(int number) const { kill(child_, number); }
  // The exit code; -1 when it does not end in time.
  int end_within(std::chrono::seconds patience) {
    const auto end = std::chrono::steady_clock::now() + patience;
    int status = 0;
    while (waitpid(child_, &status, WNOHANG) == 0) {
      if (std::chrono::steady_clock::now() > end) return -1;
      std::this_thread::sleep_for(10ms);
    }
    child_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t child_;
};

bool is_running(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/stat");
  std::string number, name, state;
  return (status >> number >> name >> state) && state != "Z";
}

// Of an engine that does not end with its input, by its log.
pid_t hanging_engine(const std::filesystem::path& logs) {
  for (int i = 0; i < 3'000; ++i, std::this_thread::sleep_for(10ms)) {
    if (!std::filesystem::exists(logs)) continue;
    for (const auto& file : files_in(logs)) {
      const std::string log = read_file(file), name = file.filename().string();
      const bool is_third_move = std::count(log.begin(), log.end(), '>') >= 9 && log.ends_with("> go nodes 10\n");
      if (name.starts_with("a-") && is_third_move) return std::stoi(name.substr(2));
    }
  }
  return 0;
}

// A match with an engine that waits in its third move and does not end with its input.
class MatchWithHangingEngine : public testing::Test {
 protected:
  void SetUp() override { ASSERT_GT(engine_, 0); }

  TempFolder folder_;
  Started hone_{chess_match("hang", {"--games", "2", "--log-engines", (folder_ / "logs").string()}),
                folder_ / "output"};
  pid_t engine_ = hanging_engine(folder_ / "logs");
};

TEST_F(MatchWithHangingEngine, EndsInOrderWhenItsTerminalCloses) {
  hone_.signal(SIGHUP);
  EXPECT_EQ(hone_.end_within(30s), 130) << read_file(folder_ / "output");
  EXPECT_FALSE(is_running(engine_));
}

TEST_F(MatchWithHangingEngine, LeavesNoEngineWhenItIsKilled) {
  hone_.signal(SIGKILL);
  EXPECT_EQ(hone_.end_within(30s), 128 + SIGKILL);
  for (int i = 0; i < 1'000 && is_running(engine_); ++i) std::this_thread::sleep_for(10ms);
  EXPECT_FALSE(is_running(engine_));
}

// Whoever is to move while the machine stands still would lose on time.
TEST(Match, PlaysAGameAgainInWhichTheMachineStoodStill) {
  const TempFolder folder;
  const std::filesystem::path output = folder / "output", record = folder / "m.games";
  Started hone(
      {"match", "--game", "connect_four", "--player", "a=weights:zero", "--player", "b=weights:zero", "--movetime",
       "50", "--time-margin", "900", "--games", "2", "--threads", "1", "--record", record.string(), "--log", "warning"},
      output);
  for (int i = 0; i < 3'000 && !std::filesystem::exists(record); ++i) std::this_thread::sleep_for(10ms);
  std::this_thread::sleep_for(300ms);
  hone.signal(SIGSTOP);
  std::this_thread::sleep_for(3s);
  hone.signal(SIGCONT);
  EXPECT_EQ(hone.end_within(120s), 0);
  const std::string said = read_file(output);
  EXPECT_TRUE(std::regex_search(said, std::regex("game [12]: the machine, or hone, stood still for [0-9.]+ s; the game "
                                                 "is played again")))
      << said;
  EXPECT_THAT(said, Not(HasSubstr("time_forfeit")));
}

TEST(Match, SaysThatThereAreTooManyThreads) {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  if (pages > std::uint64_t{1} << 28) GTEST_SKIP() << "a sanitizer needs its address space";
  const TempFolder folder;
  const std::string words = " match --game tic_tac_toe --player a=random --player b=random --depth 1 --threads 64";
  // Stacks of 128 MB: threads are what there is no room for, and not their tables.
  const int status = std::system(
      ("ulimit -s 131072; ulimit -v 500000; " HONE_BINARY + words + " >/dev/null 2>" + (folder / "errors").string())
          .c_str());
  EXPECT_EQ(WEXITSTATUS(status), 3);
  EXPECT_THAT(read_file(folder / "errors"), HasSubstr("of 64 threads"));
}

TEST(Input, FromAPipeWithoutWriterIsGivenUpAtTheFirstSignal) {
  const TempFolder folder;
  for (const char* name : {"positions.epd", "positions.jsonl", "positions.plain"}) {  // what is read once
    const std::filesystem::path pipe = folder / name;
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    Started hone({"data", "info", pipe.string(), "--game", "chess"}, folder / "output");
    std::this_thread::sleep_for(1s);
    hone.signal(SIGTERM);
    EXPECT_THAT(hone.end_within(20s), testing::AnyOf(3, 130)) << name << ": " << read_file(folder / "output");
  }
}

TEST(Input, MayComeFromAPipe) {
  const int status = std::system("(sleep 1; echo '4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";') | " HONE_BINARY
                                 " data info /dev/stdin --game chess >/dev/null");
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

// To find the game, lines are read that the job would miss.
TEST(Input, FromAPipeNeedsTheNameOfItsGame) {
  const TempFolder folder;
  for (const char* name : {"games.pgn", "positions.epd", "games.games", "positions.csv"}) {
    const std::filesystem::path pipe = folder / name;
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const Finished finished = run_hone({"data", "info", pipe.string()});
    EXPECT_EQ(finished.code, 2) << name;
    EXPECT_THAT(finished.err, HasSubstr("say the game with --game")) << name;
  }
}

}  // namespace
}  // namespace hone::cli
