// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/fit_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "data/error.hpp"
#include "tuner/learn/fit/dispersion.hpp"
#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/learn/fit/newton_cg.hpp"
#include "tuner/learn/fit/scale.hpp"

namespace hone::learn {

namespace {

// A Hessian from a share of the rows is good enough while that share has this many rows for each parameter.
constexpr std::size_t sampled_rows_per_parameter = 64, longest_stride = 10;

// Roughly the bytes of the rows in the fit's own form: two copies of three bytes per count, or of six where counts are
// not whole, the label, and what finds the place of a row.
std::size_t packed_bytes(const RowSet& rows, std::size_t selected) {
  if (rows.size() == 0) return 0;
  const auto counts = rows.chunk(0).counts;
  const bool whole = std::all_of(counts.begin(), counts.end(), [](float count) { return count == std::trunc(count); });
  const double counts_a_row = static_cast<double>(rows.nonzeros()) / static_cast<double>(rows.size());
  const double bytes_a_row = (whole ? 6 : 12) * counts_a_row + 44;
  return static_cast<std::size_t>(bytes_a_row * static_cast<double>(selected));
}

PackingOptions packing(const RowSet& rows, const RowSelection& train, const FitOptions& options, const Targets& targets,
                       const CarriedPrior* carried) {
  PackingOptions result{.targets = &targets, .threads = options.threads};
  if (carried != nullptr) result.wanted = &carried->terms();
  if (packed_bytes(rows, train.size()) > options.memory) result.folder = options.folder;
  return result;
}

// Calls visit(entry, term) for the terms that an entry's pattern matches, later entries after earlier ones.
template <class Entries, class Visit>
void for_each_match(const Schema& schema, const Entries& entries, const Visit& visit) {
  for (const auto& entry : entries) {
    const std::vector<bool> terms = terms_of_groups(schema, std::vector{entry.pattern});
    for (std::size_t term = 0; term < terms.size(); ++term) {
      if (terms[term]) visit(entry, term);
    }
  }
}

}  // namespace

FitProblem::FitProblem(const RowSet& rows, const RowSelection& train, const Weights& start,
                       const std::vector<bool>& chosen, const FitOptions& options, const Targets& targets,
                       const CarriedPrior* carried)
    : options_(options),
      start_(start),
      rows_(rows, train, start, chosen, packing(rows, train, options, targets, carried)),
      seen_(rows_.seen()) {
  if (empty()) return;
  const Objective data(rows_,
                       {.loss = options.loss, .k = start.k, .ridge = {}, .prior = {}, .threads = options.threads});
  start_loss_ = data.value(Vector::Zero(data.size()));
  if (carried != nullptr) take_over(*carried);
}

void FitProblem::take_over(const CarriedPrior& carried) {
  std::vector<std::size_t> weights(parameters());
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = rows_.weight_of(i);
  carried_ = carried.term(weights);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (carried_->curvature(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(i)) > 0) seen_[i] = true;
  }
}

ObjectiveOptions FitProblem::data_options(std::optional<double> share) const {
  ObjectiveOptions result{.loss = options_.loss, .k = start_.k, .ridge = {}, .prior = {}, .threads = options_.threads};
  if (!carried_) return result;
  result.carried = &*carried_;
  result.carried_factor = share.value_or(options_.carry.share.value_or(1)) / rows_.total_weight();
  return result;
}

Vector FitProblem::pull(double ridge) const {
  std::vector<double> factors(static_cast<std::size_t>(start_.schema.terms()), 1.0);
  for_each_match(start_.schema, options_.group_ridge,
                 [&](const GroupRidge& group, std::size_t term) { factors[term] = group.factor; });
  Vector result(static_cast<Eigen::Index>(parameters()));
  const auto phases = static_cast<std::size_t>(start_.schema.phase_count());
  for (std::size_t i = 0; i < parameters(); ++i) {
    result[static_cast<Eigen::Index>(i)] = ridge * start_loss_ * factors[rows_.weight_of(i) / phases];
  }
  return result;
}

Vector FitProblem::prior() const {
  Vector result = Vector::Zero(static_cast<Eigen::Index>(parameters()));
  if (options_.prior == Prior::start) return result;
  for (std::size_t i = 0; i < parameters(); ++i) {
    result[static_cast<Eigen::Index>(i)] = -start_.values[rows_.weight_of(i)] / parameter_unit;
  }
  return result;
}

Box FitProblem::box(const std::vector<bool>& left_out) const {
  if (options_.bounds.empty() && left_out.empty()) return {};
  std::vector<std::pair<double, double>> bounds = bounds_of_terms(start_.schema, options_.bounds);
  for (std::size_t term = 0; term < left_out.size(); ++term) {
    if (left_out[term]) bounds[term] = {0, 0};
  }
  const auto size = static_cast<Eigen::Index>(parameters());
  Box box{Vector(size), Vector(size)};
  const auto phases = static_cast<std::size_t>(start_.schema.phase_count());
  for (Eigen::Index i = 0; i < size; ++i) {
    const std::size_t weight = rows_.weight_of(static_cast<std::size_t>(i));
    const auto [lower, upper] = bounds[weight / phases];
    box.lower[i] = (lower - start_.values[weight]) / parameter_unit;
    box.upper[i] = (upper - start_.values[weight]) / parameter_unit;
  }
  return box;
}

std::size_t FitProblem::stride() const {
  return std::clamp<std::size_t>(rows_.size() / (sampled_rows_per_parameter * parameters()), 1, longest_stride);
}

SolverSummary FitProblem::solve(const SolveRequest& request, Vector& x) const {
  ObjectiveOptions objective_options = data_options(request.carried_share);
  objective_options.ridge = pull(request.ridge);
  objective_options.prior = prior();
  Objective objective(rows_, std::move(objective_options));
  SolverOptions solver;
  solver.max_iterations = options_.max_iterations;
  solver.relative_decrease = request.relative_decrease;
  solver.stride = stride();
  if (dense()) return Solver(std::as_const(objective), solver, request.observer, box(request.left_out)).run(x);
  return NewtonCg(objective, solver, request.observer, box(request.left_out)).run(x);
}

Weights FitProblem::weights_at(const Vector& x) const {
  Weights result = start_;
  for (std::size_t i = 0; i < parameters(); ++i) {
    if (seen_[i]) result.values[rows_.weight_of(i)] += parameter_unit * x[static_cast<Eigen::Index>(i)];
  }
  return result;
}

namespace {

// The step from the fitted weights towards those without the pull, to first order: H^-1 R (x - prior).
Vector without_pull(const FitCurvature& at) {
  Matrix hessian = at.data;
  hessian.diagonal() += at.ridge;
  DampedFactor factor;
  if (!factor.compute(hessian, 1e-9)) return Vector::Zero(at.ridge.size());
  return factor.solve(at.ridge.cwiseProduct(at.distance));
}

}  // namespace

FitCurvature FitProblem::curvature_at(const Vector& x, double ridge, double dispersion) const {
  FitCurvature result;
  result.parameter_of_weight.assign(start_.values.size(), -1);
  for (std::size_t i = 0; i < parameters(); ++i) {
    if (seen_[i]) result.parameter_of_weight[rows_.weight_of(i)] = static_cast<std::int32_t>(i);
  }
  const ObjectiveOptions data = data_options();
  Objective objective(rows_, data);
  result.ridge = 2 * pull(ridge);
  result.distance = x - prior();
  if (!dense()) {
    objective.set_point(x);
    result.diagonal = objective.diagonal();
    return result;
  }
  objective.data_hessian(x, result.data);
  result.diagonal = result.data.diagonal();
  if (carried_) result.carried_scatter = dispersion / rows_.total_weight() * data.carried_factor * carried_->curvature;
  if (ridge > 0) objective.data_hessian(x + without_pull(result) / 2, result.unpulled);
  return result;
}

Posterior FitProblem::posterior_at(const Vector& x, double games, double dispersion) const {
  const Objective objective(rows_, data_options());
  Vector slope;
  Matrix curvature;
  objective.gradient(x, slope);
  objective.data_hessian(x, curvature);
  const Weights centre = weights_at(x);
  std::vector<Eigen::Index> known;
  Posterior posterior;
  posterior.game = start_.schema.game();
  posterior.learnt_as = learnt_as(options_);
  posterior.k = start_.k;
  posterior.games = games;
  for (std::size_t i = 0; i < parameters(); ++i) {
    if (!seen_[i]) continue;
    known.push_back(static_cast<Eigen::Index>(i));
    posterior.weights.push_back(weight_key(start_.schema, rows_.weight_of(i)));
  }
  const auto size = static_cast<Eigen::Index>(known.size());
  const double rows = rows_.total_weight() / dispersion;
  posterior.centre.resize(size);
  for (Eigen::Index i = 0; i < size; ++i) {
    const auto parameter = static_cast<std::size_t>(known[static_cast<std::size_t>(i)]);
    posterior.centre[i] = centre.values[rows_.weight_of(parameter)] / parameter_unit;
  }
  posterior.slope = rows * slope(known);
  const Matrix whole = curvature.selfadjointView<Eigen::Lower>();
  posterior.precision = rows * Matrix(whole(known, known).triangularView<Eigen::Lower>());
  return posterior;
}

FitSetup::FitSetup(const RowSet& rows_in, const Weights& start_in, const FitOptions& options_in)
    : rows(rows_in), options(options_in), start(start_in) {
  options.validate();
  require_groups(start.schema, options);
  chosen = terms_of_groups(start.schema, options.groups);
  split = split_by_game(rows, options.holdout, options.seed);
  start.k = options.k ? *options.k : fit_scale(rows, split.train, start, options.loss, options.threads);
  if (options.targets.blend > 0) score_k = fit_score_scale(rows, split.train, options.loss, options.threads);
  targets = Targets(rows, all_rows(rows), options.targets, score_k);
  if (!options.carry.posterior && !options.carry.keep) return;
  dispersion = learn::dispersion(rows, split.train, start, targets, options.loss);
  if (!options.carry.posterior) return;
  carried = std::make_shared<CarriedPrior>(*options.carry.posterior, start, chosen, dispersion);
}

std::vector<bool> FitSetup::free_terms() const {
  std::vector<bool> result = chosen;
  for (const GroupBounds& group : options.bounds) {
    const std::vector<bool> bounded = terms_of_groups(start.schema, std::vector{group.pattern});
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = result[i] && !bounded[i];
  }
  return result;
}

std::vector<std::pair<double, double>> bounds_of_terms(const Schema& schema, const std::vector<GroupBounds>& bounds) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<std::pair<double, double>> result(static_cast<std::size_t>(schema.terms()), {-infinity, infinity});
  for_each_match(schema, bounds, [&](const GroupBounds& group, std::size_t term) {
    result[term] = {group.lower, group.upper};
  });
  return result;
}

Vector parameters_of(const FitProblem& problem, const Weights& start, const Weights& weights) {
  Vector x(static_cast<Eigen::Index>(problem.parameters()));
  for (std::size_t i = 0; i < problem.parameters(); ++i) {
    const std::size_t weight = problem.rows().weight_of(i);
    x[static_cast<Eigen::Index>(i)] = (weights.values[weight] - start.values[weight]) / parameter_unit;
  }
  return x;
}

}  // namespace hone::learn
