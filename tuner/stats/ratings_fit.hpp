// SPDX-License-Identifier: MIT
//
// Maximum-likelihood strengths of players by Newton's method, as the problem is convex, and their errors by simulation.
// Strengths and advantage are natural logarithms of odds. The strengths of each group sum to 0. This header includes
// Eigen, so ratings.hpp does not include it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <Eigen/Dense>
#include "tuner/stats/ratings.hpp"
#include "tuner/stats/ratings_model.hpp"

namespace hone::stats {

// Players 0 .. n-1, each in one group; encounters within groups only, each group linked by points.
struct RatingProblem {
  std::vector<std::uint32_t> group;  // of each player, from 0
  std::vector<Encounter> encounters;
  std::vector<PairedEncounter> pairs;  // of the games of the encounters; for their errors only
  RatingModel model = RatingModel::logistic;
  std::optional<double> advantage;  // given; nothing: fitted
  // Counts a drawn game between equals, which keeps an advantage finite that the games would take for infinite.
  bool has_drawn_game = false;

  [[nodiscard]] std::size_t players() const { return group.size(); }
  [[nodiscard]] std::uint32_t groups() const;

  // The parameters are one vector: strengths, the first mover's advantage, Davidson's d.
  [[nodiscard]] Eigen::Index place_of_advantage() const { return static_cast<Eigen::Index>(players()); }
  [[nodiscard]] Eigen::Index place_of_draws() const { return place_of_advantage() + 1; }
  // By how much `first`, who moves first, is ahead of `second`.
  [[nodiscard]] double ahead(std::uint32_t first, std::uint32_t second, const Eigen::VectorXd& parameters) const {
    return parameters(first) - parameters(second) + parameters(place_of_advantage());
  }
};

// The loss with its derivatives.
struct RatingLoss {
  double value = 0;  // minus the log likelihood
  Eigen::VectorXd gradient;
  Eigen::MatrixXd hessian;
};
[[nodiscard]] RatingLoss rating_loss(const RatingProblem& problem, const Eigen::VectorXd& parameters);

enum class RatingStatus {
  converged,
  not_finite,  // the likelihood has no finite maximum, or does not depend on some parameter
};

struct RatingFit {
  RatingStatus status = RatingStatus::converged;
  Eigen::VectorXd parameters;
  double draws = 0;            // for outcome_chances
  double dispersion = 1;       // of scores, as a share of what games without draws have; 1 for Davidson's model
  Eigen::MatrixXd covariance;  // of the parameters, by pairs and with the dispersion: ratings_errors.hpp
  int iterations = 0;
  double log_likelihood = 0;

  [[nodiscard]] double strength(std::size_t player) const { return parameters(static_cast<Eigen::Index>(player)); }
  [[nodiscard]] double advantage() const { return parameters(parameters.size() - 2); }
  [[nodiscard]] double advantage_error() const;  // standard error
};

// `start` holds the parameters to begin with; null: all 0.
[[nodiscard]] RatingFit fit_ratings(const RatingProblem& problem, const Eigen::VectorXd* start = nullptr);

struct RatingSimulation {
  std::uint64_t used = 0;      // the others had no finite ratings: someone won all games, say
  Eigen::MatrixXd covariance;  // of the strengths, around their mean
  double advantage_error = 0;  // standard error
};

// Games drawn from the fit, and rated: see SimulationOptions.
[[nodiscard]] RatingSimulation simulate_ratings(const RatingProblem& problem, const RatingFit& fit,
                                                const SimulationOptions& options);

}  // namespace hone::stats
