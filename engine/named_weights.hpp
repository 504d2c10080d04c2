// SPDX-License-Identifier: MIT
//
// Weights by name, for options that ask which weights to use.
//
//   default    shipped with the game: data/weights/GAME.weights, built into the program, or what a program gives
//              its own game (engine/game_registry.hpp); material where there is none
//   material   what the pieces are worth, by the game's own definition
//   zero       nothing at all
//   F          a file
#pragma once

#include <string>
#include <string_view>

#include "data/weights.hpp"
#include "engine/game_driver.hpp"

namespace hone {

inline constexpr std::string_view default_weights = "default";

// Returns whether `source` is one of these names; otherwise it is a file.
[[nodiscard]] bool is_weights_name(std::string_view source);

// Groups that a file lacks, the shipped one included, are told to `warn` and taken as zero; without `warn` they are an
// error, as in read_weights(). Throws Error when the file cannot be used.
[[nodiscard]] Weights load_weights(const GameDriver& game, const std::string& source, const WeightsWarning& warn = {});

// Returns the text of data/weights/GAME.weights as it was when this program was built; it is empty if there was no such
// file.
[[nodiscard]] std::string_view shipped_weights(std::string_view game);

}  // namespace hone
