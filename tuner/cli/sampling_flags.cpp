// SPDX-License-Identifier: MIT
#include "tuner/cli/sampling_flags.hpp"

namespace hone {
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

SamplingOptions SamplingFlags::sampling() const {
  SamplingOptions sampling = options_;
  sampling.quiet = quiet_ == "keep" ? Quiet::keep : quiet_ == "leaf" ? Quiet::leaf : Quiet::filter;
  sampling.skip_check = !keep_check_;
  sampling.unique = !keep_repeated_;
  return sampling;
}

}  // namespace hone
