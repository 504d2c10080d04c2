// SPDX-License-Identifier: MIT
#include "tuner/exchange/export_format.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "data/error.hpp"
#include "tests/tuner/run/loop_support.hpp"

namespace hone::exchange {
namespace {

// Every value different, so that a wrong place shows.
Weights numbered_weights(const GameDriver& game) {
  Weights weights = zero_weights(game.schema());
  for (std::size_t i = 0; i < weights.values.size(); ++i) weights.values[i] = static_cast<double>(i) - 20;
  return weights;
}

// A program that returns 0 when the last weight of the last group is what it should be.
std::string program_for(const Weights& weights) {
  const Group& group = weights.schema.groups().back();
  std::string name = group.name;
  for (char& c : name) c = c == '.' ? '_' : c;
  const std::string element = group.shape.kind == GroupKind::scalar ? "" : fmt::format("[{}]", group.shape.size() - 1);
  return fmt::format("#include \"weights.hpp\"\nstatic_assert({}_weights::{}{}.{} == {});\nint main() {{}}\n",
                     weights.schema.game(), name, element, weights.schema.phases().back(), weights.rounded().back());
}

TEST(Export, WritesAHeaderThatCompilesAlone) {
  const TempFolder folder;
  for (const GameDriver* game : all_drivers()) {
    const Weights weights = numbered_weights(*game);
    write_file_atomically(folder / "weights.hpp", export_cpp(weights));
    write_file_atomically(folder / "main.cpp", program_for(weights));
    const std::string command = fmt::format("{} -std=c++17 -Wall -Wextra -Werror -fsyntax-only {}", HONE_COMPILER,
                                            (folder / "main.cpp").string());
    EXPECT_EQ(std::system(command.c_str()), 0) << game->name();
  }
}

TEST(Export, KeepsEveryValueInJson) {
  for (const GameDriver* game : all_drivers()) {
    const Weights weights = numbered_weights(*game);
    const auto json = nlohmann::json::parse(export_json(weights));
    ASSERT_EQ(json["groups"].size(), weights.schema.groups().size());
    for (std::size_t g = 0; g < weights.schema.groups().size(); ++g) {
      const Group& group = weights.schema.groups()[g];
      for (int phase = 0; phase < weights.schema.phase_count(); ++phase) {
        const auto flat =
            json["groups"][g]["values"][weights.schema.phases()[static_cast<std::size_t>(phase)]].flatten();
        ASSERT_EQ(static_cast<int>(flat.size()), group.shape.size()) << group.name;
        double sum = 0;
        for (int i = 0; i < group.shape.size(); ++i) sum += weights.at(group.first + i, phase);
        double found = 0;
        for (const auto& value : flat) found += value.get<double>();
        EXPECT_EQ(found, sum) << group.name;
      }
    }
  }
}

TEST(Export, NamesTheFormatsThereAre) {
  EXPECT_EQ(find_export_format("cpp").name, "cpp");
  try {
    (void)find_export_format("pdf");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("cpp, json"), std::string::npos);
  }
}

}  // namespace
}  // namespace hone::exchange
