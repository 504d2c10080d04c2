// SPDX-License-Identifier: MIT
//
// Weights whose static evaluation compares neighbouring positions as a teacher's search does. The teacher's score of
// row i of neighbourhood g is taken to be
//
//   v_i = s_i(w) + c_g + e_i,    c_g of spread tau,    e_i of spread sigma / a_i,    a_i = 4 p_i (1 - p_i),
//
// with the score s_i of the row under weights w, and p_i the outcome that v_i promises: close positions count most. The
// offset c_g is what an evaluation with few terms cannot know of a position and of all those around it alike. A plain
// regression (tau = 0) bends the weights to explain it, though no move of a game depends on it; offsets that are free
// (tau infinite) throw away what tells games apart. In between, with (sigma / tau)^2 from the data by the method of
// moments, this is a linear model with random effects, and its weights are exact: the offsets are eliminated.
//
// Source: Henderson, Estimation of Variance and Covariance Components, Biometrics 9, 1953 (such models); that only
// differences of sibling positions need be right: Tesauro, Comparison Training of Chess Evaluation Functions, in
// Machines That Learn to Play Games, 2001.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/weights.hpp"
#include "tuner/learn/distil/neighbourhoods.hpp"

namespace hone::text {
class Options;
}

namespace hone::learn {

struct DistilOptions {
  std::vector<std::string> groups = {};  // patterns of those that are fitted; none: all
  // How far weights are expected to lie from where they start, centi-units of the teacher; the pull that follows is
  // that of a normal prior of this spread.
  double spread = 100;
  std::optional<double> offset_ratio = std::nullopt;  // (sigma / tau)^2; nothing: from the data
  std::optional<double> scale = std::nullopt;  // of all weights in the end; nothing: as spread out as the teacher's
  double holdout = 0.1;                        // share of the games that only judge
  std::uint64_t seed = 1;                      // of these
  int threads = 1;                             // changes nothing of the result

  // Declares all but seed and threads.
  void declare(text::Options& options);
  void validate() const;  // throws Error naming the bound that is broken
};

// The share of the teacher's squared scores, or of their squared differences within neighbourhoods, each weighted by
// a^2, that the scores explain, times whatever positive number fits best.
struct Explained {
  double within = 0, all = 0;
};

struct DistilResult {
  Weights weights;  // whole numbers, with the K that goes with `scale`
  double sigma = 0, tau = 0;
  double offset_ratio = 0;
  double scale = 1;
  Explained start, fitted;                              // on the games held out
  std::size_t rows = 0, neighbourhoods = 0, games = 0;  // that were learnt from
  std::size_t heldout_rows = 0, heldout_neighbourhoods = 0, heldout_games = 0;
  std::size_t fitted_weights = 0;
};

// Throws Error where a weight of `start` that is not linear is not 0, where the start has ties, bounds or fixed
// weights, and where there are no weights to fit or more than a matrix can hold (FitOptions::dense_limit). Asked before
// anything is searched.
void require_distillable(const Weights& start, const DistilOptions& options);

// teacher_k: the scale of the teacher's scores. Scores of the start are taken to it by its own K. Throws Error as
// require_distillable does, and where there is nothing to learn from.
[[nodiscard]] DistilResult distil(const Neighbourhoods& from, const Weights& start, double teacher_k,
                                  const DistilOptions& options);

}  // namespace hone::learn
