// SPDX-License-Identifier: MIT
//
// How a single weight is called: for people, and in files of what was learnt. Lines of constraints and their options
// have a third spelling, "psqt.knight[2,5].mg" (data/constraints.hpp). `weight` is an index of Weights::values.
#pragma once

#include <cstddef>
#include <string>

#include "data/schema.hpp"

namespace hone::learn {

// A name followed by the phase, "psqt.knight (mg)", or the name alone where there is a single phase.
[[nodiscard]] std::string at_phase(const Schema& schema, std::string name, int phase);

// "psqt.knight[2,5] (mg)".
[[nodiscard]] std::string weight_name(const Schema& schema, std::size_t weight);
// For people: with the square beside the index, "psqt.knight[2,5] f3 (mg)", and instead of it, "psqt.knight f3 (mg)".
[[nodiscard]] std::string weight_name_beside_square(const Schema& schema, std::size_t weight);
[[nodiscard]] std::string weight_name_by_square(const Schema& schema, std::size_t weight);

// In files: "psqt.knight[2,5] mg", with the phase even where there is a single one.
[[nodiscard]] std::string weight_key(const Schema& schema, std::size_t weight);

}  // namespace hone::learn
