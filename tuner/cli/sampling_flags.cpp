// SPDX-License-Identifier: MIT
#include "tuner/cli/sampling_flags.hpp"

#include <algorithm>
#include <vector>

namespace hone {
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

}  // namespace

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
  options.flag("equal-games", options_.equal_games, "each game weighs the same, however many positions it gives");
}

SamplingOptions SamplingFlags::sampling() const {
  SamplingOptions sampling = options_;
  sampling.quiet = quiet_ == "keep" ? Quiet::keep : quiet_ == "leaf" ? Quiet::leaf : Quiet::filter;
  sampling.skip_check = !keep_check_;
  sampling.unique = !keep_repeated_;
  return sampling;
}

void FitFlags::declare(Options& options) {
  options.group("How to fit");
  options.choice("loss", {"mse", "ce"}, loss_, "squared error of the expected result, or cross-entropy");
  options.text("groups", "PATTERNS", groups_, "groups to fit, '*' for any text, commas between; others stay");
  options.custom(
      "k", "X|fit",
      [this](std::string_view text) {
        options_.k = text == "fit" ? std::nullopt : std::optional(parse_real(text, {1e-3, 100}));
      },
      [this] { return options_.k ? show(*options_.k) : std::string("fit"); },
      "scale of scores: p = 1 / (1 + 10^(-K score / 400)); fit: the best one for the starting weights");
  options.real("ridge", "X", options_.ridge, {0}, "pull towards the starting weights");
  options.real("holdout", "SHARE", options_.holdout, {0, 0.9}, "share of the games kept out, to measure the fit with");
  options.integer("decimals", "N", options_.decimals, {0, 9}, "of the weights written");
  options.integer("iterations", "N", options_.max_iterations, {1, 1'000'000}, "at most so many");
}

FitOptions FitFlags::fit() const {
  FitOptions fit = options_;
  fit.loss = loss_ == "mse" ? Loss::squared : Loss::cross_entropy;
  if (groups_ != "*") fit.groups = split_at_commas(groups_);
  return fit;
}

}  // namespace hone
