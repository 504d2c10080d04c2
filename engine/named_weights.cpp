// SPDX-License-Identifier: MIT
#include "engine/named_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "data/error.hpp"
#include "engine/game_registry.hpp"

namespace hone {
namespace {

constexpr std::string_view material = "material", zero = "zero";

Weights shipped_or_material(const GameDriver& game, const WeightsWarning& warn) {
  if (const std::string_view own = own_weights(game.name()); !own.empty()) {
    return parse_weights(own, fmt::format("default weights of {}", game.name()), game.schema(), warn);
  }
  const std::string_view text = shipped_weights(game.name());
  if (text.empty()) return game.material_weights();
  return parse_weights(text, fmt::format("data/weights/{}.weights", game.name()), game.schema(), warn);
}

}  // namespace

bool is_weights_name(std::string_view source) {
  constexpr std::array names{default_weights, material, zero};
  return std::ranges::find(names, source) != names.end();
}

Weights load_weights(const GameDriver& game, const std::string& source, const WeightsWarning& warn) {
  if (source == default_weights) return shipped_or_material(game, warn);
  if (source == material) return game.material_weights();
  if (source == zero) return zero_weights(game.schema());
  std::error_code unreadable;  // reading the file then tells the reason
  if (!std::filesystem::exists(source, unreadable) && !unreadable) {
    throw Error(source, 0,
                fmt::format("no such file, and no name of weights ({}, {}, {})", default_weights, material, zero));
  }
  return read_weights(source, game.schema(), warn);
}

}  // namespace hone
