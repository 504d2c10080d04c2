// SPDX-License-Identifier: MIT
//
// The two ways in which the numbers of a file become weights.
#pragma once

#include "tuner/exchange/import/found_numbers.hpp"
#include "tuner/exchange/import/import_weights.hpp"

namespace hone::exchange {

// Into the schema of the weights that are there.
void import_into(const Found& found, const ImportOptions& options, bool last_row_first, Imported& imported);
// Into a schema that is made for them.
void import_into_new(const Found& found, const ImportOptions& options, bool last_row_first, Imported& imported);

}  // namespace hone::exchange
