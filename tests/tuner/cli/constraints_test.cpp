// SPDX-License-Identifier: MIT
//
// Ties, stages, fixed weights and bounds as users give them: in names files, weights files, row files and options.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/constraints.hpp"
#include "data/row_file.hpp"
#include "data/row_names.hpp"
#include "data/row_text.hpp"
#include "data/weights.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"
#include "tests/tuner/cli/short_run.hpp"

namespace hone::cli {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* paired_names =
    "game paired\n"
    "stages mg eg\n"
    "steps 4\n"
    "material list 3\n"
    "map board 2 4\n"
    "king list 2\n"
    "tempo scalar\n"
    "tie mirror map\n";

// Forty games of five positions; terms 0 to 2 are material, 3 to 10 the map, 11 and 12 the king, 13 tempo.
std::string paired_rows() {
  std::string text;
  for (int game = 0; game < 40; ++game) {
    for (int position = 0; position < 5; ++position) {
      const int n = game * 5 + position;
      text += fmt::format("{} g={} p={} {}:1 {}:{} {}:1 {}:-1 13:1\n", (n * 7 % 11 + game) % 3 == 0 ? 0 : 1, game,
                          n % 5, n % 3, 3 + n % 8, n % 2 == 0 ? 1 : -2, 11 + n % 2, 3 + n * 5 % 7 % 8);
    }
  }
  return text;
}

class Constrained : public testing::Test {
 protected:
  void SetUp() override {
    write_plainly(folder_ / "a.names", paired_names);
    write_plainly(folder_ / "a.rowtext", paired_rows());
  }
  [[nodiscard]] std::string file(const std::string& name) const { return (folder_ / name).string(); }

  [[nodiscard]] Finished tune(const std::vector<std::string>& words, const std::string& data = "a.rowtext",
                              const std::string& out = "o.weights") const {
    std::vector<std::string> all{"tune",  "--data",  file(data),   "--k", "1",     "--holdout", "0",
                                 "--out", file(out), "--decimals", "6",   "--log", "warning"};
    all.insert(all.end(), words.begin(), words.end());
    return run_hone(all);
  }
  [[nodiscard]] Weights fitted(const std::string& name = "o.weights") const { return read_weights(file(name)); }

  TempFolder folder_;
};

double value_of(const Weights& weights, const char* name) {
  return weights.values.at(weights_named(weights.schema, name).at(0));
}

TEST_F(Constrained, HoldThoseOfTheNamesFileAndOfTheOptions) {
  const Finished finished =
      tune({"--tie", "material[0] = material[1]", "material[2].mg = tempo.mg", "--only", "eg king", "--fix", "tempo.eg",
            "--bounds", "material[0].mg=-3:3,map[1,0]=0:", "--json", file("o.json")});
  ASSERT_EQ(finished.code, 0) << finished.err;
  const Weights weights = fitted();
  const auto value = [&](const char* name) { return value_of(weights, name); };
  for (const char* stage : {"mg", "eg"}) {
    EXPECT_EQ(value(fmt::format("material[0].{}", stage).c_str()), value(fmt::format("material[1].{}", stage).c_str()));
    EXPECT_EQ(value(fmt::format("map[1,0].{}", stage).c_str()), value(fmt::format("map[1,3].{}", stage).c_str()));
    EXPECT_GE(value(fmt::format("map[1,3].{}", stage).c_str()), 0);
  }
  EXPECT_EQ(value("material[2].mg"), value("tempo.mg"));
  EXPECT_NE(value("material[2].mg"), value("material[2].eg"));
  EXPECT_LE(std::abs(value("material[1].mg")), 3);
  for (const char* fixed : {"king[0].mg", "king[1].mg", "tempo.eg"}) EXPECT_EQ(value(fixed), 0) << fixed;
  EXPECT_NE(value("king[0].eg"), 0);
  EXPECT_THAT(weights.schema.constraints(),
              ElementsAre("tie mirror map", "tie material[0] = material[1]", "tie material[2].mg = tempo.mg",
                          "stage eg king", "fix tempo.eg"));
  EXPECT_THAT(finished.out, HasSubstr("Constraints    25 weights in 14 classes, 3 fixed, "));
  const auto json = nlohmann::json::parse(read_file(file("o.json")));
  EXPECT_EQ(json["weights"], 25);
  EXPECT_EQ(json["classes"], 14);
  EXPECT_EQ(json["fixed_weights"], 3);
  EXPECT_GE(json["weights_at_bound"], 0);
}

TEST_F(Constrained, HoldThoseOfTheStartingWeights) {
  ASSERT_EQ(tune({"--tie", "king.mg = king.eg"}).code, 0);
  const Finished next = tune({"--start", file("o.weights")}, "a.rowtext", "next.weights");
  ASSERT_EQ(next.code, 0) << next.err;
  EXPECT_EQ(next.err, "");
  EXPECT_THAT(fitted("next.weights").schema.constraints(), ElementsAre("tie mirror map", "tie king.mg = king.eg"));
  EXPECT_EQ(value_of(fitted("next.weights"), "king[1].mg"), value_of(fitted("next.weights"), "king[1].eg"));
}

TEST_F(Constrained, HoldThoseOfRowFiles) {
  const Schema schema = read_row_names(file("a.names"));
  RowFileWriter writer(file("a.rows"), {.schema = schema, .key = {}, .notes = {}});
  read_row_text(file("a.rowtext"), schema, {}, [&](const RowView& row) { writer.add(row); });
  (void)std::move(writer).finish();
  ASSERT_EQ(tune({}).code, 0);
  ASSERT_EQ(tune({}, "a.rows", "binary.weights").code, 0);
  EXPECT_EQ(fitted().values, fitted("binary.weights").values);
  EXPECT_THAT(fitted("binary.weights").schema.constraints(), ElementsAre("tie mirror map"));
  ASSERT_EQ(run_hone({"data", "convert", file("a.rows"), "--out", file("again.rowtext")}).code, 0);
  EXPECT_THAT(read_file(file("again.names")), HasSubstr("\ntie mirror map\n"));
}

TEST_F(Constrained, SayOnceWhichStartBreaksATie) {
  write_plainly(folder_ / "free.names", std::string(paired_names).substr(0, std::string(paired_names).find("tie")));
  write_plainly(folder_ / "free.rowtext", paired_rows());
  ASSERT_EQ(tune({}, "free.rowtext", "free.weights").code, 0);
  const Finished finished = tune({"--start", file("free.weights"), "--ridge", "1e6"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.err, AllOf(HasSubstr("the starting weights break ties: 16 of them begin at the mean"),
                                  HasSubstr("as map[0,0] at mg, which is ")));
  EXPECT_EQ(finished.err.find("break ties"), finished.err.rfind("break ties"));
  const Weights free = fitted("free.weights");
  EXPECT_NEAR(value_of(fitted(), "map[0,1].eg"), (value_of(free, "map[0,1].eg") + value_of(free, "map[0,2].eg")) / 2,
              1e-3);
}

TEST_F(Constrained, RefuseWhatDoesNotFitBeforeTheRowsAreRead) {
  write_plainly(folder_ / "a.rowtext", "not a row\n");
  const auto refusal = [&](const std::vector<std::string>& words) {
    const Finished finished = tune(words);
    EXPECT_EQ(finished.code, 2);
    EXPECT_EQ(finished.out, "");
    return finished.err;
  };
  EXPECT_THAT(refusal({"--tie", "mirror king"}), HasSubstr("'tie mirror king': group 'king' is no board"));
  EXPECT_THAT(refusal({"--tie", "king"}), HasSubstr("expected tie mirror PATTERN"));
  EXPECT_THAT(refusal({"--tie", ""}), HasSubstr("tie"));
  EXPECT_THAT(refusal({"--tie", "king = a = b"}), HasSubstr("one pattern of weights"));
  EXPECT_THAT(refusal({"--only", "king"}), HasSubstr("expected a stage (mg, eg)"));
  EXPECT_THAT(refusal({"--fix", "queen"}), HasSubstr("'fix queen': no weights match 'queen'"));
  EXPECT_THAT(refusal({"--bounds", "king[7]=0:1"}), HasSubstr("bounds: no group matches 'king[7]'"));
  EXPECT_THAT(refusal({"--bounds", "map[0,0=0:1"}), HasSubstr("bounds: no group matches 'map[0,0'"));
  EXPECT_FALSE(std::filesystem::exists(file("o.weights")));
}

TEST_F(Constrained, LeaveNothingToFit) {
  const Finished finished = tune({"--fix", "*"});
  EXPECT_EQ(finished.code, 2);
  EXPECT_FALSE(std::filesystem::exists(file("o.weights")));
}

TEST_F(Constrained, WriteErrorsBesideTheWeights) {
  ASSERT_EQ(tune({"--only", "eg king", "--table", file("table.csv")}).code, 0);
  const Weights weights = fitted();
  ASSERT_EQ(weights.errors.size(), weights.values.size());
  EXPECT_TRUE(std::isnan(weights.errors[weights_named(weights.schema, "king[0].mg").at(0)]));
  const double error = weights.errors[weights_named(weights.schema, "map[0,0].eg").at(0)];
  EXPECT_GT(error, 0);
  EXPECT_EQ(error, weights.errors[weights_named(weights.schema, "map[0,3].eg").at(0)]);
  ASSERT_EQ(tune({"--no-report"}, "a.rowtext", "bare.weights").code, 0);
  EXPECT_TRUE(fitted("bare.weights").errors.empty());
  EXPECT_THAT(read_file(file("bare.weights")), Not(HasSubstr("[errors")));
}

// The errors of weights that a fit began with are not those of its result.
TEST_F(Constrained, KeepNoErrorsOfAnotherFit) {
  ASSERT_EQ(tune({}).code, 0);
  ASSERT_FALSE(fitted().errors.empty());
  ASSERT_EQ(tune({"--start", file("o.weights"), "--no-report"}, "a.rowtext", "next.weights").code, 0);
  EXPECT_TRUE(fitted("next.weights").errors.empty());
}

TEST(ConstrainedRun, KeepsItsTiesWhenKilledAndResumed) {
  const TempFolder folder;
  const std::vector<std::string> ties{"--tie",  "fold8 square", "lines.open = lines.two", "--fix", "tempo",
                                      "--gate", "off",          "--final-games",          "0"};
  const auto words = [&](const char* run, const char* generations) {
    std::vector<std::string> more = ties;
    more.insert(more.end(), {"--generations", generations});
    return short_run(folder / run, more);
  };
  const Finished whole = run_hone(words("whole", "2"));
  ASSERT_EQ(whole.code, 0) << whole.err;
  ASSERT_EQ(run_hone(words("parts", "1")).code, 0);
  std::filesystem::remove(folder / "parts/config");  // the journal knows every tie as well
  const Finished rest =
      run_hone({"run", "--resume", (folder / "parts").string(), "--repair", "--generations", "2", "--log", "warning"});
  ASSERT_EQ(rest.code, 0) << rest.err;
  EXPECT_EQ(read_file(folder / "whole/best.weights"), read_file(folder / "parts/best.weights"));
  const Weights weights = read_weights(folder / "whole/best.weights");
  EXPECT_EQ(weights.schema.constraints().size(), 3U);
  const Constraints constraints = constraints_of(weights.schema);
  EXPECT_TRUE(constraints.has_ties());
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    EXPECT_EQ(weights.values[i], weights.values[constraints.tied_to[i]]) << i;
  }
  EXPECT_FALSE(weights.errors.empty());
}

}  // namespace
}  // namespace hone::cli
