// SPDX-License-Identifier: MIT
//
// What is known of the weights of a schema before a fit: which are equal, which are not fitted, which have bounds. Each
// is one line of text in a names file (data/ROWS.md), in a weights file, or of an option:
//
//   tie mirror PATTERN              columns c and last - c of boards are equal
//   tie fold8 PATTERN               all terms that a turn or a mirror image of a square board leads into each other
//   tie PATTERN = PATTERN           what stands for '*' on the left stands for it on the right
//   stage STAGE PATTERN             these terms exist at this stage alone; at the others they stay as they are
//   fix PATTERN                     stay as they are
//   bound LOW HIGH PATTERN          LOW may be -inf, HIGH may be inf
//
// A pattern names weights: GROUP, GROUP[INDEX], GROUP[ROW,COLUMN], each with or without .STAGE after it, with '*' for
// any text, as short as possible. Without a stage all stages are meant, each for itself: `tie a = b` makes a.mg = b.mg
// and a.eg = b.eg. The name of a group goes before that of a group with a stage after it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "data/schema.hpp"

namespace hone {

// Of each weight, in the order of Weights::values.
struct Constraints {
  std::vector<std::uint32_t> tied_to;  // the least number among the weights that are equal to it; its own if it is free
  std::vector<bool> fixed;             // it stays as it is, or a weight does that it is tied to
  std::vector<bool> fixed_itself;      // a line names the weight itself
  std::vector<double> lower, upper;    // -inf and inf where there is no bound

  [[nodiscard]] bool has_ties() const;
};

// Puts the lines of the schema (Schema::constraints()) together. Of several bounds the narrowest range counts, and
// weights that are tied share theirs. Throws Error that quotes the line and says what is wrong with it: a pattern that
// matches nothing, a tie of terms that have no partner, bounds that leave no value.
[[nodiscard]] Constraints constraints_of(const Schema& schema);

// Returns whether a line of a names file is a constraint, and not a group that is called "tie", "fix" or so.
[[nodiscard]] bool is_constraint(std::string_view line);

// The numbers of the weights that a pattern names, in their order; empty where it names none.
[[nodiscard]] std::vector<std::size_t> weights_named(const Schema& schema, std::string_view pattern);

}  // namespace hone
