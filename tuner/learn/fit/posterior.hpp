// SPDX-License-Identifier: MIT
//
// What a fit has learnt, so that a later fit to other games can begin where it ended: the logarithm of the likelihood
// of its games as a quadratic function of the weights w around the fitted ones,
//
//   -log L(w) = constant + slope' (w - centre) + (w - centre)' precision (w - centre) / 2
//
// The pull of the fit is no part of it, and neither are the rounding and the moving of boards' means after the fit
// (tuner/learn/fit/gauge.hpp). The slope is what the games wanted beyond what the pull let them have; without a pull it
// is 0. Where a game cannot tell two weights apart, the function is flat, so that weights whose means were moved since
// have the same likelihood as before.
//
// Units. w counts in 100 centi-units, and only K w decides what is predicted, so that the function belongs to the
// scale K that stands beside it: at another scale K' the weights that predict the same are w K / K'. The rows of a game
// share its outcome and say less than as many rows of different games. The precision is therefore that of the rows
// divided by their dispersion (tuner/learn/fit/dispersion.hpp), which makes it the inverse of a covariance, whatever
// loss was minimised, however many rows a game gave and whatever they weighed.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "data/schema.hpp"
#include "tuner/learn/fit/linear_algebra.hpp"

namespace hone::learn {

struct Posterior {
  std::string game;       // of the schema
  std::string learnt_as;  // loss and targets in words
  double k = 1;
  double games = 0;  // that it was learnt from; those of which a share was forgotten count as that share
  std::vector<std::string> weights;  // their names, as weight_key() makes them (weight_spelling.hpp)
  Vector centre, slope;              // of these weights
  // Where the ridge of the first of the fits that were carried on from one to the next pulled these weights to. It was
  // learnt from none of the games. Empty: not known, as of files of the first version.
  Vector prior = {};
  Matrix precision;  // lower triangle

  [[nodiscard]] bool has_prior() const { return prior.size() == centre.size(); }
};

// The grammar of the bytes is in data/POSTERIORS.md. `file` is named in errors. Throws Error unless the bytes are
// whole, all numbers are finite and the precision is positive semidefinite.
[[nodiscard]] std::string format_posterior(const Posterior& posterior);
[[nodiscard]] Posterior parse_posterior(std::string_view bytes, const std::string& file);

[[nodiscard]] Posterior read_posterior(const std::filesystem::path& file);
void write_posterior(const std::filesystem::path& file, const Posterior& posterior);  // atomically

}  // namespace hone::learn
