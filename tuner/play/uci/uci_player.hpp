// SPDX-License-Identifier: MIT
//
// A UCI engine as a player of games.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tuner/play/uci/process_player.hpp"
#include "tuner/play/uci/uci_engine.hpp"
#include "tuner/play/uci/uci_words.hpp"

namespace hone::play {

// Refuses an opening of Chess960 when the program does not play that.
class UciPlayer final : public ProtocolPlayer<UciEngine> {
 public:
  UciPlayer(const GameDriver& driver, UciSettings settings) : ProtocolPlayer(driver, std::move(settings)) {}

  // Sets these options before every game from the next one on, beside those of the settings. A game throws Error when
  // the engine does not take one of them.
  void set_options(std::vector<std::pair<std::string, std::string>> options) { options_ = std::move(options); }

 private:
  [[nodiscard]] std::optional<Failure> start() override;
  [[nodiscard]] std::optional<Failure> begin_game(const Opening& opening, const std::stop_token& stop) override;
  [[nodiscard]] EngineAnswer ask(const Turn& turn, const MovePatience& patience) override;
  [[nodiscard]] std::optional<MoveCode> parse(std::string_view text) const override { return position_->parse(text); }
  [[nodiscard]] std::string_view word_for_moves() const override { return "bestmove"; }

  std::optional<UciPosition> position_;
  std::vector<std::pair<std::string, std::string>> options_;  // of the games
};

}  // namespace hone::play
