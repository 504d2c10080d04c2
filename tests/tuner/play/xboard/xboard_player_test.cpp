// SPDX-License-Identifier: MIT
//
// What engines of the xboard protocol alone do; what they have in common with UCI is in uci/misdeeds_test.cpp.
#include "tuner/play/xboard/xboard_player.hpp"

#include <gmock/gmock.h>

#include <array>
#include <chrono>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/play/uci/mock_players.hpp"
#include "tests/tuner/play/uci/processes.hpp"

namespace hone::play {
namespace {

using namespace std::chrono_literals;
using namespace mocks;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

class XboardPlayerTest : public Processes {};

GamePlayOptions ten_plies() { return mocks::ten_plies(Protocol::xboard); }

FinishedGame play(const char* first, const char* second, const Opening& opening = {},
                  const GamePlayOptions& options = ten_plies()) {
  XboardPlayer a(chess(), mock(first)), b(chess(), mock(second));
  return mocks::play(a, b, options, opening);
}

std::string log_of(const UciSettings& settings) {
  for (const auto& file : std::filesystem::directory_iterator(settings.log_folder)) return read_file(file.path());
  return {};
}

UciSettings logged(const char* mode, const TempFolder& folder) {
  UciSettings settings = mock(mode);
  settings.log_folder = folder.path();
  return settings;
}

// -- Moves

TEST_F(XboardPlayerTest, SpeaksAsTheEngineAsks) {
  for (const char* mode : {"plain", "wants_san", "plays_once", "gnu"}) {
    const FinishedGame game = play(mode, "good");
    EXPECT_EQ(game.record.outcome, (Outcome{0, EndReason::max_plies})) << mode;
    EXPECT_FALSE(game.fault.has_value()) << mode;
    EXPECT_EQ(game.record.moves, play("good", "good").record.moves) << mode;
  }
}

TEST_F(XboardPlayerTest, IsToldOfItsLimitsAndOfTheMovesOfOthersAlone) {
  const TempFolder folder;
  const UciSettings settings = logged("plain", folder);
  Opening opening;
  const auto board = chess().initial();
  for (const char* text : {"e2e4", "e7e5"}) {
    opening.moves.push_back(board->parse_move(text).value());
    board->play(opening.moves.back());
  }
  GamePlayOptions options = ten_plies();
  options.max_plies = 5;
  options.limits[1] = {};
  options.limits[1].clock = Clock{90s, 500ms, 0};
  {
    XboardPlayer first(chess(), mock("good")), second(chess(), settings);
    mocks::play(first, second, options, opening);
  }
  const std::string log = log_of(settings);
  std::vector<std::string> said;
  for (std::size_t at = log.find("Z > "); at != std::string::npos; at = log.find("Z > ", at + 1))
    said.push_back(log.substr(at + 4, log.find('\n', at) - at - 4));
  ASSERT_GE(said.size(), 20U);
  const std::vector<std::string> game(said.end() - 13, said.end() - 2);
  EXPECT_THAT(game, ElementsAre("new", "force", "easy", "post", "force", "level 0 1:30 0.5", "e2e4", "e7e5",
                                testing::MatchesRegex("[a-h][1-8][a-h][1-8]"), "time 9000", "otim 9000"));
}

// One process plays both sides, as in self-play.
TEST_F(XboardPlayerTest, PlaysAgainstItself) {
  XboardPlayer both(chess(), mock("good"));
  const FinishedGame game = mocks::play(both, both, ten_plies());
  EXPECT_EQ(game.record.outcome, (Outcome{0, EndReason::max_plies}));
  EXPECT_EQ(game.record.moves, play("good", "good").record.moves);
}

TEST_F(XboardPlayerTest, BeginsWhereTheOpeningDoes) {
  const Opening opening{"4k3/8/8/8/8/8/PPPP4/R3K3 w Q - 0 1", {}};
  EXPECT_EQ(play("good", "good", opening).record.outcome.reason, EndReason::max_plies);
  const Opening initial{chess().initial()->text(), {}};
  EXPECT_EQ(play("plain", "good", initial).record.outcome.reason, EndReason::max_plies);
  EXPECT_THAT([&] { play("plain", "good", opening); },
              ThrowsMessage<Error>(HasSubstr("'mock' cannot be given a position (feature setboard=0)")));
  const Opening chess960{"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", {}};
  EXPECT_THAT([&] { play("good", "good", chess960); }, ThrowsMessage<Error>(HasSubstr("is of Chess960")));
}

TEST_F(XboardPlayerTest, ScoresMates) {
  const FinishedGame game = play("mates", "good");
  EXPECT_EQ(game.record.moves[0].score, score_of_mate(3));
}

FinishedGame play_one_ply(const std::string& text, const char* position) {
  GamePlayOptions options = ten_plies();
  options.max_plies = 1;
  return play(("says:" + text).c_str(), "good", {position, {}}, options);
}

TEST_F(XboardPlayerTest, MaySpellMovesInOtherWays) {
  const std::vector<std::array<const char*, 3>> cases{
      {"4k3/8/2n5/1P6/8/8/8/4K2R w K - 0 1", "b5-c6", "b5c6"}, {"4k3/8/2n5/1P6/8/8/8/4K2R w K - 0 1", "o-o", "e1g1"},
      {"4k3/8/2n5/1P6/8/8/8/4K2R w K - 0 1", "0-0", "e1g1"},   {"4k3/8/2n5/1P6/8/8/8/4K2R w K - 0 1", "Rh1-h7", "h1h7"},
      {"8/P7/7k/8/8/8/8/K7 w - - 0 1", "a8=q", "a7a8q"},       {"8/P7/7k/8/8/8/8/K7 w - - 0 1", "a7-a8n", "a7a8n"},
      {"8/P7/7k/8/8/8/8/K7 w - - 0 1", "a7a8R", "a7a8r"}};
  for (const auto& [position, text, move] : cases) {
    const FinishedGame game = play_one_ply(text, position);
    EXPECT_FALSE(game.fault.has_value()) << text;
    ASSERT_EQ(game.record.moves.size(), 1U) << text;
    EXPECT_EQ(game.record.moves[0].move, chess().parse(position)->parse_move(move)) << text;
  }
}

// A capture by a bishop that cannot is not that of the pawn of its file.
TEST_F(XboardPlayerTest, NamesPiecesByCapitals) {
  const FinishedGame game = play_one_ply("Bxc6", "4k3/8/2n5/1P6/8/8/8/4K3 w - - 0 1");
  ASSERT_EQ(game.record.outcome, (Outcome{-1, EndReason::illegal_move}));
  EXPECT_EQ(game.fault->failure.detail, "move 'Bxc6'");
}

// -- Ends of games

TEST_F(XboardPlayerTest, MayResign) {
  for (const char* mode : {"resign", "resign_by_result"}) {
    XboardPlayer loser(chess(), mock(mode)), good(chess(), mock("good"));
    const FinishedGame game = mocks::play(good, loser, ten_plies());
    EXPECT_EQ(game.record.outcome, (Outcome{1, EndReason::resign})) << mode;
    EXPECT_FALSE(game.fault.has_value());
    EXPECT_EQ(game.record.moves.size(), 5U);
    EXPECT_EQ(mocks::play(loser, good, ten_plies()).record.outcome.reason, EndReason::max_plies) << mode;
  }
}

// With its own move, or when it is told of the other's.
TEST_F(XboardPlayerTest, MayResignBeforeItIsAsked) {
  for (const char* mode : {"resigns_late", "resign_when_told"}) {
    XboardPlayer loser(chess(), impatient(mock(mode))), good(chess(), mock("good"));
    const FinishedGame game = mocks::play(loser, good, ten_plies());
    EXPECT_EQ(game.record.outcome, (Outcome{-1, EndReason::resign})) << mode;
    EXPECT_FALSE(game.fault.has_value());
    EXPECT_EQ(game.record.moves.size(), 6U);
  }
}

TEST_F(XboardPlayerTest, MayResignAfterAClaim) {
  UciSettings settings = mock("claim_and_resign");
  settings.stop_limit = 500ms;
  XboardPlayer loser(chess(), settings), good(chess(), mock("good"));
  EXPECT_EQ(mocks::play(loser, good, ten_plies()).record.outcome, (Outcome{-1, EndReason::resign}));
}

// Without pings nothing tells that a line is of the game before.
TEST_F(XboardPlayerTest, LeavesNothingToTheNextGame) {
  GamePlayOptions options = ten_plies();
  options.max_plies = 5;
  const FinishedGame expected = play("good", "good", {}, options);
  for (const char* mode : {"plain_wins", "plain_twice", "plain_resigns_late", "plain_resigns_and_moves"}) {
    const bool resigns = mode == std::string("plain_resigns_and_moves");
    XboardPlayer odd(chess(), mock(mode)), good(chess(), mock("good"));
    const FinishedGame first = mocks::play(odd, good, options);
    EXPECT_EQ(first.record.outcome.reason, resigns ? EndReason::resign : EndReason::max_plies) << mode;
    const FinishedGame second = mocks::play(good, odd, options);
    EXPECT_EQ(second.record.outcome.reason, EndReason::max_plies) << mode;
    EXPECT_EQ(second.record.moves, expected.record.moves) << mode;
  }
}

// It may wait for the next game then, or play on.
TEST_F(XboardPlayerTest, IsNotWaitedForLongAfterAClaimBeforeItIsAsked) {
  UciSettings settings = mock("claim_when_told");
  settings.stop_limit = 200ms;
  XboardPlayer claims(chess(), settings), good(chess(), mock("good"));
  const auto start = std::chrono::steady_clock::now();
  const FinishedGame game = mocks::play(claims, good, ten_plies());
  EXPECT_LT(std::chrono::steady_clock::now() - start, settings.stall_limit.value());
  ASSERT_EQ(game.record.outcome, (Outcome{-1, EndReason::illegal_move}));
  EXPECT_EQ(game.fault->failure.detail, "claims '1/2-1/2 {Draw by repetition}' and does not move");
  settings.command[1] = "claim_when_told_and_think";
  XboardPlayer thinks(chess(), settings);
  EXPECT_EQ(mocks::play(thinks, good, ten_plies()).record.outcome.reason, EndReason::max_plies);
}

// A claim is no move; a move after it is one.
TEST_F(XboardPlayerTest, LosesByAFalseClaim) {
  UciSettings settings = mock("claim");
  settings.stop_limit = 200ms;
  XboardPlayer claims(chess(), settings), good(chess(), mock("good"));
  const FinishedGame game = mocks::play(claims, good, ten_plies());
  EXPECT_EQ(game.record.outcome, (Outcome{-1, EndReason::illegal_move}));
  EXPECT_EQ(game.fault->failure.detail, "claims '1/2-1/2 {Draw by repetition}' and does not move");
  EXPECT_EQ(play("claim_and_move", "good").record.outcome.reason, EndReason::max_plies);
}

TEST_F(XboardPlayerTest, LosesWhenItRefusesALegalMoveOrPosition) {
  const FinishedGame moves = play("good", "refuses_moves");
  EXPECT_EQ(moves.record.outcome, (Outcome{1, EndReason::illegal_move}));
  EXPECT_THAT(moves.fault->failure.detail, HasSubstr("refuses what it is told: 'Illegal move: "));
  const FinishedGame position = play("refuses_positions", "good", {"4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1", {}});
  EXPECT_EQ(position.record.outcome, (Outcome{-1, EndReason::illegal_move}));
  EXPECT_THAT(position.fault->failure.detail, HasSubstr("'tellusererror Illegal position'"));
}

// What it tells its user loses no game.
TEST_F(XboardPlayerTest, MayComplain) {
  std::vector<std::string> told;
  UciSettings settings = mock("complains");
  settings.notice = [&](const std::string& text) { told.push_back(text); };
  XboardPlayer complains(chess(), settings), good(chess(), mock("good"));
  const FinishedGame game = mocks::play(complains, good, ten_plies());
  EXPECT_EQ(game.record.outcome.reason, EndReason::max_plies);
  EXPECT_THAT(told, ElementsAre("mock: says 'tellusererror cannot open book'"));
  EXPECT_EQ(game.warnings[0].count, 2U);
}

// -- What it cannot do

TEST_F(XboardPlayerTest, SaysWhichLimitAnEngineRefuses) {
  EXPECT_THAT([] { play("no_depth", "good"); },
              ThrowsMessage<Error>(
                  HasSubstr("'mock' refuses the command of its limit: 'Error (unknown command): sd 4'; give it "
                            "another one: --limits mock:tc=10+0.1, or movetime")));
  GamePlayOptions nodes = ten_plies();
  nodes.limits[0].nodes = 10;
  EXPECT_THAT([&] { play("good", "good", {}, nodes); }, ThrowsMessage<Error>(HasSubstr("knows no limit in nodes")));
}

void check(const UciSettings& settings) { mocks::check(Protocol::xboard, settings); }

TEST_F(XboardPlayerTest, IsCheckedBeforeAMatch) {
  EXPECT_NO_THROW(check(mock("good")));
  EXPECT_THAT([] { check(mock("plays_shogi")); },
              ThrowsMessage<Error>("player mock: 'mock' does not play chess; it plays shogi"));
  PlayerSpec limited = spec_of(Protocol::xboard, mock("no_depth"));
  EXPECT_NO_THROW(check_player(chess(), limited));
  limited.limits.emplace().depth = 4;
  EXPECT_THAT([&] { check_player(chess(), limited); },
              ThrowsMessage<Error>(HasSubstr("player mock: 'mock' refuses the command of its limit: ")));
  UciSettings old = mock("protocol_1");
  old.start_limit = 200ms;
  EXPECT_THAT([&] { check(old); },
              ThrowsMessage<Error>("player mock: no 'feature done=1' within 200 ms, which protocol 2 has"));
  XboardPlayer othello(find_driver("othello"), mock("good"));
  EXPECT_THAT([&] { (void)othello.new_game({}, {}); },
              ThrowsMessage<Error>("xboard engines play chess, and not othello"));
}

TEST_F(XboardPlayerTest, HasItsOptionsSet) {
  const TempFolder folder;
  UciSettings settings = logged("good", folder);
  settings.options = {{"hash", "64"}, {"Ponder", "true"}, {"Style", "calm"},
                      {"Clear", ""},  {"memory", "8"},    {"!book", "off"}};
  check(settings);
  EXPECT_THAT(log_of(settings), testing::ContainsRegex("> option Hash=64\n.*> option Ponder=1\n.*> option Style=calm\n"
                                                       ".*> option Clear\n.*> memory 8\n.*> book off\n"));
}

TEST_F(XboardPlayerTest, HasItsOptionsChecked) {
  const auto check_option = [](const char* name, const char* value) {
    UciSettings settings = mock("good");
    settings.options = {{name, value}};
    check(settings);
  };
  EXPECT_THAT([&] { check_option("Hash", "0"); },
              ThrowsMessage<Error>(HasSubstr("option Hash: expected a whole number, 1 to 1024, found '0'")));
  EXPECT_THAT(
      [&] { check_option("Hsah", "1"); },
      ThrowsMessage<Error>(HasSubstr("has no option 'Hsah'; it has memory, Hash, Style, Ponder, Clear. '!WORD'")));
  EXPECT_THAT([&] { check_option("cores", "2"); }, ThrowsMessage<Error>(HasSubstr("has no option 'cores'")));
}

}  // namespace
}  // namespace hone::play
