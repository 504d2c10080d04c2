// SPDX-License-Identifier: MIT
//
// A UCI engine as a player of games. Whatever it does wrong loses the game; before the next one it is started again,
// if need be.
#pragma once

#include <memory>
#include <optional>

#include "engine/contender.hpp"
#include "tuner/play/uci/uci_engine.hpp"
#include "tuner/play/uci/uci_words.hpp"

namespace hone::play {

class UciContender final : public Contender {
 public:
  // The process starts with the first game.
  UciContender(const GameDriver& driver, UciSettings settings) : driver_(driver), settings_(std::move(settings)) {}

  // The engine's own chance cannot be seeded.
  void set_seed(std::uint64_t /*seed*/) override {}
  // Throws Error when the program cannot be started, lacks an option that it is to be given, or does not play Chess960
  // and the opening asks for it.
  [[nodiscard]] std::optional<Failure> new_game(const Opening& opening, const std::stop_token& stop) override;
  [[nodiscard]] Reply choose(const Turn& turn) override;
  [[nodiscard]] ProtocolWarnings take_warnings() override;

 private:
  [[nodiscard]] std::optional<Failure> start();
  [[nodiscard]] std::optional<Failure> try_new_game(const std::stop_token& stop);
  void take_leave();
  [[nodiscard]] UciEngine::Answer ask(const Turn& turn);

  const GameDriver& driver_;
  UciSettings settings_;
  std::unique_ptr<UciEngine> engine_;  // none before the start and after a failure
  std::optional<UciPosition> position_;
  ProtocolWarnings warnings_;  // of engines that are gone
};

}  // namespace hone::play
