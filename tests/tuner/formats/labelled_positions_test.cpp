// SPDX-License-Identifier: MIT
#include "tuner/formats/labelled_positions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <stop_token>
#include <vector>

#include "data/error.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/formats.hpp"

namespace hone::formats {
namespace {

namespace fs = std::filesystem;

LabelledPosition parse_epd(const char* game, std::string_view line) {
  LabelledPosition found;
  epd_parser(find_driver(game), {}).parse(line, found);
  return found;
}

LabelledPosition parse_csv(std::string_view header, std::string_view line) {
  LabelledPosition found;
  csv_parser(find_driver("chess"), header).parse(line, found);
  return found;
}

struct EpdCase {
  const char* line;
  const char* position;
  double target;
};

TEST(EpdLabels, AreReadFromEverySpelling) {
  const EpdCase cases[] = {
      {R"(8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - c9 "1-0";)", "8/6P1/8/1pk1r3/6RP/8/3K4/8 b - -", 1},
      {R"(8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - c9 "0-1";)", "8/6P1/8/1pk1r3/6RP/8/3K4/8 b - -", 0},
      {R"(8/8/8/8/8/8/8/K1k5 w - - 0 14 c9 "1/2-1/2")", "8/8/8/8/8/8/8/K1k5 w - - 0 14", 0.5},
      {R"(8/8/8/8/8/8/8/K1k5 w - - hmvc 3; id "a [1.0] c9 x"; c9 "1-0"; bm Ka2;)", "8/8/8/8/8/8/8/K1k5 w - - 3 1", 1},
      {R"(8/8/8/8/8/8/8/K1k5 w - - c9 1-0; hmvc 3; fmvn 40;)", "8/8/8/8/8/8/8/K1k5 w - - 3 40", 1},
      {"8/8/8/8/8/8/8/K1k5 w - - 0 14 [1.0]", "8/8/8/8/8/8/8/K1k5 w - - 0 14", 1},
      {"8/8/8/8/8/8/8/K1k5 w - - 0 14 [0.5] 23", "8/8/8/8/8/8/8/K1k5 w - - 0 14", 0.5},
      {"8/8/8/8/8/8/8/K1k5 w - - 0 14[0]", "8/8/8/8/8/8/8/K1k5 w - - 0 14", 0},
      {"  8/8/8/8/8/8/8/K1k5 w - - 0 14; [0.0];", "8/8/8/8/8/8/8/K1k5 w - - 0 14", 0},
      {"8/8/8/8/8/8/8/K1k5 w - - [0.625]", "8/8/8/8/8/8/8/K1k5 w - -", 0.625},
      {"8/8/8/8/8/8/8/K1k5 w - - 1-0", "8/8/8/8/8/8/8/K1k5 w - -", 1},
      {"8/8/8/8/8/8/8/K1k5 w - - 0 14 1/2-1/2", "8/8/8/8/8/8/8/K1k5 w - - 0 14", 0.5},
      {"8/8/8/8/8/8/8/K1k5 w - - 3 0-1", "8/8/8/8/8/8/8/K1k5 w - - 3", 0},
      {R"(8/8/8/8/8/8/8/K1k5 w - - "1-0")", "8/8/8/8/8/8/8/K1k5 w - -", 1},
      {"8/8/8/8/8/8/8/K1k5 w - - 0 1 0.5", "8/8/8/8/8/8/8/K1k5 w - - 0 1", 0.5},
      {"8/8/8/8/8/8/8/K1k5 w - - 1.0", "8/8/8/8/8/8/8/K1k5 w - -", 1},
      {"8/8/8/8/8/8/8/K1k5 w - - 0 1 1", "8/8/8/8/8/8/8/K1k5 w - - 0 1", 1},
      {"8/8/8/8/8/8/8/K1k5 w - - 0 1 | -30 | 0.0", "8/8/8/8/8/8/8/K1k5 w - - 0 1", 0},
      {"8/8/8/8/8/8/8/K1k5 w - - 0 1 | 1", "8/8/8/8/8/8/8/K1k5 w - - 0 1", 1},
  };
  for (const EpdCase& expected : cases) {
    const LabelledPosition found = parse_epd("chess", expected.line);
    EXPECT_EQ(found.position, expected.position);
    EXPECT_EQ(found.target, expected.target) << expected.line;
  }
}

TEST(EpdLabels, FollowThePositionOfAnyGame) {
  EXPECT_EQ(parse_epd("tic_tac_toe", "X.O/.../... X 1").position, "X.O/.../... X");
  EXPECT_EQ(parse_epd("tic_tac_toe", "X.O/.../... X c9 \"0-1\"; id \"game 7\";").game, 7U);
  EXPECT_EQ(parse_epd("checkers", "W:WK2:BK10 0-1").position, "W:WK2:BK10");
  EXPECT_EQ(parse_epd("breakthrough", "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w [1]").target, 1);
}

TEST(EpdLabels, TakeTheScoreFromItsSide) {
  // ce is the side to move's (PGN specification, 16.2.5.7), the columns are White's.
  EXPECT_EQ(parse_epd("chess", "7k/8/8/8/8/8/R7/K7 w - - ce 480; c9 \"1-0\";").score, 480);
  EXPECT_EQ(parse_epd("chess", "7k/8/8/8/8/8/R7/K7 b - - ce -480 1-0").score, 480);
  EXPECT_EQ(parse_epd("chess", "7k/8/8/8/8/8/R7/K7 b - - 0 1 | 480 | 1.0").score, 480);
  EXPECT_EQ(parse_epd("tic_tac_toe", "X../.../... O ce +20; [0.5]").score, -20);
  EXPECT_FALSE(parse_epd("chess", "7k/8/8/8/8/8/R7/K7 b - - 1-0").score.has_value());
}

TEST(EpdLabels, AreNeverGuessed) {
  const char* const lines[] = {
      "8/8/8/8/8/8/8/K1k5 w - - 1/2",                     // not a result
      "8/8/8/8/8/8/8/K1k5 w - - 0 1",                     // the counters
      "8/8/8/8/8/8/8/K1k5 w - - 1",                       // the first counter
      "8/8/1P1/2/8/8/8/K1k5 w - - 0 1",                   // "1/2" within the board
      R"(8/8/8/8/8/8/8/K1k5 w - - c9 "1-0"; [1.0])",      // two, even if they agree
      R"(8/8/8/8/8/8/8/K1k5 w - - c9 "1-0"; c9 "0-1";)",  // two
      R"(8/8/8/8/8/8/8/K1k5 w - - 0 1 1-0 1.0)",          // two
      R"(8/8/8/8/8/8/8/K1k5 w - - [0.5] 0.5)",            // two
      R"(8/8/8/8/8/8/8/K1k5 w - - c9 "*";)",              // not a result
      R"(8/8/8/8/8/8/8/K1k5 w - - c9)",                   // nothing after it
      R"(8/8/8/8/8/8/8/K1k5 w - - c9 "1-0)",              // not closed
      R"(8/8/8/8/8/8/8/K1k5 w - - c0 "1-0";)",            // another comment
      R"(8/8/8/8/8/8/8/K1k5 w - - id game 1-0)",          // part of an operation
      "8/8/8/8/8/8/8/K1k5 w - - [1.5]",                   // out of range
      "8/8/8/8/8/8/8/K1k5 w - - 0 1 2",                   // out of range
      "8/8/8/8/8/8/8/K1k5 w - - -0.5",                    // out of range
      "8/8/8/8/8/8/8/K1k5 w - - [nan]",                   // not a number
      "8/8/8/8/8/8/8/K1k5 w - - [1.0",                    // not closed
      "8/8/8/8/8/8/8/K1k5 w - - []",                      // empty
      "8/8/8/8/8/8/8/K1k5 w - - 0 1 | 20",                // a score without a result
      "8/8/8/8/8/8/8/K1k5 w - - ce 20; ce 30; 1-0",       // two scores
      "8/8/8/8/8/8/8/K1k5 w - - ce; 1-0",                 // an empty score
      "8/8/8/8/8/8/8/K1k5 w - [0.5]",                     // three fields
      "8/8/8/8/8/8/8/K1k5 w 1-0",                         // two
      "[0.5]",                                            // no position
  };
  for (const char* line : lines) EXPECT_THROW((void)parse_epd("chess", line), Error) << line;
}

enum class Found { position, contradiction, bad_line };

template <class Parse>
Found found_by(const Parse& parse) {
  try {
    (void)parse();
    return Found::position;
  } catch (const Contradiction&) {
    return Found::contradiction;
  } catch (const Error&) {
    return Found::bad_line;
  }
}

TEST(EpdLabels, ThatAreSpeltInAnotherWayPutAllInDoubt) {
  const char* const contradictions[] = {
      "0 1 2",           "0 1 -1",          "0 1 [2.0]",       "0 1 [w]",      "0 1 1/2",    "0 1 | 20 | 2",
      "0 1 | 20 | -1",   "0 1 | mate | 1",  "c9 \"2-0\";",     "c9 \"draw\";", "ce #x; 1-0", "ce 1e300; 1-0",
      "ce -196913; 1-0", "0 1 | 1e6 | 1.0", "0 1 [1.0000001]", "c1 1/2;",      "c2 \"1\";",  "c2 \"0\";",
      "ce 1;",           "ce 0;",           "0 5|DRAW",        "0 5 | 2",      "0 5;D"};
  for (const char* const labels : contradictions) {
    const std::string line = std::string("8/8/8/8/8/8/8/K1k5 w - - ") + labels;
    EXPECT_EQ(found_by([&] { return parse_epd("chess", line); }), Found::contradiction) << line;
  }
  for (const char* const labels :
       {"", "0 1", "c9 \"*\";", "c1 *;", "c1 Sicilian;", "ce 34;", "0 1 | *", "ce; 1-0", "[]", "[1] [1]", "[1"}) {
    const std::string line = std::string("8/8/8/8/8/8/8/K1k5 w - - ") + labels;
    EXPECT_EQ(found_by([&] { return parse_epd("chess", line); }), Found::bad_line) << line;
  }
}

// Before the position, where draws have a stroke as boards do.
TEST(EpdLabels, MayStandInFront) {
  const std::string position = " 8/8/8/8/8/8/8/K1k5 w - - 0 5";
  for (const auto& [label, target] :
       std::vector<std::pair<const char*, double>>{{"1/2-1/2", 0.5}, {"0-1", 0}, {"1", 1}, {"0.5", 0.5}}) {
    EXPECT_EQ(parse_epd("chess", label + position).target, target) << label;
  }
  for (const char* const label : {"2", "-1", "1/2", "draw", "W"}) {
    EXPECT_EQ(found_by([&] { return parse_epd("chess", label + position); }), Found::contradiction) << label;
  }
}

// Where Black moves first, White's win is the second player's.
TEST(EpdLabels, NameWhoHasWonByTheColour) {
  EXPECT_EQ(parse_epd("checkers", "B:W21,22,23:B1,2;White").target, 0);
  EXPECT_EQ(parse_epd("checkers", "W:W21,22,23:B1,2 | b").target, 1);
  EXPECT_EQ(parse_epd("checkers", "B:W21,22,23:B1,2;d").target, 0.5);
  EXPECT_EQ(parse_epd("breakthrough", "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w;w").target, 1);
}

TEST(CsvLabels, ThatAreSpeltInAnotherWayPutAllInDoubt) {
  const char* const header = "fen,result,score,game,weight";
  for (const char* const line : {"x,2,0,1,1", "x,-1,0,1,1", "x,1/2,0,1,1", "x,draw,0,1,1", "x,1.5,0,1,1", "x,nan,0,1,1",
                                 "x,1,M,1,1", "x,1,1e300,1,1", "x,1,-196913,1,1", "x,1,0,1,1e39", "x,1,0,1,-1",
                                 "x,1,0,1,1e-300", "x,1,0,1,1e10", "x,1,0,1,inf"}) {
    EXPECT_EQ(found_by([&] { return parse_csv(header, line); }), Found::contradiction) << line;
  }
  for (const char* const line : {"x,,0,1,1", "x,*,0,1,1", "x,1,0,-1,1", ",2,0,1,1", "x,1,0,1,", "x,2,0,1"}) {
    EXPECT_EQ(found_by([&] { return parse_csv(header, line); }), Found::bad_line) << line;
  }
  EXPECT_EQ(parse_csv(header, "x,1,196912,1,0"), (LabelledPosition{"x", 1, 196'912, 1, 0}));
  EXPECT_EQ(parse_csv(header, "x,1,-196912,1,1e9"), (LabelledPosition{"x", 1, -196'912, 1, 1e9}));
}

TEST(LabelledPositions, HaveBlanksWhereTheirLinesHaveTabs) {
  EXPECT_EQ(parse_epd("chess", "8/8/8/8/8/8/8/K1k5\tw\t-\t-\t0\t1\t[1.0]").position, "8/8/8/8/8/8/8/K1k5 w - - 0 1");
  EXPECT_EQ(parse_csv("fen,result", "8/8/8/8/8/8/8/K1k5\tw\t-\t-,1").position, "8/8/8/8/8/8/8/K1k5 w - -");
}

TEST(CsvLabels, FindColumnsByName) {
  const LabelledPosition found = parse_csv("game,result_white,other,fen,score_white_cp,weight",
                                           "17,0.5,\"a, \"\"b\"\"\",\"8/8 w - - 0 1\",-188,0.25");
  EXPECT_EQ(found, (LabelledPosition{"8/8 w - - 0 1", 0.5, -188, 17, 0.25}));
}

TEST(CsvLabels, NeedOnlyAPositionAndAResult) {
  EXPECT_EQ(parse_csv("position,result", "x,0-1"), (LabelledPosition{"x", 0, {}, {}, 1}));
  EXPECT_EQ(parse_csv("position,result,score,game", "x,1,,"), (LabelledPosition{"x", 1, {}, {}, 1}));
}

TEST(CsvLabels, MayHaveBlanksAroundThem) {
  EXPECT_EQ(parse_csv("fen, result, score, game, weight", "x, 1.0, 34 , 7,\t0.5"),
            (LabelledPosition{"x", 1, 34, 7, 0.5}));
  EXPECT_EQ(parse_csv("fen, result, score", "x, 1-0, "), (LabelledPosition{"x", 1, {}, {}, 1}));
}

TEST(CsvLabels, RefuseAHeaderThatLacksOrDoublesAColumn) {
  for (const char* header : {"", "fen", "fen,score", "result,game", "fen,fen,result", "fen,result,result_white"})
    EXPECT_THROW((void)csv_parser(find_driver("chess"), header), Error) << header;
}

TEST(CsvLabels, RefuseWhatIsNotALabel) {
  const char* const header = "fen,result,score,game,weight";
  for (const char* line : {"x,1,0,1", "x,1,0,1,2,3", "x,,0,1,1", "x,2,0,1,1", "x,1/2,0,1,1", "x,1,zero,1,1",
                           "x,1,0,-1,1", "x,1,0,1.5,1", ",1,0,1,1", "\"x,1,0,1,1", "\"x\"y,1,0,1,1", "x,1,inf,1,1",
                           "x,nan,0,1,1", "x,1,0,4294967296,1", "x,1,0,1,-1", "x,1,0,1,"})
    EXPECT_THROW((void)parse_csv(header, line), Error) << line;
}

class LabelledFiles : public testing::Test {
 protected:
  void TearDown() override { fs::remove_all(folder_); }

  fs::path write(const char* name, const std::string& text) {
    fs::create_directories(folder_);
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  static std::vector<LabelledPosition> read(const fs::path& file, std::uint32_t first_game = 0) {
    std::vector<LabelledPosition> found;
    games_ = GameNumbers(first_game);
    const auto keep = [&](LabelledPosition& it) {
      it.game = games_.number(it.game);
      found.push_back(it);
      return true;
    };
    read_labelled_positions(game(file), file, keep).require_none();
    return found;
  }
  // Positions of checkers are one word, and no word is parsed here.
  static const GameDriver& game(const fs::path& file) {
    return find_driver(file.filename() == "quiet_labeled.epd" ? "chess" : "checkers");
  }
  static std::string fault(const fs::path& file) {
    try {
      (void)read(file);
    } catch (const Error& error) {
      EXPECT_EQ(error.file(), file.string());
      return std::to_string(error.line()) + ": " + error.message();
    }
    return "none";
  }

  static inline GameNumbers games_{0};
  fs::path folder_ = fs::temp_directory_path() / ("hone_labels_" + std::to_string(getpid()));
};

TEST_F(LabelledFiles, ShippedExcerptIsReadWhole) {
  // Counted with grep: 12 lines say "1-0", 10 "0-1", 38 "1/2-1/2".
  std::map<double, int> counts;
  for (const auto& position : read(fs::path(HONE_DATA_DIR) / "chess" / "quiet_labeled.epd")) ++counts[position.target];
  EXPECT_EQ(counts, (std::map<double, int>{{0, 10}, {0.5, 38}, {1, 12}}));
  EXPECT_EQ(games_.games(), 60U);
  EXPECT_EQ(games_.unnamed(), 60U);
}

TEST_F(LabelledFiles, NumberGamesAsTheyAppear) {
  const auto found = read(write("a.csv", "fen,result,game\nx,1,900\ny,0,7\n\nz,1,900\r\n"), 40);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].game, 40U);
  EXPECT_EQ(found[1].game, 41U);
  EXPECT_EQ(found[2].game, 40U);
  EXPECT_EQ(games_.games(), 2U);
  EXPECT_EQ(games_.unnamed(), 0U);
}

TEST_F(LabelledFiles, GiveEveryPositionAGameOfItsOwnWhereNoneAreNamed) {
  const auto found = read(write("a.epd", "x [1]\ny [0]\n"), 5);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].game, 5U);
  EXPECT_EQ(found[1].game, 6U);
}

TEST_F(LabelledFiles, TellTheFirstBadLineAndTheNumberOfAll) {
  EXPECT_EQ(fault(write("a.epd", "x [1]\n\ny\nz [0.5]\n[x\n\ny 1/2")),
            "3: expected a result such as c9 \"1-0\"; or [0.5], found none (3 bad lines in all)");
  EXPECT_EQ(fault(write("b.csv", "fen,result\nx,1\ny\n")), "3: expected 2 columns as in the header, found 1");
  EXPECT_EQ(fault(write("c.csv", "x,1\n")), "1: expected a header with a column 'fen', found 'x,1'");
  EXPECT_EQ(fault(write("d.csv", "")), "0: expected a header line, found an empty file");
}

TEST_F(LabelledFiles, CountPositionsThatTheReaderRefuses) {
  const fs::path file = write("a.epd", "x [1]\ny [0]\nz [0]\n");
  const auto refuse = [](const LabelledPosition& position) {
    if (position.position != "x") throw Error("no such square");
    return true;
  };
  const Faults faults = read_labelled_positions(find_driver("checkers"), file, refuse);
  EXPECT_EQ(faults.count(), 2U);
  EXPECT_EQ(faults.text(), file.string() + ":2: no such square (2 bad lines in all)");
}

TEST_F(LabelledFiles, EndWhereALabelContradictsTheOthers) {
  const fs::path file = write("a.csv", "fen,result\nB:W21:B1,1\nbad\nB:W21:B1,2\nB:W21:B1,0\n");
  const auto take = [](const LabelledPosition&) { return true; };
  EXPECT_THAT([&] { (void)read_labelled_positions(find_driver("checkers"), file, take); },
              testing::ThrowsMessage<Contradiction>(testing::StartsWith(
                  file.string() + ":4: expected a result from 0 to 1, or 1-0, 0-1, 1/2-1/2, found '2'; ")));
  // Beyond the lines that are looked at first, or without that look, it is a fault that ends the reading.
  int positions = 0;
  const auto count = [&](const LabelledPosition&) { return ++positions > 0; };
  const Faults faults = read_labelled_positions(find_driver("checkers"), file.string() + ",check=off", count);
  EXPECT_EQ(positions, 1);
  EXPECT_THROW(faults.require_no_contradiction(), Error);
}

// The header of a second file whose lines were appended is no label.
TEST_F(LabelledFiles, AreNotContradictedByWhatIsNoPosition) {
  const fs::path file = write("a.csv", "fen,result\nB:W21:B1,1\nfen,result\nB:W21:B1,0\n");
  int positions = 0;
  const auto count = [&](const LabelledPosition&) { return ++positions > 0; };
  const Faults faults = read_labelled_positions(find_driver("checkers"), file, count);
  EXPECT_EQ(positions, 2);
  EXPECT_EQ(faults.count(), 1U);
  faults.require_no_contradiction();
}

// Nothing is visited in a file of nothing but faults, and such a file may be long.
TEST_F(LabelledFiles, AreLeftOnRequestAmongFaultsToo) {
  std::string lines = "fen,result\n";
  for (int i = 0; i < 5'000; ++i) lines += ",\n";
  const fs::path file = write("a.csv", lines);
  std::stop_source source;
  source.request_stop();
  const auto take = [](const LabelledPosition&) { return true; };
  EXPECT_EQ(read_labelled_positions(find_driver("checkers"), file, take, source.get_token()).count(), 0U);
  EXPECT_FALSE(read_positions(find_driver("checkers"), file, {.skip_bad = true, .stop = source.get_token()},
                              [](const DatasetPosition&) { return true; })
                   .is_whole);
}

TEST_F(LabelledFiles, MustExist) { EXPECT_THROW((void)read(folder_ / "none.epd"), Error); }

}  // namespace
}  // namespace hone::formats
