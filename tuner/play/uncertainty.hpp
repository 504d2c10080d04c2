// SPDX-License-Identifier: MIT
//
// What a fit left unsure, and what a position would teach about it. A position with the counts x, seen through the
// outcome p that is expected of it, tells the more about the weights the larger its leverage is,
//
//   p (1 - p) x' V x,    p = 1 / (1 + 10^(-K score / 400)),
//
// where V is the covariance of the weights' errors: the variance function of sequential D-optimal design (Fedorov,
// Theory of Optimal Experiments, 1972) for a logistic model. A common factor of V changes no choice.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"

namespace hone::play {

struct Uncertainty {
  std::string fingerprint = {};             // of the schema
  std::vector<std::uint32_t> weights = {};  // indices of Weights::values, ascending
  // Covariance of the errors of these weights: the lower triangle, row after row.
  std::vector<float> covariance = {};

  friend bool operator==(const Uncertainty&, const Uncertainty&) = default;
};

// The file: "hone uncertainty 1" and a line feed; the fingerprint as text; the number of weights as a varint, and each
// as its distance from the one before; the covariances as u32, the bits of IEEE single precision (data/bytes.hpp).
// Written atomically. Reading throws Error that names the file when it is not of that form, not of this schema, or
// holds a number that is not finite.
void write_uncertainty(const std::filesystem::path& file, const Uncertainty& uncertainty);
[[nodiscard]] Uncertainty read_uncertainty(const std::filesystem::path& file, const Schema& schema);

class LeverageMeasure {
 public:
  // `weights` predict the outcome, with their scale K.
  LeverageMeasure(const Uncertainty& uncertainty, const Weights& weights);

  // Never negative.
  [[nodiscard]] double of(const Row& row) const;

 private:
  Weights weights_;
  std::vector<int> integer_weights_;
  std::vector<std::int32_t> place_;  // of each weight in the covariance; -1: not in it
  std::vector<float> covariance_;
};

// How one of several candidates is drawn by their leverage. With the share `even_share` any of them is drawn, otherwise
// each in proportion to its leverage. A game that begins with it gets the weight 1 / (n x its probability), so that
// sums over weighted games have the same expectation as sums over games that begin with any candidate, and no weight
// exceeds 1 / even_share.
inline constexpr double even_share = 0.25;

struct LeverageDraw {
  std::size_t chosen = 0;
  double weight = 1;
};

// uniform: in [0, 1), what decides. There is at least one leverage; where all are 0, all candidates are alike.
[[nodiscard]] LeverageDraw draw_by_leverage(const std::vector<double>& leverages, double uniform);

}  // namespace hone::play
