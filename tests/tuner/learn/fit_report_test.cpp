// SPDX-License-Identifier: MIT
#include "tuner/learn/study/study.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "data/atomic_file.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/learn/synthetic_rows.hpp"
#include "tuner/learn/study/coverage.hpp"
#include "tuner/learn/study/fit_report_json.hpp"
#include "tuner/learn/study/fit_report_text.hpp"

namespace hone::learn {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

Occurrence equal_games(std::size_t games) {
  return {.positions = games, .games = games, .effective_games = static_cast<double>(games)};
}

TEST(EnoughGames, AreThirtyOnEitherSide) {
  EXPECT_FALSE(too_few_games(equal_games(30), 30));
  EXPECT_FALSE(too_few_games(equal_games(30), std::nullopt)) << "none were to be held out";
  EXPECT_THAT(too_few_games(equal_games(29), 30).value_or(""), HasSubstr("29 games are too few to learn from"));
  EXPECT_THAT(too_few_games(equal_games(300), 29).value_or(""), HasSubstr("29 games held out are too few to tell"));
  EXPECT_THAT(too_few_games(equal_games(300), 0).value_or(""), HasSubstr("0 games held out are too few to tell"));
}

TEST(EnoughGames, AreCountedByWhatTheyWeigh) {
  const Occurrence uneven{.positions = 1'000, .games = 1'000, .effective_games = 12};
  EXPECT_THAT(
      too_few_games(uneven, 100).value_or(""),
      AllOf(HasSubstr("1000 games weigh so unevenly that they are worth 12.0"), HasSubstr("12 games are too few")));
}

// Tempo, a list of three of which no position has the last at the second phase, and a board that was not fitted.
class FitReportTest : public testing::Test {
 protected:
  FitReportTest() {
    const Schema schema("small", {"mg", "eg"}, 4,
                        std::vector<GroupSpec>{{"tempo", scalar(), ""}, {"list", list(3), ""}, {"other", list(1), ""}});
    Weights start = zero_weights(schema), fitted = start;
    start.values = {10, 10, 0, 0, 0, 0, 0, 0, 0, 0};
    fitted.values = {16, 10.5, 30, -50, 4, -2, 1, 0, 0, 0};
    const Coverage coverage{{900, 120, 110},
                            {{890, 120, 115.5},
                             {880, 119, 114},
                             {70, 35, 33},
                             {60, 35, 33},
                             {50, 35, 33},
                             {40, 35, 33},
                             {303, 103, 101},
                             {0, 0, 0},
                             {9, 9, 9},
                             {9, 9, 9}},
                            {{895, 120, 110}, {311, 104, 100}, {9, 9, 9}},
                            {}};
    const std::vector<double> chance{1.5, 1, 20, 10, 2, 2, 1, 0, 0, 0}, errors{3, 2, 40, 20, 4, 4, 2, 0, 0, 0};
    const std::vector<double> data_shares{0.9, 0.8, 0.5, 0.5, 0.25, 0.25, 0.5, 1, 1, 1};
    report_ = estimates_report(start, fitted, {errors, chance, data_shares}, coverage, {true, true, true, true, false});
  }

  FitReport report_;
};

TEST_F(FitReportTest, HasTheWeightsOfTheFitAlone) {
  ASSERT_THAT(report_.weights, SizeIs(8));
  EXPECT_EQ(report_.weights[3].weight, 3U);
  EXPECT_EQ(report_.weights[3].value, -50);
  EXPECT_EQ(report_.weights[3].z(), -5);
  EXPECT_EQ(report_.weights[3].error, 20);
  EXPECT_EQ(report_.weights[3].data_share, 0.5);
  EXPECT_EQ(report_.weights[3].seen, (Occurrence{60, 35, 33}));
  EXPECT_EQ(report_.weights[0].z(), 4);  // from a start of 10
  EXPECT_EQ(report_.weights[7].z(), 0);
  EXPECT_EQ(report_.data, (Occurrence{900, 120, 110}));
}

// Computed by hand: z is 4 and 0.5; then 1.5, -5, 2, -1, 1 and missing.
TEST_F(FitReportTest, GroupsSumUpTheirWeights) {
  ASSERT_THAT(report_.groups, SizeIs(2));
  const GroupEstimate &tempo = report_.groups[0], &list = report_.groups[1];
  EXPECT_EQ(tempo.weights, 2U);
  EXPECT_DOUBLE_EQ(tempo.mean_z, 2.25);
  EXPECT_DOUBLE_EQ(tempo.noise_share, 0.5);
  EXPECT_EQ(tempo.largest, 0U);
  EXPECT_EQ(list.group, 1U);
  EXPECT_EQ(list.weights, 5U);
  EXPECT_EQ(list.unseen, 1U);
  EXPECT_EQ(list.seen, (Occurrence{311, 104, 100}));
  EXPECT_DOUBLE_EQ(list.mean_z, 10.5 / 5);
  EXPECT_DOUBLE_EQ(list.noise_share, 3.0 / 5);
  EXPECT_EQ(report_.weights[list.largest].weight, 3U);
}

TEST_F(FitReportTest, TableHasALineAWeight) {
  EXPECT_EQ(format_weight_table(report_),
            "weight,stage,value,start,error,z,positions,games,effective_games,data_share\n"
            "tempo,mg,16,10,3,4.000,890,120,115.5,0.900\n"
            "tempo,eg,10.5,10,2,0.500,880,119,114.0,0.800\n"
            "list[0],mg,30,0,40,1.500,70,35,33.0,0.500\n"
            "list[0],eg,-50,0,20,-5.000,60,35,33.0,0.500\n"
            "list[1],mg,4,0,4,2.000,50,35,33.0,0.250\n"
            "list[1],eg,-2,0,4,-1.000,40,35,33.0,0.250\n"
            "list[2],mg,1,0,2,1.000,303,103,101.0,0.500\n"
            "list[2],eg,0,0,,,0,0,0.0,\n");
}

TEST_F(FitReportTest, TableIsWrittenAsItIs) {
  const TempFolder folder;
  write_weight_table(folder.path() / "weights.csv", report_);
  EXPECT_EQ(read_file(folder.path() / "weights.csv"), format_weight_table(report_));
}

TEST_F(FitReportTest, MoversAreLargeAndSure) {
  const std::string text = movers_text(report_);
  EXPECT_THAT(text, Not(HasSubstr("list[0] (mg)")));  // larger than tempo, but z is only 1.5
  EXPECT_LT(text.find("list[0] (eg)"), text.find("tempo (mg)"));
  EXPECT_LT(text.find("tempo (mg)"), text.find("list[1] (mg)"));
  EXPECT_NE(text.find("list[1] (mg)"), std::string::npos);
}

// A weight of 29 games may have any z by chance alone.
TEST_F(FitReportTest, MoversAreSeenInThirtyGames) {
  EXPECT_THAT(movers_text(report_), HasSubstr("list[0] (eg)"));
  report_.weights[3].seen.effective_games = 29;
  EXPECT_THAT(movers_text(report_), Not(HasSubstr("list[0] (eg)")));
  EXPECT_EQ(report_.weights[3].z(), 0);
  EXPECT_THAT(format_weight_table(report_), HasSubstr("list[0],eg,-50,0,20,,60,35,29.0,0.500\n"));
}

TEST_F(FitReportTest, LinesSayHowMuchIsData) {
  EXPECT_THAT(movers_text(report_), HasSubstr("+- 3.0     z    4.0  90 % data"));
  EXPECT_THAT(groups_text(report_), HasSubstr("   85 %"));
}

TEST_F(FitReportTest, NoiseIsWhatDoesNotDifferFromTheStart) {
  const std::string text = noise_text(report_);
  EXPECT_THAT(text, HasSubstr("4 of 7 weights"));
  EXPECT_LT(text.find("tempo (eg)"), text.find("list[2] (mg)"));  // 0.5 +- 1 is more certain to be small than 1 +- 1
  EXPECT_THAT(text, Not(HasSubstr("list[2] (eg)")));
  EXPECT_THAT(text, Not(HasSubstr("list[1]")));  // noise as well, but in 33 games only
}

TEST_F(FitReportTest, WhatIsOpenIsNamed) {
  report_.collinear = {"a is b", "c is d", "e is f", "g is h", "i is j", "k is l"};
  const std::string text = open_text(report_);
  EXPECT_THAT(text, HasSubstr("i is j\n  and 1 more directions"));
  EXPECT_THAT(text, HasSubstr("1 weights\n  list[2] (eg)\n"));
}

TEST_F(FitReportTest, JsonHasEverything) {
  report_.collinear = {"a is b"};
  report_.calibration = {{"all", {}}};
  report_.calibration[0].bins[3] = {12, 0.35, 0.4, 0.01};
  const nlohmann::ordered_json json = to_json(report_);
  EXPECT_EQ(json["games"], 120);
  EXPECT_EQ(json["positions"], 900);
  EXPECT_TRUE(json["warning"].is_null());
  EXPECT_EQ(json["groups"][1]["name"], "list");
  EXPECT_EQ(json["groups"][1]["largest"], "list[0] (eg)");
  EXPECT_THAT(json["weights"], SizeIs(8));
  EXPECT_EQ(json["weights"][3].dump(),
            R"({"name":"list[0]","stage":"eg","value":-50.0,"start":0.0,"error":20.0,)"
            R"("z":-5.0,"positions":60,"games":35,"effective_games":33.0,"data_share":0.5})");
  EXPECT_TRUE(json["weights"][7]["error"].is_null());
  EXPECT_EQ(json["unseen"], nlohmann::ordered_json::array({"list[2] (eg)"}));
  EXPECT_EQ(json["collinear"].dump(), R"(["a is b"])");
  EXPECT_EQ(json["calibration"]["tables"][0]["bins"][3]["observed"], 0.4);
  EXPECT_TRUE(json["calibration"]["recalibration"].is_null());
}

// Forty groups of fifty weights, each of which the report could mention.
TEST(FitReportText, StaysShortWhateverTheNumberOfWeights) {
  std::vector<std::string> names;
  for (int i = 0; i < 40; ++i) names.push_back("group" + std::to_string(i + 100));
  std::vector<GroupSpec> groups;
  for (const std::string& name : names) groups.push_back({name, list(50), ""});
  const Schema schema("many", {"mg", "eg"}, 24, groups);
  Weights start = zero_weights(schema), fitted = start;
  Coverage coverage{
      {100, 20, 20}, std::vector<Occurrence>(4000, {500, 100, 100}), std::vector<Occurrence>(40, {500, 100, 100}), {}};
  for (std::size_t i = 0; i < 4000; ++i) fitted.values[i] = static_cast<double>(i % 7);
  for (std::size_t i = 0; i < 4000; i += 9) coverage.weights[i] = {};
  FitReport report = estimates_report(start, fitted, {std::vector<double>(4000, 2.0), std::vector<double>(4000, 2.0)},
                                      coverage, std::vector<bool>(2000, true));
  report.collinear = std::vector<std::string>(30, "a is b");
  report.calibration = std::vector<CalibrationTable>(4, {"all", {}});
  for (CalibrationTable& table : report.calibration) table.bins.fill({100, 0.5, 0.5, 0.1});
  report.recalibration = Recalibration{};
  report.warning = too_few_games(equal_games(20), 100);
  report.curve = LearningCurve{.heldout_games = 10, .start_loss = 1, .points = {{10, 0.9}, {20, 0.8}, {40, 0.7}}};
  const std::string text = fit_report_text(report);
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 65);
  EXPECT_GE(std::count(text.begin(), text.end(), '\n'), 50);
  EXPECT_THAT(text, Not(HasSubstr("20 games are too few")));  // was said before the fit
  EXPECT_THAT(text, HasSubstr("Learning curve: On the 10 games held out"));
  EXPECT_THAT(text, HasSubstr("and 28 more groups"));
}

TEST(FitReportText, SaysNothingOfNoFit) { EXPECT_EQ(fit_report_text(FitReport()), ""); }

}  // namespace
}  // namespace hone::learn
