// SPDX-License-Identifier: MIT
//
// What sources of training data are worth to each other: a fit to each is judged on the games held out of every other,
// and fits to all but one say what that one adds. A source that teaches the others little has labels of another kind,
// or too few of them.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/fit_options.hpp"

namespace hone::learn {

// Of outcome losses, paired by row, with a standard error that takes games as the sample; above 0 is better. Without an
// error there were too few games to say anything.
struct SourceGain {
  double gain = 0, error = 0;
};

struct SourceWorth {
  std::vector<std::size_t> rows, games;        // of each source
  std::vector<std::size_t> held_out;           // games of each that are judged on
  std::vector<std::vector<SourceGain>> gains;  // [learnt from][judged on]: loss(start) - loss(fitted)
  // [judged on][left out]: loss(fit to all others) - loss(fit to all), and nothing of the source itself: there the
  // source's own games would tell of themselves.
  std::vector<std::vector<SourceGain>> adds;
};

// Judges on the same games for all fits: those of each source that a fit with these options holds out. Scales differ
// from source to source, so each set of weights is judged under the K that suits it best on the other games of the
// source. Sources must not share games, or what one holds out another learns from. Needs two sources. `progress` is
// told the fits done.
[[nodiscard]] SourceWorth source_worth(std::span<const RowSet> sources, const Weights& start, const FitOptions& options,
                                       const std::function<void(std::size_t)>& progress = {});

}  // namespace hone::learn
