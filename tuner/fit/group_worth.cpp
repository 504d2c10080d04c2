// SPDX-License-Identifier: MIT
#include "tuner/fit/group_worth.hpp"

#include <algorithm>
#include <tuple>

#include "tuner/fit/fit_setup.hpp"
#include "tuner/fit/row_losses.hpp"

namespace hone {
namespace {

class Worth {
 public:
  Worth(const RowSet& rows, const Weights& start, const Weights& fitted, double ridge, const FitOptions& options)
      : setup_(rows, start, options),
        problem_(setup_.problem(setup_.split.train)),
        ridge_(ridge),
        x_(parameters_of(problem_, setup_.start, fitted)),
        train_(losses(setup_.split.train, fitted)),
        heldout_(losses(setup_.split.heldout, fitted)) {}

  [[nodiscard]] std::vector<GroupWorth> all() const {
    std::vector<GroupWorth> result;
    for (const Group& group : setup_.start.schema.groups()) {
      const std::size_t weights = fitted_weights(group);
      if (weights > 0) result.push_back(without(group, weights));
    }
    std::stable_sort(result.begin(), result.end(), [](const GroupWorth& a, const GroupWorth& b) {
      return std::tie(a.heldout_gain, a.train_gain) > std::tie(b.heldout_gain, b.train_gain);
    });
    return result;
  }

 private:
  [[nodiscard]] std::size_t fitted_weights(const Group& group) const {
    const auto stages = static_cast<std::size_t>(setup_.start.schema.stage_count());
    std::size_t count = 0;
    for (std::size_t i = 0; i < problem_.parameters(); ++i) {
      const auto term = static_cast<int>(problem_.rows().weight_of(i) / stages);
      if (problem_.seen()[i] && term >= group.first && term < group.first + group.shape.size()) ++count;
    }
    return count;
  }

  [[nodiscard]] std::vector<double> losses(const RowSelection& selection, const Weights& weights) const {
    return row_losses(setup_.rows, selection, weights, setup_.options.loss, setup_.options.threads);
  }

  [[nodiscard]] ClusteredMean gain(const RowSelection& selection, const std::vector<double>& with,
                                   const Weights& without) const {
    std::vector<double> gains = losses(selection, without);
    for (std::size_t i = 0; i < gains.size(); ++i) gains[i] -= with[i];
    return mean_over_games(setup_.rows, selection, gains);
  }

  [[nodiscard]] GroupWorth without(const Group& group, std::size_t weights) const {
    std::vector<bool> left_out(static_cast<std::size_t>(setup_.start.schema.terms()));
    std::fill_n(left_out.begin() + group.first, group.shape.size(), true);
    Vector x = x_;
    problem_.solve({.ridge = ridge_, .left_out = left_out}, x);
    const Weights refitted = problem_.weights_at(x);
    const ClusteredMean heldout = gain(setup_.split.heldout, heldout_, refitted);
    return {.group = group.name,
            .weights = weights,
            .train_gain = gain(setup_.split.train, train_, refitted).mean,
            .heldout_gain = heldout.mean,
            .heldout_error = heldout.error};
  }

  FitSetup setup_;
  FitProblem problem_;
  double ridge_;
  Vector x_;
  std::vector<double> train_, heldout_;  // under the fitted weights
};

}  // namespace

std::vector<GroupWorth> group_worths(const RowSet& rows, const Weights& start, const Weights& fitted, double ridge,
                                     const FitOptions& options) {
  return Worth(rows, start, fitted, ridge, options).all();
}

}  // namespace hone
