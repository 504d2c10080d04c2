// SPDX-License-Identifier: MIT
//
// --without: the parts of the strong search that it is to do without.
#pragma once

#include <string>
#include <vector>

#include "engine/game_driver.hpp"
#include "tuner/cli/options/options.hpp"

namespace hone::cli {

class WithoutOption {
 public:
  void declare(Options& options);
  [[nodiscard]] bool given() const { return !names_.empty(); }
  void apply_to(EngineOptions& options) const;

 private:
  std::vector<std::string> names_;
};

}  // namespace hone::cli
