// SPDX-License-Identifier: MIT
//
// Where games of self-play begin: books, Chess960, old positions, and starts chosen for what they teach.
#include "tuner/play/game_starts.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <set>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/game_file.hpp"
#include "data/hash.hpp"
#include "tests/tuner/run/loop_support.hpp"
#include "tuner/formats/data_job.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/pgn.hpp"
#include "tuner/formats/pgn_records.hpp"
#include "tuner/learn/samples.hpp"
#include "tuner/play/old_positions.hpp"
#include "tuner/play/self_play.hpp"

namespace hone::play {
namespace {

using run::tic_tac_toe;
using testing::HasSubstr;
using testing::ThrowsMessage;

const GameDriver& chess() { return find_driver("chess"); }

// A chess game of some ten plies each, played in no time.
SelfPlayOptions quick_chess(std::uint64_t games) {
  SelfPlayOptions options = default_self_play(chess());
  options.games = games;
  options.limits.nodes = 30;
  options.openings.limits.nodes = 30;
  options.openings.bound = 1'000;
  options.adjudication = no_adjudication();
  options.adjudication.draw_count = 1;
  options.adjudication.draw_score = max_eval;
  options.adjudication.draw_ply = 16;
  options.engine.hash_bytes = std::size_t{1} << 16;
  return options;
}

std::vector<GameRecord> play_games(const GameDriver& driver, const SelfPlayOptions& options) {
  const TempFolder folder;
  self_play(driver, driver.material_weights(), options, folder / "x.games", Existing::refuse, {});
  std::vector<GameRecord> games;
  GameFileReader reader(folder / "x.games");
  while (auto game = reader.next()) games.push_back(*game);
  return games;
}

GameStarts starts_of(const GameDriver& driver, const StartOptions& options, std::uint64_t seed = 1) {
  OpeningOptions openings = default_openings(driver, OpeningUse::training);
  openings.limits.nodes = 30;
  return {driver, driver.material_weights(), options, openings, seed};
}

// The starts of games 0 .. games-1, as self-play asks for them.
std::vector<GameStart> draw_starts(const GameDriver& driver, const StartOptions& options, std::uint64_t games,
                                   std::uint64_t seed = 1) {
  const GameStarts starts = starts_of(driver, options, seed);
  const auto engine = driver.engine(driver.material_weights(), {.hash_bytes = std::size_t{1} << 16});
  std::vector<GameStart> drawn;
  for (std::uint64_t number = 0; number < games; ++number) {
    drawn.push_back(starts.start(number, hash_seed(seed, number), *engine));
  }
  return drawn;
}

// Four standard deviations of the number of successes on either side.
void expect_share(std::uint64_t found, std::uint64_t of, double share) {
  const double all = static_cast<double>(of), mean = share * all;
  EXPECT_NEAR(static_cast<double>(found), mean, 4 * std::sqrt(mean * (1 - share)));
}

// -- Books

constexpr const char* ten_positions =
    "# ten\n"
    "X../.../... O\n.X./.../... O\n..X/.../... O\n.../X../... O\n.../.X./... O\n"
    ".../..X/... O\n.../.../X.. O\n.../.../.X. O\n.../.../..X O\n.../.../... X\n";

StartOptions book_of(const std::filesystem::path& file, std::string_view text) {
  write_file_atomically(file, text);
  return {.book = file.string()};
}

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
  for (const GameRecord& game : play_games(chess(), options)) {
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
  const std::vector<GameRecord> games = play_games(chess(), options);
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
  const std::vector<GameStart> starts = draw_starts(chess(), {.chess960 = 0.09}, games);
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
  const std::vector<GameStart> plain = draw_starts(chess(), {}, 30);
  const std::vector<GameStart> mixed = draw_starts(chess(), {.chess960 = 0.3}, 30);
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
  const std::vector<GameRecord> games = play_games(chess(), options);
  ASSERT_GT(games.size(), 15U);
  const std::vector<std::string> players{"a"};
  const auto engine = chess().engine(chess().material_weights(), {.hash_bytes = std::size_t{1} << 16});
  for (const GameRecord& game : games) {
    const std::string pgn = formats::to_pgn(chess(), game, players);
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
    EXPECT_GT(learn::samples_of(chess(), *engine, game, run::everything()).samples.size(), 0U);
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
    EXPECT_THROW(options.validate(chess()), Error);
  }
  EXPECT_NO_THROW((StartOptions{.chess960 = 0.5, .replay = 0.5}.validate(chess())));
}

// -- Old positions

class OldGames : public testing::Test {
 protected:
  OldGames() {
    SelfPlayOptions options = quick_chess(40);
    options.adjudication.draw_ply = 40;
    self_play(chess(), chess().material_weights(), options, file(), Existing::refuse, {});
    GameFileReader reader(file());
    while (auto game = reader.next()) games_.push_back(*game);
  }

  [[nodiscard]] std::filesystem::path file() const { return folder_ / "old.games"; }

  // The old game that begins with all of these moves.
  [[nodiscard]] const GameRecord* game_of(const Opening& opening) const {
    for (const GameRecord& game : games_) {
      const auto same = [](const PlayedMove& played, MoveCode move) { return played.move == move; };
      if (game.moves.size() > opening.moves.size() &&
          std::equal(opening.moves.begin(), opening.moves.end(), game.moves.begin(),
                     [&](MoveCode move, const PlayedMove& played) { return same(played, move); })) {
        return &game;
      }
    }
    return nullptr;
  }

  TempFolder folder_;
  std::vector<GameRecord> games_;
};

TEST_F(OldGames, GiveQuietPositionsOfTheTrainingHalf) {
  const std::vector<Opening> openings = old_positions(chess(), chess().material_weights(), {file()}, 1);
  ASSERT_GT(openings.size(), games_.size() / 2);
  std::set<const GameRecord*> met;
  for (const Opening& opening : openings) {
    const GameRecord* const game = game_of(opening);
    ASSERT_NE(game, nullptr);
    EXPECT_TRUE(met.insert(game).second) << "one of each game";
    EXPECT_GE(opening.moves.size(), game->opening_plies);
    const auto board = set_up(chess(), opening);
    EXPECT_FALSE(board->in_check());
    EXPECT_FALSE(board->outcome());
    EXPECT_EQ(use_of(*board), OpeningUse::training);
    EXPECT_FALSE(board->is_noisy(game->moves[opening.moves.size()].move));
    EXPECT_LE(std::abs(game->moves[opening.moves.size()].score), OldPositionOptions{}.bound);
  }
}

TEST_F(OldGames, DependOnTheSeedAlone) {
  const auto drawn = [&](std::uint64_t seed) {
    return old_positions(chess(), chess().material_weights(), {file()}, seed);
  };
  EXPECT_EQ(drawn(1), drawn(1));
  EXPECT_NE(drawn(1), drawn(2));
}

TEST_F(OldGames, AreDrawnWhereThereAreTooMany) {
  const std::vector<Opening> openings = old_positions(chess(), chess().material_weights(), {file()}, 1, {.most = 5});
  EXPECT_LE(openings.size(), 5U);
  EXPECT_GT(openings.size(), 0U);
}

TEST_F(OldGames, AreABookThatIsPlayedOutAgain) {
  SelfPlayOptions options = quick_chess(10);
  options.adjudication.draw_ply = 60;
  options.starts.book = file().string();
  for (const GameRecord& game : play_games(chess(), options)) {
    Opening opening{game.start, {}};
    for (std::size_t ply = 0; ply < game.opening_plies; ++ply) opening.moves.push_back(game.moves[ply].move);
    EXPECT_NE(game_of(opening), nullptr);
  }
}

TEST_F(OldGames, AreReplayedInTheirShare) {
  const std::uint64_t games = 400;
  StartOptions options{.replay = 0.25, .replayed = {file().string()}};
  std::uint64_t found = 0;
  for (const GameStart& start : draw_starts(chess(), options, games, 2)) {
    found += game_of(start.opening) != nullptr ? 1 : 0;  // other random openings
  }
  expect_share(found, games, 0.25);
}

TEST_F(OldGames, OfAnotherGameAreRefused) {
  EXPECT_THROW((void)starts_of(tic_tac_toe(), {.book = file().string()}), Error);
  EXPECT_THROW((void)starts_of(tic_tac_toe(), {.replay = 0.5, .replayed = {file().string()}}), Error);
}

TEST_F(OldGames, ThatAreDamagedAreRefused) {
  const std::string bytes = read_file(file());
  write_file_atomically(file(), bytes.substr(0, bytes.size() - 3));
  EXPECT_THAT([&] { (void)starts_of(chess(), {.book = file().string()}); },
              ThrowsMessage<Error>(HasSubstr("old.games")));
}

TEST(OldPositions, OfNoGamesAreNoBook) {
  const TempFolder folder;
  SelfPlayOptions options = run::shallow_self_play(1);
  options.games = 0;
  self_play(tic_tac_toe(), tic_tac_toe().material_weights(), options, folder / "x.games", Existing::refuse, {});
  EXPECT_THAT([&] { (void)starts_of(tic_tac_toe(), {.book = (folder / "x.games").string()}); },
              ThrowsMessage<Error>(HasSubstr("found none")));
  const std::vector<GameStart> starts =
      draw_starts(tic_tac_toe(), {.replay = 1, .replayed = {(folder / "x.games").string()}}, 3);
  EXPECT_EQ(starts[0].opening, draw_starts(tic_tac_toe(), {}, 1)[0].opening) << "they begin like the others";
}

// -- All together

// Uncertain about the corners of tic-tac-toe alone.
std::filesystem::path write_corner_uncertainty(const std::filesystem::path& file) {
  const Schema& schema = tic_tac_toe().schema();
  Uncertainty uncertainty{.fingerprint = schema.fingerprint(), .weights = {}, .covariance = {}};
  for (int weight = 0; weight < schema.weights(); ++weight) {
    uncertainty.weights.push_back(static_cast<std::uint32_t>(weight));
    for (int other = 0; other <= weight; ++other) {
      uncertainty.covariance.push_back(other == weight ? static_cast<float>(weight % 3) : 0);
    }
  }
  write_uncertainty(file, uncertainty);
  return file;
}

SelfPlayOptions everything_on(const TempFolder& folder) {
  SelfPlayOptions old = run::shallow_self_play(50);
  self_play(tic_tac_toe(), tic_tac_toe().material_weights(), old, folder / "old.games", Existing::refuse, {});
  SelfPlayOptions options = run::shallow_self_play(120);
  options.variety.noise = 100;
  options.starts = book_of(folder / "book", ten_positions);
  options.starts.plies_after_book = true;
  options.starts.replay = 0.3;
  options.starts.replayed = {(folder / "old.games").string()};
  options.starts.choice = StartChoice::leverage;
  options.starts.uncertainty = write_corner_uncertainty(folder / "u.bin").string();
  return options;
}

void play_into(const std::filesystem::path& file, const SelfPlayOptions& options, Existing existing = Existing::refuse,
               const std::stop_token& stop = {}, const PlayProgress& progress = {}) {
  self_play(tic_tac_toe(), tic_tac_toe().material_weights(), options, file, existing, stop, progress);
}

TEST(SelfPlayStarts, GiveTheSameBytesForAnyNumberOfThreads) {
  const TempFolder folder;
  SelfPlayOptions options = everything_on(folder);
  play_into(folder / "1.games", options);
  options.threads = 3;
  play_into(folder / "3.games", options);
  EXPECT_EQ(read_file(folder / "1.games"), read_file(folder / "3.games"));
}

TEST(SelfPlayStarts, GoOnToTheSameBytesAfterAnInterruption) {
  const TempFolder folder;
  const SelfPlayOptions options = everything_on(folder);
  play_into(folder / "whole.games", options);
  for (const std::uint64_t stop_at : {1, 50, 119}) {
    const auto file = folder / (std::to_string(stop_at) + ".games");
    std::stop_source source;
    play_into(file, options, Existing::go_on, source.get_token(), [&](const stats::PlayTally& tally) {
      if (tally.games == stop_at) source.request_stop();
    });
    play_into(file, options, Existing::go_on);
    EXPECT_EQ(read_file(file), read_file(folder / "whole.games")) << "stopped at " << stop_at;
  }
}

TEST(SelfPlayStarts, WeighGamesThatWereChosen) {
  const TempFolder folder;
  play_into(folder / "x.games", everything_on(folder));
  GameFileReader reader(folder / "x.games");
  int weighted = 0, plain = 0;
  const auto engine = tic_tac_toe().engine(tic_tac_toe().material_weights(), {});
  while (auto game = reader.next()) {
    game->weight == 1 ? ++plain : ++weighted;
    EXPECT_GT(game->weight, 0);
    EXPECT_LE(game->weight, 1 / even_share);
    EXPECT_EQ(learn::samples_of(tic_tac_toe(), *engine, *game, run::everything()).weight, game->weight);
  }
  EXPECT_GT(weighted, 20);
  EXPECT_GT(plain, 10);  // those that replay old positions
}

TEST(SelfPlayStarts, RefuseToGoOnWithOthers) {
  const TempFolder folder;
  const SelfPlayOptions options = everything_on(folder);
  play_into(folder / "x.games", options);
  const auto refused = [&](const SelfPlayOptions& other) {
    EXPECT_THROW(play_into(folder / "x.games", other, Existing::go_on), Error);
  };
  SelfPlayOptions other = options;
  other.starts.replay = 0.2;
  refused(other);
  other = options;
  other.starts.choice = StartChoice::any;
  refused(other);
  other = options;
  other.starts.candidates = 9;
  refused(other);
  other = options;
  other.starts = {};
  refused(other);
  write_file_atomically(folder / "book", ".../.../... X\n");  // a changed book
  refused(options);
}

TEST(SelfPlayStarts, ThatAreNotAskedForLeaveNoTraceInTheHeader) {
  EXPECT_EQ(starts_of(tic_tac_toe(), {}).description(), "");
  const TempFolder folder;
  play_into(folder / "x.games", run::shallow_self_play(3));
  const GameFileReader reader(folder / "x.games");
  for (const auto& [name, value] : reader.header().settings) EXPECT_NE(name, "starts");
}

}  // namespace
}  // namespace hone::play
