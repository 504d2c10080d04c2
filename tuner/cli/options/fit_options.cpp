// SPDX-License-Identifier: MIT
#include "tuner/cli/options/fit_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "data/error.hpp"

namespace hone::cli {

void SamplingFlags::declare(Options& options) {
  options.group("Which positions of the games");
  options.choice("quiescence", {"keep", "leaf", "filter"}, quiet_,
                 "where the evaluation cannot be trusted: keep the position, take the end of its quiescence line, or "
                 "leave it out");
  options.integer("per-game", "N", options_.per_game, {0}, "at most so many of a game; 0: all");
  options.integer("skip-plies", "N", options_.skip_plies, {0, 10'000}, "none of the first plies behind the opening");
  options.integer("max-score", "X", options_.max_score, {1, max_eval}, "none beyond +-X centi-units");
  options.flag("keep-check", keep_check_, "also positions in check");
  options.flag("keep-repeated", keep_repeated_, "also positions that were met before");
  options.flag("skip-bad", options_.skip_bad,
               "leave out lines and games that cannot be read, with a warning, instead of refusing the file");
}

learn::SamplingOptions SamplingFlags::sampling() const {
  learn::SamplingOptions sampling = options_;
  sampling.quiet = quiet_ == "keep"   ? formats::Quiet::keep
                   : quiet_ == "leaf" ? formats::Quiet::leaf
                                      : formats::Quiet::filter;
  sampling.skip_check = !keep_check_;
  sampling.unique = !keep_repeated_;
  return sampling;
}

namespace {

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t first = 0; first < text.size();) {
    const std::size_t end = std::min(text.find(',', first), text.size());
    if (end > first) parts.emplace_back(text.substr(first, end - first));
    first = end + 1;
  }
  return parts;
}

// At the last sign: patterns hold none.
std::pair<std::string, std::string> split_setting(const std::string& text) {
  const std::size_t at = text.rfind('=');
  if (at == std::string::npos || at == 0) {
    throw Error(expected_found("GROUPS=VALUE with commas between", fmt::format("'{}'", text)));
  }
  return {text.substr(0, at), text.substr(at + 1)};
}

// A number, or a word for none.
void declare_or(Options& options, std::string_view name, std::string_view word, std::optional<double>& target,
                RealRange range, std::string_view help) {
  const auto set = [&target, word = std::string(word), range](std::string_view text) {
    if (text == word) return target.reset();
    try {
      target = parse_real(text, range);
    } catch (const Error& error) {
      throw Error(fmt::format("{}; or {}", error.message(), word));
    }
  };
  const auto get = [&target, word = std::string(word)] { return target ? show(*target) : word; };
  options.custom(name, fmt::format("X|{}", word), set, get, help);
}

}  // namespace

std::vector<learn::GroupRidge> parse_group_ridge(std::string_view text) {
  std::vector<learn::GroupRidge> result;
  for (const std::string& part : split_at_commas(text)) {
    const auto [pattern, factor] = split_setting(part);
    result.push_back({pattern, parse_real(factor, {0})});
  }
  return result;
}

std::vector<learn::GroupBounds> parse_group_bounds(std::string_view text) {
  std::vector<learn::GroupBounds> result;
  for (const std::string& part : split_at_commas(text)) {
    const auto [pattern, range] = split_setting(part);
    const std::size_t colon = range.find(':');
    if (colon == std::string::npos) throw Error(expected_found("bounds LOWER:UPPER", fmt::format("'{}'", range)));
    learn::GroupBounds& bounds = result.emplace_back(learn::GroupBounds{.pattern = pattern});
    if (colon > 0) bounds.lower = parse_real(std::string_view(range).substr(0, colon), {});
    if (colon + 1 < range.size()) bounds.upper = parse_real(std::string_view(range).substr(colon + 1), {});
    if (bounds.lower > bounds.upper) {
      throw Error(expected_found("a lower bound that is not above the upper", fmt::format("'{}'", range)));
    }
  }
  return result;
}

void FitFlags::declare(Options& options) {
  options.group("How to fit");
  options.choice("loss", {"mse", "ce"}, loss_, "squared error of the expected result (Texel's), or cross-entropy");
  options.custom(
      "groups", "PATTERNS",
      [this](std::string_view text) {
        if (split_at_commas(text).empty()) throw Error(expected_found("patterns of groups", "none"));
        groups_ = text;
      },
      [this] { return groups_; }, "groups to fit, '*' for any text, commas between; others stay");
  declare_or(options, "k", "fit", options_.k, {1e-3, 100},
             "scale of scores: p = 1 / (1 + 10^(-K score / 400)); fit: the best one for the starting weights. Tools "
             "that write 1 / (1 + e^(-K score / 400)) mean 2.302585 times this K");
  declare_or(
      options, "ridge", "auto", options_.ridge, {0},
      "pull towards the prior: the share of the loss that moving one weight by 100 costs; auto: the strength that "
      "does best on games kept out of the training ones");
  options.choice("prior", {"start", "zero"}, prior_, "where the ridge pulls to: the starting weights or zero");
  options.custom(
      "group-ridge", "G=X,...",
      [this](std::string_view text) {
        options_.group_ridge = parse_group_ridge(text);
        group_ridge_ = text;
      },
      [this] { return group_ridge_; }, "factors of the ridge for groups, as psqt.*=2,mobility.*=0.5");
  options.custom(
      "bounds", "G=LOW:HIGH,...",
      [this](std::string_view text) {
        options_.bounds = parse_group_bounds(text);
        bounds_ = text;
      },
      [this] { return bounds_; }, "bounds of the weights of groups, as material.*=0:2000,tempo=0:");
  options.real("blend", "SHARE", options_.targets.blend, {0, 1},
               "share of the searched score, as an expected result, in what is learnt; the rest is the outcome");
  options.flag("equal-games", options_.targets.equal_games,
               "each game weighs the same, however many positions it gives");
  options.real("half-life", "N", options_.targets.half_life, {0},
               "a position counts half as much as one N positions later in the data; 0: all alike");
  options.real("holdout", "SHARE", options_.holdout, {0, 0.9}, "share of the games kept out, to measure the fit with");
  options.integer("decimals", "N", options_.decimals, {0, 9}, "of the weights written");
  options.integer("iterations", "N", options_.max_iterations, {1, 1'000'000}, "at most so many");
  options.integer("dense-limit", "N", options_.dense_limit, {0, 20'000},
                  "more weights than this are fitted by conjugate gradients, without a matrix and standard errors");
}

learn::FitOptions FitFlags::fit() const {
  learn::FitOptions fit = options_;
  fit.loss = loss_ == "mse" ? learn::Loss::squared : learn::Loss::cross_entropy;
  fit.prior = prior_ == "start" ? learn::Prior::start : learn::Prior::zero;
  if (groups_ != "*") fit.groups = split_at_commas(groups_);
  return fit;
}

}  // namespace hone::cli
