// SPDX-License-Identifier: MIT
//
// What sources of training data are worth to each other, as tables.
#pragma once

#include <span>
#include <string>

#include "tuner/learn/study/source_worth.hpp"

namespace hone::cli {

// Two tables, a line for each source that is learnt from, a column for each that is judged on.
[[nodiscard]] std::string source_worth_text(const learn::SourceWorth& worth, std::span<const std::string> names);

}  // namespace hone::cli
