// SPDX-License-Identifier: MIT
//
// The numbers of the strong search.
#include "engine/search_parameters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "data/error.hpp"
#include "engine/bench.hpp"
#include "engine/game_driver.hpp"
#include "engine/search_margins.hpp"
#include "engine/uci.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "games/checkers/checkers.hpp"
#include "games/othello/othello.hpp"

namespace hone {
namespace {

TEST(SearchParameters, HaveNamesOfTheirOwnAndDefaultsInsideTheirRanges) {
  std::set<std::string_view> names;
  for (const NamedParameter& each : search_parameters) {
    EXPECT_TRUE(names.insert(each.name).second) << each.name;
    EXPECT_LT(each.least, SearchParameters().*each.value) << each.name;
    EXPECT_GT(each.most, SearchParameters().*each.value) << each.name;
    EXPECT_FALSE(each.meaning.empty()) << each.name;
    EXPECT_EQ(find_parameter(each.name), &each);
  }
  EXPECT_EQ(sizeof(SearchParameters), search_parameters.size() * sizeof(int)) << "one name for each number";
  EXPECT_EQ(find_parameter("no_such_margin"), nullptr);
}

// Each member is written through its own entry, so that no two entries share one.
TEST(ParameterChanges, AreSetEachByItsName) {
  ParameterChanges changes;
  for (const NamedParameter& each : search_parameters) changes.set(each.name, each.most);
  const SearchParameters parameters = changes.applied_to({});
  for (const NamedParameter& each : search_parameters) EXPECT_EQ(parameters.*each.value, each.most) << each.name;
  EXPECT_NE(parameters, SearchParameters());
  EXPECT_EQ(ParameterChanges({}, parameters), changes);
  EXPECT_TRUE(ParameterChanges(parameters, parameters).empty());
}

TEST(ParameterChanges, AreReadAndWrittenAsText) {
  ParameterChanges changes;
  EXPECT_EQ(changes.text(), "");
  EXPECT_TRUE(changes.empty());
  changes.set("history_most=1800,delta-margin=140");
  EXPECT_EQ(changes.applied_to({}).history_most, 1'800);
  EXPECT_EQ(changes.applied_to({}).delta_margin, 140);
  EXPECT_EQ(changes.text(), "delta_margin=140,history_most=1800") << "in the order of the table";
  ParameterChanges again(changes.text());
  EXPECT_EQ(again, changes);
  again.set("");
  EXPECT_EQ(again, changes);
  again.set(ParameterChanges("history_most=1900,razoring_depth=4"));
  EXPECT_EQ(again.text(), "razoring_depth=4,delta_margin=140,history_most=1900") << "the later one counts";
}

// What a game has already is a change too: which numbers a game has is not known where they are read.
TEST(ParameterChanges, KeepWhatIsSetToTheDefault) {
  EXPECT_EQ(ParameterChanges("history_most=2000").text(), "history_most=2000");
  SearchParameters game;
  game.history_most = 1'500;
  game.delta_margin = 120;
  const SearchParameters asked = ParameterChanges("history_most=2000").applied_to(game);
  EXPECT_EQ(asked.history_most, 2'000);
  EXPECT_EQ(asked.delta_margin, 120) << "the game's own";
}

TEST(ParameterChanges, RefuseWhatTheyCannotBe) {
  ParameterChanges parameters;
  for (const char* text : {"no_such_margin=1", "delta_margin", "delta_margin=", "delta_margin=x", "delta_margin=1.5",
                           "delta_margin=-1", "delta_margin=801", "=5", "delta_margin=150,,", "delta_margin=1 "}) {
    EXPECT_THROW(parameters.set(text), Error) << text;
  }
  EXPECT_THROW(parameters.set("razoring_depth", 11), Error);
  try {
    parameters.set("no_such_margin=");
    FAIL() << "there is no such number";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("the name of a search parameter")) << "rather than its value";
  }
}

struct SilentGame {};
struct GameWithNumbers {
  static constexpr std::string_view search_parameters = "delta_margin=120";
};
struct GameWithAMistake {
  static constexpr std::string_view search_parameters = "delta_margin=120,no_such_margin=1";
};
struct GameBeyondTheRange {
  static constexpr std::string_view search_parameters = "delta_margin=801";
};

TEST(SearchParameters, AreThoseThatAGameSaysOfItself) {
  EXPECT_EQ(usual_parameters<SilentGame>(), SearchParameters());
  SearchParameters expected;
  expected.delta_margin = 120;
  EXPECT_EQ(usual_parameters<GameWithNumbers>(), expected);
  try {
    (void)usual_parameters<GameWithAMistake>();
    FAIL() << "there is no such number";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("search_parameters of a game"),
                                             testing::HasSubstr("no_such_margin")));
  }
  EXPECT_THROW((void)usual_parameters<GameBeyondTheRange>(), Error) << "it could not be tuned";
}

// Those by which it is stronger; games that say nothing of themselves have the defaults.
TEST(SearchParameters, OfSomeGamesAreTheirOwn) {
  for (const GameDriver* game : all_drivers()) {
    std::string_view wanted;
    if (game->name() == Breakthrough::name) wanted = Breakthrough::search_parameters;
    if (game->name() == Checkers::name) wanted = Checkers::search_parameters;
    if (game->name() == Othello::name) wanted = Othello::search_parameters;
    const ParameterChanges own(SearchParameters(), game->search_parameters());
    EXPECT_EQ(own, ParameterChanges(wanted)) << game->name() << ", or a number that is named is that of all games";
  }
}

std::uint64_t nodes(const SearchParameters& parameters, Depth depth, const std::string& position) {
  const GameDriver& game = find_driver("chess");
  SearchControl control;
  control.limits.depth = depth;
  EngineOptions options;
  options.parameters = ParameterChanges(game.search_parameters(), parameters);
  return game.engine(bench_weights(game), options)->search(*game.parse(position), control).counters.nodes;
}

// A number that is connected to nothing would leave the count of nodes as it was, at either end of its range.
TEST(SearchParameters, EachChangesTheSearch) {
  constexpr Depth depth = 12;
  std::vector<std::string> positions = find_driver("chess").bench_positions();
  positions.resize(4);
  const SearchParameters& usual = find_driver("chess").search_parameters();
  std::map<std::string, std::uint64_t> standard;
  for (const std::string& position : positions) standard[position] = nodes(usual, depth, position);
  for (const NamedParameter& each : search_parameters) {
    if (each.name == "time_moves") continue;  // of a clock: see the tests of TimeManager
    SearchParameters low = usual, high = usual;
    low.*each.value = each.least;
    high.*each.value = usual.*each.value + (each.most - usual.*each.value + 3) / 4;
    const auto tells = [&](const std::string& position) {
      return nodes(low, depth, position) != standard[position] || nodes(high, depth, position) != standard[position];
    };
    EXPECT_TRUE(std::ranges::any_of(positions, tells)) << each.name;
  }
}

// Values at the ends of their ranges make a search poor, and nothing worse.
TEST(SearchParameters, SearchAtTheEndsOfTheirRanges) {
  const GameDriver& game = find_driver("chess");
  SearchControl control;
  control.limits.nodes = 20'000;
  for (const bool high : {false, true}) {
    EngineOptions options;
    for (const NamedParameter& each : search_parameters) {
      options.parameters.set(each.name, high ? each.most : each.least);
    }
    for (const std::string& text : game.bench_positions()) {
      const auto board = game.parse(text);
      const SearchResult result = game.engine(bench_weights(game), options)->search(*board, control);
      ASSERT_TRUE(result.move) << text;
    }
  }
}

std::vector<std::string> session(std::span<const std::string> lines, std::string_view game = "chess") {
  UciSetup setup;
  std::ostringstream out;
  run_uci(find_driver(game), setup, lines, nullptr, out);
  std::vector<std::string> answers;
  std::istringstream in(out.str());
  for (std::string line; std::getline(in, line);) answers.push_back(line);
  return answers;
}

std::string last_info(const std::vector<std::string>& lines) {
  std::string found;
  for (const std::string& line : lines) {
    if (line.starts_with("info depth")) found = line.substr(0, line.find(" nps"));
  }
  return found;
}

TEST(SearchParameters, AreOptionsOfUci) {
  const std::vector<std::string> asked{"uci"};
  for (const char* game : {"chess", "othello"}) {
    const std::vector<std::string> answers = session(asked, game);
    for (const NamedParameter& each : search_parameters) {
      const std::string line = "option name " + std::string(each.name) + " type spin default " +
                               std::to_string(find_driver(game).search_parameters().*each.value) + " min " +
                               std::to_string(each.least) + " max " + std::to_string(each.most);
      EXPECT_NE(std::ranges::find(answers, line), answers.end()) << game << ": " << line;
    }
  }
}

TEST(SearchParameters, AreSetOverUci) {
  const std::string go = "go depth 9";
  const auto nodes_after = [&](const std::vector<std::string>& before) {
    std::vector<std::string> lines = before;
    lines.push_back(go);
    const std::string info = last_info(session(lines));
    const std::size_t at = info.find(" nodes ");
    return info.substr(at, info.find(' ', at + 7) - at);
  };
  const std::string standard = nodes_after({});
  EXPECT_EQ(nodes_after({"setoption name reduction_base value 600"}), standard);
  EXPECT_NE(nodes_after({"setoption name reduction_base value 300"}), standard);
  EXPECT_EQ(nodes_after({"setoption name Reduction_Base value 300", "setoption name reduction_base value 600"}),
            standard);
  EXPECT_EQ(nodes_after({"setoption name reduction_base value 2001"}), standard) << "out of its range";
}

}  // namespace
}  // namespace hone
