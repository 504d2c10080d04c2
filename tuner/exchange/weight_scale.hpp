// SPDX-License-Identifier: MIT
//
// Weights in another unit: what each of them is multiplied with, so that every score is multiplied with one factor.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "data/weights.hpp"

namespace hone::exchange {

// Throws Error for a factor whose size is not from 1e-9 to 1e9: values or K would come out as nothing, or as infinite.
void require_factor(double factor);

// What weights of this role are multiplied with (data/second_order.hpp). What is squared takes the root; percents and
// the phase have no unit and stay. Of a factor below 0, sums that count above 0 alone take the absolute value.
[[nodiscard]] double factor_of_role(Role role, double factor);
// The same of a weight, by its index.
[[nodiscard]] double factor_of_weight(const Schema& schema, std::size_t weight, double factor);

// Whether a factor below 0 cannot turn the weight: it goes into a sum that counts above 0 alone.
[[nodiscard]] bool cannot_turn(Role role, double value, double factor);
inline constexpr std::string_view why_it_cannot_turn = "only counts above 0, so that --scale has to be above 0 as well";

// Lines about weights (data/constraints.hpp), for the same weights once the score is multiplied: bounds follow. A bound
// of weights that have several factors becomes one for each group and stage.
[[nodiscard]] std::vector<std::string> scaled_constraints(const Schema& schema, const std::vector<std::string>& lines,
                                                          double factor);

// The same schema with its lines about weights multiplied so.
[[nodiscard]] Schema scaled_schema(const Schema& schema, double factor);

// The K with which multiplied scores expect the results that they did before.
[[nodiscard]] double scaled_k(double k, double factor);

// Multiplies the score: values, errors, bounds and K. Throws Error as require_factor() does, and for weights that a
// factor below 0 cannot turn.
void multiply_score(Weights& weights, double factor);

}  // namespace hone::exchange
