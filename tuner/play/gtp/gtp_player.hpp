// SPDX-License-Identifier: MIT
//
// An engine of the Go Text Protocol as a player of go or othello. Whether the game is over, and who has won it, hone
// says, in go by the area as it lies; what the engine thinks of that is not asked.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <utility>

#include "tuner/play/gtp/gtp_engine.hpp"
#include "tuner/play/uci/process_player.hpp"

namespace hone::play {

// Refuses openings that the protocol has no words for (gtp_setup.hpp).
class GtpPlayer final : public ProcessPlayer {
 public:
  GtpPlayer(const GameDriver& driver, UciSettings settings) : ProcessPlayer(driver, std::move(settings)) {}

  // Says limits to the engine, which plays no game now. Throws Error when it refuses them.
  [[nodiscard]] std::optional<Failure> try_limits(const Limits& limits);

 private:
  [[nodiscard]] std::optional<Failure> start() override;
  [[nodiscard]] bool is_running() const override { return engine_ != nullptr; }
  void end() override { engine_.reset(); }
  [[nodiscard]] EngineProcess& process() override { return engine_->process(); }
  [[nodiscard]] Limits heeded(const Limits& limits) const override { return in_time_alone(limits); }
  [[nodiscard]] std::optional<Failure> begin_game(const Opening& opening, const std::stop_token& stop) override;
  [[nodiscard]] EngineAnswer ask(const Turn& turn, const MovePatience& patience) override;
  [[nodiscard]] std::optional<Failure> end_search(const std::stop_token& stop) override {
    return engine_->end_search(stop);
  }
  [[nodiscard]] std::optional<MoveCode> parse(std::string_view text) const override;
  [[nodiscard]] std::string_view word_for_moves() const override { return "move"; }

  std::unique_ptr<GtpEngine> engine_;  // none before the start and after a failure
  std::unique_ptr<Board> board_;       // with the first known_ moves of the game
  std::size_t known_ = 0;
  bool has_moved_ = false;  // the engine has made the move after those by itself
  bool is_new_ = true;      // it was not told of its limits in this game
};

}  // namespace hone::play
