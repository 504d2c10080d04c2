// SPDX-License-Identifier: MIT
#include "tuner/play/uncertainty.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/random.hpp"
#include "tests/temp_folder.hpp"

namespace hone::play {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

Schema two_phases(std::string_view game = "synthetic") {
  return Schema(game, {"mg", "eg"}, 4, std::vector<GroupSpec>{{"a", scalar(), ""}, {"b", scalar(), ""}});
}

// Weights 0 (a, mg), 1 (a, eg) and 3 (b, eg) with covariances that are not 0.
Uncertainty example() {
  return {.fingerprint = two_phases().fingerprint(), .weights = {0, 1, 3}, .covariance = {4, 1, 9, -2, 0.5F, 16}};
}

TEST(Uncertainty, ComesBackFromItsFile) {
  const TempFolder folder;
  write_uncertainty(folder / "u.bin", example());
  EXPECT_EQ(read_uncertainty(folder / "u.bin", two_phases()), example());
  const Uncertainty nothing{.fingerprint = two_phases().fingerprint(), .weights = {}, .covariance = {}};
  write_uncertainty(folder / "u.bin", nothing);
  EXPECT_EQ(read_uncertainty(folder / "u.bin", two_phases()), nothing);
}

TEST(Uncertainty, OfManyWeightsComesBack) {
  const TempFolder folder;
  const std::size_t count = 6'000;
  const Schema schema("synthetic", {"all"}, 1, std::vector<GroupSpec>{{"a", list(count), ""}});
  Uncertainty uncertainty{.fingerprint = schema.fingerprint(), .weights = {}, .covariance = {}};
  for (std::uint32_t weight = 0; weight < count; ++weight) uncertainty.weights.push_back(weight);
  uncertainty.covariance.resize(count * (count + 1) / 2, 0.5F);
  write_uncertainty(folder / "u.bin", uncertainty);
  EXPECT_GT(std::filesystem::file_size(folder / "u.bin"), largest_read);
  EXPECT_EQ(read_uncertainty(folder / "u.bin", schema), uncertainty);
}

TEST(Uncertainty, RefusesWhatIsCutLongerOrOfAnotherGame) {
  const TempFolder folder;
  const auto file = folder / "u.bin";
  write_uncertainty(file, example());
  const std::string whole = read_file(file);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_file_atomically(file, whole.substr(0, size));
    EXPECT_THROW((void)read_uncertainty(file, two_phases()), Error) << size;
  }
  write_file_atomically(file, whole + '\0');
  EXPECT_THROW((void)read_uncertainty(file, two_phases()), Error);
  write_file_atomically(file, whole);
  EXPECT_THAT([&] { (void)read_uncertainty(file, two_phases("other")); },
              ThrowsMessage<Error>(HasSubstr("the uncertainty of other")));
}

TEST(Uncertainty, RefusesNumbersThatAreNone) {
  const TempFolder folder;
  for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    Uncertainty uncertainty = example();
    uncertainty.covariance[2] = bad;
    write_uncertainty(folder / "u.bin", uncertainty);
    EXPECT_THROW((void)read_uncertainty(folder / "u.bin", two_phases()), Error);
  }
}

// By hand: at step 1 of 4 the counts a = 2, b = -1 have the derivatives 1.5 (a, mg), 0.5 (a, eg), -0.25 (b, eg), and
// x' V x = 4 x 1.5^2 + 9 x 0.5^2 + 16 x 0.25^2 + 2 (1 x 1.5 x 0.5 - 2 x 1.5 x (-0.25) + 0.5 x 0.5 x (-0.25)) = 15.125.
TEST(Leverage, IsTheVarianceOfTheScoreTimesThatOfTheOutcome) {
  Weights weights = zero_weights(two_phases());
  const Row row{{0, 1}, {{0, 2}, {1, -1}}};
  EXPECT_DOUBLE_EQ(LeverageMeasure(example(), weights).of(row), 15.125 / 4);
  weights.values[0] = weights.values[1] = 200;  // 400 centi-units: p = 10/11 at K = 1
  EXPECT_NEAR(LeverageMeasure(example(), weights).of(row), 15.125 * 10 / 121, 1e-9);
}

TEST(Leverage, OfTheLastPhaseNeedsNoPhaseAfterIt) {
  const Row row{{1, 0}, {{1, 3}}};
  EXPECT_DOUBLE_EQ(LeverageMeasure(example(), zero_weights(two_phases())).of(row), 9.0 * 16 / 4);
}

TEST(LeverageDraw, DrawsInProportionButForAnEvenShare) {
  const std::vector<double> leverages{1, 0, 3};
  std::vector<int> counts(3);
  constexpr int draws = 100'000;
  for (int i = 0; i < draws; ++i) ++counts[draw_by_leverage(leverages, (i + 0.5) / draws).chosen];
  for (std::size_t i = 0; i < 3; ++i) {
    const double probability = even_share / 3 + (1 - even_share) * leverages[i] / 4;
    EXPECT_NEAR(counts[i], draws * probability, 2);
    // 1 / (3 x probability), whatever number drew it
    double before = 0;
    for (std::size_t j = 0; j < i; ++j) before += counts[j];
    EXPECT_DOUBLE_EQ(draw_by_leverage(leverages, (before + 2) / draws).weight, 1 / (3 * probability));
  }
}

TEST(LeverageDraw, IsEvenWhereNothingIsToBeLearnt) {
  for (const double uniform : {0.0, 0.3, 0.7, 0.999999}) {
    const LeverageDraw drawn = draw_by_leverage({0, 0, 0, 0}, uniform);
    EXPECT_EQ(drawn.chosen, static_cast<std::size_t>(uniform * 4));
    EXPECT_EQ(drawn.weight, 1);
  }
  EXPECT_EQ(draw_by_leverage({5}, 0.5).weight, 1);
}

// Starts with a value f and a leverage that goes with it: games from chosen starts have another mean of f, and the
// weighted sum over them the mean of all starts, within four standard errors. 20,000 games, seed 1.
TEST(LeverageDraw, WeightsLeaveMeansUnbiased) {
  Random random(1);
  constexpr int games = 20'000, candidates = 8;
  double plain = 0, weighted = 0, squares = 0, weights = 0, largest = 0;
  for (int game = 0; game < games; ++game) {
    std::vector<double> values(candidates), leverages;
    for (double& value : values) {
      value = random.uniform();
      leverages.push_back(std::pow(value, 4));
    }
    const LeverageDraw drawn = draw_by_leverage(leverages, random.uniform());
    const double term = drawn.weight * values[drawn.chosen];
    plain += values[drawn.chosen] / games;
    weighted += term / games;
    squares += term * term / games;
    weights += drawn.weight / games;
    largest = std::max(largest, drawn.weight);
  }
  const double error = std::sqrt((squares - weighted * weighted) / games);
  EXPECT_GT(plain, 0.65);
  EXPECT_LT(error, 0.01);
  EXPECT_NEAR(weighted, 0.5, 4 * error);
  EXPECT_NEAR(weights, 1, 0.03);
  EXPECT_LE(largest, 1 / even_share + 1e-12);
}

}  // namespace
}  // namespace hone::play
