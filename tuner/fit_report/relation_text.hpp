// SPDX-License-Identifier: MIT
//
// Collinear columns in words: "material.knight (mg) is the sum of psqt.knight (mg)".
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "data/schema.hpp"
#include "tuner/fit_report/collinear.hpp"

namespace hone {

// One phrase a relation, in their order. Columns of a group and stage that enter with one coefficient are called their
// sum, and what is said last is left out where there are many parts. weights: for every column its index in
// Weights::values.
[[nodiscard]] std::vector<std::string> describe_relations(const Collinearity& collinearity, const Schema& schema,
                                                          std::span<const std::size_t> weights);

}  // namespace hone
