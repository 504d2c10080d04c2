// SPDX-License-Identifier: MIT
//
// What the terms of a group are made of. A term that stands for a whole configuration, such as the discs on ten
// squares, contains smaller ones: each square, each two of them. These are its parts, and they need not be terms
// themselves. Where a term was hardly ever seen, its parts were, and a fit can let them say what its weight is likely
// to be (tuner/learn/fit/back_off.hpp).
#pragma once

#include <cstdint>
#include <vector>

namespace hone {

struct PartCount {
  std::uint32_t part = 0;  // below TermParts::parts
  float count = 0;  // with the sign that the term's weight has when the part is worth something to the first player

  friend bool operator==(const PartCount&, const PartCount&) = default;
};

// The parts of the i-th term of the group are counts[first[i]] up to counts[first[i + 1]].
struct TermParts {
  std::uint32_t parts = 0;
  std::vector<std::uint32_t> first{0};  // one more than terms
  std::vector<PartCount> counts;
};

}  // namespace hone
