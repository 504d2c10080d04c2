// SPDX-License-Identifier: MIT
//
// Games on more machines, as their users begin them: parts by hand, workers in a folder, launches that cannot be.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "data/atomic_file.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"
#include "tuner/units/unit_plan.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class MoreMachines : public testing::Test {
 protected:
  [[nodiscard]] std::string file(const std::string& name) const { return (folder_ / name).string(); }

  [[nodiscard]] static Finished play(std::vector<std::string> words) {
    words.insert(words.begin(), {"selfplay", "--game", "chess", "--nodes", "40", "--seed", "7", "--noise", "20"});
    return run_hone(words);
  }
  [[nodiscard]] Finished run(const std::string& out, std::vector<std::string> words = {}, const RunSetup& setup = {},
                             const std::string& games = "300") const {
    words.insert(words.begin(), {"run",
                                 "--game",
                                 "tic_tac_toe",
                                 "--start",
                                 "zero",
                                 "--games",
                                 games,
                                 "--depth",
                                 "2",
                                 "--seed",
                                 "3",
                                 "--gate",
                                 "-300,-200",
                                 "--gate-games",
                                 "60",
                                 "--match-nodes",
                                 "60",
                                 "--final-games",
                                 "40",
                                 "--generations",
                                 "1",
                                 "--patience",
                                 "0",
                                 "--out",
                                 file(out),
                                 "--threads",
                                 "1"});
    return run_hone(words, setup);
  }
  void expect_same_results(const std::string& one, const std::string& other) const {
    for (const char* name : {"best.weights", "final.games", "final.json", "gen-001/selfplay.games",
                             "gen-001/gate.games", "gen-001/gate.json", "gen-001/fit.json"}) {
      ASSERT_TRUE(fs::exists(folder_ / one / name)) << name;
      EXPECT_EQ(read_file(folder_ / one / name), read_file(folder_ / other / name)) << name;
    }
  }

  TempFolder folder_;
};

TEST_F(MoreMachines, PartsByHandMergeToTheWhole) {
  ASSERT_EQ(play({"--games", "12", "--out", file("whole")}).code, 0);
  ASSERT_EQ(play({"--first", "8", "--games", "4", "--out", file("b")}).code, 0);
  ASSERT_EQ(play({"--first", "0", "--games", "8", "--out", file("a")}).code, 0);
  const Finished merged = run_hone({"data", "merge", file("b"), file("a"), "--in-order", "--out", file("all")});
  ASSERT_EQ(merged.code, 0) << merged.err;
  EXPECT_EQ(read_file(file("all")), read_file(file("whole")));
}

TEST_F(MoreMachines, PartsThatCannotBeAreRefusedInWords) {
  ASSERT_EQ(play({"--first", "0", "--games", "2", "--out", file("a")}).code, 0);
  struct Case {
    Finished found;
    const char* why;
  };
  for (const auto& [found, why] :
       {Case{play({"--first", "0", "--games", "2", "--out", file("a")}), "is such a file already"},
        Case{play({"--first", "2", "--games", "2", "--out", file("b"), "--resume"}), "--first and --resume"},
        Case{play({"--first", "2", "--games", "2", "--out", file("b"), "--movetime", "5"}), "limits in time"},
        Case{play({"--first", "-1", "--games", "2", "--out", file("b")}), "--first: expected"},
        Case{run_hone({"data", "merge", file("a"), "--in-order"}), "--out F is missing"},
        Case{run_hone({"data", "convert", file("a"), "--in-order", "--out", file("b")}), "--in-order is of merge"},
        Case{run_hone({"data", "merge", file("a"), "--in-order", "--out", file("a")}), "is read and written"},
        Case{run_hone({"data", "merge", file("none"), "--in-order", "--out", file("b")}), "cannot read"}}) {
    EXPECT_EQ(found.code, 2) << why;
    EXPECT_THAT(found.err, HasSubstr(why));
  }
  EXPECT_FALSE(fs::exists(file("b")));
}

TEST_F(MoreMachines, RunByUnitsIsTheRunOfOneProcess) {
  ASSERT_EQ(run("here").code, 0);
  const Finished units = run("units", {"--launch", "hand", "--unit-games", "8", "--replays", "2"});
  ASSERT_EQ(units.code, 0) << units.err;
  expect_same_results("units", "here");
  EXPECT_FALSE(fs::exists(file("units/gen-001/units"))) << "units go when their step is finished";
  EXPECT_FALSE(fs::exists(file("units/units")));
  const Finished status = run_hone({"run", "--status", file("units"), "--json", file("status.json")});
  EXPECT_EQ(status.code, 0);
  EXPECT_THAT(status.out, HasSubstr("by hand in"));
  const auto json = nlohmann::json::parse(read_file(file("status.json")));
  EXPECT_GE(json["distribution"]["hosts"][0]["games"].get<int>(), 60);
  EXPECT_THAT(read_file(file("units/report.html")), HasSubstr("<section id=\"machines\">"));
  EXPECT_THAT(read_file(file("here/report.html")), Not(HasSubstr("<section id=\"machines\">")));
}

TEST_F(MoreMachines, WayOfLaunchingIsNoPartOfARun) {
  ASSERT_EQ(run("here").code, 0);
  ASSERT_EQ(run("units", {"--launch", "hand"}).code, 0);
  EXPECT_EQ(read_file(file("units/config")), read_file(file("here/config")));
  EXPECT_EQ(run_hone({"run", "--resume", file("units"), "--generations", "2"}).code, 0);
  EXPECT_EQ(run_hone({"run", "--resume", file("here"), "--generations", "2", "--launch", "hand"}).code, 0);
  expect_same_results("units", "here");
  EXPECT_EQ(read_file(file("units/gen-002/gate.json")), read_file(file("here/gen-002/gate.json")));
}

TEST_F(MoreMachines, MatchByUnitsHasTheSameRecord) {
  const auto match = [&](const std::string& record, std::vector<std::string> more) {
    more.insert(more.begin(),
                {"match", "--game", "tic_tac_toe", "--player", "a=weights:material", "--player", "b=weights:zero",
                 "--player", "r=random", "--depth", "2", "--games", "60", "--record", file(record)});
    return run_hone(more);
  };
  ASSERT_EQ(match("here", {}).code, 0);
  const Finished units = match("units", {"--launch", "hand", "--unit-games", "12"});
  ASSERT_EQ(units.code, 0) << units.err;
  EXPECT_EQ(read_file(file("units")), read_file(file("here")));
  EXPECT_THAT(units.out, HasSubstr("Units          5 by hand"));
  EXPECT_FALSE(fs::exists(file("units.units")));
  fs::create_directories(file("kept.units/of"));
  ASSERT_EQ(match("kept", {}).code, 0);
  EXPECT_TRUE(fs::exists(file("kept.units/of"))) << "it is somebody's";
}

TEST_F(MoreMachines, LaunchesThatCannotBeAreRefusedInWords) {
  const std::vector<std::string> match{"match",    "--game",         "tic_tac_toe", "--player", "a=weights:material",
                                       "--player", "b=weights:zero", "--games",     "4"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), match.begin(), match.end());
    return run_hone(more);
  };
  struct Case {
    Finished found;
    const char* why;
  };
  for (const auto& [found, why] :
       {Case{with({"--depth", "1", "--launch", "hand"}), "--launch hand takes --record F"},
        Case{with({"--movetime", "5", "--launch", "hand", "--record", file("r")}), "limits in time"},
        Case{with({"--depth", "1", "--launch", "ssh", "--record", file("r")}), "takes --hosts"},
        Case{with({"--depth", "1", "--hosts", "pc2", "--launch", "hand", "--record", file("r")}),
             "goes with --launch ssh"},
        Case{with({"--depth", "1", "--launch", "ssh", "--hosts", "-oX", "--record", file("r")}), "expected hosts as"},
        Case{run("r", {"--launch", "slurm"}), "this is no Slurm job"},
        Case{run("r", {"--launch", "hand", "--match-movetime", "5"}), "limits in time"},
        Case{run("r", {"--launch", "mpi"}), "local, hand, slurm"}}) {
    EXPECT_EQ(found.code, 2) << why;
    EXPECT_THAT(found.err, HasSubstr(why));
  }
  EXPECT_FALSE(fs::exists(file("r")));
}

// A folder of units that no coordinator attends, as one that was killed leaves it.
class Abandoned : public MoreMachines {
 protected:
  // The run is stopped in its first step.
  [[nodiscard]] std::string units() const {
    const Finished stopped = run("r", {"--launch", "hand", "--unit-games", "500"},
                                 {.input = {}, .environment = {}, .stdout_file = {}, .interrupt = true}, "200000");
    EXPECT_EQ(stopped.code, 3) << stopped.err;
    const std::string folder = file("r/gen-001/units/selfplay");
    fs::remove(folder + "/STOP");
    return folder;
  }
};

TEST_F(Abandoned, UnitsAreRefusedByAnotherPlay) {
  const std::string folder = units();
  units::UnitPlan plan = units::read_plan(folder + "/plan.json");
  for (auto& [name, value] : plan.header.settings) {
    if (name == "play signature") value = "0123456789abcdef";
  }
  units::write_plan(folder + "/plan.json", plan);
  const Finished refused = run_hone({"work", folder});
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr("another build"));
  EXPECT_THAT(refused.err, HasSubstr("0123456789abcdef"));
}

// The same program with another choice of functions in the C library, as on a processor without fused operations.
TEST_F(Abandoned, UnitsAreRefusedByAnotherMathematicsLibrary) {
  const std::string folder = units();
  const Finished refused =
      run_hone({"work", folder, "--unit", "000000000-000000499", "--write", file("unit.games")},
               {.environment = {{"GLIBC_TUNABLES", "glibc.cpu.hwcaps=-FMA,-AVX2_Usable,-AVX2,-FMA4"}}});
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr("another build, or on another kind of processor"));
  EXPECT_FALSE(fs::exists(file("unit.games")));
}

TEST_F(Abandoned, OneUnitIsPlayedElsewhere) {
  const std::string folder = units();
  const units::UnitPlan plan = units::read_plan(folder + "/plan.json");
  const Finished worked =
      run_hone({"work", folder, "--unit", plan.name_of(plan.units() - 1), "--write", file("unit.games")});
  EXPECT_EQ(worked.code, 0) << worked.err;
  EXPECT_THAT(worked.out, HasSubstr("Units          1 (500 games"));
  EXPECT_THAT(run_hone({"data", "info", file("unit.games")}).out, HasSubstr("Setting        host = "));
  const std::string start = file("r/start.weights"), before = read_file(start);
  const Finished refused = run_hone({"work", folder, "--unit", plan.name_of(0), "--write", start});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("is a file of the run"));
  EXPECT_EQ(read_file(start), before);
}

TEST_F(Abandoned, WorkerIsToldItsPlaceBySlurm) {
  const std::string folder = units();
  const Finished wrong =
      run_hone({"work", folder},
               {.input = {}, .environment = {{"SLURM_PROCID", "3"}, {"SLURM_STEP_NUM_TASKS", "2"}}, .stdout_file = {}});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--slot 3 of 2"));
}

TEST_F(MoreMachines, WorkThatCannotBeIsRefusedInWords) {
  struct Case {
    std::vector<std::string> words;
    const char* why;
  };
  for (const auto& [words, why] :
       {Case{{"work"}, "units"}, Case{{"work", file("none")}, "plan.json"},
        Case{{"work", folder_.path().string(), "--slot", "2"}, "--slot I goes with --of N"},
        Case{{"work", folder_.path().string(), "--unit", "x"}, "--unit NAME and --write F go together"}}) {
    const Finished found = run_hone(words);
    EXPECT_EQ(found.code, 2) << why;
    EXPECT_THAT(found.err, HasSubstr(why));
  }
}

// Slurm gives a job that was requeued its first command again.
TEST_F(MoreMachines, RequeuedJobGoesOn) {
  ASSERT_EQ(run("whole").code, 0);
  ASSERT_EQ(run("job", {"--launch", "hand"}).code, 0);
  EXPECT_EQ(run("job", {"--launch", "hand"}).code, 2) << "elsewhere a folder is not taken twice";
  const Finished again =
      run("job", {"--launch", "slurm"}, {.input = {}, .environment = {{"SLURM_JOB_ID", "1"}}, .stdout_file = {}});
  EXPECT_EQ(again.code, 0) << again.err;
  expect_same_results("job", "whole");
}

// Puts a folder before those in which programs are looked for, while it lives.
class PathBefore {
 public:
  explicit PathBefore(const fs::path& folder) : path_(std::getenv("PATH")) {
    ::setenv("PATH", (folder.string() + ":" + path_).c_str(), 1);
  }
  PathBefore(const PathBefore&) = delete;
  PathBefore& operator=(const PathBefore&) = delete;
  ~PathBefore() { ::setenv("PATH", path_.c_str(), 1); }

 private:
  std::string path_;
};

// A stand-in for srun, which starts one worker here for any step. The first says that all went well, and does nothing.
TEST_F(MoreMachines, WordOfSlurmIsNotBelieved) {
  ASSERT_EQ(run("here").code, 0);
  const fs::path srun = folder_ / "srun";
  std::ofstream(srun) << "#!/bin/sh\n"
                         "echo \"$*\" >>"
                      << file("calls")
                      << "\n"
                         "[ $(wc -l <"
                      << file("calls")
                      << ") -gt 1 ] || exit 0\n"
                         "while [ \"$1\" != "
                      << HONE_BINARY
                      << " ]; do shift; done\n"
                         "exec env SLURM_STEP_ID=1 SLURMD_NODENAME=n7 SLURM_CPUS_ON_NODE=1 \"$@\"\n";
  fs::permissions(srun, fs::perms::owner_all);
  const PathBefore path(folder_.path());
  const Finished units = run("units", {"--launch", "slurm", "--unit-games", "8"},
                             {.input = {}, .environment = {{"SLURM_JOB_ID", "1"}}, .stdout_file = {}});
  ASSERT_EQ(units.code, 0) << units.err;
  EXPECT_THAT(units.err, HasSubstr("are launched again"));
  expect_same_results("units", "here");
  const std::string calls = read_file(file("calls"));
  EXPECT_THAT(calls, HasSubstr("--nodes=1 --ntasks-per-node=1"));
  EXPECT_THAT(calls, HasSubstr("--relative=0")) << "one step a node where the step on all of them brought nothing";
  ASSERT_EQ(run_hone({"run", "--status", file("units"), "--json", file("status.json")}).code, 0);
  const auto json = nlohmann::json::parse(read_file(file("status.json")));
  EXPECT_EQ(json["distribution"]["relaunched"], 1);
  EXPECT_EQ(json["distribution"]["hosts"][0]["host"], "n7");
}

// With GNU parallel, where it is installed, and this machine as the only host.
TEST_F(MoreMachines, ParallelPlaysUnitsHere) {
  if (!fs::exists("/usr/bin/parallel")) GTEST_SKIP() << "GNU parallel is not installed";
  ASSERT_EQ(run("here").code, 0);
  const Finished units = run("units", {"--launch", "ssh", "--hosts", "local/2", "--unit-games", "20"});
  ASSERT_EQ(units.code, 0) << units.err;
  expect_same_results("units", "here");
}

}  // namespace
}  // namespace hone::cli
