// SPDX-License-Identifier: MIT
#include "tuner/cli/options/player_options.hpp"

#include <gmock/gmock.h>

#include "data/error.hpp"

namespace hone::cli {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::ThrowsMessage;

std::vector<play::PlayerSpec> field() {
  return {parse_player("fish=uci:stockfish"), parse_player("fish.2=uci:'my engine' -x"),
          parse_player("me=weights:material")};
}

TEST(ParsePlayer, KnowsEveryKind) {
  EXPECT_EQ(parse_player("a=random").kind, play::PlayerSpec::Kind::random);
  const play::PlayerSpec weights = parse_player("b c=weights:runs/a=b.weights");
  EXPECT_EQ(weights.name, "b c");
  EXPECT_EQ(weights.source, "runs/a=b.weights");
  EXPECT_THAT(field()[1].uci.command, ElementsAre("my engine", "-x"));
  const play::PlayerSpec xboard = parse_player("fm=xboard:fairymax 'a b'");
  EXPECT_EQ(xboard.kind, play::PlayerSpec::Kind::xboard);
  EXPECT_THAT(xboard.uci.command, ElementsAre("fairymax", "a b"));
}

TEST(ParsePlayer, RefusesWhatIsNone) {
  for (const char* text :
       {"", "a", "=random", "a=", "a=weights:", "a=uci:", "a=uci: ", "a=xboard:", "a=weight:f", "a=uci:'open"}) {
    EXPECT_THAT([&] { static_cast<void>(parse_player(text)); }, ThrowsMessage<Error>(HasSubstr("expected "))) << text;
  }
}

TEST(ParsePlayer, RefusesNamesThatAreNoText) {
  for (const char* text : {"a\nb=random", "\x1b[2J=random", "a\x80=random"}) {
    EXPECT_THAT([&] { static_cast<void>(parse_player(text)); },
                ThrowsMessage<Error>(HasSubstr("a name without control characters")))
        << text;
  }
}

TEST(PlayerOption, IsThatOfThePlayerWithTheLongestName) {
  auto players = field();
  set_player_option(players, "fish.Skill Level=3");
  set_player_option(players, "fish.2.Hash=16");
  set_player_option(players, "fish.2.File=a=b");
  set_player_option(players, "fish.Clear Hash=");
  EXPECT_THAT(players[0].uci.options, ElementsAre(Pair("Skill Level", "3"), Pair("Clear Hash", "")));
  EXPECT_THAT(players[1].uci.options, ElementsAre(Pair("Hash", "16"), Pair("File", "a=b")));
}

TEST(PlayerOption, OfEachIsThatOfEveryEngine) {
  auto players = field();
  players.push_back(parse_player("fm=xboard:fairymax"));
  set_player_option(players, "fish.2.Hash=1");
  set_player_option(players, "each.Hash=16");
  set_player_limits(players, "each:stall=1000,depth=4");
  set_player_directory(players, "each=/tmp");
  for (const std::size_t engine : {0, 1, 3}) {
    EXPECT_THAT(players[engine].uci.options, ElementsAre(Pair("Hash", "16")));  // what is said last counts
    EXPECT_EQ(players[engine].uci.stall_limit, 1s);
    EXPECT_EQ(players[engine].limits->depth, 4);
    EXPECT_EQ(players[engine].uci.directory, "/tmp");
  }
  EXPECT_TRUE(players[2].uci.options.empty());
  EXPECT_FALSE(players[2].limits.has_value());
  std::vector<play::PlayerSpec> none{parse_player("a=random")};
  EXPECT_THAT([&] { set_player_option(none, "each.Hash=1"); },
              ThrowsMessage<Error>("each speaks of engines, and no player is one"));
}

TEST(ParsePlayer, RefusesNamesThatWouldStandForEachEngine) {
  for (const char* text : {"each=random", "each.1=random", "each:a=uci:fish"}) {
    EXPECT_THAT([&] { (void)parse_player(text); }, ThrowsMessage<Error>(HasSubstr("a name other than each"))) << text;
  }
  EXPECT_EQ(parse_player("eachother=random").name, "eachother");
}

// A UCI engine has one value of an option; to an xboard engine these are commands.
TEST(PlayerOption, MayBeACommandThatIsSaidTwice) {
  std::vector<play::PlayerSpec> players{parse_player("fm=xboard:fairymax"), parse_player("fish=uci:stockfish")};
  for (const char* text : {"each.!egtpath=a", "each.!egtpath=b", "each.memory=1", "each.memory=2"})
    set_player_option(players, text);
  EXPECT_THAT(players[0].uci.options, ElementsAre(Pair("!egtpath", "a"), Pair("!egtpath", "b"), Pair("memory", "2")));
  EXPECT_THAT(players[1].uci.options, ElementsAre(Pair("!egtpath", "b"), Pair("memory", "2")));
}

TEST(PlayerOption, OfOnePlayerGoesBeforeThatOfEach) {
  EXPECT_THAT(each_first({"a.Hash=1", "each.Hash=2", "b.Hash=3", "each.Style=x", "eachother.Hash=4"}),
              ElementsAre("each.Hash=2", "each.Style=x", "a.Hash=1", "b.Hash=3", "eachother.Hash=4"));
}

TEST(PlayerOption, SaysWhatDoesNotFit) {
  const auto set = [](const char* text) {
    return [text] {
      auto players = field();
      set_player_option(players, text);
    };
  };
  EXPECT_THAT(set("dog.Hash=1"),
              ThrowsMessage<Error>("expected one of the players fish, fish.2, me, or each, and '.', found dog.Hash=1"));
  EXPECT_THAT(set("me.Hash=1"), ThrowsMessage<Error>("expected the name of a search parameter, found Hash"));
  EXPECT_THAT(set("fish.File=a\nquit"), ThrowsMessage<Error>(HasSubstr("an option without control characters")));
  EXPECT_THAT(set("fish.Hash"), ThrowsMessage<Error>(HasSubstr("expected NAME.Option=value")));
}

TEST(PlayerLimits, ReplaceThoseOfEverybody) {
  auto players = field();
  set_player_limits(players, "me:depth=5,nodes=2000");
  set_player_limits(players, "fish:tc=10+0.1,margin=20,stall=1000,stop=5");
  EXPECT_EQ(players[0].limits->clock->increment, 100ms);
  EXPECT_EQ(players[0].time_margin, 20ms);
  EXPECT_EQ(players[0].uci.stall_limit, 1s);
  EXPECT_EQ(players[0].uci.stop_limit, 5ms);
  EXPECT_FALSE(players[1].limits.has_value());
  EXPECT_EQ(players[2].limits->depth, 5);
  EXPECT_EQ(players[2].limits->nodes, 2'000U);
  EXPECT_FALSE(players[2].time_margin.has_value());
}

// How to search is said as a whole; how long to wait is said one by one.
TEST(PlayerLimits, OfOnePlayerReplaceThoseOfEach) {
  auto players = field();
  set_all_limits(players, {"fish:movetime=1000", "each:tc=2+0.02,stall=7", "fish:nodes=5", "me:depth=2", "fish:stop=9",
                           "fish.2:margin=3"});
  EXPECT_FALSE(players[0].limits->clock.has_value());
  EXPECT_EQ(players[0].limits->move_time, 1s);
  EXPECT_EQ(players[0].limits->nodes, 5U);
  EXPECT_EQ(players[0].uci.stall_limit, 7ms);
  EXPECT_EQ(players[0].uci.stop_limit, 9ms);
  EXPECT_EQ(players[1].limits->clock->time, 2s);
  EXPECT_EQ(players[1].time_margin, 3ms);
  EXPECT_EQ(players[2].limits->depth, 2);
}

TEST(PlayerLimits, SayWhatDoesNotFit) {
  const auto set = [](const char* text) {
    return [text] {
      auto players = field();
      set_player_limits(players, text);
    };
  };
  EXPECT_THAT(set("me:time=5"), ThrowsMessage<Error>(HasSubstr("expected depth, nodes, movetime, tc, margin")));
  EXPECT_THAT(set("me:depth=0"), ThrowsMessage<Error>(HasSubstr("found '0'")));
  EXPECT_THAT(set("me:stall=5"), ThrowsMessage<Error>("player me is no UCI, xboard or GTP engine"));
  EXPECT_THAT(set("me:depth=5,"), ThrowsMessage<Error>(HasSubstr("NAME:LIMIT=VALUE")));
}

TEST(PlayerDirectory, IsForEngines) {
  auto players = field();
  set_player_directory(players, "fish.2=/tmp/a b");
  EXPECT_EQ(players[1].uci.directory, "/tmp/a b");
  EXPECT_THAT([&] { set_player_directory(players, "me=/tmp"); },
              ThrowsMessage<Error>("player me is no UCI, xboard or GTP engine"));
}

}  // namespace
}  // namespace hone::cli
