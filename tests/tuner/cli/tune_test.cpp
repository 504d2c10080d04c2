// SPDX-License-Identifier: MIT
//
// What hone tune says and writes of a fit beside the weights.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"
#include "tuner/learn/fit/fit_options.hpp"
#include "tuner/text/options.hpp"

namespace hone::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Tune : public ::testing::Test {
 protected:
  [[nodiscard]] std::string file(const std::string& name) const { return (folder_ / name).string(); }

  [[nodiscard]] Finished tune(const std::vector<std::string>& words) const {
    std::vector<std::string> all{
        "tune",         "--game", "chess",  "--data",      HONE_DATA_DIR "/chess/quiet_labeled.epd", "--out", file("o"),
        "--quiescence", "keep",   "--json", file("o.json")};
    all.insert(all.end(), words.begin(), words.end());
    return run_hone(all);
  }
  [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(read_file(file("o.json"))); }

 private:
  TempFolder folder_;
};

TEST_F(Tune, SaysHowSureItIs) {
  const Finished finished = tune({"--groups", "material.*", "--table", file("table.csv")});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, AllOf(HasSubstr("material.knight"), HasSubstr("mean |z|"), HasSubstr("Calibration")));
  const nlohmann::json report = json()["report"];
  ASSERT_EQ(report["weights"].size(), 10U);  // five men at two stages
  for (const nlohmann::json& weight : report["weights"]) EXPECT_GT(weight["error"], 0) << weight;
  const std::string table = read_file(file("table.csv"));
  EXPECT_EQ(table.substr(0, table.find('\n')),
            "weight,stage,value,start,error,z,positions,games,effective_games,data_share");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 11);
}

// The table is asked for by name; the weights are written without errors all the same.
TEST_F(Tune, WritesErrorsToATableWithoutAReport) {
  const auto fit = [&](const std::vector<std::string>& words) {
    std::vector<std::string> all{"--groups", "material.*", "--no-report"};
    all.insert(all.end(), words.begin(), words.end());
    const Finished finished = tune(all);
    EXPECT_EQ(finished.code, 0) << finished.err;
    return read_file(file("o"));
  };
  const std::string plain = fit({});
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"--table", file("t.csv")}, {"--table", file("t.csv"), "--bootstrap", "20"}}) {
    EXPECT_EQ(fit(words), plain);
    for (const nlohmann::json& weight : json()["report"]["weights"]) EXPECT_GT(weight["error"], 0) << weight;
    EXPECT_THAT(read_file(file("t.csv")), Not(HasSubstr(",,,"))) << "errors, if no z of so few games";
  }
}

TEST_F(Tune, SaysWhatSourcesAreWorthToEachOther) {
  const std::string epd = HONE_DATA_DIR "/chess/quiet_labeled.epd";
  const auto tune_sources = [&](const std::vector<std::string>& sources) {
    std::vector<std::string> words{"tune", "--game", "chess", "--data"};
    words.insert(words.end(), sources.begin(), sources.end());
    for (const char* const word : {"--groups", "material.*", "--quiescence", "keep", "--no-report", "--source-worth"}) {
      words.emplace_back(word);
    }
    for (const std::string& word : {std::string("--out"), file("o"), std::string("--json"), file("o.json")}) {
      words.push_back(word);
    }
    return run_hone(words);
  };
  const Finished finished = tune_sources({epd + ",limit=20,weight=0.5", epd});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, AllOf(HasSubstr("What sources are worth to each other"), HasSubstr("limit=20,weight=0.5"),
                                  HasSubstr("What a source adds")));
  const nlohmann::json worth = json()["source_worth"];
  EXPECT_LE(worth["rows"][0], 20);
  EXPECT_GT(worth["rows"][1], worth["rows"][0]);
  EXPECT_GT(worth["gains"][1][0]["error"], 0);
  EXPECT_EQ(worth["adds"][1][1]["error"], 0);
  EXPECT_EQ(tune_sources({epd}).code, 2);
  EXPECT_THAT(tune_sources({epd, epd + ",veiw=stm"}).err, HasSubstr("veiw"));
}

TEST_F(Tune, WarnsEarlyOfTooFewGames) {
  const Finished finished = tune({"--groups", "material.*", "--holdout", "0.01"});
  EXPECT_THAT(finished.err, HasSubstr("too few to tell whether the weights are any better"));
  EXPECT_THAT(finished.out, Not(HasSubstr("too few to tell whether")));  // not a second time
  EXPECT_THAT(finished.err, HasSubstr(json()["report"]["warning"].get<std::string>()));
  EXPECT_THAT(tune({"--groups", "tempo", "--holdout", "0"}).err, Not(HasSubstr("too few")));
}

TEST_F(Tune, SaysWhatMoreGamesWouldBuy) {
  ASSERT_EQ(
      run_hone({"selfplay", "--game", "connect_four", "--depth", "1", "--games", "400", "--out", file("g.games")}).code,
      0);
  const Finished finished = run_hone({"tune", "--game", "connect_four", "--data", file("g.games"), "--holdout", "0.2",
                                      "--out", file("o"), "--json", file("o.json")});
  EXPECT_THAT(finished.out, AllOf(HasSubstr("Learning curve"), HasSubstr("wice the games would buy")));
  const nlohmann::json curve = json()["report"]["learning_curve"];
  EXPECT_EQ(curve["points"].size(), 3U);
  EXPECT_GT(curve["twice_gain_error"], 0);
  EXPECT_THAT(tune({"--groups", "material.*", "--no-report"}).out, Not(HasSubstr("Learning curve")));
}

TEST_F(Tune, SaysFirstWhatToCompareFitsBy) {
  const Finished finished = tune({"--groups", "material.*", "--holdout", "0.3", "--no-report"});
  const std::size_t first = finished.out.find("Compare by     held-out loss of outcomes in mg ");
  ASSERT_NE(first, std::string::npos) << finished.out;
  EXPECT_LT(first, finished.out.find("Trained on"));
  const nlohmann::json mg = json()["heldout_by_phase"][1]["outcome"];
  EXPECT_THAT(finished.out,
              HasSubstr(fmt::format("in mg {:.6f} -> {:.6f}, better by {:.6f} +- {:.6f}\n", mg["start"].get<double>(),
                                    mg["fitted"].get<double>(), mg["start"].get<double>() - mg["fitted"].get<double>(),
                                    mg["gain_error"].get<double>())));
}

// A fit without a pull from weights that know better, to a handful of games.
TEST_F(Tune, SaysFirstAndLastThatAFitIsWorse) {
  const Finished finished = tune({"--start", "default", "--ridge", "0", "--holdout", "0.9", "--no-report"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  const std::size_t first = finished.out.find("Beware         the weights predict the games held out worse");
  ASSERT_NE(first, std::string::npos) << finished.out;
  EXPECT_LT(first, finished.out.find("Trained on"));
  EXPECT_GT(finished.out.rfind("Beware         the weights predict the games held out worse"),
            finished.out.find("Written"));
  EXPECT_EQ(json()["worse_than_start"], true);
  EXPECT_THAT(tune({"--groups", "material.*", "--no-report"}).out, Not(HasSubstr("predict the games held out worse")));
  EXPECT_EQ(json()["worse_than_start"], false);
}

// Games have scores and an order, positions may have scores, rows may have been made for a target.
TEST_F(Tune, TakesTheTargetThatTheDataAllow) {
  const auto target_of = [&](const std::vector<std::string>& data) {
    std::vector<std::string> words{"tune", "--out", file("o"), "--json", file("o.json"), "--no-report", "--data"};
    words.insert(words.end(), data.begin(), data.end());
    const Finished finished = run_hone(words);
    EXPECT_EQ(finished.code, 0) << finished.err;
    return json()["target"].get<std::string>();
  };
  ASSERT_EQ(
      run_hone({"selfplay", "--game", "connect_four", "--depth", "1", "--games", "60", "--out", file("g.games")}).code,
      0);
  EXPECT_EQ(target_of({file("g.games"), "--cache", file("td.rows"), "--target", "td:0.8"}), "td:0.8");
  EXPECT_EQ(target_of({file("td.rows")}), "td:0.8");
  EXPECT_EQ(target_of({file("g.games")}), "td:0.9");
  ASSERT_EQ(run_hone({"data", "convert", file("g.games"), "--out", file("g.csv")}).code, 0);
  EXPECT_EQ(target_of({file("g.csv"), "--game", "connect_four"}), "blend:0.5");
  EXPECT_EQ(target_of({HONE_DATA_DIR "/chess/quiet_labeled.epd", "--game", "chess", "--groups", "tempo"}), "outcome");
}

TEST_F(Tune, CarriesOnWhatAnEarlierFitHasLearnt) {
  const std::string posterior = file("first.posterior");
  const Finished first = tune({"--groups", "material.*", "--no-report", "--keep-posterior", posterior});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("Kept           what the games taught in " + posterior));
  const Finished second = tune({"--groups", "material.*", "--carry-from", posterior, "--carry", "auto"});
  EXPECT_EQ(second.code, 0) << second.err;
  EXPECT_THAT(second.out, HasSubstr("Carried on     "));
  EXPECT_EQ(json()["carried"]["share_path"].size(), 6U);
  EXPECT_THAT(
      tune({"--groups", "material.*", "--carry-from", posterior, "--loss", "ce"}).err,
      HasSubstr(
          "was learnt as squared error of the target outcome, and these games as cross-entropy of the target outcome"));
  const Finished wrong = tune({"--carry-from", file("o")});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("expected what a fit has learnt"));
}

// Nothing else than a posterior is replaced by one.
TEST_F(Tune, KeepsAPosteriorInNoOtherFile) {
  ASSERT_EQ(tune({"--groups", "material.*", "--no-report"}).code, 0);
  const std::string weights = read_file(file("o"));
  write_plainly(file("g.games"), "games of a night");
  for (const auto& [words, why] :
       {std::pair<std::vector<std::string>, const char*>{{"--keep-posterior", file("o")},
                                                         "--keep-posterior and --out name the same file"},
        {{"--keep-posterior", file("g.games")}, "is there and is no posterior file"},
        {{"--carry", "0.5"}, "--carry goes with --carry-from F"}}) {
    const Finished finished = tune(words);
    EXPECT_EQ(finished.code, 2) << why;
    EXPECT_THAT(finished.err, HasSubstr(why));
  }
  EXPECT_EQ(read_file(file("o")), weights);
  for (int time = 0; time < 2; ++time) {
    EXPECT_EQ(tune({"--groups", "material.*", "--no-report", "--keep-posterior", file("p")}).code, 0) << time;
  }
}

TEST_F(Tune, ChoosesTheRidgeJudgesByFoldsAndRanksGroups) {
  const Finished finished =
      tune({"--groups", "material.*", "--ridge", "auto", "--folds", "4", "--group-worth", "--no-report", "--time"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, AllOf(HasSubstr("in five folds of the training games"), HasSubstr("All folds"),
                                  HasSubstr("What groups buy"), HasSubstr("peak memory")));
  const nlohmann::json result = json();
  EXPECT_EQ(result["folds"]["folds"].size(), 4U);
  EXPECT_EQ(result["group_worth"].size(), 5U);
  EXPECT_GT(result["ridge_path"].size(), 3U);
  EXPECT_FALSE(result.contains("report"));
}

TEST_F(Tune, FindsErrorsByBootstrapAsWell) {
  ASSERT_EQ(tune({"--groups", "material.*", "--holdout", "0"}).code, 0);
  const nlohmann::json formula = json()["report"]["weights"];
  ASSERT_EQ(tune({"--groups", "material.*", "--holdout", "0", "--bootstrap", "60"}).code, 0);
  const nlohmann::json drawn = json()["report"]["weights"];
  for (std::size_t i = 0; i < formula.size(); ++i) {
    // Some fifty games, of which seven have a queen: no more than the same size can be asked for.
    const double ratio = drawn[i]["error"].get<double>() / formula[i]["error"].get<double>();
    EXPECT_GT(ratio, 0.4) << formula[i];
    EXPECT_LT(ratio, 2.5) << formula[i];
  }
}

TEST_F(Tune, KeepsWeightsWithinBounds) {
  ASSERT_EQ(tune({"--groups", "material.*", "--bounds", "material.queen=:700,material.pawn=120:", "--no-report"}).code,
            0);
  const std::string weights = read_file(file("o"));
  EXPECT_THAT(weights, AllOf(HasSubstr("700"), HasSubstr("120")));
}

// Positions enough for more than a megabyte: rows that are put away in a file are fitted to the same bytes.
TEST_F(Tune, NeedsLittleMemoryOnRequest) {
  const std::string line = read_file(HONE_DATA_DIR "/chess/quiet_labeled.epd");
  std::string many;
  while (many.size() < 500'000) many += line;
  write_plainly(file("many.epd"), many);
  const auto fit = [&](const std::vector<std::string>& words) {
    std::vector<std::string> all{"tune",        "--game", "chess",         "--keep-repeated",
                                 "--no-report", "--data", file("many.epd")};
    all.insert(all.end(), words.begin(), words.end());
    const Finished finished = run_hone(all);
    EXPECT_EQ(finished.code, 0) << finished.err;
  };
  fit({"--out", file("plenty")});
  fit({"--memory", "1", "--threads", "2", "--out", file("little")});
  EXPECT_EQ(read_file(file("little")), read_file(file("plenty")));
}

TEST_F(Tune, RefusesWhatItWouldIgnore) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"--folds", "1"},
                                             {"--bootstrap", "1"},
                                             {"--bootstrap", "5", "--no-report"},
                                             {"--names", "x.names"},
                                             {"--target", "td:0.9"},
                                             {"--target", "blend:0.5", "--blend", "0.5"},
                                             {"--tangents", "1"},
                                             {"--groups", ""}}) {
    EXPECT_EQ(tune(words).code, 2) << words.front();
  }
}

TEST_F(Tune, SaysWhichWordWouldDoInPlaceOfANumber) {
  EXPECT_THAT(tune({"--ridge", "atuo"}).err, HasSubstr("found 'atuo'; or auto"));
  EXPECT_THAT(tune({"--k", "ft"}).err, HasSubstr("found 'ft'; or fit"));
}

TEST_F(Tune, RefusesPatternsThatMatchNothing) {
  const Finished finished = tune({"--group-ridge", "mobilty.*=2"});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("no group matches 'mobilty.*'"));
}

// Of positions that are none the pattern is refused, not the first line.
TEST_F(Tune, RefusesPatternsBeforeItReadsTheData) {
  write_plainly(file("none.epd"), "no position\n");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"--groups", "nope"}, {"--bounds", "nope=1:2"}, {"--group-ridge", "nope=2"}}) {
    std::vector<std::string> all{"tune", "--game", "chess", "--data", file("none.epd"), "--out", file("o")};
    all.insert(all.end(), words.begin(), words.end());
    const Finished finished = run_hone(all);
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, AllOf(HasSubstr("no group matches 'nope'"), Not(HasSubstr("none.epd"))));
  }
}

TEST_F(Tune, RefusesLabelsThatDoNotFitARowAtTheirLine) {
  const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  for (const std::string cells : {"0.5,1e39,10", "0.5,1,1e300"}) {
    write_plainly(file("far.csv"), "fen,result,weight,score\n" + start + ",0.5,1,10\n" + start + "," + cells + "\n");
    const Finished finished = run_hone({"tune", "--game", "chess", "--data", file("far.csv"), "--out", file("o")});
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, AllOf(HasSubstr("far.csv:3"), Not(HasSubstr("damaged")))) << cells;
  }
}

TEST(FitFlags, ReadFactorsAndBoundsOfGroups) {
  const auto ridge = learn::parse_group_ridge("psqt.*=2,mobility.*=0.5");
  ASSERT_EQ(ridge.size(), 2U);
  EXPECT_EQ(ridge[0].pattern, "psqt.*");
  EXPECT_EQ(ridge[1].factor, 0.5);
  const auto bounds = learn::parse_group_bounds("material.*=0:2000,tempo=:50,king.*=-3:");
  ASSERT_EQ(bounds.size(), 3U);
  EXPECT_EQ(bounds[0].upper, 2000);
  EXPECT_EQ(bounds[1].upper, 50);
  EXPECT_LT(bounds[1].lower, -1e300);
  EXPECT_EQ(bounds[2].lower, -3);
  for (const char* text : {"psqt", "=2", "a=b:", "a=5:3", "a=7"}) {
    EXPECT_THROW((void)learn::parse_group_bounds(text), Error) << text;
  }
  EXPECT_THROW((void)learn::parse_group_ridge("a=-1"), Error);
}

TEST(FitFlags, OfferFirstWeightsWhereThereAreSome) {
  learn::FitOptions fit;
  text::Options of_one_fit, of_a_run;
  fit.declare(of_one_fit);
  fit.declare(of_a_run, true);
  EXPECT_THROW(of_one_fit.find("prior")->set("first"), Error);
  of_a_run.find("prior")->set("first");
  EXPECT_EQ(fit.prior, learn::Prior::first);
}

TEST(FitFlags, LeaveStrengthsToTheData) {
  learn::FitOptions fit;
  text::Options options;
  fit.declare(options);
  for (const char* text : {"auto", "psqt.*=auto,mobility.*=0.5", "auto,material.*=2"}) {
    options.find("group-ridge")->set(text);
    EXPECT_EQ(options.find("group-ridge")->get(), text);
  }
  ASSERT_EQ(fit.group_ridge.size(), 2U);
  EXPECT_EQ(fit.group_ridge[0].pattern, "*");
  EXPECT_EQ(fit.group_ridge[0].factor, std::nullopt);
  EXPECT_EQ(options.find("smooth")->get(), "off");
  for (const char* text : {"auto", "0.001", "off"}) {
    options.find("smooth")->set(text);
    EXPECT_EQ(options.find("smooth")->get(), text);
  }
  options.find("smooth")->set("0");
  EXPECT_EQ(options.find("smooth")->get(), "off");
  for (const char* text : {"on", "-1", "nan", ""}) EXPECT_THROW(options.find("smooth")->set(text), Error) << text;
  EXPECT_THROW(options.find("group-ridge")->set("psqt.*=aut"), Error);
  EXPECT_EQ(options.find("back-off")->get(), "off");
  for (const char* text : {"auto", "0.3", "off"}) {
    options.find("back-off")->set(text);
    EXPECT_EQ(options.find("back-off")->get(), text);
  }
  for (const char* text : {"on", "-1", "nan", ""}) EXPECT_THROW(options.find("back-off")->set(text), Error) << text;
}

}  // namespace
}  // namespace hone::cli
