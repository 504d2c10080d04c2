// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/evidence.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/fit/game_noise.hpp"
#include "tuner/learn/fit/quadratic_model.hpp"

namespace hone::learn {

namespace {

using Eigen::Index;

constexpr double usual_ridge = 1e-3;                          // to begin at when there is none
constexpr double least_strength = 1e-9, most_strength = 1e3;  // shares of the starting loss
constexpr double least_determined = 0.5;                      // weights, to say what spread is typical
constexpr double one_weight = 1;                              // what is added to numerator and denominator
constexpr int common_rounds = 6, most_rounds = 25, most_models = 3;
// Of the logarithm of a strength: what is left to do when a search ends, between rounds and between models, and the
// longest step of a round.
constexpr double close_enough = 0.02, nearly_enough = 0.15, longest_step = 3;
// The iteration creeps where the data say little. Steps in the same direction are therefore made longer and longer.
constexpr double quicker = 1.5, quickest = 8;
constexpr double usual_games = 10;       // of all groups that the noise of one is mixed with
constexpr double rough_decrease = 1e-6;  // of the fits on the way

// How a strength moved in the last round, in its logarithm.
struct Pace {
  double wanted = 0, power = 1;
};

// One group at one phase. Strengths are second derivatives here.
struct PulledBlock {
  std::vector<Index> members;      // parameters
  std::vector<std::size_t> pairs;  // in Penalty::neighbours
  bool ridge_free = false, smooth_free = false;
  double noise = 1;
  Pace ridge_pace = {}, smooth_pace = {};
};

// What a pull at its present strength s found: how many weights it leaves to the data, and their squared distances.
struct PullEvidence {
  double determined = 0, distance = 0;

  PullEvidence& operator+=(const PullEvidence& other) {
    determined += other.determined;
    distance += other.distance;
    return *this;
  }
};

// What the prior of one block alone leads to expect: the point where its pulls meet, and its spreads there.
struct PriorOfBlock {
  double ridge_spread = 0, smooth_spread = 0;      // tr(R^-1), tr(R^-1 L)
  double ridge_distance = 0, smooth_distance = 0;  // squared, at that point
};

PriorOfBlock ridge_prior(const PulledBlock& block, double ridge) {
  return {.ridge_spread = ridge > 0 ? static_cast<double>(block.members.size()) / ridge : 0};
}

// Both pulls together. A group without a ridge has one free direction, which a tiny ridge holds.
PriorOfBlock prior_of(const PulledBlock& block, const Penalty& penalty, double ridge, double smooth) {
  if (block.pairs.empty() || !(smooth > 0)) return ridge_prior(block, ridge);
  const auto size = static_cast<Index>(block.members.size());
  const auto place = [&](Index parameter) {
    return std::lower_bound(block.members.begin(), block.members.end(), parameter) - block.members.begin();
  };
  Penalty alone{Vector::Constant(size, std::max(ridge, 1e-9 * smooth) / 2), elements(penalty.prior, block.members), {}};
  for (const std::size_t number : block.pairs) {
    const NeighbourPull& pair = penalty.neighbours[number];
    alone.neighbours.push_back({place(pair.first), place(pair.second), smooth / 2, pair.offset});
  }
  Matrix hessian = Matrix::Zero(size, size);
  alone.add_hessian(hessian);
  const Eigen::LLT<Matrix> factor(hessian);
  const Vector point = factor.solve(-alone.gradient(Vector::Zero(size)));
  const Matrix inverse = factor.solve(Matrix::Identity(size, size));
  PriorOfBlock result{.ridge_spread = inverse.trace(), .ridge_distance = (point - alone.prior).squaredNorm()};
  for (const NeighbourPull& pair : alone.neighbours) {
    result.smooth_spread +=
        inverse(pair.first, pair.first) + inverse(pair.second, pair.second) - 2 * inverse(pair.first, pair.second);
    result.smooth_distance += pair.distance(point) * pair.distance(point);
  }
  return result;
}

class StrengthSearch {
 public:
  StrengthSearch(const FitSetup& setup, const FitProblem& problem, const PullStrengths& first)
      : setup_(setup), problem_(problem), unit_(2 * problem.start_loss()), strengths_(first) {
    const auto factors = ridge_factors(setup.start.schema, setup.options.group_ridge);
    const double ridge = first.ridge > 0 ? first.ridge : usual_ridge;
    for (std::size_t group = 0; group < setup.start.schema.groups().size(); ++group) {
      const Group& of = setup.start.schema.groups()[group];
      const auto factor = factors[static_cast<std::size_t>(of.first)];
      const bool has_pairs = !neighbour_pairs(of.shape).empty();
      const double smooth = !has_pairs ? 0 : setup.options.smooth ? first.smooth : ridge / 2;
      for (int phase = 0; phase < setup.start.schema.phase_count(); ++phase) {
        strengths_.groups.push_back({group, phase, factor ? *factor * first.ridge : ridge, smooth});
        PulledBlock& block = blocks_.emplace_back();
        block.ridge_free = !factor;
        block.smooth_free = has_pairs && !setup.options.smooth;
      }
    }
    gather_members();
  }

  PullStrengths run(const SolverObserver& observer, Vector& x) {
    for (int model = 0; model < most_models; ++model) {
      (void)problem_.solve({.strengths = strengths_, .relative_decrease = rough_decrease, .observer = observer}, x);
      const PullStrengths before = strengths_;
      if (!improve(model_at(x), model == 0, x)) break;
      if (change_from(before) < nearly_enough) break;
    }
    return strengths_;
  }

 private:
  void gather_members() {
    const auto phases = static_cast<std::size_t>(setup_.start.schema.phase_count());
    const std::vector<std::int32_t> parameters = problem_.parameter_led_by_weight();
    std::vector<std::size_t> block_of(problem_.parameters());
    for (std::size_t number = 0; number < blocks_.size(); ++number) {
      const Group& group = setup_.start.schema.groups()[strengths_.groups[number].group];
      for (int term = group.first; term < group.first + group.shape.size(); ++term) {
        const std::size_t weight = static_cast<std::size_t>(term) * phases + number % phases;
        if (parameters[weight] < 0) continue;
        blocks_[number].members.push_back(parameters[weight]);
        block_of[static_cast<std::size_t>(parameters[weight])] = number;
      }
      std::sort(blocks_[number].members.begin(), blocks_[number].members.end());
    }
    const Penalty penalty = problem_.penalty(strengths_);
    for (std::size_t pair = 0; pair < penalty.neighbours.size(); ++pair) {
      const std::size_t block = block_of[static_cast<std::size_t>(penalty.neighbours[pair].first)];
      const bool is_within = block == block_of[static_cast<std::size_t>(penalty.neighbours[pair].second)];
      if (is_within) blocks_[block].pairs.push_back(pair);  // ties may pair weights of different groups
    }
  }

  [[nodiscard]] QuadraticModel model_at(const Vector& x) {
    Objective data = problem_.data();
    Vector slope;
    (void)data.gradient(x, slope);
    if (!problem_.dense()) {
      data.set_point(x);
      QuadraticModel model(data.diagonal(), slope, x, setup_.options.threads);
      find_noise(x, model.diagonal());
      return model;
    }
    Matrix hessian;
    data.data_hessian(x, hessian);
    QuadraticModel model(std::move(hessian), slope, x, setup_.options.threads);
    find_noise(x, model.diagonal());
    return model;
  }

  // A group that few games have is taken to vary as all groups do.
  void find_noise(const Vector& x, const Vector& curvature) {
    GameNoise noise = game_noise(setup_.rows, setup_.learnt_rows(setup_.split), problem_.weights_at(x),
                                 problem_.parameter_of_weight(), x.size(), setup_.options.loss, setup_.targets,
                                 setup_.options.threads);
    if (const Matrix carried = problem_.carried_scatter(setup_.dispersion); carried.size() > 0) {
      noise.variance += carried.diagonal();
    }
    const double usual = noise.variance.sum() / std::max(curvature.sum(), 1e-300);
    for (PulledBlock& block : blocks_) {
      double games = 0, variance = 0, curved = 0;
      for (const Index i : block.members) {
        games = std::max(games, noise.games[i]);
        variance += noise.variance[i];
        curved += curvature[i];
      }
      const double own = curved > 0 ? variance / curved : usual;
      block.noise = std::max((games * own + usual_games * usual) / (games + usual_games), 1e-300);
    }
  }

  // Finds the strengths of the model; false when they have no meaning. The first time all groups begin with what is
  // likeliest for all together.
  bool improve(const QuadraticModel& model, bool is_first, Vector& x) {
    if (is_first) {
      for (int round = 0; round < common_rounds; ++round) {
        if (!step(model, true, x)) return false;
      }
    }
    for (int round = 0; round < most_rounds; ++round) {
      if (!step(model, false, x)) return false;
      if (left_to_do() < close_enough) break;
    }
    return true;
  }

  // One round; x becomes the minimum at the strengths before it.
  bool step(const QuadraticModel& model, bool together, Vector& x) {
    const Penalty penalty = problem_.penalty(strengths_);
    const auto found = model.minimum(penalty);
    if (!found || !found->point.allFinite()) return false;
    x = found->point;
    std::vector<PullEvidence> ridge(blocks_.size()), smooth(blocks_.size());
    for (std::size_t i = 0; i < blocks_.size(); ++i) judge(i, penalty, *found, ridge[i], smooth[i]);
    if (together) {
      find_common(ridge, smooth);
    } else {
      find_typical(ridge, smooth);
    }
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      PulledBlock& block = blocks_[i];
      GroupPull& pull = strengths_.groups[i];
      if (has_ridge(block)) renew(pull.ridge, block.noise, ridge[i], common_ridge_, together, block.ridge_pace);
      if (has_smooth(block)) renew(pull.smooth, block.noise, smooth[i], common_smooth_, together, block.smooth_pace);
    }
    return true;
  }

  void judge(std::size_t number, const Penalty& penalty, const QuadraticMinimum& found, PullEvidence& ridge,
             PullEvidence& smooth) const {
    const PulledBlock& block = blocks_[number];
    const double ridge_strength = unit_ * strengths_.groups[number].ridge;
    const double smooth_strength = unit_ * strengths_.groups[number].smooth;
    const PriorOfBlock prior = prior_of(block, penalty, ridge_strength, smooth_strength);
    double spread = 0;
    for (const Index i : block.members) {
      spread += found.spread[i];
      ridge.distance += (found.point[i] - penalty.prior[i]) * (found.point[i] - penalty.prior[i]);
    }
    ridge.determined =
        ridge_strength * (std::max(0.0, prior.ridge_spread - spread) + prior.ridge_distance / block.noise);
    spread = 0;
    for (const std::size_t pair : block.pairs) {
      spread += found.differences[pair];
      smooth.distance +=
          penalty.neighbours[pair].distance(found.point) * penalty.neighbours[pair].distance(found.point);
    }
    smooth.determined =
        smooth_strength * (std::max(0.0, prior.smooth_spread - spread) + prior.smooth_distance / block.noise);
  }

  // Whether the block has a ridge, or a smoothness, to be found.
  [[nodiscard]] static bool has_ridge(const PulledBlock& block) { return block.ridge_free && !block.members.empty(); }
  [[nodiscard]] static bool has_smooth(const PulledBlock& block) { return block.smooth_free && !block.pairs.empty(); }

  // The squared spreads of all free groups, as if they were one.
  void find_common(const std::vector<PullEvidence>& ridge, const std::vector<PullEvidence>& smooth) {
    PullEvidence all_ridges, all_smooths;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (has_ridge(blocks_[i])) all_ridges += ridge[i];
      if (has_smooth(blocks_[i])) all_smooths += smooth[i];
    }
    common_ridge_ = all_ridges.distance / std::max(all_ridges.determined, 1e-9);
    common_smooth_ = all_smooths.distance / std::max(all_smooths.determined, 1e-9);
  }

  // Their geometric mean, each group counting by what the data determine of it. A few wide groups would raise another
  // mean so far that one weight of that spread outweighs a whole narrow group.
  void find_typical(const std::vector<PullEvidence>& ridge, const std::vector<PullEvidence>& smooth) {
    double ridges = 0, smooths = 0, ridge_weights = 1e-9, smooth_weights = 1e-9;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (has_ridge(blocks_[i])) {
        ridges += ridge[i].determined * std::log(blocks_[i].noise / strengths_.groups[i].ridge);
        ridge_weights += ridge[i].determined;
      }
      if (has_smooth(blocks_[i])) {
        smooths += smooth[i].determined * std::log(blocks_[i].noise / strengths_.groups[i].smooth);
        smooth_weights += smooth[i].determined;
      }
    }
    if (ridge_weights > least_determined) common_ridge_ = std::exp(ridges / ridge_weights) / unit_;
    if (smooth_weights > least_determined) common_smooth_ = std::exp(smooths / smooth_weights) / unit_;
  }

  // Renews a strength by what it found.
  void renew(double& strength, double noise, const PullEvidence& evidence, double common, bool together,
             Pace& pace) const {
    const double squared_spread =
        together ? common
                 : (evidence.distance + one_weight * common) / std::max(evidence.determined + one_weight, 1e-9);
    const double wanted = noise / std::max(squared_spread, 1e-300) / unit_;
    const double step = std::log(std::clamp(wanted, least_strength, most_strength) / strength);
    pace.power = !together && step * pace.wanted > 0 ? std::min(quicker * pace.power, quickest) : 1;
    pace.wanted = step;
    const double taken = std::clamp(pace.power * step, -longest_step, longest_step);
    strength = std::clamp(strength * std::exp(taken), least_strength, most_strength);
  }

  // The longest step that a strength asked for in the last round.
  [[nodiscard]] double left_to_do() const {
    double longest = 0;
    for (const PulledBlock& block : blocks_) {
      if (has_ridge(block)) longest = std::max(longest, std::abs(block.ridge_pace.wanted));
      if (has_smooth(block)) longest = std::max(longest, std::abs(block.smooth_pace.wanted));
    }
    return longest;
  }

  // The largest change of a logarithm.
  [[nodiscard]] double change_from(const PullStrengths& before) const {
    double largest = 0;
    const auto look = [&](double now, double then) {
      if (now > 0 && then > 0) largest = std::max(largest, std::abs(std::log(now / then)));
    };
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      look(strengths_.groups[i].ridge, before.groups[i].ridge);
      look(strengths_.groups[i].smooth, before.groups[i].smooth);
    }
    return largest;
  }

  const FitSetup& setup_;
  const FitProblem& problem_;
  double unit_;  // the second derivative of a strength of 1
  PullStrengths strengths_;
  std::vector<PulledBlock> blocks_;              // in the order of strengths_.groups
  double common_ridge_ = 0, common_smooth_ = 0;  // squared spreads
};

}  // namespace

PullStrengths find_strengths(const FitSetup& setup, const FitProblem& problem, const PullStrengths& first,
                             const SolverObserver& observer, Vector& x) {
  if (count_games(setup.rows, setup.split.train) < least_games_of_strengths || !(problem.start_loss() > 0))
    return first;
  PullStrengths without = first;
  without.back_off = 0;
  PullStrengths found = StrengthSearch(setup, problem, without).run(observer, x);
  found.back_off = first.back_off;
  return found;
}

}  // namespace hone::learn
