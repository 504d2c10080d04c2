// SPDX-License-Identifier: MIT
//
// A UCI engine as a player of games. Whatever it does wrong loses the game; if necessary it is started again before the
// next one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

#include "engine/player.hpp"
#include "tuner/play/uci/uci_engine.hpp"
#include "tuner/play/uci/uci_words.hpp"

namespace hone::play {

class UciPlayer final : public Player {
 public:
  // The process starts with the first game.
  UciPlayer(const GameDriver& driver, UciSettings settings) : driver_(driver), settings_(std::move(settings)) {}

  // The random choices of a UCI engine cannot be seeded.
  void set_seed(std::uint64_t /*seed*/) override {}
  // Throws Error when the program cannot be started, when it does not play the game, when it lacks an option of the
  // settings, and when the opening is Chess960 and the program does not play that.
  [[nodiscard]] std::optional<Failure> new_game(const Opening& opening, const std::stop_token& stop) override;
  [[nodiscard]] Reply choose(const Turn& turn) override;
  [[nodiscard]] ProtocolWarnings take_warnings() override;

 private:
  [[nodiscard]] std::optional<Failure> start();
  [[nodiscard]] std::optional<Failure> try_new_game(const std::stop_token& stop);
  void dismiss();
  [[nodiscard]] UciEngine::Answer ask(const Turn& turn);

  const GameDriver& driver_;
  UciSettings settings_;
  std::unique_ptr<UciEngine> engine_;  // none before the start and after a failure
  std::optional<UciPosition> position_;
  bool has_been_slow_ = false;  // a user was told of a move that took long
  ProtocolWarnings warnings_;   // of engines that were ended
};

}  // namespace hone::play
