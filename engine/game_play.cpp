// SPDX-License-Identifier: MIT
#include "engine/game_play.hpp"

#include <fmt/format.h>

#include <chrono>

#include "data/error.hpp"
#include "data/random.hpp"

namespace hone {
namespace {

using std::chrono::milliseconds;

// The limits of one side through a game: its clock runs down.
class SideLimits {
 public:
  explicit SideLimits(const Limits& limits) : limits_(limits), session_(limits.clock.value_or(Clock{})) {}

  [[nodiscard]] const Limits& now() const { return limits_; }

  // False when the flag fell.
  bool spend(std::chrono::nanoseconds elapsed) {
    if (!limits_.clock) return true;
    Clock& clock = *limits_.clock;
    clock.time -= std::chrono::ceil<milliseconds>(elapsed);
    if (clock.time < milliseconds::zero()) return false;
    clock.time += clock.increment;
    if (clock.moves_to_go > 0 && --clock.moves_to_go == 0) begin_session(clock);
    return true;
  }

 private:
  void begin_session(Clock& clock) const {
    clock.time += session_.time;
    clock.moves_to_go = session_.moves_to_go;
  }

  Limits limits_;
  Clock session_;  // what each session of moves_to_go moves is given
};

class PlayedGame {
 public:
  PlayedGame(const GameDriver& driver, const Opening& opening, std::array<Engine*, 2> players,
             const GamePlayOptions& options, std::uint64_t seed)
      : board_(set_up(driver, opening)),
        players_(players),
        limits_{SideLimits(options.limits[0]), SideLimits(options.limits[1])},
        adjudicator_(options.adjudication),
        verify_(Random(seed).uniform() < options.adjudication.verify_share),
        max_plies_(options.max_plies > 0 ? options.max_plies : driver.max_plies()) {
    record_.seed = seed;
    record_.start = opening.start;
    record_.opening_plies = static_cast<std::uint16_t>(opening.moves.size());
    for (const MoveCode move : opening.moves) record_.moves.push_back({move, no_score});
  }

  std::optional<GameRecord> play(const std::stop_token& stop) {
    for (Engine* player : players_) player->new_game();
    std::optional<Outcome> end = end_by_rules();
    while (!end) {
      end = play_move(stop);
      if (stop.stop_requested()) return std::nullopt;
      if (!end) end = end_by_rules();
    }
    record_.outcome = *end;
    return std::move(record_);
  }

 private:
  [[nodiscard]] std::optional<Outcome> end_by_rules() const {
    if (const std::optional<Outcome> outcome = board_->outcome()) return outcome;
    if (static_cast<int>(record_.moves.size()) >= max_plies_) return Outcome{0, EndReason::max_plies};
    return std::nullopt;
  }

  // Searches and plays one move. The outcome when that ended the game before the rules do.
  std::optional<Outcome> play_move(const std::stop_token& stop) {
    const Side side = board_->side_to_move();
    const auto index = static_cast<std::size_t>(side);
    const SearchResult result = players_[index]->search(*board_, {limits_[index].now(), stop, {}});
    if (stop.stop_requested()) return std::nullopt;
    if (!limits_[index].spend(result.elapsed)) return Outcome{-sign(side), EndReason::time_forfeit};

    const auto ply = static_cast<Ply>(record_.moves.size());
    record_.moves.push_back({result.move.value(), result.score});
    board_->play(result.move.value());
    if (board_->outcome()) return std::nullopt;
    return adjudicate(side, result.score, ply);
  }

  std::optional<Outcome> adjudicate(Side side, Score score, Ply ply) {
    if (record_.adjudicated) return std::nullopt;
    const std::optional<Outcome> verdict = adjudicator_.see(side, score, ply);
    if (!verdict || !verify_) return verdict;
    record_.adjudicated = verdict;
    return std::nullopt;
  }

  std::unique_ptr<Board> board_;
  std::array<Engine*, 2> players_;
  std::array<SideLimits, 2> limits_;
  Adjudicator adjudicator_;
  bool verify_;
  int max_plies_;
  GameRecord record_;
};

}  // namespace

void GamePlayOptions::validate() const {
  adjudication.validate();
  if (max_plies < 0) throw Error(expected_found("max plies >= 0", fmt::format("{}", max_plies)));
}

std::optional<GameRecord> play_game(const GameDriver& driver, const Opening& opening, std::array<Engine*, 2> players,
                                    const GamePlayOptions& options, std::uint64_t seed, const std::stop_token& stop) {
  return PlayedGame(driver, opening, players, options, seed).play(stop);
}

}  // namespace hone
