// SPDX-License-Identifier: MIT
//
// The games on the page of a run: which are shown, what their boards show, and what happens where they are missing.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include "data/error.hpp"
#include "data/random.hpp"
#include "tests/tuner/report/html_check.hpp"
#include "tests/tuner/report/page_data.hpp"
#include "tests/tuner/run/run_support.hpp"
#include "tuner/report/board_view.hpp"
#include "tuner/report/replay.hpp"
#include "tuner/report/report_page.hpp"
#include "tuner/report/shown_games.hpp"
#include "tuner/run/history.hpp"

namespace hone::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using Json = nlohmann::ordered_json;

std::vector<PlayedMove> moves_along(const GameDriver& driver, const std::vector<std::string>& texts) {
  const auto board = driver.initial();
  std::vector<PlayedMove> moves;
  for (const std::string& text : texts) {
    moves.push_back({board->parse_move(text).value(), no_score});
    board->play(moves.back().move);
  }
  return moves;
}

GameRecord record_of(std::uint64_t number, std::uint8_t first, Outcome outcome, std::vector<PlayedMove> moves) {
  GameRecord game;
  game.number = number;
  game.first = first;
  game.outcome = outcome;
  game.moves = std::move(moves);
  return game;
}

class ChosenGames : public testing::Test {
 protected:
  const GameDriver& chess_ = find_driver("chess");
  TempFolder folder_;

  std::vector<ShownGame> chosen(const std::vector<GameRecord>& games) const {
    write_plainly(folder_ / "games", format_games({.game = "chess", .players = {"a", "b"}, .settings = {}}, games));
    return choose_games(chess_, folder_ / "games", 1);
  }
  // Of so many plies; the moves are never looked at.
  static GameRecord long_game(std::uint64_t number, std::size_t plies, int utility) {
    return record_of(number, number % 2, {utility, utility != 0 ? EndReason::win : EndReason::repetition},
                     std::vector<PlayedMove>(plies, PlayedMove{1, no_score}));
  }
};

TEST_F(ChosenGames, AreThoseThatStandOut) {
  std::vector<GameRecord> games{long_game(0, 40, 0),  long_game(1, 90, 0),  long_game(2, 30, 1),
                                long_game(3, 50, -1), long_game(4, 60, 1),  long_game(5, 61, 1),
                                long_game(6, 20, -1), long_game(7, 500, 0), long_game(8, 70, 1)};
  games[8].moves[10].score = -300;  // an even ply: seen by the first player, who won in the end
  const std::vector<ShownGame> shown = chosen(games);
  ASSERT_THAT(shown, SizeIs(5));
  EXPECT_EQ(shown[0].record.number, 2U);
  EXPECT_EQ(shown[1].record.number, 3U);
  EXPECT_EQ(shown[2].record.number, 6U);
  EXPECT_EQ(shown[3].record.number, 8U);
  EXPECT_EQ(shown[4].record.number, 7U);
  EXPECT_THAT(shown[0].why, ElementsAre("of the first pair that one player won twice"));
  EXPECT_THAT(shown[2].why, ElementsAre("the shortest win"));
  EXPECT_THAT(shown[3].why, ElementsAre("the greatest turn: the loser stood at 84.9 % by the scores"));
  EXPECT_THAT(shown[4].why, ElementsAre("the longest"));
}

TEST_F(ChosenGames, AreShownOnceForAllTheirReasons) {
  const std::vector<ShownGame> shown = chosen({long_game(0, 40, 1)});
  ASSERT_THAT(shown, SizeIs(1));
  EXPECT_THAT(shown[0].why, ElementsAre("the shortest win", "the longest"));
  EXPECT_THAT(chosen({}), IsEmpty());
}

TEST_F(ChosenGames, AreThoseThatTwoPassesEnd) {
  GameRecord passes = long_game(1, 20, 1);
  passes.outcome.reason = EndReason::two_passes;
  const std::vector<ShownGame> shown = chosen({long_game(0, 40, 1), passes});
  ASSERT_THAT(shown, SizeIs(2));
  EXPECT_EQ(shown[0].record.number, 1U);
  EXPECT_THAT(shown[0].why, ElementsAre("the shortest win"));
}

TEST_F(ChosenGames, AreNoFaultsAndNoMoreThanFit) {
  GameRecord crash = long_game(1, 2, 1);
  crash.outcome.reason = EndReason::crash;
  const std::vector<ShownGame> shown = chosen({long_game(0, 40, 1), crash, long_game(2, most_plies_shown, 0)});
  ASSERT_THAT(shown, SizeIs(1));
  EXPECT_THAT(shown[0].why, ElementsAre("the shortest win"));
}

TEST(Replay, SaysMovesScoresAndSquaresOfTheGame) {
  const GameDriver& chess = find_driver("chess");
  GameRecord game = record_of(0, 0, {-1, EndReason::win}, moves_along(chess, {"f3", "e5", "g4", "Qh4"}));
  game.opening_plies = 2;
  game.moves[2].score = -150;
  game.moves[3].score = win_base + win_stride - 1;
  const Replay played = replay(chess, game, 1).value();
  ASSERT_THAT(played.moves, SizeIs(4));
  ASSERT_THAT(played.pictures, SizeIs(5));
  EXPECT_TRUE(played.whole);
  EXPECT_EQ(played.moves[3].text, "Qh4#");
  EXPECT_TRUE(played.moves[1].from_opening);
  EXPECT_FALSE(played.moves[2].from_opening);
  EXPECT_EQ(replayed_score(played.moves[0]), "");
  EXPECT_EQ(replayed_score(played.moves[2]), "-1.50");
  EXPECT_EQ(replayed_score(played.moves[3]), "-#1");  // seen by the first player
  EXPECT_DOUBLE_EQ(*played.moves[3].expected, 0);
  std::vector<std::string> marked;
  for (std::size_t i = 0; i < 64; ++i) {
    if (played.moves[3].marked[i]) marked.push_back(played.pictures[4].cells[i].name);
  }
  EXPECT_THAT(marked, testing::UnorderedElementsAre("d8", "h4"));
  EXPECT_EQ(ending_text(game.outcome, played.margin, "a (White)", "b (Black)"), "b (Black) won: by the rules.");
  EXPECT_EQ(ending_text({12, EndReason::no_moves}, "12", "a", "b"), "a won by 12: no move was left.");
  EXPECT_EQ(ending_text({0, EndReason::max_plies}, "", "a", "b"), "Drawn: the game was too long.");
}

TEST(Replay, TellsTheMarginThatTheRulesGave) {
  const GameDriver& go = find_driver("go_5");
  GameRecord game = record_of(0, 0, {25, EndReason::two_passes}, moves_along(go, {"C3", "pass", "pass"}));
  EXPECT_EQ(replay(go, game, 1).value().margin, "24.5");
  game.outcome = {1, EndReason::resign};
  EXPECT_EQ(replay(go, game, 1).value().margin, "");
}

TEST(Replay, EndsBeforeAMoveThatIsNotLegal) {
  const GameDriver& chess = find_driver("chess");
  GameRecord game = record_of(0, 0, {0, EndReason::repetition}, moves_along(chess, {"e4", "e5"}));
  game.moves.push_back(game.moves.front());
  const Replay played = replay(chess, game, 1).value();
  EXPECT_FALSE(played.whole);
  EXPECT_THAT(played.moves, SizeIs(2));
  game.start = "no position";
  EXPECT_FALSE(replay(chess, game, 1));
}

TEST(BoardView, OfCheckersNumbersItsSquares) {
  const Json board = board_view(find_driver("checkers").initial()->picture(), {});
  EXPECT_THAT(board["names"], IsEmpty());
  ASSERT_THAT(board["numbers"], SizeIs(32));
  EXPECT_EQ(board["numbers"][0]["text"], "1");
  EXPECT_THAT(board["pieces"], SizeIs(24));
}

TEST(BoardView, OfCrossingsHasLinesThroughTheMiddles) {
  BoardPicture picture = lettered_board(5, 5);
  picture.crossings = true;
  const Json board = board_view(picture, std::vector<bool>(25, true));
  EXPECT_THAT(board["lines"], SizeIs(10));
  EXPECT_THAT(board["marks"], SizeIs(25));
  EXPECT_THAT(board["names"], SizeIs(10));
  EXPECT_EQ(board["material"], "wood");
}

TEST(BoardView, HasKingsOnDiscsWhereMenAreDiscs) {
  BoardPicture picture = unnamed_board(1, 2);
  put(picture.at(0, 0), Side::first, 'b', "●");
  put(picture.at(0, 1), Side::second, 'W', "♛");
  PieceShapes shapes;
  shapes.add(picture);
  const Json json = shapes.json();
  ASSERT_THAT(json, SizeIs(2));
  EXPECT_EQ(json[0]["id"], "piece-87");
  EXPECT_EQ(json[0]["disc"], true);
  EXPECT_EQ(json[0]["on_disc"], true);
  EXPECT_EQ(json[1]["glyph"], "");
}

// -- On the page

class GamesOnPage : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    run::RunOptions options = run::shallow_run();
    options.generations = 1;
    run::run_in(*folder_ / "run", options);
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }

  static std::filesystem::path run_folder() { return *folder_ / "run"; }
  static std::filesystem::path copy_of_run(const TempFolder& place) {
    std::filesystem::copy(run_folder(), place / "run", std::filesystem::copy_options::recursive);
    return place / "run";
  }
  // As runs of early versions were: nothing is sealed, so that files may be changed.
  static void unseal(const std::filesystem::path& folder) {
    const run::RunPaths paths(folder);
    const std::vector<std::string> objects = run::read_journal(paths.journal()).objects;
    std::filesystem::remove(paths.journal());
    run::Journal journal(paths.journal());
    for (const std::string& object : objects) {
      Json entry = Json::parse(object);
      entry.erase("files");
      journal.append(entry);
    }
  }
  static std::string page_of(const std::filesystem::path& folder) {
    const std::string page = report_page(read_run(folder));
    EXPECT_EQ(unbalanced_tag(page), "");
    EXPECT_THAT(outside_references(page), IsEmpty());
    return page;
  }

 private:
  static inline TempFolder* folder_ = nullptr;
};

std::size_t count_of_text(const std::string& page, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = page.find(text); at != std::string::npos; at = page.find(text, at + 1)) ++count;
  return count;
}

// What the script steps to is what the page shows without it.
TEST_F(GamesOnPage, StepToThePositionThatIsDrawn) {
  const std::string page = page_of(run_folder());
  const Json games = script_data(page, "replay-data");
  ASSERT_FALSE(games.empty());
  EXPECT_EQ(count_of_text(page, "<article class=\"replay\""), games.size());
  std::size_t pieces = 0, moves = 0;
  for (const Json& game : games) {
    std::string letters = game["letters"];
    ASSERT_EQ(letters.size(), 9U);
    for (const Json& step : game["steps"]) {
      for (std::size_t i = 0; i < step["cells"].size(); i += 2) {
        letters[step["cells"][i].get<std::size_t>()] = step["cells"][i + 1].get<std::string>()[0];
      }
    }
    pieces += 9 - static_cast<std::size_t>(std::ranges::count(letters, '.'));
    moves += game["steps"].size();
  }
  EXPECT_EQ(count_of_text(page, "<use href=\"#piece-"), pieces);
  EXPECT_EQ(count_of_text(page, "data-ply="), moves);
}

TEST_F(GamesOnPage, SayWhoWonAndFromWhichMatch) {
  const std::string page = page_of(run_folder());
  EXPECT_THAT(page, HasSubstr("of the final match.</p>"));
  EXPECT_THAT(page, HasSubstr("won: by the rules."));
  EXPECT_THAT(page, HasSubstr("gen-001 (X)"));
}

TEST_F(GamesOnPage, AreThoseOfTheGateWhileThereIsNoFinalMatch) {
  const TempFolder place;
  const std::filesystem::path folder = place / "run";
  run::RunOptions options = run::shallow_run();
  options.generations = 1;
  options.final_games = 0;
  run::run_in(folder, options);
  EXPECT_THAT(page_of(folder), HasSubstr("of the gate of generation 1.</p>"));
}

TEST_F(GamesOnPage, AreNotThereBeforeAnyMatch) {
  const TempFolder place;
  const std::filesystem::path folder = copy_of_run(place);
  const run::RunPaths paths(folder);
  const std::string journal = read_file(paths.journal());
  write_plainly(paths.journal(), journal.substr(0, journal.find("{\"event\":\"gate\"")));
  const std::string page = page_of(folder);
  EXPECT_THAT(page, Not(HasSubstr("<section id=\"replay\">")));
  EXPECT_THAT(script_data(page, "replay-data"), IsEmpty());
}

TEST_F(GamesOnPage, AreMissedInWords) {
  const TempFolder place;
  const std::filesystem::path folder = copy_of_run(place);
  const run::RunPaths paths(folder);
  std::string bytes = read_file(paths.final_games());
  bytes[bytes.size() / 2] ^= 1;
  write_plainly(paths.final_games(), bytes);
  EXPECT_THAT(page_of(folder), HasSubstr("No game of the final match can be shown: "));
  unseal(folder);
  std::filesystem::remove(paths.final_games());
  EXPECT_THAT(page_of(folder), HasSubstr("No game of the final match can be shown: "));
  write_plainly(paths.final_games(), format_games({.game = "tic_tac_toe", .players = {"a", "b"}, .settings = {}}, {}));
  EXPECT_THAT(page_of(folder), HasSubstr("No game of the final match can be shown: it has none"));
  write_plainly(paths.final_games(), format_games({.game = "ludo", .players = {"a", "b"}, .settings = {}}, {}));
  EXPECT_THAT(page_of(folder), HasSubstr("No game of the final match can be shown: "));
}

TEST_F(GamesOnPage, EscapeTheNamesOfPlayers) {
  const TempFolder place;
  const std::filesystem::path folder = copy_of_run(place);
  unseal(folder);
  const GameDriver& game = find_driver("tic_tac_toe");
  const GameRecord record = record_of(0, 0, {1, EndReason::win}, moves_along(game, {"a1", "a2", "b1", "b2", "c1"}));
  write_plainly(
      run::RunPaths(folder).final_games(),
      format_games(
          {.game = "tic_tac_toe", .players = {"</script><img/onerror=alert(1)>", "\"><b>{{#game}}"}, .settings = {}},
          std::vector{record}));
  const std::string page = page_of(folder);
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, Not(HasSubstr("\"><b>{{")));
  EXPECT_THAT(page, HasSubstr("&lt;/script&gt;&lt;img"));
}

// A random game of chess, up to its end or so many plies.
std::vector<PlayedMove> random_moves(std::uint64_t seed, std::size_t most) {
  const auto board = find_driver("chess").initial();
  Random random(seed);
  std::vector<PlayedMove> moves;
  while (moves.size() < most && !board->outcome()) {
    const std::vector<MoveCode> legal = board->legal_moves();
    moves.push_back({legal[random.below(legal.size())], -12'345});
    board->play(moves.back().move);
  }
  return moves;
}

// What most_games_shown and most_plies_shown come to. Five games of chess with 513 plies
// took 120,539 bytes of the page of a run.
TEST_F(GamesOnPage, TakeABoundedPartOfIt) {
  const TempFolder place;
  const std::filesystem::path folder = copy_of_run(place);
  unseal(folder);
  const std::size_t size_before = page_of(folder).size();
  std::vector<GameRecord> games;
  for (std::uint64_t number = 0; number < 8; ++number) {
    games.push_back(
        record_of(number, number % 2, {number % 2 == 0 ? 1 : -1, EndReason::win}, random_moves(number, 750)));
    games.back().moves.front().score = number == 3 ? 900 : 0;
  }
  write_plainly(run::RunPaths(folder).final_games(),
                format_games({.game = "chess", .players = {"a", "b"}, .settings = {}}, games));
  const std::string page = page_of(folder);
  const Json shown = script_data(page, "replay-data");
  std::size_t plies = 0;
  for (const Json& game : shown) plies += game["steps"].size();
  EXPECT_GT(plies, 500U);
  EXPECT_LE(plies, most_plies_shown);
  EXPECT_LT(page.size(), size_before + 100'000 + 250 * plies);
}

}  // namespace
}  // namespace hone::report
