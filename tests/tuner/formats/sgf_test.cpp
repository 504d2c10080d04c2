// SPDX-License-Identifier: MIT
//
// Records of go: the texts that programs write, each after the program or page that it is modelled on, and odd ones.
#include "tuner/formats/sgf.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "engine/go_games.hpp"
#include "engine/opening.hpp"
#include "tests/temp_folder.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/pgn_results.hpp"
#include "tuner/formats/sgf_records.hpp"
#include "tuner/formats/sgf_text.hpp"

namespace hone::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

class Sgf : public testing::Test {
 protected:
  std::string file_of(const std::string& text) const {
    const std::string file = (folder_ / "a.sgf").string();
    write_plainly(file, text);
    return file;
  }
  std::vector<SgfGame> trees(const std::string& text) const {
    SgfGames games(file_of(text));
    std::vector<SgfGame> found;
    while (auto game = games.next()) found.push_back(std::move(*game));
    return found;
  }
  // The games that have a result.
  std::vector<NamedGame> games(const std::string& text) const {
    std::vector<NamedGame> found;
    read_games(file_of(text), {}, [&](const NamedGame& game) { return found.push_back(game), true; });
    return found;
  }
  NamedGame game(const std::string& text) const {
    const std::vector<NamedGame> found = games(text);
    EXPECT_EQ(found.size(), 1U) << text;
    return found.empty() ? NamedGame() : found.front();
  }
  std::string fault(const std::string& text) const {
    try {
      (void)games(text);
    } catch (const Error& error) {
      return std::string(error.what()).substr(folder_.path().string().size() + 1);
    }
    return "";
  }

  TempFolder folder_;
};

std::vector<std::string> vertices(const NamedGame& game, int size = 9) {
  const auto board = start_of(*find_go(size), game.record);
  std::vector<std::string> texts;
  for (const PlayedMove& played : game.record.moves) {
    texts.push_back(board->move_text(played.move));
    play_checked(*board, played.move);
  }
  return texts;
}

// -- Games as programs write them

// GNU Go 3.8, --outfile: a root of its own, properties in lines.
constexpr const char* gnu_go = R"((;GM[1]FF[4]
SZ[9]
GN[GNU Go 3.8 load and print ]
DT[2026-11-23]
KM[7.0]HA[0]RU[Japanese]AP[GNU Go:3.8]PW[white]PB[black]RE[W+7.0]
;B[ee]
;W[gc]C[a comment with \] in it]
;B[]
;W[tt]))";

TEST_F(Sgf, ReadsWhatGnuGoWrites) {
  const NamedGame it = game(gnu_go);
  EXPECT_EQ(it.first, "black");
  EXPECT_EQ(it.second, "white");
  EXPECT_THAT(vertices(it), ElementsAre("E5", "G7", "pass", "pass"));
  EXPECT_EQ(it.record.start, "") << "7 is the usual komi";
  EXPECT_EQ(it.record.outcome, (Outcome{-7, EndReason::two_passes}));
  EXPECT_EQ(it.record.moves[1].score, no_score);
}

// The Cgoban of KGS, and the same with other line ends.
TEST_F(Sgf, ReadsWhatServersWrite) {
  std::string text =
      "(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]ST[2]\nRU[Chinese]SZ[9]HA[2]KM[0.50]TM[600]OT[5x10 byo-yomi]\n"
      "PW[J\xC3\xBCrgen]PB[\xE9\xBB\x92]WR[2d]BR[6k]DT[2009-01-04]PC[The KGS Go Server at http://www.gokgs.com/]"
      "AB[cg][gc]C[Chat (white): hi [6k\\]: hello\n]RE[W+Resign]\n;W[ee]WL[594.9]\n;B[eg]BL[600]\n)\n";
  for (const char* end : {"\n", "\r\n", "\r"}) {
    std::string with_ends;
    for (const char c : text) with_ends += c == '\n' ? std::string(end) : std::string(1, c);
    const NamedGame it = game(with_ends);
    EXPECT_EQ(it.first, "\xE9\xBB\x92");
    EXPECT_EQ(it.second, "J\xC3\xBCrgen");
    EXPECT_EQ(it.record.start,
              "........./........./......X../........./........./........./..X....../........./......... O 0.5 - 0");
    EXPECT_THAT(vertices(it), ElementsAre("E5", "E3"));
    EXPECT_EQ(it.record.outcome, (Outcome{-1, EndReason::resign}));
  }
}

// A game of an older format has long names, and its passes are "tt".
TEST_F(Sgf, ReadsOlderFormats) {
  const NamedGame it = game("(;GaMe[1]SiZe[7]KoMi[9]PlayerBlack[a]RE[B+F];Black[dd];White[tt];Black[cd])");
  EXPECT_THAT(vertices(it, 7), ElementsAre("D4", "pass", "C4"));
  EXPECT_EQ(it.first, "a");
  EXPECT_EQ(it.record.outcome, (Outcome{1, EndReason::illegal_move}));
}

// The example of variations of the FF[4] page: the first of each is the main line.
TEST_F(Sgf, ReadsTheMainLineOfTrees) {
  const std::string text =
      "(;FF[4]SZ[9]RE[B+T](;B[aa];W[bb](;B[cc];W[dd];B[ad];W[bd])(;B[hh];W[hg]))(;B[gg];W[gh]C[( ; ) [ \\]]))";
  EXPECT_THAT(vertices(game(text)), ElementsAre("A9", "B8", "C7", "D6", "A6", "B6"));
  EXPECT_EQ(game(text).record.outcome, (Outcome{1, EndReason::time_forfeit}));
}

TEST_F(Sgf, ReadsCollectionsWithTextAroundThem) {
  const std::string text =
      "From: nobody\n(not a tree)\n\n(;SZ[5]RE[B+R];B[cc])(;SZ[5]RE[?];B[cc])\n (\n;SZ[5]RE[0];B[aa])\nend";
  const auto found = games(text);
  ASSERT_EQ(found.size(), 2U) << "one has no result";
  EXPECT_EQ(found[1].record.outcome, (Outcome{0, EndReason::draw_adjudication}));
  EXPECT_EQ(found[1].record.number, 2U);
  EXPECT_EQ(trees("\xEF\xBB\xBF(;SZ[9])").size(), 1U) << "the mark of UTF-8";
  EXPECT_THAT(trees("nothing here\n"), IsEmpty());
}

// -- Setting up

TEST_F(Sgf, SetsUpStones) {
  const NamedGame it = game("(;SZ[5]KM[0]RE[W+R]AB[aa:ba][cc]AW[ea:dc]AE[dc]PL[W];W[ee])");
  EXPECT_EQ(it.record.start, "XX.OO/...OO/..X.O/...../..... O 0 - 0");
  const NamedGame two_nodes = game("(;SZ[5]KM[0.5]RE[W+R];AB[cc];AE[cc]PL[B];B[aa];N[x];W[bb])");
  EXPECT_EQ(two_nodes.record.start, "");
  EXPECT_EQ(two_nodes.record.moves.size(), 2U);
  EXPECT_THAT(game("(;SZ[5]RE[B+R])").record.start, HasSubstr(" X 0 - 0")) << "without KM";
  EXPECT_THAT(game("(;SZ[5]KM[]RE[B+R])").record.start, HasSubstr(" X 0 - 0")) << "with an empty one";
  EXPECT_THAT(game("(;SZ[5]HA[3]RE[B+R])").record.start, HasSubstr(" O 0 - 0")) << "White moves after a handicap";
}

TEST_F(Sgf, LetsOneSideMoveTwice) {
  EXPECT_THAT(vertices(game("(;SZ[5]RE[B+R];B[aa];B[bb];W[cc])"), 5), ElementsAre("A5", "pass", "B4", "C3"));
  // After a pass the other's is the second one, and what follows is not read.
  EXPECT_THAT(vertices(game("(;SZ[5]KM[0]RE[B+R];B[cc];W[];W[bb];B[aa])"), 5), ElementsAre("C3", "pass", "pass"));
}

// -- Results

TEST_F(Sgf, ComparesResultsWithTheBoard) {
  const auto result = [&](const std::string& said) {
    return game("(;SZ[5]KM[0]RE[" + said + "];B[cc];W[];B[])").record.outcome;
  };
  EXPECT_EQ(result("B+25"), (Outcome{25, EndReason::two_passes}));
  EXPECT_EQ(result("B+3.5"), (Outcome{25, EndReason::two_passes})) << "the size is that of the board";
  EXPECT_EQ(result("B+"), (Outcome{25, EndReason::two_passes}));
  EXPECT_EQ(result("W+2"), (Outcome{-1, EndReason::resign})) << "stones may be dead by agreement";
  EXPECT_EQ(result("Draw"), (Outcome{0, EndReason::draw_adjudication}));
  EXPECT_EQ(result("W+Resign"), (Outcome{-1, EndReason::resign}));
  EXPECT_EQ(result("w+time"), (Outcome{-1, EndReason::time_forfeit}));
  EXPECT_THAT(fault("(;SZ[5]KM[0]AP[hone:1]RE[W+2]GC[two_passes];B[cc];W[];B[])"),
              HasSubstr("a.sgf:1: expected the result of what is on the board, found 'RE[W+2]'"));
}

TEST_F(Sgf, DoesNotReadOnAfterTwoPasses) {
  EXPECT_THAT(vertices(game("(;SZ[5]KM[0]RE[B+25];B[cc];W[];B[];W[aa];B[];W[])"), 5),
              ElementsAre("C3", "pass", "pass"));
}

TEST_F(Sgf, RefusesResultsInAnotherSpelling) {
  for (const char* said : {"Black wins", "B", "+3", "B+half", "1-0"}) {
    EXPECT_THAT(fault(std::string("(;SZ[5]RE[") + said + "];B[cc])"), HasSubstr("all of the file is refused")) << said;
  }
  for (const char* said : {"", " ", "?", "Void"})
    EXPECT_THAT(games(std::string("(;SZ[5]RE[") + said + "];B[cc])(;SZ[5]RE[B+R])"), testing::SizeIs(1)) << said;
}

// -- What is wrong

TEST_F(Sgf, NamesTheLineOfWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"(;SZ[9]RE[B+R]\n;B[ee]\n;W[ee])", "a.sgf:3: expected a legal move in"},
      {"(;SZ[9]RE[B+R]\n;B[jj])", "a.sgf:2: expected a point of the board, or nothing for a pass, found 'B[jj]'"},
      {"(;SZ[9]RE[B+R];B[aa]\n;AB[bb])", "a.sgf:2: expected stones set up before the first move"},
      {"(;SZ[9]RE[B+R];B[aa]W[bb])", "a.sgf:1: expected a move in a node, found several"},
      {"(;SZ[9]RE[B+R]AB[zz])", "a.sgf:1: expected points of a board of 9 x 9"},
      {"(;SZ[9]RE[B+R]AB[aa]AW[ba][ab])", "a.sgf:1: "},
      {"(;SZ[9]RE[B+R]KM[3.75])", "a.sgf:1: expected a komi of whole or half points on 9 x 9, found 'KM[3.75]'"},
      {"\n(;SZ[19]RE[B+R])", "a.sgf:2: expected a board of 5, 7 or 9 rows, found SZ[19]"},
      {"(;RE[B+R])", "found SZ[19]"},
      {"(;SZ[9:7]RE[B+R])", "expected a square board"},
      {"(;GM[2]SZ[9]RE[B+R])", "expected a game of go, GM[1], found 'GM[2]'"},
      {"(;SZ[9]RE[B+R];B[aa])(;SZ[7]RE[B+R];B[aa])", "expected a game of go_9, as those before, found go_7"},
      {"(;SZ[9]RE[B+R]PL[green])", "expected PL[B] or PL[W]"},
      {"(;SZ[9]C[\n\n", "a.sgf:1: a value begins here and does not end"},
      {"(;SZ[9]\n", "a.sgf:1: a game tree begins here and does not end"},
      {"(;SZ[9]RE[B+R];B[aa]\n= )", "a.sgf:2: expected a property of a node"},
      {"(;SZ[9]RE[B+R];B aa)", "a.sgf:1: expected a node of properties"},
      {"no game", "a.sgf: expected a game tree"}};
  for (const auto& [text, message] : cases) EXPECT_THAT(fault(text), HasSubstr(message)) << text;
}

// The next game is not lost with the one that does not end.
TEST_F(Sgf, GoesOnWithTheNextGame) {
  const std::string open_value = "(;SZ[9]RE[B+R]C[never closed\n\n(;FF[4]SZ[9]RE[W+R];B[bb])\n";
  const auto found = trees(open_value);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].fault, "a value begins here and does not end before the next game");
  EXPECT_EQ(found[1].fault, "");
  EXPECT_EQ(found[1].nodes.size(), 2U);
  EXPECT_EQ(trees("(;SZ[9];B[aa](;W[bb]\n(;GM[1]SZ[9];B[cc])").size(), 2U);
  EXPECT_EQ(trees("(;SZ[9]!\n;B[aa])\n(;SZ[9])").size(), 2U);
}

TEST_F(Sgf, TakesBoundedMemory) {
  EXPECT_THAT(trees("(;SZ[9]C[" + std::string(SgfBounds::value + 1, 'x') + "])").at(0).fault,
              HasSubstr("is longer than"));
  std::string deep = "(;SZ[9]";
  for (int i = 0; i <= SgfBounds::variations; ++i) deep += "(;\n";
  EXPECT_THAT(trees(deep).at(0).fault, HasSubstr("variations within one another"));
  std::string nodes = "(;SZ[9]";
  for (std::size_t i = 0; i <= SgfBounds::nodes; ++i) nodes += i % 100 == 0 ? ";\n" : ";";
  EXPECT_THAT(trees(nodes).at(0).fault, HasSubstr("nodes in a game"));
}

TEST_F(Sgf, KeepsEscapes) {
  const auto found = trees("(;C[a\\]b\\\\c\\:d]N[soft\\\nbreak\nhard])");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(*found[0].value("C"), "a]b\\c:d");
  EXPECT_EQ(*found[0].value("N"), "softbreak\nhard");
}

// -- What hone writes

TEST_F(Sgf, ReadsWhatItWrote) {
  const GameDriver& driver = *find_go(7);
  NamedGame written{.record = {}, .first = "a\\]b", .second = "c:\x01"};
  const auto board = driver.initial_with_komi("3.5");
  written.record.start = board->text();
  const auto add = [&](const char* vertex, Score score) {
    written.record.moves.push_back({board->parse_move(vertex).value(), score});
    board->play(written.record.moves.back().move);
  };
  add("D4", no_score);
  add("C3", -31);
  add("pass", terminal_score(7, 12));
  add("pass", 0);
  written.record.opening_plies = 1;
  written.record.details = {{12, 45}, {1, 0}, {3, 1}};
  written.record.outcome = board->outcome().value();
  written.record.weight = 0.5;
  const GameFileHeader header{
      .game = "go_7", .players = {written.first, written.second}, .seed = 0, .settings = {{"date", "2026.11.22"}}};
  const std::string file = (folder_ / "b.sgf").string();
  Sink sink = game_sink(file, header);
  sink.add(written);
  sink.finish();
  EXPECT_THAT(read_file(file), HasSubstr("SZ[7]KM[3.5]RU[Chinese]PB[a\\\\\\]b]PW[c:\\\\x01]"));
  EXPECT_THAT(read_file(file), HasSubstr("DT[2026-11-22]"));
  EXPECT_THAT(read_file(file), HasSubstr("\n;B[dd]C[book]\n;W[ce]C[-0.31/12 0.045s]\n;B[]C[+7@12/1]\n;W[]"));
  std::vector<NamedGame> found;
  read_games(file, {}, [&](const NamedGame& it) { return found.push_back(it), true; });
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].first, "a\\]b");
  written.record.seed = found[0].record.seed;
  EXPECT_EQ(found[0].record, written.record);
}

TEST_F(Sgf, WritesHowGamesEnded) {
  const GameDriver& driver = *find_go(9);
  const auto text = [&](const Outcome& outcome) {
    GameRecord record;
    record.outcome = outcome;
    const std::vector<std::string> players{"a", "b"};
    return to_sgf(driver, record, players);
  };
  EXPECT_THAT(text({1, EndReason::resign}), HasSubstr("RE[B+R]GC[resign]"));
  EXPECT_THAT(text({-1, EndReason::time_forfeit}), HasSubstr("RE[W+T]GC[time_forfeit]"));
  EXPECT_THAT(text({-1, EndReason::crash}), HasSubstr("RE[W+F]GC[crash]"));
  EXPECT_THAT(text({0, EndReason::max_plies}), HasSubstr("RE[0]GC[max_plies]"));
  EXPECT_THAT(text({0, EndReason::none}), HasSubstr("RO[1]RE[?])"));  // a game with a person that is not over
  for (const EndReason reason : {EndReason::resign, EndReason::crash, EndReason::stalled, EndReason::illegal_move})
    EXPECT_EQ(game(text({-1, reason})).record.outcome, (Outcome{-1, reason}));
  EXPECT_EQ(game(text({0, EndReason::max_plies})).record.outcome, (Outcome{0, EndReason::max_plies}));
  EXPECT_EQ(game("(;SZ[9]AP[hone:1]RE[W+F]GC[crash: exited with code 3])").record.note, "exited with code 3");
}

// -- Results alone

TEST_F(Sgf, IsRatedWhateverItsBoard) {
  stats::RatedGames games;
  read_results(file_of("(;SZ[19]PB[a]PW[b]RE[B+2.5]RO[1.1];B[dd])(;SZ[13]PB[b]PW[a]RE[0]RO[1.2])"
                       "(;PB[a]PW[b]RE[Void])\n(;PB[a]PW[b]RE[W+R])"),
               games);
  EXPECT_EQ(games.games(), 3U);
  EXPECT_THAT([&] { read_results(file_of("(;PB[a]RE[B+R])"), games); },
              ThrowsMessage<Error>(HasSubstr("a.sgf:1: the game that begins here does not name its players")));
  EXPECT_THROW(read_results(file_of("(;PB[a]PW[b]RE[1-0])"), games), Error);
  EXPECT_THAT([&] { read_results(file_of("(;PB[a]PW[b]\n\n"), games); },
              ThrowsMessage<Error>(HasSubstr("a.sgf:1: a game tree begins here and does not end")));
}

TEST_F(Sgf, IsOfGoAlone) {
  GameFileHeader header{.game = "go_5", .players = {"a"}, .seed = 0, .settings = {}};
  EXPECT_NO_THROW((void)game_encoder("a.sgf", header));
  header.game = "chess";
  EXPECT_THAT([&] { (void)game_encoder("a.sgf", header); },
              ThrowsMessage<Error>("a.sgf: expected games of go, found chess"));
  header.game = "go_fish";
  EXPECT_THROW((void)game_encoder("a.sgf", header), Error);
}

}  // namespace
}  // namespace hone::formats
