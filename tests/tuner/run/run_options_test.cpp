// SPDX-License-Identifier: MIT
#include "tuner/run/options.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "data/error.hpp"
#include "tests/tuner/run/run_support.hpp"
#include "tuner/play/settings_text.hpp"
#include "tuner/run/journal.hpp"
#include "tuner/run/record.hpp"
#include "tuner/text/seal.hpp"

namespace hone::run {
namespace {

using testing::HasSubstr;
using Json = nlohmann::ordered_json;

// Texts of which each option understands at least one that is not its default.
constexpr const char* some_values[] = {
    "7",     "9",     "0.25",    "0.85",       "true",    "ce",        "zero",     "keep", "off",   "leaf", "10+1",
    "30,60", "psqt*", "psqt*=2", "psqt*=0:20", "10,5,20", "rootstrap", "leverage", "even", "mover", "hash", "3"};

// Their values are those of another option.
bool is_older_spelling(std::string_view name) { return name == "blend" || name == "quiescence"; }

// The opponents that are made of these texts decide results, and are compared themselves.
bool is_text_of_pool(std::string_view name) {
  return name == "pool" || (name.starts_with("pool-") && name != "pool-games");
}

// False when no value of the list is another one for this option.
bool set_to_another(text::Option& option) {
  const std::string before = option.get();
  for (const char* value : some_values) {
    try {
      option.set(value);
    } catch (const Error&) {
      continue;
    }
    if (option.get() != before) return true;
  }
  return false;
}

std::string refusal(const GameDriver& game, const RunOptions& before, const RunOptions& after) {
  try {
    require_same(record_of(game, before), game, after);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::vector<std::string> names_of_all() {
  RunOptions run;
  text::Options options;
  run.declare(options);
  std::vector<std::string> names;
  for (const text::Option& option : options.all()) {
    if (!is_older_spelling(option.name) && !is_text_of_pool(option.name)) names.push_back(option.name);
  }
  return names;
}

TEST(RunOptions, EitherDecideResultsOrMayChange) {
  RunOptions run;
  text::Options options;
  run.declare(options);
  for (const text::Option& option : options.all()) {
    const bool is_other = is_older_spelling(option.name) || is_text_of_pool(option.name);
    EXPECT_EQ(option.decides_results, !option.may_change && !is_other) << option.name;
  }
}

TEST(RunOptions, AreRefusedOnResumingExactlyWhenTheyDecideResults) {
  for (const std::string& name : names_of_all()) {
    if (is_text_of_pool(name)) continue;
    RunOptions run;
    text::Options options;
    run.declare(options);
    text::Option& option = *options.find(name);
    ASSERT_TRUE(set_to_another(option)) << name;
    const GameDriver& game = name == "komi" ? find_driver("go_5") : tic_tac_toe();
    run.settle(game);
    const std::string found = refusal(game, default_run(game), run);
    if (option.decides_results) {
      EXPECT_THAT(found, HasSubstr("was begun with options/")) << name;  // a limit takes away the default one
    } else {
      EXPECT_EQ(found, "") << name;
    }
  }
}

TEST(RunOptions, ThatMayChangeAreTakenByARunThatIsResumed) {
  const TempFolder folder;
  run_in(folder / "run", shallow_run());
  const auto before = results_in(folder / "run");
  for (const std::string& name : names_of_all()) {
    RunOptions run = shallow_run();
    text::Options options;
    run.declare(options);
    if (!options.find(name)->may_change || name == "generations") continue;
    options.find(name)->set(name == "games-total" ? "60" : "3");
    EXPECT_NO_THROW(run_in(folder / "run", run)) << name;
  }
  EXPECT_EQ(results_in(folder / "run"), before);
}

TEST(RunOptions, AreReadBackFromTheRecord) {
  RunOptions run;
  text::Options options;
  run.declare(options);
  for (const std::string& name : names_of_all()) ASSERT_TRUE(set_to_another(*options.find(name))) << name;
  const Json record = record_of(tic_tac_toe(), run);
  EXPECT_EQ(record_of(tic_tac_toe(), options_of(record))["options"], record["options"]);
}

TEST(RunOptions, YoungerThanTheRunHadTheirDefaults) {
  const RunOptions run = default_run(tic_tac_toe());
  Json record = record_of(tic_tac_toe(), run);
  record["options"].erase("gate-los");
  EXPECT_NO_THROW(require_same(record, tic_tac_toe(), run));
  RunOptions other = run;
  other.gate_los = 0.99;
  EXPECT_THROW(require_same(record, tic_tac_toe(), other), Error);
}

TEST(RunOptions, InOlderSpellingsAreThoseOfToday) {
  RunOptions run = default_run(tic_tac_toe());
  run.fit.targets.target = learn::parse_target("blend:0.5");
  run.sampling.resolve = learn::parse_resolve("filter");
  Json record = record_of(tic_tac_toe(), run);
  record["options"].erase("target");
  record["options"].erase("resolve");
  record["options"]["blend"] = "0.5";
  record["options"]["quiescence"] = "filter";
  EXPECT_NO_THROW(require_same(record, tic_tac_toe(), run));
  EXPECT_EQ(options_of(record).fit.targets.target, run.fit.targets.target);
  EXPECT_EQ(options_of(record).sampling.resolve, run.sampling.resolve);
  record["options"]["blend"] = "0";
  EXPECT_THROW(require_same(record, tic_tac_toe(), run), Error);
  record["options"]["quiescence"] = "leaf";
  RunOptions outcomes = default_run(tic_tac_toe());
  outcomes.fit.targets.target = {};
  EXPECT_NO_THROW(require_same(record, tic_tac_toe(), outcomes)) << "0 was the outcome";
}

TEST(RunOptions, InBothSpellingsAreRefused) {
  for (const auto& [first, second] : {std::pair{"blend", "target"}, std::pair{"target", "blend"}}) {
    RunOptions run;
    text::Options options;
    run.declare(options);
    options.find(first)->set(std::string_view(first) == "blend" ? "1" : "td:1");
    EXPECT_THROW(options.find(second)->set(std::string_view(second) == "blend" ? "1" : "td:1"), Error);
  }
}

TEST(RunOptions, NameTheBoundThatIsBroken) {
  RunOptions run = shallow_run();
  run.window = 0;
  try {
    run.validate();
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "window: expected a whole number, 1 to 1000, found '0'");
  }
}

// What a run would otherwise find out after hours of games, in a folder that cannot go on.
TEST(RunOptions, AreCheckedBeforeTheFirstGame) {
  const TempFolder folder;
  const auto refused = [&](const std::function<void(RunOptions&)>& change) -> std::string {
    RunOptions options = shallow_run();
    change(options);
    try {
      run_in(folder / "run", options);
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing";
  };
  EXPECT_THAT(refused([](RunOptions& run) { run.fit.groups = {"nope*"}; }), HasSubstr("groups: no group matches"));
  EXPECT_THAT(refused([](RunOptions& run) { run.fit.bounds = {{.pattern = "nope"}}; }), HasSubstr("bounds: no group"));
  EXPECT_THAT(refused([](RunOptions& run) { run.fit.group_ridge = {{.pattern = "nope"}}; }),
              HasSubstr("group-ridge: no group matches 'nope'"));
  EXPECT_THAT(refused([](RunOptions& run) { run.gate.games = 38; }), HasSubstr("gate-games: expected 40 or more"));
  EXPECT_FALSE(std::filesystem::exists(folder / "run/gen-001"));
  EXPECT_FALSE(std::filesystem::exists(folder / "run/config"));
}

}  // namespace
}  // namespace hone::run
