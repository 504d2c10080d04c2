// SPDX-License-Identifier: MIT
#include "data/row_text.hpp"

#include <gmock/gmock.h>
#include <zlib.h>

#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/row_names.hpp"
#include "data/row_text_parser.hpp"
#include "tests/temp_folder.hpp"

namespace hone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string toy_names =
    "# an engine of somebody's\n"
    "game toy\n"
    "stages mg eg   # two\n"
    "steps 24\n"
    "\n"
    "tempo scalar\n"
    "material list 3  pawns, knights and the rest\n"
    "map.knight board 2 4\n";

Schema toy() { return parse_row_names(toy_names, "toy.names"); }

std::string error_of(const auto& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(RowNames, CountTermsThroughInOrder) {
  const Schema schema = toy();
  EXPECT_EQ(schema, Schema("toy", {"mg", "eg"}, 24,
                           {{"tempo", scalar(), ""},
                            {"material", list(3), "pawns, knights and the rest"},
                            {"map.knight", board(2, 4), ""}}));
  EXPECT_EQ(schema.term_name(5), "map.knight[0,1]");
}

TEST(RowNames, MayBeginWithAByteOrderMark) {
  EXPECT_EQ(parse_row_names("\xEF\xBB\xBFgame toy\nstages all\ntempo scalar\n", "names").game(), "toy");
}

TEST(RowNames, NeedNoStages) {
  EXPECT_EQ(parse_row_names("game toy\na scalar\n", "n"), Schema("toy", {"all"}, 1, {{"a", scalar(), ""}}));
}

TEST(RowNames, AreTheSameWrittenAndReadAgain) {
  EXPECT_EQ(parse_row_names(format_row_names(toy()), "n"), toy());
  const Schema one("toy", {"all"}, 1, {{"a", scalar(), ""}});
  EXPECT_EQ(parse_row_names(format_row_names(one), "n"), one);
}

TEST(RowNames, SayWhichTermsAreNeighbours) {
  const Schema schema = parse_row_names(
      "game toy\n"
      "a list 3 ordered by number\n"
      "b list 3 ordering\n"
      "c board 2 2 unordered\n"
      "d board 2 2 ordered_rows\n"
      "e board 2 2 ordered_columns of what\n"
      "f list 3 ordered_rows\n"
      "g scalar ordered\n",
      "n");
  const std::vector<GroupSpec> wanted{{"a", ordered(list(3)), "by number"},
                                      {"b", list(3), "ordering"},
                                      {"c", unordered(board(2, 2)), ""},
                                      {"d", ordered_rows(board(2, 2)), ""},
                                      {"e", ordered_columns(board(2, 2)), "of what"},
                                      {"f", list(3), "ordered_rows"},
                                      {"g", scalar(), "ordered"}};
  EXPECT_EQ(schema, Schema("toy", {"all"}, 1, wanted));
  EXPECT_EQ(parse_row_names(format_row_names(schema), "n"), schema);
}

// A meaning may be a word that says how terms are ordered.
TEST(RowNames, AreTheSameWithAnyMeaning) {
  for (const std::string_view meaning : {"ordered", "unordered, by kind", "ordered_columns", "orderedly"}) {
    for (const GroupShape shape :
         {scalar(), list(3), ordered(list(3)), board(2, 2), unordered(board(2, 2)), ordered_rows(board(2, 2))}) {
      const Schema schema("toy", {"all"}, 1, {{"a", shape, meaning}});
      EXPECT_EQ(parse_row_names(format_row_names(schema), "n"), schema) << format_row_names(schema);
    }
  }
}

TEST(RowNames, AreRefusedWithTheirLine) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "n: expected groups, found none"},
      {"game toy\n", "n: expected groups, found none"},
      {"a scalar\n", "n:1: expected game NAME before the groups, found none"},
      {"game\n", "n:1: expected a name of the game, found nothing"},
      {"game a b\n", "n:1: expected a name of the game, found several words"},
      {"game toy\ngame toy\n", "n:2: game is given twice"},
      {"game toy\nstages mg eg\na scalar\n", "n:3: expected steps N before the groups"},
      {"game toy\nsteps 0\n", "n:2: expected a number of steps, 1 to 255, found '0'"},
      {"game toy\nsteps 256\n", "n:2: expected a number of steps, 1 to 255, found '256'"},
      {"game toy\na scalar\nsteps 4\n", "n:3: steps comes before the groups"},
      {"game toy\na circle\n", "n:2: expected a shape"},
      {"game toy\na list\n", "n:2: expected the length of the list, from 1, found ''"},
      {"game toy\na board 8 x\n", "n:2: expected the number of columns, from 1, found 'x'"},
      {"game toy\na list 3\na scalar\n", "n:3: schema: groups 'a' and 'a' clash"},
      {"game toy\nA scalar\n", "n:2: schema: group name 'A' is not words"},
      {"game Toy\na scalar\n", "n:2: schema: game 'Toy' is not a word"},
      {"game toy\na list 65537\n", "n:2: schema: group 'a' has an impossible shape"},
  };
  for (const auto& [text, wanted] : cases) {
    EXPECT_THAT(error_of([&, &names = text] { (void)parse_row_names(names, "n"); }), HasSubstr(wanted)) << text;
  }
}

TEST(RowNames, LieBesideTheRows) {
  EXPECT_EQ(row_names_beside("d/a.rowtext"), "d/a.names");
  EXPECT_EQ(row_names_beside("d/a.rowtext.gz"), "d/a.names");
}

TEST(RowText, SaysAllThatIsKnown) {
  RowTextParser parser(toy());
  const auto row = parser.parse("1 w=0.5 g=17 p=12 o=-15 s=34 v=0.75 k=1,0.5 3:1 7:-2 11:0.5  # e4");
  ASSERT_TRUE(row);
  EXPECT_TRUE(parser.has_game());
  EXPECT_EQ(row->phase, (PhasePoint{0, 12}));
  EXPECT_EQ(row->label, (RowLabel{.target = 1,
                                  .weight = 0.5F,
                                  .offset = -15,
                                  .game = 17,
                                  .score = 34,
                                  .lower_scale = 1,
                                  .upper_scale = 0.5F,
                                  .value = 0.75F}));
  EXPECT_THAT(row->entries, ElementsAre(FeatureCount{3, 1}, FeatureCount{7, -2}, FeatureCount{11, 0.5F}));
}

TEST(RowText, TakesBoundsOfScores) {
  RowTextParser parser(toy());
  for (const auto& [text, bound] :
       {std::pair{"exact", RowBound::exact}, {"lower", RowBound::lower}, {"upper", RowBound::upper}}) {
    const std::string line = std::string("0.5 g=7 p=12 s=-30.5 b=") + text + " 3:1";
    const auto row = parser.parse(line);
    ASSERT_TRUE(row);
    EXPECT_EQ(row->label, (RowLabel{.game = 7, .score = -30.5F, .bound = bound}));
    EXPECT_EQ(format_row(*row, toy()), line);
  }
}

TEST(RowText, HasDefaults) {
  RowTextParser parser(toy());
  const auto row = parser.parse("1/2-1/2 p=24");
  ASSERT_TRUE(row);
  EXPECT_EQ(row->phase, (PhasePoint{0, 24}));
  EXPECT_EQ(row->label, RowLabel{});
  EXPECT_THAT(row->entries, IsEmpty());
  EXPECT_FALSE(parser.has_game());
  EXPECT_FALSE(parser.parse(""));
  EXPECT_FALSE(parser.parse("  \t# nothing"));
}

TEST(RowText, ReadsResultsAsSharesAndAsGamesDo) {
  RowTextParser parser(toy());
  EXPECT_EQ(parser.parse("1-0 p=0")->label.target, 1.0F);
  EXPECT_EQ(parser.parse("0-1 p=0")->label.target, 0.0F);
  EXPECT_EQ(parser.parse("0.25 p=0")->label.target, 0.25F);
}

TEST(RowText, TakesNumbersThatAreTooSmallAsZero) {
  RowTextParser parser(toy());
  const auto row = parser.parse("1e-75 g=1 p=1e-400 w=1e-50 o=-1e-50 s=1e-60 v=0.1e-75 1:1e-46 2:1e-45");
  ASSERT_TRUE(row);
  EXPECT_EQ(row->phase, (PhasePoint{0, 0}));
  EXPECT_EQ(row->label, (RowLabel{.target = 0, .weight = 0, .offset = 0, .game = 1, .score = 0, .value = 0}));
  EXPECT_THAT(row->entries, ElementsAre(FeatureCount{2, 1e-45F}));
}

TEST(RowText, TakesNamesOfTerms) {
  RowTextParser parser(toy());
  const auto row = parser.parse("0 p=0 tempo:1 map.knight[1,3]:-1 material[2]:4");
  EXPECT_THAT(row->entries, ElementsAre(FeatureCount{0, 1}, FeatureCount{3, 4}, FeatureCount{11, -1}));
}

TEST(RowText, SumsAndSortsAndDropsZeros) {
  RowTextParser parser(toy());
  const auto row = parser.parse("0 p=0 5:1 2:3 5:-1 0:0 2:0.5");
  EXPECT_THAT(row->entries, ElementsAre(FeatureCount{2, 3.5F}));
}

TEST(RowText, KnowsGamesByTheirNames) {
  RowTextParser parser(toy());
  const std::uint32_t a = parser.parse("0 p=0 g=match:1/game-12")->label.game;
  EXPECT_EQ(parser.parse("1 p=0 g=match:1/game-12")->label.game, a);
  EXPECT_NE(parser.parse("1 p=0 g=match:1/game-13")->label.game, a);
  EXPECT_EQ(parser.parse("1 p=0 g=4294967295")->label.game, 4294967295U);
}

TEST(RowText, ScalesAllStagesOrEach) {
  RowTextParser parser(parse_row_names("game toy\nstages a b c\nsteps 10\nx scalar\n", "n"));
  const auto scales = [&](const std::string& line) {
    const RowLabel label = parser.parse(line)->label;
    return std::pair(label.lower_scale, label.upper_scale);
  };
  EXPECT_EQ(scales("1 p=5 k=0.25"), std::pair(0.25F, 0.25F));
  EXPECT_EQ(scales("1 p=5 k=1,2,3"), std::pair(1.0F, 2.0F));
  EXPECT_EQ(scales("1 p=10 k=1,2,3"), std::pair(2.0F, 3.0F));
  EXPECT_EQ(scales("1 p=20 k=1,2,3"), std::pair(2.0F, 3.0F));
  EXPECT_EQ(parser.parse("1 p=10")->phase, (PhasePoint{1, 0}));
  EXPECT_EQ(parser.parse("1 p=20")->phase, (PhasePoint{1, 10}));
}

// The terms move the phase, and what they move it by is not known when the row is read.
TEST(RowText, BesideTermsThatMoveThePhaseHasWholeSteps) {
  RowTextParser parser(parse_row_names("game toy\nstages mg eg\nsteps 4\nx scalar\ny scalar role:phase\n", "n"));
  EXPECT_EQ(parser.parse("1 p=3 x:1")->phase, (PhasePoint{0, 3}));
  EXPECT_EQ(error_of([&] { (void)parser.parse("1 p=2.5 x:1"); }),
            "expected a whole p= beside groups of role:phase, which takes more steps, found 'p=2.5'");
}

TEST(RowText, IsRefusedInWords) {
  const std::pair<std::string, std::string> cases[] = {
      {"2 p=0", "expected a result from 0 to 1, or 1-0, 0-1, 1/2-1/2, found '2'"},
      {"-1 p=0", "expected a result"},
      {"nan p=0", "expected a result"},
      {"p=0 1", "expected a result"},
      {"1", "expected p=PHASE, as there are several stages"},
      {"1 p=25", "expected p= from 0 to 24, found 'p=25'"},
      {"1 p=-0.5", "expected p= from 0 to 24"},
      {"1 p=inf", "expected p=PHASE, found 'inf'"},
      {"1 p=0 w=-1", "expected w=WEIGHT within 0 .. 1e9, found 'w=-1'"},
      {"1 p=0 w=2e9", "expected w=WEIGHT within 0 .. 1e9, found 'w=2e9'"},
      {"1 p=0 w=1 w=1", "w= is given twice"},
      {"1 p=0 b=lower", "expected s=SCORE beside b="},
      {"1 p=0 s=1 b=above", "expected b=exact, b=lower or b=upper, found 'above'"},
      {"1 p=0 s=1 b=lower b=upper", "b= is given twice"},
      {"1 p=0 p=0", "p= is given twice"},
      {"1 p=0 k=1 k=1", "k= is given twice"},
      {"1 p=0 k=1,2,3", "expected k=FACTOR, or one a stage"},
      {"1 p=0 k=1,", "expected k=FACTOR, or one a stage"},
      {"1 p=0 k=", "expected k=FACTOR, or one a stage"},
      {"1 p=0 g=", "expected the number or name of a game"},
      {"1 p=0 o=1cp", "expected o=OFFSET in centi-units, found '1cp'"},
      {"1 p=0 x=1", "expected one of w=, g=, p=, o=, s=, v=, b=, k=, found 'x=1'"},
      {"1 p=0 3:1 w=1", "expected TERM:COUNT, found 'w=1'"},
      {"1 p=0 | 3:1", "expected TERM:COUNT, found '|'"},
      {"1 p=0 12:1", "expected a term from 0 to 11, found '12'"},
      {"1 p=0 -1:1", "expected a term from 0 to 11, found '-1'"},
      {"1 p=0 material:1", "expected a term's index or its name, found 'material'"},
      {"1 p=0 3:", "expected a count, found ''"},
      {"1 p=0 3:1e99", "expected a count"},
      {"1 p=0 3:1e-99x", "expected a count"},
      {"1 p=1e400", "expected p=PHASE, found '1e400'"},
      {"1 p=0 3:3e38 3:3e38", "the counts of term 3 are too large"},
  };
  RowTextParser parser(toy());
  for (const auto& [line, wanted] : cases) {
    EXPECT_THAT(error_of([&, &text = line] { (void)parser.parse(text); }), HasSubstr(wanted)) << line;
  }
}

RowSet read_all(const std::filesystem::path& file, const RowTextOptions& options = {}) {
  RowSet rows;
  read_row_text(file, toy(), options, [&](const RowView& row) { rows.add(row); });
  return rows;
}

TEST(RowText, IsReadPlainOrCompressed) {
  const TempFolder folder;
  const std::string text = "# rows\n1 g=7 p=0 1:1\r\n\n0 g=8 p=3 2:1";
  write_plainly(folder / "a.rowtext", text);
  const gzFile gz = gzopen((folder / "a.rowtext.gz").c_str(), "wb");
  ASSERT_EQ(gzwrite(gz, text.data(), static_cast<unsigned>(text.size())), static_cast<int>(text.size()));
  gzclose(gz);
  for (const char* const name : {"a.rowtext", "a.rowtext.gz"}) {
    const RowSet rows = read_all(folder / name);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[1].label.game, 8U);
    EXPECT_THAT(rows[1].entries, ElementsAre(FeatureCount{2, 1}));
  }
}

TEST(RowText, CountsRowsWithoutAGameAsGames) {
  const TempFolder folder;
  write_plainly(folder / "a.rowtext", "1 p=0\n0 p=0\n");
  RowSet rows;
  const RowTextSummary summary =
      read_row_text(folder / "a.rowtext", toy(), {.first_game = 5}, [&](const RowView& row) { rows.add(row); });
  EXPECT_EQ(summary.rows, 2U);
  EXPECT_EQ(summary.unnamed, 2U);
  EXPECT_EQ(rows[0].label.game, 5U);
  EXPECT_EQ(rows[1].label.game, 6U);
}

TEST(RowText, NamesTheFirstBadLineAndCountsAll) {
  const TempFolder folder;
  const auto file = folder / "a.rowtext";
  write_plainly(file, "1 g=1 p=0\n1 g=1 p=99\n\nx\n0 g=1 p=0\n");
  EXPECT_EQ(error_of([&] { (void)read_all(file); }),
            file.string() + ":2: expected p= from 0 to 24, found 'p=99' (2 bad lines in all)");
  write_plainly(file, "1 g=1 p=0\n1 p=0\n");
  EXPECT_EQ(error_of([&] { (void)read_all(file); }), file.string() + ":2: expected g=GAME on every line or on none");
  write_plainly(file, "1 p=0\n1 g=1 p=0\n");
  EXPECT_EQ(error_of([&] { (void)read_all(file); }), file.string() + ":2: expected g=GAME on every line or on none");
}

TEST(RowText, LeavesBadLinesOutWhenTold) {
  const TempFolder folder;
  const auto file = folder / "a.rowtext";
  write_plainly(file, "1 g=1 p=0\n1 g=1 p=99\nx\n0 g=1 p=0\n");
  RowSet rows;
  const RowTextSummary summary =
      read_row_text(file, toy(), {.skip_bad = true}, [&](const RowView& row) { rows.add(row); });
  EXPECT_EQ(rows.size(), 2U);
  EXPECT_EQ(summary.bad, 2U);
  EXPECT_EQ(summary.warning, file.string() + ":2: expected p= from 0 to 24, found 'p=99' (2 bad lines in all)");
}

TEST(RowText, IsTheSameWrittenAndReadAgain) {
  const TempFolder folder;
  write_plainly(folder / "a.rowtext",
                "0.1 g=1 p=0 w=0.3 o=-1.7 s=12.5 k=0.1,1e-7 3:1 7:-2.25\n"
                "1 g=4294967295 p=24\n"
                "0 g=3 p=11.3 k=0.7 0:0.1\n");
  const RowSet rows = read_all(folder / "a.rowtext");
  write_row_text(folder / "b.rowtext", toy(), rows);
  EXPECT_EQ(read_row_names(folder / "b.names"), toy());
  const RowSet again = read_all(folder / "b.rowtext");
  ASSERT_EQ(again.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(again[i].phase, rows[i].phase);
    EXPECT_EQ(again[i].label, rows[i].label);
    EXPECT_TRUE(
        std::equal(again[i].entries.begin(), again[i].entries.end(), rows[i].entries.begin(), rows[i].entries.end()));
  }
}

TEST(RowText, OfAPipeOrDeviceHasNoNamesBesideIt) {
  EXPECT_NO_THROW(write_row_text("/dev/null", toy(), RowSet()));
  EXPECT_FALSE(std::filesystem::exists("/dev/null.names"));
}

TEST(RowText, WritesWhatAGamePutsAtTheLastStage) {
  const Schema schema = toy();
  RowSet rows;
  rows.add(Row{{1, 0}, {{2, 1}}}, {.game = 3, .lower_scale = 0.5F});
  EXPECT_EQ(format_row(rows[0], schema), "0.5 g=3 p=24 k=1,0.5 2:1");
}

}  // namespace
}  // namespace hone
