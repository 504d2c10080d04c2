// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "engine/game_driver.hpp"
#include "tests/tuner/exchange/export_support.hpp"
#include "tuner/exchange/export/export_model.hpp"

namespace hone::exchange {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> two_stages{"mg", "eg"};

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

Weights weights_with_errors() {
  Weights weights = shaped_weights(two_stages);
  weights.errors.assign(weights.values.size(), NAN);
  weights.errors[0] = 2.5;   // tempo mg
  weights.errors[1] = 0.01;  // tempo eg
  return weights;
}

std::string pesto_file() { return std::string(HONE_DATA_DIR) + "/weights/chess.pesto.weights"; }

Weights pesto_weights() { return read_weights(pesto_file(), find_driver("chess").schema()); }

TEST(ExportFormats, NameTheFormatsThereAre) {
  EXPECT_EQ(find_export_format("cpp").name, "cpp");
  try {
    (void)find_export_format("pdf");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("rust, go"));
  }
}

TEST(ExportFormats, SayTheOrderOfBoardsInTheFirstLine) {
  ExportOptions options;
  for (const RowOrder order : {RowOrder::last_first, RowOrder::first_first}) {
    options.order = order;
    for (const char* format :
         {"c", "cpp", "pesto", "rust", "go", "csharp", "java", "python", "zig", "javascript", "ini"}) {
      const std::string first = lines_of(exported(format, shaped_weights(two_stages), options)).front();
      EXPECT_THAT(first, HasSubstr(fmt::format("({})", to_string(order)))) << format;
      EXPECT_THAT(first, HasSubstr(std::string(row_order_sentence(order)))) << format;
    }
  }
}

// The numbers are those of https://www.chessprogramming.org/PeSTO%27s_Evaluation_Function, whose tables begin with a8.
TEST(ExportFormats, GiveThePublishedTablesOfPesto) {
  ExportOptions options;
  options.groups = {"material.*", "psqt.*"};
  const std::string text = exported("pesto", pesto_weights(), options);
  EXPECT_THAT(text, HasSubstr("int mg_value[6] = { 82, 337, 365, 477, 1025, 0 };"));
  EXPECT_THAT(text, HasSubstr("int eg_value[6] = { 94, 281, 297, 512, 936, 0 };"));
  const auto table = [&text](const std::string& name) {
    const std::size_t from = text.find("{", text.find(name)) + 1;
    std::string body = text.substr(from, text.find("}", from) - from);
    std::replace(body.begin(), body.end(), ',', ' ');
    std::istringstream numbers(body);
    std::vector<int> values;
    for (int value = 0; numbers >> value;) values.push_back(value);
    return values;
  };
  const std::vector<int> mg_pawn{0,   0,  0,   0,   0,   0,  0,  0,   98,  134, 61, 95,  68, 126, 34, -11,
                                 -6,  7,  26,  31,  65,  56, 25, -20, -14, 13,  6,  21,  23, 12,  17, -23,
                                 -27, -2, -5,  12,  17,  6,  10, -25, -26, -4,  -4, -10, 3,  3,   33, -12,
                                 -35, -1, -20, -23, -15, 24, 38, -22, 0,   0,   0,  0,   0,  0,   0,  0};
  EXPECT_EQ(table("mg_pawn_table[64]"), mg_pawn);
  const std::vector<int> eg_king{-74, -35, -18, -18, -11, 15, 4,  -17, -12, 17,  14,  17,  17,  38,  23,  11,
                                 10,  17,  23,  15,  20,  45, 44, 13,  -8,  22,  24,  27,  26,  33,  26,  3,
                                 -18, -4,  21,  24,  27,  23, 9,  -11, -19, -3,  11,  21,  23,  16,  7,   -9,
                                 -27, -11, 4,   13,  14,  4,  -5, -17, -53, -34, -21, -11, -28, -14, -24, -43};
  EXPECT_EQ(table("eg_king_table[64]"), eg_king);
  EXPECT_EQ(text.find("table["), text.find("mg_pawn_table[") + std::strlen("mg_pawn_"));
}

TEST(ExportFormats, KeepEveryValueAndErrorInJson) {
  const Weights weights = weights_with_errors();
  const auto json = nlohmann::json::parse(exported("json", weights));
  EXPECT_EQ(json["order"], "a8");
  EXPECT_EQ(json["stages"], nlohmann::json({"mg", "eg"}));
  for (std::size_t g = 0; g < weights.schema.groups().size(); ++g) {
    const Group& group = weights.schema.groups()[g];
    for (int term = group.first; term < group.first + group.shape.size(); ++term) {
      const auto& values = json["groups"][g]["values"]["eg"];
      const int place = place_in_file(group, term), cols = group.shape.cols;
      const auto& value = group.shape.kind == GroupKind::scalar ? values
                          : group.shape.kind == GroupKind::list
                              ? values[static_cast<std::size_t>(place)]
                              : values[static_cast<std::size_t>(place / cols)][static_cast<std::size_t>(place % cols)];
      EXPECT_EQ(value.get<double>(), weights.at(term, 1)) << weights.schema.term_name(term);
    }
  }
  EXPECT_EQ(json["groups"][0]["errors"]["mg"], 2.5);
  EXPECT_FALSE(json["groups"][1].contains("errors"));
}

TEST(ExportFormats, ListWeightsInCsvAndNumpyAlike) {
  const Weights weights = weights_with_errors();
  const std::vector<std::string> lines = lines_of(exported("csv", weights));
  ASSERT_EQ(lines.size(), weights.values.size() + 1);
  EXPECT_EQ(lines[0], "group,row,col,stage,value,error");
  EXPECT_EQ(lines[1], fmt::format("tempo,,,mg,{},2.5", weights.values[0]));
  EXPECT_EQ(lines[3], fmt::format("match,,0,mg,{},", weights.values[2]));
  const int corner = weights.schema.find("psqt.king")->first + 56;
  EXPECT_THAT(lines, testing::Contains(fmt::format("psqt.king,7,0,eg,{},", weights.at(corner, 1))));

  const std::string npy = exported("npy", weights);
  ASSERT_EQ(npy.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t header = static_cast<unsigned char>(npy[8]) + 256U * static_cast<unsigned char>(npy[9]);
  EXPECT_EQ((10 + header) % 64, 0U);
  EXPECT_THAT(npy.substr(10, header), HasSubstr(fmt::format("'shape': ({},)", weights.values.size())));
  ASSERT_EQ(npy.size(), 10 + header + 8 * weights.values.size());
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    double value = 0;
    std::memcpy(&value, npy.data() + 10 + header + 8 * i, 8);
    const std::size_t from = lines[i + 1].find(',', lines[i + 1].find("g,") + 1) + 1;
    EXPECT_EQ(fmt::format("{}", value), lines[i + 1]
                                            .substr(0, lines[i + 1].rfind(','))
                                            .substr(lines[i + 1].substr(0, lines[i + 1].rfind(',')).rfind(',') + 1))
        << from;
  }
}

// key -> value of lines that a pattern takes apart.
std::map<std::string, std::string> keyed(const std::string& text, const std::string& pattern) {
  std::map<std::string, std::string> values;
  for (const std::string& line : lines_of(text)) {
    std::smatch match;
    if (std::regex_match(line, match, std::regex(pattern))) values[match[1]] = match[2];
  }
  return values;
}

TEST(ExportFormats, GiveEverySingleWeightItsKey) {
  const Weights weights = shaped_weights(two_stages);
  ExportOptions options;
  options.keys = {Case::pascal, "Eval_"};
  options.decimals = Decimals{std::nullopt};
  const std::vector<std::string> keys = weight_keys(weights.schema, options.keys);
  for (const auto& [format, pattern] :
       std::map<std::string, std::string>{{"ini", R"((\w+) = (\S+))"},
                                          {"setoption", R"(setoption name (\w+) value (\S+))"},
                                          {"personality", R"((\w+) (\S+))"},
                                          {"openbench", R"((\w+), float, (\S+), .*)"}}) {
    const auto values = keyed(exported(format, weights, options), pattern);
    ASSERT_EQ(values.size(), keys.size()) << format;
    for (std::size_t i = 0; i < keys.size(); ++i) EXPECT_EQ(std::stod(values.at(keys[i])), weights.values[i]) << format;
  }
}

// As OpenBench/workloads/verify_workload.py (2024) does in verify_spsa_inputs().
TEST(ExportFormats, SatisfyTheChecksOfOpenBench) {
  Weights weights = weights_with_errors();
  weights.schema.constrain({"bound -505 -490 tempo.mg"});
  const std::string text = exported("openbench", weights);
  EXPECT_FALSE(text.ends_with('\n'));
  EXPECT_EQ(lines_of(text).size(), weights.values.size());
  for (const std::string& line : lines_of(text)) {
    std::smatch match;
    ASSERT_TRUE(
        std::regex_match(line, match, std::regex(R"((\w+), int, (-?\d+), (-?\d+), (-?\d+), ([\d.]+), ([\d.]+))")))
        << line;
    EXPECT_LE(std::stod(match[3]), std::stod(match[2])) << line;
    EXPECT_LE(std::stod(match[2]), std::stod(match[4])) << line;
    EXPECT_GE(std::stod(match[5]), 0.5) << line;
    EXPECT_GT(std::stod(match[6]), 0) << line;
  }
  EXPECT_THAT(text, HasSubstr("tempo_mg, int, -500, -505, -490, 2.5, 0.002\n"));
  EXPECT_THAT(text, HasSubstr("tempo_eg, int, -463, -473, -453, 1, 0.002\n"));
}

TEST(ExportFormats, SearchWithinTheBoundsOfTheTarget) {
  ExportOptions options;
  options.clip = parse_clip("-470:300");
  const std::string text = exported("openbench", weights_with_errors(), options);
  EXPECT_THAT(text, HasSubstr("tempo_mg, int, -470, -470, -445, 2.5, 0.002\n"));
  EXPECT_THAT(text, HasSubstr("tempo_eg, int, -463, -470, -453, 1, 0.002\n"));
}

// The members of weather-factory's README (2023).
TEST(ExportFormats, WriteTheConfigOfWeatherFactory) {
  const auto json = nlohmann::json::parse(exported("weather-factory", weights_with_errors()));
  EXPECT_EQ(json["tempo_mg"],
            nlohmann::json({{"value", -500}, {"min_value", -525}, {"max_value", -475}, {"step", 2.5}}));
  EXPECT_EQ(json.size(), weights_with_errors().values.size());
}

TEST(ExportFormats, GivePieceValuesToFairyStockfish) {
  ExportOptions options;
  options.scale = parse_scale("material.rook.mg=1276");
  const std::string text = exported("fairy-stockfish", pesto_weights(), options);
  EXPECT_THAT(text, HasSubstr("\n[hone-chess:chess]\npieceValueMg = p:219 n:901 b:976 r:1276 q:2742\n"
                              "pieceValueEg = p:251 n:752 b:794 r:1370 q:2504\n"));
  options.pieces = {"knight=b"};
  EXPECT_THROW((void)exported("fairy-stockfish", pesto_weights(), options), Error);
  options.pieces = {"dragon=d"};
  EXPECT_THROW((void)exported("fairy-stockfish", pesto_weights(), options), Error);
}

// The moves are those of the orthodox pieces in fmax.ini of Fairy-Max 5.0b.
TEST(ExportFormats, GivePieceLinesToFairyMax) {
  ExportOptions options;
  EXPECT_THROW((void)exported("fairy-max", pesto_weights(), options), Error);
  options.single_stage = 0;
  options.unit = 50;
  const std::vector<std::string> lines = lines_of(exported("fairy-max", pesto_weights(), options));
  EXPECT_THAT(lines, testing::IsSupersetOf({"p:41 -16,24 -16,6 -15,5 -17,5", "p:41 16,24 16,6 15,5 17,5",
                                            "b:183 15,3 17,3 -15,3 -17,3", "R:239 1,3 16,3 -1,3 -16,3"}));
}

TEST(ExportFormats, WriteWeightsThatReadBackAsTheSame) {
  Weights weights = weights_with_errors();
  weights.provenance = {{"author", "nobody"}};
  weights.schema.constrain({"tie mirror psqt.king", "bound -inf 4000 tempo"});
  const Weights back = parse_weights(exported("weights", weights), "back");
  EXPECT_EQ(back.values, weights.values);
  EXPECT_EQ(back.schema, weights.schema);
  EXPECT_EQ(back.schema.constraints(), weights.schema.constraints());
  EXPECT_EQ(back.provenance, weights.provenance);
  EXPECT_EQ(back.errors[0], 2.5);
  ExportOptions options;
  options.stages = parse_stage_layout("mg");
  EXPECT_THROW((void)exported("weights", weights, options), Error);
  options.stages = {};
  options.order = RowOrder::first_first;
  EXPECT_THROW((void)exported("weights", weights, options), Error);
}

TEST(ExportFormats, CompleteWeightsOfTheFirstVersion) {
  EXPECT_THAT(read_file(pesto_file()), HasSubstr("psqt"));
  const Weights back = parse_weights(exported("weights", pesto_weights()), "back");
  EXPECT_EQ(back.values, pesto_weights().values);
  EXPECT_EQ(back.schema, find_driver("chess").schema());
}

TEST(ExportFormats, LetNoMeaningEndItsComment) {
  for (const char* format : {"c", "java", "python", "rust"}) {
    const std::string text = exported(format, shaped_weights(two_stages));
    EXPECT_THAT(text, Not(HasSubstr("\\"))) << format;
  }
}

TEST(ExportFormats, MakeNamesOfAnyKey) {
  EXPECT_EQ(identifier("psqt-knight"), "psqt_knight");
  for (const char* word : {"match", "noexcept", "co_await", "True", "Score", "lambda", "threadlocal", "sbyte"}) {
    EXPECT_EQ(identifier(word), std::string(word) + "_");
  }
  EXPECT_EQ(identifier("2x.y"), "_2x_y");
  Weights weights = zero_weights(Schema("toy", {"all"}, 1, std::vector<GroupSpec>{{"a.b", scalar(), ""}}));
  ExportOptions options;
  options.keys = {Case::kebab, "x."};
  EXPECT_THAT(exported("c", weights, options), HasSubstr("static const int x_a_b = 0;"));
}

}  // namespace
}  // namespace hone::exchange
