// SPDX-License-Identifier: MIT
#include "data/weights.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <random>
#include <string>

#include "data/atomic_file.hpp"
#include "data/error.hpp"

namespace hone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

constexpr Layout toy_layout({
    {"tempo", scalar(), "side to move"},
    {"mobility.knight", list(3), "squares that a knight reaches, by their number"},
    {"psqt.king", board(2, 3), ""},
});

Schema toy_schema() { return {"toy", {"mg", "eg"}, 24, toy_layout}; }

Weights toy_weights() {
  Weights weights = zero_weights(toy_schema());
  // The board's first row first.
  weights.values = {10, 0, -30, -40.5, 0, 0, 12, 8, 1, -1, 2, -2, 100, -1e-07, 3, -3, 4, -4, 5, -5};
  weights.k = 1.13;
  weights.provenance = {{"seed", "7"}, {"data", "a \"quoted\" \\ name"}, {"two words", "tab\there"}};
  return weights;
}

// The example of data/WEIGHTS.md but for the fingerprint, which is computed.
std::string toy_text() {
  return fmt::format(R"(format = "hone weights 1"
game = "toy"
schema = "{}"
k = 1.13

[provenance]
seed = "7"
data = "a \"quoted\" \\ name"
"two words" = "tab\there"

# side to move
[tempo]
mg = 10
eg =  0

# squares that a knight reaches, by their number
[mobility.knight]
mg = [  -30, 0, 12]
eg = [-40.5, 0,  8]

[psqt.king]
mg = [
  [  3,   4,   5],  # 2
  [  1,   2, 100],  # 1
]
eg = [
  [    -3,     -4,     -5],  # 2
  [    -1,     -2, -1e-07],  # 1
]
)",
                     toy_schema().fingerprint());
}

TEST(Weights, AreWrittenAsPeopleReadThem) { EXPECT_EQ(format_weights(toy_weights()), toy_text()); }

TEST(Weights, ComeBackBitForBit) {
  std::mt19937_64 random(20240601);
  std::uniform_real_distribution<double> exponent(-30, 6);
  Weights weights = toy_weights();
  for (int round = 0; round < 300; ++round) {
    for (double& value : weights.values)
      value = std::pow(10.0, exponent(random)) * (random() % 2 != 0 ? 0.999 : -0.999);
    weights.values[static_cast<std::size_t>(round % 20)] = round % 3 == 0 ? -0.0 : round;
    weights.k = std::pow(10.0, exponent(random));
    const Weights read = parse_weights(format_weights(weights), "toy.weights", weights.schema);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(read.k), std::bit_cast<std::uint64_t>(weights.k));
    for (std::size_t i = 0; i < weights.values.size(); ++i) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(read.values[i]), std::bit_cast<std::uint64_t>(weights.values[i]));
    }
  }
}

}  // namespace
}  // namespace hone
