// SPDX-License-Identifier: MIT
//
// What workers play comes to the bytes that one process writes, whatever becomes of units on the way.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/game_file.hpp"
#include "data/random.hpp"
#include "tests/tuner/run/loop_support.hpp"
#include "tuner/match/stage_games.hpp"
#include "tuner/play/self_play_games.hpp"
#include "tuner/units/coordinator.hpp"
#include "tuner/units/job.hpp"
#include "tuner/units/unit_folder.hpp"
#include "tuner/units/unit_plan.hpp"
#include "tuner/units/verify.hpp"
#include "tuner/units/worker.hpp"

namespace hone::units {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// -- The plan

UnitPlan plan_of_games(std::uint64_t first, std::uint64_t end, std::uint64_t unit_games) {
  return {.header = {"tic_tac_toe", {"player"}, 7, {{"limits", "depth 1"}}},
          .first = first,
          .end = end,
          .unit_games = unit_games};
}

TEST(UnitPlan, CutsAllGamesIntoUnits) {
  const UnitPlan plan = plan_of_games(10, 31, 8);
  ASSERT_EQ(plan.units(), 3U);
  EXPECT_EQ(plan.first_of(0), 10U);
  EXPECT_EQ(plan.end_of(1), 26U);
  EXPECT_EQ(plan.end_of(2), 31U);
  EXPECT_EQ(plan.name_of(2), "000000026-000000030");
}

TEST(UnitPlan, KnowsItsUnitsByTheirNamesAndNoOthers) {
  const UnitPlan plan = plan_of_games(10, 31, 8);
  for (std::uint64_t unit = 0; unit < plan.units(); ++unit) EXPECT_EQ(plan.unit_called(plan.name_of(unit)), unit);
  for (const char* other : {"", "-", "plan", "000000010", "000000010-000000018", "000000011-000000018",
                            "000000031-000000038", "000000002-000000009", "99999999999999999999999-1"}) {
    EXPECT_EQ(plan.unit_called(other), std::nullopt) << other;
  }
}

TEST(UnitPlan, ComesBackAsItWasWritten) {
  const TempFolder folder;
  UnitPlan plan = plan_of_games(10, 31, 8);
  plan.has_numbered_seeds = true;
  plan.job = R"({"kind":"self_play"})";
  plan.files = {{"player.weights", {12, 34}}};
  write_plan(folder / "plan.json", plan);
  const UnitPlan found = read_plan(folder / "plan.json");
  EXPECT_EQ(found.header, plan.header);
  EXPECT_EQ(found.first, 10U);
  EXPECT_EQ(found.end, 31U);
  EXPECT_EQ(found.unit_games, 8U);
  EXPECT_TRUE(found.has_numbered_seeds);
  EXPECT_EQ(found.job, plan.job);
  EXPECT_EQ(found.files, plan.files);
}

TEST(UnitPlan, ThatWasChangedIsRefused) {
  const TempFolder folder;
  write_plan(folder / "plan.json", plan_of_games(10, 31, 8));
  std::string text = read_file(folder / "plan.json");
  text.replace(text.find("31"), 2, "41");
  write_plainly(folder / "plan.json", text);
  EXPECT_THROW(static_cast<void>(read_plan(folder / "plan.json")), Error);
  write_plainly(folder / "plan.json", "");
  EXPECT_THROW(static_cast<void>(read_plan(folder / "plan.json")), Error);
}

// -- Self-play

play::SelfPlayOptions varied_self_play(std::uint64_t games) {
  play::SelfPlayOptions options = run::shallow_self_play(games);
  options.variety.noise = 20;
  options.seed = 5;
  return options;
}

struct Stage {
  Weights weights = run::tic_tac_toe().material_weights();
  play::SelfPlayOptions options = varied_self_play(150);
  LaunchOptions launch = {.launch = Launch::hand, .unit_games = 7};
  Distribution distribution = {};
  std::vector<std::string> notices = {};
  std::function<void()> at_notice = [] {};

  [[nodiscard]] play::SelfPlaySummary play_here(const fs::path& file) const {
    return play::self_play(run::tic_tac_toe(), weights, options, file, play::Existing::refuse, {});
  }

  // `tamper` is called with the folder when the job is written, before any worker is at work.
  play::SelfPlaySummary play_by_units(const fs::path& file, const std::function<void(const fs::path&)>& tamper = {},
                                      const std::stop_token& stop = {}, int threads = 2) {
    StageOfUnits stage = self_play_stage(weights, options);
    stage.write = [write = stage.write, &tamper](const fs::path& folder) {
      WrittenJob job = write(folder);
      if (tamper) tamper(folder);
      return job;
    };
    Coordinator coordinator(launch, threads, units(file), std::move(stage), distribution,
                            [this](const std::string& what) {
                              notices.push_back(what);
                              at_notice();
                            });
    return play::self_play(run::tic_tac_toe(), weights, options, file, play::Existing::go_on, stop, {}, &coordinator);
  }

  static fs::path units(fs::path file) { return file += ".units"; }

  [[nodiscard]] UnitPlan plan() const {
    return {.header = play::self_play_games(run::tic_tac_toe(), weights, options).header,
            .first = 0,
            .end = options.games,
            .unit_games = launch.unit_games,
            .has_numbered_seeds = true};
  }
  // The games of a unit, as a worker of this host would hand them in.
  [[nodiscard]] std::vector<GameRecord> games_of(std::uint64_t unit) const {
    const play::PlayGame play = play::self_play_games(run::tic_tac_toe(), weights, options).make_player();
    std::vector<GameRecord> games;
    for (std::uint64_t number = plan().first_of(unit); number < plan().end_of(unit); ++number) {
      games.push_back(play(number, {}).value());
    }
    return games;
  }
  [[nodiscard]] std::string unit_by(const std::string& host, const std::vector<GameRecord>& games) const {
    return format_games(header_by(plan().header, {host, 1.5}), games);
  }
};

TEST(Units, OfAnySizeComeToTheSameBytes) {
  const TempFolder folder;
  Stage stage;
  const play::SelfPlaySummary whole = stage.play_here(folder / "whole");
  ASSERT_GT(whole.tally.duplicates, 0U) << "repeated games are what makes merging hard";
  for (const std::uint64_t size : {1, 7, 64, 1000}) {
    stage.launch.unit_games = size;
    const fs::path file = folder / fmt::format("{}", size);
    const play::SelfPlaySummary summary = stage.play_by_units(file);
    EXPECT_TRUE(summary.complete);
    EXPECT_EQ(summary.tally.duplicates, whole.tally.duplicates);
    EXPECT_EQ(read_file(file), read_file(folder / "whole")) << size;
  }
  EXPECT_THAT(stage.notices, IsEmpty());
}

TEST(Units, AreCountedByHost) {
  const TempFolder folder;
  Stage stage;
  stage.play_by_units(folder / "games");
  EXPECT_EQ(stage.distribution.launch, "hand");
  EXPECT_EQ(stage.distribution.units, 22U);
  ASSERT_EQ(stage.distribution.hosts.size(), 1U);
  EXPECT_EQ(stage.distribution.hosts[0].games, 150U);
  EXPECT_EQ(stage.distribution.games(), 150U);
}

TEST(Units, StoppedStageGoesOnToTheSameBytes) {
  const TempFolder folder;
  Stage stage;
  stage.options.games = 3'000;
  static_cast<void>(stage.play_here(folder / "whole"));
  int sessions = 0;
  for (bool done = false; !done && sessions < 200; ++sessions) {
    std::stop_source stop;
    // Later and later, so that the slowest machine comes to the end.
    std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(40) * (1 << sessions / 10));
      stop.request_stop();
    });
    done = stage.play_by_units(folder / "games", {}, stop.get_token()).complete;
  }
  EXPECT_EQ(read_file(folder / "games"), read_file(folder / "whole")) << sessions << " sessions";
}

TEST(Units, WorkersShareAFolderWithoutClaims) {
  const TempFolder folder;
  Stage stage;
  stage.options.games = 600;
  static_cast<void>(stage.play_here(folder / "whole"));
  std::vector<std::jthread> workers;
  const auto start_workers = [&](const fs::path& units) {
    for (std::uint64_t slot = 0; slot < 3; ++slot) {
      workers.emplace_back([units, slot](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
          try {
            work(units, {.slot = slot, .of = 3, .threads = 1, .host = fmt::format("pc{}", slot)}, stop);
          } catch (const Error&) {  // the plan is not there yet
          }
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
      });
    }
  };
  EXPECT_TRUE(stage.play_by_units(folder / "games", start_workers).complete);
  for (std::jthread& worker : workers) worker.request_stop();
  EXPECT_EQ(read_file(folder / "games"), read_file(folder / "whole"));
  EXPECT_EQ(stage.distribution.games(), 600U);
  EXPECT_THAT(stage.notices, IsEmpty());
}

// -- Units that are wrong

TEST(Units, ThatAreWrongArePlayedAgain) {
  const TempFolder folder;
  Stage stage;
  static_cast<void>(stage.play_here(folder / "whole"));
  const auto games = stage.games_of(0);
  auto other_seed = games, other_move = games, gap = games, short_unit = games;
  for (GameRecord& game : other_seed) ++game.seed;
  for (GameRecord& game : other_move) game.moves.back().score += 1;
  gap[3].number += 1;
  short_unit.pop_back();
  Stage foreign;
  foreign.options.limits.depth = 2;
  std::string torn = stage.unit_by("pc", games), flipped = torn;
  torn.resize(torn.size() - 5);
  flipped[flipped.size() / 2] ^= 4;
  const std::vector<std::pair<std::string, std::string>> faults{
      {stage.unit_by("pc", other_seed), "has another seed"},
      {stage.unit_by("pc", other_move), "is another one when it is played again"},
      {stage.unit_by("pc", gap), "game 4 stands where game 3 should"},
      {stage.unit_by("pc", short_unit), "it has 6 games instead of 7"},
      {foreign.unit_by("pc", games), "limits is 'depth 2' there and 'depth 1' here"},
      {torn, "torn block"},
      {flipped, "checksum"},
      {"", "expected a game file"},
      {"hone games 1\n", "header is not whole"}};
  for (const auto& [content, what] : faults) {
    stage.notices.clear();
    stage.distribution = {};
    const fs::path file = folder / "games";
    fs::remove(file);
    stage.play_by_units(
        file, [&](const fs::path& units) { write_plainly(units / (stage.plan().name_of(0) + ".games"), content); });
    EXPECT_EQ(read_file(file), read_file(folder / "whole")) << what;
    ASSERT_EQ(stage.notices.size(), 1U) << what;
    EXPECT_THAT(stage.notices[0], HasSubstr(what));
    EXPECT_EQ(stage.distribution.bad, 1U);
    EXPECT_TRUE(fs::exists(Stage::units(file) / "bad")) << "it is kept to be looked at";
    fs::remove_all(Stage::units(file));
  }
}

TEST(Units, GoodOnesOfAnotherSessionAreMadeUseOf) {
  const TempFolder folder;
  Stage stage;
  static_cast<void>(stage.play_here(folder / "whole"));
  stage.play_by_units(folder / "games", [&](const fs::path& units) {
    write_plainly(units / (stage.plan().name_of(3) + ".games"), stage.unit_by("far", stage.games_of(3)));
  });
  EXPECT_EQ(read_file(folder / "games"), read_file(folder / "whole"));
  ASSERT_EQ(stage.distribution.hosts.size(), 2U);
  EXPECT_EQ(stage.distribution.work_of("far").units, 1U);
  EXPECT_EQ(stage.distribution.work_of("far").cpu_seconds, 1.5);
}

TEST(Units, HostOfThreeBadOnesIsLeftOut) {
  const TempFolder folder;
  Stage stage;
  static_cast<void>(stage.play_here(folder / "whole"));
  stage.play_by_units(folder / "games", [&](const fs::path& units) {
    for (const std::uint64_t unit : {1, 4, 6}) {
      write_plainly(units / (stage.plan().name_of(unit) + ".games"), stage.unit_by("../evil", {}));
    }
  });
  EXPECT_EQ(read_file(folder / "games"), read_file(folder / "whole"));
  EXPECT_EQ(stage.distribution.work_of("../evil").bad, 3U);
  ASSERT_EQ(stage.notices.size(), 4U);
  EXPECT_THAT(stage.notices, testing::Contains("../evil: 3 units were wrong, and it is left out"));
  const UnitFolder units(Stage::units(folder / "games"), stage.plan());
  EXPECT_TRUE(units.is_left_out("../evil"));
  EXPECT_FALSE(fs::exists(Stage::units(folder / "games") / "evil")) << "what a unit calls its host is no path";
}

// The stages of a match are counted together, and each has a folder of its own.
TEST(Units, HostOfThreeBadOnesIsLeftOutOfEachStage) {
  const TempFolder folder;
  Stage stage;
  for (const char* const name : {"first", "second"}) {
    stage.play_by_units(folder / name, [&](const fs::path& units) {
      for (const std::uint64_t unit : {1, 4, 6}) {
        write_plainly(units / (stage.plan().name_of(unit) + ".games"), stage.unit_by("pc", {}));
      }
    });
    EXPECT_TRUE(UnitFolder(Stage::units(folder / name), stage.plan()).is_left_out("pc")) << name;
  }
  EXPECT_EQ(stage.distribution.work_of("pc").bad, 6U);
}

// Somebody wanted workers to end, but the games are still needed.
TEST(Units, ArePlayedThoughAFileSaysStop) {
  const TempFolder folder;
  Stage stage;
  static_cast<void>(stage.play_here(folder / "whole"));
  EXPECT_TRUE(
      stage.play_by_units(folder / "games", [](const fs::path& units) { write_plainly(units / "STOP", ""); }).complete);
  EXPECT_EQ(read_file(folder / "games"), read_file(folder / "whole"));
}

// A unit that is to be played again needs the file that says how many are open.
TEST(Units, ArePlayedThoughTheFileOfOpenOnesIsDamaged) {
  for (const char* const damage : {"", "x\n", "0\n"}) {
    const TempFolder folder;
    Stage stage;
    static_cast<void>(stage.play_here(folder / "whole"));
    const fs::path units = Stage::units(folder / "games");
    stage.at_notice = [&] {
      if (stage.notices.size() == 1) write_plainly(units / "open", damage);
    };
    stage.play_by_units(folder / "games", [&](const fs::path& there) {
      write_plainly(there / (stage.plan().name_of(0) + ".games"), stage.unit_by("pc", {}));
    });
    EXPECT_EQ(read_file(folder / "games"), read_file(folder / "whole")) << damage;
    EXPECT_THAT(stage.notices,
                ElementsAre(HasSubstr("is played again"),
                            HasSubstr("open: does not say that 22 units may be played, and is written again")));
    EXPECT_EQ(read_file(units / "open"), "22\n");
  }
}

// -- Folders with something in them

// The folders beside `units` into which something was set aside.
std::vector<fs::path> folders_aside(const fs::path& units) {
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(units.parent_path())) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(units.filename().string() + ".aside.")) found.push_back(entry.path());
  }
  return found;
}

TEST(Units, DoNotTouchAFolderOfOtherFiles) {
  const TempFolder folder;
  Stage stage;
  const fs::path units = Stage::units(folder / "games");
  fs::create_directories(units);
  write_plainly(units / "thesis", "mine");
  try {
    stage.play_by_units(folder / "games");
    FAIL() << "somebody else's folder";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("games.units: expected units, or a new or empty folder, found other files"));
  }
  EXPECT_EQ(read_file(units / "thesis"), "mine");
  EXPECT_FALSE(fs::exists(units / "player.weights"));
}

TEST(Units, NameTheFileThatTheSystemRefuses) {
  const TempFolder folder;
  Stage stage;
  const std::string twice = stage.plan().name_of(0) + ".twice.pc.1";
  try {
    stage.play_by_units(folder / "games", [&](const fs::path& units) { fs::create_directory(units / twice); });
    FAIL() << "a folder is no unit";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("games.units/" + twice + ": cannot remove: Is a directory"));
  }
}

TEST(Units, GoOnInAFolderThatHasNoPlanYet) {
  const TempFolder folder;
  Stage stage;
  const fs::path units = Stage::units(folder / "games");
  fs::create_directories(units);
  static_cast<void>(write_job(units, stage.weights, stage.options));  // as early versions left it, without `open`
  EXPECT_TRUE(stage.play_by_units(folder / "games").complete);
  EXPECT_THAT(stage.notices, IsEmpty());
}

// Plays a stage by units, changes something and plays it again: the units of before lie aside then, which is told.
void expect_set_aside(const std::function<void(Stage& stage, const fs::path& units)>& change, const char* notice) {
  const TempFolder folder;
  Stage stage;
  const fs::path units = Stage::units(folder / "games");
  stage.play_by_units(folder / "games");
  const std::string first = stage.plan().name_of(0) + ".games", games = read_file(units / first);
  fs::remove(folder / "games");
  change(stage, units);
  EXPECT_TRUE(stage.play_by_units(folder / "games").complete);
  EXPECT_THAT(stage.notices, ElementsAre(HasSubstr(notice)));
  const std::vector<fs::path> aside = folders_aside(units);
  ASSERT_EQ(aside.size(), 1U);
  EXPECT_EQ(read_file(aside[0] / first), games);
}

TEST(Units, WithADamagedPlanAreSetAside) {
  expect_set_aside([](Stage&, const fs::path& units) { write_plainly(UnitFolder::plan_in(units), "{}"); },
                   "the plan of these units is damaged");
}

TEST(Units, OfOtherGamesAreSetAside) {
  expect_set_aside([](Stage& stage, const fs::path&) { ++stage.options.seed; }, "these units are of other games");
}

// -- Units with two contents

TEST(Units, WithTwoContentsStopTheStage) {
  const TempFolder folder;
  Stage stage;
  try {
    stage.play_by_units(folder / "games", [&](const fs::path& units) {
      auto games = stage.games_of(2);
      write_plainly(units / (stage.plan().name_of(2) + ".games"), stage.unit_by("pc1", games));
      games[4].moves.back().score += 1;
      write_plainly(units / (stage.plan().name_of(2) + ".other.pc2.1"), stage.unit_by("pc2", games));
    });
    FAIL() << "two contents are not a matter of taste";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::system);
    EXPECT_THAT(error.what(), HasSubstr("played twice and came out differently"));
  }
}

TEST(Units, DamagedOneGivesWayToTheSecond) {
  const TempFolder folder;
  Stage stage;
  static_cast<void>(stage.play_here(folder / "whole"));
  const auto games = stage.games_of(2);
  stage.play_by_units(folder / "games", [&](const fs::path& units) {
    write_plainly(units / (stage.plan().name_of(2) + ".games"), stage.unit_by("torn", games).substr(0, 700));
    write_plainly(units / (stage.plan().name_of(2) + ".other.pc2.1"), stage.unit_by("whole", games));
  });
  EXPECT_EQ(read_file(folder / "games"), read_file(folder / "whole"));
  EXPECT_EQ(stage.distribution.work_of("torn").bad, 1U);
  EXPECT_EQ(stage.distribution.work_of("whole").units, 1U);
}

// It came while a damaged one was there, which has gone since.
TEST(Units, SecondOneWithTheSameGamesIsNoOther) {
  const TempFolder folder;
  Stage stage;
  static_cast<void>(stage.play_here(folder / "whole"));
  const auto games = stage.games_of(2);
  stage.play_by_units(folder / "games", [&](const fs::path& units) {
    write_plainly(units / (stage.plan().name_of(2) + ".games"), stage.unit_by("one", games));
    write_plainly(units / (stage.plan().name_of(2) + ".other.pc2.1"), stage.unit_by("two", games));
  });
  EXPECT_EQ(read_file(folder / "games"), read_file(folder / "whole"));
  EXPECT_EQ(stage.distribution.twice, 1U);
  EXPECT_THAT(stage.notices, IsEmpty());
}

// -- The folder

TEST(UnitFolder, NeverReplacesAUnit) {
  const TempFolder folder;
  const Stage stage;
  const UnitFolder units(folder.path(), stage.plan());
  const auto games = stage.games_of(0);
  const auto publish = [&](const std::string& content) {
    const fs::path file = units.new_file_of(0);
    write_plainly(file, content);
    return units.publish(0, file);
  };
  const std::string first = stage.unit_by("one", games);
  EXPECT_EQ(publish(first), UnitFolder::Published::first);
  EXPECT_EQ(publish(stage.unit_by("two", games)), UnitFolder::Published::twice);
  EXPECT_EQ(publish(stage.unit_by("three", stage.games_of(1))), UnitFolder::Published::other);
  EXPECT_EQ(read_file(units.file_of(0)), first);
  const Found found = units.look();
  EXPECT_THAT(found.finished, ElementsAre(0U));
  EXPECT_EQ(found.twice.size(), 1U);
  EXPECT_EQ(found.others.size(), 1U);
  EXPECT_THAT(found.in_the_making, IsEmpty());
}

// GNU parallel and rsync bring units under names of their own until they are whole.
TEST(UnitFolder, TakesNoUnitThatIsOnItsWay) {
  const TempFolder folder;
  const UnitFolder units(folder.path(), Stage().plan());
  const std::string name = units.plan().name_of(1);
  fs::create_directory(folder / "in");
  for (const std::string& half : {"." + name + ".0123.Xy12", name + ".0123.99.tmp", std::string("other")}) {
    write_plainly(folder / "in" / half, "x");
  }
  EXPECT_THAT(units.look().arrived, IsEmpty());
  write_plainly(folder / "in" / (name + ".0123"), "x");
  ASSERT_EQ(units.look().arrived.size(), 1U);
  EXPECT_EQ(units.look().arrived[0].first, 1U);
}

TEST(UnitFolder, ThatIsGoneHoldsNothingAndSaysStop) {
  const TempFolder folder;
  const UnitFolder units(folder / "gone", Stage().plan());
  EXPECT_THAT(units.look().finished, IsEmpty());
  EXPECT_TRUE(units.is_stopped());
  units.stop();
  EXPECT_FALSE(fs::exists(folder / "gone"));
}

// -- The worker

TEST(Work, IsRefusedWhereThePlayIsAnother) {
  const TempFolder folder;
  const Stage stage;
  const auto plan_with = [&](const GameFileHeader& header) {
    UnitPlan plan = stage.plan();
    const WrittenJob job = write_job(folder.path(), stage.weights, stage.options);
    plan.job = job.job;
    plan.files = job.files;
    plan.header = header;
    write_plan(UnitFolder::plan_in(folder.path()), plan);
  };
  GameFileHeader header = stage.plan().header;
  const auto signature =
      std::ranges::find(header.settings, signature_setting, &std::pair<std::string, std::string>::first);
  ASSERT_NE(signature, header.settings.end());
  signature->second = "0123456789abcdef";
  plan_with(header);
  try {
    work(folder.path(), {.patience = {}}, {});
    FAIL() << "another build";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::system) << "exit code 3";
    EXPECT_THAT(error.what(), HasSubstr("another build"));
    EXPECT_THAT(error.what(), HasSubstr("0123456789abcdef"));
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
  }
  plan_with(stage.plan().header);
  write_plainly(folder / "player.weights", read_file(folder / "player.weights") + "# other\n");
  EXPECT_THROW(work(folder.path(), {.patience = {}}, {}), Error);
  EXPECT_THAT(UnitFolder(folder.path(), stage.plan()).look().finished, IsEmpty()) << "before its first unit";
}

TEST(Work, EndsWhenAFileSaysStop) {
  const TempFolder folder;
  Stage stage;
  stage.options.games = 1'000'000;
  UnitPlan plan = stage.plan();
  const WrittenJob job = write_job(folder.path(), stage.weights, stage.options);
  plan.job = job.job;
  plan.files = job.files;
  write_plan(UnitFolder::plan_in(folder.path()), plan);
  const auto stop_after_first = [&](const WorkSummary&) { write_plainly(folder / "STOP", ""); };
  const WorkSummary done = work(folder.path(), {}, {}, stop_after_first);
  EXPECT_EQ(done.end, WorkEnd::done);
  EXPECT_LT(done.units, 10U);
}

// Of a test a few units are open at a time, and nobody opens more when the coordinator is gone.
TEST(Work, LeavesATestThatNobodyGoesOnWith) {
  const TempFolder folder;
  const Stage stage;
  UnitPlan plan = stage.plan();
  const WrittenJob job = write_job(folder.path(), stage.weights, stage.options);
  plan.job = job.job;
  plan.files = job.files;
  write_plan(UnitFolder::plan_in(folder.path()), plan);
  UnitFolder(folder.path(), plan).open(2);
  const WorkSummary done = work(folder.path(), {.threads = 1, .patience = std::chrono::milliseconds(20)}, {});
  EXPECT_EQ(done.end, WorkEnd::done);
  EXPECT_EQ(done.units, 2U);
}

TEST(Work, OnOneUnitWritesItElsewhere) {
  const TempFolder folder;
  const Stage stage;
  UnitPlan plan = stage.plan();
  const WrittenJob job = write_job(folder.path(), stage.weights, stage.options);
  plan.job = job.job;
  plan.files = job.files;
  write_plan(UnitFolder::plan_in(folder.path()), plan);
  const WorkSummary done = work_on(folder.path(), plan.name_of(2), folder / "unit", {.host = "pc"}, {});
  EXPECT_EQ(done.games, 7U);
  const auto play = play::self_play_games(run::tic_tac_toe(), stage.weights, stage.options).make_player();
  const CheckedUnit checked = check_unit(plan, 2, folder / "unit", play, 7, {});
  EXPECT_EQ(checked.fault, "");
  EXPECT_EQ(checked.maker.host, "pc");
  EXPECT_THROW(work_on(folder.path(), "nothing", folder / "unit", {}, {}), Error);
}

// A worker that lies in k of n games of a unit is found by r replays in 1 - C(n-k, r) / C(n, r) of cases, which is the
// formula 1 - (1 - f)^r for replays that are drawn without repetition.
double chance_to_be_found(int games, int lies, int replays) {
  double missed = 1;
  for (int i = 0; i < replays; ++i) missed *= static_cast<double>(games - lies - i) / (games - i);
  return 1 - std::max(0.0, missed);
}

TEST(Verification, FindsLiesAsOftenAsTheirShareSays) {
  const TempFolder folder;
  Stage stage;
  constexpr int games = 40, cases = 150;
  stage.launch.unit_games = games;
  stage.options.games = games * cases;
  const play::NumberedGames numbered = play::self_play_games(run::tic_tac_toe(), stage.weights, stage.options);
  const play::PlayGame play = numbered.make_player();
  UnitPlan plan = stage.plan();
  Random random(3);
  for (const auto& [lies, replays] : {std::pair(4, 1), std::pair(4, 3), std::pair(20, 1), std::pair(1, 5)}) {
    int found = 0;
    for (std::uint64_t unit = 0; unit < cases; ++unit) {
      std::vector<GameRecord> unit_games;
      for (auto number = plan.first_of(unit); number < plan.end_of(unit); ++number) {
        unit_games.push_back(play(number, {}).value());
      }
      std::set<std::uint64_t> lying;
      while (lying.size() < static_cast<std::size_t>(lies)) lying.insert(random.below(games));
      for (const std::uint64_t game : lying) unit_games[game].moves.back().score += 1;
      write_plainly(folder / "unit", stage.unit_by("liar", unit_games));
      found +=
          check_unit(plan, unit, folder / "unit", play, static_cast<std::uint64_t>(replays), {}).fault.empty() ? 0 : 1;
    }
    const double chance = chance_to_be_found(games, lies, replays);
    const double deviation = std::sqrt(cases * chance * (1 - chance));
    EXPECT_NEAR(found, cases * chance, 4 * deviation) << lies << " lies, " << replays << " replays";
  }
}

// -- Tournaments

play::Entrant entrant(const char* name, const Weights& weights) {
  return play::weights_entrant(run::tic_tac_toe(), name, weights, run::shallow_tournament(1).engine);
}

Weights winning_weights() {
  Weights weights = run::bad_weights();
  for (double& value : weights.values) value = -value;
  return weights;
}

struct Match {
  std::vector<play::Entrant> players;
  match::TournamentOptions options;
  LaunchOptions launch = {.launch = Launch::hand, .unit_games = 6};
  Distribution distribution = {};

  match::TournamentResult play_here(const fs::path& file) const {
    return match::play_tournament(run::tic_tac_toe(), players, options, match::Recording{file}, {});
  }
  match::TournamentResult play_by_units(const fs::path& file) {
    const match::StageSupply supply = [&](const match::StageGames& stage) {
      return std::make_unique<Coordinator>(launch, 2, file.string() + fmt::format(".units-{}", stage.number),
                                           match_stage(players, options, stage), distribution,
                                           [](const std::string& what) { ADD_FAILURE() << what; });
    };
    return match::play_tournament(run::tic_tac_toe(), players, options, match::Recording{file}, {}, {}, supply);
  }
};

std::vector<play::Entrant> four_players() {
  return {entrant("good", winning_weights()), entrant("bad", run::bad_weights()), play::random_entrant("random"),
          entrant("material", run::tic_tac_toe().material_weights())};
}

TEST(UnitsOfMatches, ComeToTheSameRecordInEveryFormat) {
  const TempFolder folder;
  using match::Format;
  for (const Format format : {Format::round_robin, Format::gauntlet, Format::knockout, Format::swiss}) {
    Match match{four_players(), run::shallow_tournament(96)};
    match.options.format = format;
    const std::string name = match::to_string(format);
    const match::TournamentResult here = match.play_here(folder / (name + ".here"));
    const match::TournamentResult units = match.play_by_units(folder / (name + ".units"));
    EXPECT_TRUE(units.complete);
    EXPECT_EQ(units.tally().games, here.tally().games) << name;
    EXPECT_EQ(read_file(folder / (name + ".units")), read_file(folder / (name + ".here"))) << name;
  }
}

TEST(UnitsOfMatches, EndWithTheVerdictOfTheTest) {
  const TempFolder folder;
  Match match{{entrant("good", winning_weights()), entrant("bad", run::bad_weights())}, run::shallow_tournament(4'000)};
  match.options.sprt = stats::SprtOptions{.elo0 = 0, .elo1 = 20};
  const match::TournamentResult here = match.play_here(folder / "here");
  ASSERT_EQ(here.sprt->verdict, stats::SprtVerdict::accepted);
  const match::TournamentResult units = match.play_by_units(folder / "units");
  EXPECT_EQ(units.sprt->verdict, stats::SprtVerdict::accepted);
  EXPECT_EQ(read_file(folder / "units"), read_file(folder / "here"));
  EXPECT_LT(match.distribution.games(), 4'000U) << "not all were opened";
}

TEST(UnitsOfMatches, TakeWhatTheRecordHolds) {
  const TempFolder folder;
  Match match{four_players(), run::shallow_tournament(96)};
  static_cast<void>(match.play_here(folder / "whole"));
  match.options.games = 36;
  static_cast<void>(match.play_here(folder / "games"));
  match.options.games = 96;
  static_cast<void>(match.play_by_units(folder / "games"));
  EXPECT_EQ(read_file(folder / "games"), read_file(folder / "whole"));
}

TEST(UnitsOfMatches, AreRefusedForPlayersThatDiffer) {
  const TempFolder folder;
  play::Entrant engine = play::random_entrant("engine");
  engine.varies = false;
  const std::vector<play::Entrant> players{entrant("good", winning_weights()), engine};
  EXPECT_THAT(obstacle(players, run::shallow_tournament(2).limits), HasSubstr("engine is a program of its own"));
  Limits timed;
  timed.move_time = std::chrono::milliseconds(5);
  EXPECT_THAT(obstacle(std::vector{players[0]}, timed), HasSubstr("limits in time"));
  EXPECT_THROW(static_cast<void>(write_job(folder.path(), players, run::shallow_tournament(2), {})), Error);
}

// -- Where to

TEST(LaunchOptions, HostsAreNamesWithSlots) {
  const std::vector<LaunchHost> hosts = parse_hosts("pc2,me@pc3.lan/16,local/8");
  ASSERT_EQ(hosts.size(), 3U);
  EXPECT_EQ(hosts[0].name, "pc2");
  EXPECT_EQ(hosts[0].slots, 0);
  EXPECT_EQ(hosts[1].name, "me@pc3.lan");
  EXPECT_EQ(hosts[1].slots, 16);
  EXPECT_EQ(hosts[2].name, "");
  EXPECT_EQ(hosts[2].slots, 8);
  for (const char* bad : {"", "pc2,", "pc2/0", "pc2/x", "-oProxyCommand=x", "a b", "pc2,pc2/3", "$(x)"}) {
    EXPECT_THROW(static_cast<void>(parse_hosts(bad)), Error) << bad;
  }
}

}  // namespace
}  // namespace hone::units
