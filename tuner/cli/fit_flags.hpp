// SPDX-License-Identifier: MIT
//
// How weights are fitted: what tune and run have in common.
#pragma once

#include <string>
#include <vector>

#include "tuner/cli/options.hpp"
#include "tuner/fit/fit.hpp"

namespace hone {

class FitFlags {
 public:
  explicit FitFlags(double ridge) { options_.ridge = ridge; }

  void declare(Options& options);
  [[nodiscard]] FitOptions fit() const;

 private:
  FitOptions options_;
  std::string loss_ = "mse";
  std::string groups_ = "*";
  std::string prior_ = "start";
  std::string group_ridge_, bounds_;  // as they were given
};

// "psqt.*=2,mobility.*=0.5": a factor of the ridge for each group that a pattern matches; throws Error.
[[nodiscard]] std::vector<GroupRidge> parse_group_ridge(std::string_view text);
// "material.*=0:2000,tempo=:50": a lower and an upper bound, either may be missing; throws Error.
[[nodiscard]] std::vector<GroupBounds> parse_group_bounds(std::string_view text);

}  // namespace hone
