// SPDX-License-Identifier: MIT
//
// Quiet positions of old games, as a book and as a share of the starts.
#include "tuner/play/old_positions.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "tests/tuner/play/starts_support.hpp"

namespace hone::play {
namespace {

using run::tic_tac_toe;
using testing::HasSubstr;
using testing::ThrowsMessage;

class OldGames : public testing::Test {
 protected:
  OldGames() {
    SelfPlayOptions options = quick_chess(40);
    options.adjudication.draw_ply = 40;
    self_play(chess_game(), chess_game().material_weights(), options, file(), Existing::refuse, {});
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
  const std::vector<Opening> openings = old_positions(chess_game(), chess_game().material_weights(), {file()}, 1);
  ASSERT_GT(openings.size(), games_.size() / 2);
  std::set<const GameRecord*> met;
  for (const Opening& opening : openings) {
    const GameRecord* const game = game_of(opening);
    ASSERT_NE(game, nullptr);
    EXPECT_TRUE(met.insert(game).second) << "one of each game";
    EXPECT_GE(opening.moves.size(), game->opening_plies);
    const auto board = set_up(chess_game(), opening);
    EXPECT_FALSE(board->in_check());
    EXPECT_FALSE(board->outcome());
    EXPECT_EQ(use_of(*board), OpeningUse::training);
    EXPECT_FALSE(board->is_noisy(game->moves[opening.moves.size()].move));
    EXPECT_LE(std::abs(game->moves[opening.moves.size()].score), OldPositionOptions{}.bound);
  }
}

TEST_F(OldGames, DependOnTheSeedAlone) {
  const auto drawn = [&](std::uint64_t seed) {
    return old_positions(chess_game(), chess_game().material_weights(), {file()}, seed);
  };
  EXPECT_EQ(drawn(1), drawn(1));
  EXPECT_NE(drawn(1), drawn(2));
}

TEST_F(OldGames, AreDrawnWhereThereAreTooMany) {
  const std::vector<Opening> openings =
      old_positions(chess_game(), chess_game().material_weights(), {file()}, 1, {.most = 5});
  EXPECT_LE(openings.size(), 5U);
  EXPECT_GT(openings.size(), 0U);
}

TEST_F(OldGames, AreABookThatIsPlayedOutAgain) {
  SelfPlayOptions options = quick_chess(10);
  options.adjudication.draw_ply = 60;
  options.starts.book = file().string();
  for (const GameRecord& game : play_games(chess_game(), options)) {
    Opening opening{game.start, {}};
    for (std::size_t ply = 0; ply < game.opening_plies; ++ply) opening.moves.push_back(game.moves[ply].move);
    EXPECT_NE(game_of(opening), nullptr);
  }
}

TEST_F(OldGames, AreReplayedInTheirShare) {
  const std::uint64_t games = 400;
  StartOptions options{.replay = 0.25, .replayed = {file().string()}};
  std::uint64_t found = 0;
  for (const GameStart& start : draw_starts(chess_game(), options, games, 2)) {
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
  EXPECT_THAT([&] { (void)starts_of(chess_game(), {.book = file().string()}); },
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

}  // namespace
}  // namespace hone::play
