// SPDX-License-Identifier: MIT
#include "tuner/refine/walk.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/hash.hpp"
#include "data/random.hpp"

namespace hone::refine {
namespace {

constexpr std::size_t batches_kept = 3;
// The first guess of the cost counts as much as so many pairs.
constexpr double guessed_pairs = 10;
// The cost of a perturbation is taken for this share at least of what it should be.
constexpr double least_share = 0.2;
constexpr double much_smaller = 0.7;
// The amplitude falls as pairs / slow to this power. What is not quadratic adds to slopes as the square of the
// amplitude, and chance as its inverse, over the root of the pairs: both fall alike where the amplitude falls as this
// root.
constexpr double slow_pairs = 1'000, slow_power = -1.0 / 6;
// Steps of this size move every parameter to its bounds. Where even that costs nothing the amplitude would rise for
// ever.
constexpr double most_amplitude = 100;

std::uint64_t calibration_batches(const WalkOptions& options) {
  constexpr std::uint64_t most = 8, share = 10;
  return std::clamp<std::uint64_t>(options.pairs / options.batch / share, 1, most);
}

// The curvature of each direction with which a perturbation of that amplitude costs so much.
double curvature_of(double elo, double amplitude, Eigen::Index directions) {
  return 2 * points_of_elo(elo) / (static_cast<double>(directions) * amplitude * amplitude);
}

}  // namespace

Walk::Walk(Eigen::Index directions, const WalkOptions& options)
    : directions_(directions),
      options_(options),
      model_(directions, curvature_of(options.cost, options.amplitude, directions), options.model),
      calibration_(calibration_batches(options)),
      amplitude_(options.amplitude) {
  const double guessed = guessed_pairs * options.amplitude * options.amplitude * static_cast<double>(directions);
  cost_points_ = guessed * points_of_elo(options.cost);
  cost_squares_ = guessed * options.amplitude * options.amplitude * static_cast<double>(directions);
  estimate_ = model_.estimate();
  begin_batch(0);
  begin_batch(1);
}

// A pair of the centre against the centre and a perturbation of squared length m is won by curvature x m / 2 points.
// Early pairs may say by chance that it is lost; the amplitude rises step by step where it costs less than it should.
double Walk::curvature() const {
  const double least = least_share * fall() * fall() * curvature_of(options_.cost, amplitude_, directions_);
  return std::max(2 * cost_points_ / cost_squares_, least);
}

double Walk::cost() const {
  return elo_of_points(curvature() * amplitude_ * amplitude_ * static_cast<double>(directions_) / 2);
}

double Walk::fall() const { return std::pow(1 + static_cast<double>(next_) / slow_pairs, slow_power); }

double Walk::wanted_amplitude() const {
  const double length = fall() * std::sqrt(2 * points_of_elo(options_.cost) / curvature());
  const double wanted = length / std::sqrt(static_cast<double>(directions_));
  const double most = is_calibration(next_) ? 2 : 1.25;
  return std::min(std::clamp(wanted, amplitude_ / most, amplitude_ * most), most_amplitude);
}

void Walk::begin_batch(std::uint64_t number) {
  Vector centre = estimate_.optimum;
  if (is_calibration(number * options_.batch)) centre.setZero();
  if (bounded_) centre = bounded_(centre);
  batches_.push_back({std::move(centre), amplitude_});
  if (batches_.size() > batches_kept) batches_.pop_front();
  batches_begun_ = number + 1;
}

const Walk::Batch& Walk::batch_of(std::uint64_t pair) const {
  const std::uint64_t back = batches_begun_ - 1 - pair / options_.batch;
  return batches_[batches_.size() - 1 - back];
}

PairPlan Walk::plan(std::uint64_t pair) const {
  const Batch& batch = batch_of(pair);
  Random random(hash_seed(options_.seed, pair));
  Vector step(directions_);
  std::uint64_t bits = 0;
  for (Eigen::Index i = 0; i < directions_; ++i) {
    if (i % 64 == 0) bits = random();
    step[i] = (bits >> (i % 64) & 1) != 0 ? batch.amplitude : -batch.amplitude;
  }
  PairPlan plan{batch.centre + step, batch.centre - step, has_centre(pair), random()};
  if (plan.has_centre) ((random() & 1) != 0 ? plan.p : plan.q) = batch.centre;
  return plan;
}

void Walk::add(const Vector& p, const Vector& q, double points) {
  const Vector& centre = batch_of(next_).centre;
  if (has_centre(next_)) {
    const bool p_is_centre = plan(next_).p == centre;
    const double size = (p - q).squaredNorm();
    cost_points_ += size * (p_is_centre ? points : -points);
    cost_squares_ += size * size;
  }
  model_.add(p, q, centre, points);
  ++next_;
  if (next_ % options_.batch != 0 && !is_done()) return;
  model_.expect_curvature(curvature());
  estimate_ = model_.estimate(bounded_);
  if (next_ % options_.batch != 0) return;
  const double before = std::exchange(amplitude_, wanted_amplitude());
  // What much larger perturbations cost, which is bounded, says little of the present ones.
  if (amplitude_ < much_smaller * before) {
    const double kept = std::pow(amplitude_ / before, 8);
    cost_points_ *= kept;
    cost_squares_ *= kept;
  }
  begin_batch(next_ / options_.batch + 1);
}

}  // namespace hone::refine
