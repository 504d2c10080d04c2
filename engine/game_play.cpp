// SPDX-License-Identifier: MIT
#include "engine/game_play.hpp"

#include <fmt/format.h>

#include <utility>

#include "data/error.hpp"
#include "data/random.hpp"
#include "engine/side_limits.hpp"
#include "engine/solved_endings.hpp"

namespace hone {
namespace {

class GameInPlay {
 public:
  GameInPlay(const GameDriver& driver, const Opening& opening, std::array<Player*, 2> players,
             const GamePlayOptions& options, std::uint64_t seed)
      : driver_(driver),
        opening_(opening),
        board_(set_up(driver, opening)),
        players_(players),
        limits_{SideLimits(options.limits[0], options.time_margins[0]),
                SideLimits(options.limits[1], options.time_margins[1])},
        adjudicator_(options.adjudication),
        ending_pieces_(options.adjudication.ending_pieces),
        verify_(Random(seed).uniform() < options.adjudication.verify_share),
        max_plies_(options.max_plies > 0 ? options.max_plies : driver.max_plies()) {
    options.adjudication.validate(driver);
    record_.seed = seed;
    record_.start = opening.start;
    record_.opening_plies = static_cast<std::uint16_t>(opening.moves.size());
    for (const MoveCode move : opening.moves) record_.moves.push_back({move, no_score});
  }

  std::optional<FinishedGame> play(const std::stop_token& stop) {
    if (!solve_endings_ahead(driver_, ending_pieces_, stop)) return std::nullopt;
    std::optional<Outcome> end = get_ready(stop);
    if (!end) end = end_by_rules();
    while (!end && !stop.stop_requested()) {
      end = play_move(stop);
      if (!end) end = end_by_rules();
    }
    if (stop.stop_requested()) return std::nullopt;
    record_.outcome = *end;
    for (std::size_t i = 0; i < 2; ++i) game_.warnings[i] = players_[i]->take_warnings();
    return std::move(game_);
  }

 private:
  // Returns the outcome when a player could not get ready.
  std::optional<Outcome> get_ready(const std::stop_token& stop) {
    for (const Side side : {Side::first, Side::second}) {
      std::optional<Failure> failure = players_[static_cast<std::size_t>(side)]->new_game(opening_, stop);
      if (failure) return lost(side, std::move(*failure));
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Outcome> end_by_rules() const {
    if (const std::optional<Outcome> outcome = board_->outcome()) return outcome;
    if (static_cast<int>(record_.moves.size()) >= max_plies_) return Outcome{0, EndReason::max_plies};
    return std::nullopt;
  }

  Outcome lost(Side side, Failure failure) {
    const Outcome outcome{-sign(side), failure.reason};
    game_.fault = Fault{side, std::move(failure)};
    return outcome;
  }

  Outcome lost_on_time(Side side, std::chrono::nanoseconds elapsed) {
    return lost(side,
                {EndReason::time_forfeit,
                 fmt::format("took {} ms for a move", std::chrono::ceil<std::chrono::milliseconds>(elapsed).count())});
  }

  // Returns the outcome when the reply ended the game before the rules do, by a failure or by time.
  std::optional<Outcome> play_move(const std::stop_token& stop) {
    const Side side = board_->side_to_move();
    const auto index = static_cast<std::size_t>(side);
    SideLimits& limits = limits_[index];
    Reply reply =
        players_[index]->choose({*board_, record_.moves, {limits_[0].now(), limits_[1].now()}, limits.margin(), stop});
    if (stop.stop_requested()) return std::nullopt;
    if (reply.failure) return lost(side, std::move(*reply.failure));
    if (!limits.spend(reply.elapsed)) return lost_on_time(side, reply.elapsed);
    if (reply.resigned) return Outcome{-sign(side), EndReason::resign};

    const auto ply = static_cast<Ply>(record_.moves.size());
    record_.moves.push_back({reply.move.value(), reply.score});
    game_.efforts.push_back({reply.depth, reply.selective_depth, reply.nodes, reply.elapsed});
    board_->play(*reply.move);
    if (board_->outcome()) return std::nullopt;
    if (const std::optional<Outcome> known = end_by_endings()) return known;
    return adjudicate(side, reply.score, ply);
  }

  // What best play leads to is no estimate: it is not verified, and settles whether an earlier verdict was right.
  [[nodiscard]] std::optional<Outcome> end_by_endings() const {
    if (ending_pieces_ == 0) return std::nullopt;
    const std::optional<int> utility = driver_.ending_utility(*board_, ending_pieces_);
    if (!utility) return std::nullopt;
    return Outcome{*utility, *utility == 0 ? EndReason::draw_adjudication : EndReason::resign};
  }

  std::optional<Outcome> adjudicate(Side side, Score score, Ply ply) {
    if (record_.adjudicated) return std::nullopt;
    const std::optional<Outcome> verdict = adjudicator_.see(side, score, ply);
    if (!verdict || !verify_) return verdict;
    record_.adjudicated = verdict;
    return std::nullopt;
  }

  const GameDriver& driver_;
  const Opening& opening_;
  std::unique_ptr<Board> board_;
  std::array<Player*, 2> players_;
  std::array<SideLimits, 2> limits_;
  Adjudicator adjudicator_;
  int ending_pieces_;
  bool verify_;
  int max_plies_;
  FinishedGame game_;
  GameRecord& record_ = game_.record;
};

}  // namespace

void GamePlayOptions::validate() const {
  adjudication.validate();
  if (max_plies < 0) throw Error(expected_found("max plies >= 0", fmt::format("{}", max_plies)));
  for (const std::chrono::milliseconds margin : time_margins) {
    if (margin.count() < 0) throw Error(expected_found("time margin >= 0 ms", fmt::format("{}", margin.count())));
  }
}

std::optional<FinishedGame> play_game(const GameDriver& driver, const Opening& opening, std::array<Player*, 2> players,
                                      const GamePlayOptions& options, std::uint64_t seed, const std::stop_token& stop) {
  return GameInPlay(driver, opening, players, options, seed).play(stop);
}

}  // namespace hone
