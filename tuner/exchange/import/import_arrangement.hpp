// SPDX-License-Identifier: MIT
//
// Arrays as engines lay them out, turned into the one layout that the other steps of an import know: the values of the
// stages side by side, the pieces of one side alone.
#pragma once

#include <cstddef>

#include "tuner/exchange/import/found_numbers.hpp"
#include "tuner/exchange/import/import_weights.hpp"

namespace hone::exchange {

// With `pairs` outer the first dimension goes last where it is as long as there are stages, so [2][6][64] becomes
// [6][64][2]. Of a first dimension twice as long as `elements`, whose second half is the first with the other sign, or
// the first once more, the first half stays: an engine's pieces of both sides. `stages`: of the schema to fill.
[[nodiscard]] Found arranged(const Found& found, const ImportOptions& options, std::size_t stages);

}  // namespace hone::exchange
