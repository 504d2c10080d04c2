// SPDX-License-Identifier: MIT
#include "tuner/formats/pgn_results.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "data/error.hpp"
#include "data/game_file.hpp"
#include "tests/temp_folder.hpp"

namespace hone::formats {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<std::string> names_of(const stats::RatedGames& games) {
  return {games.names().begin(), games.names().end()};
}

class ResultFiles : public testing::Test {
 protected:
  stats::RatedGames read(const std::string& text) {
    write_plainly(folder_ / "results", text);
    stats::RatedGames games;
    read_results(folder_ / "results", games);
    return games;
  }

  // Without the folder.
  std::string complaint(const std::string& text) {
    try {
      (void)read(text);
    } catch (const Error& error) {
      return std::string(error.what()).substr(folder_.path().string().size() + 1);
    }
    return "";
  }

  TempFolder folder_;
};

std::string game(const std::string& white, const std::string& black, const std::string& result,
                 const std::string& moves = "1. e4 e5") {
  return "[Event \"?\"]\n[White \"" + white + "\"]\n[Black \"" + black + "\"]\n[Result \"" + result + "\"]\n\n" +
         moves + " " + result + "\n\n";
}

TEST_F(ResultFiles, OfPgnGiveWhoPlayedWhomAndHowItEnded) {
  const stats::RatedGames games =
      read(game("a", "b", "1-0") + game("b", "a", "1/2-1/2") + game("a", "b", "0-1") + game("a", "b", "1-0"));
  EXPECT_THAT(names_of(games), ElementsAre("a", "b"));
  EXPECT_THAT(games.encounters(), ElementsAre(stats::Encounter{0, 1, {.losses = 1, .draws = 0, .wins = 2}},
                                              stats::Encounter{1, 0, {.losses = 0, .draws = 1, .wins = 0}}));
  EXPECT_EQ(games.games(), 4U);
}

TEST_F(ResultFiles, OfPgnMayHaveTheNextGameBehindTheMovesOfOne) {
  const std::string tags = "[White \"a\"][Black \"b\"][Result \"0-1\"] ";
  const stats::RatedGames games =
      read("[White \"a\"][Black \"b\"][Result \"1-0\"] 1. e4 {[White \"x\"]} 1-0\n" + tags + "1. e4 [+0.3] 0-1 " +
           tags + "1. e4 {open\n} 0-1 " + tags + "; [White \"x\"]\n1. e4 0-1");
  EXPECT_THAT(games.encounters(), ElementsAre(stats::Encounter{0, 1, {.losses = 3, .draws = 0, .wins = 1}}));
  EXPECT_EQ(complaint("[White \"a\"] 1. e4 1-0 [White \"b\"]"),
            "results:1: the game that begins here has no tag Black");
}

TEST_F(ResultFiles, MayComeFromPipes) {
  for (const std::string& text :
       {game("a", "b", "1-0") + game("b", "a", "1-0"), std::string("first,second,result\na,b,1-0\nb,a,1-0\n")}) {
    const std::filesystem::path pipe = folder_ / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    std::jthread writer([&] { std::ofstream(pipe) << text; });
    stats::RatedGames games;
    read_results(pipe, games);
    EXPECT_EQ(games.games(), 2U) << text;
    std::filesystem::remove(pipe);
  }
}

// Of checkers, where Black moves first and "1-0" is Black's win.
TEST_F(ResultFiles, OfPdnHaveBlackFirst) {
  const std::string draughts = "[GameType \"21\"]\n" + game("a", "b", "1-0", "1. 11-15 23-19");
  EXPECT_THAT(read(draughts).encounters(), ElementsAre(stats::Encounter{0, 1, {.losses = 0, .draws = 0, .wins = 1}}));
  EXPECT_THAT(names_of(read(draughts)), ElementsAre("b", "a"));
  EXPECT_THAT(names_of(read("[GameType \"20\"]\n" + game("a", "b", "1-0", "1. 32-28"))), ElementsAre("a", "b"));
  EXPECT_THAT(names_of(read(draughts + game("c", "d", "0-1"))), ElementsAre("b", "a", "c", "d"));
  for (const char* const name : {"games.pdn", "games.pdn.gz", "GAMES.PDN"}) {
    write_plainly(folder_ / name, game("a", "b", "2-0", "1. 11-15"));
    stats::RatedGames named;
    read_results(folder_ / name, named);
    EXPECT_THAT(names_of(named), ElementsAre("b", "a")) << name;
    EXPECT_THAT(named.encounters(), ElementsAre(stats::Encounter{0, 1, {.losses = 0, .draws = 0, .wins = 1}}));
  }
}

std::string in_round(const std::string& round, const std::string& game, const std::string& start = "") {
  return "[Round \"" + round + "\"]\n" + (start.empty() ? "" : "[FEN \"" + start + "\"]\n") + game;
}

std::uint64_t pairs_in(const stats::RatedGames& games) {
  std::uint64_t count = 0;
  for (const stats::PairedEncounter& met : games.paired()) count += met.count();
  return count;
}

// Rounds as fastchess writes them (one number for both games), and games that ended in another order.
TEST_F(ResultFiles, OfPgnAreInPairsByTheRound) {
  const stats::RatedGames games = read(in_round("1", game("a", "b", "1-0")) + in_round("2", game("a", "b", "1/2-1/2")) +
                                       in_round("2", game("b", "a", "0-1")) + in_round("1", game("b", "a", "1-0")));
  EXPECT_EQ(games.games(), 4U);
  std::array<std::uint64_t, 9> outcomes{};
  outcomes[3 * 2 + 2] = outcomes[3 * 1 + 0] = 1;
  EXPECT_THAT(games.paired(), ElementsAre(stats::PairedEncounter{0, 1, outcomes}));
  EXPECT_EQ(pairs_in(read(in_round("7.1", game("a", "b", "1-0")) + in_round("8.1", game("a", "b", "1-0")) +
                          in_round("7.2", game("b", "a", "1-0")))),
            1U);
}

TEST_F(ResultFiles, OfPgnAreInPairsByTheirOrder) {
  EXPECT_EQ(pairs_in(read(game("a", "b", "1-0") + game("b", "a", "1-0") + game("a", "b", "1-0"))), 1U);
  EXPECT_EQ(pairs_in(read(in_round("1", game("a", "b", "1-0")) + in_round("2", game("b", "a", "0-1")))), 1U);
  EXPECT_EQ(pairs_in(read(game("a", "b", "1-0") + game("a", "b", "1-0") + game("c", "b", "1-0"))), 0U);
}

TEST_F(ResultFiles, OfPgnFromOtherOpeningsAreNoPair) {
  EXPECT_EQ(pairs_in(read(in_round("1", game("a", "b", "1-0"), "x") + in_round("1", game("b", "a", "0-1"), "y"))), 0U);
  EXPECT_EQ(pairs_in(read(in_round("1", game("a", "b", "1-0"), "x") + in_round("1", game("b", "a", "0-1"), "x"))), 1U);
}

TEST_F(ResultFiles, CountUnfinishedGamesAndThoseOfOnePlayer) {
  const stats::RatedGames games = read(game("a", "b", "*") + game("a", "a", "1-0") + game("a", "b", "1-0"));
  EXPECT_EQ(games.games(), 1U);
  EXPECT_EQ(games.unfinished(), 1U);
  EXPECT_EQ(games.with_itself(), 1U);
}

TEST_F(ResultFiles, OfPgnMayHoldEscapedNamesAndCommentsLikeTags) {
  const stats::RatedGames games =
      read("\xEF\xBB\xBF% a line for the sender\r\n[White \"a \\\"x\\\" \\\\\"] [Black \"b\"]\r\n" +
           std::string("[ Result  \"1-0\" ] 1. e4 {\n[Black c]\n; {} ; e5 { [ ; [\n1-0\n") + game("b", "c", "0-1"));
  EXPECT_THAT(names_of(games), ElementsAre("a \"x\" \\", "b", "c"));
  EXPECT_EQ(games.games(), 2U);
}

// As fastchess writes names of engines and openings, and old databases those of events.
TEST_F(ResultFiles, OfPgnMayHoldQuotesWithoutABackslash) {
  const stats::RatedGames games = read(game("Eth \"d3\"", "\"b\" c", "1-0") +
                                       "[White \"x\" , \"y\" ] [Black \"Eth \\\"d3\"\"]\n[Result \"0-1\"]\n");
  EXPECT_THAT(names_of(games), ElementsAre("Eth \"d3\"", "\"b\" c", "x\" , \"y"));
  EXPECT_EQ(games.games(), 2U);
}

TEST_F(ResultFiles, OfPgnMayBeginWithAComment) {
  EXPECT_EQ(read("; Games of CCRL, 2024\n" + game("a", "b", "1-0")).games(), 1U);
  EXPECT_EQ(read("{Games of CCRL,\n2024}\n\n" + game("a", "b", "1-0") + game("b", "a", "1-0")).games(), 2U);
  EXPECT_EQ(read("{Games of} {CCRL} ; 2024\n{a\nb} " + game("a", "b", "1-0")).games(), 1U);
}

TEST_F(ResultFiles, OfPgnNeedNoEmptyLinesAndNoLineEnd) {
  const stats::RatedGames games = read(
      "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n1-0\n[White \"a\"]\n[Black \"b\"]\n"
      "[Result \"0-1\"]");
  EXPECT_EQ(games.games(), 2U);
}

// As broadcasts export them.
TEST_F(ResultFiles, OfPgnNeedNoMoves) {
  const std::string tags = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n[WhiteElo \"2500\"]\n";
  EXPECT_EQ(read("[Event \"x\"]\n" + tags + "\n[Event \"x\"]\n" + tags + " \t\r\n\n" + tags).games(), 3U);
  EXPECT_EQ(read("[White \"a\"]\n[Black \"b\"]\n\n[Result \"1-0\"]\n").games(), 1U) << "not all of them yet";
  EXPECT_EQ(read("[Event \"x\"]\n\n" + tags + "\n[ECO \"A00\"]\n\n1. e4 1-0\n").games(), 1U) << "its tags go on";
  EXPECT_EQ(complaint("[White \"a\"]\n\n[White \"b\"]\n"),
            "results:3: tag White for the second time in a game (or one without moves before it)");
  EXPECT_EQ(complaint(tags + tags),
            "results:5: tag White for the second time in a game (or one without moves before it)");
}

TEST_F(ResultFiles, OfPgnAreRefusedWithTheLine) {
  EXPECT_EQ(complaint("[White \"a\"]\n[Black \"b]\n"), "results:2: the value of a tag has no closing quote");
  EXPECT_EQ(complaint("[White \"a\"\n"),
            "results:1: expected a tag like [White \"Name\"], here ']', found the end of the line");
  EXPECT_EQ(complaint(game("a", "b", "1-0", "1. e4 {open") + game("a", "b", "1-0", "1. e4 {closed}")),
            "results:6: a comment begins here and does not end");
  EXPECT_EQ(complaint("[White \"a\" x]\n"), "results:1: the value of a tag has no closing quote");
  EXPECT_EQ(complaint("\n" + game("a", "b", "2-0")), "results:5: expected 1-0, 0-1, 1/2-1/2 or *, found '2-0'");
  EXPECT_EQ(complaint(game("a", "b", "1-0") + "[White \"a\"]\n[Result \"1-0\"]\n\n1-0\n"),
            "results:8: the game that begins here has no tag Black");
  EXPECT_EQ(complaint("[White \"a\"]\n[White \"b\"]\n"),
            "results:2: tag White for the second time in a game (or one without moves before it)");
  EXPECT_EQ(complaint(game("", "b", "1-0")), "results:2: tag White is empty");
  EXPECT_EQ(complaint(game("a", "b", "1-0", "1. e4 {open")), "results:6: a comment begins here and does not end");
  for (const char* const comment : {"", "{a}", "{a} {b} "}) {
    EXPECT_EQ(complaint(std::string(comment) + "1. e4 e5"),
              "results:1: expected a tag like [White \"Name\"], found '1. e4 e5'");
  }
  EXPECT_EQ(complaint("{a\nb} 1. e4 e5 {c}\n" + game("a", "b", "1-0")),
            "results:2: expected a tag like [White \"Name\"], found '1. e4 e5 {c}'");
}

TEST_F(ResultFiles, MayBeCsvWithAGameALine) {
  const stats::RatedGames games =
      read("game,result,first,second\n1,1-0,a,\"b, \"\"x\"\"\"\n2,*,a,c\n\n3,1/2-1/2,a,\"b, \"\"x\"\"\"\n");
  EXPECT_THAT(names_of(games), ElementsAre("a", "b, \"x\""));
  EXPECT_THAT(games.encounters(), ElementsAre(stats::Encounter{0, 1, {.losses = 0, .draws = 1, .wins = 1}}));
  EXPECT_EQ(games.unfinished(), 1U);
}

TEST_F(ResultFiles, MayBeCsvWithCounts) {
  const stats::RatedGames games = read("first,second,wins,draws,losses\na,b,5,3,2\nb,a,1,0,0\n");
  EXPECT_THAT(games.encounters(), ElementsAre(stats::Encounter{0, 1, {.losses = 2, .draws = 3, .wins = 5}},
                                              stats::Encounter{1, 0, {.losses = 0, .draws = 0, .wins = 1}}));
}

TEST_F(ResultFiles, OfCsvAreRefusedWithTheLine) {
  EXPECT_EQ(complaint("first,second,result\na,b,1-0\na,b\n"),
            "results:3: expected 3 columns as in the header, found 2");
  EXPECT_EQ(complaint("first,second,result\na,b,won\n"), "results:2: expected 1-0, 0-1, 1/2-1/2 or *, found 'won'");
  EXPECT_EQ(complaint("first,second,wins,draws,losses\na,b,1,-1,0\n"),
            "results:2: expected a number of games, 0 to 1000000000000, found '-1'");
  EXPECT_EQ(complaint("first,second,result\n,b,1-0\n"),
            "results:2: expected the name of a player, found an empty cell");
  EXPECT_EQ(complaint("first,result\n"), "results:1: expected a header with a column 'second', found 'first,result'");
}

TEST_F(ResultFiles, MayBeGzip) {
  const std::string file = (folder_ / "games.pgn.gz").string(), text = game("a", "b", "1-0");
  const gzFile out = gzopen(file.c_str(), "wb");
  ASSERT_EQ(gzwrite(out, text.data(), static_cast<unsigned>(text.size())), static_cast<int>(text.size()));
  gzclose(out);
  stats::RatedGames games;
  read_results(file, games);
  EXPECT_EQ(games.games(), 1U);
}

TEST_F(ResultFiles, MayBeGameFiles) {
  const std::filesystem::path file = folder_ / "match.games";
  GameFileWriter writer =
      GameFileWriter::create(file, {.game = "any", .players = {"a", "b"}, .seed = 1, .settings = {}});
  for (std::uint64_t number = 0; number < 3; ++number) {
    GameRecord record;
    record.number = number;
    record.first = number == 1;
    record.outcome = {.utility = number == 2 ? 0 : 3, .reason = EndReason::win};
    writer.write(record);
  }
  stats::RatedGames games;
  read_results(file, games);
  EXPECT_THAT(games.encounters(), ElementsAre(stats::Encounter{0, 1, {.losses = 0, .draws = 1, .wins = 1}},
                                              stats::Encounter{1, 0, {.losses = 0, .draws = 0, .wins = 1}}));
  EXPECT_THAT(games.notes(), IsEmpty());
}

TEST_F(ResultFiles, MayBeGameFilesOfTournaments) {
  const std::filesystem::path file = folder_ / "tournament.games";
  const GameFileHeader header{.game = "any", .players = {"a", "b", "c"}, .seed = 1, .settings = {}};
  GameFileWriter writer = GameFileWriter::create(file, header);
  GameRecord record;
  record.first = 2;
  record.second = 1;
  record.outcome = {.utility = 1, .reason = EndReason::win};
  writer.write(record);
  stats::RatedGames games;
  read_results(file, games);
  EXPECT_THAT(names_of(games), ElementsAre("c", "b"));
  EXPECT_THAT(games.encounters(), ElementsAre(stats::Encounter{0, 1, {.losses = 0, .draws = 0, .wins = 1}}));
  record.second = 3;
  writer.write(record);
  EXPECT_THROW(read_results(file, games), Error);
}

TEST_F(ResultFiles, KeepWhatIsBeforeATornTailAndSaySo) {
  const std::filesystem::path file = folder_ / "match.games";
  {
    GameFileWriter writer =
        GameFileWriter::create(file, {.game = "any", .players = {"a", "b"}, .seed = 1, .settings = {}});
    writer.write(GameRecord());
    writer.write(GameRecord());
  }
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
  stats::RatedGames games;
  read_results(file, games);
  EXPECT_EQ(games.games(), 1U);
  ASSERT_THAT(games.notes(), SizeIs(1));
  EXPECT_THAT(games.notes()[0], EndsWith("bytes are left out"));
}

}  // namespace
}  // namespace hone::formats
