// SPDX-License-Identifier: MIT
#include "tuner/run/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "data/error.hpp"
#include "tuner/learn/study/weight_draws.hpp"
#include "tuner/run/halving.hpp"

namespace hone::run {

namespace {

constexpr double ridge_step = 3;    // from one strength of the ridge to the next
constexpr double blend_step = 0.3;  // share of the searched scores, up where there is room and otherwise down

// Another way to fit the same rows.
struct Variation {
  std::string origin;
  learn::FitOptions options;
};

// steps: how often the ridge is made stronger by ridge_step, or weaker where it is negative.
Variation with_ridge(const CandidateSource& source, int steps) {
  const double factor = std::pow(ridge_step, std::abs(steps));
  Variation variation{fmt::format("ridge {} {:g}", steps < 0 ? "/" : "x", factor), source.options};
  const double ridge = source.fit.summary.ridge / source.options.pull_factor;
  variation.options.ridge = ridge * (steps < 0 ? 1 / factor : factor);
  return variation;
}

// Another target that the same rows can teach.
learn::Target other_target(learn::Target target) {
  using Kind = learn::Target::Kind;
  if (target.kind == Kind::none) return target;
  const double share = target.kind == Kind::rootstrap ? 1 : target.kind == Kind::blend ? target.share : 0;
  const double other = share + blend_step <= 1 ? share + blend_step : share - blend_step;
  target.share = target.kind == Kind::td ? 0 : other;
  target.kind = target.kind == Kind::td ? Kind::rootstrap : Kind::blend;
  return target;
}

Variation with_other_target(const CandidateSource& source) {
  const learn::Target target = other_target(source.options.targets.target);
  Variation variation{fmt::format("target {}", to_string(target)), source.options};
  variation.options.targets.target = target;
  return variation;
}

// In pairs of a weaker and a stronger one. What depends on the target is found again, from the rows themselves.
std::vector<Variation> variations(const CandidateSource& source) {
  std::vector<Variation> found{with_ridge(source, -1), with_ridge(source, 1), with_other_target(source),
                               with_ridge(source, -2), with_ridge(source, 2)};
  for (Variation& variation : found) {
    variation.options.keep_curvature = false;
    variation.options.carry.keep = false;
    variation.options.carry.share = source.fit.summary.carried_share;
    variation.options.k = source.fit.summary.k;
    variation.options.row_factors = nullptr;
    variation.options.dispersion = std::nullopt;
  }
  if (source.fit.summary.ridge == 0) std::erase_if(found, [](const auto& one) { return one.origin[0] == 'r'; });
  return found;
}

constexpr std::size_t fits_before_draws = 3;

class CandidateMaker {
 public:
  CandidateMaker(const CandidateSource& source, std::size_t count, const std::stop_token& stop)
      : source_(source), count_(count), stop_(stop) {
    candidates_.push_back({"fit", source.fit.weights});
  }

  // A draw comes after the first fits, the others when there are no more of these.
  [[nodiscard]] std::vector<Candidate> make() {
    const std::vector<Variation> fits = variations(source_);
    for (std::size_t i = 0; i < fits.size() && !is_done(); ++i) {
      if (i == fits_before_draws) add_draws(1);
      if (!is_done()) add_fit(fits[i]);
    }
    if (!is_done()) add_draws(count_);
    return std::move(candidates_);
  }

 private:
  [[nodiscard]] bool is_done() const { return candidates_.size() >= count_ || stop_.stop_requested(); }

  void add(Candidate candidate) {
    const auto is_same = [&](const Candidate& one) { return one.weights.values == candidate.weights.values; };
    if (is_done() || candidate.weights.values == source_.start.values || std::ranges::any_of(candidates_, is_same)) {
      return;
    }
    candidates_.push_back(std::move(candidate));
  }

  // Weights that run away from a weaker ridge, so far that no file can hold them, are no candidate. A fault of a file
  // is none of the weights.
  void add_fit(const Variation& variation) {
    try {
      add({variation.origin, source_.refit(variation.options).weights});
    } catch (const Error& error) {
      if (error.kind() == Error::Kind::system || !error.file().empty()) throw;
    }
  }

  // The first `most` of all draws; those that were added before are left out as the same.
  void add_draws(std::size_t most) {
    if (!draws_) {
      draws_ =
          learn::draw_weights(source_.rows, source_.start, source_.fit, source_.options, count_, source_.seed, stop_);
    }
    for (std::size_t i = 0; i < std::min(most, draws_->size()); ++i) add({fmt::format("draw {}", i + 1), (*draws_)[i]});
  }

  const CandidateSource& source_;
  std::size_t count_;
  const std::stop_token& stop_;
  std::optional<std::vector<Weights>> draws_;
  std::vector<Candidate> candidates_;
};

}  // namespace

std::vector<Candidate> make_candidates(const CandidateSource& source, std::size_t count, const std::stop_token& stop) {
  return CandidateMaker(source, count, stop).make();
}

std::optional<SelectionDone> select_candidate(const std::vector<std::string>& origins, const PlayRound& play_round) {
  SelectionDone selection;
  for (const std::string& origin : origins) selection.candidates.push_back({.origin = origin});
  std::vector<std::size_t> left(origins.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  while (left.size() > 1) {
    const match::TournamentResult played = play_round(++selection.rounds, left);
    if (!played.complete) return std::nullopt;
    std::vector<double> points;
    for (std::size_t place = 0; place < left.size(); ++place) {
      SelectionDone::Result& one = selection.candidates[left[place]];
      const match::Results& results = played.player(place + 1).results;
      one.games += results.games.count();
      one.points += results.points();
      points.push_back(one.points);
    }
    std::vector<std::size_t> next;
    for (const std::size_t place : better_half(points)) next.push_back(left[place]);
    left = std::move(next);
  }
  selection.chosen = left.empty() ? 0 : left.front() + 1;
  return selection;
}

std::string describe_chosen(const SelectionDone& selection) {
  return fmt::format("candidate {} of {} ({})", selection.chosen, selection.candidates.size(),
                     selection.candidates.at(selection.chosen - 1).origin);
}

}  // namespace hone::run
