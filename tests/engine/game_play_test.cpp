// SPDX-License-Identifier: MIT
#include "engine/game_play.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "data/error.hpp"
#include "tests/engine/no_adjudication.hpp"

namespace hone {
namespace {

using namespace std::chrono_literals;

const GameDriver& game() { return find_driver("tic_tac_toe"); }

// Plays the first legal move, with what it is told to say of it, and fails at its n-th move or at the start.
class Puppet final : public Player {
 public:
  void set_seed(std::uint64_t /*seed*/) override {}
  std::optional<Failure> new_game(const Opening& /*opening*/, const std::stop_token& /*stop*/) override {
    moves_ = 0;
    return fails_at == 0 ? std::optional(failure) : std::nullopt;
  }
  Reply choose(const Turn& turn) override {
    clocks.push_back(turn.limits);
    Reply reply;
    if (++moves_ == fails_at) {
      reply.failure = failure;
      return reply;
    }
    reply.move = turn.board.legal_moves().front();
    reply.score = score;
    reply.elapsed = elapsed;
    reply.nodes = turn.moves.size();
    return reply;
  }
  ProtocolWarnings take_warnings() override { return {3, "hm"}; }

  int fails_at = -1;
  Failure failure{EndReason::crash, "gone"};
  Score score = 0;
  std::chrono::nanoseconds elapsed{};
  std::vector<std::array<Limits, 2>> clocks;

 private:
  int moves_ = 0;
};

FinishedGame play(Puppet& first, Puppet& second, const GamePlayOptions& options) {
  return play_game(game(), {}, {&first, &second}, options, 1, {}).value();
}

GamePlayOptions to_the_end() {
  GamePlayOptions options;
  options.adjudication = no_adjudication();
  return options;
}

TEST(PlayGame, IsLostByWhoFails) {
  for (const int move : {0, 1, 2}) {
    Puppet good;
    Puppet bad;
    bad.fails_at = move;
    const FinishedGame as_first = play(bad, good, to_the_end());
    EXPECT_EQ(as_first.record.outcome, (Outcome{-1, EndReason::crash}));
    EXPECT_EQ(as_first.fault->side, Side::first);
    EXPECT_EQ(as_first.fault->failure.detail, "gone");
    EXPECT_EQ(as_first.record.moves.size(), move == 0 ? 0U : 2U * (static_cast<unsigned>(move) - 1));
    EXPECT_EQ(play(good, bad, to_the_end()).record.outcome, (Outcome{1, EndReason::crash}));
  }
}

TEST(PlayGame, TellsWhatEachSearchedMoveCost) {
  Puppet first;
  Puppet second;
  first.elapsed = 5ms;
  const Opening opening{"", {game().initial()->legal_moves().back()}};
  const FinishedGame played = play_game(game(), opening, {&first, &second}, to_the_end(), 1, {}).value();
  ASSERT_EQ(played.efforts.size() + 1, played.record.moves.size());
  for (std::size_t i = 0; i < played.efforts.size(); ++i) {
    EXPECT_EQ(played.efforts[i].nodes, i + 1);
    EXPECT_EQ(played.efforts[i].elapsed, i % 2 == 0 ? 0ms : 5ms);
  }
  EXPECT_EQ(played.warnings[0].count, 3U);
}

TEST(PlayGame, KeepsAClockForEachSide) {
  Puppet first;
  Puppet second;
  first.elapsed = 300ms;
  GamePlayOptions options = to_the_end();
  options.limits[0].clock = Clock{1s, 0ms, 0};
  options.limits[1].clock = Clock{2s, 0ms, 0};
  options.time_margins = {0ms, 0ms};
  const FinishedGame played = play(first, second, options);
  EXPECT_EQ(second.clocks[1][0].clock->time, 400ms);
  EXPECT_EQ(second.clocks[1][1].clock->time, 2s);
  // Six plies; the seventh move comes 200 ms after the flag.
  EXPECT_EQ(played.record.outcome, (Outcome{-1, EndReason::time_forfeit}));
  EXPECT_EQ(played.record.moves.size(), 6U);
  EXPECT_EQ(played.fault->failure.reason, EndReason::time_forfeit);
  options.time_margins[0] = 200ms;
  EXPECT_NE(play(first, second, options).record.outcome.reason, EndReason::time_forfeit);
}

TEST(PlayGame, AgreesOnNothingWithoutScores) {
  GamePlayOptions options;
  options.adjudication = {.draw_score = 10, .draw_count = 1, .draw_ply = 0, .verify_share = 0};
  Puppet silent;
  Puppet talking;
  silent.score = no_score;
  EXPECT_EQ(play(talking, talking, options).record.outcome.reason, EndReason::draw_adjudication);
  EXPECT_NE(play(silent, talking, options).record.outcome.reason, EndReason::draw_adjudication);
  EXPECT_NE(play(silent, silent, options).record.outcome.reason, EndReason::draw_adjudication);
}

// The first move is played in each of some positions of king against king, and ends the game.
TEST(PlayGame, EndsAsBestPlayWouldWhereEndingsAreSolved) {
  const GameDriver& checkers = find_driver("checkers");
  GamePlayOptions options = to_the_end();
  options.adjudication.ending_pieces = 2;
  options.adjudication.verify_share = 1;
  int decided = 0;
  for (int square = 1; square < 32; ++square) {
    const Opening opening{"B:WK32:BK" + std::to_string(square), {}};
    const auto board = checkers.parse(opening.start);
    board->play(board->legal_moves().front());
    if (board->outcome()) continue;
    Puppet first, second;
    const FinishedGame game = play_game(checkers, opening, {&first, &second}, options, 1, {}).value();
    const int utility = checkers.ending_utility(*board, 2).value();
    EXPECT_EQ(game.record.moves.size(), 1U) << opening.start;
    EXPECT_EQ(game.record.outcome, (Outcome{utility, utility == 0 ? EndReason::draw_adjudication : EndReason::resign}));
    EXPECT_FALSE(game.record.adjudicated) << "nothing to be verified";
    decided += utility != 0 ? 1 : 0;
  }
  EXPECT_GT(decided, 0);
}

TEST(PlayGame, RefusesEndingsThatAreNotSolved) {
  GamePlayOptions options = to_the_end();
  Puppet first, second;
  options.adjudication.ending_pieces = 7;
  EXPECT_THROW((void)play_game(find_driver("checkers"), {}, {&first, &second}, options, 1, {}), Error);
  options.adjudication.ending_pieces = 1;
  EXPECT_THROW((void)play(first, second, options), Error);
  options.adjudication.ending_pieces = -1;
  EXPECT_THROW((void)play(first, second, options), Error);
}

}  // namespace
}  // namespace hone
