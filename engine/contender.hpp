// SPDX-License-Identifier: MIT
//
// Whoever plays a game, move by move: an engine of this program, or a foreign one in another process. Contenders of
// the second kind may do wrong, so every answer can be a failure that loses the game.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/game_driver.hpp"
#include "engine/opening.hpp"

namespace hone {

struct Failure {
  EndReason reason = EndReason::crash;  // time_forfeit, illegal_move, crash or stalled
  std::string detail;                   // for people: "exited with code 3"
};

// Where a contender is to move, and what it may spend.
struct Turn {
  const Board& board;
  const std::vector<PlayedMove>& moves;     // from the start of the opening to here, its own moves included
  std::array<Limits, 2> limits;             // as they stand now, of the first player and of the second
  std::chrono::milliseconds time_margin{};  // how far a time limit of the mover may be overstepped
  std::stop_token stop;                     // the game is given up: any reply will do, soon

  [[nodiscard]] const Limits& own_limits() const { return limits[static_cast<std::size_t>(board.side_to_move())]; }
};

struct Reply {
  std::optional<MoveCode> move;  // legal; nothing only with a failure, or when stopped
  Score score = no_score;        // mover's view, as in engine/score.hpp; no_score when it did not say
  Depth depth = 0;
  Depth selective_depth = 0;
  std::uint64_t nodes = 0;
  std::chrono::nanoseconds elapsed{};
  std::optional<Failure> failure;
};

// Words of a contender that break its protocol without spoiling the game.
struct ProtocolWarnings {
  std::uint64_t count = 0;
  std::string first;  // one of them, for people

  void add(const ProtocolWarnings& more) {
    if (count == 0) first = more.first;
    count += more.count;
  }
};

// Not thread-safe; one per game and thread.
class Contender {
 public:
  virtual ~Contender() = default;

  // Of whatever it does at random, from the next game on.
  virtual void set_seed(std::uint64_t seed) = 0;
  // Forgets what it learnt in earlier games. What kept it from getting ready, if anything.
  [[nodiscard]] virtual std::optional<Failure> new_game(const Opening& opening, const std::stop_token& stop) = 0;
  // The game is not over. Late replies are the caller's to see, by `elapsed`.
  [[nodiscard]] virtual Reply choose(const Turn& turn) = 0;
  // Those since the last call.
  [[nodiscard]] virtual ProtocolWarnings take_warnings() { return {}; }
};

// What the engine finds within the limits of the side to move.
[[nodiscard]] Reply search(Engine& engine, const Turn& turn);

// An engine of this program. Never fails.
class EngineContender final : public Contender {
 public:
  explicit EngineContender(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}

  [[nodiscard]] Engine& engine() { return *engine_; }

  // Searchers play without noise; a random mover's moves are nothing else.
  void set_seed(std::uint64_t seed) override { engine_->set_noise({0, seed}); }
  [[nodiscard]] std::optional<Failure> new_game(const Opening& opening, const std::stop_token& stop) override;
  [[nodiscard]] Reply choose(const Turn& turn) override { return search(*engine_, turn); }

 private:
  std::unique_ptr<Engine> engine_;
};

}  // namespace hone
