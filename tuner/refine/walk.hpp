// SPDX-License-Identifier: MIT
//
// Where a refinement plays its pairs. Everything is decided by the seed and the points of earlier pairs, in the order
// of their numbers, so that a walk that is walked again with the same points comes to the same place.
//
// Pairs come in batches. A batch is played around a centre, the optimum as it was estimated from all batches but the
// last two: while one batch is finished the next is being played already, so that no thread waits for another. In each
// pair every direction of z gets a sign at random, and centre + amplitude x signs plays against centre - amplitude x
// signs. Every eighth pair one of the two is the centre itself: by the points that it wins the perturbation costs as
// much Elo as it should, and the curvature is known. The first batches do nothing else.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <utility>

#include "tuner/refine/strength_model.hpp"

namespace hone::refine {

struct WalkOptions {
  std::uint64_t pairs = 20'000;
  std::uint64_t batch = 24;
  std::uint64_t seed = 1;
  double cost = 60;         // Elo that a perturbation is to cost at the beginning; less later
  double amplitude = 0.25;  // of the first batch, before anything is known
  ModelOptions model = {};
};

// What a pair is asked to play.
struct PairPlan {
  Vector p, q;
  bool has_centre = false;      // p or q is the centre
  std::uint64_t roundings = 0;  // the seed of the pair's roundings to whole numbers
};

class Walk {
 public:
  Walk(Eigen::Index directions, const WalkOptions& options);

  // Whether the points of all pairs are known that decide where this one is played.
  [[nodiscard]] bool is_ready(std::uint64_t pair) const { return pair < batches_begun_ * options_.batch; }
  // The pair must be ready, and not of a batch before the last.
  [[nodiscard]] PairPlan plan(std::uint64_t pair) const;
  // The points of the next pair beyond an even score, with what was played: z after rounding and bounds.
  void add(const Vector& p, const Vector& q, double points);

  [[nodiscard]] std::uint64_t pairs() const { return next_; }
  [[nodiscard]] bool is_done() const { return next_ >= options_.pairs; }
  // After the last whole batch, and at the end after the last pair.
  [[nodiscard]] const StrengthEstimate& estimate() const { return estimate_; }
  [[nodiscard]] double amplitude() const { return amplitude_; }
  // Elo that a perturbation of that amplitude costs, by the pairs that had the centre in them.
  [[nodiscard]] double cost() const;
  // Holds the centres from now on within bounds.
  void bound_by(StrengthModel::Bound bounded) { bounded_ = std::move(bounded); }

 private:
  struct Batch {
    Vector centre;
    double amplitude = 0;
  };

  void begin_batch(std::uint64_t number);
  [[nodiscard]] const Batch& batch_of(std::uint64_t pair) const;
  [[nodiscard]] bool is_calibration(std::uint64_t pair) const { return pair < calibration_ * options_.batch; }
  [[nodiscard]] bool has_centre(std::uint64_t pair) const { return is_calibration(pair) || pair % 8 == 7; }
  [[nodiscard]] double fall() const;  // of the amplitude since the beginning, where costs are as they were
  [[nodiscard]] double wanted_amplitude() const;
  [[nodiscard]] double curvature() const;

  Eigen::Index directions_;
  WalkOptions options_;
  StrengthModel model_;
  StrengthEstimate estimate_;
  std::uint64_t calibration_;  // batches
  std::uint64_t next_ = 0;
  std::uint64_t batches_begun_ = 0;
  std::deque<Batch> batches_;  // the last ones that were begun
  double amplitude_;
  double cost_points_ = 0, cost_squares_ = 0;  // of the pairs with the centre: what the perturbation lost, and its size
  StrengthModel::Bound bounded_;
};

}  // namespace hone::refine
