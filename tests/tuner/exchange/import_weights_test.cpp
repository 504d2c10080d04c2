// SPDX-License-Identifier: MIT
#include "tuner/exchange/import/import_weights.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

#include "data/constraints.hpp"
#include "data/error.hpp"
#include "data/row_names.hpp"
#include "engine/game_driver.hpp"
#include "engine/named_weights.hpp"
#include "tuner/exchange/export/export_format.hpp"
#include "tuner/exchange/import/import_format.hpp"
#include "tuner/exchange/import/import_names.hpp"

namespace hone::exchange {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

Imported import_text(std::string_view format, const std::string& text, ImportOptions options = {}) {
  options.rules.file = "f";
  options.format = format;
  return import_weights(find_import_format(format).read(text, options.rules), options);
}

ImportOptions into(const Schema& schema) {
  ImportOptions options;
  options.like = zero_weights(schema);
  return options;
}

std::vector<std::string> group_lines(const Schema& schema) {
  std::vector<std::string> lines;
  for (const Group& group : schema.groups()) {
    lines.push_back(
        fmt::format("{} {} {}x{}", group.name, to_string(group.shape.kind), group.shape.rows, group.shape.cols));
  }
  return lines;
}

double imported_value(const Weights& weights, const std::string& name) {
  const std::vector<std::size_t> numbers = weights_named(weights.schema, name);
  EXPECT_EQ(numbers.size(), 1U) << name;
  return weights.values.at(numbers.at(0));
}

// -- export | import

Schema small_schema(bool two_stages, const std::string& shapes) {
  const std::string stages = two_stages ? "stages mg eg\nsteps 24\n" : "";
  return parse_row_names("game toy\n" + stages + shapes, "n");
}

std::vector<Weights> sets_of_all_shapes() {
  std::vector<Weights> sets;
  for (const bool two_stages : {false, true}) {
    for (const char* shapes : {"a scalar\n", "a list 3\nb.c list 4\n", "a board 2 3\nb board 8 8\n",
                               "a.one scalar\na.two list 5\nmap.x board 3 2\nmap.y list 7\nlist_2 list 3\n"}) {
      Weights weights = zero_weights(small_schema(two_stages, shapes));
      for (std::size_t i = 0; i < weights.values.size(); ++i) weights.values[i] = static_cast<double>(i * 7 % 101) - 40;
      weights.k = 1.25;
      sets.push_back(weights);
    }
  }
  for (const GameDriver* game : all_drivers())
    sets.push_back(load_weights(*game, "default", [](const std::string&) {}));
  for (const char* name : {"chess.pesto", "chess.simplified"}) {
    sets.push_back(load_weights(find_driver("chess"), fmt::format("{}/weights/{}.weights", HONE_DATA_DIR, name),
                                [](const std::string&) {}));
  }
  return sets;
}

constexpr std::size_t many_weights = 10'000;  // patterns of othello, whose tables take seconds: tried in one format

class ExportThenImportAs : public ::testing::TestWithParam<std::tuple<const char*, const char*, RowOrder, bool, Case>> {
};

// The lines of CSV number rows and columns themselves, whatever is said of the order.
TEST(ExportThenImport, OfCsvHasItsOwnOrder) {
  for (const Weights& weights : sets_of_all_shapes()) {
    if (weights.values.size() > many_weights) continue;
    for (const RowOrder order : {RowOrder::last_first, RowOrder::first_first}) {
      ExportOptions options;
      options.order = order;
      options.decimals = parse_decimals("all");
      ImportOptions import = into(weights.schema);
      import.order = order;
      const std::string text = write_format(find_export_format("csv"), prepare(weights, options, *options.decimals));
      EXPECT_EQ(import_text("csv", text, import).weights.values, weights.values) << weights.schema.game();
    }
  }
}

// Values with all their digits, in every format that carries them, come back as they were.
TEST_P(ExportThenImportAs, IsTheIdentity) {
  const auto [written, read, order, is_split, letters] = GetParam();
  const bool is_usual = order == RowOrder::last_first && !is_split && letters == Case::snake;
  for (const Weights& weights : sets_of_all_shapes()) {
    if (weights.values.size() > many_weights && !(is_usual && std::string_view(written) == "c")) continue;
    ExportOptions options;
    options.order = order;
    options.stages.is_split = is_split;
    options.keys.letters = letters;
    options.decimals = parse_decimals("all");
    const ExportFormat& format = find_export_format(written);
    const std::string text = write_format(format, prepare(weights, options, *options.decimals));
    ImportOptions import = into(weights.schema);
    const bool says_itself = std::string_view(read) == "table";  // in the first lines
    if (!says_itself) import.order = order;
    if (!says_itself) import.pairs = PairOrder::inner;
    const Imported imported = import_text(read, text, import);
    EXPECT_EQ(imported.weights.values, weights.values) << weights.schema.game() << ' ' << weights.schema.terms();
    const bool says_k = says_itself || std::string_view(read) == "ini";
    EXPECT_EQ(imported.weights.k, says_k ? weights.k : import.like->k) << weights.schema.game();
    EXPECT_THAT(imported.missing, IsEmpty());
  }
}

const auto c_like = ::testing::Values("c", "cpp", "rust", "go", "csharp", "java", "python", "zig", "javascript");
const auto both_orders = ::testing::Values(RowOrder::last_first, RowOrder::first_first);

INSTANTIATE_TEST_SUITE_P(Tables, ExportThenImportAs,
                         ::testing::Combine(c_like, ::testing::Values("table"), both_orders, ::testing::Bool(),
                                            ::testing::Values(Case::snake, Case::pascal)));
INSTANTIATE_TEST_SUITE_P(Lists, ExportThenImportAs,
                         ::testing::Combine(::testing::Values("ini"), ::testing::Values("ini"), both_orders,
                                            ::testing::Values(false),
                                            ::testing::Values(Case::snake, Case::camel, Case::kebab)));
INSTANTIATE_TEST_SUITE_P(Personalities, ExportThenImportAs,
                         ::testing::Combine(::testing::Values("personality"), ::testing::Values("personality"),
                                            ::testing::Values(RowOrder::last_first), ::testing::Values(false),
                                            ::testing::Values(Case::snake, Case::upper)));
INSTANTIATE_TEST_SUITE_P(Options, ExportThenImportAs,
                         ::testing::Combine(::testing::Values("setoption"), ::testing::Values("setoption"),
                                            ::testing::Values(RowOrder::last_first), ::testing::Values(false),
                                            ::testing::Values(Case::snake, Case::pascal)));

TEST(ExportThenImport, OfJsonNeedsNoSchema) {
  for (const Weights& weights : sets_of_all_shapes()) {
    for (const RowOrder order : {RowOrder::last_first, RowOrder::first_first}) {
      ExportOptions options;
      options.order = order;
      options.decimals = parse_decimals("all");
      const std::string text = write_format(find_export_format("json"), prepare(weights, options, *options.decimals));
      const Imported imported = import_text("json", text);
      EXPECT_EQ(imported.weights.values, weights.values);
      EXPECT_EQ(imported.weights.schema.fingerprint(), weights.schema.fingerprint());
      EXPECT_EQ(imported.weights.k, weights.k);
    }
  }
}

TEST(ExportThenImport, OfJsonKeepsWhatIsKnownOfTheWeights) {
  Weights weights = zero_weights(small_schema(true, "a scalar\nb list 2\n"));
  weights.schema.constrain({"tie a.mg = a.eg", "bound -10 20 b", "fix b[0]"});
  ExportOptions options;
  const auto written = [&] {
    return write_format(find_export_format("json"), prepare(weights, options, parse_decimals("all")));
  };
  EXPECT_EQ(import_text("json", written()).weights.schema.constraints(), weights.schema.constraints());
  ImportOptions scaled;
  scaled.scale = -2;
  EXPECT_THAT(import_text("json", written(), scaled).weights.schema.constraints(),
              ElementsAre("tie a.mg = a.eg", "bound -40 20 b", "fix b[0]"));
  options.stages = parse_stage_layout("mg");
  EXPECT_THAT(import_text("json", written()).weights.schema.constraints(), IsEmpty());
}

TEST(ExportThenImport, OfCsvKeepsErrorsAndMakesTheSameGroups) {
  Weights weights = sets_of_all_shapes().at(7);
  weights.errors.assign(weights.values.size(), std::nan(""));
  weights.errors[3] = 2.5;
  const std::string text = write_format(find_export_format("csv"), prepare(weights, {}, parse_decimals("all")));
  const Imported given = import_text("csv", text, into(weights.schema));
  EXPECT_EQ(given.weights.values, weights.values);
  ASSERT_EQ(given.weights.errors.size(), weights.values.size());
  EXPECT_EQ(given.weights.errors[3], 2.5);
  EXPECT_TRUE(std::isnan(given.weights.errors[4]));
  ImportOptions made;
  made.name = "toy";
  const Imported imported = import_text("csv", text, made);
  EXPECT_EQ(imported.weights.values, weights.values);
  EXPECT_EQ(group_lines(imported.weights.schema), group_lines(weights.schema));
}

// -- Layouts of engines

std::string pesto_table(const char* name, int first) {
  std::string text = fmt::format("int {}[64] = {{\n", name);
  for (int i = 0; i < 64; ++i) text += fmt::format("{},{}", first + i, i % 8 == 7 ? "\n" : " ");
  return text + "};\n";
}

TEST(ImportWeights, OfPestosLayoutGoIntoTheGroupsOfChess) {
  ImportOptions options = into(find_driver("chess").schema());
  options.elements = {"pawn", "knight", "bishop", "rook", "queen", "king"};
  const std::string text =
      "int mg_value[6] = { 82, 337, 365, 477, 1025,  0};\nint eg_value[6] = { 94, 281, 297, 512,  936,  0};\n" +
      pesto_table("mg_pawn_table", 0) + pesto_table("eg_pawn_table", 100) +
      "int gamephaseInc[12] = {0,0,1,1,1,1,2,2,4,4,0,0};\n";
  const Imported imported = import_text("table", text, options);
  EXPECT_EQ(imported_value(imported.weights, "material.knight.mg"), 337);
  EXPECT_EQ(imported_value(imported.weights, "material.queen.eg"), 936);
  EXPECT_EQ(imported_value(imported.weights, "psqt.pawn[7,0].mg"), 0);    // a8 comes first
  EXPECT_EQ(imported_value(imported.weights, "psqt.pawn[0,7].eg"), 163);  // h1 comes last
  std::vector<std::string> left_out;
  for (const ImportedName& one : imported.names) {
    if (one.target.empty()) left_out.push_back(one.name);
  }
  EXPECT_THAT(left_out, ElementsAre("mg_value.king", "eg_value.king", "gamephaseInc"));
  options.order = RowOrder::first_first;
  EXPECT_EQ(imported_value(import_text("table", text, options).weights, "psqt.pawn[0,0].eg"), 100);
}

TEST(ImportWeights, WithoutASchemaMakeOneOfPestosLayout) {
  const Imported imported =
      import_text("table", "int mg_value[6] = {1,2,3,4,5,6};\nint eg_value[6] = {7,8,9,10,11,12};\n" +
                               pesto_table("mg_pawn_table", 0) + pesto_table("eg_pawn_table", 100));
  EXPECT_THAT(imported.weights.schema.phases(), ElementsAre("mg", "eg"));
  EXPECT_THAT(group_lines(imported.weights.schema), ElementsAre("value list 1x6", "psqt.pawn board 8x8"));
  EXPECT_EQ(imported_value(imported.weights, "value[5].eg"), 12);
  EXPECT_EQ(imported_value(imported.weights, "psqt.pawn[7,7].mg"), 7);
}

TEST(ImportWeights, NameTheirStagesInTwoWordsToo) {
  const Imported imported =
      import_text("table", pesto_table("MiddleGamePawnTable", 0) + pesto_table("EndGamePawnTable", 100) +
                               "int middle_game_tempo = 1, end_game_tempo = 2;\n");
  EXPECT_THAT(group_lines(imported.weights.schema), ElementsAre("psqt.pawn board 8x8", "tempo scalar 1x1"));
  EXPECT_EQ(imported_value(imported.weights, "tempo.eg"), 2);
  EXPECT_EQ(imported_value(imported.weights, "psqt.pawn[7,7].eg"), 107);
}

TEST(ImportWeights, OfPairsMakeTwoStages) {
  const Imported imported = import_text("table",
                                        "Score Mobility[2][3] = { { S(1,2), S(3,4), S(5,6) }, { S(7,8), S(9,10), "
                                        "S(11,12) } };\nScore Tempo = S(20, 0);\n");
  EXPECT_THAT(group_lines(imported.weights.schema),
              ElementsAre("mobility_0 list 1x3", "mobility_1 list 1x3", "tempo scalar 1x1"));
  EXPECT_EQ(imported_value(imported.weights, "mobility_1[2].eg"), 12);
  EXPECT_EQ(imported.weights.schema.find("mobility_1")->meaning, "Mobility[1]");
}

TEST(ImportWeights, OfPartsHaveTheStageOfTheirArray) {
  const std::string text =
      "int table_mg[2][3] = {{1, 2, 3}, {4, 5, 6}};\nint table_eg[2][3] = {{7, 8, 9}, {10, 11, 12}};\n";
  const Imported numbered = import_text("table", text);
  EXPECT_THAT(group_lines(numbered.weights.schema), ElementsAre("table_0 list 1x3", "table_1 list 1x3"));
  EXPECT_EQ(imported_value(numbered.weights, "table_1[2].eg"), 12);
  EXPECT_THAT(group_lines(import_text("table", "t = {pst_mg: [[1], [2]], pst_eg: [[3], [4]]}").weights.schema),
              ElementsAre("t_pst_0 list 1x1", "t_pst_1 list 1x1"));

  ImportOptions options;
  options.elements = {"pawn", "king"};
  options.stages = "mg,eg";
  EXPECT_THAT(group_lines(import_text("table", text, options).weights.schema),
              ElementsAre("table_pawn list 1x3", "table_king list 1x3"));
  options = into(small_schema(true, "psqt.pawn list 3\npsqt.king list 3\n"));
  options.elements = {"pawn", "king"};
  EXPECT_EQ(imported_value(import_text("table", text, options).weights, "psqt.king[2].eg"), 12);
  options.maps = {"table_mg=psqt.king,psqt.pawn", "table_eg=psqt.king,psqt.pawn"};
  EXPECT_EQ(imported_value(import_text("table", text, options).weights, "psqt.king[2].eg"), 9);
}

TEST(ImportWeights, OfPartsHaveTheStageThatEndsTheNameOfTheirArray) {
  const Imported imported = import_text(
      "table", "int late_pawn_mg[2][3] = {{1, 2, 3}, {4, 5, 6}}, late_pawn_eg[2][3] = {{7, 8, 9}, {10, 11, 12}};\n");
  EXPECT_THAT(group_lines(imported.weights.schema), ElementsAre("late_pawn_0 list 1x3", "late_pawn_1 list 1x3"));
  EXPECT_EQ(imported_value(imported.weights, "late_pawn_0[0].mg"), 1);
  EXPECT_EQ(imported_value(imported.weights, "late_pawn_1[2].eg"), 12);
}

TEST(ImportWeights, OfAnEngineKeepTheirBounds) {
  const Imported imported = import_text("uci",
                                        "option name Mobility (Middle Game) type spin default 100 min 0 max 200\n"
                                        "option name mobility-middle_game type spin default 7 min 0 max 9\n"
                                        "option name 3-Fold type spin default 1 min -1 max 1\n"
                                        "option name K type spin default 1 min 1 max 1\n");
  EXPECT_THAT(group_lines(imported.weights.schema),
              ElementsAre("mobility_middle_game scalar 1x1", "mobility_middle_game_2 scalar 1x1", "n3_fold scalar 1x1",
                          "k_ scalar 1x1"));
  EXPECT_EQ(imported.weights.schema.groups()[0].meaning, "Mobility (Middle Game)");
  EXPECT_THAT(
      imported.weights.schema.constraints(),
      ElementsAre("bound 0 200 mobility_middle_game", "bound 0 9 mobility_middle_game_2", "bound -1 1 n3_fold"));
  EXPECT_THAT(imported.weights.values, ElementsAre(100, 7, 1, 1));
  EXPECT_EQ(parse_weights(format_weights(imported.weights), "w").schema.constraints(),
            imported.weights.schema.constraints());
}

TEST(ImportWeights, ThatAreScaledScaleTheirBounds) {
  ImportOptions options;
  options.scale = -0.5;
  options.k = 2;
  const Imported imported = import_text("uci", "option name a type spin default 100 min 0 max 200\n", options);
  EXPECT_THAT(imported.weights.values, ElementsAre(-50));
  EXPECT_THAT(imported.weights.schema.constraints(), ElementsAre("bound -100 0 a"));
  EXPECT_EQ(imported.weights.k, 2);
}

TEST(ImportWeights, AreNotWhatIsTooLargeForThem) {
  const std::string text = "int a = 5, MASK = 0x0303030303030303, t[2] = {1, 5000000};\n";
  ImportOptions options;
  options.pairs = PairOrder::none;
  EXPECT_THAT([&] { (void)import_text("table", text, options); },
              ThrowsMessage<Error>(HasSubstr("f:1: MASK: expected a number within +-1e6")));
  options.rules.skip_expressions = true;
  const Imported imported = import_text("table", text, options);
  EXPECT_THAT(group_lines(imported.weights.schema), ElementsAre("a scalar 1x1"));
  ASSERT_EQ(imported.names.size(), 3U);
  EXPECT_EQ(imported.names[1].name, "MASK");
  EXPECT_EQ(imported.names[1].reason, "no weight: beyond +-1e6");
  options.scale = 0.1;
  EXPECT_THAT(import_text("table", text, options).weights.values, ElementsAre(0.5, 0.1, 500'000));
}

// By data/second_order.hpp: with values doubled twice, what is squared is doubled once, and percents stay.
TEST(ImportWeights, ThatAreScaledKeepExpectedResults) {
  ImportOptions options = into(small_schema(true, "a scalar\nb scalar role:squared:u:mg\nc scalar role:scale:eg\n"));
  options.scale = 4;
  const std::string text =
      "group,row,col,stage,value,error\na,,,mg,5,1\na,,,eg,6,1\nb,,,mg,7,1\nb,,,eg,0,1\nc,,,mg,0,1\nc,,,eg,8,1\n";
  const Imported imported = import_text("csv", text, options);
  EXPECT_THAT(imported.weights.values, ElementsAre(20, 24, 14, 0, 0, 8));
  EXPECT_THAT(imported.weights.errors, ElementsAre(4, 4, 2, 2, 1, 1));
  options.scale = -1;
  EXPECT_THAT([&] { (void)import_text("csv", text, options); },
              ThrowsMessage<Error>(HasSubstr("f:4: b: only counts above 0")));
}

TEST(ImportWeights, AreNotScaledToNothing) {
  ImportOptions options;
  for (const double scale : {1e-310, -1e-10, 0.0}) {
    options.scale = scale;
    EXPECT_THAT([&] { (void)import_text("setoption", "setoption name a value 1\n", options); },
                ThrowsMessage<Error>(HasSubstr("--scale by a factor of a size from 1e-09 to 1e+09")))
        << scale;
  }
  options.scale = -1e-9;
  EXPECT_THAT(import_text("setoption", "setoption name a value 1\n", options).weights.values, ElementsAre(-1e-9));
}

TEST(ImportWeights, TellThatNothingSaysWhatKIs) {
  ImportOptions options;
  EXPECT_FALSE(import_text("setoption", "setoption name a value 3\n", options).is_k_known);
  options.k = 1;
  EXPECT_TRUE(import_text("setoption", "setoption name a value 3\n", options).is_k_known);
}

TEST(ImportWeights, ThatAreScaledDivideTheKOfTheFile) {
  Weights weights = zero_weights(small_schema(true, "a scalar\n"));
  weights.values = {5, 6};
  weights.k = 1.5;
  const std::string text = write_format(find_export_format("json"), prepare(weights, {}, parse_decimals("all")));
  ImportOptions options;
  options.scale = -2;
  EXPECT_EQ(import_text("json", text, options).weights.k, 0.75);
  options.k = 3;
  EXPECT_EQ(import_text("json", text, options).weights.k, 3);
}

const Schema& three_groups() {
  static const Schema schema = parse_row_names(
      "game toy\nstages mg eg\nsteps 24\nking.safety scalar\nking_safety_2 scalar\npsqt.pawn board 8 8\nmobility list "
      "2\nrook list 3\n",
      "n");
  return schema;
}

Imported into_three(const std::string& text, const std::vector<std::string>& maps = {},
                    PairOrder pairs = PairOrder::unknown) {
  ImportOptions options = into(three_groups());
  options.maps = maps;
  options.pairs = pairs;
  return import_text("table", text, options);
}

TEST(ImportWeights, AreFoundByNamesInAnySpelling) {
  for (const char* name : {"mg_king_safety", "KingSafetyMG", "KING_SAFETY_OPENING", "kingSafetyEarly",
                           "middlegame_king_safety", "MiddleGameKingSafety", "king_safety_mid_game"}) {
    EXPECT_EQ(imported_value(into_three(fmt::format("int {} = 5;", name)).weights, "king.safety.mg"), 5) << name;
  }
  EXPECT_EQ(imported_value(into_three("int rook_2_eg = 5;").weights, "rook[2].eg"), 5);
  EXPECT_EQ(imported_value(into_three("int psqt_pawn_b1_eg = 5;").weights, "psqt.pawn[0,1].eg"), 5);
}

TEST(ImportWeights, GoWhereTheMapSays) {
  const Imported imported = into_three(
      "int X[3] = {1, 2, 3};\nScore Y[2][3] = {{S(1,2),S(3,4),S(5,6)},{S(0,0),S(0,0),S(7,0)}};\nint z = 9;\n",
      {"X=king.safety.mg,-,mobility[1].eg", "Y[0]=rook", "Y[1]=-", "z=psqt.pawn[0,1].mg"});
  EXPECT_EQ(imported_value(imported.weights, "king.safety.mg"), 1);
  EXPECT_EQ(imported_value(imported.weights, "mobility[1].eg"), 3);
  EXPECT_EQ(imported_value(imported.weights, "rook[2].eg"), 6);
  EXPECT_EQ(imported_value(imported.weights, "psqt.pawn[0,1].mg"), 9);
}

TEST(ImportWeights, MayHaveTheStagesInEitherDimension) {
  EXPECT_EQ(imported_value(into_three("int rook[2][3] = {{1,2,3},{4,5,6}};").weights, "rook[1].eg"), 5);
  EXPECT_EQ(imported_value(into_three("int rook[3][2] = {{1,2},{3,4},{5,6}};").weights, "rook[1].eg"), 4);
  const std::string square = "int mobility[2][2] = {{1,2},{3,4}};";
  EXPECT_THAT([&] { (void)into_three(square); },
              ThrowsMessage<Error>(HasSubstr(
                  "f:1: mobility: the stages may be its first dimension or its last: --pairs outer or inner")));
  EXPECT_EQ(imported_value(into_three(square, {}, PairOrder::inner).weights, "mobility[0].eg"), 2);
  EXPECT_EQ(imported_value(into_three(square, {}, PairOrder::outer).weights, "mobility[0].eg"), 3);
}

// As in BBC: stages first, the black pieces after the white ones.
TEST(ImportWeights, OfBothSidesAreThoseOfOne) {
  const std::string source =
      "int material[2][4] = { 1, 2, -1, -2, 3, 4, -3, -4 };\n"
      "int boards[2][2][3] = { { 5, 5, 6, 7, 8, 8 }, { 9, 9, 10, 11, 12, 12 } };\n"
      "int twice[4] = { 1, 2, 1, 2 }, other[4] = { 1, 2, 3, 4 };\n";
  ImportOptions options;
  options.pairs = PairOrder::outer;
  options.elements = {"man", "king"};
  options.every_stage = true;
  const Weights weights = import_text("table", source, options).weights;
  EXPECT_THAT(weights.schema.phases(), ElementsAre("mg", "eg"));
  EXPECT_THAT(group_lines(weights.schema),
              ElementsAre("material.man scalar 1x1", "material.king scalar 1x1", "boards.man list 1x3",
                          "boards.king list 1x3", "twice.man scalar 1x1", "twice.king scalar 1x1", "other list 1x4"));
  EXPECT_THAT(weights.values,
              ElementsAre(1, 3, 2, 4, 5, 9, 5, 9, 6, 10, 7, 11, 8, 12, 8, 12, 1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4));

  ImportOptions filling = into(small_schema(true, "material.man scalar\nmaterial.king scalar\n"));
  filling.pairs = PairOrder::outer;
  filling.elements = options.elements;
  filling.rules.include = {"material,nothing"};
  EXPECT_THAT(import_text("table", source, filling).weights.values, ElementsAre(1, 3, 2, 4));
}

// One number in the source cannot become two.
TEST(ImportWeights, ThatCountForAllStagesAreTied) {
  ImportOptions options;
  options.every_stage = true;
  const Weights weights = import_text("table", "int mg_a = 1, eg_a = 2, b = 3, c[2] = {4, 5};", options).weights;
  EXPECT_THAT(weights.schema.constraints(), ElementsAre("tie b.mg = b.eg", "tie c.mg = c.eg"));
  EXPECT_THAT(weights.values, ElementsAre(1, 2, 3, 3, 4, 4, 5, 5));
  EXPECT_THAT(constraints_of(weights.schema).tied_to, ElementsAre(0, 1, 2, 2, 4, 4, 6, 6));
}

TEST(ImportWeights, ThatCouldBeReadInTwoWaysNameTheOptionThatSettlesIt) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"int rook[3] = {1, 2, 3};",
       "f:1: rook: names no stage of 'rook': --map 'rook=rook.mg' says which it is, --every-stage"},
      {"int mg_rook[4] = {1, 2, 3, 4};", "f:1: mg_rook: expected 3 numbers for 'rook', found 4; --exclude 'mg_rook'"},
      {"int rook_mg = 1;\nint mg_rook[3] = {1,2,3};", "f:1: rook_mg: expected 3 numbers for 'rook', found 1"},
      {"int mgRook[3] = {1,2,3};\nint rook_mg[3] = {1,2,3};",
       "f:2: rook_mg: 'mgRook' on line 1 gave rook[0] its value already"},
      {"int nothing = 3;", "f: no numbers could be placed"},
      {"void f() { int x = 3; }", "f: no numbers were found"},
      {"enum Value {\n  PawnValueMg = 198 };",
       "f:2: no numbers were found; PawnValueMg was left out: stands in an enum; --include reads it"},
      {"int king_safety_mg = 2000000;", "f:1: king_safety_mg: expected a number within +-1e6, found 2000000"},
      {"int rook[6] = {1,2,3,4,5,6};", "rook: is 6 numbers without a dimension of the 2 stages"},
  };
  for (const auto& [text, message] : cases) {
    const std::string source = text;
    EXPECT_THAT([&] { (void)into_three(source); }, ThrowsMessage<Error>(HasSubstr(message))) << text;
  }
  const auto maps = [](const std::string& map) {
    return [map] { (void)into_three("int king_safety_mg = 2;\nint x[2]={1,2};", {map}); };
  };
  EXPECT_THAT(maps("y=rook"), ThrowsMessage<Error>(HasSubstr("--map: no numbers are called 'y'")));
  EXPECT_THAT(maps("x=nothing"), ThrowsMessage<Error>(HasSubstr("f:2: x: --map: no weights are called 'nothing'")));
  EXPECT_THAT(maps("x=rook,rook,rook"), ThrowsMessage<Error>(HasSubstr("f:2: x: --map: expected 2 targets, found 3")));
  EXPECT_THAT(maps("x"), ThrowsMessage<Error>(HasSubstr("--map: expected KEY=TARGET, found 'x'")));
}

TEST(ImportWeights, WithoutASchemaGoWhereTheMapSays) {
  const std::string text = "int X[2][3] = {{1, 2, 3}, {4, 5, 6}}, y[2] = {7, 8};\n";
  const auto made = [&](const std::vector<std::string>& maps) {
    ImportOptions options;
    options.pairs = PairOrder::none;
    options.elements = {"pawn", "king"};
    options.maps = maps;
    return group_lines(import_text("table", text, options).weights.schema);
  };
  EXPECT_THAT(made({"X=one,two", "y=both"}), ElementsAre("one list 1x3", "two list 1x3", "both list 1x2"));
  EXPECT_THAT(made({"X=-", "y[1]=last"}), ElementsAre("y_0 scalar 1x1", "last scalar 1x1"));
  EXPECT_THAT([&] { (void)made({"z=one"}); }, ThrowsMessage<Error>("f: --map: no numbers are called 'z'"));
  EXPECT_THAT([&] { (void)made({"X=one"}); }, ThrowsMessage<Error>("f:1: X: --map: expected 2 targets, found 1"));
}

// A part that --map gives a name is one group, or an error that says why it cannot be.
TEST(ImportWeights, WithoutASchemaGoWhereTheMapSaysInParts) {
  const auto made = [](const std::string& text, const std::string& map) {
    ImportOptions options;
    options.pairs = PairOrder::none;
    options.elements = {"pawn", "king"};
    options.maps = {map};
    return group_lines(import_text("table", text, options).weights.schema);
  };
  const std::string flat = "int X[2][2] = {{1, 2}, {3, 4}};\n";
  const std::string deep = "int X[2][3][1] = {{{1}, {2}, {3}}, {{4}, {5}, {6}}};\n";
  EXPECT_THAT(made(flat, "X=one,two"), ElementsAre("one list 1x2", "two list 1x2"));
  EXPECT_THAT(made(flat, "X=-,two"), ElementsAre("two list 1x2"));
  EXPECT_THAT(made(deep, "X[0]=a,b,c"), ElementsAre("a list 1x1", "b list 1x1", "c list 1x1", "x_1_0 list 1x1",
                                                    "x_1_1 list 1x1", "x_1_2 list 1x1"));
  EXPECT_THAT([&] { (void)made(deep, "X=one,two"); },
              ThrowsMessage<Error>("f:1: X.pawn: --map: expected 3 targets, found 1"));
}

TEST(ImportWeights, WithoutASchemaAskWhatTheLastDimensionIs) {
  const std::string text = "int value[6][2] = {{1,2},{3,4},{5,6},{7,8},{9,10},{11,12}};";
  EXPECT_THAT([&] { (void)import_text("table", text); },
              ThrowsMessage<Error>(HasSubstr("--pairs inner says that it is, --pairs none that it is not")));
  ImportOptions options;
  options.pairs = PairOrder::inner;
  EXPECT_THAT(group_lines(import_text("table", text, options).weights.schema), ElementsAre("value list 1x6"));
  options.pairs = PairOrder::none;
  EXPECT_EQ(import_text("table", text, options).weights.schema.groups().size(), 6U);
  options.stages = "mg,eg";
  EXPECT_THAT([&] { (void)import_text("table", "int tempo = 3;", options); },
              ThrowsMessage<Error>(HasSubstr("tempo: names no stage: --every-stage")));
  options.every_stage = true;
  EXPECT_THAT(import_text("table", "int tempo = 3;", options).weights.values, ElementsAre(3, 3));
}

TEST(ImportWeights, WithoutASchemaMakeBoardsAndElements) {
  ImportOptions options;
  options.elements = {"pawn", "king"};
  options.boards = {"odd*=2x3", "flat*=list"};
  std::string sixty_four = "[0";
  for (int i = 1; i < 64; ++i) sixty_four += ", 0";
  sixty_four += "]";
  const Imported imported = import_text(
      "table", fmt::format("PSQT = [{0}, {0}]\nodd_one = [1,2,3,4,5,6]\nflat_one = {0}\n", sixty_four), options);
  EXPECT_THAT(group_lines(imported.weights.schema),
              ElementsAre("psqt_pawn board 8x8", "psqt_king board 8x8", "odd_one board 2x3", "flat_one list 1x64"));
  EXPECT_EQ(imported_value(imported.weights, "odd_one[1,0]"), 1);
}

TEST(ImportWeights, OfOneFileCompleteThoseOfAnother) {
  ImportOptions options = into(three_groups());
  std::ranges::fill(options.like->values, 7.0);
  const Imported imported = import_text("ini", "King Safety Endgame = 3\nUnknown = 4\n", options);
  EXPECT_EQ(imported_value(imported.weights, "king.safety.eg"), 3);
  EXPECT_EQ(imported_value(imported.weights, "king.safety.mg"), 7);
  EXPECT_THAT(imported.missing, ElementsAre("king.safety at mg", "king_safety_2", "psqt.pawn", "mobility", "rook"));
  ASSERT_EQ(imported.names.size(), 2U);
  EXPECT_EQ(imported.names[1].name, "Unknown");
  EXPECT_THAT(imported.names[1].reason, HasSubstr("--map"));
}

TEST(ImportWeights, SayWhichStagesGotNothing) {
  const Imported made = import_text("table", "int piece_mg[2] = {1, 2};\nint knight_mg = 3;\nint knight_eg = 4;\n");
  EXPECT_THAT(made.missing, ElementsAre("piece at eg"));
  ImportOptions options;
  options.like = made.weights;
  EXPECT_THAT(import_text("table", "int knight_eg = 5;\n", options).missing, ElementsAre("piece", "knight at mg"));
}

TEST(ImportWeights, AskWhereStagesMayBeOutside) {
  EXPECT_THAT([] { (void)import_text("table", "int knight_psqt[2][3] = {{1, 2, 3}, {4, 5, 6}};\n"); },
              ThrowsMessage<Error>(HasSubstr("its first dimension of 2 may be the stages: --pairs outer says")));
  EXPECT_THAT([] { (void)import_text("table", "int x[2][2] = {{1, 2}, {3, 4}};\n"); },
              ThrowsMessage<Error>(HasSubstr("its dimensions of 2 may be the stages: --pairs inner or outer says")));
}

TEST(ImportWeights, KeepScoresThatNameTheirStages) {
  const std::string text =
      "Score Passed[3] = {S(1, 2), S(3, 4), S(5, 6)};\nint SafeCheck[3][2] = {{7, 8}, {9, 0}, {1, 2}};\n";
  ImportOptions options;
  options.pairs = PairOrder::none;
  options.every_stage = true;
  options.boards = {"SafeCheck=list"};
  EXPECT_THAT(group_lines(import_text("table", text, options).weights.schema),
              ElementsAre("passed list 1x3", "safe_check list 1x6"));
}

TEST(ImportWeights, KeepScoresThatNameTheirStagesInParts) {
  ImportOptions options;
  options.pairs = PairOrder::none;
  const Imported imported =
      import_text("table", "Score Passed[2][3] = {{S(1,2), S(3,4), S(5,6)}, {S(7,8), S(9,0), S(1,2)}};\n", options);
  EXPECT_THAT(group_lines(imported.weights.schema), ElementsAre("passed_0 list 1x3", "passed_1 list 1x3"));
  EXPECT_EQ(imported_value(imported.weights, "passed_1[0].eg"), 8);
  options.maps = {"b[0]=one"};
  EXPECT_THAT(group_lines(import_text("table", "Bonus b = make(1, 2, 3);\n", options).weights.schema),
              ElementsAre("one scalar 1x1", "b_1 scalar 1x1", "b_2 scalar 1x1"));
}

TEST(ImportWeights, TakeOtherCallsForListsWhenTold) {
  ImportOptions options;
  options.pairs = PairOrder::none;
  EXPECT_THAT(group_lines(import_text("table", "Bonus b = make(1, 2, 3);\n", options).weights.schema),
              ElementsAre("b list 1x3"));
}

TEST(ImportWeights, LeaveNamesThatHaveAStageAlone) {
  ImportOptions options;
  options.pairs = PairOrder::inner;
  const Imported made = import_text(
      "table", "static const Term RookOpen[2] = { {.mg=10,.eg=20}, {.mg=30,.eg=40} };\nint bishop[1][2] = {{1, 2}};\n",
      options);
  EXPECT_THAT(group_lines(made.weights.schema), ElementsAre("rook_open list 1x2", "bishop scalar 1x1"));
  EXPECT_THAT(made.weights.values, ElementsAre(10, 20, 30, 40, 1, 2));
}

TEST(ImportWeights, TellNamesThatAreThereTwice) {
  EXPECT_THAT(import_text("table", "int razor = 300;\nint razor = 250;\nint other = 1;\n").repeated,
              ElementsAre("razor"));
}

TEST(ImportWeights, OfATupleAreAListWhenTold) {
  const std::string text = "bonus = (1, 2, 3)\n";
  EXPECT_THAT([&] { (void)import_text("table", text); },
              ThrowsMessage<Error>(HasSubstr("--pairs none says that it is a list")));
  ImportOptions options;
  options.pairs = PairOrder::none;
  EXPECT_THAT(group_lines(import_text("table", text, options).weights.schema), ElementsAre("bonus list 1x3"));
}

TEST(ImportNames, BecomeMeaningsThatANamesFileCanHold) {
  EXPECT_EQ(meaning_for("  Pawn # of\nwhat\x7f "), "Pawn of what");
  EXPECT_EQ(meaning_for("##a"), "a");
  EXPECT_EQ(meaning_for("C#"), "C#");
  EXPECT_EQ(meaning_for("caf\xe9"), "caf?");
}

TEST(ImportNames, AreSplitIntoWords) {
  EXPECT_THAT(words_of_name("mgPawnTable"), ElementsAre("mg", "pawn", "table"));
  EXPECT_THAT(words_of_name("PSQTable_MG"), ElementsAre("psq", "table", "mg"));
  EXPECT_THAT(words_of_name("Pawn Structure (x2)"), ElementsAre("pawn", "structure", "x2"));
  EXPECT_THAT(words_of_name("__"), IsEmpty());
}

}  // namespace
}  // namespace hone::exchange
