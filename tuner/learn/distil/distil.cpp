// SPDX-License-Identifier: MIT
#include "tuner/learn/distil/distil.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "data/error.hpp"
#include "data/outcome_model.hpp"
#include "tuner/formats/game_split.hpp"
#include "tuner/learn/fit/fit_options.hpp"
#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/learn/fit/row_selection.hpp"
#include "tuner/parallel/ordered_sum.hpp"
#include "tuner/text/options.hpp"

namespace hone::learn {

namespace {

using Eigen::Index;

constexpr text::RealRange weight_spreads{1e-3, 1e6}, offset_ratios{0, 1e12}, scales{1e-3, 1e3}, shares{0, 0.9};
constexpr double no_offsets = 1e12;  // as a ratio
constexpr double rounding_damping = 1e-9;

// A row as the fit sees it: derivatives of its score by the parameters.
using SparseRow = std::vector<std::pair<Index, double>>;

// The weights that are fitted.
class Parameters {
 public:
  Parameters(const Schema& schema, const std::vector<bool>& chosen)
      : schema_(schema), of_weight_(static_cast<std::size_t>(schema.weights()), -1) {
    const auto phases = static_cast<std::size_t>(schema.phase_count());
    for (std::size_t weight = 0; weight < of_weight_.size(); ++weight) {
      if (!chosen[weight / phases]) continue;
      of_weight_[weight] = static_cast<Index>(weights_.size());
      weights_.push_back(weight);
    }
  }

  [[nodiscard]] Index size() const { return std::ssize(weights_); }
  [[nodiscard]] std::size_t weight_of(Index parameter) const { return weights_[static_cast<std::size_t>(parameter)]; }

  void take(const RowView& row, SparseRow& to) const {
    to.clear();
    const PhaseFactors factors = phase_factors(schema_, row);
    const auto phases = static_cast<std::size_t>(schema_.phase_count());
    for (const auto [term, count] : row.entries) {
      const std::size_t weight = term * phases + row.phase.lower;
      if (weight >= of_weight_.size()) break;  // of the second player, in a group that is not linear
      add(weight, factors.lower * static_cast<double>(count), to);
      if (factors.upper != 0) add(weight + 1, factors.upper * static_cast<double>(count), to);
    }
  }

 private:
  void add(std::size_t weight, double derivative, SparseRow& to) const {
    if (of_weight_[weight] >= 0 && derivative != 0) to.emplace_back(of_weight_[weight], derivative);
  }

  const Schema& schema_;
  std::vector<Index> of_weight_;  // -1: not fitted
  std::vector<std::size_t> weights_;
};

// What the rows say in all: the function (d' curvature d) / 2 - slope' d of the parameters' displacement d, less a
// constant.
struct Sums {
  Matrix curvature;  // lower triangle
  Vector slope;
};

// What is left of the teacher's scores, by neighbourhood.
struct LeftSpreads {
  double sigma = 0, tau = 0;

  [[nodiscard]] double offset_ratio() const {
    return tau > 0 ? std::min(sigma * sigma / (tau * tau), no_offsets) : no_offsets;
  }
};

class Distiller {
 public:
  Distiller(const Neighbourhoods& from, const Weights& start, double teacher_k, const std::vector<bool>& chosen,
            const DistilOptions& options)
      : from_(from), start_(start), options_(options), parameters_(start.schema, chosen) {
    for (double& value : start_.values) value *= start_.k / teacher_k;
    start_.k = teacher_k;
    start_.errors.clear();
    for (std::size_t i = 0; i < from.rows.size(); ++i) {
      const double score = static_cast<double>(from.rows[i].label.score);
      const double logit = logit_per_score(teacher_k) * score;
      const double closeness = 4 / (2 + std::exp(logit) + std::exp(-logit));  // 4 p (1 - p)
      scores_.push_back(score);
      closeness_.push_back(closeness * closeness * static_cast<double>(from.rows[i].label.weight));
    }
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (!(weight_of(i) > 0)) continue;  // decided, as good as
      const std::uint32_t game = from.rows[from.first[i]].label.game;
      (is_held_out(game, options.holdout, options.seed) ? heldout_ : learnt_).push_back(i);
    }
  }

  DistilResult run() const {
    DistilResult result;
    if (learnt_.empty()) {
      throw Error(
          expected_found("positions to learn from", heldout_.empty() ? "none" : "none: every game is held out"));
    }
    const std::vector<double> before = scores_under(start_);
    Weights fitted = start_;
    LeftSpreads spreads{1, 1};
    result.offset_ratio = options_.offset_ratio.value_or(1);
    constexpr int most_rounds = 20;
    for (int round = 0; round < most_rounds; ++round) {
      fitted = fit(before, spreads.sigma, result.offset_ratio);
      const double sigma = std::exchange(spreads, spreads_of(scores_under(fitted))).sigma;
      const double ratio = options_.offset_ratio.value_or(spreads.offset_ratio());
      const bool is_settled = round > 0 && std::abs(ratio - result.offset_ratio) <= 1e-3 * ratio &&
                              std::abs(spreads.sigma - sigma) <= 1e-3 * spreads.sigma + 1e-9;
      result.offset_ratio = ratio;
      if (is_settled) break;
    }
    result.sigma = spreads.sigma;
    result.tau = spreads.tau;
    const std::vector<double> after = scores_under(fitted);
    result.start = explained(before);
    result.fitted = explained(after);
    result.scale = options_.scale.value_or(scale_of(after));
    result.weights = std::move(fitted);
    result.weights.k = start_.k / result.scale;
    for (double& value : result.weights.values) value = std::round(value * result.scale);
    result.fitted_weights = static_cast<std::size_t>(parameters_.size());
    count(learnt_, result.rows, result.neighbourhoods, result.games);
    count(heldout_, result.heldout_rows, result.heldout_neighbourhoods, result.heldout_games);
    return result;
  }

 private:
  [[nodiscard]] std::vector<double> scores_under(const Weights& weights) const {
    return row_scores(from_.rows, all_rows(from_.rows), weights, options_.threads);
  }

  void count(const std::vector<std::size_t>& neighbourhoods, std::size_t& rows, std::size_t& number,
             std::size_t& games) const {
    std::set<std::uint32_t> ids;
    number = neighbourhoods.size();
    for (const std::size_t i : neighbourhoods) {
      rows += from_.first[i + 1] - from_.first[i];
      ids.insert(from_.rows[from_.first[i]].label.game);
    }
    games = ids.size();
  }

  // The weights that are best for this ratio. The pull is in units of the errors.
  [[nodiscard]] Weights fit(const std::vector<double>& before, double sigma, double offset_ratio) const {
    Sums sums = sums_over(before, offset_ratio);
    sums.curvature.diagonal().array() += sigma * sigma / (options_.spread * options_.spread);
    DampedFactor factor;
    if (!factor.compute(sums.curvature, rounding_damping)) throw Error("the teacher's scores cannot be fitted");
    const Vector step = factor.solve(sums.slope);
    Weights result = start_;
    for (Index i = 0; i < step.size(); ++i) result.values[parameters_.weight_of(i)] += step[i];
    return result;
  }

  [[nodiscard]] Sums sums_over(const std::vector<double>& before, double offset_ratio) const {
    // Two for each thread may wait, and large ones take memory. How many there are changes the result in its last bits.
    constexpr std::size_t least = 256, many = 64, few = 8;
    const std::size_t most = parameters_.size() <= 1'000 ? many : few;
    const std::size_t part = std::max(least, (learnt_.size() + most - 1) / most);
    const std::size_t parts = (learnt_.size() + part - 1) / part;
    Sums sums{Matrix::Zero(parameters_.size(), parameters_.size()), Vector::Zero(parameters_.size())};
    parallel::ordered_sum(
        parts, options_.threads,
        [&](std::size_t i) {
          Sums of_part{Matrix::Zero(parameters_.size(), parameters_.size()), Vector::Zero(parameters_.size())};
          SumOfNeighbourhood sum(of_part);
          const std::size_t end = std::min(learnt_.size(), (i + 1) * part);
          for (std::size_t j = i * part; j < end; ++j) add(learnt_[j], before, offset_ratio, sum);
          return of_part;
        },
        [&](std::size_t, const Sums& of_part) {
          sums.curvature += of_part.curvature;
          sums.slope += of_part.slope;
        });
    return sums;
  }

  // Adds the rows of a neighbourhood, and takes away what its offset explains.
  class SumOfNeighbourhood {
   public:
    explicit SumOfNeighbourhood(Sums& to) : to_(to), mean_(Vector::Zero(to.slope.size())) {}

    void add(const SparseRow& row, double closeness, double residual) {
      for (const auto& [parameter, derivative] : row) {
        to_.slope[parameter] += closeness * residual * derivative;
        touched_.push_back(parameter);
        mean_[parameter] += closeness * derivative;
      }
      add_products(row, closeness);
      weight_ += closeness;
      residual_ += closeness * residual;
    }

    void close(double offset_ratio) {
      std::ranges::sort(touched_);
      const auto repeated = std::ranges::unique(touched_);
      touched_.erase(repeated.begin(), repeated.end());
      row_.clear();
      for (const Index parameter : touched_) row_.emplace_back(parameter, std::exchange(mean_[parameter], 0));
      touched_.clear();
      const double share = 1 / (std::exchange(weight_, 0) + offset_ratio);
      for (const auto& [parameter, sum] : row_) to_.slope[parameter] -= share * residual_ * sum;
      residual_ = 0;
      add_products(row_, -share);
    }

   private:
    // Entries are sorted by parameter.
    void add_products(const SparseRow& row, double factor) {
      for (std::size_t right = 0; right < row.size(); ++right) {
        const double with = factor * row[right].second;
        for (std::size_t left = right; left < row.size(); ++left) {
          to_.curvature(row[left].first, row[right].first) += with * row[left].second;
        }
      }
    }

    Sums& to_;
    Vector mean_;
    std::vector<Index> touched_;
    SparseRow row_;
    double weight_ = 0, residual_ = 0;
  };

  void add(std::size_t neighbourhood, const std::vector<double>& before, double offset_ratio,
           SumOfNeighbourhood& sum) const {
    SparseRow row;
    for (std::size_t i = from_.first[neighbourhood]; i < from_.first[neighbourhood + 1]; ++i) {
      parameters_.take(from_.rows[i], row);
      sum.add(row, closeness_[i], scores_[i] - before[i]);
    }
    sum.close(offset_ratio);
  }

  // By the method of moments: within neighbourhoods the sum of squares has sigma^2 for each row but one, and less those
  // that the weights are found from; the squares of their means have sigma^2 / weight + tau^2.
  [[nodiscard]] LeftSpreads spreads_of(const std::vector<double>& under) const {
    double within = 0, between = 0, weights = 0;
    std::size_t free = 0;
    for (const std::size_t neighbourhood : learnt_) {
      const Moments left = moments(neighbourhood, [&](std::size_t i) { return scores_[i] - under[i]; });
      within += left.squares - left.weight * left.mean * left.mean;
      between += left.weight * left.mean * left.mean;
      weights += left.weight;
      free += from_.first[neighbourhood + 1] - from_.first[neighbourhood] - 1;
    }
    const std::size_t spent =
        std::min(free - std::min<std::size_t>(free, 1), static_cast<std::size_t>(parameters_.size()));
    const double variance = free > 0 ? within / static_cast<double>(free - spent) : 0;
    const double of_means = (between - variance * static_cast<double>(learnt_.size())) / weights;
    return {std::sqrt(std::max(variance, 0.0)), std::sqrt(std::max(of_means, 0.0))};
  }

  [[nodiscard]] double weight_of(std::size_t neighbourhood) const {
    const auto first = closeness_.begin() + static_cast<std::ptrdiff_t>(from_.first[neighbourhood]);
    const auto last = closeness_.begin() + static_cast<std::ptrdiff_t>(from_.first[neighbourhood + 1]);
    return std::accumulate(first, last, 0.0);
  }

  struct Moments {
    double weight = 0, mean = 0, squares = 0;
  };
  template <class Value>
  [[nodiscard]] Moments moments(std::size_t neighbourhood, const Value& value) const {
    Moments result;
    for (std::size_t i = from_.first[neighbourhood]; i < from_.first[neighbourhood + 1]; ++i) {
      result.weight += closeness_[i];
      result.mean += closeness_[i] * value(i);
      result.squares += closeness_[i] * value(i) * value(i);
    }
    result.mean /= result.weight;
    return result;
  }

  // Squared correlations on the games held out, without means where all scores are compared: 0 is even for both.
  [[nodiscard]] Explained explained(const std::vector<double>& under) const {
    std::array<double, 3> all{}, within{};  // teacher with itself, with the scores, and these with themselves
    for (const std::size_t neighbourhood : heldout_) {
      const double teacher = moments(neighbourhood, [&](std::size_t i) { return scores_[i]; }).mean;
      const double pupil = moments(neighbourhood, [&](std::size_t i) { return under[i]; }).mean;
      for (std::size_t i = from_.first[neighbourhood]; i < from_.first[neighbourhood + 1]; ++i) {
        add_products(scores_[i], under[i], closeness_[i], all);
        add_products(scores_[i] - teacher, under[i] - pupil, closeness_[i], within);
      }
    }
    return {share_of(within), share_of(all)};
  }
  static void add_products(double a, double b, double weight, std::array<double, 3>& to) {
    to[0] += weight * a * a;
    to[1] += weight * a * b;
    to[2] += weight * b * b;
  }
  static double share_of(const std::array<double, 3>& products) {
    const double squares = products[0] * products[2];
    return squares > 0 && products[1] > 0 ? products[1] * products[1] / squares : 0;
  }

  // Scores that explain a part only are less spread out than what they explain, and a search has margins of one size.
  [[nodiscard]] double scale_of(const std::vector<double>& under) const {
    std::array<double, 3> all{};
    for (const std::size_t neighbourhood : learnt_) {
      for (std::size_t i = from_.first[neighbourhood]; i < from_.first[neighbourhood + 1]; ++i) {
        add_products(scores_[i], under[i], closeness_[i], all);
      }
    }
    return all[2] > 0 ? std::sqrt(all[0] / all[2]) : 1;
  }

  const Neighbourhoods& from_;
  Weights start_;  // on the teacher's scale
  const DistilOptions& options_;
  Parameters parameters_;
  std::vector<double> scores_, closeness_;     // by row: the teacher's score, and a^2
  std::vector<std::size_t> learnt_, heldout_;  // neighbourhoods
};

bool has_weights(const Weights& weights, const Group& group) {
  const auto phases = static_cast<std::size_t>(weights.schema.phase_count());
  const std::size_t first = static_cast<std::size_t>(group.first) * phases;
  const std::size_t size = static_cast<std::size_t>(group.shape.size()) * phases;
  const auto of_group = std::span(weights.values).subspan(first, size);
  return std::ranges::any_of(of_group, [](double value) { return value != 0; });
}

void require_linear(const Weights& weights) {
  for (const Group& group : weights.schema.groups()) {
    if (group.role == Role::linear || !has_weights(weights, group)) continue;
    throw Error(fmt::format(
        "the start has weights of {}, which is not linear: only evaluations that are linear can be distilled",
        group.name));
  }
}

// Of the linear groups.
std::vector<bool> chosen_terms(const Schema& schema, const DistilOptions& options) {
  std::vector<bool> chosen = terms_of_groups(schema, options.groups);
  for (const Group& group : schema.groups()) {
    if (group.role != Role::linear) std::fill_n(chosen.begin() + group.first, group.shape.size(), false);
  }
  return chosen;
}

}  // namespace

void DistilOptions::declare(text::Options& options) {
  declare_group_patterns(options, groups,
                         "groups to fit, '*' for any text, commas between; others stay as they are, but for --scale");
  options.real("spread", "S", spread, weight_spreads,
               "how far weights are expected to lie from where they start, in the teacher's centi-units: the pull");
  options.real_or("offset-ratio", "auto", offset_ratio, offset_ratios,
                  "how little the positions of a neighbourhood share that the weights cannot know: the variance of "
                  "errors within neighbourhoods over that between them; 0 learns from differences within "
                  "neighbourhoods alone, 1e12 takes all rows as they are; auto: as the data have it");
  options.real_or("scale", "auto", scale, scales,
                  "multiply all weights in the end; 1: scores are the best guess of the teacher's, which is nearer to "
                  "even; auto: scores are spread out like the teacher's");
  options.real("holdout", "SHARE", holdout, shares, "share of the games that are kept out of the fit to judge it");
}

void DistilOptions::validate() const {
  text::check(spread, weight_spreads);
  if (offset_ratio) text::check(*offset_ratio, offset_ratios);
  if (scale) text::check(*scale, scales);
  text::check(holdout, shares);
}

void require_distillable(const Weights& start, const DistilOptions& options) {
  options.validate();
  require_linear(start);
  if (!start.schema.constraints().empty()) {
    throw Error("the start has ties, bounds or weights that are fixed, which distilled weights would not keep");
  }
  const auto terms = static_cast<std::size_t>(std::ranges::count(chosen_terms(start.schema, options), true));
  const std::size_t weights = terms * static_cast<std::size_t>(start.schema.phase_count());
  if (weights == 0) throw Error(expected_found("groups of weights that are linear", "none"));
  const std::size_t most = FitOptions().dense_limit;
  if (weights <= most) return;
  throw Error(fmt::format("distilling takes a matrix of its {} weights, and at most {} are allowed: choose --groups",
                          weights, most));
}

DistilResult distil(const Neighbourhoods& from, const Weights& start, double teacher_k, const DistilOptions& options) {
  require_distillable(start, options);
  return Distiller(from, start, teacher_k, chosen_terms(start.schema, options), options).run();
}

}  // namespace hone::learn
