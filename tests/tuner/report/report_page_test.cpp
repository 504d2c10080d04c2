// SPDX-License-Identifier: MIT
#include "tuner/report/report_page.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "data/error.hpp"
#include "tests/tuner/report/html_check.hpp"
#include "tests/tuner/run/run_support.hpp"
#include "tuner/report/html_template.hpp"
#include "tuner/report/verdict.hpp"
#include "tuner/report/weight_changes.hpp"
#include "tuner/run/directory.hpp"
#include "tuner/run/journal.hpp"
#include "tuner/stats/json.hpp"
#include "tuner/text/shell_word.hpp"

namespace hone::report {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Writes the page of the run, as the observer of `hone run` does.
class PageWriter : public run::RunObserver {
 public:
  bool write_page(const std::filesystem::path& folder, const std::filesystem::path& page) override {
    write_report(folder, page);
    return true;
  }
};

// Of one generation that is promoted: bad weights are easy to beat.
void play_run(const std::filesystem::path& folder, const std::string& config = "game = tic_tac_toe\n") {
  run::RunOptions options = run::shallow_run();
  options.generations = 1;
  options.config = config;
  PageWriter observer;
  run::run(run::tic_tac_toe(), run::bad_weights(), options, folder, observer, {});
}

// A run of one generation for all tests that only read.
class ReportPage : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    play_run(*folder_ / "run");
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }

  static std::filesystem::path run_folder() { return *folder_ / "run"; }
  // A run of its own, to be damaged.
  static std::filesystem::path copy_of_run(const TempFolder& place) {
    std::filesystem::copy(run_folder(), place / "run", std::filesystem::copy_options::recursive);
    return place / "run";
  }

 private:
  static inline TempFolder* folder_ = nullptr;
};

TEST_F(ReportPage, IsWrittenByTheRunItself) {
  const std::string page = read_file(run::RunPaths(run_folder()).report());
  EXPECT_EQ(page, report_page(read_run(run_folder())));
}

TEST_F(ReportPage, IsSelfContained) {
  const std::string page = report_page(read_run(run_folder()));
  EXPECT_THAT(outside_references(page), IsEmpty());
  EXPECT_THAT(page, HasSubstr("Dan Vanderkam"));  // the licence of what it contains
}

TEST_F(ReportPage, ClosesItsTags) {
  EXPECT_EQ(unbalanced_tag(report_page(read_run(run_folder()))), "");
  EXPECT_EQ(unbalanced_tag("<p><b></p>"), "/p");
  EXPECT_EQ(unbalanced_tag("<p><script>a < b</script>"), "p");
}

TEST_F(ReportPage, HasASectionForAllThatTheRunKept) {
  const std::string page = report_page(read_run(run_folder()));
  for (const char* id :
       {"chart-elo", "chart-loss", "chart-results", "chart-lengths", "chart-ends", "chart-calibration"}) {
    EXPECT_THAT(page,
                HasSubstr(std::string("<div class=\"chart") +
                          (std::string_view(id) == "chart-calibration" ? " square" : "") + "\" id=\"" + id + "\">"));
  }
  EXPECT_THAT(page, Not(HasSubstr("class=\"missing\"")));
  EXPECT_THAT(page, HasSubstr("The run is complete: the generations asked for are done."));
  EXPECT_THAT(page, HasSubstr("--generations 11 --hours 0 --games-total 0 --patience 0"));
  EXPECT_THAT(page, HasSubstr("game = tic_tac_toe"));
}

TEST_F(ReportPage, SaysTheNumbersOfTheFinalMatch) {
  const auto json = nlohmann::ordered_json::parse(read_file(run::RunPaths(run_folder()).final_result()));
  const auto& player = json["players"][0];
  const ReportedRun history = read_run(run_folder());
  const Verdict said = verdict(history);
  EXPECT_THAT(said.sentence, HasSubstr("The best weights (generation 1) are stronger: "));
  EXPECT_THAT(said.sentence, HasSubstr(stats::with_error(stats::interval_member(player, "elo")) + " Elo (95 %)"));
  EXPECT_THAT(said.sentence, HasSubstr("over 20 games"));
  EXPECT_THAT(report_page(history), HasSubstr(said.sentence));
}

using Json = nlohmann::ordered_json;

// Of the charts that the page draws.
Json chart_in(const std::string& page, const std::string& id) {
  const std::string_view before = "id=\"charts\">";
  const std::size_t begin = page.find(before) + before.size();
  for (const Json& chart : Json::parse(page.substr(begin, page.find("</script>", begin) - begin))) {
    if (chart["id"] == id) return chart;
  }
  return nullptr;
}

TEST_F(ReportPage, DrawsWhatTheMatchesFound) {
  const run::RunPaths paths(run_folder());
  const Json gate = Json::parse(read_file(paths.gate_result(1)));
  const Json player = Json::parse(read_file(paths.final_result()))["players"][0];
  const Json chart = chart_in(report_page(read_run(run_folder())), "chart-elo");
  const Json nothing = {nullptr, nullptr, nullptr};
  ASSERT_EQ(chart["rows"].size(), 2U);
  EXPECT_EQ(chart["rows"][0], Json({0, {0, 0, 0}, nothing, nothing}));
  const Json& tested = gate["players"][0];
  const stats::Interval gain =
      run::sum_of_gains({{tested["elo"], tested["elo_error"].get<double>() / 1.959964}}, {true});
  const Json candidate = {gain.low, gain.value, gain.high};
  ASSERT_EQ(chart["rows"][1].size(), 4U);
  EXPECT_EQ(chart["rows"][1][0], 1);
  for (std::size_t bound = 0; bound < 3; ++bound) {
    EXPECT_NEAR(chart["rows"][1][1][bound].get<double>(), candidate[bound].get<double>(), 1e-4);
    EXPECT_NEAR(chart["rows"][1][2][bound].get<double>(), candidate[bound].get<double>(), 1e-4);
  }
  // All games of the final match are won, which leaves a bound and no value. Nine of the ten differ: 0.05^(1/9) points
  // a game.
  EXPECT_TRUE(player["elo"].is_null());
  EXPECT_NEAR(player["elo_low"].get<double>(), 161.4, 0.1);
  EXPECT_EQ(chart["rows"][1][3], Json({player["elo_low"], player["elo_low"], player["elo_low"]}));
}

TEST(PoolPage, ShowsBothCurvesAndWhatTravelled) {
  const TempFolder folder;
  run::RunOptions options = run::shallow_run();
  options.generations = 1;
  run::PoolOpponent start;
  start.spec.name = "start";
  start.generation = 0;
  run::PoolOpponent random;
  random.spec.name = "random";
  random.spec.kind = play::PlayerSpec::Kind::random;
  options.pool.games = 40;
  options.pool.opponents = {start, random};
  run::run_in(folder / "run", options);
  ReportedRun run = read_run(folder / "run");
  ASSERT_TRUE(run.generations[0].pool);
  const std::string page = report_page(run);
  EXPECT_EQ(unbalanced_tag(page), "");
  const Json chart = chart_in(page, "chart-pool");
  ASSERT_EQ(chart["rows"].size(), 2U);
  const stats::Interval& pool = *run.progress.points[1].pool;
  EXPECT_NEAR(chart["rows"][1][2][0].get<double>(), pool.low, 1e-4);
  EXPECT_NEAR(chart["rows"][1][2][1].get<double>(), pool.value, 1e-4);
  EXPECT_NEAR(chart["rows"][1][2][2].get<double>(), pool.high, 1e-4);
  EXPECT_THAT(page, HasSubstr("The share of the gain at home that travelled: "));
  EXPECT_THAT(page, HasSubstr("<td>random</td>"));
  run.progress.travelled.reset();
  EXPECT_THAT(report_page(run), HasSubstr("travelled: unknown, as the gain at home is not surely above 0"));
  run.progress.travelled = stats::Interval{0.6, 0.25, 1.1};
  EXPECT_THAT(report_page(run), HasSubstr("travelled: 60 % [25 %, 110 %] (95 %)"));
}

TEST_F(ReportPage, DrawsTheLossesOfEachFit) {
  const Json fit = Json::parse(read_file(run::RunPaths(run_folder()).fit_result(1)));
  const Json rows = chart_in(report_page(read_run(run_folder())), "chart-loss")["rows"];
  ASSERT_EQ(rows.size(), 1U);
  const ReportedRun run = read_run(run_folder());
  const learn::FitSummary& told = *run.generations[0].fit;
  EXPECT_EQ(rows[0], Json({1, told.train.rounded, told.heldout.rounded, told.heldout.start}));
  EXPECT_GT(told.heldout_games, 0U);
  EXPECT_LT(told.train.rounded, told.train.start);
}

TEST_F(ReportPage, SaysHowTheGatesWereTested) {
  const std::string page = report_page(read_run(run_folder()));
  const Json gate = Json::parse(read_file(run::RunPaths(run_folder()).gate_result(1)));
  EXPECT_THAT(page, HasSubstr("The SPRT tests 100 against 0 nElo."));
  EXPECT_THAT(page, HasSubstr("are corrected for the SPRT"));
  std::string pairs;
  for (const Json& count : gate["players"][0]["pentanomial"]) pairs += (pairs.empty() ? "" : ", ") + count.dump();
  EXPECT_THAT(page, HasSubstr("<small>" + pairs + "</small>"));
  EXPECT_THAT(page, HasSubstr(fmt::format("{:+.1f}", gate["corrected"]["nelo"]["value"].get<double>())));
}

Json fit_entry() {
  const Json losses = {{"start", 0.2}, {"rounded", 0.1}};
  const Json fit = {{"games", 50},
                    {"positions", 1000},
                    {"heldout_games", 0},
                    {"train_losses", losses},
                    {"heldout_losses", losses},
                    {"heldout_gain", 0},
                    {"heldout_gain_error", 0},
                    {"k", 1},
                    {"status", "converged"}};
  return {{"event", "fit"}, {"generation", 1}, {"time", "2026-01-01T00:30:00Z"}, {"hours", 0.5}, {"fit", fit}};
}

Json gate_entry() {
  const Json candidate = {{"name", "gen-001"}, {"wins", 40},      {"draws", 40}, {"losses", 20},
                          {"elo", 50},         {"elo_error", 10}, {"los", 1}};
  const Json start = {{"name", "start"}, {"wins", 20},      {"draws", 40}, {"losses", 40},
                      {"elo", -50},      {"elo_error", 10}, {"los", 0}};
  return {{"event", "gate"},  {"generation", 1}, {"time", "2026-01-01T01:00:00Z"}, {"hours", 1},
          {"promoted", true}, {"games", 100},    {"reasons", Json::object()},      {"players", {candidate, start}}};
}

// A run of breakthrough, as far as the page needs it, that moved one square by 5 from 7, surely, and another by 1.
void write_board_run(const run::RunPaths& paths) {
  Weights weights = zero_weights(find_driver("breakthrough").schema());
  const auto first = static_cast<std::size_t>(weights.schema.find("square")->first) * 2;
  weights.values[first] = 7;
  std::filesystem::create_directories(paths.generation(1));
  write_weights(paths.start_weights(), weights);
  weights.values[first] = 12;
  weights.values[first + 3] = -1;
  write_weights(paths.candidate_weights(1), weights);
  write_plainly(paths.config(), "game = breakthrough\n");
  write_plainly(paths.weight_table(1),
                "weight,stage,value,start,error,z,positions,games\n"
                "\"square[0,0]\",many,12,7,2,2.5,1000,50\n\"square[0,1]\",few,-1,0,2,-0.5,900,40\n");
  run::Journal journal(paths.journal());
  journal.append({{"event", "generation"}, {"generation", 1}, {"time", "2026-01-01T00:00:00Z"}, {"hours", 0}});
  journal.append(fit_entry());
  journal.append(gate_entry());
}

TEST(ReportOfBoards, HasAColouredTableAStageWithChangesAndErrors) {
  const TempFolder folder;
  const run::RunPaths paths(folder.path());
  write_board_run(paths);
  const std::string page = report_page(read_run(folder.path()));
  EXPECT_EQ(unbalanced_tag(page), "");
  EXPECT_THAT(page, HasSubstr("<table class=\"board\">\n<caption>many</caption>"));
  EXPECT_THAT(page, HasSubstr("<table class=\"board\">\n<caption>few</caption>"));
  // The largest value has the strongest colour.
  EXPECT_THAT(
      page, HasSubstr("<td class=\"plus\" style=\"--o:0.70\" title=\"square[0,0] a1 (many): 12 (+5 from 7), error 2.0, "
                      "z 2.5, 1,000 positions\">12<small>+5</small></td>"));
  EXPECT_THAT(
      page, HasSubstr("<td class=\"minus dim\" style=\"--o:0.06\" title=\"square[0,1] b1 (few): -1 (-1 from 0), error "
                      "2.0, z -0.5, 900 positions\">-1<small>-1</small></td>"));
  EXPECT_THAT(page, HasSubstr("title=\"square[1,0] a2 (many): 0, as at the start, 0 positions\">0</td>"));
  EXPECT_THAT(page, HasSubstr("1 of 2 weights with an error and 30 games or more are within 2 standard deviations"));
  EXPECT_THAT(page, HasSubstr("about +49.1 ± 10.1 Elo (95 %)"));
}

// A table of today says how much of a value is data, and what is seen in few games is neither noise nor a mover.
TEST(ReportOfBoards, SaysHowMuchOfAWeightIsData) {
  const TempFolder folder;
  const run::RunPaths paths(folder.path());
  write_board_run(paths);
  write_plainly(paths.weight_table(1),
                "weight,stage,value,start,error,z,positions,games,effective_games,data_share\n"
                "\"square[0,0]\",many,12,7,2,2.5,1000,50,45.5,0.625\n\"square[0,1]\",few,-1,0,2,,900,40,12.0,0.25\n");
  const std::string page = report_page(read_run(folder.path()));
  EXPECT_THAT(page, HasSubstr("12 (+5 from 7), error 2.0, z 2.5, 62.5 % data, 1,000 positions"));
  EXPECT_THAT(page, HasSubstr("-1 (-1 from 0), error 2.0, 25.0 % data, 900 positions"));
  EXPECT_THAT(page, HasSubstr("0 of 1 weights with an error and 30 games or more"));
}

TEST(ReportOfBoards, HasTheLastRowOnTopAndAStageAfterTheOther) {
  const TempFolder folder;
  write_board_run(run::RunPaths(folder.path()));
  const std::string page = report_page(read_run(folder.path()));
  std::size_t before = 0;
  for (const char* const text :
       {"<caption>many</caption>", "title=\"square[7,0] a8 (many)", "title=\"square[7,7] h8 (many)",
        "title=\"square[0,0] a1 (many)", "title=\"square[0,7] h1 (many)", "<caption>few</caption>",
        "title=\"square[7,0] a8 (few)", "title=\"square[0,7] h1 (few)"}) {
    const std::size_t at = page.find(text);
    ASSERT_NE(at, std::string::npos) << text;
    EXPECT_GT(at, before) << text;
    before = at;
  }
}

Json event(const char* name, int generation, double hours) {
  return {{"event", name}, {"generation", generation}, {"time", "2026-01-01T01:00:00Z"}, {"hours", hours}};
}

TEST(ReportOfBoards, CountsNoRepairAsWorkOnTheGeneration) {
  const TempFolder folder;
  const run::RunPaths paths(folder.path());
  write_board_run(paths);  // an hour
  run::Journal journal(paths.journal());
  journal.append(event("generation", 2, 1));
  journal.append(event("stopped", 1, 1.5));
  journal.append(event("session", 0, 1.5));
  Json redo = event("redo", 1, 1.5);
  redo["stage"] = "gate";
  journal.append(redo);
  Json gate = gate_entry();
  gate["hours"] = 2.5;
  journal.append(gate);
  Json played = event("self_play", 2, 2.75);
  played.update({{"games", 2700}, {"plies", 27000}, {"first_wins", 2700}, {"draws", 0}, {"second_wins", 0}});
  played["reasons"] = Json::object();
  journal.append(played);
  Json fit = fit_entry();
  fit["generation"] = 2;
  fit["hours"] = 3;
  journal.append(fit);
  const ReportedRun run = read_run(folder.path());
  ASSERT_EQ(run.generations.size(), 2U);
  EXPECT_DOUBLE_EQ(run.generations[0].hours, 1);
  EXPECT_DOUBLE_EQ(run.generations[1].hours, 1);
  EXPECT_DOUBLE_EQ(run.generations[1].self_play_hours, 0.75);
  const std::string page = report_page(run);
  EXPECT_THAT(page, HasSubstr("<td class=\"n\">45 min 00 s</td><td class=\"n\">1.0</td>"));  // 2700 in 2700 s
}

TEST(ReportOfBoards, NamesTheLineOfADamagedTable) {
  const TempFolder folder;
  const run::RunPaths paths(folder.path());
  write_board_run(paths);
  write_plainly(paths.weight_table(1), "weight,stage,value,start,error,z,positions,games\nsquare,many,1,2,3,4,5,6\n");
  try {
    (void)report_page(read_run(folder.path()));
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.file(), HasSubstr("weights.csv"));
    EXPECT_EQ(error.line(), 2);
  }
}

// With entries that were changed, sealed as if they had been written so.
void rewrite_journal(const std::filesystem::path& file, const std::function<void(Json&)>& change) {
  const std::vector<std::string> objects = run::read_journal(file).objects;
  std::filesystem::remove(file);
  run::Journal journal(file);
  for (const std::string& object : objects) {
    Json entry = Json::parse(object);
    change(entry);
    journal.append(entry);
  }
}

TEST_F(ReportPage, CanBeMadeOfAnOlderRun) {
  const TempFolder place;
  const std::filesystem::path folder = copy_of_run(place);
  const run::RunPaths paths(folder);
  std::filesystem::remove(paths.weight_table(1));
  std::filesystem::remove(paths.fit_result(1));
  std::filesystem::remove(paths.report());
  rewrite_journal(paths.journal(), [](Json& entry) { entry.erase("files"); });
  const std::string page = report_page(read_run(folder));
  EXPECT_EQ(unbalanced_tag(page), "");
  EXPECT_THAT(page, HasSubstr("The run kept no calibration"));
  EXPECT_THAT(page, HasSubstr("Their errors are not known: the games were too few, "));
}

// At each line of its journal, as a kill leaves it, with a torn line behind.
TEST_F(ReportPage, CanBeMadeAtAnyTime) {
  const TempFolder place;
  const std::filesystem::path folder = copy_of_run(place);
  const run::RunPaths paths(folder);
  const std::string journal = read_file(paths.journal());
  for (std::size_t end = journal.find('\n') + 1; end < journal.size(); end = journal.find('\n', end) + 1) {
    write_plainly(paths.journal(), journal.substr(0, end) + "{\"event\":\"ga");
    const std::string page = report_page(read_run(folder));
    EXPECT_EQ(unbalanced_tag(page), "") << end;
    EXPECT_THAT(page, HasSubstr("hone run --resume")) << end;
    EXPECT_THAT(page, HasSubstr("The run was killed")) << end;
  }
}

TEST_F(ReportPage, LeavesOutWhatIsToBeDoneAgain) {
  const TempFolder place;
  const std::filesystem::path folder = copy_of_run(place);
  const run::RunPaths paths(folder);
  run::Journal(paths.journal())
      .append({{"event", "redo"}, {"generation", 1}, {"time", "t"}, {"hours", 1}, {"stage", "fit"}});
  std::filesystem::remove(paths.candidate_weights(1));
  const ReportedRun run = read_run(folder);
  EXPECT_FALSE(run.generations[0].fit);
  EXPECT_TRUE(run.generations[0].self_play);
  EXPECT_EQ(run.best_generation(), 0);
  EXPECT_FALSE(run.final_match);
  EXPECT_EQ(unbalanced_tag(report_page(run)), "");
  EXPECT_EQ(verdict(run).sentence,
            "Generation 1, the best, is being repaired: its files were damaged, and what it was worth is measured "
            "again.");
  EXPECT_EQ(verdict(run).tone, VerdictTone::open);
  EXPECT_THAT(report_page(run), Not(HasSubstr("Their errors are not known")));
}

TEST_F(ReportPage, CallsNoCandidateRefusedBeforeItsTest) {
  const TempFolder place;
  const std::filesystem::path folder = copy_of_run(place);
  const run::RunPaths paths(folder);
  const std::string journal = read_file(paths.journal());
  write_plainly(paths.journal(), journal.substr(0, journal.find("{\"event\":\"gate\"")));
  EXPECT_THAT(report_page(read_run(folder)),
              HasSubstr("The weights of generation 1, whose test is not finished, compared with the start."));
  write_plainly(paths.journal(), journal);
  rewrite_journal(paths.journal(), [](Json& entry) {
    if (entry["event"] == "gate") entry["promoted"] = false;
  });
  EXPECT_THAT(report_page(read_run(folder)),
              HasSubstr("The weights of generation 1, which did not pass their test, compared with the start."));
}

TEST_F(ReportPage, WarnsOfMatchesThatRepeatedTheirGames) {
  match::MatchSummary few;
  few.games = 21;
  few.duplicates = 2;
  EXPECT_EQ(caution(few), "");
  const std::string warning =
      "Beware: gen-001 and start repeated 2 of their 20 games move by move: the errors of their match are too small.";
  const TempFolder place;
  const std::filesystem::path folder = copy_of_run(place);
  rewrite_journal(run::RunPaths(folder).journal(), [](Json& entry) {
    if (entry["event"] == "final") {
      Json& side = entry["players"][0];
      side["distinct_pentanomial"] = side["pentanomial"];  // no pair that is left out as a whole
      entry["duplicates"] = 2;
    }
    if (entry["event"] == "gate") entry["duplicates"] = 0;
  });
  const std::string page = report_page(read_run(folder));
  const std::size_t beside_verdict = page.find(warning);
  ASSERT_NE(beside_verdict, std::string::npos);
  EXPECT_LT(beside_verdict, page.find("<section id=\"strength\">"));
  EXPECT_NE(page.find(warning, beside_verdict + 1), std::string::npos);
}

TEST_F(ReportPage, SaysWhichPairsAreNoEvidence) {
  const TempFolder place;
  const std::filesystem::path folder = copy_of_run(place);
  rewrite_journal(run::RunPaths(folder).journal(), [](Json& entry) {
    if (entry["event"] != "final") return;
    Json& side = entry["players"][0];
    side["pentanomial"] = {1, 2, 3, 2, 2};
    side["distinct_pentanomial"] = {1, 2, 0, 2, 2};
  });
  EXPECT_THAT(report_page(read_run(folder)), HasSubstr("of them 3 pairs repeated: no evidence"));
}

TEST_F(ReportPage, TellsTheTimeThatMachinesTook) {
  const TempFolder place;
  const std::filesystem::path folder = copy_of_run(place);
  units::Distribution work{.launch = "hand", .units = 2, .seconds = 10};
  work.hosts = {{.host = "pc", .units = 2, .games = 100, .cpu_seconds = 90}};
  rewrite_journal(run::RunPaths(folder).journal(), [&](Json& entry) {
    if (entry["event"] == "self_play" && entry["generation"] == 1) entry["distribution"] = units::to_json(work);
  });
  EXPECT_THAT(report_page(read_run(folder)), HasSubstr("1 min 30 s"));
}

// Games that repeat others are played and not recorded: of the 60 others half were won by the first player.
TEST_F(ReportPage, SharesResultsAmongTheRecordedGames) {
  const TempFolder place;
  const std::filesystem::path folder = copy_of_run(place);
  rewrite_journal(run::RunPaths(folder).journal(), [](Json& entry) {
    if (entry["event"] != "self_play") return;
    entry.update(
        {{"games", 100}, {"duplicates", 40}, {"plies", 366}, {"first_wins", 30}, {"draws", 12}, {"second_wins", 18}});
    entry["reasons"] = {{"win", 45}, {"no_moves", 15}};
  });
  const std::string page = report_page(read_run(folder));
  const std::string cell = "</td><td class=\"n\">";
  EXPECT_THAT(page, HasSubstr("50.0 %" + cell + "20.0 %" + cell + "30.0 %" + cell + "6.1"));
  EXPECT_THAT(page, HasSubstr("75.0 %" + cell + "25.0 %"));
}

TEST_F(ReportPage, SaysThatTheRunIsGoingOn) {
  const TempFolder place;
  const std::filesystem::path folder = copy_of_run(place);
  rewrite_journal(run::RunPaths(folder).journal(), [](Json& entry) {
    if (entry["event"] == "done") entry["event"] = "session";
  });
  EXPECT_EQ(read_run(folder).phase, RunPhase::killed);
  const run::RunDirectory at_work(folder);
  EXPECT_EQ(read_run(folder).phase, RunPhase::at_work);
}

TEST_F(ReportPage, NamesTheFileThatIsDamaged) {
  for (const char* const name : {"journal.jsonl", "config", "start.weights", "gen-001/candidate.weights",
                                 "gen-001/weights.csv", "gen-001/fit.json"}) {
    const TempFolder place;
    const std::filesystem::path folder = copy_of_run(place);
    std::string bytes = read_file(folder / name);
    bytes[bytes.size() / 2] ^= 1;
    write_plainly(folder / name, bytes);
    try {
      (void)report_page(read_run(folder));
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_THAT(error.file(), HasSubstr(name));
    }
  }
  EXPECT_THROW((void)read_run("/nowhere"), Error);
}

// A page that cannot be written costs the run nothing.
TEST(ReportOfARun, IsNotedWhenItCannotBeWritten) {
  class Noticing final : public PageWriter {
   public:
    void told(const run::RunNews& news) override {
      if (const auto* noticed = std::get_if<run::Noticed>(&news)) heard += noticed->what;
    }
    std::string heard;
  } observer;
  const TempFolder place;
  std::filesystem::create_directories(place / "run");
  run::RunOptions options = run::shallow_run();
  options.generations = 1;
  run::run(run::tic_tac_toe(), run::bad_weights(), options, place / "run", observer, {});
  std::filesystem::remove(run::RunPaths(place / "run").report());
  std::filesystem::create_directory(run::RunPaths(place / "run").report());
  options.generations = 2;
  EXPECT_TRUE(run::run(run::tic_tac_toe(), run::bad_weights(), options, place / "run", observer, {}).complete);
  EXPECT_THAT(observer.heard, HasSubstr("the page of the run was not written: "));
}

TEST(ReportOfARun, SaysWhatItWasAtWhenItWasStopped) {
  const TempFolder place;
  std::filesystem::create_directories(place / "run");
  std::stop_source stop;
  stop.request_stop();
  PageWriter observer;
  EXPECT_FALSE(
      run::run(run::tic_tac_toe(), run::bad_weights(), run::shallow_run(), place / "run", observer, stop.get_token())
          .complete);
  const std::string page = read_file(run::RunPaths(place / "run").report());
  EXPECT_THAT(page,
              HasSubstr("The run was interrupted and can be resumed: it was asked to stop. It was at generation 1, "
                        "self-play, 0 of 60 games."));
}

// A full disk, say.
TEST(ReportOfARun, SaysWhyItFailed) {
  class Failing final : public PageWriter {
   public:
    void told(const run::RunNews& news) override {
      if (std::holds_alternative<run::StepBegun>(news)) throw Error("no room");
    }
  } observer;
  const TempFolder place;
  std::filesystem::create_directories(place / "run");
  EXPECT_THROW((void)run::run(run::tic_tac_toe(), run::bad_weights(), run::shallow_run(), place / "run", observer, {}),
               Error);
  EXPECT_THAT(read_file(run::RunPaths(place / "run").report()), HasSubstr("interrupted and can be resumed: no room."));
}

TEST_F(ReportPage, EscapesWhatComesFromOutside) {
  const TempFolder place;
  const std::filesystem::path folder = place / "<script>alert('x')<";
  play_run(folder, "start = </pre></script><img src=x onerror=\"alert(1)\">\n");
  const std::string page = report_page(read_run(folder));
  EXPECT_EQ(unbalanced_tag(page), "");
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert"));
}

TEST(Template, KeepsDataInItsPlace) {
  EXPECT_EQ(render_template("<a t=\"{{x}}\">{{{y}}}{{#no}}z{{/no}}", {{"x", "\"<&>'"}, {"y", "<b>"}, {"no", nullptr}}),
            "<a t=\"&quot;&lt;&amp;&gt;&apos;\"><b>");
  EXPECT_EQ(json_for_script({"</script><!--"}), "[\"\\u003c/script>\\u003c!--\"]");
  EXPECT_EQ(script_text("a('</script>')"), "a('<\\/script>')");
}

TEST(ShellWord, IsReadBackByAShell) {
  EXPECT_EQ(text::shell_word("runs/monday-1"), "runs/monday-1");
  EXPECT_EQ(text::shell_word("a b"), "'a b'");
  EXPECT_EQ(text::shell_word("it's; rm"), "'it'\\''s; rm'");
  EXPECT_EQ(text::shell_word(""), "''");
}

match::MatchSummary match_with(stats::Interval elo) {
  match::MatchSummary match;
  match.corrected = stats::StoppedEstimate{.elo = elo, .nelo = {}};
  return match;
}

ReportedGeneration tested(int number, stats::Interval elo, bool promoted) {
  ReportedGeneration generation{.number = number};
  generation.gate = match_with(elo);
  generation.promoted = promoted;
  return generation;
}

// These differ so far beyond their errors that each speaks for itself.
TEST(EloProgress, AddsUpWhatWasPromoted) {
  const auto steps = elo_progress({tested(1, {1000, 997, 1003}, true), tested(2, {-200, -204, -196}, false),
                                   tested(3, {500, 496, 504}, true), ReportedGeneration{.number = 4}});
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_NEAR(steps[1].candidate.value, 800, 0.1);
  EXPECT_NEAR(steps[1].best.value, 1000, 0.1);
  EXPECT_NEAR(steps[2].best.value, 1500, 0.1);
  EXPECT_NEAR(steps[2].best.low, 1500 - 5, 0.1);  // sqrt(3^2 + 4^2)
  EXPECT_NEAR(steps[2].best.high, 1500 + 5, 0.1);
}

TEST(EloProgress, SaysLessThanTheSumOfWonTests) {
  const auto steps = elo_progress({tested(1, {20, 0, 40}, true), tested(2, {-10, -30, 10}, false),
                                   tested(3, {-5, -25, 15}, false), tested(4, {22, 2, 42}, true)});
  EXPECT_GT(steps.back().best.value, 0);
  EXPECT_LT(steps.back().best.value, 35);
}

TEST(Verdict, SaysStrongerOnlyBeyondTheError) {
  ReportedRun run;
  EXPECT_EQ(verdict(run).sentence, "No generation is finished yet.");
  run.generations = {tested(1, {-5, -50, 40}, false)};
  EXPECT_EQ(verdict(run).sentence,
            "So far none of 1 generation passed its test, and the starting weights are still the best: the strongest "
            "candidate (generation 1) was at -5.0 ± 45.0 Elo (95 %) against them, over 0 games.");
  EXPECT_EQ(verdict(run).tone, VerdictTone::open);
  run.generations.back().gate->sprt = stats::SprtState{};  // undecided
  EXPECT_THAT(verdict(run).sentence, HasSubstr("passed its test (1 test ended undecided), and"));
  run.generations.back().gate->corrected->elo = {-45, -80, -10};
  run.phase = RunPhase::complete;
  EXPECT_THAT(verdict(run).sentence, HasSubstr("None of 1 generation"));
  EXPECT_EQ(verdict(run).tone, VerdictTone::bad);
  run.phase = RunPhase::stopped;
  run.generations.push_back(tested(2, {50, 10, 90}, true));
  run.generations.back().fit = learn::FitSummary{};
  EXPECT_THAT(verdict(run).sentence,
              HasSubstr("Elo (95 %) over the starting weights, estimated from 2 tests, 1 of them won, and"));
  EXPECT_THAT(verdict(run).sentence, HasSubstr("still to come"));
  EXPECT_EQ(verdict(run).tone, VerdictTone::open);
  run.generations.back().gate->corrected->elo = {50, 40, 60};
  EXPECT_EQ(verdict(run).tone, VerdictTone::good);
  run.progress.pool_gain = stats::Interval{30, 10, 50};
  EXPECT_THAT(verdict(run).sentence, HasSubstr("(generation 2) come from 1 won test; against the pool they are at "
                                               "+30.0 ± 20.0 Elo (95 %)"));
  EXPECT_EQ(verdict(run).tone, VerdictTone::good);
  run.progress.pool_gain = stats::Interval{-30, -50, -10};
  EXPECT_EQ(verdict(run).tone, VerdictTone::bad);
  run.progress.pool_gain = stats::Interval{30, -10, 70};
  EXPECT_EQ(verdict(run).tone, VerdictTone::open);
  run.final_games = 0;
  EXPECT_THAT(verdict(run).sentence, HasSubstr("no match against the start is planned"));
  run.phase = RunPhase::complete;
  EXPECT_THAT(verdict(run).sentence, HasSubstr("no match against the start was played"));
  run.final_match = match_with({3, -20, 26});
  run.final_match->games = 400;
  EXPECT_EQ(verdict(run).sentence,
            "The best weights (generation 2) are not shown to be stronger: +3.0 ± 23.0 Elo (95 %) against the starting "
            "weights, over 400 games.");
  EXPECT_EQ(verdict(run).tone, VerdictTone::open);
  run.final_match->corrected->elo = {-30, -50, -10};
  EXPECT_EQ(verdict(run).tone, VerdictTone::bad);
}

TEST(WeightChanges, OfOthelloAreSummarised) {
  ReportedRun run;
  run.start = run.best = find_driver("othello").material_weights();
  const std::string page = report_page(run);
  EXPECT_EQ(unbalanced_tag(page), "");
  EXPECT_LT(page.size(), 1'500'000U);  // there are 56,000 pattern weights; dygraphs is 130,000 bytes
}

}  // namespace
}  // namespace hone::report
