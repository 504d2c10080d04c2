// SPDX-License-Identifier: MIT
//
// A fit as a minimisation problem: the rows to learn from, the weights that may move and how far, and what they are
// pulled towards. One problem can be solved for several strengths of the pull, and with groups left out.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/back_off.hpp"
#include "tuner/learn/fit/carried_prior.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/gauge.hpp"
#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/fit/objective.hpp"
#include "tuner/learn/fit/packed_rows.hpp"
#include "tuner/learn/fit/parameter_map.hpp"
#include "tuner/learn/fit/penalty.hpp"
#include "tuner/learn/fit/pull_strengths.hpp"
#include "tuner/learn/fit/row_selection.hpp"
#include "tuner/learn/fit/solver.hpp"
#include "tuner/learn/fit/targets.hpp"
#include "tuner/learn/fit/weight_constraints.hpp"

namespace hone::learn {

// The objective around the fitted weights, for standard errors. Parameters are in units of 100 centi-units. Tied
// weights have one parameter.
struct FitCurvature {
  std::vector<std::int32_t> parameter_of_weight;  // by index of Weights::values; -1: not fitted
  // Lower triangle: second derivatives of the mean loss and of what is carried; empty where that is too large to store.
  Matrix data;
  // The same halfway from there to where the weights would be without the pull: what the data know of the difference.
  // Empty without a penalty.
  Matrix unpulled;
  Vector diagonal;  // of `data`, in any case
  Vector point;     // the fitted parameters
  Penalty penalty;  // its second derivatives are twice the strengths
  // Which strengths of which groups at which phases were found from the same data.
  struct FoundPull {
    std::size_t group = 0;
    int phase = 0;
    bool ridge = false, smooth = false;
  };
  std::vector<FoundPull> found = {};
  // Lower triangle: how the gradient of what is carried scatters over repetitions of the games that it was learnt from.
  // Empty where nothing is carried.
  Matrix carried_scatter = {};

  [[nodiscard]] bool has_matrix() const { return data.size() > 0; }
  [[nodiscard]] bool has_pull() const { return (penalty.ridge.array() > 0).any() || !penalty.neighbours.empty(); }
};

struct SolveRequest {
  PullStrengths strengths = {};
  double relative_decrease = 1e-11;  // see SolverOptions
  SolverObserver observer = {};
  // Second derivatives of the mean loss near the start, from these rows or from others of their kind, to save the time
  // of the first; lower triangle. Null or empty: none.
  const Matrix* hessian = nullptr;
  std::vector<bool> left_out = {};  // for every term, whether its weights are to be 0; empty: nothing is left out
  std::optional<double> carried_share = std::nullopt;  // instead of the options'
  // For each parameter, what it costs to move it by one from where it begins, squared, beside everything else; empty:
  // nothing.
  Vector damping = {};
};

class FitProblem {
 public:
  // start: has the scale of the fit and keeps to the constraints. chosen: for every term. carried: null, or what is
  // carried on. Options and constraints must outlive the problem.
  FitProblem(const RowSet& rows, const RowSelection& train, const Weights& start, const std::vector<bool>& chosen,
             const FitOptions& options, const Targets& targets, const WeightConstraints& constraints,
             const CarriedPrior* carried = nullptr);

  [[nodiscard]] const PackedRows& rows() const { return rows_; }
  [[nodiscard]] std::size_t parameters() const { return static_cast<std::size_t>(map_.size()); }
  // The first of the weights that a parameter moves, as an index of Weights::values.
  [[nodiscard]] std::size_t weight_of(std::size_t parameter) const { return map_.weight_of(parameter); }
  // Whether the matrix of second derivatives, before ties are taken account of, is small enough.
  [[nodiscard]] bool dense() const { return rows_.parameters() <= options_.dense_limit; }
  // Whether there is nothing to learn from.
  [[nodiscard]] bool empty() const { return parameters() == 0 || !(rows_.total_weight() > 0); }
  // The parameters that a row has, or what is carried.
  [[nodiscard]] const std::vector<bool>& seen() const { return seen_; }

  // Minimises the loss, what is carried and the pull.
  // x: where to begin, and then the result.
  SolverSummary solve(const SolveRequest& request, Vector& x) const;

  // The starting weights moved by x. Where these strengths, with which x was found, let weights back off to their
  // parts, chosen weights that no row has get what their parts suggest, within their bounds.
  [[nodiscard]] Weights weights_at(const Vector& x, const PullStrengths& strengths = {}) const;
  // dispersion: of the rows, for the scatter of what is carried.
  [[nodiscard]] FitCurvature curvature_at(const Vector& x, const PullStrengths& strengths, double dispersion = 1) const;
  // What rows and carried prior say together; only of a problem that is dense. games: that they come from.
  [[nodiscard]] Posterior posterior_at(const Vector& x, double games, double dispersion) const;
  // What these strengths cost. Tied weights are pulled as one, like the first of them. A pair of neighbours of which
  // one is not fitted, or is in no row, costs nothing, as does one that is tied; two pairs of the same parameters cost
  // as much as one.
  [[nodiscard]] Penalty penalty(const PullStrengths& strengths) const;
  // The loss of the rows, and what is carried on, without a pull; and the same with what pulls cost. carried_share:
  // instead of the options'.
  [[nodiscard]] Objective data() const { return {rows_, data_options()}; }
  [[nodiscard]] Objective pulled(const Penalty& cost, std::optional<double> carried_share = std::nullopt) const;
  // The stride of Objective::hessian: how many rows one row may stand for in an estimate. 1 where rows are few.
  [[nodiscard]] std::size_t hessian_stride() const;
  // See FitCurvature.
  [[nodiscard]] Matrix carried_scatter(double dispersion) const;
  // The parameter that moves each weight, by index of Weights::values; -1: none, or neither a row nor what is carried
  // has the weight.
  [[nodiscard]] std::vector<std::int32_t> parameter_of_weight() const;
  // The same with -1 for all weights of a parameter but the first.
  [[nodiscard]] std::vector<std::int32_t> parameter_led_by_weight() const;
  [[nodiscard]] double start_loss() const { return start_loss_; }  // of the rows alone
  [[nodiscard]] const Weights& start() const { return start_; }

 private:
  [[nodiscard]] ObjectiveOptions data_options(std::optional<double> share = std::nullopt) const;
  [[nodiscard]] std::vector<bool> seen_in_rows() const;
  void take_over(const CarriedPrior& carried);
  void find_parts(const std::vector<bool>& chosen);
  [[nodiscard]] std::size_t pulling_weight(std::size_t first, std::size_t second) const;
  [[nodiscard]] Vector prior() const;
  [[nodiscard]] Vector prior_of_options() const;
  void add_suggested(const Vector& x, double back_off, Weights& weights) const;
  [[nodiscard]] Box box(const std::vector<bool>& left_out) const;

  const FitOptions& options_;
  const WeightConstraints& constraints_;
  Weights start_;
  PackedRows rows_;
  ParameterMap map_;
  std::vector<bool> seen_;
  std::optional<QuadraticTerm> carried_;  // of the displacements of the rows
  // Where the ridge of the first of the fits pulled to that carry on what the one before taught.
  Vector first_prior_;
  bool knows_first_prior_ = true;
  // The groups that are made of parts, at each phase at which something of them is fitted; none where nothing backs
  // off.
  struct MadeOfParts {
    std::size_t group;
    int phase;
    std::shared_ptr<const PartsInFit> parts;
  };
  std::vector<MadeOfParts> made_of_parts_;
  double start_loss_ = 0;
};

// What a fit settles before it solves anything: which terms may move, which games are held out, the scale K, and what
// the rows are fitted to. Further fits, to other games or with other groups, share it.
struct FitSetup {
  // Rows and options must outlive it. Throws Error as fit() does.
  FitSetup(const RowSet& rows, const Weights& start, const FitOptions& options);

  // The rows of a split that the target learns from, ascending: positions of games, rows from inside of searches, or
  // both.
  [[nodiscard]] RowSelection learnt_rows(const Split& of) const;
  // The problem of these rows.
  [[nodiscard]] FitProblem problem(const Split& of) const {
    return {rows, learnt_rows(of), start, chosen, options, targets, constraints, carried.get()};
  }
  // For every term, whether its weights are fitted without bounds.
  [[nodiscard]] std::vector<bool> free_terms() const;
  // The boards whose means may be moved.
  [[nodiscard]] std::vector<CenteredBoard> boards() const {
    return centered_boards(start.schema, rows, free_terms(), &constraints);
  }

  const RowSet& rows;
  const FitOptions& options;
  Weights given;             // the start as it was given, with the scale of this fit
  Weights start;             // the same with the constraints of the options, to which its weights keep
  std::vector<bool> chosen;  // for every term, whether a weight of it is fitted
  WeightConstraints constraints;
  std::size_t fixed = 0;     // of the weights of the groups to fit
  std::vector<bool> evened;  // for every weight, whether it is not in `start` what it was, because of a tie
  Split split;
  double score_k = 1;
  Targets targets;
  double dispersion = 1;  // of the rows to learn from; 1 where nothing is carried or to be kept
  std::shared_ptr<const CarriedPrior> carried = nullptr;  // null: nothing

 private:
  void constrain();
  [[nodiscard]] double scale_of_scores() const;
  void take_over();
};

// For each row of the set the factor of its weight that the options give it; null where all are 1.
[[nodiscard]] std::shared_ptr<const std::vector<float>> factors_of_rows(const RowSet& rows, const Schema& schema,
                                                                        const FitOptions& options);

// What the rows of the set are fitted to, and how much each counts. score_k: of the searched scores.
[[nodiscard]] Targets targets_of_rows(const RowSet& rows, const Schema& schema, const FitOptions& options,
                                      double score_k);

// For every term of the schema the factor of its ridge; nothing where the data are to say how strong it is.
[[nodiscard]] std::vector<std::optional<double>> ridge_factors(const Schema& schema,
                                                               const std::vector<GroupRidge>& groups);

// The parameters that move the problem's start to these weights.
[[nodiscard]] Vector parameters_of(const FitProblem& problem, const Weights& start, const Weights& weights);

}  // namespace hone::learn
