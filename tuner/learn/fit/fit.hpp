// SPDX-License-Identifier: MIT
//
// Fits the weights of an evaluation to labelled rows: splits the rows by game, finds the scale K, solves, rounds,
// and measures the result on games that it has not seen. An evaluation that is not linear in all its weights is fitted
// by linear fits at its tangent (second_order_fit.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/fit_options.hpp"
#include "tuner/learn/fit/heldout_losses.hpp"
#include "tuner/learn/fit/pull_strengths.hpp"
#include "tuner/learn/fit/targets.hpp"

namespace hone::learn {

// The test that ended the fit.
enum class FitStatus {
  converged,  // the predicted decrease of the loss fell below the tolerance
  max_iterations,
  no_progress,  // no step decreases the loss any more
  no_data,      // nothing to learn from
};
[[nodiscard]] const char* to_string(FitStatus status);

struct LossPair {
  double start = 0;    // under the starting weights
  double fitted = 0;   // under the fitted weights, before rounding
  double rounded = 0;  // under the weights returned
};

struct RidgePoint {
  double ridge = 0;   // or the factor of strengths found from the data
  double loss = 0;    // mean over the folds of the training games
  double excess = 0;  // over the loss of the point chosen, paired by game; with its standard error
  double excess_error = 0;
};

// How hard one group was pulled at one phase.
struct NamedPull {
  std::string group, phase;
  double ridge = 0, smooth = 0;
};

struct SharePoint {
  double share = 0;
  double loss = 0;    // of the targets, on the games kept out to choose by
  double excess = 0;  // over the least loss, paired by game; with its standard error
  double excess_error = 0;
};

// Where fits of an evaluation that is not linear ended.
struct Optimum {
  double objective = 0;         // loss of the targets and the pull
  int starts = 0;               // that ended here
  double spread = 0;            // the largest distance of a weight among these, relative to 1 + its size
  bool of_given_start = false;  // the fit from the weights that were given is one of these
  bool converged = true;        // otherwise it may be on the way to another one
};

struct SecondOrderSummary {
  int tangents = 0;                  // that linear fits were made at, or that were judged alone
  double last_move = 0;              // the largest move of a weight in the last of them, relative to 1 + its size
  int refused = 0;                   // steps that would have made the loss larger, and were taken shorter
  int starts = 0;                    // random ones beside the usual one
  std::vector<Optimum> optima = {};  // the best one first, which the fit takes; empty without random starts
};

struct FitSeconds {
  double scale = 0, ridge = 0, layout = 0, solve = 0, judge = 0;
};

// All losses but `objective` and those of heldout_by_phase are those of the outcomes, whatever the targets were.
struct FitSummary {
  FitStatus status = FitStatus::no_data;
  int iterations = 0;
  int hessians = 0;
  bool dense = true;     // Newton on a matrix of second derivatives; false: Newton by conjugate gradients
  double objective = 0;  // the minimum: loss of the targets and the pull
  double k = 1;
  bool k_at_limit = false;         // K was to be fitted and is at the end of its range
  double fitted_k = 0;             // the K that the fitted weights would have, when K was to be fitted; 0: none
  double score_k = 1;              // of the searched scores; 1 without scores
  std::string target = "outcome";  // to_string(Target)
  double pull_unit = 0;            // the loss that strengths of pulls are shares of; 0: that of the start
  double ridge = 0;                // common to all groups whose strength was not found from the data
  std::vector<RidgePoint> ridge_path = {};     // when the ridge was to be chosen: the points tried, the strongest first
  std::vector<RidgePoint> back_off_path = {};  // the same for how hard parts are held, the loosest last
  PullStrengths strengths = {};                // of the fit
  std::vector<NamedPull> pulls = {};           // the same by name, where they were found from the data
  double dispersion = 1;                       // of the rows (dispersion.hpp); 1 where nothing is carried or kept
  bool few_for_strengths = false;              // strengths were to be found from the data, and games were too few
  bool few_for_share = false;                  // so was the share that is carried
  double carried_share = 0;                    // of what was taken over, in [0, 1]
  double carried_games = 0;                    // that this share is worth
  std::vector<SharePoint> share_path = {};     // when the share was to be chosen: the shares tried, the largest first
  std::size_t rows = 0, games = 0;             // trained on
  std::size_t tree_rows = 0;                   // of the rows trained on, those from inside of searches
  std::size_t heldout_rows = 0, heldout_games = 0;
  double heldout_effective_games = 0;                // worth of the games held out, see ClusteredMean
  LossPair train, heldout;                           // heldout is 0 without held-out games
  double heldout_gain = 0;                           // mean over rows of loss(start) - loss(rounded); > 0 is better
  double heldout_gain_error = 0;                     // its standard error, games as the sample
  std::vector<HeldoutLosses> heldout_by_phase = {};  // of the weights returned; the first is of all phases
  std::size_t fitted_weights = 0;
  std::size_t fitted_classes = 0;    // the same with tied weights as one
  std::size_t unseen_weights = 0;    // of the chosen groups, but no row has the term at this phase: left at the start
  std::size_t fixed_weights = 0;     // of the chosen groups: constraints leave them at the start
  std::size_t weights_at_bound = 0;  // of the fitted ones
  std::size_t evened_weights = 0;    // began elsewhere than at the start, because that broke a tie
  std::optional<SecondOrderSummary> second_order = std::nullopt;  // nothing of a linear evaluation
  FitSeconds seconds = {};

  // K was fitted to starting weights that hardly predict the outcomes: it is far from 1, or the fitted weights would
  // have quite another.
  [[nodiscard]] bool k_ran_away() const;
};

// The objective around the fitted weights, for standard errors (tuner/learn/fit/fit_problem.hpp).
struct FitCurvature;

struct Posterior;  // tuner/learn/fit/posterior.hpp

struct FitResult {
  Weights weights;  // rounded
  FitSummary summary;
  Weights fitted;                                 // before rounding and before the means of boards are moved
  std::shared_ptr<const FitCurvature> curvature;  // null where FitOptions did not ask for it or nothing was fitted
  std::shared_ptr<const Posterior> posterior;     // the same
};

struct FitProgress {
  int iteration = 0;
  double loss = 0;
  double predicted_decrease = 0;
};

// Weights that the schema of the start or the options tie are fitted as one (data/constraints.hpp). Where their start
// differs they begin at its mean, or at the value of those that are fixed. The schema of the weights returned has the
// constraints of both; bounds of the options are not among them.
//
// The weights returned carry the scale K of the fit. The mean of a board that has a material value beside it is moved
// to that value where constraints allow it (see tuner/learn/fit/gauge.hpp). Throws Error for options out of bounds, for
// constraints that do not fit the schema, for a pattern that matches no group, and for a weight that ran away beyond
// what a weights file may hold.
[[nodiscard]] FitResult fit(const RowSet& rows, const Weights& start, const FitOptions& options,
                            const std::function<void(const FitProgress&)>& progress = {});

}  // namespace hone::learn
