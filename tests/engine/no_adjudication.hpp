// SPDX-License-Identifier: MIT
//
// Games that run to their end.
#pragma once

#include "engine/adjudication.hpp"

namespace hone {

[[nodiscard]] inline AdjudicationOptions no_adjudication() {
  AdjudicationOptions options;
  options.resign_count = options.draw_count = 0;
  return options;
}

}  // namespace hone
