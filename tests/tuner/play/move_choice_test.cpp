// SPDX-License-Identifier: MIT
#include "tuner/play/varied_player.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <map>

#include "data/error.hpp"

namespace hone::play {
namespace {

constexpr int draws = 20'000;

std::map<MoveCode, double> drawn(std::span<const ScoredMove> moves, const MoveChoice& choice) {
  Random random(1);
  std::map<MoveCode, double> counts;
  for (int i = 0; i < draws; ++i) ++counts[draw_move(moves, choice, random)];
  return counts;
}

TEST(MoveChoice, DrawsByTheExponentialOfTheScore) {
  constexpr std::array<ScoredMove, 3> moves{{{7, 0}, {8, 20}, {9, -20}}};
  std::map<MoveCode, double> counts = drawn(moves, {.temperature = 20, .margin = 100});
  const double total = 1 + std::exp(-1) + std::exp(-2);
  const auto near = [](double share) {  // four standard deviations
    return testing::DoubleNear(draws * share, 4 * std::sqrt(draws * share * (1 - share)));
  };
  EXPECT_THAT(counts[8], near(1 / total));
  EXPECT_THAT(counts[7], near(std::exp(-1) / total));
  EXPECT_THAT(counts[9], near(std::exp(-2) / total));
}

TEST(MoveChoice, NeverDrawsWhatIsBeyondTheMargin) {
  constexpr std::array<ScoredMove, 3> moves{{{1, -31}, {2, 0}, {3, -30}}};
  const std::map<MoveCode, double> counts = drawn(moves, {.temperature = 1'000, .margin = 30});
  EXPECT_THAT(counts, testing::ElementsAre(testing::Key(2), testing::Key(3)));
}

TEST(MoveChoice, DrawsOnlyTheBestWithoutTemperature) {
  constexpr std::array<ScoredMove, 3> moves{{{1, 10}, {2, 11}, {3, -5}}};
  EXPECT_THAT(drawn(moves, {.temperature = 0, .margin = 100}), testing::ElementsAre(testing::Key(2)));
}

TEST(MoveChoice, RefusesBoundsBelowZero) {
  EXPECT_THROW((MoveChoice{.temperature = -1}).validate(), Error);
  EXPECT_THROW((MoveChoice{.margin = -1}).validate(), Error);
}

TEST(ScoreMoves, GivesEachMoveTheValueOfThePositionBehindIt) {
  const GameDriver& driver = find_driver("tic_tac_toe");
  const auto engine = driver.engine(driver.material_weights(), {});
  const auto board = driver.parse("XX./OO./... X");
  engine->new_game();
  const Limits limit{.depth = 9, .nodes = {}, .move_time = {}, .clock = {}};
  for (const ScoredMove& move : score_moves(*board, *engine, limit, {})) {
    const auto next = board->clone();
    next->play(move.move);
    // The move wins at once; otherwise the opponent wins, unless the move took its last square.
    const std::string text = board->move_text(move.move);
    if (next->outcome()) {
      EXPECT_EQ(move.score, terminal_score(1, 1)) << text;
    } else {
      EXPECT_EQ(move.score, -engine->search(*next, {limit, {}, {}}).score) << text;
    }
  }
}

// The nodes of each reply in the first moves of one game.
TEST(SelfPlayer, SpendsNodesWithinTheJitter) {
  const GameDriver& driver = find_driver("chess");
  constexpr double jitter = 0.3;
  constexpr std::uint64_t nodes = 2'000;
  VariedPlayer player(driver.engine(driver.material_weights(), {}), {.node_jitter = jitter});
  player.set_seed(3);
  static_cast<void>(player.new_game({}, {}));
  const auto board = driver.initial();
  std::vector<PlayedMove> moves;
  std::uint64_t least = UINT64_MAX, most = 0;
  for (int ply = 0; ply < 40; ++ply) {
    const Limits limits{.depth = {}, .nodes = nodes, .move_time = {}, .clock = {}};
    const Reply reply = player.choose({*board, moves, {limits, limits}, {}, {}});
    least = std::min(least, reply.nodes);
    most = std::max(most, reply.nodes);
    board->play(reply.move.value());
    moves.push_back({*reply.move, reply.score});
  }
  EXPECT_GE(least, static_cast<std::uint64_t>(nodes * (1 - jitter)) - 1);
  EXPECT_LE(most, static_cast<std::uint64_t>(nodes * (1 + jitter)) + 1);
  EXPECT_GT(most - least, nodes / 5);
}

TEST(SelfPlayer, DrawsOnlyTheFirstMovesBehindTheOpening) {
  const GameDriver& driver = find_driver("chess");
  const auto game_of = [&](std::uint64_t seed, int plies) {
    VariedPlayer player(driver.engine(driver.material_weights(), {}),
                        {.choice = {.temperature = 200, .margin = 1'000}, .choice_plies = plies});
    player.set_seed(seed);
    const Opening opening{{}, {driver.initial()->parse_move("e2e4").value()}};
    static_cast<void>(player.new_game(opening, {}));
    const auto board = set_up(driver, opening);
    std::vector<PlayedMove> moves{{opening.moves[0], no_score}};
    for (int ply = 0; ply < 4; ++ply) {
      const Limits limits{.depth = {}, .nodes = 500, .move_time = {}, .clock = {}};
      const Reply reply = player.choose({*board, moves, {limits, limits}, {}, {}});
      board->play(reply.move.value());
      moves.push_back({*reply.move, reply.score});
    }
    return moves;
  };
  EXPECT_EQ(game_of(1, 0), game_of(2, 0));
  EXPECT_EQ(game_of(1, 4), game_of(1, 4));
  EXPECT_NE(game_of(1, 4), game_of(2, 4));
}

}  // namespace
}  // namespace hone::play
