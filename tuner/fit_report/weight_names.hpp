// SPDX-License-Identifier: MIT
//
// Weights as people read of them.
#pragma once

#include <cstddef>
#include <string>

#include "data/schema.hpp"

namespace hone {

// A name with the stage behind it, "psqt.knight (mg)"; the name alone where there is a single stage.
[[nodiscard]] std::string at_stage(const Schema& schema, std::string name, int stage);

// Of an index in Weights::values: "psqt.knight[2,5] (mg)".
[[nodiscard]] std::string weight_name(const Schema& schema, std::size_t weight);

}  // namespace hone
