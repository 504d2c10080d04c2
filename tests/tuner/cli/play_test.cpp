// SPDX-License-Identifier: MIT
//
// Sessions of `hone play` on pipes. tests/package/play_terminal_test.py plays in a terminal.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"
#include "tuner/cli/playing/near_moves.hpp"
#include "tuner/cli/playing/play_options.hpp"
#include "tuner/cli/playing/play_session.hpp"
#include "tuner/formats/game_source.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

using TestWords = std::vector<std::string>;

Finished session_with(TestWords words, const std::string& input) {
  words.insert(words.begin(), "play");
  return run_hone(words, {.input = input});
}

Finished persons_session(const std::string& game, const std::string& input, TestWords more = {}) {
  TestWords words{"--game", game, "--side", "both", "--board", "none"};
  words.insert(words.end(), more.begin(), more.end());
  return session_with(words, input);
}

std::string saved_text(const fs::path& file) { return read_file(file); }

TEST(Play, IsAConversationThatReadsLikeOne) {
  const Finished finished = session_with({"--game", "tic_tac_toe", "--level", "5"}, "b2\nquit\n");
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, StartsWith("tic_tac_toe with weights default, nodes 1000 a move; you play first. Type a "
                                       "move, or help.\n\n3  . . .\n2  . . .\n1  . . .\n   a b c\nX> b2\nO plays "));
  EXPECT_THAT(finished.out, EndsWith("\n"));
  EXPECT_THAT(finished.out, HasSubstr("2  . X .\n"));
  EXPECT_THAT(
      finished.out,
      HasSubstr("To go on: hone play --game tic_tac_toe --weights default --side first --nodes 1000 --moves b2 "));
}

// The words of its last line begin the session where the last one ended.
TEST(Play, GoesOnWhereItSays) {
  const Finished first = session_with({"--game", "othello", "--level", "1", "--side", "second"}, "quit\n");
  const std::string sign = "To go on: hone ";
  const std::string line = first.out.substr(first.out.find(sign) + sign.size());
  std::istringstream in(line);
  TestWords words;
  for (std::string word; in >> word;) words.push_back(word);
  const Finished second = run_hone(words, {.input = "game\nquit\n"});
  EXPECT_EQ(second.code, 0) << second.err;
  EXPECT_THAT(second.out, HasSubstr("\n1. " + words.back() + "\n"));
}

TEST(Play, TellsTheEndAndItsReason) {
  EXPECT_THAT(persons_session("tic_tac_toe", "a1\nb1\na2\nb2\na3\n").out,
              HasSubstr("The game is over, X wins: by the rules (1-0, 5 plies).\ngame over> "));
  EXPECT_THAT(persons_session("chess", "f3\ne5\ng4\nQh4#\n").out, HasSubstr("Black wins: by the rules (0-1, 4 plies)"));
  EXPECT_THAT(persons_session("connect_three", "1\n2\n1\n2\n1\n").out, HasSubstr("X wins by 2: by the rules"));
  EXPECT_THAT(persons_session("chess", "Nf3\nNf6\nNg1\nNg8\nNf3\nNf6\nNg1\nNg8\n").out,
              HasSubstr("a draw: the position was repeated (1/2-1/2, 8 plies)"));
  EXPECT_THAT(persons_session("go_5", "pass\npass\n").out,
              HasSubstr("The game is over, White wins by 0.5: both players passed (0-1, 2 plies)"));
  EXPECT_THAT(persons_session("go_5", "pass\npass\n", {"--komi", "6.5"}).out, HasSubstr("White wins by 6.5: both"));
  EXPECT_THAT(persons_session("chess", "", {"--komi", "6.5"}).err, HasSubstr("--komi: expected a game of go"));
  EXPECT_THAT(persons_session("chess", "e4\nresign\n").out,
              HasSubstr("White wins: the other player resigned (1-0, 1 plies)"));
  EXPECT_THAT(persons_session("chess", "e4\ndraw\n").out, HasSubstr("a draw: agreed"));
}

TEST(Play, AnswersNoMoveWithTheMovesThatAreNear) {
  EXPECT_THAT(persons_session("chess", "e2e5\n").out,
              HasSubstr("'e2e5' is no legal move and no command (help lists them). Near it: e3 e4\n"));
  EXPECT_THAT(persons_session("chess", "nf3\n").out, HasSubstr("Near it: Nf3\n"));
  EXPECT_THAT(persons_session("connect_four", "9\n").out, HasSubstr("Legal moves: 1 2 3 4 5 6\n7\n"));
  const std::string knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
  EXPECT_THAT(persons_session("chess", "Nd2\n", {"--position", knights}).out, HasSubstr("Near it: Nbd2 Nfd2\n"));
  EXPECT_THAT(persons_session("checkers", "11-14\n").out, HasSubstr("Near it: 11-15 11-16\n"));
}

TEST(Play, TakesMovesInEitherNotation) {
  EXPECT_THAT(persons_session("chess", "e2e4\ne5\ng1f3\ngame\n").out, HasSubstr("> game\n1. e4 e5 2. Nf3\n"));
  EXPECT_THAT(persons_session("checkers", "11-15\n23-19\ngame\n").out, HasSubstr("1. 11-15 23-19\n"));
}

TEST(Play, TakesMovesBack) {
  EXPECT_THAT(persons_session("chess", "e4\ne5\nNf3\nback\ngame\nback 2\ngame\nback 1\n").out,
              AllOf(HasSubstr("> game\n1. e4 e5\n"), HasSubstr("> game\nNo move has been played.\n"),
                    HasSubstr("> back 1\nNo move has been played.\n")));
  EXPECT_THAT(persons_session("chess", "e4\nback 2\ngame\n").out,
              HasSubstr("Only 1 plies have been played.\nBlack> game\n1. e4"));
  // With an engine, its reply and the move before it.
  EXPECT_THAT(session_with({"--game", "chess", "--level", "1", "--board", "none"}, "e4\nback\ngame\n").out,
              HasSubstr("White> game\nNo move has been played.\n"));
  // The end of a game is taken back too.
  EXPECT_THAT(persons_session("tic_tac_toe", "a1\nb1\na2\nb2\na3\nback\ngame\n").out,
              HasSubstr("X> game\n1. a1 b1 2. a2 b2\n"));
}

TEST(Play, GivesAHintAndTheEvaluation) {
  const Finished finished =
      session_with({"--game", "chess", "--level", "3", "--board", "none"}, "hint\neval\neval all\n");
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("\nbest move "));
  EXPECT_THAT(finished.out, HasSubstr("\nline "));
  EXPECT_THAT(finished.out, HasSubstr("\nmaterial.pawn "));
  EXPECT_THAT(finished.out, HasSubstr("\n  psqt.pawn["));
  const std::string groups = finished.out.substr(0, finished.out.find("eval all"));
  EXPECT_THAT(groups, Not(HasSubstr("\n  psqt.pawn[")));
  EXPECT_THAT(groups, HasSubstr("seen by White\n"));
}

TEST(Play, ChangesTheLevelAndTheSides) {
  const Finished finished =
      session_with({"--game", "connect_four", "--board", "none"},
                   "level\nlevel 1\nlevel depth 2\nlevel 11\nlevel nodes x\nside\nside O\nside\nside both\n"
                   "side neither\ngo\nside\n");
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("Each move of the engine: nodes 10000.\n"));
  EXPECT_THAT(finished.out, HasSubstr("Each move of the engine: nodes 10.\n"));
  EXPECT_THAT(finished.out, HasSubstr("Each move of the engine: depth 2.\n"));
  EXPECT_THAT(finished.out, HasSubstr("expected a level 1 to 10, nodes N, movetime MS or depth N, found '11'\n"));
  EXPECT_THAT(finished.out, HasSubstr("You play second.\nX plays 4 ("));
  EXPECT_THAT(finished.out, HasSubstr("expected first, second, both or none, found 'neither'\n"));
  EXPECT_THAT(finished.out, HasSubstr("> go\nO plays "));
}

TEST(Play, TheEngineAlonePlaysToTheEnd) {
  const Finished finished = session_with({"--game", "connect_three", "--side", "none", "--level", "10"}, "");
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("The game is over, X wins by 1: by the rules (1-0, "));  // its value
}

TEST(Play, SavesEveryGameOfTheSession) {
  const TempFolder folder;
  const fs::path file = folder / "games.pgn";
  const Finished finished =
      persons_session("chess", "f3\ne5\ng4\nQh4\nnew\ne4\n", {"--save", file.string(), "--name", "A \"B\""});
  EXPECT_EQ(finished.code, 0) << finished.err;
  const std::string text = saved_text(file);
  EXPECT_THAT(text, HasSubstr("[White \"A \\\"B\\\"\"]\n[Black \"A \\\"B\\\"\"]\n[Result \"0-1\"]"));
  EXPECT_THAT(text, HasSubstr("2. g4 Qh4# {win} 0-1\n"));
  EXPECT_THAT(text, HasSubstr("[Result \"*\"]\n"));
  EXPECT_THAT(text, HasSubstr("[Termination \"unterminated\"]\n\n1. e4 *\n"));
  EXPECT_THAT(text, Not(HasSubstr("????")));
  // Only games that are over are learnt from.
  const auto source = formats::open_games(file);
  EXPECT_TRUE(source->next().value()());
  EXPECT_FALSE(source->next().value()());
  EXPECT_FALSE(source->next());
}

TEST(Play, SavesWhatWasPlayedBefore) {
  const TempFolder folder;
  const fs::path file = folder / "game.sgf";
  const Finished finished = persons_session("go_5", "quit\n", {"--moves", "C3", "B2", "--save", file.string()});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(saved_text(file), AllOf(HasSubstr("DT[20"), HasSubstr(";B[cc]"), HasSubstr(";W[bd]")));
}

TEST(Play, SavesAnyGameAsText) {
  const TempFolder folder;
  const fs::path file = folder / "games.txt";
  const Finished finished =
      persons_session("tic_tac_toe", "a1\nb1\na2\nb2\nsave " + file.string() + "\na3\nnew\nb2\nback\nb1\n");
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("Saved in " + file.string() + ", and after each move from now on.\n"));
  EXPECT_THAT(saved_text(file), HasSubstr("moves a1::0:"));
  EXPECT_THAT(saved_text(file), AllOf(HasSubstr("result +1 win\n"), HasSubstr("result +0 none\n")));
  const auto source = formats::open_games(file);
  EXPECT_EQ(source->next().value()()->record.moves.size(), 5U);
  EXPECT_FALSE(source->next().value()()) << "it is not over";
}

TEST(Play, ReplacesNoGame) {
  const TempFolder folder;
  const fs::path file = folder / "games.pgn";
  ASSERT_EQ(persons_session("chess", "e4\n", {"--save", file.string()}).code, 0);
  const std::string before = saved_text(file);
  const Finished again = persons_session("chess", "d4\n", {"--save", file.string()});
  EXPECT_EQ(again.code, 2);
  EXPECT_THAT(again.err, HasSubstr("is there already, and no game is replaced"));
  const Finished later = persons_session("chess", "d4\nsave " + file.string() + "\nc5\n");
  EXPECT_EQ(later.code, 0);
  EXPECT_THAT(later.out, HasSubstr("is there already, and no game is replaced"));
  EXPECT_EQ(saved_text(file), before);
}

TEST(Play, RefusesFilesThatCannotHoldTheGame) {
  const TempFolder folder;
  EXPECT_EQ(persons_session("othello", "", {"--save", (folder / "a.pgn").string()}).code, 2);
  EXPECT_EQ(persons_session("chess", "", {"--save", (folder / "a.games").string()}).code, 2);
  EXPECT_EQ(persons_session("chess", "", {"--save", (folder / "a").string()}).code, 2);
  EXPECT_EQ(persons_session("chess", "", {"--save", "/no/such/folder/a.pgn"}).code, 2);
  const Finished finished = persons_session("chess", "e4\nsave\nsave /no/such/a.pgn\nsave a.csv\ne5\ngame\n");
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.out, HasSubstr("1. e4 e5\n"));
}

// The game goes on without a file, and the exit code says that it is not saved.
TEST(Play, AFullDiskEndsNoGame) {
  const TempFolder folder;
  fs::create_symlink("/dev/full", folder / "full.pgn");
  const Finished finished = persons_session("chess", "e4\ne5\ngame\n", {"--save", (folder / "full.pgn").string()});
  EXPECT_EQ(finished.code, 3);
  EXPECT_THAT(finished.err, HasSubstr("No space left on device; the game goes on, and is saved at the next move"));
  EXPECT_THAT(finished.out, HasSubstr("1. e4 e5\n"));
}

TEST(Play, AFullStandardOutputIsAFailureAtTheEnd) {
  EXPECT_EQ(run_hone({"play", "--game", "chess", "--side", "both"}, {.input = "e4\n", .stdout_file = "/dev/full"}).code,
            3);
}

TEST(Play, AnswersWhatIsNoText) {
  const std::string input = std::string(1'000'000, 'e') + "\n" + "\xFF\xFE\x80\n" + std::string("e\0 4\n", 5) +
                            "\033[2J\n\r\n   \n" + std::string(5000, ' ') + "\ne4\r\ngame\nh\n-1\nback -1\nmoves zz\n";
  const Finished finished = persons_session("chess", input);
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("A line of more than 4096 bytes is no move and no command.\n"));
  EXPECT_THAT(finished.out, HasSubstr("'\\xff\\xfe\\x80' is no legal move"));
  EXPECT_THAT(finished.out, HasSubstr("\\x1b[2J"));
  EXPECT_EQ(finished.out.find('\033'), std::string::npos);
  EXPECT_THAT(finished.out, HasSubstr("Black> game\n1. e4\n"));
  EXPECT_LT(finished.out.size(), 20'000U);
}

TEST(Play, TheLastLineNeedsNoEnd) {
  EXPECT_THAT(persons_session("chess", "e4\ngame").out, HasSubstr("> game\n1. e4\n"));
}

TEST(Play, RefusesWhatItCannotBegin) {
  const auto error = [](const TestWords& words) {
    const Finished finished = session_with(words, "");
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.out, IsEmpty());
    return finished.err;
  };
  EXPECT_THAT(error({}), HasSubstr("--game G is missing"));
  EXPECT_THAT(error({"--game", "chess", "--side", "left"}), HasSubstr("--side: expected first, second, both or none"));
  EXPECT_THAT(error({"--game", "chess", "--level", "3", "--nodes", "5"}), HasSubstr("--level and --nodes exclude"));
  EXPECT_THAT(error({"--game", "chess", "--position", "x"}), HasSubstr("--position: "));
  EXPECT_THAT(error({"--game", "chess", "--weights", "/no/such"}), HasSubstr("/no/such"));
  EXPECT_THAT(error({"--game", "chess", "--name", "a\nb"}), HasSubstr("--name"));
  const std::string illegal = error({"--game", "chess", "--moves", "e4", "e4"});
  EXPECT_THAT(illegal, HasSubstr("--moves: expected a legal move, found 'e4' after 1 moves\n8  r n b q k b n r\n"));
  EXPECT_THAT(error({"--game", "tic_tac_toe", "--moves", "a1", "b1", "a2", "b2", "a3", "b3"}),
              HasSubstr("expected no move, as the game is over, found 'b3' after 5 moves"));
}

TEST(Play, RefusesDamagedWeights) {
  const TempFolder folder;
  const fs::path file = folder / "damaged.weights";
  std::ofstream(file) << "format = \"hone weights 1\"\ngame = \"chess\"\n[material\n";
  const Finished finished = session_with({"--weights", file.string()}, "e4\n");
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("damaged.weights:"));
}

TEST(Play, TellsProgramsTheResult) {
  const Finished finished = persons_session("connect_three", "1\n2\n1\n2\n1\n", {"--json", "-", "--quiet"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  const auto json = nlohmann::json::parse(finished.out);
  EXPECT_EQ(json["result"], "1-0");
  EXPECT_EQ(json["utility"], 2);
  EXPECT_EQ(json["reason"], "win");
  EXPECT_EQ(json["person"], "both");
  EXPECT_EQ(json["moves"], nlohmann::json({"1", "2", "1", "2", "1"}));
  EXPECT_EQ(nlohmann::json::parse(persons_session("chess", "e4\n", {"--json", "-"}).out)["result"], "*");
}

TEST(Play, AnInterruptAtThePromptEndsIt) {
  const Finished finished = run_hone({"play", "--game", "chess", "--moves", "e4", "--side", "both"},
                                     {.at_terminal = true, .interrupt = true});
  EXPECT_EQ(finished.code, 3) << finished.err;
  EXPECT_THAT(finished.out, EndsWith("To go on: hone play --game chess --weights default --side both --nodes 10000 "
                                     "--moves e2e4\n"));
}

TEST(Play, TurnsTheBoard) {
  const Finished finished = session_with({"--game", "chess", "--side", "both", "--flip"}, "flip\nposition\n");
  EXPECT_THAT(finished.out, HasSubstr("\n1  R N B K Q B N R\n"));
  EXPECT_THAT(finished.out, HasSubstr("> flip\n\n8  r n b q k b n r\n"));
  EXPECT_THAT(finished.out, HasSubstr("> position\nrnbqkbnr/"));
}

TEST(Play, BeginsAnewAnywhere) {
  const Finished finished =
      persons_session("chess", "e4\nnew 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nO-O\nnew nonsense\ngame\nnew\ngame\n");
  EXPECT_THAT(finished.out, AllOf(HasSubstr("1. O-O\n"), HasSubstr("expected 4 to 6 fields of a FEN"),
                                  HasSubstr("> new\nWhite> game\nNo move has been played.\n")));
}

TEST(Play, EveryCommandIsInHelp) {
  const std::string help = persons_session("chess", "help\n").out;
  const std::string page = std::regex_replace(run_hone({"help", "play"}).out, std::regex("\\s+"), " ");
  for (const PlaySession::Command& command : PlaySession::commands()) {
    EXPECT_THAT(help, HasSubstr("\n  " + std::string(command.name)));
    EXPECT_THAT(page, HasSubstr(std::string(command.help)));
  }
}

TEST(NearMoves, OfferWhatBeginsLikeIt) {
  const auto board = find_driver("chess").initial();
  EXPECT_THAT(near_moves(*board, "e2e5"), ElementsAre("e3", "e4"));
  EXPECT_THAT(near_moves(*board, "Q"), IsEmpty());
  EXPECT_THAT(near_moves(*board, ""), IsEmpty());
  EXPECT_THAT(moves_beginning(*board, "Nf"), ElementsAre("Nf3"));
  EXPECT_THAT(moves_beginning(*board, "e2"), testing::UnorderedElementsAre("e2e3", "e2e4"));
  EXPECT_EQ(moves_beginning(*board, "").size(), 20U);
}

TEST(Levels, AreLimits) {
  const std::vector<std::uint64_t> nodes{10, 30, 100, 300, 1'000, 3'000, 10'000, 30'000, 100'000, 300'000};
  for (std::size_t i = 0; i < nodes.size(); ++i) EXPECT_EQ(limits_of_level(static_cast<int>(i) + 1).nodes, nodes[i]);
  EXPECT_EQ(parse_level(" movetime 20 ").move_time, std::chrono::milliseconds(20));
  EXPECT_EQ(parse_level("depth 3").nodes, std::nullopt);
  for (const char* text : {"", "0", "nodes", "nodes ", "nodes 0", "tc 1", "hash 5", "depth 3 4"}) {
    EXPECT_THROW((void)parse_level(text), Error) << text;
  }
}

TEST(CommonBeginning, KnowsWhatAllWordsHaveInCommon) {
  EXPECT_EQ(common_beginning({"e2e3", "e2e4"}), "e2e");
  EXPECT_EQ(common_beginning({"a"}), "a");
  EXPECT_EQ(common_beginning({"a", "b"}), "");
  EXPECT_EQ(common_beginning({}), "");
}

}  // namespace
}  // namespace hone::cli
