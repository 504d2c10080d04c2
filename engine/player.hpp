// SPDX-License-Identifier: MIT
//
// A player plays a game move by move. It is an engine of this program or a foreign engine in another process. A
// foreign engine may fail, so every reply can be a failure that loses the game.
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
  std::string detail;                   // a message for the user: "exited with code 3"
  // The end of the conversation with the player's process, for a log: "> go nodes 100", "< bestmove e2e4".
  std::vector<std::string> last_lines = {};
};

// The position in which a player is to move, and the limits it has.
struct Turn {
  const Board& board;
  const std::vector<PlayedMove>& moves;     // all moves from the start of the opening, including its own
  std::array<Limits, 2> limits;             // the present limits of the first and the second player
  std::chrono::milliseconds time_margin{};  // time by which the mover may overstep a time limit
  std::stop_token stop;                     // requested when the game is given up: any reply will do, but soon

  [[nodiscard]] const Limits& own_limits() const { return limits[static_cast<std::size_t>(board.side_to_move())]; }
};

struct Reply {
  std::optional<MoveCode> move;  // a legal move; absent only with a failure, a resignation or when stopped
  Score score = no_score;        // seen by the mover, as in engine/score.hpp; no_score if it gave none
  Depth depth = 0;
  Depth selective_depth = 0;
  std::uint64_t nodes = 0;
  std::chrono::nanoseconds elapsed{};
  std::optional<Failure> failure;
  bool resigned = false;  // instead of a move
};

// Messages of a player that violate its protocol without harming the game.
struct ProtocolWarnings {
  std::uint64_t count = 0;
  std::string first;  // the first such message, as a text for the user

  void add(const ProtocolWarnings& more) {
    if (count == 0) first = more.first;
    count += more.count;
  }
};

// Not thread-safe: there is one per game and thread.
class Player {
 public:
  virtual ~Player() = default;

  // Sets the seed of its random choices from the next game on.
  virtual void set_seed(std::uint64_t seed) = 0;
  // Makes it forget what it learnt in earlier games. Returns the failure that kept it from getting ready, if any.
  [[nodiscard]] virtual std::optional<Failure> new_game(const Opening& opening, const std::stop_token& stop) = 0;
  // Must not be called when the game is over. The caller detects late replies by `elapsed`.
  [[nodiscard]] virtual Reply choose(const Turn& turn) = 0;
  // Returns the warnings since the last call.
  [[nodiscard]] virtual ProtocolWarnings take_warnings() { return {}; }
};

// Returns what the engine finds within the limits of the side to move.
[[nodiscard]] Reply search(Engine& engine, const Turn& turn);

// An engine of this program as a player. It never fails.
class EnginePlayer final : public Player {
 public:
  explicit EnginePlayer(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}

  [[nodiscard]] Engine& engine() { return *engine_; }

  // A searcher plays without noise, whatever the seed; a random mover draws its moves from the seed.
  void set_seed(std::uint64_t seed) override { engine_->set_noise({0, seed}); }
  [[nodiscard]] std::optional<Failure> new_game(const Opening& opening, const std::stop_token& stop) override;
  [[nodiscard]] Reply choose(const Turn& turn) override { return search(*engine_, turn); }

 private:
  std::unique_ptr<Engine> engine_;
};

}  // namespace hone
