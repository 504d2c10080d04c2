// SPDX-License-Identifier: MIT
//
// How `hone tune`, and a probe in rounds, fit unless they are told otherwise.
#pragma once

#include "tuner/learn/fit/fit_options.hpp"

namespace hone::learn {

[[nodiscard]] inline FitOptions usual_fit() {
  return {.targets = {.target = {.kind = Target::Kind::automatic}}, .ridge = 1e-3};
}

}  // namespace hone::learn
