// SPDX-License-Identifier: MIT
#include "tuner/labelled_positions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <vector>

#include "data/error.hpp"
#include "tuner/csv_labels.hpp"
#include "tuner/epd_labels.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

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
      {R"(8/8/8/8/8/8/8/K1k5 w - - hmvc 3; id "a [1.0] c9 x"; c9 "1-0"; bm Ka2;)", "8/8/8/8/8/8/8/K1k5 w - -", 1},
      {"8/8/8/8/8/8/8/K1k5 w - - 0 14 [1.0]", "8/8/8/8/8/8/8/K1k5 w - - 0 14", 1},
      {"8/8/8/8/8/8/8/K1k5 w - - 0 14 [0.5] 23", "8/8/8/8/8/8/8/K1k5 w - - 0 14", 0.5},
      {"  8/8/8/8/8/8/8/K1k5 w - - 0 14; [0.0];", "8/8/8/8/8/8/8/K1k5 w - - 0 14", 0},
      {"8/8/8/8/8/8/8/K1k5 w - - [0.625]", "8/8/8/8/8/8/8/K1k5 w - -", 0.625},
      {"X.O/.../... x [1]", "X.O/.../... x", 1},
  };
  for (const EpdCase& expected : cases) {
    const LabelledPosition found = parse_epd_label(expected.line);
    EXPECT_EQ(found.position, expected.position);
    EXPECT_EQ(found.target, expected.target) << expected.line;
  }
}

TEST(EpdLabels, AreNeverGuessed) {
  const char* const lines[] = {
      "8/8/8/8/8/8/8/K1k5 w - - 1/2",                     // a FEN's neighbours are no result
      "8/8/8/8/8/8/8/K1k5 w - - 1-0",                     // nor is a bare one
      "8/8/1P1/2/8/8/8/K1k5 w - - 0 1",                   // "1/2" within the board
      R"(8/8/8/8/8/8/8/K1k5 w - - c9 "1-0"; [1.0])",      // two, even if they agree
      R"(8/8/8/8/8/8/8/K1k5 w - - c9 "1-0"; c9 "0-1";)",  // two
      R"(8/8/8/8/8/8/8/K1k5 w - - c9 "*";)",              // not a result
      R"(8/8/8/8/8/8/8/K1k5 w - - c9)",                   // nothing after it
      R"(8/8/8/8/8/8/8/K1k5 w - - c9 "1-0)",              // not closed
      R"(8/8/8/8/8/8/8/K1k5 w - - c0 "1-0";)",            // another comment
      "8/8/8/8/8/8/8/K1k5 w - - [1.5]",                   // out of range
      "8/8/8/8/8/8/8/K1k5 w - - [nan]",                   // not a number
      "8/8/8/8/8/8/8/K1k5 w - - [1.0",                    // not closed
      "8/8/8/8/8/8/8/K1k5 w - - []",                      // empty
      "[0.5]",                                            // no position
  };
  for (const char* line : lines) EXPECT_THROW((void)parse_epd_label(line), Error) << line;
}

TEST(CsvLabels, FindColumnsByName) {
  const CsvLabels labels("game,result_white,other,fen,score_white_cp");
  EXPECT_TRUE(labels.has_games());
  const LabelledPosition found = labels.parse("17,0.5,\"a, \"\"b\"\"\",\"8/8 w - - 0 1\",-188");
  EXPECT_EQ(found.position, "8/8 w - - 0 1");
  EXPECT_EQ(found.target, 0.5);
  EXPECT_EQ(found.score, -188);
  EXPECT_EQ(found.game, 17U);
}

TEST(CsvLabels, NeedOnlyAPositionAndAResult) {
  const CsvLabels labels("position,result");
  EXPECT_FALSE(labels.has_games());
  EXPECT_EQ(labels.parse("x,0-1").target, 0);
  EXPECT_FALSE(labels.parse("x,0-1").score.has_value());
  EXPECT_FALSE(CsvLabels("position,result,score").parse("x,1,").score.has_value());
}

TEST(CsvLabels, RefuseAHeaderThatLacksOrDoublesAColumn) {
  for (const char* header : {"", "fen", "fen,score", "result,game", "fen,fen,result", "fen,result,result_white"})
    EXPECT_THROW(CsvLabels{header}, Error) << header;
}

TEST(CsvLabels, RefuseWhatIsNotALabel) {
  const CsvLabels labels("fen,result,score,game");
  for (const char* line :
       {"x,1,0", "x,1,0,1,2", "x,,0,1", "x,2,0,1", "x,1/2,0,1", "x,1,zero,1", "x,1,0,-1", "x,1,0,1.5", "x,1,0,",
        ",1,0,1", "\"x,1,0,1", "\"x\"y,1,0,1", "x,1,inf,1", "x,nan,0,1", "x,1,0,4294967296"})
    EXPECT_THROW((void)labels.parse(line), Error) << line;
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
    last_ = read_labelled_positions(file, first_game, [&](const LabelledPosition& it) { found.push_back(it); });
    return found;
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

  static inline LabelledFile last_;
  fs::path folder_ = fs::temp_directory_path() / ("hone_labels_" + std::to_string(getpid()));
};

TEST_F(LabelledFiles, ShippedExcerptIsReadWhole) {
  // Counted with grep: 12 lines say "1-0", 10 "0-1", 38 "1/2-1/2".
  std::map<double, int> counts;
  for (const auto& position : read(fs::path(HONE_DATA_DIR) / "chess" / "quiet_labeled.epd")) ++counts[position.target];
  EXPECT_EQ(counts, (std::map<double, int>{{0, 10}, {0.5, 38}, {1, 12}}));
  EXPECT_EQ(last_.positions, 60U);
  EXPECT_EQ(last_.games, 60U);
  EXPECT_FALSE(last_.has_games);
}

TEST_F(LabelledFiles, NumberGamesAsTheyAppear) {
  const auto found = read(write("a.csv", "fen,result,game\nx,1,900\ny,0,7\n\nz,1,900\r\n"), 40);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].game, 40U);
  EXPECT_EQ(found[1].game, 41U);
  EXPECT_EQ(found[2].game, 40U);
  EXPECT_EQ(last_.games, 2U);
  EXPECT_TRUE(last_.has_games);
}

TEST_F(LabelledFiles, GiveEveryPositionAGameOfItsOwnWhereNoneAreNamed) {
  const auto found = read(write("a.epd", "x [1]\ny [0]\n"), 5);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].game, 5U);
  EXPECT_EQ(found[1].game, 6U);
}

TEST_F(LabelledFiles, TellTheFirstBadLineAndTheNumberOfAll) {
  EXPECT_EQ(fault(write("a.epd", "x [1]\n\ny 1/2\nz [0.5]\n[x\n")),
            "3: expected a result such as c9 \"1-0\"; or [0.5], found none (2 bad lines in all)");
  EXPECT_EQ(fault(write("b.csv", "fen,result\nx,1\ny\n")), "3: expected 2 columns as in the header, found 1");
  EXPECT_EQ(fault(write("c.csv", "x,1\n")), "1: expected a header with a column 'fen', found x,1");
  EXPECT_EQ(fault(write("d.csv", "")), "0: expected a header line, found an empty file");
}

TEST_F(LabelledFiles, CountPositionsThatTheReaderRefuses) {
  const fs::path file = write("a.epd", "x [1]\ny [0]\nz [0]\n");
  const auto refuse = [](const LabelledPosition& position) {
    if (position.position != "x") throw Error("no such square");
  };
  try {
    (void)read_labelled_positions(file, 0, refuse);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), file.string() + ":2: no such square (2 bad lines in all)");
  }
}

TEST_F(LabelledFiles, MustExist) { EXPECT_THROW((void)read(folder_ / "none.epd"), Error); }

}  // namespace
}  // namespace hone
