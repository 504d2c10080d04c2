// SPDX-License-Identifier: MIT
//
// What hone does with its standard streams: full, closed, read by a program, and with others' control characters.
#include "tuner/cli/standard_streams.hpp"

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "data/atomic_file.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"
#include "tests/tuner/play/default_self_play.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/play/self_play_games.hpp"
#include "tuner/units/job.hpp"
#include "tuner/units/unit_folder.hpp"
#include "tuner/units/unit_plan.hpp"

namespace hone::cli {
namespace {

using testing::AnyOf;
using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Words = std::vector<std::string>;

// The exit code that a shell gives; 128 + signal when a signal ended the program.
int code_of(const std::string& command) {
  const int status = std::system((command + "; exit $?").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

const std::string program = HONE_BINARY;

TEST(StandardStreams, CodesHoldWhenNoMessageCanBeWritten) {
  for (const char* to : {" 2>/dev/full", " 2>&-", " >/dev/full 2>/dev/full", " >&- 2>&-", " <&- >&- 2>&-"}) {
    EXPECT_EQ(code_of(program + " bogus" + to), 2) << to;
    EXPECT_EQ(code_of(program + " perft --game tic_tac_toe -d x" + to), 2) << to;
    EXPECT_EQ(code_of(program + " report /no/such/run" + to), 2) << to;
  }
  EXPECT_EQ(code_of(program + " perft --game tic_tac_toe -d 2 --log trace >/dev/null 2>/dev/full"), 0);
}

TEST(StandardStreams, OutputThatCannotBeWrittenIsAFailureInWords) {
  const TempFolder folder;
  const std::string errors = (folder / "errors").string();
  const std::string games = "selfplay --game tic_tac_toe --games 2 --depth 1 --quiet --out " + (folder / "g").string();
  for (const std::string& words : {std::string("perft --game tic_tac_toe -d 2"), std::string("search --compare -d 1"),
                                   std::string("bench --game tic_tac_toe"), games}) {
    for (const char* to : {">/dev/full", ">&-"}) {
      std::filesystem::remove(folder / "g");
      EXPECT_THAT(code_of(program + " " + words + " " + to + " 2>" + errors), AnyOf(2, 3)) << words << to;
      EXPECT_THAT(read_file(errors), HasSubstr("hone: standard output: ")) << words << to;
    }
  }
}

// A file that got the number of standard output would hold what is printed.
TEST(StandardStreams, FilesNeverTakeThePlaceOfClosedOnes) {
  const TempFolder folder;
  const std::string games = (folder / "g.games").string();
  code_of(program + " selfplay --game tic_tac_toe --games 20 --depth 1 --out " + games + " <&- >&- 2>&-");
  const Finished found = run_hone({"data", "info", games});
  EXPECT_EQ(found.code, 0) << found.err;
  EXPECT_THAT(found.out, HasSubstr("tic_tac_toe"));
}

TEST(StandardStreams, AFileBeyondTheLimitOfItsSizeIsAnError) {
  const TempFolder folder;
  const std::string games = (folder / "g.games").string(), errors = (folder / "errors").string();
  ASSERT_EQ(run_hone({"selfplay", "--game", "tic_tac_toe", "--games", "200", "--depth", "1", "--out", games}).code, 0);
  const int code = code_of("ulimit -f 4; " + program + " data convert " + games + " --out " +
                           (folder / "x.csv").string() + " 2>" + errors);
  EXPECT_THAT(code, AnyOf(2, 3));
  EXPECT_THAT(read_file(errors), HasSubstr("cannot write: File too large"));
  EXPECT_EQ(folder.files(), 2);  // the games and the errors
}

// -- Others' texts

constexpr const char* title = "\x1b]0;pwned\x07";

TEST(StandardStreams, ShowControlCharactersAsBytes) {
  const TempFolder folder;
  const auto file = [&](const char* name, const std::string& text) {
    write_plainly(folder / name, text);
    return (folder / name).string();
  };
  const std::string game = std::string("[White \"a") + title + "\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1-0\n\n" +
                           "[White \"b\"]\n[Black \"a" + title + "\"]\n[Result \"1-0\"]\n\n1-0\n\n";
  const Finished rated = run_hone({"rate", file("g.pgn", game)});
  EXPECT_EQ(rated.code, 0) << rated.err;
  EXPECT_THAT(rated.out, HasSubstr("a\\x1b]0;pwned\\x07"));
  EXPECT_THAT(rated.out + rated.err, Not(AnyOf(HasSubstr("\x1b"), HasSubstr("\x07"))));

  const std::string bad = file("bad.epd", std::string("8/8/8/8/8/8/8/8 w - - c9 \"") + title + "\";\n");
  const std::string good = "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";\n";
  for (const Words& words : {Words{"data", "info", bad, "--game", "chess"},
                             Words{"data", "info", file("half.epd", good + read_file(bad)), "--skip-bad"},
                             Words{"perft", "-d", std::string("1") + title}, Words{title}}) {
    const Finished finished = run_hone(words);
    EXPECT_THAT(finished.out + finished.err, Not(AnyOf(HasSubstr("\x1b"), HasSubstr("\x07"))));
    EXPECT_THAT(finished.err, Not(IsEmpty()));
  }
}

TEST(StandardStreams, KeepTextThatIsSafe) {
  const Finished finished = run_hone({"perft", "--game", "\u00e9chec \u2654", "-d", "1"});
  EXPECT_THAT(finished.err, HasSubstr("\u00e9chec \u2654"));
}

// -- Standard output for a program

class JsonOnStandardOutput : public testing::Test {
 protected:
  std::string path(const char* name) const { return (folder_ / name).string(); }

  void make(const char* name, Words words) const {
    words.insert(words.end(), {"--out", path(name), "--log", "off"});
    const Finished finished = run_hone(words);
    ASSERT_EQ(finished.code, 0) << finished.err;
  }

  TempFolder folder_;
};

// A folder of one unit of two games.
std::string folder_of_units(const std::filesystem::path& folder) {
  const GameDriver& game = find_driver("tic_tac_toe");
  const Weights weights = game.material_weights();
  play::SelfPlayOptions options = play::default_self_play(game);
  options.games = 2;
  options.limits.depth = 1;
  std::filesystem::create_directory(folder);
  const units::WrittenJob job = units::write_job(folder, weights, options);
  units::UnitPlan plan{.header = play::self_play_games(game, weights, options).header, .end = 2, .unit_games = 2};
  plan.has_numbered_seeds = true;
  plan.job = job.job;
  plan.files = job.files;
  units::write_plan(units::UnitFolder::plan_in(folder), plan);
  return folder.string();
}

TEST_F(JsonOnStandardOutput, IsAllThatIsThereForEveryCommand) {
  const std::string games = path("g.games"), run = path("run");
  make("g.games", {"selfplay", "--game", "tic_tac_toe", "--games", "60", "--depth", "1", "--noise", "100"});
  write_plainly(path("numbers.ini"), "tempo = 5\n");
  write_plainly(path("r.csv"), "first,second,result\na,b,1-0\nb,a,1-0\n");
  const Finished refined = run_hone({"refine",  "--game",  "chess",   "--parameters",  "search.late_move_base",
                                     "--games", "8",       "--nodes", "200",           "--positions",
                                     "10",      "--batch", "2",       "--final-games", "4",
                                     "--sprt",  "off",     "--out",   path("refined"), "--log",
                                     "off"});
  ASSERT_THAT(refined.code, AnyOf(0, 1)) << refined.err;
  const std::vector<Words> commands{
      {"run", "--game",        "tic_tac_toe", "--start",       "zero", "--games",      "60", "--depth",
       "1",   "--noise",       "100",         "--gate",        "off",  "--gate-games", "40", "--match-nodes",
       "20",  "--final-games", "40",          "--generations", "1",    "--out",        run},
      {"run", "--status", run},
      {"report", run},
      {"selfplay", "--game", "tic_tac_toe", "--games", "4", "--depth", "1", "--out", path("h.games")},
      {"tune", "--data", games, "--start", "zero", "--out", path("t.weights"), "--table", path("t.csv"), "--time"},
      {"distil", games, "--teacher", "material", "--start", "zero", "--nodes", "3", "--out", path("d.weights")},
      {"match", "--game", "tic_tac_toe", "--player", "a=weights:zero", "--player", "b=random", "--games", "4",
       "--depth", "1"},
      {"match", "--sprt", "0,5", "--plan", "3"},
      {"rate", path("r.csv")},
      {"refine", "--status", path("refined")},
      {"export", "--list"},
      {"export", "--weights", path("t.weights"), "--out", path("t.hpp")},
      {"import", path("numbers.ini"), "--format", "ini", "--out", path("i.weights")},
      {"weights", "show", path("t.weights"), "--game", "tic_tac_toe"},
      {"weights", "diff", path("t.weights"), path("t.weights")},
      {"weights", "mean", path("t.weights"), path("t.weights"), "--out", path("m.weights")},
      {"probe", "--engine", "uci:" PROBED_ENGINE, "--options", "Pawn", "--eval", "eval", "--positions",
       HONE_DATA_DIR "/chess/quiet_labeled.epd", "--threads", "1", "--out", path("p.rows")},
      {"data", "info", games},
      {"data", "head", games},
      {"data", "convert", games, "--out", path("g.csv")},
      {"openings", "--game", "connect_four", "--count", "2", "--nodes", "50", "--out", path("o.txt")},
      {"search", "--game", "tic_tac_toe", "--depth", "4"},
      {"search", "--game", "tic_tac_toe", "--depth", "2", "--tree", "text"},
      {"search", "--game", "tic_tac_toe", "--depth", "2", "--compare"},
      {"play", "--game", "tic_tac_toe", "--side", "none", "--depth", "1"},
      {"perft", "--game", "tic_tac_toe", "--depth", "2", "--divide"},
      {"bench", "--game", "tic_tac_toe"},
      {"work", folder_of_units(path("units")), "--unit", "000000000-000000001", "--write", path("unit")},
  };
  std::set<std::string> tried{"uci", "gtp"};  // which speak a protocol there
  for (Words words : commands) {
    tried.insert(words.front());
    SCOPED_TRACE(words.front() + " " + words[1]);
    words.insert(words.end(), {"--json", "-"});
    const Finished finished = run_hone(words);
    EXPECT_THAT(finished.code, AnyOf(0, 1)) << finished.err;
    EXPECT_TRUE(nlohmann::json::accept(finished.out)) << finished.out;
    EXPECT_EQ(finished.err.empty(), words[0] == "export" && words[1] == "--weights");
  }
  std::set<std::string> all;
  for (const auto& command : all_commands()) all.emplace(command->text().name);
  EXPECT_THAT(tried, ElementsAreArray(all));
}

TEST_F(JsonOnStandardOutput, LeavesNoRoomForAnythingElse) {
  EXPECT_THAT(run_hone({"uci", "--json", "-", "isready"}).err, HasSubstr("--json: hone uci has no result"));
  const Finished twice = run_hone({"export", "--game", "chess", "--weights", "material", "--json", "-"});
  EXPECT_EQ(twice.code, 2);
  EXPECT_THAT(twice.out, IsEmpty());
  EXPECT_THAT(twice.err, HasSubstr("say --out F"));
}

TEST_F(JsonOnStandardOutput, IsAFileOfThatNameToo) {
  const Finished finished = run_hone({"perft", "--game", "tic_tac_toe", "-d", "1", "--json", "/dev/stdout"});
  EXPECT_EQ(nlohmann::json::parse(finished.out)["nodes"], 9);
  EXPECT_EQ(finished.err, "9\n");
}

TEST_F(JsonOnStandardOutput, IsMissedWhenItCannotBeWritten) {
  const std::string perft = program + " perft --game tic_tac_toe -d 1 --json - ";
  EXPECT_THAT(code_of(perft + ">/dev/full 2>/dev/null"), AnyOf(2, 3));
  EXPECT_EQ(code_of(perft + ">/dev/null 2>/dev/full"), 0);
}

// -- Interrupted with nothing to resume

TEST(Interrupted, WorkThatCannotBeResumedSaysWhatWasKept) {
  const TempFolder folder;
  const auto path = [&](const char* name) { return (folder / name).string(); };
  std::string positions = "fen,result\n";
  for (int i = 0; i < 1'500'000; ++i) positions += i % 2 == 0 ? "XO./.X./... O,1-0\n" : "XOX/.O./... X,0-1\n";
  write_plainly(folder / "p.csv", positions);
  for (const Words& words :
       {Words{"data", "shuffle", path("p.csv"), "--game", "tic_tac_toe", "--out", path("o.csv")},
        Words{"tune", "--data", path("p.csv"), "--game", "tic_tac_toe", "--start", "zero", "--out", path("o.weights")},
        Words{"openings", "--game", "chess", "--count", "1000000", "--nodes", "2000", "--out", path("o.epd")}}) {
    RunSetup setup;
    setup.interrupt = true;
    const Finished finished = run_hone(words, setup);
    EXPECT_EQ(finished.code, 130) << finished.err;
    EXPECT_THAT(finished.out, HasSubstr("Interrupted; nothing was written.\n")) << words.front();
    EXPECT_EQ(folder.files(), 1) << words.front();
  }
}

TEST(Interrupted, AMatchWithoutARecordIsNotToBeResumed) {
  RunSetup setup;
  setup.interrupt = true;
  const Finished finished = run_hone({"match", "--game", "chess", "--player", "a=weights:zero", "--player",
                                      "b=weights:material", "--games", "100000", "--nodes", "1000"},
                                     setup);
  EXPECT_EQ(finished.code, 130) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("It was not recorded (--record), so it cannot go on.\n"));
}

}  // namespace
}  // namespace hone::cli
