// SPDX-License-Identifier: MIT
//
// What engines of the Go Text Protocol alone do; what they have in common with others is in uci/misdeeds_test.cpp.
#include "tuner/play/gtp/gtp_player.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/play/uci/mock_players.hpp"
#include "tests/tuner/play/uci/processes.hpp"
#include "tuner/play/gtp/gtp_setup.hpp"

namespace hone::play {
namespace {

using namespace std::chrono_literals;
using namespace mocks;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

class GtpPlayerTest : public Processes {};

FinishedGame play_go(const UciSettings& first, const UciSettings& second, const Opening& opening = {},
                     const GamePlayOptions& options = ten_plies(Protocol::gtp)) {
  GtpPlayer a(go(), first), b(go(), second);
  return mocks::play(a, b, options, opening, go());
}

FinishedGame play_go(const char* first, const char* second) { return play_go(mock(first), mock(second)); }

// What an engine was told, without the numbers.
std::vector<std::string> told(const TempFolder& folder) {
  std::string log;
  for (const auto& file : std::filesystem::directory_iterator(folder.path())) log += read_file(file.path());
  std::vector<std::string> said;
  for (std::size_t at = log.find("Z > "); at != std::string::npos; at = log.find("Z > ", at + 1)) {
    const std::string line = log.substr(at + 4, log.find('\n', at) - at - 4);
    said.push_back(line.substr(line.find(' ') + 1));
  }
  return said;
}

UciSettings logged_mock(const char* mode, const TempFolder& folder) {
  UciSettings settings = mock(mode);
  settings.log_folder = folder.path();
  return settings;
}

// -- Moves

TEST_F(GtpPlayerTest, MaySpellItsAnswersInManyWays) {
  const FinishedGame good = play_go("good", "good");
  for (const char* mode : {"small_letters", "without_numbers", "another_number"}) {
    const FinishedGame game = play_go(mode, "good");
    EXPECT_EQ(game.record.outcome, (Outcome{0, EndReason::max_plies})) << mode;
    EXPECT_EQ(game.record.moves, good.record.moves) << mode;
    EXPECT_EQ(game.warnings[0].count, mode == std::string("another_number") ? 1U : 0U);
  }
}

TEST_F(GtpPlayerTest, IsToldOfTheMovesOfOthersAlone) {
  const TempFolder folder;
  GamePlayOptions options = ten_plies(Protocol::gtp);
  options.max_plies = 4;
  options.limits[1].clock = Clock{90s, 500ms, 0};
  const FinishedGame game = play_go(mock("good"), logged_mock("good", folder), {}, options);
  const auto text = [&](std::size_t ply) { return go().initial()->move_text(game.record.moves[ply].move); };
  EXPECT_THAT(told(folder),
              ElementsAre("protocol_version", "name", "list_commands", "boardsize 9", "clear_board", "komi 7",
                          "time_settings 90 0 0", "play black " + text(0), "time_left white 90 0", "genmove white",
                          "play black " + text(2), testing::StartsWith("time_left white "), "genmove white", "quit"));
}

// One process plays both sides, as in self-play.
TEST_F(GtpPlayerTest, PlaysAgainstItself) {
  GtpPlayer both(go(), mock("good"));
  const FinishedGame game = mocks::play(both, both, ten_plies(Protocol::gtp), {}, go());
  EXPECT_EQ(game.record.moves, play_go("good", "good").record.moves);
}

TEST_F(GtpPlayerTest, BeginsWhereTheOpeningDoes) {
  const TempFolder folder;
  const Opening opening{
      "........./........./........./........./....X..../........./..O....../........./......... O 3.5 - 0", {}};
  GamePlayOptions options = ten_plies(Protocol::gtp);
  options.max_plies = 2;
  EXPECT_EQ(play_go(logged_mock("good", folder), mock("good"), opening, options).record.outcome.reason,
            EndReason::max_plies);
  const auto said = told(folder);
  EXPECT_THAT(std::vector(said.begin() + 3, said.begin() + 8),
              ElementsAre("boardsize 9", "clear_board", "komi 3.5", "play black E5", "play white C3"));
}

// The referee counts: the engines' own scores are never asked for.
TEST_F(GtpPlayerTest, LosesByTheAreaAfterTwoPasses) {
  const FinishedGame game = play_go("passes", "passes");
  EXPECT_EQ(game.record.outcome, (Outcome{-7, EndReason::two_passes}));
  EXPECT_EQ(game.record.moves.size(), 2U);
}

TEST_F(GtpPlayerTest, MayResign) {
  const FinishedGame game = play_go("good", "resign");
  EXPECT_EQ(game.record.outcome, (Outcome{1, EndReason::resign}));
  EXPECT_FALSE(game.fault.has_value());
}

// -- Misdeeds

TEST_F(GtpPlayerTest, LosesWhenItRefuses) {
  const FinishedGame refused = play_go("good", "refuses_moves");
  EXPECT_EQ(refused.record.outcome, (Outcome{1, EndReason::illegal_move}));
  EXPECT_THAT(refused.fault->failure.detail, HasSubstr("refuses what it is told, 'play black "));
  const FinishedGame cannot = play_go("refuses_to_move", "good");
  EXPECT_EQ(cannot.record.outcome, (Outcome{-1, EndReason::illegal_move}));
  EXPECT_EQ(cannot.fault->failure.detail, "refuses what it is told, 'genmove black': 'cannot'");
}

TEST_F(GtpPlayerTest, LosesByAMoveOutOfReach) {
  for (const char* text :
       {"says:", "says:A1 B1", "says:I5", "says:K5", "says:Z99", "says:D", "says:\x1b[2J", "says:0"}) {
    GamePlayOptions options = ten_plies(Protocol::gtp);
    const FinishedGame game = play_go(mock(text), mock("good"), {}, options);
    EXPECT_EQ(game.record.outcome, (Outcome{-1, EndReason::illegal_move})) << text;
    EXPECT_EQ(game.fault->failure.detail.find('\x1b'), std::string::npos);
  }
}

// -- Othello

// The mock makes the first legal move of a board of go, which in othello is none.
TEST_F(GtpPlayerTest, IsToldOfOthelloWithoutKomiAndPasses) {
  const TempFolder folder;
  const GameDriver& othello = find_driver("othello");
  GtpPlayer player(othello, logged_mock("says:D3", folder)), other(othello, mock("says:C3"));
  GamePlayOptions options = ten_plies(Protocol::gtp);
  options.max_plies = 2;
  const FinishedGame game = mocks::play(player, other, options, {}, othello);
  ASSERT_EQ(game.record.moves.size(), 2U) << game.fault->failure.detail;
  EXPECT_THAT(told(folder),
              ElementsAre("protocol_version", "name", "list_commands", "boardsize 8", "clear_board", "genmove black"));
  constexpr MoveCode pass = 64;
  const auto board = othello.initial();
  while (!board->is_legal(pass) && !board->outcome()) board->play(board->legal_moves().front());
  ASSERT_TRUE(board->is_legal(pass)) << board->text();
  EXPECT_EQ(play_command(othello, *board, pass), "");
  EXPECT_THAT([&] { (void)set_up_commands(othello, *board); },
              ThrowsMessage<Error>(HasSubstr("an opening begins within a game, which the Go Text Protocol has no words "
                                             "for: ")));
  EXPECT_EQ(play_command(othello, *othello.initial(), othello.initial()->parse_move("f5").value()), "play black f5");
}

// -- What it cannot do

TEST_F(GtpPlayerTest, IsCheckedBeforeAMatch) {
  EXPECT_NO_THROW(check(Protocol::gtp, mock("good")));
  EXPECT_THAT([] { check(Protocol::gtp, mock("large_boards")); },
              ThrowsMessage<Error>("player mock: 'mock' refuses 'boardsize 9': 'unacceptable size'"));
  EXPECT_THAT([] { check(Protocol::gtp, mock("old")); },
              ThrowsMessage<Error>(HasSubstr("expected version 2 of the Go Text Protocol, found '1'")));
  GtpPlayer chess_player(chess(), mock("good"));
  EXPECT_THAT([&] { (void)chess_player.new_game({}, {}); },
              ThrowsMessage<Error>("GTP engines play go and othello, and not chess"));
  GtpPlayer ko(go(), mock("good"));
  const Opening in_ko{
      "........./........./........./........./...XO..../..X.XO.../...XO..../........./......... O 7 D4 0", {}};
  EXPECT_THAT([&] { (void)ko.new_game(in_ko, {}); }, ThrowsMessage<Error>(HasSubstr("begins in a ko")));
}

TEST_F(GtpPlayerTest, IsGivenLimitsThatItKnows) {
  PlayerSpec spec = spec_of(Protocol::gtp, mock("timeless"));
  EXPECT_NO_THROW(check_player(go(), spec));
  spec.limits.emplace().nodes = 1'000;
  EXPECT_NO_THROW(check_player(go(), spec)) << "those of everybody";
  spec.limits->clock = Clock{10s, 0s, 0};
  EXPECT_THAT([&] { check_player(go(), spec); },
              ThrowsMessage<Error>(HasSubstr("'mock' has no command for its limit: 'time_settings 10 0 0'")));
}

TEST_F(GtpPlayerTest, HasItsOptionsSaidAsCommands) {
  const TempFolder folder;
  UciSettings settings = logged_mock("good", folder);
  settings.options = {{"level", "5"}, {"!secret", "a b"}, {"!alone", ""}};
  check(Protocol::gtp, settings);
  const auto said = told(folder);
  EXPECT_THAT(std::vector(said.begin() + 3, said.begin() + 6), ElementsAre("level 5", "secret a b", "alone"));
  settings.options = {{"levle", "5"}};
  EXPECT_THAT([&] { check(Protocol::gtp, settings); },
              ThrowsMessage<Error>(HasSubstr("'mock' has no command 'levle'; it has play, genmove, ")));
  settings.options = {{"level", ""}};
  EXPECT_THAT([&] { check(Protocol::gtp, settings); },
              ThrowsMessage<Error>(HasSubstr("'mock' refuses 'level': 'no level'")));
  settings.options = {{"levle", "5"}};
  settings.set_unlisted = true;
  EXPECT_NO_THROW(check(Protocol::gtp, settings));
}

}  // namespace
}  // namespace hone::play
