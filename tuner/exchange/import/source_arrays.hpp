// SPDX-License-Identifier: MIT
//
// From the values of source text to arrays of numbers under names.
#pragma once

#include <string>
#include <vector>

#include "tuner/exchange/import/found_numbers.hpp"
#include "tuner/exchange/import/source_values.hpp"

namespace hone::exchange {

// Lists of equal lists become one array; of others each element becomes one, under NAME[I], and under NAME.KEY where it
// has a name. `declared` are the sizes that stand behind the name, as in C: 0 for one that is not said by a number.
// They say what numbers without inner braces mean; where the list does not fill them, they are ignored.
void add_source_arrays(Found& found, const std::string& name, SourceValue value, const std::vector<int>& declared,
                       int line);

}  // namespace hone::exchange
