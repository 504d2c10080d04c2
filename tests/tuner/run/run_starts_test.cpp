// SPDX-License-Identifier: MIT
//
// Where the games of a run begin: its copy of the book, old games, and what the last fit left unsure.
#include "tuner/run/run_starts.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <set>

#include "data/error.hpp"
#include "data/game_file.hpp"
#include "engine/opening.hpp"
#include "tests/tuner/run/run_support.hpp"
#include "tuner/run/journal.hpp"
#include "tuner/run/record.hpp"

namespace hone::run {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr const char* five_positions = "X../.../... O\n.X./.../... O\n.../.X./... O\n.../.../..X O\n.../.../... X\n";

// A small run with every kind of start that tic-tac-toe can have.
RunOptions run_with_starts(const fs::path& book) {
  write_file_atomically(book, five_positions);
  RunOptions options = shallow_run();
  options.self_play.variety.noise = 100;
  options.self_play.starts.book = book.string();
  options.self_play.starts.plies_after_book = true;
  options.self_play.starts.replay = 0.3;
  options.self_play.starts.choice = play::StartChoice::leverage;
  options.self_play.starts.leverage_groups = {"square"};
  options.fit.phases = learn::parse_phase_balance("even");
  return options;
}

std::string starts_in(const fs::path& games) {
  const GameFileReader reader(games);
  for (const auto& [name, value] : reader.header().settings) {
    if (name == "starts") return value;
  }
  return "";
}

// The ending tells how a book is read, as far as there is one that a run's folder can have.
TEST(RunStarts, KeepTheEndingOfTheirBook) {
  const RunPaths paths("r");
  EXPECT_EQ(paths.start_openings("d/book.epd"), "r/start.openings.epd");
  EXPECT_EQ(paths.start_openings("book.pgn.gz"), "r/start.openings.pgn.gz");
  EXPECT_EQ(paths.start_openings("book.pgn.zst"), "r/start.openings.pgn.zst");
  EXPECT_EQ(paths.start_openings("book"), "r/start.openings");
  for (const char* const odd : {"book.epd (2)", "book.epd~", "b.a,b", "b.t\xc3\xa9st"}) {
    EXPECT_EQ(paths.start_openings(odd), "r/start.openings") << odd;
  }
}

TEST(RunStarts, ComeOfTheFolderAlone) {
  const TempFolder folder;
  RunOptions options = run_with_starts(folder / "book.epd");
  run_in(folder / "run", options);
  EXPECT_EQ(read_file(folder / "run/start.openings.epd"), five_positions);
  EXPECT_THAT(starts_in(folder / "run/gen-001/selfplay.games"),
              testing::AllOf(HasSubstr("5 openings of a book"), HasSubstr("0 old positions"), HasSubstr("any start")));
  EXPECT_THAT(starts_in(folder / "run/gen-002/selfplay.games"),
              testing::AllOf(HasSubstr("from 60"), HasSubstr("one of 8 by leverage"),
                             testing::Not(HasSubstr(" 0 old positions"))));
  fs::remove(folder / "book.epd");  // the run has its own copy
  options.generations = 3;
  EXPECT_TRUE(run_in(folder / "run", options).complete);
}

TEST(RunStarts, GiveTheSameFilesForAnyNumberOfThreads) {
  const TempFolder folder;
  RunOptions options = run_with_starts(folder / "book.epd");
  run_in(folder / "1", options);
  options.threads = 3;
  run_in(folder / "3", options);
  EXPECT_EQ(results_in(folder / "1"), results_in(folder / "3"));
  EXPECT_TRUE(fs::exists(folder / "1/gen-001/uncertainty.bin"));
}

// Stops the run after so many games of self-play.
class StopAfterGames final : public RunObserver {
 public:
  explicit StopAfterGames(int games) : left_(games) {}
  void told(const RunNews& news) override {
    if (std::holds_alternative<GamesPlayed>(news) && --left_ == 0) source_.request_stop();
  }
  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  int left_;
  std::stop_source source_;
};

TEST(RunStarts, GoOnToTheSameFilesAfterInterruptions) {
  const TempFolder folder;
  const RunOptions options = run_with_starts(folder / "book.epd");
  run_in(folder / "whole", options);
  for (bool done = false; !done;) {
    StopAfterGames observer(37);
    done = run(tic_tac_toe(), bad_weights(), options, folder / "parts", observer, observer.token()).complete;
  }
  EXPECT_EQ(results_in(folder / "whole"), results_in(folder / "parts"));
}

TEST(RunStarts, AChangedBookIsRefused) {
  const TempFolder folder;
  const RunOptions options = run_with_starts(folder / "book.epd");
  run_in(folder / "run", options);
  write_plainly(folder / "run/start.openings.epd", ".../.../... X\n");
  EXPECT_THAT([&] { run_in(folder / "run", options); }, ThrowsMessage<DamagedRun>(HasSubstr("start.openings.epd")));
}

TEST(RunStarts, ADamagedUncertaintyIsMadeAgain) {
  const TempFolder folder;
  RunOptions options = run_with_starts(folder / "book.epd");
  run_in(folder / "run", options);
  const auto before = results_in(folder / "run");
  write_plainly(folder / "run/gen-001/uncertainty.bin", "something else");
  EXPECT_THAT([&] { run_in(folder / "run", options); }, ThrowsMessage<DamagedRun>(HasSubstr("uncertainty.bin")));
  options.repair = true;
  run_in(folder / "run", options);
  EXPECT_EQ(results_in(folder / "run"), before);
}

TEST(RunStarts, AreRefusedOnResumingWithOthers) {
  const TempFolder folder;
  RunOptions before = run_with_starts(folder / "book.epd");
  before.settle(tic_tac_toe());
  const auto refusal = [&](const RunOptions& now) -> std::string {
    try {
      require_same(record_of(tic_tac_toe(), before), tic_tac_toe(), now);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal(before), "");
  RunOptions now = before;
  now.self_play.starts.replay = 0.4;
  EXPECT_THAT(refusal(now), HasSubstr("options/replay"));
  now = before;
  now.self_play.starts.book = "other.epd";
  EXPECT_THAT(refusal(now), HasSubstr("options/openings"));
  now = before;
  now.fit.phases = {};
  EXPECT_THAT(refusal(now), HasSubstr("options/phases"));
}

// A record of a version that knew none of these options had them at their defaults.
TEST(RunStarts, ARunOfAnEarlierVersionGoesOn) {
  const RunOptions options = default_run(tic_tac_toe());
  nlohmann::ordered_json then = record_of(tic_tac_toe(), options);
  for (const char* name :
       {"openings", "chess960", "replay", "starts", "leverage-groups", "leverage-candidates", "phases"}) {
    EXPECT_EQ(then["options"].erase(name), 1U) << name;
  }
  EXPECT_NO_THROW(require_same(then, tic_tac_toe(), options));
}

TEST(RunStarts, AreRefusedBeforeAnythingIsMade) {
  const TempFolder folder;
  const auto refused = [&](const std::function<void(RunOptions&)>& spoil, const std::string& why) {
    RunOptions options = run_with_starts(folder / "book.epd");
    spoil(options);
    EXPECT_THAT([&] { run_in(folder / "run", options); }, ThrowsMessage<Error>(HasSubstr(why)));
    EXPECT_FALSE(fs::exists(folder / "run"));
  };
  refused([](RunOptions& it) { it.self_play.starts.chess960 = 0.1; }, "is of chess, not of tic_tac_toe");
  refused([](RunOptions& it) { it.self_play.starts.replay = 1.5; }, "replay");
  refused([](RunOptions& it) { it.self_play.starts.leverage_groups = {"nobody"}; }, "nobody");
  refused([](RunOptions& it) { it.fit.phases = learn::parse_phase_balance("0:3=0.5"); }, "phases of tic_tac_toe");
  refused([&](RunOptions& it) { write_file_atomically(it.self_play.starts.book, ""); }, "expected openings");
  refused([&](RunOptions& it) { write_file_atomically(it.self_play.starts.book, "?\n"); }, "book.epd:1");
  refused([&](RunOptions& it) { it.self_play.starts.book = (folder / "missing").string(); }, "missing");
}

// Without random plies games begin with the book itself, whichever half its positions are of; matches keep away.
TEST(RunStarts, MatchesAvoidThePositionsOfTheBook) {
  const TempFolder folder;
  RunOptions options = run_with_starts(folder / "book.epd");
  options.self_play.starts = {.book = (folder / "book.epd").string()};
  options.gate.openings.max_plies = 2;
  run_in(folder / "run", options);
  const RunPaths paths(folder / "run");
  const auto avoided = book_positions(tic_tac_toe(), options, paths);
  ASSERT_NE(avoided, nullptr);
  EXPECT_EQ(avoided->size(), 5U);
  GameFileReader reader(folder / "run/gen-001/gate.games");
  int games = 0;
  while (const auto game = reader.next()) {
    Opening opening{game->start, {}};
    for (std::size_t ply = 0; ply < game->opening_plies; ++ply) opening.moves.push_back(game->moves[ply].move);
    EXPECT_FALSE(avoided->contains(set_up(tic_tac_toe(), opening)->hash()));
    ++games;
  }
  EXPECT_GT(games, 10);
  options.self_play.starts.book.clear();
  EXPECT_EQ(book_positions(tic_tac_toe(), options, paths), nullptr);
}

}  // namespace
}  // namespace hone::run
