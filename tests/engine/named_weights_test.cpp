// SPDX-License-Identifier: MIT
#include "engine/named_weights.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "data/error.hpp"
#include "tests/temp_folder.hpp"

namespace hone {
namespace {

// The shipped weights may lack groups of features that are new.
void ignored(const std::string& /*warning*/) {}

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
    const Weights weights = load_weights(*game, "default", ignored);
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

// What is written of any game's weights can be read by a program that does not know the game.
TEST(NamedWeights, AreReadWithoutTheGame) {
  for (const GameDriver* game : all_drivers()) {
    const Weights weights = load_weights(*game, "default", ignored);
    const Weights read = parse_weights(format_weights(weights), "written");
    EXPECT_EQ(read.schema, game->schema()) << game->name();
    EXPECT_EQ(read.schema.fingerprint(), game->schema().fingerprint()) << game->name();
    EXPECT_EQ(read.values, weights.values) << game->name();
    EXPECT_EQ(parse_weights(format_weights(weights), "written", game->schema()).values, weights.values);
  }
}

TEST(NamedWeights, OfAFileAreZeroWhereAGroupIsMissing) {
  const TempFolder folder;
  const GameDriver& game = find_driver("tic_tac_toe");
  write_plainly(folder / "old.weights",
                "format = \"hone weights 1\"\ngame = \"tic_tac_toe\"\nk = 1\ntempo = { all = 7 }\n");
  std::vector<std::string> warnings;
  const Weights weights = load_weights(game, (folder / "old.weights").string(),
                                       [&](const std::string& warning) { warnings.push_back(warning); });
  EXPECT_EQ(std::ranges::count(weights.values, 0.0), std::ssize(weights.values) - 1);
  EXPECT_EQ(warnings.size(), 1U);
  EXPECT_THROW(static_cast<void>(load_weights(game, (folder / "old.weights").string())), Error);
}

}  // namespace
}  // namespace hone
