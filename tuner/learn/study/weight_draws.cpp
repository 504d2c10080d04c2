// SPDX-License-Identifier: MIT
#include "tuner/learn/study/weight_draws.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "data/hash.hpp"
#include "data/random.hpp"
#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/fit/gauge.hpp"
#include "tuner/learn/study/covariance.hpp"
#include "tuner/learn/study/study.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::learn {

namespace {

// Independent, of mean 0 and spread 1, by the method of Box and Muller.
Vector normal_vector(Eigen::Index size, Random& random) {
  Vector drawn(size);
  for (double& value : drawn) {
    const double length = std::sqrt(-2 * std::log(1 - random.uniform()));
    value = length * std::cos(2 * std::numbers::pi * random.uniform());
  }
  return drawn;
}

// Turns independent normal numbers into those of the covariance, which need not have full rank: there are no more
// directions than games.
class CovarianceRoot {
 public:
  explicit CovarianceRoot(const Matrix& covariance)
      : factor_(covariance), scale_(factor_.vectorD().cwiseMax(0).cwiseSqrt()) {}

  [[nodiscard]] Vector times(const Vector& drawn) const {
    Vector product = scale_.cwiseProduct(drawn);
    product = factor_.matrixL() * product;
    return factor_.transpositionsP().transpose() * product;
  }

 private:
  Eigen::LDLT<Matrix> factor_;
  Vector scale_;
};

// With the scale that the fit found, which need not be fitted again.
FitOptions with_known_scale(FitOptions options, double k) {
  options.k = k;
  return options;
}

class WeightDrawer {
 public:
  WeightDrawer(const RowSet& rows, const Weights& start, const FitResult& result, const FitOptions& options,
               const Matrix& covariance)
      : result_(result),
        options_(with_known_scale(options, result.summary.k)),
        setup_(rows, start, options_),
        boards_(setup_.boards()),
        root_(covariance),
        size_(covariance.rows()) {}

  [[nodiscard]] Weights draw(std::uint64_t seed) const {
    Random random(seed);
    const Vector moved = root_.times(normal_vector(size_, random));
    Weights drawn = result_.fitted;
    for (std::size_t i = 0; i < drawn.values.size(); ++i) {
      const std::int32_t parameter = result_.curvature->parameter_of_weight[i];
      if (parameter != not_fitted) drawn.values[i] = within(i, drawn.values[i] + moved[parameter]);
    }
    center_boards(drawn, boards_, setup_.start, options_.decimals);
    return drawn;
  }

 private:
  [[nodiscard]] double within(std::size_t weight, double value) const {
    const double lower = std::max(setup_.constraints.lower[weight], -max_weight);
    const double upper = std::min(setup_.constraints.upper[weight], max_weight);
    return std::clamp(text::round_to(value, options_.decimals), lower, upper);
  }

  const FitResult& result_;
  FitOptions options_;
  FitSetup setup_;
  std::vector<CenteredBoard> boards_;
  CovarianceRoot root_;
  Eigen::Index size_;
};

}  // namespace

std::vector<Weights> draw_weights(const RowSet& rows, const Weights& start, const FitResult& result,
                                  const FitOptions& options, std::size_t count, std::uint64_t seed,
                                  const std::stop_token& stop) {
  std::vector<Weights> drawn;
  const std::optional<Matrix> covariance = fit_covariance(rows, start, result, options, stop);
  if (!covariance) return drawn;
  const WeightDrawer drawer(rows, start, result, options, *covariance);
  for (std::size_t i = 0; i < count; ++i) drawn.push_back(drawer.draw(hash_seed(seed, i)));
  return drawn;
}

}  // namespace hone::learn
