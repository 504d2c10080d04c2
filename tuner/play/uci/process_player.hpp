// SPDX-License-Identifier: MIT
//
// An engine in another process as a player of games, whatever protocol it speaks. Whatever it does wrong loses the
// game; if necessary it is started again before the next one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <utility>

#include "engine/player.hpp"
#include "tuner/play/uci/engine_process.hpp"
#include "tuner/play/uci/node_check.hpp"
#include "tuner/play/uci/uci_words.hpp"

namespace hone::play {

class ProcessPlayer : public Player {
 public:
  // The random choices of such an engine cannot be seeded.
  void set_seed(std::uint64_t /*seed*/) final {}
  // Throws Error when the program cannot be started, when it does not play the game or cannot begin with the opening,
  // and when it does not take an option of the settings. The process starts with the first game.
  [[nodiscard]] std::optional<Failure> new_game(const Opening& opening, const std::stop_token& stop) final;
  [[nodiscard]] Reply choose(const Turn& turn) final;
  [[nodiscard]] ProtocolWarnings take_warnings() final;

 protected:
  ProcessPlayer(const GameDriver& driver, UciSettings settings);

  const GameDriver& driver_;
  const UciSettings settings_;

 private:
  // Makes the engine, greets it and sets its options; a failure leaves it there.
  [[nodiscard]] virtual std::optional<Failure> start() = 0;
  [[nodiscard]] virtual bool is_running() const = 0;
  virtual void end() = 0;
  [[nodiscard]] virtual EngineProcess& process() = 0;  // of the running engine
  [[nodiscard]] virtual bool plays_another_game() const { return true; }
  // Those of the limits that it is told of; it is not waited for by the others.
  [[nodiscard]] virtual Limits heeded(const Limits& limits) const { return limits; }
  [[nodiscard]] virtual std::optional<Failure> begin_game(const Opening& opening, const std::stop_token& stop) = 0;
  [[nodiscard]] virtual EngineAnswer ask(const Turn& turn, const MovePatience& patience) = 0;
  // Ends the search if the engine still has to answer with a move.
  [[nodiscard]] virtual std::optional<Failure> end_search(const std::stop_token& stop) = 0;
  // The legal move with that text; nothing for notations other than the protocol's.
  [[nodiscard]] virtual std::optional<MoveCode> parse(std::string_view text) const = 0;
  [[nodiscard]] virtual std::string_view word_for_moves() const = 0;  // before a move of the engine: "bestmove"

  [[nodiscard]] std::optional<Failure> try_new_game(const Opening& opening, const std::stop_token& stop);
  void dismiss();
  void rest(const Reply& reply, const std::stop_token& stop);
  [[nodiscard]] MovePatience patience(const Turn& turn) const;

  bool has_searched_ = false;   // the present process
  bool has_been_slow_ = false;  // a user was told of a move that took long
  NodeCheck node_check_;
  ProtocolWarnings warnings_;  // of engines that were ended
};

// The same with the engine of a protocol, which has process() and end_search().
template <class Engine>
class ProtocolPlayer : public ProcessPlayer {
 protected:
  ProtocolPlayer(const GameDriver& driver, UciSettings settings) : ProcessPlayer(driver, std::move(settings)) {}

  std::unique_ptr<Engine> engine_;  // none before the start and after a failure

 private:
  [[nodiscard]] bool is_running() const final { return engine_ != nullptr; }
  void end() final { engine_.reset(); }
  [[nodiscard]] EngineProcess& process() final { return engine_->process(); }
  [[nodiscard]] std::optional<Failure> end_search(const std::stop_token& stop) final {
    return engine_->end_search(stop);
  }
};

}  // namespace hone::play
