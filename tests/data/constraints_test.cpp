// SPDX-License-Identifier: MIT
#include "data/constraints.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "data/row_names.hpp"

namespace hone {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

constexpr double no_bound = std::numeric_limits<double>::infinity();

const std::string few_groups =
    "game toy\n"
    "stages mg eg\n"
    "steps 24\n"
    "tempo scalar\n"
    "left.pawn list 3\n"
    "left.rook list 3\n"
    "right.pawn list 3\n"
    "right.rook list 3\n"
    "map board 3 3\n"
    "wide board 2 4\n";

Schema few_with(const std::string& lines) { return parse_row_names(few_groups + lines, "n"); }

// The names of the weights that are equal to another one, each with the one that stands for all of them.
std::vector<std::string> ties_of(const Schema& schema) {
  const Constraints found = constraints_of(schema);
  const auto name = [&](std::size_t weight) {
    const auto phases = static_cast<std::size_t>(schema.phase_count());
    return schema.term_name(static_cast<int>(weight / phases)) + "." + schema.phases()[weight % phases];
  };
  std::vector<std::string> ties;
  for (std::size_t i = 0; i < found.tied_to.size(); ++i) {
    if (found.tied_to[i] != i) ties.push_back(name(i) + "=" + name(found.tied_to[i]));
  }
  return ties;
}

std::size_t number_of(const Schema& schema, const std::string& weight) {
  const std::vector<std::size_t> numbers = weights_named(schema, weight);
  EXPECT_EQ(numbers.size(), 1U) << weight;
  return numbers.at(0);
}

TEST(Constraints, AreNoneWithoutLines) {
  const Constraints found = constraints_of(few_with(""));
  EXPECT_FALSE(found.has_ties());
  EXPECT_THAT(found.fixed, Each(false));
  EXPECT_THAT(found.lower, Each(-no_bound));
  EXPECT_THAT(found.upper, Each(no_bound));
  EXPECT_EQ(found.tied_to.size(), static_cast<std::size_t>(few_with("").weights()));
}

TEST(Constraints, OfATieHoldForEachStageByItself) {
  EXPECT_THAT(ties_of(few_with("tie left.pawn[2] = tempo\n")),
              ElementsAre("left.pawn[2].mg=tempo.mg", "left.pawn[2].eg=tempo.eg"));
  EXPECT_THAT(ties_of(few_with("tie tempo.mg = tempo.eg\n")), ElementsAre("tempo.eg=tempo.mg"));
  EXPECT_THAT(ties_of(few_with("tie left.pawn.eg = left.rook.mg\n")),
              ElementsAre("left.rook[0].mg=left.pawn[0].eg", "left.rook[1].mg=left.pawn[1].eg",
                          "left.rook[2].mg=left.pawn[2].eg"));
}

TEST(Constraints, OfATieByPatternTieWhatTheStarsStandFor) {
  EXPECT_THAT(ties_of(few_with("tie left.*.mg = right.*.mg\n")),
              ElementsAre("right.pawn[0].mg=left.pawn[0].mg", "right.pawn[1].mg=left.pawn[1].mg",
                          "right.pawn[2].mg=left.pawn[2].mg", "right.rook[0].mg=left.rook[0].mg",
                          "right.rook[1].mg=left.rook[1].mg", "right.rook[2].mg=left.rook[2].mg"));
  EXPECT_THAT(ties_of(few_with("tie left.*[*].mg = right.*[*].mg\n")),
              ties_of(few_with("tie left.*.mg = right.*.mg\n")));
  EXPECT_THAT(ties_of(few_with("tie map[*,0].eg = map[*,2].eg\n")),
              ElementsAre("map[0,2].eg=map[0,0].eg", "map[1,2].eg=map[1,0].eg", "map[2,2].eg=map[2,0].eg"));
}

TEST(Constraints, OfATieToOneTermMakeAWholeGroupEqual) {
  EXPECT_THAT(ties_of(few_with("tie left.pawn.mg = right.pawn[0].mg\n")),
              ElementsAre("left.pawn[1].mg=left.pawn[0].mg", "left.pawn[2].mg=left.pawn[0].mg",
                          "right.pawn[0].mg=left.pawn[0].mg"));
}

TEST(Constraints, OfTiesAreTransitive) {
  EXPECT_THAT(ties_of(few_with("tie left.pawn[2].mg = left.pawn[1].mg\n"
                               "tie left.pawn[1].mg = left.pawn[0].mg\n"
                               "tie right.pawn[0].mg = left.pawn[2].mg\n")),
              ElementsAre("left.pawn[1].mg=left.pawn[0].mg", "left.pawn[2].mg=left.pawn[0].mg",
                          "right.pawn[0].mg=left.pawn[0].mg"));
}

TEST(Constraints, OfACycleOfTiesMakeItsWeightsEqual) {
  EXPECT_THAT(ties_of(few_with("tie left.pawn[0].mg = left.pawn[1].mg\n"
                               "tie left.pawn[1].mg = left.pawn[2].mg\n"
                               "tie left.pawn[2].mg = left.pawn[0].mg\n"
                               "tie left.pawn[2].mg = left.pawn[2].mg\n")),
              ElementsAre("left.pawn[1].mg=left.pawn[0].mg", "left.pawn[2].mg=left.pawn[0].mg"));
}

TEST(Constraints, OfAMirrorTieTheColumnsOfABoard) {
  EXPECT_THAT(ties_of(few_with("tie mirror wide.mg\n")),
              ElementsAre("wide[0,2].mg=wide[0,1].mg", "wide[0,3].mg=wide[0,0].mg", "wide[1,2].mg=wide[1,1].mg",
                          "wide[1,3].mg=wide[1,0].mg"));
}

// A square of the 8x8 board has ten classes under the eight symmetries: those of a triangle with a side of four.
TEST(Constraints, OfFold8LeaveTheTriangleOfABoard) {
  const Schema schema = parse_row_names("game toy\na scalar\nmap board 8 8\ntie fold8 map\n", "n");
  const Constraints found = constraints_of(schema);
  const std::size_t first = 1;
  std::set<std::uint32_t> classes(found.tied_to.begin() + 1, found.tied_to.end());
  EXPECT_EQ(classes.size(), 10U);
  for (std::size_t row = 0; row < 8; ++row) {
    for (std::size_t col = 0; col < 8; ++col) {
      const auto at = [&](std::size_t r, std::size_t c) { return found.tied_to[first + r * 8 + c]; };
      EXPECT_EQ(at(row, col), at(7 - row, col));
      EXPECT_EQ(at(row, col), at(row, 7 - col));
      EXPECT_EQ(at(row, col), at(col, row));
    }
  }
}

TEST(Constraints, FixWhatIsNamed) {
  const Schema schema = few_with("fix left.*\nfix tempo.eg\nfix map[1,1].mg\n");
  const Constraints found = constraints_of(schema);
  EXPECT_EQ(std::ranges::count(found.fixed, true), 2 * 3 * 2 + 1 + 1);
  EXPECT_FALSE(found.fixed[number_of(schema, "tempo.mg")]);
  EXPECT_TRUE(found.fixed[number_of(schema, "tempo.eg")]);
  EXPECT_TRUE(found.fixed[number_of(schema, "map[1,1].mg")]);
  EXPECT_TRUE(found.fixed[number_of(schema, "left.rook[2].eg")]);
}

TEST(Constraints, KeepsThoseThatBothSchemasHave) {
  Schema schema = few_with("fix left.*\nbound 0 10 right.pawn[0].mg\nfix tempo.eg\n");
  schema.keep_shared_constraints(few_with("fix tempo.eg\nbound 0 11 right.pawn[0].mg\nfix left.*\n"));
  EXPECT_THAT(schema.constraints(), testing::ElementsAre("fix left.*", "fix tempo.eg"));
}

TEST(Constraints, OfAStageFixTheOtherStages) {
  const Schema schema = few_with("stage eg left.pawn[0]\n");
  const Constraints found = constraints_of(schema);
  EXPECT_EQ(std::ranges::count(found.fixed, true), 1);
  EXPECT_TRUE(found.fixed[number_of(schema, "left.pawn[0].mg")]);
}

TEST(Constraints, OfBoundsAreTheNarrowestRange) {
  const Schema schema = few_with("bound 0 inf left.*\nbound -10 50.5 left.pawn\nbound -inf 20 *.pawn[1].mg\n");
  const Constraints found = constraints_of(schema);
  const auto range = [&](const std::string& weight) {
    const std::size_t number = number_of(schema, weight);
    return std::pair(found.lower[number], found.upper[number]);
  };
  EXPECT_EQ(range("left.pawn[1].mg"), std::pair(0.0, 20.0));
  EXPECT_EQ(range("left.pawn[1].eg"), std::pair(0.0, 50.5));
  EXPECT_EQ(range("left.rook[0].eg"), std::pair(0.0, no_bound));
  EXPECT_EQ(range("right.pawn[1].mg"), std::pair(-no_bound, 20.0));
  EXPECT_EQ(range("tempo.mg"), std::pair(-no_bound, no_bound));
}

TEST(Constraints, OfTiedWeightsAreShared) {
  const Schema schema = few_with(
      "bound 0 10 right.pawn[0].mg\nbound 5 20 left.pawn[0].mg\ntie left.pawn = right.pawn\nfix right.pawn[1].eg\n");
  const Constraints found = constraints_of(schema);
  for (const char* weight : {"left.pawn[0].mg", "right.pawn[0].mg"}) {
    EXPECT_EQ(found.lower[number_of(schema, weight)], 5) << weight;
    EXPECT_EQ(found.upper[number_of(schema, weight)], 10) << weight;
  }
  for (const char* weight : {"left.pawn[1].eg", "right.pawn[1].eg"}) {
    EXPECT_TRUE(found.fixed[number_of(schema, weight)]) << weight;
  }
}

TEST(Constraints, ThatDoNotFitAreRefusedWithTheirLine) {
  // Line 11 is the first one after the groups; line 12 is at fault.
  const std::vector<std::pair<std::string, std::string>> cases{
      {"fix nothing", "n:12: 'fix nothing': no weights match 'nothing'"},
      {"fix", "n:12: 'fix': expected one pattern of weights, found none"},
      {"fix tempo map", "n:12: 'fix tempo map': expected one pattern of weights, found more words"},
      {"fix tempo.end", "no weights match 'tempo.end'"},
      {"fix tempo[0]", "no weights match 'tempo[0]'"},
      {"fix left.pawn[3]", "no weights match 'left.pawn[3]'"},
      {"fix map[1]", "no weights match 'map[1]'"},
      {"fix map[0,", "no weights match 'map[0,'"},
      {"stage end tempo", "n:12: 'stage end tempo': expected a stage (mg, eg), found 'end'"},
      {"stage mg tempo.eg", "the pattern names a stage of its own"},
      {"stage mg", "expected one pattern of weights, found none"},
      {"bound 0 tempo", "expected bound LOW HIGH PATTERN, with numbers, -inf or inf, found 'tempo'"},
      {"bound nan 1 tempo", "found 'nan'"},
      {"bound 1e999 inf tempo", "found '1e999'"},
      {"bound 5 1 tempo", "the lower bound 5 is above the upper one, 1"},
      {"bound inf inf tempo", "no number lies between these bounds"},
      {"bound -inf -inf tempo", "no number lies between these bounds"},
      {"tie", "n:12: 'tie': expected tie mirror PATTERN, tie fold8 PATTERN or tie PATTERN = PATTERN"},
      {"tie tempo", "expected tie mirror PATTERN"},
      {"tie rotate map", "expected tie mirror PATTERN"},
      {"tie tempo =", "expected one pattern of weights, found none"},
      {"tie tempo =left.pawn[0]", "a blank stands before and after the '='"},
      {"tie left.pawn = left.rook right.rook", "expected one pattern of weights, found more words"},
      {"tie mirror left.pawn", "group 'left.pawn' is no board"},
      {"tie fold8 wide", "group 'wide' is no square board"},
      {"tie left.* = right.pawn", "as many '*' stand on both sides of the '='"},
      {"tie left.pawn.mg = right.pawn", "a stage is named on both sides of the '=', or on none"},
      {"tie left.* = wrong.*", "left.pawn[0] has no partner 'wrong.pawn'"},
      {"tie left.pawn = map", "groups 'left.pawn' and 'map' differ in size"},
      {"tie left.pawn[*] = map[*,3]", "left.pawn[0] has no partner 'map[0,3]'"},
      {"tie left.pawn = tempo", "groups 'left.pawn' and 'tempo' differ in size"},
      {"tie tempo = tempo[0]", "tempo has no partner 'tempo[0]'"},
      {"bound 4 9 left.pawn", "bounds leave no value for left.pawn[0]: 4 to 3"},
  };
  for (const auto& [line, message] : cases) {
    const std::string lines = "bound 0 3 left.pawn\n" + line + "\nfix tempo.mg\n";
    EXPECT_THAT([&] { (void)few_with(lines); }, ThrowsMessage<Error>(HasSubstr(message))) << line;
    EXPECT_THAT([&] { (void)few_with(lines); }, ThrowsMessage<Error>(HasSubstr("n:12: "))) << line;
  }
}

// Ties and bounds contradict each other together only; the last line completes the contradiction.
TEST(Constraints, ThatContradictEachOtherNameTheLineThatDoes) {
  EXPECT_THAT(
      [] { (void)few_with("bound 0 1 left.pawn\nbound 2 3 right.pawn\ntie left.pawn = right.pawn\nfix map\n"); },
      ThrowsMessage<Error>(HasSubstr("n:13: bounds leave no value for left.pawn[0]: 2 to 1")));
}

TEST(Constraints, StandAnywhereAmongTheGroups) {
  const Schema schema = parse_row_names("game toy\nfix b\na scalar\ntie a = c\nb scalar\nc scalar  # last\n", "n");
  EXPECT_THAT(schema.constraints(), ElementsAre("fix b", "tie a = c"));
  EXPECT_THAT(ties_of(schema), ElementsAre("c.all=a.all"));
}

TEST(Constraints, AreWrittenAndReadAgain) {
  const Schema schema = few_with("tie left.* = right.*   # by symmetry\n\n  fix tempo\nbound 0 inf map\n");
  EXPECT_THAT(schema.constraints(), ElementsAre("tie left.* = right.*", "fix tempo", "bound 0 inf map"));
  EXPECT_EQ(parse_row_names(format_row_names(schema), "n").constraints(), schema.constraints());
}

TEST(Constraints, OfOneTextAreKeptOnce) {
  Schema schema = few_with("fix tempo\nfix tempo\n");
  schema.constrain({"fix map", "fix tempo", "fix map"});
  EXPECT_THAT(schema.constraints(), ElementsAre("fix tempo", "fix map"));
  EXPECT_THROW(schema.constrain({"fix wide", "fix nothing"}), Error);
  EXPECT_THAT(schema.constraints(), ElementsAre("fix tempo", "fix map"));
}

TEST(Constraints, ChangeNeitherFingerprintNorComparison) {
  EXPECT_EQ(few_with("fix tempo\n").fingerprint(), few_with("").fingerprint());
  EXPECT_EQ(few_with("fix tempo\n"), few_with(""));
}

// Groups may be called as the words that constraints begin with, and as shapes.
TEST(Constraints, AreToldFromGroupsOfTheSameName) {
  for (const char* line : {"tie scalar", "fix list 3", "stage board 2 2 ordered", "bound scalar  of what"}) {
    EXPECT_FALSE(is_constraint(line)) << line;
  }
  for (const char* line : {"tie mirror map", "tie list = board", "tie scalar = list[2]", "fix list", "fix board",
                           "stage board map", "stage list list", "bound 0 1 scalar", "tie", "fix"}) {
    EXPECT_TRUE(is_constraint(line)) << line;
  }
  for (const char* line : {"tied scalar", "map board 8 8", "", "mirror tie map"}) {
    EXPECT_FALSE(is_constraint(line)) << line;
  }
  const Schema schema("toy", {"all"}, 1, {{"tie", scalar(), ""}, {"fix", list(3), ""}, {"stage", board(2, 2), "by"}});
  EXPECT_EQ(parse_row_names(format_row_names(schema), "n"), schema);
}

// -- Patterns

std::vector<std::size_t> few_named(const char* pattern) { return weights_named(few_with(""), pattern); }

TEST(WeightPatterns, NameGroupsTermsAndStages) {
  EXPECT_THAT(few_named("tempo"), ElementsAre(0, 1));
  EXPECT_THAT(few_named("tempo.eg"), ElementsAre(1));
  EXPECT_THAT(few_named("left.pawn[1]"), ElementsAre(4, 5));
  EXPECT_THAT(few_named("left.*[1].mg"), ElementsAre(4, 10));
  EXPECT_THAT(few_named("*.pawn[0].eg"), ElementsAre(3, 15));
  EXPECT_EQ(few_named("*").size(), static_cast<std::size_t>(few_with("").weights()));
  EXPECT_EQ(few_named("*.mg").size(), static_cast<std::size_t>(few_with("").terms()));
  EXPECT_EQ(few_named("map[*,0]").size(), 6U);
  EXPECT_EQ(few_named("m*p").size(), 18U);
  EXPECT_THAT(few_named(""), IsEmpty());
  EXPECT_THAT(few_named("temp"), IsEmpty());
  EXPECT_THAT(few_named("tempo*o"), IsEmpty());
  EXPECT_THAT(few_named("map[*,*,*]"), IsEmpty());
}

TEST(WeightPatterns, TakeTheNameOfAGroupBeforeThatOfAStage) {
  const Schema schema = parse_row_names("game toy\nstages mg eg\nsteps 2\nking.mg scalar\nqueen scalar\n", "n");
  EXPECT_THAT(weights_named(schema, "king.mg"), ElementsAre(0, 1));
  EXPECT_THAT(weights_named(schema, "king.mg.mg"), ElementsAre(0));
}

// A '*' stands for as little as possible, the first one before the later ones.
TEST(WeightPatterns, CaptureTheShortestTexts) {
  const Schema schema = parse_row_names("game toy\np1q2q3 scalar\nr1s2q3 scalar\ntie p*q* = r*s*\n", "n");
  EXPECT_THAT(ties_of(schema), ElementsAre("r1s2q3.all=p1q2q3.all"));
}

// -- Hostile input: with simpler code these take minutes.

TEST(Constraints, OfALongChainAreFoundInTime) {
  constexpr int terms = 65536;
  std::string text = fmt::format("game toy\na list {}\n", terms);
  for (int i = 1; i < terms; ++i) text += fmt::format("tie a[{}] = a[{}]\n", i, i - 1);
  const Constraints upwards = constraints_of(parse_row_names(text, "n"));
  EXPECT_THAT(upwards.tied_to, ::testing::Each(0U));
  text = fmt::format("game toy\na list {}\n", terms);
  for (int i = terms - 1; i > 0; --i) text += fmt::format("tie a[{}] = a[{}]\n", i - 1, i);
  EXPECT_EQ(constraints_of(parse_row_names(text, "n")).tied_to, upwards.tied_to);
}

TEST(Constraints, OfManyGroupsAreFoundInTime) {
  std::string text = "game toy\n";
  for (int i = 0; i < 32768; ++i) text += fmt::format("a.x{} scalar\nb.x{} scalar\n", i, i);
  for (int i = 0; i < 32768; ++i) text += fmt::format("bound {} inf b.x{}\n", i, i);
  const Constraints found = constraints_of(parse_row_names(text + "tie a.* = b.*\n", "n"));
  EXPECT_EQ(found.tied_to[65535], 65534U);
  EXPECT_EQ(found.lower[65534], 32767);
}

TEST(WeightPatterns, WithManyStarsAreMatchedInTime) {
  const std::string name(5000, 'a');
  const Schema schema = parse_row_names("game toy\n" + name + " scalar\n", "n");
  std::string pattern;
  for (int i = 0; i < 1000; ++i) pattern += "*a";
  EXPECT_EQ(weights_named(schema, pattern).size(), 1U);
  EXPECT_THAT(weights_named(schema, pattern + "*b"), IsEmpty());
}

}  // namespace
}  // namespace hone
