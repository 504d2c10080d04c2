// SPDX-License-Identifier: MIT
#include "tuner/learn/study/source_worth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "data/error.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/learn/fit/row_selection.hpp"
#include "tuner/learn/fit/scale.hpp"

namespace hone::learn {

namespace {

// The rows of a source, and those of its games that no fit learns from.
struct Judge {
  const RowSet& rows;
  RowSelection positions, held_out;  // of games, and judged by
  RowSelection learnt;               // these positions and those from inside of searches; ascending

  Judge(const RowSet& source, const FitOptions& options) : rows(source) {
    Split split = split_by_game(source, options.holdout, options.seed);
    std::ranges::merge(split.train, split.tree, std::back_inserter(learnt));
    positions = std::move(split.train);
    held_out = std::move(split.heldout);
  }

  [[nodiscard]] std::vector<double> losses(Weights weights, const FitOptions& options) const {
    weights.k = fit_scale(rows, positions, weights, options.loss, options.threads);
    return row_losses(rows, held_out, weights, options.loss, options.threads);
  }
  [[nodiscard]] SourceGain gain(const std::vector<double>& before, const std::vector<double>& after) const {
    const ClusteredMean difference = mean_difference(rows, held_out, before, after);
    return {difference.mean, difference.error};
  }
};

// Adds the rows that are learnt from, with numbers of games that no other source has.
void add_learnt(RowSet& to, const Judge& judge, std::uint32_t& next_game) {
  std::uint32_t last = 0;
  for (const std::uint32_t number : judge.learnt) {
    const RowView row = judge.rows[number];
    RowLabel label = row.label;
    last = std::max(last, label.game);
    label.game += next_game;
    to.add(RowView{row.phase, row.entries, label});
  }
  next_game += last + 1;
}

class WorthStudy {
 public:
  WorthStudy(std::span<const RowSet> sources, const Weights& start, const FitOptions& options,
             const std::function<void(std::size_t)>& progress)
      : start_(start), options_(options), progress_(progress) {
    for (const RowSet& source : sources) {
      judges_.emplace_back(source, options);
      if (!judges_.back().positions.empty()) continue;
      throw Error(fmt::format("source {} has no positions to learn from", judges_.size()));
    }
    options_.holdout = 0;  // what is held out is left out beforehand
    options_.keep_curvature = false;
    options_.carry = {};
  }

  SourceWorth run() {
    SourceWorth worth;
    const std::size_t count = judges_.size();
    std::vector<std::vector<double>> losses_at_start, losses_of_all;
    for (const Judge& judge : judges_) {
      worth.rows.push_back(judge.rows.size());
      worth.games.push_back(count_games(judge.rows, all_rows(judge.rows)));
      worth.held_out.push_back(count_games(judge.rows, judge.held_out));
      losses_at_start.push_back(judge.losses(start_, options_));
    }
    for (std::size_t from = 0; from < count; ++from) {
      const Weights fitted = fit_to([&](std::size_t source) { return source == from; });
      auto& gains = worth.gains.emplace_back();
      for (std::size_t on = 0; on < count; ++on) {
        gains.push_back(judges_[on].gain(losses_at_start[on], judges_[on].losses(fitted, options_)));
      }
    }
    const Weights of_all = fit_to([](std::size_t) { return true; });
    for (const Judge& judge : judges_) losses_of_all.push_back(judge.losses(of_all, options_));
    worth.adds.assign(count, std::vector<SourceGain>(count));
    for (std::size_t out = 0; out < count; ++out) {
      const Weights of_others = fit_to([&](std::size_t source) { return source != out; });
      for (std::size_t on = 0; on < count; ++on) {
        if (on == out) continue;
        worth.adds[on][out] = judges_[on].gain(judges_[on].losses(of_others, options_), losses_of_all[on]);
      }
    }
    return worth;
  }

 private:
  template <class Chosen>
  Weights fit_to(const Chosen& chosen) {
    RowSet rows;
    std::uint32_t next_game = 1;
    for (std::size_t i = 0; i < judges_.size(); ++i) {
      if (chosen(i)) add_learnt(rows, judges_[i], next_game);
    }
    const FitResult result = fit(rows, start_, options_);
    if (progress_) progress_(++fits_);
    return result.weights;
  }

  const Weights& start_;
  FitOptions options_;
  const std::function<void(std::size_t)>& progress_;
  std::vector<Judge> judges_;
  std::size_t fits_ = 0;
};

}  // namespace

SourceWorth source_worth(std::span<const RowSet> sources, const Weights& start, const FitOptions& options,
                         const std::function<void(std::size_t)>& progress) {
  if (sources.size() < 2) throw Error(expected_found("two sources or more", fmt::format("{}", sources.size())));
  if (options.holdout <= 0) throw Error("the worth of sources is judged on games held out: --holdout above 0");
  return WorthStudy(sources, start, options, progress).run();
}

}  // namespace hone::learn
