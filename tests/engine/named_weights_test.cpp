// SPDX-License-Identifier: MIT
#include "engine/named_weights.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "data/error.hpp"

namespace hone {
namespace {

std::filesystem::path shipped_file(const GameDriver& game) {
  return std::filesystem::path(HONE_DATA_DIR) / "weights" / (std::string(game.name()) + ".weights");
}

TEST(NamedWeights, AreShippedAsTheyStandInTheFolder) {
  for (const GameDriver* game : all_drivers()) {
    std::ifstream file(shipped_file(*game));
    const std::string text(std::istreambuf_iterator<char>(file), {});
    EXPECT_EQ(shipped_weights(game->name()), text) << game->name();
  }
}

TEST(NamedWeights, AreMaterialWhereNothingIsShipped) {
  for (const GameDriver* game : all_drivers()) {
    const Weights weights = load_weights(*game, "default");
    const bool is_shipped = std::filesystem::exists(shipped_file(*game));
    EXPECT_EQ(weights.values == game->material_weights().values, !is_shipped) << game->name();
  }
}

TEST(NamedWeights, AreOtherwiseAFile) {
  const GameDriver& chess = find_driver("chess");
  EXPECT_TRUE(is_weights_name("default"));
  EXPECT_FALSE(is_weights_name("chess.weights"));
  const Weights weights = load_weights(chess, HONE_DATA_DIR "/weights/chess.simplified.weights");
  EXPECT_EQ(weights.at(chess.schema().find("material.pawn")->first, 0), 100);
  EXPECT_THROW(static_cast<void>(load_weights(chess, "defualt")), Error);
}

}  // namespace
}  // namespace hone
