// SPDX-License-Identifier: MIT
//
// hone probe on an engine whose evaluation is known (tests/mock_engine/probed_engine.cpp).
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/constraints.hpp"
#include "data/random.hpp"
#include "data/row_file.hpp"
#include "data/row_names.hpp"
#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/killed.hpp"
#include "tests/tuner/cli/run_hone.hpp"
#include "tuner/formats/labelled_positions.hpp"

namespace hone::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Words = std::vector<std::string>;

const std::string epd = HONE_DATA_DIR "/chess/quiet_labeled.epd";

std::string probed_engine(const std::string& mode) { return "uci:" PROBED_ENGINE " " + mode; }

class Probe : public testing::Test {
 protected:
  [[nodiscard]] std::string file(const std::string& name) const { return (folder_ / name).string(); }

  // The words of a probe of all options that the engine lists, at the positions as they are.
  [[nodiscard]] Words words(const std::string& out, const std::string& mode = "good", const Words& more = {}) const {
    Words all{"probe",          "--engine",    probed_engine(mode),
              "--options",      "*",           "--eval",
              "eval",           "--positions", epd,
              "--resolve",      "keep",        "--keep-check",
              "--threads",      "1",           "--log",
              "warning",        "--out",       file(out),
              "--keep-repeated"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  TempFolder folder_;
};

// The words with another value of an option, which they may lack.
Words with_value(Words words, const std::string& option, const std::string& value) {
  const auto place = std::find(words.begin(), words.end(), option);
  if (place != words.end()) {
    *(place + 1) = value;
  } else {
    words.insert(words.end(), {option, value});
  }
  return words;
}

// Every position of the file with what it says; as the engine, from the letters of its FEN.
struct Known {
  std::string fen;
  double target;

  [[nodiscard]] int balance(char piece) const {
    const std::string board = fen.substr(0, fen.find(' '));
    const auto lower = static_cast<char>(piece - 'A' + 'a');
    return static_cast<int>(std::ranges::count(board, piece) - std::ranges::count(board, lower));
  }
  [[nodiscard]] int side() const { return fen.find(" b ") == std::string::npos ? 1 : -1; }
  [[nodiscard]] int officers(bool white) const {
    const std::string letters = white ? "NBRQ" : "nbrq", board = fen.substr(0, fen.find(' '));
    return static_cast<int>(std::ranges::count_if(board, [&](char c) { return letters.find(c) != letters.npos; }));
  }
  // Under the defaults.
  [[nodiscard]] int score() const {
    return 10 * side() + 100 * balance('P') + 300 * balance('N') + 320 * balance('B') + 500 * balance('R') +
           900 * balance('Q') + officers(true) * 60 / 7 - officers(false) * 60 / 7 + 100 * balance('Q') +
           6 * balance('B');
  }
};

std::vector<Known> known_positions() {
  std::vector<Known> known;
  const GameDriver& chess = find_driver("chess");
  (void)formats::read_labelled_positions(chess, epd, [&](formats::LabelledPosition& position) {
    const auto board = chess.parse(position.position);
    if (!board->outcome()) known.push_back({board->text(), position.target});
    return true;
  });
  return known;
}

float count_of(const RowFile& file, std::size_t row, const std::string& group) {
  const int term = file.header.schema.find(group)->first;
  for (const auto& [index, count] : file.rows[row].entries) {
    if (index == term) return count;
  }
  return 0;
}

double score_of(const RowView& row, const Weights& weights) {
  double score = row.label.offset;
  for (const auto& [term, count] : row.entries) score += count * weights.values[term];
  return score;
}

// -- What is found

TEST_F(Probe, FindsThePlantedCounts) {
  const Finished finished = run_hone(words("p.rows"));
  ASSERT_EQ(finished.code, 0) << finished.err;
  const RowFile rows = read_row_file(file("p.rows"));
  const std::vector<Known> known = known_positions();
  ASSERT_EQ(rows.rows.size(), known.size());
  const std::map<std::string, char> pieces{
      {"pawn", 'P'}, {"knight", 'N'}, {"bishop", 'B'}, {"rook", 'R'}, {"queen", 'Q'}};
  for (std::size_t i = 0; i < known.size(); ++i) {
    for (const auto& [group, piece] : pieces)
      EXPECT_EQ(count_of(rows, i, group), known[i].balance(piece)) << i << group;
    EXPECT_EQ(count_of(rows, i, "tempo"), known[i].side());
    EXPECT_NEAR(count_of(rows, i, "activity"), (known[i].officers(true) - known[i].officers(false)) / 7.0, 2.0 / 100);
    EXPECT_EQ(rows.rows[i].label.target, static_cast<float>(known[i].target));
  }
}

TEST_F(Probe, GivesTheEnginesScoreAtTheStart) {
  ASSERT_EQ(run_hone(words("p.rows", "good", {"--keep-nonlinear"})).code, 0);
  const RowFile rows = read_row_file(file("p.rows"));
  const Weights start = read_weights(file("p.weights"));
  EXPECT_EQ(start.schema.fingerprint(), rows.header.schema.fingerprint());
  EXPECT_EQ(read_row_names(file("p.names")), rows.header.schema);
  const std::vector<Known> known = known_positions();
  for (std::size_t i = 0; i < known.size(); ++i)
    EXPECT_NEAR(score_of(rows.rows[i], start), known[i].score(), 1e-2) << i;
}

TEST_F(Probe, NamesWhatIsNotLinear) {
  const Finished finished = run_hone(words("p.rows", "good", {"--json", file("p.json")}));
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, AllOf(HasSubstr("7 linear, 1 linear near the start, 1 not linear, 1 that never act"),
                                  HasSubstr("Never act      Idle")));
  std::map<std::string, nlohmann::json> found;
  const auto json = nlohmann::json::parse(read_file(file("p.json")));
  for (const auto& option : json["options"]) {
    found[option["option"]] = option;
  }
  EXPECT_EQ(found["Kink"]["linearity"], "bent");
  EXPECT_EQ(found["Kink"]["group"], "");
  EXPECT_EQ(found["Danger"]["linearity"], "near");
  // 100 +- 100: the middle of the chord is 100 x 100 / 100 below it for one queen
  EXPECT_EQ(found["Danger"]["worst"].get<int>() % 100, 0);
  EXPECT_EQ(found["Danger"]["step"], nlohmann::json({94, 106}));
  EXPECT_EQ(found["Activity"]["linearity"], "linear");
  EXPECT_EQ(found["Queen"]["step"], nlohmann::json({900, 2000}));
}

TEST_F(Probe, BoundsTheWeights) {
  ASSERT_EQ(run_hone(words("p.rows")).code, 0);
  const Schema schema = read_weights(file("p.weights")).schema;
  const Constraints bounds = constraints_of(schema);
  const auto bound_of = [&](const char* group) {
    const auto term = static_cast<std::size_t>(schema.find(group)->first);
    return std::pair(bounds.lower[term], bounds.upper[term]);
  };
  EXPECT_EQ(bound_of("knight"), std::pair(0.0, 1000.0));
  EXPECT_EQ(bound_of("tempo"), std::pair(-50.0, 50.0));
  EXPECT_EQ(bound_of("danger"), std::pair(94.0, 106.0));  // where it was seen to be linear
  EXPECT_EQ(schema.find("kink"), nullptr);
  EXPECT_EQ(schema.find("knight")->meaning, "Knight");
}

TEST_F(Probe, KeepsWhatIsNotLinearWhenTold) {
  ASSERT_EQ(run_hone(words("p.rows", "good", {"--keep-nonlinear"})).code, 0);
  EXPECT_NE(read_row_names(file("p.names")).find("kink"), nullptr);
}

TEST_F(Probe, TakesHiddenOptionsFromAFile) {
  write_plainly(file("hidden"), "Hidden 2 -100 100\n");
  const Words more = words("p.rows", "good", {"--option-file", file("hidden")});
  ASSERT_EQ(run_hone(with_value(more, "--options", "Idle")).code, 0);
  const RowFile rows = read_row_file(file("p.rows"));
  ASSERT_EQ(rows.header.schema.terms(), 1);
  const std::vector<Known> known = known_positions();
  for (std::size_t i = 0; i < known.size(); ++i) EXPECT_EQ(count_of(rows, i, "hidden"), 3 * known[i].balance('B'));
}

TEST_F(Probe, FindsTheSameBySearches) {
  ASSERT_EQ(run_hone(words("eval.rows")).code, 0);
  const Finished finished = run_hone(with_value(words("go.rows"), "--eval", "go1"));
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(read_file(file("go.rows")), read_file(file("eval.rows")));
}

TEST_F(Probe, KnowsUnitsAndViews) {
  const Words other =
      words("p.rows", "good", {"--pattern", "score cp (-?[0-9]+)", "--unit", "pawns", "--view", "mover"});
  ASSERT_EQ(run_hone(with_value(other, "--eval", "go depth 1")).code, 0);
  const RowFile rows = read_row_file(file("p.rows"));
  const std::vector<Known> known = known_positions();
  for (std::size_t i = 0; i < known.size(); ++i) EXPECT_EQ(count_of(rows, i, "pawn"), 100 * known[i].balance('P'));
}

// -- The loop

TEST_F(Probe, IsTunedAndProbedAgain) {
  ASSERT_EQ(run_hone(words("p.rows")).code, 0);
  const Finished tuned = run_hone({"tune", "--data", file("p.rows"), "--start", file("p.weights"), "--out",
                                   file("tuned.weights"), "--holdout", "0", "--log", "warning"});
  ASSERT_EQ(tuned.code, 0) << tuned.err;
  const Weights weights = read_weights(file("tuned.weights"));
  const double danger = weights.values[static_cast<std::size_t>(weights.schema.find("danger")->first)];
  const Finished again = run_hone(words("q.rows", "good", {"--start", file("tuned.weights")}));
  ASSERT_EQ(again.code, 0) << again.err;
  const Weights start = read_weights(file("q.weights"));
  EXPECT_EQ(start.values[static_cast<std::size_t>(start.schema.find("danger")->first)], std::round(danger));
}

TEST_F(Probe, DoesNotReplaceTheWeightsThatItStartsFrom) {
  ASSERT_EQ(run_hone(words("p.rows")).code, 0);
  const Finished finished = run_hone(words("p.rows", "good", {"--start", file("p.weights")}));
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("would be overwritten"));
}

// -- The same bytes

TEST_F(Probe, GivesTheSameBytesForAnyNumberOfThreads) {
  ASSERT_EQ(run_hone(words("one.rows")).code, 0);
  ASSERT_EQ(run_hone(with_value(words("three.rows"), "--threads", "3")).code, 0);
  EXPECT_EQ(read_file(file("one.rows")), read_file(file("three.rows")));
  EXPECT_EQ(read_file(file("one.names")), read_file(file("three.names")));
}

TEST_F(Probe, GoesOnAfterItWasKilled) {
  ASSERT_EQ(run_hone(words("whole.rows")).code, 0);
  std::string line;
  for (const std::string& word : words("killed.rows", "slow 300")) line += " '" + word + "'";
  Random random(7);
  const Killed killed = run_killed([&] { return line; }, file("killed.rows.probe"), file("errors"), random);
  EXPECT_EQ(killed.status, 0) << read_file(file("errors"));
  EXPECT_GT(killed.kills, 0);
  EXPECT_EQ(read_file(file("killed.rows")), read_file(file("whole.rows")));
  EXPECT_FALSE(std::filesystem::exists(file("killed.rows.probe")));
}

TEST_F(Probe, IsInterruptedAndGoesOn) {
  const Finished interrupted = run_hone(words("p.rows", "slow 2000"), {.interrupt = true});
  EXPECT_EQ(interrupted.code, 3) << interrupted.err;
  EXPECT_THAT(interrupted.out, HasSubstr("Repeat the command to go on"));
  EXPECT_FALSE(std::filesystem::exists(file("p.rows")));
}

TEST_F(Probe, DoesNotMixItsWorkWithThatOfAnother) {
  (void)run_hone(words("p.rows", "crash"));  // leaves the work that it has done
  ASSERT_TRUE(std::filesystem::exists(file("p.rows.probe")));
  const Finished other = run_hone(words("p.rows", "good"));
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, AllOf(HasSubstr("holds the work of another probe"), HasSubstr("engine Probed 1.0")));
  // without the option that kills the engine the work goes on
  const Finished others = run_hone(words("p.rows", "crash", {"--exclude", "Rook"}));
  EXPECT_EQ(others.code, 0) << others.err;
  EXPECT_THAT(others.out, HasSubstr("Done before"));
}

TEST_F(Probe, MakesDamagedPartsAgain) {
  ASSERT_EQ(run_hone(words("whole.rows", "crash", {"--exclude", "Rook"})).code, 0);
  (void)run_hone(words("p.rows", "crash"));
  for (const auto& entry : std::filesystem::directory_iterator(file("p.rows.probe"))) {
    if (entry.path().filename() == "key") continue;
    std::string bytes = read_file(entry.path());
    bytes[bytes.size() / 2] ^= 1;
    write_plainly(entry.path(), bytes);
  }
  const Finished finished = run_hone(words("p.rows", "crash", {"--exclude", "Rook"}));
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, Not(HasSubstr("Done before")));
  EXPECT_EQ(read_file(file("p.rows")), read_file(file("whole.rows")));
}

// -- Engines that misbehave

TEST_F(Probe, NamesOptionAndPositionWhereTheEngineCrashesOrHangs) {
  const Finished crashed = run_hone(words("p.rows", "crash"));
  EXPECT_EQ(crashed.code, 2);
  EXPECT_THAT(crashed.err, AllOf(HasSubstr("killed by signal 6"), HasSubstr("Rook = "), HasSubstr("position fen ")));
  const Finished hung = run_hone(words("q.rows", "hang", {"--timeout", "500"}));
  EXPECT_EQ(hung.code, 2);
  EXPECT_THAT(hung.err, AllOf(HasSubstr("no answer within 500 ms"), HasSubstr("Rook = "), HasSubstr("position fen ")));
}

TEST_F(Probe, NoticesThatAnEngineKeepsItsEvaluations) {
  EXPECT_EQ(run_hone(words("p.rows", "keeps")).code, 0);
  const Finished finished = run_hone(words("q.rows", "keeps", {"--clear", "none"}));
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, AllOf(HasSubstr("keeps evaluations"), HasSubstr("--clear")));
}

TEST_F(Probe, SaysWhatTheEngineAnsweredWhereThePatternIsNotFound) {
  const Finished finished = run_hone(words("p.rows", "good", {"--pattern", "Total: ([0-9]+)"}));
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, AllOf(HasSubstr("the pattern is found in no answer"), HasSubstr("Static evaluation:")));
  EXPECT_FALSE(std::filesystem::exists(file("p.rows.probe")));
}

// -- Usage

TEST_F(Probe, RefusesWhatTakesTooLong) {
  const Finished finished = run_hone(words("p.rows", "good", {"--limit", "0"}));
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("the limit is 0 s"));
  EXPECT_THAT(finished.out, HasSubstr("Cost "));
  EXPECT_FALSE(std::filesystem::exists(file("p.rows.probe")));
}

TEST_F(Probe, RefusesWrongUsage) {
  const auto refused = [&](const std::string& option, const std::string& value, const std::string& says) {
    const Finished finished = run_hone(with_value(words("p.rows"), option, value));
    EXPECT_EQ(finished.code, 2) << option;
    EXPECT_THAT(finished.err, HasSubstr(says));
    EXPECT_EQ(folder_.files(), 0) << option;
  };
  refused("--engine", "stockfish", "uci:COMMAND");
  refused("--engine", "uci:no-such-engine", "cannot start 'no-such-engine'");
  refused("--out", file("p.epd"), "expected a name of rows");
  refused("--out", file("no/p.rows"), "no/p.rows");
  refused("--pattern", "([", "is no regular expression");
  refused("--eval", "go depth 1", "a pattern of the line");
  refused("--unit", "furlongs", "furlongs");
  refused("--set", "Hash", "OPTION=VALUE");
  refused("--set", "Hush=1", "has no option 'Hush'");
  refused("--options", "Bishops", "no option with whole numbers fits 'Bishops'; the engine has");
  refused("--exclude", "*", "expected options to probe");
  refused("--option-file", file("none"), "none");
  refused("--start", file("none.weights"), "none.weights");
  refused("--positions", file("none.epd"), "none.epd");
}

TEST_F(Probe, RefusesAFolderThatIsNotItsOwn) {
  std::filesystem::create_directory(file("p.rows.probe"));
  write_plainly(folder_ / "p.rows.probe" / "letter", "dear");
  const Finished finished = run_hone(words("p.rows"));
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("holds something else"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "p.rows.probe" / "letter"));
}

// -- Rounds

// An engine that keeps what it evaluated, whatever it is told, is another one at each value.
TEST_F(Probe, StartsAnEngineAnewThatDoesNotForget) {
  const Finished kept = run_hone(words("kept.rows", "hoards"));
  EXPECT_EQ(kept.code, 2);
  EXPECT_THAT(kept.err, HasSubstr("keeps evaluations"));
  ASSERT_EQ(run_hone(words("p.rows", "good")).code, 0);
  const Finished anew = run_hone(words("q.rows", "hoards", {"--clear", "restart"}));
  ASSERT_EQ(anew.code, 0) << anew.err;
  const RowFile p = read_row_file(file("p.rows")), q = read_row_file(file("q.rows"));
  ASSERT_EQ(p.rows.size(), q.rows.size());
  for (std::size_t i = 0; i < p.rows.size(); ++i) {
    EXPECT_TRUE(std::ranges::equal(p.rows[i].entries, q.rows[i].entries)) << i;
  }
}

// Danger goes into the evaluation by its square. Outcomes as an engine with 130 would promise them are met again,
// farther off than one step reaches.
TEST_F(Probe, FindsAWeightThatIsNotLinearInRounds) {
  std::string csv = "fen,result\n";
  for (const Known& known : known_positions()) {
    const double score = known.score() + known.balance('Q') * (130.0 * 130 - 100.0 * 100) / 100;
    csv += fmt::format("{},{:.6f}\n", known.fen, 1 / (1 + std::pow(10, -score / 400)));
  }
  write_file_atomically(file("planted.csv"), csv);
  const auto rounds = [&](const char* most) {
    return with_value(with_value(words("p.rows", "good",
                                       {"--rounds", most, "--step", "20", "--steps", "1", "--keep-nonlinear",
                                        "--target", "outcome", "--ridge", "1e-9", "--k", "1", "--holdout", "0"}),
                                 "--options", "Danger"),
                      "--positions", file("planted.csv"));
  };
  const Finished two = run_hone(rounds("2"));
  ASSERT_EQ(two.code, 0) << two.err;
  EXPECT_THAT(two.out, HasSubstr("Round 1        1 values moved, by 20 at most"));
  const Finished done = run_hone(rounds("20"));
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, AllOf(Not(HasSubstr("Round 2 ")), HasSubstr("Round 3"), HasSubstr("all values stand still")));
  EXPECT_EQ(read_weights(file("p.tuned.weights")).rounded(), std::vector<int>{130});
  const Finished again = run_hone(rounds("20"));
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_THAT(again.out, Not(HasSubstr("Round")));
  Words patient = rounds("20");
  patient.insert(patient.end(), {"--timeout", "20000"});
  EXPECT_THAT(run_hone(patient).out, Not(HasSubstr("Round"))) << "changes no result";
  write_file_atomically(file("planted.csv"), csv.substr(0, csv.rfind('\n', csv.size() - 2) + 1));
  EXPECT_THAT(run_hone(rounds("20")).out, HasSubstr("Round 1")) << "other positions";

  const Finished inside =
      run_hone(words("r.rows", "good",
                     {"--rounds", "2", "--start", file("p.weights"), "--weights-by", "source", "--rows-by", "print"}));
  EXPECT_EQ(inside.code, 2);
  EXPECT_THAT(inside.err, HasSubstr("takes none"));

  const Finished alone = run_hone(words("q.rows", "good", {"--target", "outcome"}));
  EXPECT_EQ(alone.code, 2);
  EXPECT_THAT(alone.err, HasSubstr("--target goes with --rounds"));
}

}  // namespace
}  // namespace hone::cli
