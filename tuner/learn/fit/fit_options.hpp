// SPDX-License-Identifier: MIT
//
// How weights are fitted: what decides the result of a fit, with its defaults, its bounds and its options.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/weights.hpp"
#include "tuner/learn/fit/phase_balance.hpp"
#include "tuner/learn/fit/targets.hpp"

namespace hone::text {
class Options;
}

namespace hone::learn {

// Patterns of group names, with '*' for any text.
struct GroupRidge {
  std::string pattern;
  std::optional<double> factor = 1;  // times the common ridge; nothing: from the data
};
// Patterns of weights as in data/constraints.hpp: of groups, or of one weight, as "material[0].mg".
struct GroupBounds {
  std::string pattern;
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
};

struct Posterior;  // tuner/learn/fit/posterior.hpp

// What a fit takes over from an earlier fit to other games, and hands on to a later one.
struct Carrying {
  std::shared_ptr<const Posterior> posterior = nullptr;  // null: nothing is taken over
  // How much of it counts, [0, 1]; nothing: as much as does best on games kept out of the training ones
  // (tuner/learn/fit/carried_share.hpp).
  std::optional<double> share = 1;
  bool keep = false;  // return the posterior of this fit; throws Error where the fit has no matrix
};

// What the ridge pulls the weights towards. Of several fits after one another, each to games of the one before, those
// that pull to their start hold what the earlier games said of other weights; to pull all of them to the weights that
// the first began with leaves each to its own games.
enum class Prior { start, zero, first };

// The most parameters that are fitted with a matrix of second derivatives: it then takes 3.2 GB.
inline constexpr std::int64_t largest_dense_limit = 20'000;

struct FitOptions {
  Loss loss = Loss::squared;
  // The scale; nothing: fitted to the starting weights first (see tuner/learn/fit/scale.hpp).
  std::optional<double> k = std::nullopt;
  TargetOptions targets = {};
  PhaseBalance phases = {};  // how much each part of the game counts
  // Pull towards the prior: moving one weight by 100 centi-units costs this share of the starting loss, moving n
  // weights n times as much, and twice as far four times. Settles what the data leave open. Nothing: the strength that
  // does best in folds of the training games (see tuner/learn/fit/validation.hpp).
  std::optional<double> ridge = 1e-6;
  Prior prior = Prior::start;
  std::shared_ptr<const Weights> first = nullptr;  // of Prior::first: of the schema that is fitted
  std::vector<GroupRidge> group_ridge = {};        // the last that matches
  // The same for the difference of two neighbours of a group whose schema has neighbours (data/schema.hpp): 100 apart
  // costs this share of the starting loss. Nothing: for each group and phase from the data (see
  // tuner/learn/fit/evidence.hpp).
  std::optional<double> smooth = 0;
  // How hard weights of groups that are made of parts back off to these (tuner/learn/fit/back_off.hpp): the variance of
  // what is a weight's own over that of what its parts say; 0: not at all; nothing: as does best in folds of the
  // training games.
  std::optional<double> back_off = 0;
  double pull_factor = 1;  // of all pulls, however they were found
  // The loss that strengths of pulls are shares of; nothing: that of the start. No option: fits of second order give it
  // to the fits that they are made of.
  std::optional<double> pull_unit = std::nullopt;
  // What `phases` makes of the weights of all rows, by their numbers (factors_of_rows() in fit_problem.hpp); null:
  // found from the phases of the rows. No option either: at a tangent rows have other phases.
  std::shared_ptr<const std::vector<float>> row_factors = nullptr;
  // Of the rows (dispersion.hpp); nothing: taken at the start. No option either: at a tangent that is not there the
  // start has another score.
  std::optional<double> dispersion = std::nullopt;
  std::vector<GroupBounds> bounds = {};  // of all that match the narrowest range
  // Beside the constraints of the starting weights' schema, without the word that such a line begins with: ties ("a =
  // b", "mirror psqt.*", "fold8 psqt.*"), stages ("eg king.*"), and patterns of weights that stay as they are.
  std::vector<std::string> ties = {}, stages = {}, fixes = {};
  double holdout = 0.1;                  // share of games kept out of the fit, [0, 0.9]
  std::uint64_t seed = 1;                // of the split
  std::vector<std::string> groups = {};  // patterns; others stay as they are; none: see second_order
  int decimals = 0;                      // of the weights returned
  int max_iterations = 100;
  // Of schemas that are not linear (second_order_fit.hpp): tangents at most, the last of which is judged alone,
  // and how many random starts are tried beside the usual one to see whether all end in one optimum.
  // second_order: the groups that are not linear are fitted too; without it they stay as they are unless `groups` names
  // them.
  bool second_order = false;
  int tangents = 40;
  int random_starts = 0;
  std::size_t dense_limit = 4'000;  // more parameters than these are fitted without a matrix of second derivatives
  bool keep_curvature = false;      // return FitCurvature
  Carrying carry = {};
  int threads = 1;  // changes no bit of the result
  // Where the rows in the fit's own form go when they need more bytes than `memory`.
  std::optional<std::filesystem::path> folder = std::nullopt;
  std::size_t memory = std::numeric_limits<std::size_t>::max();

  // Ties, stages and fixes as lines of data/constraints.hpp.
  [[nodiscard]] std::vector<std::string> constraint_lines() const;

  // Declares how to fit; seed, threads, folder and memory belong to whoever fits. Prior::first is offered where there
  // are first weights.
  void declare(text::Options& options, bool has_first = false);
  void validate() const;  // throws Error naming the bound that is broken
};

// Loss and targets in words: "squared error of the target outcome".
[[nodiscard]] std::string learnt_as(const FitOptions& options);

// Where the ridge pulls the weight with this number to, when the fit starts from these weights.
[[nodiscard]] double prior_value(const FitOptions& options, const Weights& start, std::size_t weight);

// Whether the ridge of a fit that carries on pulls to where that of the first fit did instead of to the start. The
// strength of a ridge towards the start is found from the distance of the weights from it. Where the start was learnt
// from the games that are carried on, that distance is small because of these games, which would then count again as
// the strength. The prior of the first fit was learnt from none of them.
[[nodiscard]] bool pulls_to_kept_prior(const FitOptions& options);

// "psqt.*=2,mobility.*=0.5": a factor of the ridge for each group that a pattern matches, or "auto" for a strength from
// the data; "auto" alone is "*=auto". Throws Error.
[[nodiscard]] std::vector<GroupRidge> parse_group_ridge(std::string_view text);
// "material.*=0:2000,psqt.pawn[1,0].mg=:50": a lower and an upper bound, either may be missing; throws Error.
[[nodiscard]] std::vector<GroupBounds> parse_group_bounds(std::string_view text);

}  // namespace hone::learn
