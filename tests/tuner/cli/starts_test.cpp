// SPDX-License-Identifier: MIT
//
// The options that say where games begin, as their users give them.
#include <gmock/gmock.h>

#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

using testing::HasSubstr;

class Starts : public testing::Test {
 protected:
  [[nodiscard]] std::string file(const char* name) const { return (folder_ / name).string(); }

  [[nodiscard]] Finished play(std::vector<std::string> words) const {
    words.insert(words.begin(), {"selfplay", "--games", "3", "--depth", "1", "--out", file("x.games")});
    return run_hone(words);
  }

  TempFolder folder_;
};

TEST_F(Starts, ThatCannotBeAreRefusedInWords) {
  write_plainly(folder_ / "othello.epd", ".../.../... X\n");
  struct Case {
    std::vector<std::string> words;
    const char* why;
  };
  for (const auto& [words, why] :
       {Case{{"--game", "chess", "--chess960", "1.5"}, "--chess960: expected"},
        Case{{"--game", "othello", "--chess960", "0.1"}, "is of chess, not of othello"},
        Case{{"--game", "chess", "--replay", "0.5"}, "--replay needs --replay-from F"},
        Case{{"--game", "chess", "--starts", "leverage"}, "needs --uncertainty F"},
        Case{{"--game", "chess", "--replay-from", file("x")}, "goes with --replay X"},
        Case{{"--game", "chess", "--uncertainty", file("x")}, "with --starts leverage"},
        Case{{"--game", "chess", "--openings", ""}, "--openings: expected the name of a file"},
        Case{{"--game", "chess", "--openings", file("none")}, "cannot read"},
        Case{{"--game", "chess", "--openings", file("othello.epd")}, "othello.epd:1"}}) {
    const Finished finished = play(words);
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, HasSubstr(why));
  }
}

TEST_F(Starts, StandInTheHeaderOfTheGames) {
  ASSERT_EQ(play({"--game", "chess", "--chess960", "1"}).code, 0);
  EXPECT_THAT(run_hone({"data", "info", file("x.games")}).out, HasSubstr("starts = 1 of Chess960"));
  const Finished other = play({"--game", "chess", "--chess960", "0.5", "--resume"});
  EXPECT_EQ(other.code, 2) << other.out;
}

TEST_F(Starts, MayBeOldGames) {
  ASSERT_EQ(run_hone({"selfplay", "--game", "chess", "--games", "6", "--nodes", "50", "--out", file("old.games")}).code,
            0);
  const Finished finished = play({"--game", "chess", "--openings", file("old.games"), "--noise", "30"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(run_hone({"data", "info", file("x.games")}).out, HasSubstr("of a book"));
}

}  // namespace
}  // namespace hone::cli
