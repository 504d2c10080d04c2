// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/fit_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/error.hpp"
#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/learn/fit/posterior.hpp"
#include "tuner/learn/fit/pull_strengths.hpp"
#include "tuner/text/options.hpp"

namespace hone::learn {

namespace {

constexpr std::string_view all_groups = "*", from_data = "auto";

std::vector<std::string> filled_parts(std::string_view words) {
  std::vector<std::string> parts;
  for (const std::string_view part : text::split_at_commas(words)) {
    if (!part.empty()) parts.emplace_back(part);
  }
  return parts;
}

// The same where patterns name squares, as board[0,1]: such a comma separates nothing.
std::vector<std::string> filled_weight_parts(std::string_view words) {
  std::vector<std::string> parts;
  bool is_open = false;
  for (const std::string_view part : text::split_at_commas(words)) {
    if (is_open) {
      parts.back() += ',';
      parts.back() += part;
    } else if (!part.empty()) {
      parts.emplace_back(part);
    }
    const std::size_t bracket = part.find_last_of("[]");
    if (bracket != std::string_view::npos) is_open = part[bracket] == '[';
  }
  return parts;
}

// Splits at the last sign, as patterns hold none.
std::pair<std::string, std::string> split_setting(const std::string& setting) {
  const std::size_t at = setting.rfind('=');
  if (at == std::string::npos || at == 0) {
    throw Error(expected_found("GROUPS=VALUE with commas between", fmt::format("'{}'", setting)));
  }
  return {setting.substr(0, at), setting.substr(at + 1)};
}

std::string show_group_ridge(const std::vector<GroupRidge>& groups) {
  std::vector<std::string> parts;
  for (const GroupRidge& group : groups) {
    const std::string factor = group.factor ? fmt::format("{}", *group.factor) : std::string(from_data);
    parts.push_back(group.pattern == all_groups && !group.factor ? factor
                                                                 : fmt::format("{}={}", group.pattern, factor));
  }
  return text::join(parts, ",");
}

std::string show_bound(double bound) { return std::isfinite(bound) ? text::show(bound) : ""; }

std::string show_group_bounds(const std::vector<GroupBounds>& groups) {
  std::vector<std::string> parts;
  for (const GroupBounds& group : groups) {
    parts.push_back(fmt::format("{}={}:{}", group.pattern, show_bound(group.lower), show_bound(group.upper)));
  }
  return text::join(parts, ",");
}

void declare_groups(text::Options& options, FitOptions& fit) {
  declare_group_patterns(options, fit.groups, "groups to fit, '*' for any text, commas between; others stay");
  options.flag(
      "second-order", fit.second_order,
      "fit groups that are not linear as well (chess: danger.*, assault.*, scale.*, phase.*); without it they stay "
      "as they are, unless --groups names them");
}

// A number above or at 0, "auto" for nothing, "off" for 0.
std::optional<double> parse_strength(std::string_view word) {
  if (word == from_data) return std::nullopt;
  if (word == "off") return 0;
  try {
    return text::parse_real(word, {0});
  } catch (const Error& error) {
    throw Error(fmt::format("{}; or auto or off", error.message()));
  }
}

std::string show_strength(const std::optional<double>& strength) {
  if (!strength) return std::string(from_data);
  return *strength == 0 ? "off" : text::show(*strength);
}

void declare_ridge(text::Options& options, FitOptions& fit, bool has_first) {
  options.real_or(
      "ridge", "auto", fit.ridge, {0},
      fmt::format("pull towards the prior: the share of the loss that moving one weight by 100 costs; auto: the "
                  "strength that does best in five folds of the training games, {} where these are fewer than {}",
                  default_ridge, least_games_of_strengths));
  text::Choices<Prior> priors{{"start", Prior::start}, {"zero", Prior::zero}};
  if (has_first) priors.emplace_back("first", Prior::first);
  options.choice<Prior>("prior", priors, fit.prior,
                        fmt::format("where the ridge pulls to: the starting weights{}",
                                    has_first ? ", zero, or the weights that the run began with" : " or zero"));
  options.custom(
      "group-ridge", "G=X,...", [&fit](std::string_view words) { fit.group_ridge = parse_group_ridge(words); },
      [&fit] { return show_group_ridge(fit.group_ridge); },
      fmt::format(
          "factors of the ridge for groups, as psqt.*=2,mobility.*=0.5; auto, or psqt.*=auto: a strength of its "
          "own for each group at each stage, from the spread of its weights beyond their errors, of {} games or "
          "more",
          least_games_of_strengths));
  options.custom(
      "smooth", "X|auto|off", [&fit](std::string_view words) { fit.smooth = parse_strength(words); },
      [&fit] { return show_strength(fit.smooth); },
      fmt::format("pull between neighbours in boards and ordered lists: the share of the loss that a difference of 100 "
                  "costs; auto: for each group at each stage from the data, of {} games or more",
                  least_games_of_strengths));
  options.custom(
      "back-off", "X|auto|off", [&fit](std::string_view words) { fit.back_off = parse_strength(words); },
      [&fit] { return show_strength(fit.back_off); },
      fmt::format("pull weights of patterns to what the smaller patterns in them say, and give unseen ones that value; "
                  "X: how much they vary beyond it, in variances; auto: the X that does best in folds, {} with fewer "
                  "games than {}",
                  default_back_off, least_games_of_strengths));
  options.custom(
      "bounds", "G=LOW:HIGH,...", [&fit](std::string_view words) { fit.bounds = parse_group_bounds(words); },
      [&fit] { return show_group_bounds(fit.bounds); },
      "bounds of the weights of groups, or of single ones, as material.*=0:2000,tempo=0:,psqt.pawn[1,0].mg=:50");
}

// The lines of names files and weights files hold beside these.
void declare_constraints(text::Options& options, FitOptions& fit) {
  options.list("tie", "TIE", fit.ties,
               "fit weights as one: 'A = B' with a pattern of weights on both sides (what '*' stands for on the left "
               "it stands for on the right; GROUP[INDEX].STAGE, index and stage may be left out), 'mirror PATTERN' for "
               "columns of boards that are mirror images, 'fold8 PATTERN' for all turns and mirror images of square "
               "boards. Kept in the weights written, where it holds for later fits. May be repeated");
  options.list("only", "'STAGE PATTERN'", fit.stages,
               "these weights are fitted at this stage alone and stay as they are at the others, as 'eg king.*'; kept "
               "and repeated like --tie");
  options.list("fix", "PATTERN", fit.fixes,
               "these weights stay as they are, as material[0].mg; kept and repeated like --tie");
}

void declare_targets(text::Options& options, TargetOptions& targets) {
  learn::declare(options, targets.target);
  options.flag("equal-games", targets.equal_games, "each game weighs the same, however many positions it gives");
  options.real("half-life", "N", targets.half_life, {0},
               "a position counts half as much as one N positions later in the data; 0: all alike");
}

}  // namespace

std::vector<GroupRidge> parse_group_ridge(std::string_view words) {
  std::vector<GroupRidge> result;
  for (const std::string& part : filled_parts(words)) {
    if (part == from_data) {
      result.push_back({std::string(all_groups), std::nullopt});
      continue;
    }
    const auto [pattern, factor] = split_setting(part);
    result.push_back({pattern, factor == from_data ? std::nullopt : std::optional(text::parse_real(factor, {0}))});
  }
  return result;
}

std::vector<GroupBounds> parse_group_bounds(std::string_view words) {
  std::vector<GroupBounds> result;
  for (const std::string& part : filled_weight_parts(words)) {
    const auto [pattern, range] = split_setting(part);
    const std::size_t colon = range.find(':');
    if (colon == std::string::npos) throw Error(expected_found("bounds LOWER:UPPER", fmt::format("'{}'", range)));
    GroupBounds& bounds = result.emplace_back(GroupBounds{.pattern = pattern});
    if (colon > 0) bounds.lower = text::parse_real(std::string_view(range).substr(0, colon), {});
    if (colon + 1 < range.size()) bounds.upper = text::parse_real(std::string_view(range).substr(colon + 1), {});
    if (bounds.lower > bounds.upper) {
      throw Error(expected_found("a lower bound that is not above the upper", fmt::format("'{}'", range)));
    }
  }
  return result;
}

std::string learnt_as(const FitOptions& options) {
  const char* const loss = options.loss == Loss::squared ? "squared error" : "cross-entropy";
  return fmt::format("{} of the target {}", loss, to_string(options.targets.target));
}

double prior_value(const FitOptions& options, const Weights& start, std::size_t weight) {
  switch (options.prior) {
    case Prior::start:
      return start.values[weight];
    case Prior::zero:
      return 0;
    case Prior::first:
      return options.first->values[weight];
  }
  return 0;
}

bool pulls_to_kept_prior(const FitOptions& options) {
  const auto is_free = [](const GroupRidge& group) { return !group.factor.has_value(); };
  return options.carry.posterior && options.prior == Prior::start && std::ranges::any_of(options.group_ridge, is_free);
}

std::vector<std::string> FitOptions::constraint_lines() const {
  std::vector<std::string> lines;
  for (const std::string& tie : ties) lines.push_back("tie " + tie);
  for (const std::string& stage : stages) lines.push_back("stage " + stage);
  for (const std::string& fix : fixes) lines.push_back("fix " + fix);
  return lines;
}

void FitOptions::declare(text::Options& options, bool has_first) {
  options.group("How to fit");
  options.choice<Loss>("loss", {{"mse", Loss::squared}, {"ce", Loss::cross_entropy}}, loss,
                       "squared error of the expected result (Texel's), or cross-entropy");
  declare_groups(options, *this);
  options.real_or(
      "k", "fit", k, {1e-3, 100},
      "scale of scores: p = 1 / (1 + 10^(-K score / 400)); fit: the best one for the starting weights. Tools "
      "that write 1 / (1 + e^(-K score / 400)) mean 2.302585 times this K");
  declare_ridge(options, *this, has_first);
  declare_constraints(options, *this);
  declare_targets(options, targets);
  phases.declare(options);
  options.real("holdout", "SHARE", holdout, {0, 0.9}, "share of the games kept out, to measure the fit with");
  options.integer(
      "decimals", "N", decimals, {0, 9},
      "decimals of the weights written; they are rounded together, by the curvature of the fit, where it has a matrix");
  options.integer("iterations", "N", max_iterations, {1, 1'000'000}, "number of iterations at most");
  options.integer("tangents", "N", tangents, {2, 10'000},
                  "of evaluations that are not linear: tangents at most; the linear fit at each leads to the next, "
                  "and the last is judged alone");
  options.integer("random-starts", "N", random_starts, {0, 10'000},
                  "fit again from N random weights of the groups that are not linear, say whether all end alike, and "
                  "take the best end");
  options.integer("dense-limit", "N", dense_limit, {0, largest_dense_limit},
                  "more weights than this are fitted by conjugate gradients, without a matrix and standard errors");
}

void FitOptions::validate() const {
  require_fit(!k || (std::isfinite(*k) && *k > 0), "k must be positive");
  require_fit(!ridge || (std::isfinite(*ridge) && *ridge >= 0), "ridge must not be negative");
  for (const GroupRidge& group : group_ridge) {
    require_fit(!group.factor || (std::isfinite(*group.factor) && *group.factor >= 0),
                "factors of the ridge must not be negative");
  }
  require_fit(!smooth || (std::isfinite(*smooth) && *smooth >= 0), "smooth must not be negative");
  for (const GroupBounds& group : bounds) require_fit(group.lower <= group.upper, "bounds must be in order");
  targets.validate();
  phases.validate();
  require_fit(!carry.share || (*carry.share >= 0 && *carry.share <= 1), "the carried share must be in [0, 1]");
  require_fit(!pulls_to_kept_prior(*this) || carry.posterior->has_prior(),
              "the file of what is carried on was written before such files said where the ridge pulled to, without "
              "which the strength of a ridge towards the start cannot be found: --prior zero, or another --group-ridge "
              "than auto");
  require_fit(!back_off || (std::isfinite(*back_off) && *back_off >= 0), "the back-off must not be negative");
  require_fit(std::isfinite(pull_factor) && pull_factor > 0, "the factor of the pulls must be positive");
  require_fit(holdout >= 0 && holdout <= 0.9, "holdout must be in [0, 0.9]");
  require_fit(decimals >= 0 && decimals <= 9, "decimals must be in [0, 9]");
  require_fit(tangents >= 1, "tangents must be at least 1");
  require_fit(random_starts >= 0, "random_starts must not be negative");
  require_fit(max_iterations >= 1, "max_iterations must be at least 1");
  require_fit(threads >= 1, "threads must be at least 1");
}

}  // namespace hone::learn
