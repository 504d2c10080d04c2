// SPDX-License-Identifier: MIT
#include "tuner/learn/study/selected_errors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "tuner/learn/fit/packed_rows.hpp"
#include "tuner/learn/study/game_scatter.hpp"
#include "tuner/learn/study/prior_spread.hpp"
#include "tuner/learn/study/pull_spreads.hpp"

namespace hone::learn {

namespace {

using Eigen::Index;

// Factors of parameters: what an error is asked of.
using Combination = std::vector<std::pair<Index, double>>;

double combined(const Combination& combination, const Eigen::Ref<const Vector>& column) {
  double sum = 0;
  for (const auto& [parameter, factor] : combination) sum += factor * column[parameter];
  return sum;
}

// Of the parameters that the move of boards' means changes, what they are after it: center_columns() of the identity.
std::map<Index, Combination> centered_combinations(const std::vector<CenteredBoard>& boards,
                                                   const ParameterOfWeight& parameters, int phases) {
  std::map<Index, std::map<Index, double>> columns;
  const auto column_of = [&](Index i) -> std::map<Index, double>& {
    return columns.try_emplace(i, std::map<Index, double>{{i, 1.0}}).first->second;
  };
  for (const CenteredBoard& board : boards) {
    const auto parameter = [&](int term, int phase) {
      return parameters[static_cast<std::size_t>(term * phases + phase)];
    };
    std::vector<std::map<Index, double>> means(static_cast<std::size_t>(phases));
    for (int phase = 0; phase < phases; ++phase) {
      for (const int square : board.squares) {
        if (parameter(square, phase) == not_fitted) continue;
        for (const auto& [i, factor] : column_of(parameter(square, phase))) {
          means[static_cast<std::size_t>(phase)][i] += factor / static_cast<double>(board.squares.size());
        }
      }
    }
    std::set<std::int32_t> moved;
    const auto move = [&](std::int32_t column, int phase, double factor) {
      if (column == not_fitted || !moved.insert(column).second) return;
      for (const auto& [i, mean] : means[static_cast<std::size_t>(phase)]) column_of(column)[i] += factor * mean;
    };
    for (int phase = 0; phase < phases; ++phase) {
      for (const int square : board.squares) move(parameter(square, phase), phase, -1);
      move(parameter(board.scalar, phase), phase, 1);
    }
  }
  std::map<Index, Combination> result;
  for (const auto& [i, column] : columns) result[i] = Combination(column.begin(), column.end());
  return result;
}

// So many of the numbers below the size of the shares, evenly along their running sum; all of them where they are few.
std::vector<std::size_t> systematic_sample(const std::vector<double>& shares, std::size_t count) {
  std::vector<std::size_t> chosen;
  const bool takes_all = shares.size() <= count;
  const double step =
      std::accumulate(shares.begin(), shares.end(), 0.0) / static_cast<double>(std::max<std::size_t>(count, 1));
  double sum = 0, next = step / 2;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    sum += shares[i];
    if (takes_all || sum > next) chosen.push_back(i);
    if (!takes_all && sum > next) next += step * std::ceil((sum - next) / step);
  }
  return chosen;
}

// The two Hessians of a fit, with what solves their equations: at the fitted weights, and halfway to those without the
// pull (FitCurvature::unpulled).
class TwoHessians {
 public:
  TwoHessians(const FitInQuestion& fit, const FitProblem& problem, const ColumnSolverOptions& options)
      : at_(problem.pulled(fit.curvature.penalty)), unpulled_(at_), is_pulled_(fit.curvature.has_pull()) {
    const Penalty& penalty = fit.curvature.penalty;
    at_.set_point(fit.curvature.point);
    at_solver_.emplace(at_, penalty.diagonal(), options);
    if (!is_pulled_) return;
    WideVector slope = WideVector::Zero(at_.size(), wide_columns);
    slope.col(0) = penalty.gradient(fit.curvature.point);
    const WideVector step = at_solver_->solve(slope, WideVector::Zero(at_.size(), wide_columns)).columns;
    unpulled_.set_point(fit.curvature.point + step.col(0) / 2);
    unpulled_solver_.emplace(unpulled_, penalty.diagonal(), options);
  }

  // The solvers point to the objectives.
  TwoHessians(const TwoHessians&) = delete;
  TwoHessians& operator=(const TwoHessians&) = delete;

  struct Solved {
    WideVector at, unpulled;
    std::array<bool, wide_columns> converged;
  };
  [[nodiscard]] Solved solve(const WideVector& right) const {
    const SolvedColumns first = at_solver_->solve(right, WideVector::Zero(right.rows(), wide_columns));
    Solved result{first.columns, first.columns, first.converged};
    if (!is_pulled_) return result;
    const SolvedColumns second = unpulled_solver_->solve(right, first.columns);
    result.unpulled = second.columns;
    for (std::size_t i = 0; i < result.converged.size(); ++i) {
      result.converged[i] = first.converged[i] && second.converged[i];
    }
    return result;
  }

 private:
  Objective at_, unpulled_;
  bool is_pulled_;
  std::optional<ColumnSolver> at_solver_, unpulled_solver_;
};

// Everything is in the unit of the parameters until the end.
class SelectedErrors {
 public:
  SelectedErrors(const FitInQuestion& fit, const SelectedFit& of, const SelectedErrorsOptions& options)
      : fit_(fit),
        options_(options),
        penalty_(fit.curvature.penalty),
        ridge_(2 * penalty_.ridge),
        places_(places_of(fit)),
        centered_(centered_combinations(fit.boards, fit.curvature.parameter_of_weight, fit.schema.phase_count())),
        scatter_options_{.loss = of.options.loss, .targets = of.targets, .threads = of.options.threads},
        scatter_(of.rows, of.learnt, of.fitted, fit.curvature.parameter_of_weight, scatter_options_),
        hessians_(fit, of.problem, options.solver) {}

  [[nodiscard]] std::optional<WeightErrors> all(const std::vector<std::size_t>& weights) {
    if (!scatter_.enough()) return std::nullopt;
    const std::vector<Index> wanted = parameters_of_weights(weights);
    find_probes();
    systems_ = probes_.size() + wanted.size();
    study_probes();
    if (options_.stop.stop_requested()) return std::nullopt;
    const PullSpreads spread = spreads();
    find_unsure_strengths();
    WeightErrors errors = no_errors(fit_.curvature.parameter_of_weight.size());
    std::vector<Combination> combinations;
    for (const Index i : wanted) combinations.push_back(after_the_move(i));
    solve_each(combinations, [&](std::size_t number, const Solution& one) {
      set_errors(wanted[number], combinations[number], one, spread, errors);
    });
    if (options_.stop.stop_requested()) return std::nullopt;
    share_among_tied(fit_.curvature, places_, errors);
    return errors;
  }

 private:
  // A direction whose distance from where the pulls want it is compared with chance: a parameter, or the difference of
  // a pair of neighbours. A parameter that the move of boards changes is studied after the move as well.
  struct Probe {
    Combination combination;
    Index pull = 0;  // a parameter, or the number of parameters and a pair
    bool is_moved = false;
    double found = 0, expected = 0;  // variances
    std::vector<double> reach = {};  // of each group of pulls
    bool is_solved = false;
  };

  struct Solution {
    Vector unpulled;   // H^-1 c, of the prior's part
    double found = 0;  // the variance by chance
    bool converged = false;
  };

  [[nodiscard]] Index size() const { return ridge_.size(); }
  [[nodiscard]] Index pairs() const { return std::ssize(penalty_.neighbours); }
  [[nodiscard]] Index groups() const { return std::ssize(fit_.schema.groups()); }
  [[nodiscard]] const NeighbourPull& pair(Index number) const {
    return penalty_.neighbours[static_cast<std::size_t>(number)];
  }
  [[nodiscard]] std::size_t weight(Index parameter) const {
    return places_.weight[static_cast<std::size_t>(parameter)];
  }
  [[nodiscard]] double games(Index parameter) const {
    return places_.is_seen(parameter) ? fit_.games[weight(parameter)] : 0;
  }

  [[nodiscard]] std::vector<Index> parameters_of_weights(const std::vector<std::size_t>& weights) const {
    std::set<Index> found;
    for (const std::size_t one : weights) {
      const std::int32_t parameter = fit_.curvature.parameter_of_weight[one];
      if (parameter != not_fitted) found.insert(parameter);
    }
    return {found.begin(), found.end()};
  }

  [[nodiscard]] Combination after_the_move(Index parameter) const {
    const auto moved = centered_.find(parameter);
    return moved == centered_.end() ? Combination{{parameter, 1.0}} : moved->second;
  }

  // Calls use(number, solution) for each combination.
  template <class Use>
  void solve_each(const std::vector<Combination>& combinations, const Use& use) {
    constexpr auto at_once = static_cast<std::size_t>(wide_columns);
    for (std::size_t first = 0; first < combinations.size(); first += at_once) {
      if (options_.stop.stop_requested()) return;
      const std::size_t last = std::min(first + at_once, combinations.size());
      WideVector right = WideVector::Zero(size(), wide_columns);
      for (std::size_t i = first; i < last; ++i) {
        for (const auto& [parameter, factor] : combinations[i])
          right(parameter, static_cast<Index>(i - first)) = factor;
      }
      const TwoHessians::Solved solved = hessians_.solve(right);
      WideNumbers found = scatter_.of(solved.at);
      if (const Matrix& carried = fit_.curvature.carried_scatter; carried.size() > 0) {
        const Matrix product = carried.selfadjointView<Eigen::Lower>() * Matrix(solved.at);
        found += solved.at.cwiseProduct(WideVector(product)).colwise().sum().array();
      }
      for (std::size_t i = first; i < last; ++i) {
        const auto column = static_cast<Index>(i - first);
        use(i, Solution{solved.unpulled.col(column), found[column], solved.converged[i - first]});
      }
      systems_done_ += last - first;
      if (options_.progress) options_.progress(systems_done_, systems_);
    }
  }

  void find_probes() {
    const Vector diagonal = penalty_.diagonal();
    std::vector<std::vector<Index>> members(static_cast<std::size_t>(2 * groups()));
    for (Index i = 0; i < size(); ++i) {
      if (places_.is_seen(i)) members[places_.group[static_cast<std::size_t>(i)]].push_back(i);
    }
    for (Index q = 0; q < pairs(); ++q) {
      members[places_.group[static_cast<std::size_t>(pair(q).first)] + static_cast<std::size_t>(groups())].push_back(
          size() + q);
    }
    for (const std::vector<Index>& group : members) {
      std::vector<double> shares;
      for (const Index pull : group) {
        const double data = pull < size() ? fit_.curvature.diagonal[pull] : 1,
                     held = pull < size() ? diagonal[pull] : 0;
        shares.push_back(data / std::max(data + held, 1e-300));
      }
      for (const std::size_t number : systematic_sample(shares, options_.sample)) add_probes(group[number]);
    }
  }

  void add_probes(Index pull) {
    if (pull >= size()) {
      const NeighbourPull& both = pair(pull - size());
      probes_.push_back({{{both.first, 1.0}, {both.second, -1.0}}, pull});
      return;
    }
    probes_.push_back({{{pull, 1.0}}, pull});
    if (centered_.contains(pull)) probes_.push_back({after_the_move(pull), pull, true});
  }

  void study_probes() {
    std::vector<Combination> combinations;
    for (const Probe& probe : probes_) combinations.push_back(probe.combination);
    solve_each(combinations, [&](std::size_t number, const Solution& one) {
      Probe& probe = probes_[number];
      probe.is_solved = one.converged;
      probe.found = one.found;
      probe.expected = expected(probe.combination, one.unpulled);
      if (!probe.is_moved) probe.reach = reach_of(probe, one.unpulled);
    });
    std::erase_if(probes_, [](const Probe& probe) { return !probe.is_solved; });
    noise_factor_ = noise_factor(false);
    moved_noise_factor_ = noise_factor(true);
  }

  // The variance that the curvature leads to expect: c' H^-1 D H^-1 c.
  [[nodiscard]] double expected(const Combination& combination, const Vector& column) const {
    return std::max(0.0, combined(combination, column) - column.dot(penalty_.product(column)));
  }

  // What a true distance of 1 of all pulls of each group adds to the variance of the fitted distance.
  [[nodiscard]] std::vector<double> reach_of(const Probe& probe, const Vector& column) const {
    std::vector<double> reach(static_cast<std::size_t>(2 * groups()), 0.0);
    for (Index k = 0; k < size(); ++k) {
      if (!places_.is_seen(k)) continue;
      const double reached = (k == probe.pull ? 1 : 0) - ridge_[k] * column[k];
      reach[places_.group[static_cast<std::size_t>(k)]] += reached * reached;
    }
    for (Index q = 0; q < pairs(); ++q) {
      const double shift = 2 * pair(q).strength * (column[pair(q).first] - column[pair(q).second]);
      const double reached = (size() + q == probe.pull ? 1 : 0) - shift;
      reach[places_.group[static_cast<std::size_t>(pair(q).first)] + static_cast<std::size_t>(groups())] +=
          reached * reached;
    }
    return reach;
  }

  // How much more a game varies than its positions would on their own, before the boards are moved or after.
  [[nodiscard]] double noise_factor(bool after) const {
    double sum = 0, weighed = 0;
    for (const Probe& probe : probes_) {
      if (probe.pull >= size() || probe.is_moved != (after && centered_.contains(probe.pull))) continue;
      if (probe.expected > 0) sum += games(probe.pull) * probe.found / probe.expected;
      weighed += games(probe.pull);
    }
    return sum / std::max(weighed, 1e-300);
  }

  [[nodiscard]] static double moderated(double games, double found, double expected, double factor) {
    return (games * std::max(0.0, found) + expected_games * factor * expected) / (games + expected_games);
  }

  [[nodiscard]] PullSpreads spreads() const {
    PriorDistances found;
    std::vector<const Probe*> used;
    for (const Probe& probe : probes_) {
      if (!probe.is_moved) used.push_back(&probe);
    }
    found.distance.resize(std::ssize(used));
    found.variance.resize(std::ssize(used));
    found.reach.resize(std::ssize(used), 2 * groups());
    for (Index i = 0; i < std::ssize(used); ++i) {
      const Probe& probe = *used[static_cast<std::size_t>(i)];
      const bool is_pair = probe.pull >= size();
      const Index first = is_pair ? pair(probe.pull - size()).first : probe.pull;
      const double known = is_pair ? std::min(games(first), games(pair(probe.pull - size()).second)) : games(first);
      found.distance[i] = is_pair ? pair(probe.pull - size()).distance(fit_.curvature.point)
                                  : fit_.curvature.point[first] - penalty_.prior[first];
      found.variance[i] = moderated(known, probe.found, probe.expected, noise_factor_);
      for (Index group = 0; group < 2 * groups(); ++group) {
        found.reach(i, group) = probe.reach[static_cast<std::size_t>(group)];
      }
      found.group.push_back(places_.group[static_cast<std::size_t>(first)] +
                            (is_pair ? static_cast<std::size_t>(groups()) : 0));
    }
    return spread_over_pulls(prior_spreads(found));
  }

  [[nodiscard]] PullSpreads spread_over_pulls(const std::vector<double>& of_group) const {
    PullSpreads result{Vector::Zero(size()), Vector::Zero(pairs())};
    for (Index i = 0; i < size(); ++i) {
      if (places_.is_seen(i)) result.ridge[i] = of_group[places_.group[static_cast<std::size_t>(i)]];
    }
    for (Index q = 0; q < pairs(); ++q) {
      const std::size_t group = places_.group[static_cast<std::size_t>(pair(q).first)];
      result.neighbours[q] = of_group[group + static_cast<std::size_t>(groups())];
    }
    join_pulls(fit_, places_, noise_factor_, result);
    return result;
  }

  // As errors with a matrix take account of strengths that were found from the data (weight_errors.cpp), with the
  // diagonal of the Hessian for its inverse: of many weights, a strength is known well.
  void find_unsure_strengths() {
    const auto phases = static_cast<std::size_t>(fit_.schema.phase_count());
    block_variance_ = Vector::Zero(groups() * static_cast<Index>(phases));
    Vector information = block_variance_;
    for (Index i = 0; i < size(); ++i) {
      if (!places_.is_seen(i)) continue;
      const double told = 1 - ridge_[i] / std::max(ridge_[i] + fit_.curvature.diagonal[i], 1e-300);
      information[block_of(i)] += told * told / 2;
    }
    for (const FitCurvature::FoundPull& found : fit_.curvature.found) {
      const auto block = static_cast<Index>(found.group * phases + static_cast<std::size_t>(found.phase));
      if (found.ridge) block_variance_[block] = 1 / (information[block] + 0.5);
    }
  }

  [[nodiscard]] Index block_of(Index parameter) const {
    const auto phases = static_cast<std::size_t>(fit_.schema.phase_count());
    return static_cast<Index>(places_.group[static_cast<std::size_t>(parameter)] * phases + weight(parameter) % phases);
  }

  [[nodiscard]] double strengths_variance(const Vector& column) const {
    Vector slopes = Vector::Zero(block_variance_.size());
    for (Index i = 0; i < size(); ++i) {
      if (!places_.is_seen(i)) continue;
      slopes[block_of(i)] += column[i] * ridge_[i] * (fit_.curvature.point[i] - penalty_.prior[i]);
    }
    return slopes.cwiseAbs2().dot(block_variance_);
  }

  void set_errors(Index parameter, const Combination& combination, const Solution& one, const PullSpreads& spread,
                  WeightErrors& errors) const {
    if (!one.converged) return;
    const Vector& column = one.unpulled;
    const Vector pulls = ridge_.cwiseProduct(column);
    double whole = pulls.cwiseProduct(spread.ridge).squaredNorm();
    for (Index q = 0; q < pairs(); ++q) {
      const double pull = 2 * pair(q).strength * (column[pair(q).first] - column[pair(q).second]);
      whole += pull * pull * spread.neighbours[q] * spread.neighbours[q];
    }
    const double by_strengths = strengths_variance(column);
    const double own = pulls[parameter] * spread.ridge[parameter];
    const std::size_t at = weight(parameter);
    const double from_start = pulls[parameter] * fit_.start_distance[at] / parameter_unit;
    double own_reach = 0;
    for (const auto& [i, factor] : combination) own_reach = i == parameter ? factor : own_reach;
    const double chance = moderated(games(parameter), one.found, expected(combination, column), moved_noise_factor_);
    errors.sampling[at] = parameter_unit * std::sqrt(chance);
    errors.prior[at] = parameter_unit * std::sqrt(whole + by_strengths);
    errors.leak[at] =
        parameter_unit * std::sqrt(std::max(0.0, whole - own * own) + by_strengths + from_start * from_start);
    errors.data_share[at] = std::clamp(1 - penalty_.product(column)[parameter] / std::max(own_reach, 1e-9), 0.0, 1.0);
  }

  const FitInQuestion& fit_;
  const SelectedErrorsOptions& options_;
  const Penalty& penalty_;
  Vector ridge_;  // second derivatives
  ParameterPlaces places_;
  std::map<Index, Combination> centered_;
  CovarianceOptions scatter_options_;
  GameScatter scatter_;
  TwoHessians hessians_;
  std::vector<Probe> probes_ = {};
  double noise_factor_ = 1, moved_noise_factor_ = 1;
  Vector block_variance_ = {};  // of the logarithm of each strength that was found, by group and phase
  std::size_t systems_ = 0, systems_done_ = 0;
};

}  // namespace

std::optional<WeightErrors> selected_errors(const FitInQuestion& fit, const SelectedFit& of,
                                            const std::vector<std::size_t>& weights,
                                            const SelectedErrorsOptions& options) {
  return SelectedErrors(fit, of, options).all(weights);
}

}  // namespace hone::learn
