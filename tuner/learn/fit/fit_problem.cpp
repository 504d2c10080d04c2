// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/fit_problem.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

#include "data/error.hpp"
#include "tuner/learn/fit/dispersion.hpp"
#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/learn/fit/newton_cg.hpp"
#include "tuner/learn/fit/phase_balance.hpp"
#include "tuner/learn/fit/scale.hpp"
#include "tuner/learn/weight_spelling.hpp"

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

// An objective whose first Hessian is known, more or less.
class KnownHessian {
 public:
  KnownHessian(const Objective& objective, const Matrix& data, const Penalty& penalty)
      : objective_(objective), data_(data), penalty_(penalty) {}

  double gradient(const Vector& x, Vector& result) const { return objective_.gradient(x, result); }
  void hessian(const Vector& x, Matrix& result, std::size_t stride) const {
    if (used_) return objective_.hessian(x, result, stride);
    used_ = true;
    result = data_;
    penalty_.add_hessian(result);
  }

 private:
  const Objective& objective_;
  const Matrix& data_;
  const Penalty& penalty_;
  mutable bool used_ = false;
};

// Two pulls towards two points are one towards a point between them.
void add_damping(const Vector& damping, const Vector& from, Penalty& cost) {
  for (Eigen::Index i = 0; i < damping.size(); ++i) {
    const double ridge = cost.ridge[i] + damping[i];
    if (damping[i] > 0) cost.prior[i] = (cost.ridge[i] * cost.prior[i] + damping[i] * from[i]) / ridge;
    cost.ridge[i] = ridge;
  }
}

// By index of Weights::values.
struct StrengthsOfWeights {
  std::vector<double> ridge, smooth;
};

StrengthsOfWeights strengths_of_weights(const Schema& schema, const PullStrengths& strengths,
                                        const std::vector<GroupRidge>& factors) {
  const auto phases = static_cast<std::size_t>(schema.phase_count()),
             weights = static_cast<std::size_t>(schema.weights());
  StrengthsOfWeights result{std::vector<double>(weights), std::vector<double>(weights)};
  if (strengths.groups.empty()) {
    const auto of_term = ridge_factors(schema, factors);
    for (std::size_t i = 0; i < weights; ++i) result.ridge[i] = strengths.ridge * of_term[i / phases].value_or(1);
    std::fill(result.smooth.begin(), result.smooth.end(), strengths.smooth);
  }
  for (const GroupPull& pull : strengths.groups) {
    const Group& group = schema.groups()[pull.group];
    for (int term = group.first; term < group.first + group.shape.size(); ++term) {
      const std::size_t weight = static_cast<std::size_t>(term) * phases + static_cast<std::size_t>(pull.phase);
      result.ridge[weight] = pull.ridge;
      result.smooth[weight] = pull.smooth;
    }
  }
  return result;
}

// Calls visit(first, second) for the weights of all neighbours, phase by phase.
template <class Visit>
void for_each_neighbours(const Schema& schema, const Visit& visit) {
  const auto phases = static_cast<std::size_t>(schema.phase_count());
  for (const Group& group : schema.groups()) {
    for (const auto& [first, second] : neighbour_pairs(group.shape)) {
      for (std::size_t phase = 0; phase < phases; ++phase) {
        visit(static_cast<std::size_t>(group.first + first) * phases + phase,
              static_cast<std::size_t>(group.first + second) * phases + phase);
      }
    }
  }
}

}  // namespace

FitProblem::FitProblem(const RowSet& rows, const RowSelection& train, const Weights& start,
                       const std::vector<bool>& chosen, const FitOptions& options, const Targets& targets,
                       const WeightConstraints& constraints, const CarriedPrior* carried)
    : options_(options),
      constraints_(constraints),
      start_(start),
      rows_(rows, train, start, chosen, packing(rows, train, options, targets, carried)),
      map_(rows_, constraints),
      seen_(map_.any(rows_.seen())) {
  first_prior_ = prior_of_options();
  if (empty()) return;
  start_loss_ =
      options.pull_unit ? *options.pull_unit : data().value(Vector::Zero(static_cast<Eigen::Index>(parameters())));
  if (carried != nullptr) take_over(*carried);
  if (options.back_off != 0.0) find_parts(chosen);
}

// Terms that are not to be fitted are left out, and of tied terms all but the first.
void FitProblem::find_parts(const std::vector<bool>& chosen) {
  const Schema& schema = start_.schema;
  const std::vector<std::int32_t> parameters = parameter_led_by_weight();
  for (std::size_t number = 0; number < schema.groups().size(); ++number) {
    const Group& group = schema.groups()[number];
    const auto first = chosen.begin() + group.first;
    if (group.parts == nullptr || std::find(first, first + group.shape.size(), true) == first + group.shape.size()) {
      continue;
    }
    const auto parts = std::make_shared<const TermParts>(group.parts());
    for (int phase = 0; phase < schema.phase_count(); ++phase) {
      std::vector<Eigen::Index> of_terms;
      for (int term = group.first; term < group.first + group.shape.size(); ++term) {
        of_terms.push_back(parameters[static_cast<std::size_t>(term * schema.phase_count() + phase)]);
      }
      auto in_fit = std::make_shared<const PartsInFit>(parts, std::move(of_terms));
      if (in_fit->any_fitted()) made_of_parts_.push_back({number, phase, std::move(in_fit)});
    }
  }
}

void FitProblem::take_over(const CarriedPrior& carried) {
  std::vector<std::size_t> weights(rows_.parameters());
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = rows_.weight_of(i);
  carried_ = carried.term(weights);
  knows_first_prior_ = options_.prior != Prior::start || carried.has_prior();
  if (options_.prior == Prior::start && carried.has_prior()) {
    std::vector<bool> known(weights.size());
    for (std::size_t i = 0; i < weights.size(); ++i) known[i] = carried.knows(weights[i]);
    first_prior_ = map_.mean(carried.prior(weights), known);
  }
  seen_ = map_.any(seen_in_rows());
}

// By displacement of the rows.
std::vector<bool> FitProblem::seen_in_rows() const {
  std::vector<bool> seen = rows_.seen();
  for (std::size_t i = 0; carried_ && i < seen.size(); ++i) {
    if (carried_->curvature(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(i)) > 0) seen[i] = true;
  }
  return seen;
}

ObjectiveOptions FitProblem::data_options(std::optional<double> share) const {
  ObjectiveOptions result{.loss = options_.loss, .k = start_.k, .threads = options_.threads, .parameters = &map_};
  if (!carried_) return result;
  result.carried = &*carried_;
  result.carried_factor = share.value_or(options_.carry.share.value_or(1)) / rows_.total_weight();
  return result;
}

Matrix FitProblem::carried_scatter(double dispersion) const {
  if (!carried_) return {};
  Matrix scatter = dispersion / rows_.total_weight() * data_options().carried_factor * carried_->curvature;
  map_.gather(scatter);
  return scatter;
}

std::vector<std::int32_t> FitProblem::parameter_of_weight() const {
  std::vector<std::int32_t> result = map_.of_weights();
  for (std::int32_t& parameter : result) {
    if (parameter >= 0 && !seen_[static_cast<std::size_t>(parameter)]) parameter = -1;
  }
  return result;
}

std::vector<std::int32_t> FitProblem::parameter_led_by_weight() const {
  std::vector<std::int32_t> result = parameter_of_weight();
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (constraints_.lead[i] != i) result[i] = -1;
  }
  return result;
}

Penalty FitProblem::penalty(const PullStrengths& strengths) const {
  const StrengthsOfWeights shares = strengths_of_weights(start_.schema, strengths, options_.group_ridge);
  Penalty result{Vector(static_cast<Eigen::Index>(parameters())), prior(), {}};
  for (std::size_t i = 0; i < parameters(); ++i) {
    result.ridge[static_cast<Eigen::Index>(i)] = start_loss_ * shares.ridge[weight_of(i)];
  }
  const std::vector<std::int32_t> parameter = parameter_of_weight();
  const bool is_tied = constraints_.has_ties();
  std::set<std::pair<std::int32_t, std::int32_t>> paired;
  for_each_neighbours(start_.schema, [&](std::size_t first, std::size_t second) {
    const std::int32_t from = parameter[first], to = parameter[second];
    if (from < 0 || to < 0 || from == to) return;
    const double smooth = shares.smooth[is_tied ? pulling_weight(first, second) : first];
    if (smooth == 0 || (is_tied && !paired.insert(std::minmax(from, to)).second)) return;
    result.neighbours.push_back(
        {from, to, start_loss_ * smooth, (start_.values[first] - start_.values[second]) / parameter_unit});
  });
  if (strengths.back_off == 0) return result;
  const auto phases = static_cast<std::size_t>(start_.schema.phase_count());
  for (const MadeOfParts& made : made_of_parts_) {
    const auto first = static_cast<std::size_t>(start_.schema.groups()[made.group].first);
    const double ridge = start_loss_ * shares.ridge[first * phases + static_cast<std::size_t>(made.phase)];
    if (ridge > 0) result.back_offs.emplace_back(made.parts, strengths.back_off, ridge);
  }
  return result;
}

// The weight whose group and phase say how hard these neighbours are pulled: that of the first weights of their classes
// where both have the same, so that what is known of a group is of its own parameters.
std::size_t FitProblem::pulling_weight(std::size_t first, std::size_t second) const {
  const std::size_t lead = constraints_.lead[first], other = constraints_.lead[second];
  const auto phases = static_cast<std::size_t>(start_.schema.phase_count());
  const auto group = [&](std::size_t weight) {
    return start_.schema.group_of(static_cast<int>(weight / phases)).first;
  };
  return lead % phases == other % phases && group(lead) == group(other) ? lead : first;
}

Vector FitProblem::prior() const {
  if (pulls_to_kept_prior(options_)) return first_prior_;
  return prior_of_options();
}

// Of tied weights, the mean.
Vector FitProblem::prior_of_options() const {
  Vector sums = Vector::Zero(static_cast<Eigen::Index>(parameters())), counts = sums;
  const std::vector<std::int32_t>& parameter = map_.of_weights();
  for (std::size_t i = 0; i < parameter.size(); ++i) {
    if (parameter[i] < 0) continue;
    sums[parameter[i]] += (prior_value(options_, start_, i) - start_.values[i]) / parameter_unit;
    counts[parameter[i]] += 1;
  }
  return sums.cwiseQuotient(counts);
}

Box FitProblem::box(const std::vector<bool>& left_out) const {
  if (left_out.empty() && !constraints_.has_bounds()) return {};
  const auto size = static_cast<Eigen::Index>(parameters());
  Box box{Vector(size), Vector(size)};
  const auto set = [&](Eigen::Index i, double lower, double upper) {
    const double start = start_.values[weight_of(static_cast<std::size_t>(i))];
    box.lower[i] = (lower - start) / parameter_unit;
    box.upper[i] = (upper - start) / parameter_unit;
  };
  for (Eigen::Index i = 0; i < size; ++i) {
    const std::size_t weight = weight_of(static_cast<std::size_t>(i));
    set(i, constraints_.lower[weight], constraints_.upper[weight]);
  }
  const auto phases = static_cast<std::size_t>(start_.schema.phase_count());
  for (std::size_t i = 0; !left_out.empty() && i < map_.of_weights().size(); ++i) {
    if (left_out[i / phases] && map_.of_weights()[i] >= 0) set(map_.of_weights()[i], 0, 0);
  }
  return box;
}

std::size_t FitProblem::hessian_stride() const {
  return std::clamp<std::size_t>(rows_.size() / (sampled_rows_per_parameter * parameters()), 1, longest_stride);
}

Objective FitProblem::pulled(const Penalty& cost, std::optional<double> carried_share) const {
  ObjectiveOptions options = data_options(carried_share);
  options.ridge = cost.ridge;
  options.prior = cost.prior;
  options.neighbours = cost.neighbours;
  options.back_offs = cost.back_offs;
  return {rows_, std::move(options)};
}

SolverSummary FitProblem::solve(const SolveRequest& request, Vector& x) const {
  Penalty cost = penalty(request.strengths);
  if (request.damping.size() > 0) add_damping(request.damping, x, cost);
  Objective objective = pulled(cost, request.carried_share);
  SolverOptions solver;
  solver.max_iterations = options_.max_iterations;
  solver.relative_decrease = request.relative_decrease;
  solver.stride = hessian_stride();
  if (dense() && request.hessian != nullptr && request.hessian->size() > 0) {
    const KnownHessian known(objective, *request.hessian, cost);
    return Solver(known, solver, request.observer, box(request.left_out)).run(x);
  }
  if (dense()) return Solver(std::as_const(objective), solver, request.observer, box(request.left_out)).run(x);
  return NewtonCg(objective, solver, request.observer, box(request.left_out)).run(x);
}

Weights FitProblem::weights_at(const Vector& x, const PullStrengths& strengths) const {
  Weights result = start_;
  const std::vector<std::int32_t> parameter = parameter_of_weight();
  for (std::size_t i = 0; i < parameter.size(); ++i) {
    if (parameter[i] >= 0) result.values[i] += parameter_unit * x[parameter[i]];
  }
  if (strengths.back_off != 0 && !made_of_parts_.empty()) add_suggested(x, strengths.back_off, result);
  for (std::size_t i = 0; i < parameter.size(); ++i) {  // those that no row has are within their bounds as well
    const std::size_t lead = constraints_.lead[i];
    if (parameter[i] >= 0 || constraints_.fixed[i]) continue;
    result.values[i] = std::clamp(result.values[i], constraints_.lower[lead], constraints_.upper[lead]);
  }
  return result;
}

// What parts say depends on how hard they are held in terms of the ridge, but not on the ridge. Tied weights that no
// row has get what the parts of the first of them say.
void FitProblem::add_suggested(const Vector& x, double back_off, Weights& weights) const {
  const Schema& schema = start_.schema;
  const std::vector<std::int32_t> parameter = parameter_of_weight();
  const Vector distances = x - prior();
  for (const MadeOfParts& made : made_of_parts_) {
    const auto first = static_cast<std::size_t>(schema.groups()[made.group].first);
    const std::vector<double> suggested = BackOff(made.parts, back_off, 1).suggested(distances);
    for (std::size_t i = 0; i < suggested.size(); ++i) {
      const std::size_t weight =
          (first + i) * static_cast<std::size_t>(schema.phase_count()) + static_cast<std::size_t>(made.phase);
      if (parameter[weight] >= 0 || constraints_.fixed[weight] || constraints_.lead[weight] != weight) continue;
      const double from = prior_value(options_, start_, weight);
      weights.values[weight] =
          std::clamp(from + parameter_unit * suggested[i], constraints_.lower[weight], constraints_.upper[weight]);
    }
  }
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    if (!constraints_.fixed[i]) weights.values[i] = weights.values[constraints_.lead[i]];
  }
}

namespace {

// The step from the fitted weights towards those without the penalty, to first order: H^-1 times its slope.
Vector without_pull(const FitCurvature& at) {
  Matrix hessian = at.data;
  at.penalty.add_hessian(hessian);
  DampedFactor factor;
  if (!factor.compute(hessian, 1e-9)) return Vector::Zero(at.point.size());
  return factor.solve(at.penalty.gradient(at.point));
}

}  // namespace

FitCurvature FitProblem::curvature_at(const Vector& x, const PullStrengths& strengths, double dispersion) const {
  FitCurvature result;
  result.parameter_of_weight = parameter_of_weight();
  result.point = x;
  result.penalty = penalty(strengths);
  const auto factors = ridge_factors(start_.schema, options_.group_ridge);
  for (const GroupPull& pull : strengths.groups) {
    const auto first = static_cast<std::size_t>(start_.schema.groups()[pull.group].first);
    result.found.push_back(
        {pull.group, pull.phase, !factors[first] && pull.ridge > 0, !options_.smooth && pull.smooth > 0});
  }
  result.carried_scatter = carried_scatter(dispersion);
  Objective objective = data();
  if (!dense()) {
    objective.set_point(x);
    result.diagonal = objective.diagonal();
    return result;
  }
  objective.data_hessian(x, result.data);
  result.diagonal = result.data.diagonal();
  if (result.has_pull()) objective.data_hessian(x + without_pull(result) / 2, result.unpulled);
  return result;
}

// The games say something of each weight, whether it is tied to others or not.
Posterior FitProblem::posterior_at(const Vector& x, double games, double dispersion) const {
  ObjectiveOptions of_rows = data_options();
  of_rows.parameters = nullptr;
  const Objective objective(rows_, std::move(of_rows));
  Vector slope;
  Matrix curvature;
  const Vector point = map_.spread(x);
  objective.gradient(point, slope);
  objective.data_hessian(point, curvature);
  const Weights centre = weights_at(x);
  std::vector<Eigen::Index> known;
  Posterior posterior;
  posterior.game = start_.schema.game();
  posterior.learnt_as = learnt_as(options_);
  posterior.k = start_.k;
  posterior.games = games;
  const std::vector<bool> seen = seen_in_rows();
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (!seen[i]) continue;
    known.push_back(static_cast<Eigen::Index>(i));
    posterior.weights.push_back(weight_key(start_.schema, rows_.weight_of(i)));
  }
  const auto size = static_cast<Eigen::Index>(known.size());
  const double rows = rows_.total_weight() / dispersion;
  const auto weight_of_known = [&](Eigen::Index i) {
    return rows_.weight_of(static_cast<std::size_t>(known[static_cast<std::size_t>(i)]));
  };
  posterior.centre.resize(size);
  for (Eigen::Index i = 0; i < size; ++i) posterior.centre[i] = centre.values[weight_of_known(i)] / parameter_unit;
  posterior.slope = rows * slope(known);
  if (knows_first_prior_) {
    const Vector first_prior = map_.spread(first_prior_);
    posterior.prior.resize(size);
    for (Eigen::Index i = 0; i < size; ++i) {
      posterior.prior[i] =
          start_.values[weight_of_known(i)] / parameter_unit + first_prior[known[static_cast<std::size_t>(i)]];
    }
  }
  const Matrix whole = curvature.selfadjointView<Eigen::Lower>();
  posterior.precision = rows * Matrix(whole(known, known).triangularView<Eigen::Lower>());
  return posterior;
}

namespace {

Weights constrained(Weights weights, const FitOptions& options) {
  weights.schema.constrain(options.constraint_lines());
  weights.errors.clear();
  return weights;
}

}  // namespace

FitSetup::FitSetup(const RowSet& rows_in, const Weights& start_in, const FitOptions& options_in)
    : rows(rows_in), options(options_in), given(start_in), start(constrained(start_in, options_in)) {
  options.validate();
  require_groups(start.schema, options);
  if (options.prior == Prior::first && !options.first) throw Error("fit: nothing says which weights were the first");
  constrain();
  split = split_by_game(rows, options.holdout, options.seed);
  start.k = options.k ? *options.k : fit_scale(rows, split.train, start, options.loss, options.threads);
  given.k = start.k;
  score_k = options.targets.score_k ? *options.targets.score_k : scale_of_scores();
  targets = targets_of_rows(rows, start.schema, options, score_k);
  take_over();
}

// Terms all of whose weights are fixed are not fitted.
void FitSetup::constrain() {
  chosen = terms_of_groups(start.schema, options.groups);
  constraints = weight_constraints(start.schema, options, chosen);
  evened = even_out(start, constraints);
  const auto phases = static_cast<std::size_t>(start.schema.phase_count());
  for (std::size_t term = 0; term < chosen.size(); ++term) {
    if (!chosen[term]) continue;
    const auto first = constraints.fixed.begin() + static_cast<std::ptrdiff_t>(term * phases);
    const auto fixed_phases = std::count(first, first + static_cast<std::ptrdiff_t>(phases), true);
    fixed += static_cast<std::size_t>(fixed_phases);
    chosen[term] = static_cast<std::size_t>(fixed_phases) < phases;
  }
}

void FitSetup::take_over() {
  if (!options.carry.posterior && !options.carry.keep) return;
  dispersion = options.dispersion ? *options.dispersion
                                  : learn::dispersion(rows, learnt_rows(split), start, targets, options.loss);
  if (!options.carry.posterior) return;
  carried = std::make_shared<CarriedPrior>(*options.carry.posterior, start, chosen, dispersion);
}

// Where the positions have no scores, those from inside of searches are on the scale of the weights that searched.
double FitSetup::scale_of_scores() const {
  const bool any =
      std::ranges::any_of(split.train, [&](std::uint32_t i) { return rows[i].label.score != no_row_score; });
  return any ? fit_score_scale(rows, split.train, options.loss, options.threads) : start.k;
}

RowSelection FitSetup::learnt_rows(const Split& of) const {
  const Target& target = options.targets.target;
  if (!target.tree) return of.train;
  if (target.kind == Target::Kind::none) return of.tree;
  RowSelection result;
  result.reserve(of.train.size() + of.tree.size());
  std::ranges::merge(of.train, of.tree, std::back_inserter(result));
  return result;
}

std::vector<bool> FitSetup::free_terms() const {
  std::vector<bool> result = chosen;
  const auto phases = static_cast<std::size_t>(start.schema.phase_count());
  for (std::size_t i = 0; i < constraints.lead.size(); ++i) {
    if (constraints.fixed[i] || constraints.is_bounded(i)) result[i / phases] = false;
  }
  return result;
}

// The scale of the scores changes no weight.
std::shared_ptr<const std::vector<float>> factors_of_rows(const RowSet& rows, const Schema& schema,
                                                          const FitOptions& options) {
  if (options.row_factors || !options.phases.any()) return options.row_factors;
  const Targets targets(rows, all_rows(rows), options.targets, 1);
  return std::make_shared<const std::vector<float>>(balance_factors(rows, targets, schema, options.phases));
}

Targets targets_of_rows(const RowSet& rows, const Schema& schema, const FitOptions& options, double score_k) {
  Targets targets(rows, all_rows(rows), options.targets, score_k);
  if (const auto factors = factors_of_rows(rows, schema, options)) targets.set_factors(*factors);
  return targets;
}

std::vector<std::optional<double>> ridge_factors(const Schema& schema, const std::vector<GroupRidge>& groups) {
  std::vector<std::optional<double>> result(static_cast<std::size_t>(schema.terms()), 1.0);
  for_each_match(schema, groups, [&](const GroupRidge& group, std::size_t term) { result[term] = group.factor; });
  return result;
}

Vector parameters_of(const FitProblem& problem, const Weights& start, const Weights& weights) {
  Vector x(static_cast<Eigen::Index>(problem.parameters()));
  for (std::size_t i = 0; i < problem.parameters(); ++i) {
    const std::size_t weight = problem.weight_of(i);
    x[static_cast<Eigen::Index>(i)] = (weights.values[weight] - start.values[weight]) / parameter_unit;
  }
  return x;
}

}  // namespace hone::learn
