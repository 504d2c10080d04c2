// SPDX-License-Identifier: MIT
//
// Which positions are learnt from: what tune and run have in common.
#pragma once

#include <string>

#include "tuner/cli/options.hpp"
#include "tuner/sampling/sampling_options.hpp"

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

}  // namespace hone
