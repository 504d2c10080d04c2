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

// The protocol has words for chess alone. Engines that play other games by it say so as choices of an option; this
// program's own knows all games by their names.
constexpr const char* variant_option = "UCI_Variant";

// The choice under which the engine plays the game.
std::string variant_of(const UciEngine& engine, const GameDriver& driver) {
  const bool is_hone = engine.name() == "hone" || engine.name().starts_with("hone ") || has_engine_of_hone(engine);
  const std::string_view wanted = is_hone ? driver.name() : driver.uci_variant();
  const UciOption* option = find_uci_option(engine.options(), variant_option);
  if (!wanted.empty() && option != nullptr && std::ranges::count(option->choices, wanted) > 0) {
    return std::string(wanted);
  }
  const std::string_view others = driver.uci_variant().empty()
                                      ? "UCI engines play chess"
                                      : "UCI engines that list it as a choice of UCI_Variant do";
  throw Error(fmt::format("'{0}' does not say that it plays {1}: {2}, and 'hone uci --game {1}' plays {1}",
                          printable(engine.name()), driver.name(), others));
}

}  // namespace

std::optional<Failure> UciPlayer::start() {
  engine_ = std::make_unique<UciEngine>(settings_);
  if (auto failure = engine_->introduce()) return failure;
  if (driver_.name() != "chess") engine_->set_options({{variant_option, variant_of(*engine_, driver_)}});
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
