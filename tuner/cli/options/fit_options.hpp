// SPDX-License-Identifier: MIT
//
// Which positions are learnt from: what tune and run have in common.
#pragma once

#include <string>
#include <vector>

#include "tuner/cli/options/options.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/sampling_options.hpp"

namespace hone::cli {

class SamplingFlags {
 public:
  void declare(Options& options);
  [[nodiscard]] learn::SamplingOptions sampling() const;

 private:
  learn::SamplingOptions options_;
  std::string quiet_ = "leaf";
  bool keep_check_ = false;
  bool keep_repeated_ = false;
};

// How weights are fitted: what tune and run have in common.

class FitFlags {
 public:
  explicit FitFlags(double ridge) { options_.ridge = ridge; }

  void declare(Options& options);
  [[nodiscard]] learn::FitOptions fit() const;

 private:
  learn::FitOptions options_;
  std::string loss_ = "mse";
  std::string groups_ = "*";
  std::string prior_ = "start";
  std::string group_ridge_, bounds_;  // as they were given
};

// "psqt.*=2,mobility.*=0.5": a factor of the ridge for each group that a pattern matches; throws Error.
[[nodiscard]] std::vector<learn::GroupRidge> parse_group_ridge(std::string_view text);
// "material.*=0:2000,tempo=:50": a lower and an upper bound, either may be missing; throws Error.
[[nodiscard]] std::vector<learn::GroupBounds> parse_group_bounds(std::string_view text);

}  // namespace hone::cli
