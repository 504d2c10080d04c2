// SPDX-License-Identifier: MIT
//
// Which positions are learnt from, and how: what tune and run have in common.
#pragma once

#include <optional>
#include <string>

#include "tuner/cli/options.hpp"
#include "tuner/fit.hpp"
#include "tuner/sampling_options.hpp"

namespace hone {

class SamplingFlags {
 public:
  void declare(Options& options);
  [[nodiscard]] SamplingOptions sampling() const;

 private:
  SamplingOptions options_;
  std::string quiet_ = "leaf";
  bool keep_check_ = false;
  bool keep_repeated_ = false;
};

class FitFlags {
 public:
  FitFlags() = default;
  explicit FitFlags(double ridge) { options_.ridge = ridge; }

  void declare(Options& options);
  [[nodiscard]] FitOptions fit() const;

 private:
  FitOptions options_;
  std::string loss_ = "mse";
  std::string groups_ = "*";
};

}  // namespace hone
