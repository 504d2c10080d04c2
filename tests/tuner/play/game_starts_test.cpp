// SPDX-License-Identifier: MIT
//
// Where games of self-play begin: books and Chess960.
#include "tuner/play/game_starts.hpp"

#include <gmock/gmock.h>

#include <set>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tests/tuner/play/starts_support.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/pgn.hpp"
#include "tuner/learn/samples.hpp"

namespace hone::play {
namespace {

using run::tic_tac_toe;
using testing::HasSubstr;
using testing::ThrowsMessage;

// -- Books

TEST(StartBook, GivesEachOpeningOnceBeforeAnyComesAgain) {
  const TempFolder folder;
  const StartOptions options = book_of(folder / "book", ten_positions);
  const std::vector<GameStart> starts = draw_starts(tic_tac_toe(), options, 25);
  std::set<std::string> first_ten;
  for (std::size_t i = 0; i < 10; ++i) first_ten.insert(starts[i].opening.start);
  EXPECT_EQ(first_ten.size(), 10U);
  for (std::size_t i = 10; i < 25; ++i) EXPECT_EQ(starts[i].opening, starts[i - 10].opening);
  for (const GameStart& start : starts) EXPECT_EQ(start.weight, 1);
}

TEST(StartBook, IsInAnOrderOfTheSeed) {
  const TempFolder folder;
  StartOptions options = book_of(folder / "book", ten_positions);
  const auto order = [&](std::uint64_t seed) {
    std::vector<std::string> positions;
    for (const GameStart& start : draw_starts(tic_tac_toe(), options, 10, seed)) {
      positions.push_back(start.opening.start);
    }
    return positions;
  };
  EXPECT_EQ(order(1), order(1));
  EXPECT_NE(order(1), order(2));
  options.book_seed = 5;
  EXPECT_EQ(order(1), order(2));
}

TEST(StartBook, GoesOnWhereEarlierGamesLeftIt) {
  const TempFolder folder;
  StartOptions options = book_of(folder / "book", ten_positions);
  options.book_seed = 5;
  const std::vector<GameStart> all = draw_starts(tic_tac_toe(), options, 10);
  options.book_used = 4;
  EXPECT_EQ(draw_starts(tic_tac_toe(), options, 1)[0].opening, all[4].opening);
}

TEST(StartBook, IsFollowedByRandomPliesWhereAskedFor) {
  const TempFolder folder;
  StartOptions options = book_of(folder / "book", ten_positions);
  options.plies_after_book = true;
  OpeningOptions openings = default_openings(tic_tac_toe(), OpeningUse::training);
  openings.min_plies = openings.max_plies = 2;
  openings.bound = max_eval;
  const GameStarts starts(tic_tac_toe(), tic_tac_toe().material_weights(), options, openings, 1);
  const auto engine = tic_tac_toe().engine(tic_tac_toe().material_weights(), {});
  for (std::uint64_t number = 0; number < 10; ++number) {
    const Opening opening = starts.start(number, number, *engine).opening;
    EXPECT_EQ(opening.moves.size(), 2U);
    EXPECT_EQ(use_of(*set_up(tic_tac_toe(), opening)), OpeningUse::training);
  }
}

TEST(StartBook, StaysAsItIsWhereNoRandomPliesFit) {
  const TempFolder folder;
  StartOptions options = book_of(folder / "book", "XOX/OXO/OX. X\n");  // the last move ends the game
  options.plies_after_book = true;
  const std::vector<GameStart> starts = draw_starts(tic_tac_toe(), options, 2);
  EXPECT_EQ(starts[0].opening, (Opening{"XOX/OXO/OX. X", {}}));
}

// In 1. e4 e5 2. Nf3 Black is to move; the players' sides and the targets must not be confused by that.
TEST(StartBook, OfPgnIsPlayedFromItsLastMove) {
  const TempFolder folder;
  SelfPlayOptions options = quick_chess(3);
  options.variety.noise = 50;
  options.starts = book_of(folder / "book.pgn", "1. e4 e5 2. Nf3 *\n");
  for (const GameRecord& game : play_games(chess_game(), options)) {
    EXPECT_EQ(game.opening_plies, 3);
    EXPECT_EQ(game.start, "");
    EXPECT_GT(game.moves.size(), 3U);
  }
}

// Black mates in one: the record's outcome is a loss of the first player, although the second one is to move at the
// start, and the score of the mate is the mover's.
TEST(StartBook, WithTheSecondPlayerToMoveIsJudgedByTheFirstPlayersView) {
  const TempFolder folder;
  SelfPlayOptions options = quick_chess(1);
  options.limits.nodes = 500;
  options.starts =
      book_of(folder / "book.epd", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - id \"fool\";\n");
  const std::vector<GameRecord> games = play_games(chess_game(), options);
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(games[0].outcome, (Outcome{-1, EndReason::win}));
  ASSERT_EQ(games[0].moves.size(), 1U);
  EXPECT_GT(games[0].moves[0].score, max_eval);
}

TEST(StartBook, IsRefusedWhenDamagedEmptyMissingOrOfAnotherGame) {
  const TempFolder folder;
  const auto refusal = [&](const char* name, std::string_view text) {
    return [options = book_of(folder / name, text)] { (void)starts_of(tic_tac_toe(), options); };
  };
  EXPECT_THAT(refusal("damaged", ".../.../... X\n.../.Z./... X\n"), ThrowsMessage<Error>(HasSubstr("damaged:2")));
  EXPECT_THAT(refusal("empty", "# nothing\n"), ThrowsMessage<Error>(HasSubstr("expected openings, found none")));
  EXPECT_THAT(refusal("over", "XXX/OO./... O\n"), ThrowsMessage<Error>(HasSubstr("over:1")));
  EXPECT_THAT(refusal("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"),
              ThrowsMessage<Error>(HasSubstr("chess:1")));
  EXPECT_THROW((void)starts_of(tic_tac_toe(), {.book = (folder / "none").string()}), Error);
}

// -- Chess960

TEST(Chess960Starts, ComeInTheirShare) {
  const std::uint64_t games = 1'000;
  const std::vector<GameStart> starts = draw_starts(chess_game(), {.chess960 = 0.09}, games);
  std::uint64_t found = 0;
  std::set<std::string> different;
  for (const GameStart& start : starts) {
    found += start.opening.start.empty() ? 0 : 1;
    different.insert(start.opening.start);
  }
  expect_share(found, games, 0.09);
  EXPECT_GT(different.size(), found / 2);
}

TEST(Chess960Starts, LeaveTheOtherGamesAsTheyAre) {
  const std::vector<GameStart> plain = draw_starts(chess_game(), {}, 30);
  const std::vector<GameStart> mixed = draw_starts(chess_game(), {.chess960 = 0.3}, 30);
  int same = 0;
  for (std::size_t i = 0; i < 30; ++i) {
    if (!mixed[i].opening.start.empty()) continue;
    ++same;
    EXPECT_EQ(mixed[i].opening, plain[i].opening);
  }
  EXPECT_GT(same, 10);
}

TEST(Chess960Starts, PlayThroughInEveryReader) {
  SelfPlayOptions options = quick_chess(20);
  options.starts.chess960 = 1;
  const std::vector<GameRecord> games = play_games(chess_game(), options);
  ASSERT_GT(games.size(), 15U);
  const std::vector<std::string> players{"a"};
  auto engines = learn::sampling_engines(chess_game(), chess_game().material_weights(), run::everything());
  for (const GameRecord& game : games) {
    const std::string pgn = formats::to_pgn(chess_game(), game, players);
    EXPECT_THAT(pgn, HasSubstr("[Variant \"fischerandom\"]\n[FEN \"" + game.start + "\"]\n[SetUp \"1\"]"));
    const TempFolder folder;
    write_file_atomically(folder / "x.pgn", pgn);
    int read = 0;
    formats::read_games(folder / "x.pgn", {}, [&](const formats::NamedGame& found) {
      EXPECT_EQ(found.record.moves, game.moves);
      EXPECT_EQ(found.record.start, game.start);
      return ++read > 0;
    });
    EXPECT_EQ(read, 1);
    EXPECT_GT(learn::samples_of(chess_game(), engines, game, run::everything()).samples.size(), 0U);
  }
}

TEST(Chess960Starts, AreOfChessOnly) {
  EXPECT_THAT([] { (void)starts_of(find_driver("othello"), {.chess960 = 0.1}); },
              ThrowsMessage<Error>(HasSubstr("is of chess, not of othello")));
}

TEST(StartOptions, RefuseSharesBeyondAllGames) {
  const double nan = std::nan("");
  for (const StartOptions& options :
       {StartOptions{.chess960 = 1.1}, StartOptions{.chess960 = -0.1}, StartOptions{.replay = 2},
        StartOptions{.chess960 = 0.6, .replay = 0.6}, StartOptions{.chess960 = nan}, StartOptions{.candidates = 1}}) {
    EXPECT_THROW(options.validate(chess_game()), Error);
  }
  EXPECT_NO_THROW((StartOptions{.chess960 = 0.5, .replay = 0.5}.validate(chess_game())));
}

}  // namespace
}  // namespace hone::play
