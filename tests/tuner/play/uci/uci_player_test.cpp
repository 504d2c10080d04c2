// SPDX-License-Identifier: MIT
#include "tuner/play/uci/uci_player.hpp"

#include <gmock/gmock.h>

#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "engine/game_play.hpp"
#include "engine/named_weights.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/play/uci/mock_players.hpp"
#include "tests/tuner/play/uci/processes.hpp"
#include "tuner/play/entrant.hpp"
#include "tuner/play/uci/dialogue.hpp"

namespace hone::play {
namespace {

using namespace std::chrono_literals;
using namespace mocks;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::ThrowsMessage;

class UciContenderTest : public Processes {};

TEST_F(UciContenderTest, PlaysAGame) {
  UciPlayer first(chess(), mock("good"));
  UciPlayer second(chess(), mock("good"));
  const FinishedGame game = play(first, second);
  expect_good_game(game);
  ASSERT_FALSE(game.efforts.empty());
  EXPECT_EQ(game.efforts.back().selective_depth, 6);
}

// Neither of its second line of play, nor of what it says to people.
TEST_F(UciContenderTest, HasTheScoreOfItsMove) {
  UciPlayer good(chess(), mock("good"));
  UciPlayer talkative(chess(), mock("says_more"));
  expect_good_game(play(good, talkative));
}

TEST_F(UciContenderTest, SurvivesOverlongLinesAndMuchToReadOnTheErrorPipe) {
  UciPlayer overlong(chess(), mock("overlong"));
  UciPlayer loud(chess(), mock("loud"));
  const FinishedGame game = play(overlong, loud);
  EXPECT_EQ(game.record.outcome.reason, EndReason::max_plies);
  EXPECT_EQ(game.warnings[0].count, 5U);
  EXPECT_EQ(game.warnings[1].count, 0U);
}

TEST_F(UciContenderTest, CountsWhatIsNoUci) {
  UciPlayer culprit(chess(), mock("garbage"));
  UciPlayer good(chess(), mock("good"));
  const FinishedGame game = play(culprit, good);
  EXPECT_EQ(game.record.outcome.reason, EndReason::max_plies);
  EXPECT_EQ(game.warnings[0].count, 10U);  // two lines for each move
  EXPECT_EQ(game.warnings[0].first, "'Hello?'");
  EXPECT_EQ(game.warnings[1].count, 0U);
  EXPECT_EQ(play(good, culprit).warnings[1].count, 10U);
}

// The second answer is a legal move, and that of no search.
TEST_F(UciContenderTest, TakesNoSecondAnswerForThatOfTheNextMove) {
  UciPlayer culprit(chess(), mock("answers_twice"));
  UciPlayer good(chess(), mock("good"));
  UciPlayer other(chess(), mock("good"));
  const FinishedGame game = play(culprit, good);
  EXPECT_EQ(game.record.moves, play(other, good).record.moves);
  EXPECT_EQ(game.warnings[0].count, 4U) << "before each of its moves but the first";
  EXPECT_THAT(game.warnings[0].first, HasSubstr("bestmove"));
}

// -- Time

GamePlayOptions timed(const Limits& limits, std::chrono::milliseconds margin) {
  GamePlayOptions options = ten_plies();
  options.limits[0] = limits;
  options.time_margins[0] = margin;
  return options;
}

// -- What a user is told

TEST_F(UciContenderTest, ShowsTheEndOfTheConversationWhenItFails) {
  UciPlayer culprit(chess(), mock("exit"));
  UciPlayer good(chess(), mock("good"));
  const FinishedGame crashed = play(culprit, good);
  const std::vector<std::string>& lines = crashed.fault->failure.last_lines;
  EXPECT_THAT(lines, Contains("! no network file"));
  EXPECT_THAT(lines, Contains("> go nodes 10"));
  EXPECT_THAT(lines, Contains(HasSubstr("< bestmove ")));
  EXPECT_LT(lines.size(), 12U);
  UciPlayer illegal(chess(), mock("illegal"));
  EXPECT_EQ(play(illegal, good).fault->failure.last_lines.back(), "< bestmove e1e8 ponder e7e5");
}

TEST_F(UciContenderTest, ShowsNoControlCharacters) {
  UciPlayer culprit(chess(), mock("escape"));
  UciPlayer good(chess(), mock("good"));
  const Failure failure = play(culprit, good).fault->failure;
  EXPECT_THAT(failure.detail, HasSubstr("bestmove '\\x1b]0;pwned\\x07xxx"));
  EXPECT_LT(failure.detail.size(), 150U);
  EXPECT_THAT(failure.last_lines.back(), HasSubstr("< bestmove \\x1b]0;pwned\\x07xxx"));
}

TEST_F(UciContenderTest, TellsOnceThatAMoveWithoutTimeLimitTakesLong) {
  std::vector<std::string> told;
  UciSettings settings = mock("hang");
  settings.stall_limit = 600ms;
  settings.notice_limit = 100ms;
  settings.notice = [&](const std::string& text) { told.push_back(text); };
  UciPlayer slow(chess(), settings);
  UciPlayer good(chess(), mock("good"));
  EXPECT_EQ(play(slow, good).record.outcome.reason, EndReason::stalled);
  EXPECT_EQ(play(slow, good).record.outcome.reason, EndReason::stalled);
  EXPECT_THAT(told, ElementsAre("mock: no answer to 'go nodes 10' for 100 ms; after 600 ms the game is lost "
                                "(--limits mock:stall=MS); it may not know 'go nodes': try --depth or --movetime"));
}

// The first search of a process may load a network.
TEST_F(UciContenderTest, HasLongForItsFirstSearch) {
  for (const char* mode : {"hang_at_once", "hang"}) {
    std::stop_source source;
    std::string told;
    UciSettings settings = mock(mode);
    settings.stall_limit.reset();
    settings.notice_limit = 1s;
    settings.stop_limit = 50ms;
    settings.notice = [&](const std::string& text) {
      told = text;
      source.request_stop();
    };
    UciPlayer slow(chess(), settings);
    UciPlayer good(chess(), mock("good"));
    EXPECT_EQ(play_game(chess(), {}, {&slow, &good}, ten_plies(), 1, source.get_token()), std::nullopt);
    EXPECT_THAT(told,
                HasSubstr(mode == std::string("hang") ? "; after 10100 ms the game" : "; after 300000 ms the game"));
  }
}

// An engine that has passed its nodes far will not stop at them.
TEST_F(UciContenderTest, LosesSoonWhenItHasSearchedFarMoreThanItsNodes) {
  UciSettings settings = mock("overshoot");
  settings.notice_limit = 100ms;
  settings.stop_limit = 50ms;
  UciPlayer deaf(chess(), settings);
  UciPlayer good(chess(), mock("good"));
  const auto start = std::chrono::steady_clock::now();
  const FinishedGame game = play(deaf, good);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 15s);
  EXPECT_EQ(game.record.outcome, (Outcome{-1, EndReason::stalled}));
  EXPECT_EQ(game.fault->failure.detail,
            "5000000 nodes after 'go nodes 10' and no move; it may not know 'go nodes': try --depth or --movetime");
}

// It says after a while that it has searched few of its nodes, and moves long after the limit of one that says nothing.
TEST_F(UciContenderTest, HasTimeWhileItSaysThatItSearches) {
  const UciSettings settings = mock("busy");
  UciEngine engine(settings);
  ASSERT_FALSE(engine.introduce());
  MovePatience patience;
  patience.limit = 500ms;
  patience.quiet = 200ms;
  patience.alive = 20s;
  for (int move = 1; move <= 3; ++move) {
    patience.nodes = 100;  // the 345 nodes of its last line are not far more
    const EngineAnswer answer = engine.search("position startpos", "go nodes 100", patience, {});
    EXPECT_FALSE(answer.failure.has_value()) << move;
  }
  patience.alive = 700ms;
  UciEngine slow(settings);
  ASSERT_FALSE(slow.introduce());
  for (int move = 1; move <= 3; ++move) {
    const EngineAnswer answer = slow.search("position startpos", "go nodes 100", patience, {});
    EXPECT_EQ(answer.failure ? answer.failure->detail : "", move == 3 ? "no move within 700 ms" : "") << move;
  }
  patience.nodes.reset();  // of which nothing is known then
  UciEngine another(settings);
  ASSERT_FALSE(another.introduce());
  for (int move = 1; move <= 3; ++move) {
    const EngineAnswer answer = another.search("position startpos", "go", patience, {});
    EXPECT_EQ(answer.failure.has_value(), move == 3) << move;
  }
}

// 6 nodes of 10,000 as Ethereal 12.00 has it; told once for all threads, and not of an engine that is near its limit.
TEST_F(UciContenderTest, TellsOnceThatItsNodesStayFarFromTheLimit) {
  for (const char* mode : {"deaf", "good"}) {
    std::vector<std::string> told;
    UciSettings settings = mock(mode);
    settings.notice = [&](const std::string& text) { told.push_back(text); };
    UciPlayer first(chess(), settings);
    UciPlayer second(chess(), settings);
    GamePlayOptions options = ten_plies();
    options.limits[0].nodes = options.limits[1].nodes = mode == std::string("deaf") ? 10'000 : 400;
    options.max_plies = 40;
    play(first, second, options);
    if (mode == std::string("good")) {
      EXPECT_THAT(told, IsEmpty());
    } else {
      EXPECT_THAT(told,
                  ElementsAre("mock: by its own account it searches 6 nodes a move where 10000 are the limit: it may "
                              "not know 'go nodes'; try --depth or --movetime"));
    }
  }
}

TEST_F(UciContenderTest, TellsNothingOfMovesThatHaveTime) {
  std::vector<std::string> told;
  UciSettings settings = mock("slow", "150");
  settings.notice_limit = 20ms;
  settings.notice = [&](const std::string& text) { told.push_back(text); };
  UciPlayer slow(chess(), settings);
  UciPlayer good(chess(), mock("good"));
  Limits limits;
  limits.move_time = 20s;
  play(slow, good, timed(limits, 0ms));
  EXPECT_THAT(told, IsEmpty());
}

TEST(PatienceFor, IsThatOfAnEngineOfAHundredNodesASecond) {
  Limits limits;
  EXPECT_EQ(patience_for(limits), 300s);
  limits.nodes = 1;
  EXPECT_EQ(patience_for(limits), 10'010ms);
  limits.nodes = 10'000;
  EXPECT_EQ(patience_for(limits), 110s);
  for (const std::uint64_t many : {std::uint64_t{29'000}, std::uint64_t{100'000}, UINT64_MAX}) {
    limits.nodes = many;
    EXPECT_EQ(patience_for(limits), 300s) << many;
  }
}

// The log of the only process that wrote one.
std::string log_in(const std::filesystem::path& folder) {
  const std::filesystem::directory_iterator files(folder);
  return files == std::filesystem::directory_iterator() ? "" : read_file(files->path());
}

TEST_F(UciContenderTest, LogsWhatIsSaid) {
  const TempFolder folder;
  UciSettings settings = mock("loud");
  settings.player = "a/b";
  settings.log_folder = folder.path();
  UciPlayer good(chess(), mock("good"));
  {
    UciPlayer logged(chess(), settings);
    play(logged, good);
  }
  const std::string log = log_in(folder.path());
  const std::string time = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z ";
  EXPECT_THAT(log, testing::ContainsRegex("^" + time + "= started: .*mock_engine loud"));
  for (const char* line : {"> uci\n", "< uciok\n", "> position startpos\n", "> go nodes 10\n", "< bestmove ",
                           "! !!!!!!!!", "> quit\n", "= exited with code 0\n"}) {
    EXPECT_THAT(log, testing::ContainsRegex(time + line)) << line;
  }
  EXPECT_EQ(std::count(log.begin(), log.end(), '\x1b'), 0);
}

TEST_F(UciContenderTest, GoesOnWhenTheLogCannotBeWritten) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  Dialogue dialogue;
  const TempFolder folder;
  std::filesystem::create_symlink("/dev/full", folder / "_a-1.log");
  dialogue.log_to(folder.path(), ".a", 1);
  dialogue.sent("uci\nisready\n");
  EXPECT_THAT(dialogue.take_log_fault(), HasSubstr("No space left on device"));
  EXPECT_EQ(dialogue.take_log_fault(), "");
  EXPECT_THAT(dialogue.last_lines(), ElementsAre("> uci", "> isready"));
}

TEST_F(UciContenderTest, CannotLogWhereThereIsNoFolder) {
  UciSettings settings = mock("good");
  const TempFolder folder;
  write_plainly(folder / "file", "not a folder");
  settings.log_folder = folder / "file" / "logs";
  UciPlayer logged(chess(), settings);
  EXPECT_THROW((void)logged.new_game({}, {}), Error);
}

// -- Errors of the user

void check(const UciSettings& settings) { mocks::check(Protocol::uci, settings); }

TEST_F(UciContenderTest, IsCheckedBeforeAMatch) {
  EXPECT_NO_THROW(check(mock("good")));
  EXPECT_THAT([] { check(mock("crash_at_start")); },
              ThrowsMessage<Error>("player mock: exited with code 3, saying 'no network file'"));
  UciSettings settings = mock("good");
  settings.command = {"there-is-no-such-engine"};
  EXPECT_THAT([&] { check(settings); }, ThrowsMessage<Error>(HasSubstr("cannot start 'there-is-no-such-engine'")));
}

TEST_F(UciContenderTest, HasItsOptionsChecked) {
  const auto check_option = [](const char* name, const char* value) {
    UciSettings settings = mock("good");
    settings.options = {{name, value}};
    check(settings);
  };
  EXPECT_NO_THROW(check_option("hash", "64"));
  EXPECT_NO_THROW(check_option("!Hsah", "any"));
  EXPECT_THAT([&] { check_option("Hsah", "64"); },
              ThrowsMessage<Error>(HasSubstr("has no option 'Hsah'; it has Hash, UCI_Chess960, Style")));
  EXPECT_THAT([&] { check_option("Hash", "0"); },
              ThrowsMessage<Error>(HasSubstr("option Hash: expected a whole number, 1 to 1024, found '0'")));
}

TEST_F(UciContenderTest, SetsUnlistedOptionsWithAWarningWhenAsked) {
  std::vector<std::string> told;
  UciSettings settings = mock("good");
  settings.options = {{"Hsah", "64"}, {"Hash", "64"}};
  settings.set_unlisted = true;
  settings.notice = [&](const std::string& text) { told.push_back(text); };
  const TempFolder folder;
  settings.log_folder = folder.path();
  check(settings);
  EXPECT_THAT(told, ElementsAre("mock: does not list the option 'Hsah', which is set all the same"));
  EXPECT_THAT(log_in(folder.path()), HasSubstr("> setoption name Hsah value 64\n"));
  check(settings);
  EXPECT_EQ(told.size(), 1U);
  settings.options = {{"Hash", "0"}};  // what it lists is checked as ever
  EXPECT_THROW(check(settings), Error);
}

// -- Chess960

TEST_F(UciContenderTest, IsToldOfChess960) {
  UciPlayer first(chess(), mock("good"));
  UciPlayer second(chess(), mock("good"));
  // Castling, king takes rook, is among the few legal moves here.
  const Opening opening{"4k3/8/8/8/8/8/PPPPPP1P/1R2K3 w B - 0 1", {}};
  GamePlayOptions options = ten_plies();
  options.max_plies = 40;
  EXPECT_EQ(play(first, second, options, opening).fault.has_value(), false);
  EXPECT_EQ(play(first, second, options).fault.has_value(), false);
}

TEST_F(UciContenderTest, RefusesChess960WhereTheEngineDoesNotPlayIt) {
  UciPlayer first(chess(), mock("no_chess960"));
  UciPlayer second(chess(), mock("good"));
  const Opening opening{"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", {}};
  EXPECT_THAT([&] { play(first, second, ten_plies(), opening); },
              ThrowsMessage<Error>(HasSubstr("has no option 'UCI_Chess960'")));
}

// -- Other games

TEST_F(UciContenderTest, IsRefusedInGamesThatTheProtocolDoesNotKnow) {
  for (const char* game : {"othello", "checkers", "tic_tac_toe"}) {
    UciPlayer player(find_driver(game), mock("good"));
    EXPECT_THAT([&] { (void)player.new_game({}, {}); },
                ThrowsMessage<Error>(HasSubstr("'mock' does not say that it plays " + std::string(game))));
  }
}

TEST_F(UciContenderTest, PlaysAVariantThatTheEngineLists) {
  const GameDriver& breakthrough = find_driver("breakthrough");
  UciPlayer first(breakthrough, mock("plays_variants"));
  UciPlayer second(breakthrough, mock("plays_variants"));
  const auto game = play_game(breakthrough, {}, {&first, &second}, ten_plies(), 1, {});
  EXPECT_EQ(game->record.outcome.reason, EndReason::max_plies);
}

TEST_F(UciContenderTest, IsRefusedWhereTheVariantIsNotListed) {
  UciPlayer player(find_driver("breakthrough"), mock("good"));
  EXPECT_THAT([&] { (void)player.new_game({}, {}); },
              ThrowsMessage<Error>(HasSubstr("'mock' does not say that it plays breakthrough: UCI engines that list it "
                                             "as a choice of UCI_Variant do, and 'hone uci")));
}

UciSettings hone_engine(const std::string& game) {
  UciSettings settings = mock("");
  settings.command = {HONE_BINARY, "uci", "--game", game};
  return settings;
}

TEST_F(UciContenderTest, PlaysOtherGamesWithTheEngineOfThisProgram) {
  const GameDriver& othello = find_driver("othello");
  UciPlayer first(othello, hone_engine("othello"));
  UciPlayer second(othello, hone_engine("othello"));
  const auto game = play_game(othello, {}, {&first, &second}, ten_plies(), 1, {});
  EXPECT_EQ(game->record.outcome.reason, EndReason::max_plies);
  UciPlayer other(othello, hone_engine("checkers"));
  EXPECT_THROW((void)other.new_game({}, {}), Error);
}

// -- The engine of this program, in another process

TEST_F(UciContenderTest, PlaysAsItDoesInThisProcess) {
  const Weights weights = load_weights(chess(), "default", [](const std::string&) {});
  const EngineOptions engine{.hash_bytes = std::size_t{4} << 20};
  UciSettings settings = mock("");
  settings.command = {HONE_BINARY, "uci", "--game", "chess"};
  settings.options = {{"Hash", "4"}};
  UciPlayer outside_first(chess(), settings);
  UciPlayer outside_second(chess(), settings);
  EnginePlayer inside_first(chess().engine(weights, engine));
  EnginePlayer inside_second(chess().engine(weights, engine));
  GamePlayOptions options = ten_plies();
  options.limits[0].nodes = options.limits[1].nodes = 2'000;
  options.max_plies = 60;
  for (const char* start : {"", "rn1qkb1r/pp2pppp/5n2/3p1b2/3P4/2N1P3/PP3PPP/R1BQKBNR w KQkq - 0 1"}) {
    const FinishedGame outside = play(outside_first, outside_second, options, {start, {}});
    const FinishedGame inside = play(inside_first, inside_second, options, {start, {}});
    EXPECT_EQ(outside.record, inside.record);
    ASSERT_EQ(outside.efforts.size(), inside.efforts.size());
    for (std::size_t i = 0; i < inside.efforts.size(); ++i) {
      EXPECT_EQ(outside.efforts[i].nodes, inside.efforts[i].nodes);
      EXPECT_EQ(outside.efforts[i].depth, inside.efforts[i].depth);
    }
  }
}

}  // namespace
}  // namespace hone::play
