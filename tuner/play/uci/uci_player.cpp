// SPDX-License-Identifier: MIT
#include "tuner/play/uci/uci_player.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/error.hpp"
#include "data/printable.hpp"

namespace hone::play {

namespace {

// Programs with games of their own say "my_game (hone 0.1.0)".
bool has_engine_of_hone(const UciEngine& engine) { return engine.name().find(" (hone ") != std::string::npos; }

// The protocol has words for chess alone. This program's own engine plays other games by it, and says which.
void require_game(const UciEngine& engine, const GameDriver& driver) {
  if (driver.name() == "chess") return;
  const UciOption* variant = find_uci_option(engine.options(), "UCI_Variant");
  const bool is_hone = engine.name() == "hone" || engine.name().starts_with("hone ") || has_engine_of_hone(engine);
  if (is_hone && variant != nullptr && std::ranges::count(variant->choices, driver.name()) > 0) return;
  throw Error(
      fmt::format("'{0}' does not say that it plays {1}: UCI engines play chess, and 'hone uci --game {1}' plays {1}",
                  printable(engine.name()), driver.name()));
}

}  // namespace

std::optional<Failure> UciPlayer::start() {
  engine_ = std::make_unique<UciEngine>(settings_);
  if (auto failure = engine_->introduce()) return failure;
  require_game(*engine_, driver_);
  engine_->set_options();
  return std::nullopt;
}

std::optional<Failure> UciPlayer::begin_game(const Opening& opening, const std::stop_token& stop) {
  engine_->set_options(options_);
  position_.emplace(driver_, opening.start);
  return engine_->new_game(position_->is_chess960(), stop);
}

EngineAnswer UciPlayer::ask(const Turn& turn, const MovePatience& patience) {
  const std::string& position = position_->after(turn.moves);
  return engine_->search(position, go_command(turn.limits, turn.board.side_to_move()), patience, turn.stop);
}

}  // namespace hone::play
