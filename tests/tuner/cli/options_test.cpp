// SPDX-License-Identifier: MIT
#include "tuner/cli/options/options.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <map>

#include "tests/temp_folder.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/options/synonyms.hpp"

namespace hone::cli {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Variables = std::map<std::string, std::string>;

// One option of each kind.
struct Example {
  Example() {
    options.group("Example");
    options.flag("loud", loud, "a flag").short_form('l');
    options.text("name", "TEXT", name, "a text");
    options.list("file", "F", files, "a list").positional();
    options.choice("loss", {"mse", "ce"}, loss, "a choice");
    options.integer("max-plies", "N", plies, {-5, 200}, "a whole number").short_form('m');
    options.integer("seed", "N", seed, {0}, "a whole number that may be absent");
    options.real("ridge", "X", ridge, {0, 1}, "a number");
    options.text("config", "F", config, "a file of options");
  }

  void parse(const std::vector<std::string>& words, const Variables& variables = {}) {
    cli::parse(options, words, [&](const std::string& key) -> std::optional<std::string> {
      const auto variable = variables.find(key);
      return variable != variables.end() ? std::optional(variable->second) : std::nullopt;
    });
  }

  bool loud = false;
  std::string name = "nobody";
  std::vector<std::string> files;
  std::string loss = "mse";
  int plies = 100;
  std::optional<std::uint64_t> seed;
  double ridge = 1e-6;
  std::string config;
  Options options;
};

std::string message_of(const std::vector<std::string>& words) {
  try {
    Example().parse(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Options, KeepTheirDefaults) {
  Example example;
  example.parse({});
  EXPECT_FALSE(example.loud);
  EXPECT_EQ(example.name, "nobody");
  EXPECT_EQ(example.plies, 100);
  EXPECT_EQ(example.seed, std::nullopt);
  EXPECT_FALSE(example.options.given("max-plies"));
}

TEST(Options, TakeEveryKindOfValue) {
  Example example;
  example.parse({"-l", "--name=some body", "--loss", "ce", "-m12", "--seed", "7", "--ridge", "2.5e-3"});
  EXPECT_TRUE(example.loud);
  EXPECT_EQ(example.name, "some body");
  EXPECT_EQ(example.loss, "ce");
  EXPECT_EQ(example.plies, 12);
  EXPECT_EQ(example.seed, 7U);
  EXPECT_EQ(example.ridge, 2.5e-3);
  EXPECT_TRUE(example.options.given("max-plies"));
}

TEST(Options, TakeNegativeNumbers) {
  Example example;
  example.parse({"--max-plies", "-5"});
  EXPECT_EQ(example.plies, -5);
}

TEST(Options, CollectLists) {
  Example example;
  example.parse({"a", "--file", "b", "c", "-l", "d", "--file", "e"});
  EXPECT_THAT(example.files, ElementsAre("a", "b", "c", "d", "e"));
}

TEST(Options, AreNotAbbreviated) { EXPECT_EQ(message_of({"--max", "3"}), "unknown option '--max'"); }

TEST(Options, SayWhichRangeWasLeft) {
  EXPECT_EQ(message_of({"-m", "-6"}), "--max-plies: expected a whole number, -5 to 200, found '-6'");
  EXPECT_EQ(message_of({"--seed", "-1"}), "--seed: expected a whole number, 0 or more, found '-1'");
  EXPECT_EQ(message_of({"--seed", "1.5"}), "--seed: expected a whole number, 0 or more, found '1.5'");
  EXPECT_EQ(message_of({"--ridge", "nan"}), "--ridge: expected a number, 0 to 1, found 'nan'");
  EXPECT_EQ(message_of({"--ridge", "1e999"}), "--ridge: expected a number, 0 to 1, found '1e999'");
  EXPECT_EQ(message_of({"--loss", "mae"}), "--loss: expected one of mse, ce, found 'mae'");
}

TEST(Options, PreferTheCommandLineToTheEnvironment) {
  Example example;
  example.parse({"--max-plies", "1", "x"}, {{"HONE_MAX_PLIES", "2"}, {"HONE_SEED", "3"}, {"HONE_FILE", "y"}});
  EXPECT_EQ(example.plies, 1);
  EXPECT_EQ(example.seed, 3U);
  EXPECT_THAT(example.files, ElementsAre("x"));
}

TEST(Options, AreRecordedSoThatTheyCanBeReadAgain) {
  const TempFolder folder;
  const std::string file = (folder / "hone.conf").string();
  Example written;
  written.parse({"--name", "SF #1 \"x\" = y", "a b", "c", "-l", "--ridge", "0.1"});
  std::ofstream(file) << written.options.as_config();
  Example read;
  read.parse({"--config", file});
  EXPECT_EQ(read.options.as_config(), written.options.as_config());
  EXPECT_EQ(read.name, "SF #1 \"x\" = y");
  EXPECT_THAT(read.files, ElementsAre("a b", "c"));
  EXPECT_TRUE(read.loud);
}

TEST(Options, FromTheEnvironmentMayNameTheConfigFile) {
  const TempFolder folder;
  const std::string file = (folder / "hone.conf").string();
  std::ofstream(file) << "seed = 5\n";
  Example example;
  example.parse({}, {{"HONE_CONFIG", file}});
  EXPECT_EQ(example.seed, 5U);
}

TEST(Suggestion, IsTheNearestWordIfItIsNear) {
  const std::vector<std::string> words{"depth", "nodes", "movetime"};
  EXPECT_EQ(suggestion("dpeth", words), " (did you mean 'depth'?)");
  EXPECT_EQ(suggestion("dept", words), " (did you mean 'depth'?)");
  EXPECT_EQ(suggestion("move-tme", words), " (did you mean 'movetime'?)");
  EXPECT_THAT(suggestion("game", words), IsEmpty());
}

TEST(Suggestion, BeginsLikeTheWordIfTwoAreEquallyNear) {
  EXPECT_EQ(suggestion("tun", std::vector<std::string>{"run", "tune"}), " (did you mean 'tune'?)");
  EXPECT_EQ(suggestion("tun", std::vector<std::string>{"tune", "run"}), " (did you mean 'tune'?)");
}

TEST(Suggestion, KnowsTheWordsOfOtherProgramsWhereTheCommandHasTheOption) {
  const std::vector<std::string> names{"threads", "tc", "order"};
  EXPECT_EQ(suggested_option("--concurrency", names, "--"), " (did you mean '--threads'?)");
  EXPECT_EQ(suggested_option("concurrency", names, ""), " (did you mean 'threads'?)");
  EXPECT_EQ(suggested_option("--ponder", names, "--"), " (no player of hone thinks in its opponent's time)");
  EXPECT_EQ(suggested_option("--pgnout", names, "--"), "");
  EXPECT_EQ(suggested_option("-tc", names, "--"), " (did you mean '--tc'?)");
}

}  // namespace
}  // namespace hone::cli
