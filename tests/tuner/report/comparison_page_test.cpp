// SPDX-License-Identifier: MIT
//
// The page that compares two runs.
#include "tuner/report/comparison_page.hpp"

#include <gmock/gmock.h>

#include <fmt/format.h>

#include "data/error.hpp"
#include "tests/tuner/report/html_check.hpp"
#include "tests/tuner/report/page_data.hpp"
#include "tests/tuner/run/run_support.hpp"
#include "tuner/run/history.hpp"

namespace hone::report {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using Json = nlohmann::ordered_json;

class TwoRuns : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    run::RunOptions options = run::shallow_run();
    options.generations = 1;
    options.config = "seed = 1\ngames = 60\nout = a\n# nodes = 9\nchess960 =\n";
    run::run_in(*folder_ / "a", options);
    options.generations = 2;
    options.seed = 2;
    options.config = "seed = 2\ngames = 60\nout = b\nnodes = </td><script>\nchess960 = 1\n";
    run::run_in(*folder_ / "b<i>", options);
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }

  static ReportedRun a() { return read_run(*folder_ / "a"); }
  static ReportedRun b() { return read_run(*folder_ / "b<i>"); }

 private:
  static inline TempFolder* folder_ = nullptr;
};

TEST_F(TwoRuns, AreComparedOnAPageOfItsOwn) {
  const std::string page = comparison_page(a(), b()).html;
  EXPECT_EQ(unbalanced_tag(page), "");
  EXPECT_THAT(outside_references(page), IsEmpty());
  EXPECT_THAT(page, Not(HasSubstr("<i>")));
  EXPECT_THAT(page, Not(HasSubstr("</td><script>")));
  EXPECT_THAT(page, HasSubstr("hone match --game tic_tac_toe --player a=weights:"));
  for (const Json& chart : script_data(page, "charts")) {
    EXPECT_THAT(page, HasSubstr("id=\"" + chart["id"].get<std::string>() + "\""));
  }
  EXPECT_EQ(page, comparison_page(a(), b()).html);
}

TEST_F(TwoRuns, ShowTheSettingsThatDifferAndNoOthers) {
  const std::string page = comparison_page(a(), b()).html;
  EXPECT_THAT(page, HasSubstr("<tr><th>seed</th><td>1</td><td>2</td></tr>"));
  EXPECT_THAT(page, HasSubstr("<tr><th>nodes</th><td>-</td><td>&lt;/td&gt;&lt;script&gt;</td></tr>"));
  EXPECT_THAT(page, HasSubstr("<tr><th>chess960</th><td>(empty)</td><td>1</td></tr>"));
  EXPECT_THAT(page, Not(HasSubstr("<th>games</th>")));
  EXPECT_THAT(page, Not(HasSubstr("<th>out</th>")));
}

TEST_F(TwoRuns, HaveCurvesOverGenerationsGamesAndHours) {
  const Json charts = script_data(comparison_page(a(), b()).html, "charts");
  ASSERT_THAT(charts, SizeIs(4));
  EXPECT_EQ(charts[0]["id"], "chart-generations");
  EXPECT_EQ(charts[0]["x"], "generation");
  EXPECT_EQ(charts[1]["x"], "amount");
  // The start, where both begin, and the gates of either.
  const Json& games = charts[1]["rows"];
  EXPECT_EQ(games[0], Json({0, {0, 0, 0}, {0, 0, 0}}));
  std::size_t points_of_a = 0, points_of_b = 0;
  for (const Json& row : games) {
    points_of_a += !row[1][1].is_null();
    points_of_b += !row[2][1].is_null();
  }
  EXPECT_EQ(points_of_a, static_cast<std::size_t>(a().tested()) + 1);
  EXPECT_EQ(points_of_b, static_cast<std::size_t>(b().tested()) + 1);
}

TEST_F(TwoRuns, TellHowFarApartTheirWeightsEnded) {
  const ReportedRun first = a(), second = b();
  ASSERT_NE(first.best.values, second.best.values);
  const std::string page = comparison_page(first, second).html;
  EXPECT_THAT(page, HasSubstr("<h3>The farthest apart</h3>"));
  EXPECT_THAT(page, HasSubstr("<td title=\"square["));
  ReportedRun same = second;
  same.best = first.best;
  EXPECT_THAT(comparison_page(first, same).html, HasSubstr("The best weights of both are equal."));
}

TEST_F(TwoRuns, SayWhoCameFartherOnlyBeyondTheErrors) {
  ReportedRun first = a(), second = b();
  const auto sentence = [&](stats::Interval gain_a, stats::Interval gain_b) {
    first.progress.home_gain = gain_a;
    second.progress.home_gain = gain_b;
    return comparison_page(first, second).sentence;
  };
  EXPECT_EQ(sentence({100, 70, 130}, {200, 160, 240}),
            "B came farther than A: +100.0 ± 50.0 Elo (95 %) between them, by what each gained over the common start.");
  EXPECT_THAT(sentence({200, 160, 240}, {100, 70, 130}), HasSubstr("A came farther than B: -100.0 ± 50.0"));
  EXPECT_THAT(sentence({100, 70, 130}, {110, 70, 150}), HasSubstr("Neither run is shown to have come farther: +10.0"));
  EXPECT_THAT(sentence({70.3, -119, 301.9}, {0, 0, 0}), HasSubstr(": -70.3 [-301.9, +119.0] Elo"));
  EXPECT_THAT(sentence({100, 70, 150}, {200, 160, 230}), HasSubstr(": +100.0 [+36.0, +142.4] Elo"));
  EXPECT_THAT(sentence({0, 0, 0}, stats::unknown()), HasSubstr("is not known of both"));
  ReportedRun still = a(), also_still = b();
  for (ReportedRun* const run : {&still, &also_still}) {
    for (ReportedGeneration& generation : run->generations) generation.promoted = false;
  }
  still.progress.home_gain = also_still.progress.home_gain = {};
  EXPECT_THAT(comparison_page(still, also_still).sentence, HasSubstr("Neither run has promoted anything"));
  second.start.values[0] += 1;
  EXPECT_THAT(sentence({100, 70, 130}, {200, 160, 240}), HasSubstr("began with different weights"));
}

TEST_F(TwoRuns, AreOfOneGameAndTwo) {
  ReportedRun chess = b();
  chess.start = chess.best = find_driver("chess").material_weights();
  try {
    (void)comparison_page(a(), chess);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("expected two runs of one game, found tic_tac_toe in "));
    EXPECT_THAT(error.what(), HasSubstr(" and chess in "));
  }
  EXPECT_THROW((void)comparison_page(a(), a()), Error);
}

TEST_F(TwoRuns, MayHaveNothingYet) {
  ReportedRun first = a(), second = b();
  for (ReportedRun* const run : {&first, &second}) {
    run->generations.clear();
    run->final_match.reset();
    run->progress = {};
  }
  const std::string page = comparison_page(first, second).html;
  EXPECT_EQ(unbalanced_tag(page), "");
  EXPECT_THAT(page, HasSubstr("No generation of either run was tested yet."));
  EXPECT_THAT(page, HasSubstr("Nothing was fitted yet."));
}

}  // namespace
}  // namespace hone::report
