// SPDX-License-Identifier: MIT
#include "tuner/formats/pgn.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "tests/tuner/run/loop_support.hpp"
#include "tuner/formats/pgn_records.hpp"

namespace hone::formats {
namespace {

using testing::HasSubstr;
using testing::Not;

const GameDriver& chess() { return find_driver("chess"); }
const std::vector<std::string> names{"new \"1\"", "old"};

// Fool's mate, the shortest game there is, its first two moves from a book.
GameRecord fools_mate() {
  GameRecord game;
  const auto board = chess().initial();
  const std::int32_t mate_in_one = terminal_score(1, 1);
  for (const auto& [move, score] : std::vector<std::pair<const char*, std::int32_t>>{
           {"f3", no_score}, {"e5", no_score}, {"g4", -80}, {"Qh4", mate_in_one}}) {
    game.moves.push_back({board->parse_move(move).value(), score});
    board->play(game.moves.back().move);
  }
  game.opening_plies = 2;
  game.details = {{6, 45}, {3, 1}};
  game.outcome = board->outcome().value();
  return game;
}

TEST(Pgn, ShowsTheMovesWithScoreDepthAndTime) {
  const std::string text = to_pgn(chess(), fools_mate(), names);
  EXPECT_THAT(text, HasSubstr("1. f3 {book} e5 {book} 2. g4 {-0.80/6 0.045s} Qh4# {+M1/3 0.001s} {win} 0-1\n"));
  EXPECT_THAT(text, HasSubstr("[White \"new \\\"1\\\"\"]\n[Black \"old\"]\n[Result \"0-1\"]\n"));
  EXPECT_THAT(text, HasSubstr("[PlyCount \"4\"]\n[Termination \"normal\"]\n"));
  EXPECT_THAT(text, Not(HasSubstr("Opening")));  // a name, of which moves are none (PGN specification, 9.4.1)
}

TEST(Pgn, NumbersMovesAsTheFenOfTheStartDoes) {
  GameRecord game;
  game.start = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 17";
  const auto board = chess().parse(game.start);
  for (const char* const move : {"Bb4", "c3"}) {
    game.moves.push_back({board->parse_move(move).value(), no_score});
    board->play(game.moves.back().move);
  }
  EXPECT_THAT(to_pgn(chess(), game, names), HasSubstr("17... Bb4 18. c3"));
}

TEST(Pgn, SaysOfTheGameWhatItsRecordDoesNotKnow) {
  PgnHeading heading;
  EXPECT_THAT(to_pgn(chess(), fools_mate(), names, heading),
              HasSubstr("[Event \"hone\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1\"]\n"));
  heading = {"Spring \"cup\"", "Bern", "2026.11.22", true, {"10+0.1", "10+0.1"}};
  GameRecord game = fools_mate();
  game.number = 22;
  const std::string text = to_pgn(chess(), game, names, heading);
  EXPECT_THAT(text, HasSubstr("[Event \"Spring \\\"cup\\\"\"]\n[Site \"Bern\"]\n[Date \"2026.11.22\"]\n"));
  EXPECT_THAT(text, HasSubstr("[Round \"12.1\"]\n"));
  EXPECT_THAT(text, HasSubstr("[TimeControl \"10+0.1\"]\n"));
  game.number = 23;
  heading.time_controls = {"-", "40/60"};
  const std::string second = to_pgn(chess(), game, names, heading);
  EXPECT_THAT(second, HasSubstr("[Round \"12.2\"]\n"));
  EXPECT_THAT(second, HasSubstr("[WhiteTimeControl \"-\"]\n[BlackTimeControl \"40/60\"]\n"));
}

// PGN specification, 9.6.1; the time per move as cutechess and fastchess write it.
TEST(Pgn, SpellsTimeControls) {
  using std::chrono::milliseconds;
  Limits limits;
  limits.nodes = 5'000;
  EXPECT_EQ(time_control_text(limits), "-");
  limits.move_time = milliseconds(500);
  EXPECT_EQ(time_control_text(limits), "0.5/move");
  limits.clock = Clock{milliseconds(10'000), milliseconds(100), 0};
  EXPECT_EQ(time_control_text(limits), "10+0.1");
  limits.clock = Clock{milliseconds(60'000), milliseconds(0), 40};
  EXPECT_EQ(time_control_text(limits), "40/60");
}

// A line end in a tag would end the line of the tag, and an escape sequence would act on a terminal.
TEST(Pgn, HoldsNoControlCharactersAndReadsBack) {
  const TempFolder folder;
  const std::vector<std::string> hostile{"a\nb\"]\x1b]0;pwned\x07", "\\\r\x80"};
  GameRecord game = fools_mate();
  game.outcome = {-1, EndReason::illegal_move};
  game.note = "bestmove '\x1b[2J}\n{'";
  const std::string text = to_pgn(chess(), game, hostile, {.event = "x\ty", .time_controls = {}});
  EXPECT_EQ(std::ranges::count_if(text, [](unsigned char c) { return (c < 32 && c != '\n') || c == 127; }), 0) << text;
  EXPECT_THAT(text, HasSubstr("[White \"a\\\\x0ab\\\"]\\\\x1b]0;pwned\\\\x07\"]\n"));
  EXPECT_THAT(to_pgn(chess(), game, std::vector<std::string>{"\xC2\x9B", "M\xFCller"}),
              HasSubstr("[White \"\\\\xc2\\\\x9b\"]\n[Black \"M\xFCller\"]\n"))
      << "bytes of another character set stay";
  write_file_atomically(folder / "hostile.pgn", text + text);
  EXPECT_EQ(read_pgn_openings(chess(), folder / "hostile.pgn", 3).size(), 2U);
}

TEST(Pgn, SaysHowAGameWasLostOutsideTheRules) {
  GameRecord game = fools_mate();
  game.outcome = {-1, EndReason::crash};
  game.note = "exited {code 3}";
  const std::string text = to_pgn(chess(), game, names);
  EXPECT_THAT(text, HasSubstr("[Termination \"abandoned\"]"));
  EXPECT_THAT(text, HasSubstr("{crash:\nexited code 3 } 0-1"));
}

// A line that began with '%' would be an escape, and one that began with a tag the next game.
TEST(Pgn, BreaksNoLineBeforeWhatIsNotOfTheGame) {
  const TempFolder folder;
  GameRecord game = fools_mate();
  game.moves.pop_back();
  game.details.pop_back();
  game.outcome = {-1, EndReason::crash};
  for (std::size_t size = 1; size < 80; ++size) {
    game.note = std::string(size, 'x') + " %e [x \"y\"] %e";
    const std::string text = to_pgn(chess(), game, names);
    EXPECT_THAT(text.substr(text.find("\n\n") + 2), Not(testing::AnyOf(HasSubstr("\n%"), HasSubstr("\n["))));
    write_plainly(folder / "x.pgn", text);
    const GameRecord found = to_record(PgnGames(folder / "x.pgn").next().value(), chess()).value();
    EXPECT_EQ(found.note, game.note);
    EXPECT_EQ(found.outcome, game.outcome);
  }
}

// The grammar of the PGN standard (18), as far as export format uses it; moves in SAN (8.2.3).
TEST(Pgn, IsInExportFormat) {
  std::istringstream lines(to_pgn(chess(), fools_mate(), names));
  const std::regex tag(R"(\[[A-Za-z]+ "([^"\\]|\\["\\])*"\])");
  const std::string san = R"(([KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?|O-O(-O)?)[+#]?)";
  const std::regex moves("(([0-9]+\\.(\\.\\.)? )?" + san + "( \\{[^}]*\\})? )*(\\{[^}]*\\} )?(1-0|0-1|1/2-1/2)");
  std::string movetext;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LT(line.size(), 80U);
    if (line.starts_with('[')) {
      EXPECT_TRUE(std::regex_match(line, tag)) << line;
    } else if (!line.empty()) {
      movetext += (movetext.empty() ? "" : " ") + line;
    }
  }
  EXPECT_TRUE(std::regex_match(movetext, moves)) << movetext;
}

TEST(Pgn, NamesTheVariantWhereCastlingNeedsIt) {
  GameRecord game;
  game.outcome = {0, EndReason::draw_adjudication};
  game.start = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
  EXPECT_THAT(to_pgn(chess(), game, names), HasSubstr("[Variant \"fischerandom\"]\n[FEN "));
  game.start = "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1";  // as a book may say it
  EXPECT_THAT(to_pgn(chess(), game, names), HasSubstr("[Variant \"fischerandom\"]\n[FEN "));
  for (const char* const start : {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq - 0 1"}) {
    game.start = start;
    EXPECT_THAT(to_pgn(chess(), game, names), Not(HasSubstr("Variant")));
  }
}

TEST(Pgn, KeepsTheWeightOfAGameThatHasOne) {
  GameRecord game = fools_mate();
  EXPECT_THAT(to_pgn(chess(), game, names), testing::Not(HasSubstr("Weight")));
  game.weight = 0.37F;
  const std::string text = to_pgn(chess(), game, names);
  EXPECT_THAT(text, HasSubstr("[Weight \"0.37\"]"));
  const TempFolder folder;
  write_file_atomically(folder / "x.pgn", text);
  EXPECT_EQ(to_record(PgnGames(folder / "x.pgn").next().value(), chess())->weight, 0.37F);
}

std::vector<Opening> openings_in(const std::string& text, std::optional<int> plies = {}) {
  const TempFolder folder;
  write_file_atomically(folder / "book.pgn", text);
  return read_pgn_openings(chess(), folder / "book.pgn", plies);
}

TEST(PgnOpenings, AreTheMovesThatWereWritten) {
  GameRecord game = fools_mate();
  const std::vector<Opening> openings = openings_in(to_pgn(chess(), game, names) + to_pgn(chess(), game, names), 3);
  ASSERT_EQ(openings.size(), 2U);
  ASSERT_EQ(openings[1].moves.size(), 3U);
  for (std::size_t ply = 0; ply < 3; ++ply) EXPECT_EQ(openings[1].moves[ply], game.moves[ply].move);
}

TEST(PgnOpenings, MayBeginFromAPosition) {
  const std::string fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  const std::vector<Opening> openings = openings_in("[FEN \"" + fen + "\"]\n[SetUp \"1\"]\n\n1. e4 Ke7 *\n");
  ASSERT_EQ(openings.size(), 1U);
  EXPECT_EQ(openings[0].start, fen);
  EXPECT_EQ(openings[0].moves.size(), 2U);
}

TEST(PgnOpenings, PassOverCommentsVariationsAndMarks) {
  const std::vector<Opening> openings = openings_in(
      "[Event \"x\"]\n\n1.e4! {a (good} $1 e5 ( 1... c5 {[ (} (1... e6) 2. Nf3 ) 2.Nf3 ; Nc6 is usual\n2... Nf6?! *\n");
  ASSERT_EQ(openings.size(), 1U);
  EXPECT_EQ(set_up(chess(), openings[0])->text(), "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
}

TEST(PgnOpenings, SayWhichLineIsWrong) {
  for (const char* bad : {"1. e5 *", "1. e4 {no end", "1. e4 ) e5 *", "1. f3 e5 2. g4 Qh4# 0-1"}) {
    try {
      (void)openings_in(std::string("[Event \"x\"]\n\n") + bad + "\n");
      FAIL() << bad;
    } catch (const Error& error) {
      EXPECT_EQ(error.line(), 3) << bad << ": " << error.what();
    }
  }
}

}  // namespace
}  // namespace hone::formats
