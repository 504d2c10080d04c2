// SPDX-License-Identifier: MIT
//
// For an option that has an older spelling as well: whichever is given first forbids the other, so that a file of
// options never silently overrides the command line in the other spelling.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "data/error.hpp"

namespace hone::learn {

class OneOfTwo {
 public:
  // Throws Error when the other spelling was taken before.
  void take(std::string_view name) {
    if (!taken_.empty() && taken_ != name)
      throw Error(fmt::format("--{} was given already; one of them is enough", taken_));
    taken_ = name;
  }

 private:
  std::string taken_;
};

}  // namespace hone::learn
